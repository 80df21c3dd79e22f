// What a node is joined with, by every kind of edge that the view has, drawn or not.
import { useEffect, useState } from 'preact/hooks';
import { PageNodeNeighboursDocument, type PageNodeNeighboursQuery } from '../../../generated/page-operations';
import { ask } from '../api/ask';
import { edgeTypeNames, fullNameOf } from '../graph/texts';
import { usePage, usePageState } from './use-page';

type Neighbourhood = PageNodeNeighboursQuery['topology']['graph']['neighbours'];
const most = 60;

export function Neighbours({ id }: { id: string }) {
  const page = usePage();
  const { picture } = usePageState();
  const [found, setFound] = useState<Neighbourhood>();
  const [problem, setProblem] = useState('');
  useEffect(() => {
    let isCurrent = true;
    ask(PageNodeNeighboursDocument, { ...page.scene().graph, of: id }, { at: page.instantOf(id) }).then(
      ({ topology }) => isCurrent && setFound(topology.graph.neighbours),
      (error: unknown) => isCurrent && setProblem(page.wordsFor(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [id]);
  if (problem) return <p class="problem">{problem}</p>;
  if (!found || !picture) return null;
  const own = ownIds(id, found, picture.nodes);
  const joined = found.edges.flatMap((edge) => {
    const other = own.has(edge.source) ? edge.target : edge.source;
    const node = picture.nodes.get(other);
    return node ? [{ edge, node }] : [];
  });
  return (
    <section>
      <h3>Joined with ({joined.length})</h3>
      <ul class="answers">
        {joined.slice(0, most).map(({ edge, node }) => (
          <li key={edge.id}>
            <button
              type="button"
              class="link"
              onClick={() => {
                page.go({ selected: node.id });
                page.reveal(node.id);
              }}
            >
              {fullNameOf(node)}
            </button>{' '}
            <span class="quiet">
              {edgeTypeNames[edge.edgeType]}
              {edge.label ? `: ${edge.label}` : ''}
            </span>
          </li>
        ))}
      </ul>
      {joined.length > most && <p class="quiet">and {joined.length - most} more</p>}
    </section>
  );
}

/** The node and what is in it: edges of a box's elements are its own. */
function ownIds(
  id: string,
  { nodes }: Neighbourhood,
  all: ReadonlyMap<string, { readonly parentId: string | null }>,
): ReadonlySet<string> {
  const isInside = (inner: string): boolean => {
    for (let at: string | null = inner; at !== null; at = all.get(at)?.parentId ?? null) if (at === id) return true;
    return false;
  };
  return new Set([id, ...nodes.map((node) => node.id).filter(isInside)]);
}
