// Connections (paged lists) of items that are not database rows, such as changes and revisions. Their cursors are
// opaque.
import { AppError } from '../../errors';
import { pageBounds, neighborPages, type ListArguments } from './page';

/** Parameters for reading one page of a sorted list. */
export interface PlainPage<Place> {
  /** The position of the item after which the page begins; undefined for the first page. */
  readonly beyond?: Place;
  readonly backwards: boolean;
  /** Number of items to read. It is one more than the page size, which shows whether items follow. */
  readonly take: number;
  readonly skip: number;
}

/**
 * Checks the page arguments. `parse` converts the values in a cursor to a position in the list, or returns undefined
 * for invalid values.
 */
export function plainPage<Place>(
  args: ListArguments,
  parse: (values: readonly unknown[]) => Place | undefined,
): PlainPage<Place> {
  const { size, backwards } = pageBounds(args);
  const cursor = args.after ?? args.before;
  const beyond = cursor == null ? undefined : placeIn(args.after != null ? 'after' : 'before', cursor, parse);
  return { ...(beyond !== undefined && { beyond }), backwards, take: size + 1, skip: args.offset ?? 0 };
}

function placeIn<Place>(field: string, cursor: string, parse: (values: readonly unknown[]) => Place | undefined) {
  let values: unknown;
  try {
    values = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    values = undefined;
  }
  const place = Array.isArray(values) ? parse(values as readonly unknown[]) : undefined;
  if (place === undefined) throw new AppError('validation_invalid_format', { field });
  return place;
}

/**
 * Builds the connection for the items of a page. `placeOf` returns the position of an item, which becomes its cursor.
 */
export function plainConnection<Row>(
  args: ListArguments,
  foundRows: readonly Row[],
  placeOf: (row: Row) => readonly unknown[],
) {
  const { size, backwards } = pageBounds(args);
  const hasMore = foundRows.length > size;
  const rows = !hasMore ? foundRows : backwards ? foundRows.slice(-size) : foundRows.slice(0, size);
  const edges = rows.map((node) => ({
    node,
    cursor: Buffer.from(JSON.stringify(placeOf(node))).toString('base64url'),
  }));
  return {
    edges,
    pageInfo: {
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
      ...neighborPages(args, hasMore),
    },
  };
}
