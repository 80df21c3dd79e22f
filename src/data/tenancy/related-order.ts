// Orders and groups rows by columns of a row that they refer to, such as a service's host. This reveals nothing hidden,
// because a caller may see every row to which a visible row refers.
import { columnsOf, relationsOf } from '../model/model-fields';
import { NetworkWindow } from '../sql/network-window';
import { AppError } from '../../errors';

type Args = Record<string, unknown>;

/**
 * Allows only columns of the row or of a to-one relation: ordering by a count or by rows of a list could reveal hidden
 * rows.
 */
export function assertSafeOrder(model: string, orderBy: unknown): void {
  for (const one of [orderBy].flat() as Args[])
    for (const [name, value] of Object.entries(one)) {
      if (columnsOf(model).has(name)) continue;
      const relation = relationsOf(model).get(name);
      const isSafe =
        relation !== undefined &&
        !relation.isList &&
        Object.keys(value as Args).every((column) => columnsOf(relation.model).has(column));
      if (!isSafe) throw new Error(`${model} cannot be ordered by ${name}`);
    }
}

/** Throws like `assertSafeOrder`, for the columns in the `by` of a groupBy: `column` or `relation.column`. */
export function assertSafeGroups(model: string, by: readonly string[]): void {
  for (const path of by) {
    const [first, second] = path.split('.') as [string, string?];
    assertSafeOrder(model, { [first]: second === undefined ? 'asc' : { [second]: 'asc' } });
  }
}

/**
 * Converts the arguments for Prisma. In an order by a related row, rows without one come last if ascending, first if
 * descending, as in PostgreSQL; other positions are refused.
 */
export function forPrisma(model: string, args: Args): Args {
  if (args.where && hasWindow(args.where)) throw new AppError('validation_invalid_format', { field: 'stale' });
  const translated: Args = { ...args };
  if (translated.orderBy)
    translated.orderBy = ([translated.orderBy].flat() as Args[]).map((one) =>
      Object.fromEntries(
        Object.entries(one).map(([name, value]) => [name, columnsOf(model).has(name) ? value : plain(value as Args)]),
      ),
    );
  if ((translated.by as string[] | undefined)?.some((path) => path.includes('.')))
    throw new AppError('validation_invalid_format', { field: 'by' });
  for (const key of ['include', 'select'] as const) {
    if (!translated[key]) continue;
    const entries = Object.entries(translated[key] as Args).map(([name, value]) => {
      const relation = relationsOf(model).get(name);
      return [name, relation && typeof value === 'object' ? forPrisma(relation.model, value as Args) : value];
    });
    translated[key] = Object.fromEntries(entries);
  }
  return translated;
}

/** Whether a condition uses a NetworkWindow, whose start differs by row. Prisma cannot express it. */
function hasWindow(value: unknown): boolean {
  if (value instanceof NetworkWindow) return true;
  if (typeof value !== 'object' || value === null || value instanceof Date) return false;
  return Object.values(value).some(hasWindow);
}

function plain(order: Args): Args {
  return Object.fromEntries(
    Object.entries(order).map(([column, value]) => {
      if (typeof value === 'string') return [column, value];
      const { sort, nulls } = value as { sort: string; nulls: string };
      if ((sort === 'asc') !== (nulls === 'last'))
        throw new AppError('validation_invalid_format', { field: 'orderBy' });
      return [column, sort];
    }),
  );
}
