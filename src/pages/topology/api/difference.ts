// Reads, page by page, how a topology graph differs between two instants, or how hypothetical changes would alter it.
import {
  PageDifferenceDocument,
  PageSupposedDifferenceDocument,
  type PageDifferencePageFragment,
  type PageDifferenceQueryVariables,
  type PageSupposedDifferenceQueryVariables,
} from '../../../generated/page-operations';
import { foldedChanges, type AnsweredChange, type Difference } from '../graph/difference';
import { ask } from '../../kit/ask-as-of';

/** Maximum number of requested pages, a thousand nodes and links each in total: nobody could read a longer list. */
const mostPages = 10;

type Graph = Pick<PageDifferenceQueryVariables, 'id' | 'view' | 'detail' | 'optionalEdgeTypes'>;
type Cursors = Pick<PageDifferenceQueryVariables, 'nodesAfter' | 'edgesAfter'>;

export function askDifference(
  graph: Graph,
  period: { readonly from: string; readonly to: string | null },
  signal: AbortSignal,
): Promise<Difference> {
  let { to } = period;
  return readPages(async (cursors) => {
    const variables = { ...graph, from: period.from, to, ...cursors };
    const { topologyDiff } = await ask(PageDifferenceDocument, variables, { signal });
    // If the difference ends "now", the first response says when that was. The next pages use this instant, so that all
    // pages agree even if the network changes meanwhile.
    ({ to } = topologyDiff);
    return topologyDiff;
  }) as Promise<Difference>;
}

/** How the changes of a what-if question alter the graph; undefined if one of them is impossible. */
export const askSupposedDifference = (
  graph: Graph & Pick<PageSupposedDifferenceQueryVariables, 'changes'>,
  at: string | null,
  signal: AbortSignal,
): Promise<Difference | undefined> =>
  readPages(async (cursors) => {
    const answer = await ask(PageSupposedDifferenceDocument, { ...graph, ...cursors }, { at, signal });
    return answer.topology.whatIf.diff;
  });

async function readPages(
  askPage: (cursors: Cursors) => Promise<PageDifferencePageFragment | null>,
): Promise<Difference | undefined> {
  const nodes: AnsweredChange[] = [];
  const links: AnsweredChange[] = [];
  let cursors: Cursors = {};
  for (let page = 1; ; page += 1) {
    const answer = await askPage(cursors);
    if (!answer) return undefined;
    nodes.push(...answer.nodes.nodes);
    links.push(...answer.edges.nodes);
    const hasMore = answer.nodes.pageInfo.hasNextPage || answer.edges.pageInfo.hasNextPage;
    if (hasMore && page < mostPages) {
      cursors = {
        nodesAfter: answer.nodes.pageInfo.endCursor ?? cursors.nodesAfter,
        edgesAfter: answer.edges.pageInfo.endCursor ?? cursors.edgesAfter,
      };
      continue;
    }
    const changes: readonly AnsweredChange[] = [...nodes, ...links];
    const { nodeCounts, edgeCounts } = answer;
    return {
      from: answer.from,
      to: answer.to,
      changes,
      typeOf: new Map(changes.map(({ id, changeType }) => [id, changeType])),
      counts: {
        Added: nodeCounts.added + edgeCounts.added,
        Removed: nodeCounts.removed + edgeCounts.removed,
        Changed: nodeCounts.changed + edgeCounts.changed,
      },
      folded: foldedChanges(answer.folded),
      isComplete: !hasMore,
    };
  }
}
