// Applies changes to an inventory by row id. Unchanged lists stay the same objects.
import type { InventoryForwardingTable, InventoryInterface } from '../graph/inventory';
import { memoizeByIdentity } from '../graph/remembered';
import type { ListName, NetworkInventory } from './inventory-lists.sql';

export const listNames = [
  ...(['hosts', 'subnets', 'ipAddresses', 'interfaces', 'ports'] as const),
  ...(['bindings', 'services', 'groups', 'vlans', 'tags'] as const),
] satisfies readonly ListName[];

interface Row {
  readonly id: string;
}
/** A row's id with its present values; null if the row was deleted. */
export type PatchedRow<T extends Row = Row> = readonly [id: string, row: T | null];
/** The rows of each list that may have changed, ordered by id. */
export type InventoryPatch = Readonly<{ [L in ListName]: readonly PatchedRow<NetworkInventory[L][number]>[] }>;

const byRowId = ([a]: PatchedRow, [b]: PatchedRow): number => (a < b ? -1 : 1);

/** Combines two patches of an inventory. A row that both patches contain gets its values from the later patch. */
export function joinPatches(earlier: InventoryPatch, later: InventoryPatch): InventoryPatch {
  const joinedLists = listNames.map((list) => {
    const [was, is] = [earlier[list], later[list]] as readonly (readonly PatchedRow[])[] as [
      PatchedRow[],
      PatchedRow[],
    ];
    if (is.length === 0) return [list, was];
    return [list, [...new Map([...was, ...is])].sort(byRowId)];
  });
  return Object.fromEntries(joinedLists) as InventoryPatch;
}

export const sizeOfPatch = (patch: InventoryPatch): number =>
  listNames.reduce((sum, list) => sum + patch[list].length, 0);

/** The lists that a patch changes, each as JSON. Lists without changes are missing. */
export const patchTexts = (patch: InventoryPatch): PatchTexts =>
  Object.fromEntries(
    listNames.flatMap((list) => (patch[list].length === 0 ? [] : [[list, JSON.stringify(patch[list])]])),
  );
export type PatchTexts = Readonly<Partial<Record<ListName, string>>>;

/** Applies changes to rows; both lists are ordered by id. */
export function patchRows<T extends Row>(rows: readonly T[], changes: readonly PatchedRow<T>[]): readonly T[] {
  if (changes.length === 0) return rows;
  const patchedRows: T[] = [];
  let next = 0;
  for (const row of rows) {
    for (; next < changes.length && changes[next]![0] < row.id; next += 1) add(changes[next]![1]);
    if (next < changes.length && changes[next]![0] === row.id) {
      add(changes[next]![1]);
      next += 1;
    } else patchedRows.push(row);
  }
  for (; next < changes.length; next += 1) add(changes[next]![1]);
  return patchedRows;

  function add(row: T | null): void {
    if (row) patchedRows.push(row);
  }
}

const hasReading = ({ readAt, runId }: InventoryForwardingTable): boolean => readAt !== null || runId !== null;
const withoutReading = memoizeByIdentity((row: InventoryInterface, learned: InventoryForwardingTable) => ({
  ...row,
  learned: { ...learned, readAt: null, runId: null },
}));
/**
 * The interfaces as read for a past instant: without the times and the discovery runs of their forwarding tables, which
 * have no history. Returns the same objects for the same interfaces, because unchanged objects need not be compared or
 * drawn again.
 */
export const pastInterfaces = memoizeByIdentity((rows: readonly InventoryInterface[]): readonly InventoryInterface[] =>
  rows.map((row) => (row.learned && hasReading(row.learned) ? withoutReading(row, row.learned) : row)),
);
