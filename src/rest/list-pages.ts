// Every row of a list, page by page: each page is read while the one before is written.
import { nextTurn, createRoom } from '../platform/threads/event-loop';
import type { GraphqlContext } from '../graphql/context';
import { ListWalk } from '../graphql/list-walk';
import type { CompiledOperation } from './documents/compiled-operation';
import type { GroupCounts } from './envelope';
import type { Variables } from './request-variables';
import { runOperation } from './run-operation';

/**
 * Rows read at a time. Few, so that they are gone before the garbage collector takes them for lasting, and that making their
 * answer does not keep others waiting.
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
 * Pages of whole lists that are made at a time: those that PostgreSQL answers at once are made in one turn of the event
 * loop, each taking some tens of milliseconds.
 */
const enterPage = createRoom(2);
/** For callers that hold a connection: waiting for others, who may wait for a connection, would deadlock. */
export const withoutWaiting: typeof enterPage = () => Promise.resolve(() => undefined);

/** The first page has the counts, if the document asks for them. Ending the loop early ends the reading. */
export async function* listPages(
  operation: CompiledOperation,
  variables: Variables,
  context: GraphqlContext,
  { offset = 0, most = Infinity, enter = enterPage }: { offset?: number; most?: number; enter?: typeof enterPage } = {},
): AsyncGenerator<ListData['page'], void, undefined> {
  // One id more than is wanted tells whether there are more.
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
    // A failing next page is met by the await below; until then it must not count as unhandled.
    following?.catch(() => undefined);
    // What is done with the rows takes as long again as making them.
    await nextTurn();
    // Of a page that was found all rows may be gone when they are read; the first tells of the list all the same.
    // What it says of pages to come then holds for the one before.
    if (isFirst || page.nodes.length > 0) yield (shownPage = page);
    else shownPage.pageInfo = page.pageInfo;
    isFirst = false;
    if (!following) return;
    page = await following;
  }
}
