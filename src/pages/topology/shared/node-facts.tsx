// Details of a node for visitors of a share, from the loaded graph only: visitors cannot request more.
import { fullNameOf, kindAndAliasOf, edgeTypeNames } from '../graph/texts';
import { servicesOf, type Node } from '../graph/picture';
import { Heading } from '../panels/details/heading';
import { usePage, usePageState } from '../panels/use-page';
import { linksOfNode } from './links-of-node';
import { texts } from './texts';

/** Maximum number of listed links, as in the details panel for users. */
const mostListed = 60;

export function NodeFacts({ id }: { id: string }) {
  const page = usePage();
  const { picture } = usePageState();
  const node = picture?.nodes.get(id);
  if (!picture || !node) return null;
  const services = servicesOf(node);
  const neighbours = linksOfNode(picture, id);
  const close = () => {
    page.go({ selected: null });
    // The button that had the focus was removed, so the focus moves to the picture.
    document.getElementById('canvas')?.focus({ preventScroll: true });
  };
  return (
    <aside class="details" aria-label={texts.nodeFacts.details}>
      <div class="title">
        <div>
          <span class="quiet">{kindAndAliasOf(node)}</span>
          <Heading id={id} title={fullNameOf(node)} />
        </div>
        <button type="button" class="plain icon" aria-label={texts.nodeFacts.closeDetails} onClick={close}>
          ✕
        </button>
      </div>
      <Facts node={node} />
      {services.length > 0 && (
        <>
          <h3>{texts.nodeFacts.services}</h3>
          <ul>
            {services.map(({ id: serviceId, name, ports }) => (
              <li key={serviceId}>
                <bdi>{name}</bdi> {ports.length > 0 && <span class="quiet">{ports.join(', ')}</span>}
              </li>
            ))}
          </ul>
        </>
      )}
      {neighbours.length > 0 && (
        <>
          <h3>{texts.nodeFacts.connected}</h3>
          <ul>
            {neighbours.slice(0, mostListed).map(({ link, from, other }) => (
              <li key={link.id}>
                {from && (
                  <>
                    <bdi>{from.title}</bdi> {texts.nodeFacts.to}{' '}
                  </>
                )}
                <button type="button" class="link" onClick={() => page.show(other.id)}>
                  <bdi>{fullNameOf(other)}</bdi>
                </button>{' '}
                <span class="quiet">{edgeTypeNames[link.type]}</span>
              </li>
            ))}
          </ul>
          {neighbours.length > mostListed && (
            <p class="quiet">{texts.nodeFacts.andMore(neighbours.length - mostListed)}</p>
          )}
        </>
      )}
    </aside>
  );
}

function Facts({ node }: { node: Node }) {
  const facts: readonly (readonly [name: string, value: string | null | undefined])[] =
    node.shape === 'box'
      ? [[texts.nodeFacts.content, node.fold?.summary]]
      : [
          [texts.nodeFacts.host, node.hostName],
          [texts.nodeFacts.address, node.address],
          [texts.nodeFacts.state, node.operStatus],
        ];
  const factsWithValue = facts.filter(([, value]) => value);
  if (factsWithValue.length === 0) return null;
  return (
    <dl>
      {factsWithValue.flatMap(([name, value]) => [
        <dt key={name}>{name}</dt>,
        <dd key={`${name} value`}>
          <bdi>{value}</bdi>
        </dd>,
      ])}
    </dl>
  );
}
