// Lists the neighbours of a node by all types of edges in the view, whether drawn or hidden.
import { useEffect, useState } from 'preact/hooks';
import { PageNodeNeighborsDocument, type PageNodeNeighborsQuery } from '../../../../generated/page-operations';
import { ask } from '../../../kit/ask-as-of';
import { afterPaint } from '../../../kit/timing';
import { findSelectedLinks } from '../../graph/lines';
import { mostLines } from '../../state/place';
import { fullNameOf } from '../../graph/texts';
import { ownNameOfNode } from '../../../../modules/topology/graph/ports/port-name';
import { lineHeading } from './line-heading';
import { joinedNodes } from './joined-nodes';
import { usePage, usePageState } from '../use-page';
import { texts } from './texts';

type Neighborhood = NonNullable<PageNodeNeighborsQuery['topology']>['graph']['neighbors'];
const most = 60;

export function Neighbours({ id }: { id: string }) {
  const page = usePage();
  const { picture } = usePageState();
  const [neighborhood, setNeighborhood] = useState<Neighborhood>();
  const [problem, setProblem] = useState('');
  useEffect(() => {
    let isCurrent = true;
    ask(PageNodeNeighborsDocument, { ...page.scene().graph, of: id }, { at: page.instantOf(id) }).then(
      ({ topology }) => isCurrent && setNeighborhood(topology.graph.neighbors),
      (error: unknown) => isCurrent && setProblem(page.wordsFor(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [id]);
  if (problem) return <p class="problem">{problem}</p>;
  if (!neighborhood || !picture) return null;
  const nameOf = (node: Neighborhood['nodes'][number]) => {
    const drawnNode = picture.nodes.get(node.id);
    if (drawnNode) return fullNameOf(drawnNode);
    const host = 'host' in node ? node.host?.displayName : undefined;
    return [...new Set([ownNameOfNode(node), host])].filter(Boolean).join(' on ') || texts.neighbours.unnamed;
  };
  const neighbours = joinedNodes(neighborhood, id, picture);
  const folded = [...new Set(neighbours.slice(0, most).map(({ node }) => node.id))].filter(
    (one) => !picture.nodes.has(one),
  );
  return (
    <section>
      <h3>{texts.neighbours.joinedWith(neighbours.length)}</h3>
      {folded.length > 0 && (
        <button type="button" onClick={() => page.bring(folded)}>
          {texts.neighbours.showThatFolded(folded.length)}
        </button>
      )}
      <ul class="answers">
        {neighbours.slice(0, most).map(({ key, node, words, edgeIds }) => (
          <li key={key}>
            <button
              type="button"
              class="link"
              onClick={() => {
                page.show(node.id);
              }}
            >
              {nameOf(node)}
            </button>{' '}
            <span class="quiet">{words}</span> <LineButton edgeIds={edgeIds} name={nameOf(node)} />
          </li>
        ))}
      </ul>
      {neighbours.length > most && <p class="quiet">{texts.neighbours.andMore(neighbours.length - most)}</p>}
    </section>
  );
}

/** A button that selects the line to a neighbour, if it is drawn, so that the keyboard reaches each line. */
function LineButton({ edgeIds, name }: { edgeIds: readonly string[]; name: string }) {
  const page = usePage();
  const { drawing } = usePageState();
  const selection = findSelectedLinks(drawing?.visible.lines ?? [], edgeIds);
  if (!selection) return null;
  return (
    <button
      type="button"
      class="link"
      aria-label={texts.neighbours.lineTo(name)}
      onClick={() => {
        page.go({ lines: edgeIds.slice(0, mostLines) });
        // The details with this button are replaced by those of the line.
        afterPaint(() => document.getElementById(lineHeading)?.focus({ preventScroll: true }));
      }}
    >
      {texts.neighbours.line}
    </button>
  );
}
