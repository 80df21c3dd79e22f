// Reads all rows of a list page by page. Each page is read while the previous one is written.
import { nextTurn, createRoom } from '../platform/threads/event-loop';
import type { GraphqlContext } from '../graphql/context';
import { ListWalk } from '../graphql/list-walk';
import type { CompiledOperation } from './documents/compiled-operation';
import type { GroupCounts } from './envelope';
import type { Variables } from './request-variables';
import { runOperation } from './run-operation';

/**
 * Rows per page. A small page becomes garbage before the collector moves it to the old generation, and converting one
 * does not delay other requests.
 */
export const rowsPerPage = 100;

export interface ListData {
  page: {
    nodes: unknown[];
    totalCount?: number;
    groupCounts?: GroupCounts;
    pageInfo: { hasNextPage: boolean; endCursor: string | null };
  };
}

/**
 * At most two pages of whole lists are converted concurrently. Otherwise, pages that PostgreSQL returns together would
 * be converted in one turn of the event loop, each in tens of milliseconds.
 */
const enterPage = createRoom(2);
/**
 * For callers that hold a database connection. If they waited for a place, they could deadlock with callers that have a
 * place and wait for a connection.
 */
export const withoutWaiting: typeof enterPage = () => Promise.resolve(() => undefined);

/**
 * Yields the pages of a list. The first page has the counts, if the document selects them. Leaving the loop stops
 * reading.
 */
export async function* listPages(
  operation: CompiledOperation,
  variables: Variables,
  context: GraphqlContext,
  { offset = 0, most = Infinity, enter = enterPage }: { offset?: number; most?: number; enter?: typeof enterPage } = {},
): AsyncGenerator<ListData['page'], void, undefined> {
  // One more id than needed is requested. If it arrives, there are more rows.
  const walking = { ...context, walk: new ListWalk(most - rowsPerPage + 1) };
  let rowLimit = most;
  const read = async (place: Variables) => {
    const limit = Math.min(rowsPerPage, rowLimit);
    rowLimit -= limit;
    const leave = await enter();
    try {
      return (await runOperation<ListData>(operation, { ...variables, limit, ...place }, walking)).page;
    } finally {
      leave();
    }
  };
  let page = await read({ offset });
  let shownPage = page;
  let isFirst = true;
  for (;;) {
    const { hasNextPage, endCursor } = page.pageInfo;
    const goesOn = hasNextPage && rowLimit > 0;
    const following = goesOn ? read({ after: endCursor, with_total: false, with_groups: false }) : undefined;
    // The await below handles an error of the next page. Until then it must not count as unhandled.
    following?.catch(() => undefined);
    // Yields to other work, because processing the rows takes as long as converting them.
    await nextTurn();
    // All rows of a page may be deleted before they are read. An empty first page is still yielded, because it carries
    // the counts. An empty later page only replaces the `pageInfo` of the page before.
    if (isFirst || page.nodes.length > 0) yield (shownPage = page);
    else shownPage.pageInfo = page.pageInfo;
    isFirst = false;
    if (!following) return;
    page = await following;
  }
}
