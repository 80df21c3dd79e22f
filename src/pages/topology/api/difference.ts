// Reads the difference between two instants of a graph, page by page.
import { PageDifferenceDocument, type PageDifferenceQueryVariables } from '../../../generated/page-operations';
import { foldedChanges, type AnsweredChange, type Difference } from '../graph/difference';
import { ask } from '../../kit/ask-as-of';

/**
 * Maximum number of pages of changes that are requested: a thousand nodes and a thousand links. Users could not read a
 * longer list.
 */
const mostPages = 10;

export async function askDifference(
  graph: Pick<PageDifferenceQueryVariables, 'id' | 'view' | 'detail' | 'optionalEdgeTypes'>,
  period: { readonly from: string; readonly to: string | null },
  signal: AbortSignal,
): Promise<Difference> {
  const nodes: AnsweredChange[] = [];
  const links: AnsweredChange[] = [];
  let cursors: { nodesAfter?: string | null; edgesAfter?: string | null } = {};
  let { to } = period;
  for (let page = 1; ; page += 1) {
    const variables = { ...graph, from: period.from, to, ...cursors };
    const { topologyDiff: answer } = await ask(PageDifferenceDocument, variables, { signal });
    nodes.push(...answer.nodes.nodes);
    links.push(...answer.edges.nodes);
    const hasMore = answer.nodes.pageInfo.hasNextPage || answer.edges.pageInfo.hasNextPage;
    if (hasMore && page < mostPages) {
      // The requests for the next pages name the later instant of the first answer. So all pages belong to the same
      // difference, even if the network changes meanwhile.
      to = answer.to;
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
