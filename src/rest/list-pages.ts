// Reads all rows of a list page by page. A page is read while the previous page is written.
import { nextTurn, createRoom } from '../platform/threads/event-loop';
import type { GraphqlContext } from '../graphql/context';
import { ListWalk } from '../graphql/list-walk';
import type { CompiledOperation } from './documents/compiled-operation';
import type { GroupCounts } from './envelope';
import type { Variables } from './request-variables';
import { runOperation } from './run-operation';

/**
 * Number of rows per page. A small page becomes garbage before the collector moves it to the old generation, and
 * converting a small page does not delay other requests.
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
 * At most two pages are converted from PostgreSQL's texts at the same time, each of which takes tens of milliseconds.
 * Otherwise, pages that arrive together would block the event loop.
 */
export const enterPage = createRoom(2);
/**
 * Replaces `enterPage` without waiting, for callers that hold a database connection: if they waited for a slot, they
 * could deadlock with callers that have a slot and wait for a connection.
 */
export const withoutWaiting: typeof enterPage = () => Promise.resolve(() => undefined);

interface ReadPages {
  readonly offset?: number;
  /** Maximum number of rows; all rows if omitted. */
  readonly most?: number;
  readonly enter?: typeof enterPage;
  /** Called for each page that was read. The slot of `enter` stays occupied until the returned promise settles. */
  readonly onRead?: (page: ListData['page']) => Promise<void>;
}

/**
 * Yields the pages of a list. The first page has the counts, if the document selects them. If the consumer leaves its
 * loop, reading stops.
 */
export async function* listPages(
  operation: CompiledOperation,
  variables: Variables,
  context: GraphqlContext,
  { offset = 0, most = Infinity, enter = enterPage, onRead }: ReadPages = {},
): AsyncGenerator<ListData['page'], void, undefined> {
  // One more id than necessary is requested. If that id arrives, more rows follow.
  const walking = { ...context, walk: new ListWalk(most - rowsPerPage + 1) };
  let rowLimit = most;
  const read = async (place: Variables) => {
    const limit = Math.min(rowsPerPage, rowLimit);
    rowLimit -= limit;
    const leave = await enter();
    try {
      const { page } = await runOperation<ListData>(operation, { ...variables, limit, ...place }, walking);
      await onRead?.(page);
      return page;
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
    // An error of the next page is handled where it is awaited below. Until then it must not count as an unhandled
    // rejection.
    following?.catch(() => undefined);
    // Other work of the event loop runs first, because processing the rows takes as long as converting them.
    await nextTurn();
    // A page is empty if its rows were deleted before they were read. An empty first page is needed for the counts. An
    // empty later page only shows that the page before was the last one.
    if (isFirst || page.nodes.length > 0) yield (shownPage = page);
    else shownPage.pageInfo = page.pageInfo;
    isFirst = false;
    if (!following) return;
    page = await following;
  }
}
