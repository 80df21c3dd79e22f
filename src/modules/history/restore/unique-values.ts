// Finds the rows that must get a temporary value first, because a row of the same restore gets their unique value.
import { rowKey, type ColumnsBack } from './plan-writes';
import { isParkable, uniqueKeys } from './restored-models';

/** An existing row with the same unique value (name, number or IP address) as a row to restore. */
export interface Holder {
  readonly model: string;
  /** Id of the row to restore. */
  readonly id: string;
  /** Id of the existing row, which has the value; null if the viewer may not read this row. */
  readonly holderId: string | null;
  /**
   * The field with the unique value, and the value. Both are absent for two bindings that exclude each other but are
   * not equal.
   */
  readonly field?: string;
  readonly value?: unknown;
}
/** A row to update whose present unique value another row of the same restore gets. */
export interface Parked {
  readonly model: string;
  readonly id: string;
  readonly column: string;
}
/**
 * Returns the rows to update that must get a temporary value first, because another row of the same restore gets their
 * present unique value. For example, two VLANs exchange their numbers.
 */
export function findParked(updates: readonly ColumnsBack[], holders: readonly Holder[]): Parked[] {
  const byKey = new Map(updates.map((one) => [rowKey(one.model, one.present.id), one]));
  const parked = new Map<string, Parked>();
  for (const { model, field, holderId } of holders) {
    const update = byKey.get(rowKey(model, holderId));
    const key = uniqueKeys.find((one) => one.model === model && one.field === field);
    const column = key?.columns.find((name) => update?.columns.includes(name) && isParkable(model, name));
    if (holderId !== null && column !== undefined)
      parked.set(`${rowKey(model, holderId)} ${column}`, { model, id: holderId, column });
  }
  return [...parked.values()];
}
