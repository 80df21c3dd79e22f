// Restores deleted rows under new ids if their former ids are in use in another network or organization: a row with
// this id was moved to the other network, or a daemon or client has chosen the same id for a new row.
import { createHash, randomUUID } from 'node:crypto';
import { columnsOf, tableOf } from '../../../data/model/model-fields';
import { ask, liveTable, type Place } from './past-rows.sql';
import { idOf, rowKey, type Conflict, type ModelRow, type Row, type Writes } from './plan-writes';
import { referencesOf } from './restored-models';

/** New ids, by the key (`rowKey`) of the model and the former id. */
export type NewIds = ReadonlyMap<string, string>;

/**
 * Resolves with the keys of those rows whose id is in use. With `isElsewhere`, an id counts as used if a row of another
 * network or organization has it; otherwise, if a row of the same network or organization has it. Ids of merged hosts
 * do not count.
 */
export async function readTakenKeys(
  place: Place,
  rows: readonly ModelRow[],
  { isElsewhere }: { readonly isElsewhere: boolean },
): Promise<ReadonlySet<string>> {
  const takenKeys = new Set<string>();
  for (const [model, ofModel] of Map.groupBy(rows, (one) => one.model)) {
    const scope = columnsOf(model).has('networkId') ? 'network_id' : 'organization_id';
    const isMerged = `EXISTS (SELECT FROM host_merges m
      WHERE m.merged_host_id = restored.id AND m.network_id = restored.network_id)`;
    const text = `SELECT restored.id::text FROM jsonb_populate_recordset(NULL::${tableOf(model)}, $1::jsonb) restored
      JOIN ${liveTable(model)} r ON r.id = restored.id
      WHERE (r.${scope} IS DISTINCT FROM restored.${scope}) = $2 ${model === 'Host' ? `AND NOT ${isMerged}` : ''}`;
    const idRows = ofModel.map(({ row }) => ({ id: row.id, [scope]: row[scope] }));
    for (const { id } of await ask<{ id: string }>(place, text, [JSON.stringify(idRows), isElsewhere]))
      takenKeys.add(rowKey(model, id));
  }
  return takenKeys;
}

/**
 * Gives new ids to rows whose former id is in use in another network or organization. Resolves with the changed writes
 * and the new ids. A row that an earlier restore has already created under its new id is left out.
 */
export async function withFreeIds(place: Place, writes: Writes): Promise<{ writes: Writes; newIds: NewIds }> {
  const takenKeys = await readTakenKeys(place, writes.inserts, { isElsewhere: true });
  if (takenKeys.size === 0) return { writes, newIds: new Map() };
  const takenInserts = writes.inserts.filter(({ model, row }) => takenKeys.has(rowKey(model, row.id)));
  const successors = takenInserts.map(({ model, row }) => ({ model, row: { ...row, id: successorId(row) } }));
  const takenAgain = await readTakenKeys(place, successors, { isElsewhere: true });
  const newIds = new Map(
    takenInserts.map(({ model, row }) => {
      const newId = successorId(row);
      return [rowKey(model, row.id), takenAgain.has(rowKey(model, newId)) ? randomUUID() : newId];
    }),
  );
  const isRestored = await readTakenKeys(place, successors, { isElsewhere: false });
  const renamed = replaceIds(writes, newIds);
  const inserts = renamed.inserts.filter(({ model, row }) => !isRestored.has(rowKey(model, row.id)));
  return { writes: { ...renamed, inserts }, newIds };
}

/**
 * Returns the new id for a row. The id is the same each time, so that a second restore finds the row that the first
 * restore created.
 */
function successorId({ id, network_id, organization_id }: Row): string {
  const hash = createHash('sha256').update(JSON.stringify([network_id ?? organization_id, id]));
  // RFC 9562, section 5.8: a UUID of version 8 has bits of the application's choice.
  const digits = hash
    .digest('hex')
    .replace(/^(.{12})./, '$18')
    .replace(/^(.{16})./, '$18');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}

/** Returns the writes with new ids in the rows to insert, and in all references to these rows. */
export function replaceIds(writes: Writes, newIds: NewIds): Writes {
  const withReferences = (model: string, row: Row): Row => {
    const renamed = referencesOf(model).flatMap(({ column, model: other }) => {
      const newId = newIds.get(rowKey(other, row[column]));
      return newId === undefined ? [] : [[column, newId] as const];
    });
    return renamed.length > 0 ? { ...row, ...Object.fromEntries(renamed) } : row;
  };
  return {
    ...writes,
    inserts: writes.inserts.map(({ model, row }) => {
      const id = newIds.get(rowKey(model, row.id)) ?? idOf(row);
      return { model, row: { ...withReferences(model, row), id }, former: row };
    }),
    updates: writes.updates.map((one) => ({ ...one, past: withReferences(one.model, one.past), former: one.past })),
  };
}

/**
 * Returns the conflicts with former ids instead of new ids: if a restore is refused, the caller knows only the former
 * ids.
 */
export function nameFormerIds(conflicts: readonly Conflict[], newIds: NewIds): readonly Conflict[] {
  const formerIds = new Map([...newIds].map(([key, newId]) => [newId, key.slice(key.indexOf(' ') + 1)]));
  const formerId = (value: unknown) => formerIds.get(value as string) ?? value;
  return conflicts.map((one) => ({
    ...one,
    params: Object.fromEntries(Object.entries(one.params).map(([name, value]) => [name, formerId(value)])),
    ...(one.id === undefined ? {} : { id: formerId(one.id) as string }),
  }));
}
