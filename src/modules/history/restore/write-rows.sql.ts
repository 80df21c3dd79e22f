// Writes restored rows. SQL copies the values from past states within the database, so that no value is rounded or
// converted.
import { columnsOf, tableOf } from '../../../data/model/model-fields';
import { constraintError } from '../../../data/tenancy/constraints';
import { executeSql, tenantSafeSql } from '../../../data/tenancy/tenant-sql';
import { userOf } from '../../../data/tenancy/viewer';
import { historiedKind } from '../kinds';
import { stateSql, type State } from '../states.sql';
import { ask, readableSql, readerUse, readerValues, type Place } from './past-rows.sql';
import { idOf, type ColumnsBack, type ModelRow, type Row } from './plan-writes';
import {
  insertedColumns,
  isDerived,
  isLink,
  linkModels,
  referencesOf,
  restoredKinds,
  restoredModels,
} from './restored-models';
import { parkValue } from './park-values.sql';
import type { Insert, SettledWrites } from './settle-writes';

/**
 * Runs a statement that writes rows of the model. If the rows violate a constraint, throws the API's error for this
 * constraint.
 */
async function send(
  { tx, viewer }: Place,
  { model, isDelete = false }: { readonly model: string; readonly isDelete?: boolean },
  text: string,
  values: readonly unknown[],
): Promise<void> {
  try {
    await executeSql(tx, tenantSafeSql(viewer, { text, values: [...values] }));
  } catch (error) {
    throw constraintError(error, { model, ...(isDelete ? { where: {} } : { data: {} }) }) ?? error;
  }
}

const past = (model: string): string => `${tableOf(model)}_revisions`;
/** SQL for `given`, the past states to copy, each with the columns to copy. They are the statement's parameter $4. */
const statesSql = `jsonb_to_recordset($4::jsonb) AS given
  (id uuid, former_id uuid, new_ids jsonb, valid_from timestamptz, columns text[])`;
/** SQL condition: `r` is the past state that an element of `given` describes by its id and begin. */
const isGiven = 'r.id = given.former_id AND r.valid_from = given.valid_from';

/** Columns with ids of rows that a restore may create again under new ids. */
const idColumns = (model: string): ReadonlySet<string> =>
  new Set(['id', ...referencesOf(model).map(({ column }) => column)]);

function givenState(model: string, row: Row, formerRow: Row, columns: readonly string[]) {
  const newIds = [...idColumns(model)].filter((name) => row[name] !== formerRow[name]).map((name) => [name, row[name]]);
  return {
    ...{ id: row.id, former_id: formerRow.id, valid_from: formerRow.valid_from, columns },
    new_ids: Object.fromEntries(newIds) as Row,
  };
}

/** SQL for the value that a column gets: its past value, or the new id that replaces a former id. */
const pastValue = (model: string, column: string): string =>
  idColumns(model).has(column) ? `coalesce((given.new_ids->>'${column}')::uuid, r.${column})` : `r.${column}`;

/** Deletes, inserts and updates rows, in an order in which all references can be resolved. */
export async function writeRows(place: Place, { inserts, updates, deletes, parked }: SettledWrites): Promise<void> {
  // Rows are deleted first, because that frees unique keys for the other rows.
  for (const model of [...linkModels, ...[...restoredKinds].reverse()])
    await deleteRows(
      place,
      model,
      deletes.filter((one) => one.model === model),
    );
  for (const one of parked) await parkValue(place, one);
  for (const model of restoredKinds)
    await insertRows(
      place,
      model,
      inserts.filter((one) => one.model === model),
    );
  const later = inserts
    .filter((one) => one.later.length > 0)
    .map(({ model, row, former, later: columns }) => ({ model, past: row, former, present: row, columns }));
  for (const model of restoredKinds)
    await updateRows(
      place,
      model,
      [...later, ...updates].filter((one) => one.model === model),
    );
  for (const model of restoredModels.filter((one) => isLink(one) || isDerived(one)))
    await insertRows(
      place,
      model,
      inserts.filter((one) => one.model === model),
    );
}

