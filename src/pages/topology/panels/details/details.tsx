// Details of the selected node: its row, its host, and its links.
import type { Node } from '../../graph/picture';
import { failingIdOf, headingOf, kindAndAliasOf } from '../../graph/texts';
import { usePage, usePageState } from '../use-page';
import { ShortAnswers } from '../questions/questions';
import { isId } from '../../state/place';
import { currentTopology } from '../../state/store';
import { closeDetails } from './closing';
import { ServiceFacts, SubnetFacts, type Facts } from './facts';
import { Heading } from './heading';
import { HiddenRow } from './hidden-row';
import { HostFacts } from './host-facts';
import { HostLocation } from './host-location';
import { Identity } from './identity';
import { Links } from './links';
import { Neighbours } from './neighbours';
import { NodeQuestions } from './node-questions';
import { PortFacts } from './port-facts';
import { useFacts } from './use-facts';
import { texts } from './texts';

export function Details({ id }: { id: string }) {
  const page = usePage();
  const { picture, drawing, version } = usePageState();
  const node = picture?.nodes.get(id);
  const { facts, problem } = useFacts(id, node);
  if (!drawing) return null;
  // If the id is a UUID, it may belong to a row that is hidden in the drawing. Another id comes from a mistyped URL.
  if (!node) return page.scene().at === null && isId(id) ? <HiddenRow key={id} id={id} /> : null;
  const absence = page.absenceOf(id);
  return (
    <aside class="details" aria-label={texts.details.details} aria-busy={facts === undefined}>
      <div class="title">
        <div>
          <span class="quiet">
            {kindAndAliasOf(node)}
            {absence && `, ${absence}`}
          </span>
          <Heading id={id} title={headingOf(node)} />
        </div>
        <button
          type="button"
          class="plain icon"
          aria-label={texts.details.closeDetails}
          onClick={() => closeDetails(page)}
        >
          ✕
        </button>
      </div>
      <NodeQuestions node={node} />
      <ShortAnswers nodeIds={[id, failingIdOf(node)]} />
      {facts && <InventoryLink facts={facts} />}
      {problem && <p class="problem">{problem}</p>}
      <FoldFacts node={node} />
      {node.kind === 'UnlocatedMachines' && <WhyUnlocated />}
      {facts?.service && <ServiceFacts service={facts.service} />}
      {facts?.port && <PortFacts port={facts.port} at={page.instantOf(id)} />}
      {facts?.port && page.instantOf(id) === null && !absence && <Links key={facts.port.id} portId={facts.port.id} />}
      {facts?.subnet && <SubnetFacts subnet={facts.subnet} />}
      {facts?.host && !facts.port && <HostLocation key={facts.host.id} host={facts.host} at={page.instantOf(id)} />}
      {facts?.host && (
        <HostFacts
          host={facts.host}
          virtualMachines={facts.virtualMachines}
          isPart={node.shape === 'item' && node.kind !== 'Host'}
        />
      )}
      {facts?.host && page.instantOf(id) === null && !absence && (
        <Identity key={facts.host.id} hostId={facts.host.id} />
      )}
      <Neighbours key={`${id} ${version}`} id={id} />
    </aside>
  );
}

function InventoryLink({ facts }: { facts: Facts }) {
  const page = usePage();
  const networkId = currentTopology(usePageState())?.networkId;
  const rows = [
    ['services', facts.service],
    ['interfaces', facts.port],
    ['subnets', facts.subnet],
    ['hosts', facts.host],
  ] as const;
  const [list, row] = rows.find(([, one]) => one) ?? [];
  if (!list || !row || networkId === undefined) return null;
  const { at } = page.scene();
  return (
    <p>
      <a href={`/inventory/${networkId}/${list}/${row.id}${at === null ? '' : `?at=${encodeURIComponent(at)}`}`}>
        {texts.details.openInTheInventory}
      </a>
    </p>
  );
}

function FoldFacts({ node }: { node: Node }) {
  const page = usePage();
  const { picture, difference } = usePageState();
  const fold = node.shape === 'box' && node.kind === 'Fold' ? node.fold : null;
  const parent = node.parentId === null ? undefined : picture?.nodes.get(node.parentId);
  return (
    <>
      {fold && (
        <p>
          {fold.summary}. {fold.reason}
          {difference?.folded.nodes.has(node.id) && texts.details.changesInside(difference.folded.nodes.get(node.id))}
        </p>
      )}
      {parent?.shape === 'box' && parent.kind === 'Fold' && (
        <p class="quiet">
          {texts.details.in}{' '}
          <button type="button" class="link" onClick={() => page.show(parent.id)}>
            {parent.title}
          </button>
        </p>
      )}
    </>
  );
}

const WhyUnlocated = () => <p>{texts.details.noCableToThese}</p>;
