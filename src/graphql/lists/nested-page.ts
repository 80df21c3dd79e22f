// Pages of lists below a row. Their cursors contain order values, as in root lists, so that a page can begin after a
// row that was deleted meanwhile.
import { Edge, keysetOrderBy, valuesOfCursor, whereBeyond, type SortKey } from './keyset';
import { selectFields } from './order-fields';
import { neighborPages, pageBounds, type ListArguments } from './page';

type Row = Record<string, unknown>;
/** Adds what a document selects on the paths below a field to a Prisma query. */
export type NestedQuery = (query: object, include: { getType: () => string; paths: { name: string }[][] }) => object;

/** The paths from a connection to its rows. */
export const nodePaths = [[{ name: 'nodes' }], [{ name: 'edges' }, { name: 'node' }]];

/** Whether only the total count of a connection is requested, so that no rows need to be read. */
export const isCountOnly = (names: ReadonlySet<string>): boolean =>
  names.has('totalCount') && [...names].every((name) => name === 'totalCount' || name === '__typename');

/**
 * The Prisma arguments of a page of related rows. They read one row more than the page has, which shows whether rows
 * follow. Throws 400 for invalid page arguments.
 */
export function nestedPage(args: ListArguments, order: readonly SortKey[], where?: object) {
  const { size, backwards } = pageBounds(args);
  const cursor = args.after ?? args.before;
  const cursorField = args.after != null ? 'after' : 'before';
  const beyond = cursor == null ? undefined : whereBeyond(order, valuesOfCursor(cursorField, order, cursor), backwards);
  const conditions = [where, beyond].filter((condition) => condition !== undefined);
  return {
    ...(conditions.length > 0 && { where: conditions.length > 1 ? { AND: conditions } : conditions[0]! }),
    orderBy: keysetOrderBy(order, false),
    take: backwards ? -(size + 1) : size + 1,
    ...(args.offset ? { skip: args.offset } : {}),
    select: selectFields(order.map(({ field }) => field)),
  };
}

/** Builds the connection from the rows that were read with `nestedPage`. `nodeOf` returns the node of a row. */
export function nestedConnection(
  args: ListArguments,
  readRows: readonly Row[],
  order: readonly SortKey[],
  totalCount: number | undefined,
  nodeOf: (row: Row) => unknown = (row) => row,
) {
  const { size, backwards } = pageBounds(args);
  const hasMore = readRows.length > size;
  const rows = !hasMore ? readRows : backwards ? readRows.slice(1) : readRows.slice(0, size);
  const edges = rows.map((row) => new Edge(nodeOf(row), row, order));
  return {
    edges,
    totalCount,
    pageInfo: {
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
      ...neighborPages(args, hasMore),
    },
  };
}