async function deleteRows(place: Place, model: string, rows: readonly ModelRow[]): Promise<void> {
  if (rows.length === 0) return;
  const text = `DELETE FROM ${tableOf(model)} r WHERE r.id = ANY($4::uuid[]) AND ${readableSql(model)} AND ${readerUse}`;
  await send(place, { model, isDelete: true }, text, [...readerValues(place.viewer), rows.map(({ row }) => idOf(row))]);
}

const nullableColumns = (model: string): ReadonlySet<string> =>
  new Set([...columnsOf(model).values()].filter(({ isNullable }) => isNullable).map(({ sqlName }) => sqlName));

/**
 * SQL for the present prefix of an IP address's subnet. The row of an IP address has a copy of this prefix, which may
 * be outdated in a past state.
 */
const subnetCidr = (model: string): string =>
  `(SELECT s.cidr FROM subnets s WHERE s.id = ${pastValue(model, 'subnet_id')} AND s.network_id = r.network_id)`;

async function insertRows(place: Place, model: string, rows: readonly Insert[]): Promise<void> {
  if (rows.length === 0) return;
  const columns = insertedColumns(model);
  const nullable = nullableColumns(model);
  const values = columns.map((name) => {
    if (name === 'subnet_cidr') return subnetCidr(model);
    const value = pastValue(model, name);
    return nullable.has(name) ? `CASE WHEN '${name}' <> ALL(given.columns) THEN ${value} END` : value;
  });
  const text = `INSERT INTO ${tableOf(model)} (${columns.join(', ')})
    SELECT ${values.join(', ')} FROM ${statesSql}
    JOIN ${past(model)} r ON ${isGiven}
    WHERE ${readableSql(model)} AND ${readerUse} ORDER BY r.id${isDerived(model) ? ' ON CONFLICT DO NOTHING' : ''}`;
  const states = rows.map(({ row, former, emptied, later }) =>
    givenState(model, row, former ?? row, [...emptied, ...later]),
  );
  await send(place, { model }, text, [...readerValues(place.viewer), JSON.stringify(states)]);
}

async function updateRows(place: Place, model: string, rows: readonly ColumnsBack[]): Promise<void> {
  if (rows.length === 0) return;
  const names = [...new Set(rows.flatMap(({ columns }) => columns))];
  const set = names.map(
    (name) =>
      `${name} = CASE WHEN '${name}' = ANY(given.columns) THEN ${pastValue(model, name)} ELSE stored.${name} END`,
  );
  if (names.includes('subnet_id'))
    set.push(
      `subnet_cidr = CASE WHEN 'subnet_id' = ANY(given.columns) THEN ${subnetCidr(model)} ELSE stored.subnet_cidr END`,
    );
  const text = `UPDATE ${tableOf(model)} stored SET ${set.join(', ')}, updated_at = clock_timestamp()
    FROM ${statesSql} JOIN ${past(model)} r ON ${isGiven}
    WHERE stored.id = given.id AND ${readableSql(model, 'stored')} AND ${readerUse}`;
  const states = rows.map(({ past: row, former, columns }) => givenState(model, row, former ?? row, columns));
  await send(place, { model }, text, [...readerValues(place.viewer), JSON.stringify(states)]);
}

/**
 * Resolves with the present states of rows of one kind, by id. A state has the same fields as the states in a row's
 * history.
 */
export async function shownStates(
  place: Place,
  model: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, State>> {
  const kind = historiedKind(model);
  const state = stateSql(kind, {
    id: 'entity.id',
    instant: `'infinity'::timestamptz`,
    scope: '$2::uuid[]',
    isNamed: true,
  });
  const scope =
    kind.scope === 'organization_id'
      ? [place.viewer.organizationId]
      : [...place.viewer.networkIds, userOf(place.viewer).userId];
  const text = `SELECT entity.id::text, ${state} AS state FROM unnest($1::uuid[]) entity (id)`;
  const rows = await ask<{ id: string; state: State | null }>(place, text, [[...ids], scope]);
  return new Map(rows.flatMap(({ id, state: one }) => (one ? [[id, one] as const] : [])));
}
