// Connections of items that are no rows of the data model (changes, revisions): pages by opaque cursors that only the list understands.
import { AppError } from '../../errors';
import { pageOf, pagesBeside, type ListArguments } from './list';

/** What a page of a total order is read by. */
export interface PlainPage<Place> {
  /** The place to go on from. */
  readonly beyond?: Place;
  readonly backwards: boolean;
  /** One more than the page has, to know whether there is more. */
  readonly take: number;
  readonly skip: number;
}

/** Checks page arguments; `parse` gives the place that a cursor's values encode, undefined for none. */
export function plainPage<Place>(
  args: ListArguments,
  parse: (values: readonly unknown[]) => Place | undefined,
): PlainPage<Place> {
  const { size, backwards } = pageOf(args);
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

/** The connection of the page's items, in the order of the list; `placeOf` gives the values of a cursor. */
export function plainConnection<Row>(
  args: ListArguments,
  found: readonly Row[],
  placeOf: (row: Row) => readonly unknown[],
) {
  const { size, backwards } = pageOf(args);
  const hasMore = found.length > size;
  const rows = !hasMore ? found : backwards ? found.slice(-size) : found.slice(0, size);
  const edges = rows.map((node) => ({
    node,
    cursor: Buffer.from(JSON.stringify(placeOf(node))).toString('base64url'),
  }));
  return {
    edges,
    pageInfo: {
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
      ...pagesBeside(args, hasMore),
    },
  };
}
