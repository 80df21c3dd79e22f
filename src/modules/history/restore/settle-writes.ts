// Settles planned writes. A row that cannot be written becomes a conflict. A deleted row is omitted if it would have
// ended meanwhile even without its deletion. A pure function.
import { assertInsideNetwork } from '../../../platform/text/addresses';
import { AppError } from '../../../errors';
import { entityName } from '../../../data/tenancy/visible-rows';
import {
  createConflict,
  idOf,
  rowKey,
  type ColumnsBack,
  type Conflict,
  type ModelRow,
  type PresentRows,
  type Row,
  type Writes,
} from './plan-writes';
import { crowdedConflicts, type ListCount } from './list-growth';
import { isDerived, isLink, ownerOfLink, referencesOf, type Reference } from './restored-models';

/** An existing row that has a unique value (name, number or address) of a row to restore. */
export interface Holder {
  readonly model: string;
  /** Id of the row to restore. */
  readonly id: string;
  readonly holderId: string;
  /** The field and value that both rows have; absent for a conflict of bindings. */
  readonly field?: string;
  readonly value?: unknown;
}
/** A row that refers to a row to delete. */
export interface UserOfRow {
  readonly model: string;
  /** Id of the row to delete. `user` refers to it. */
  readonly id: string;
  readonly user: ModelRow;
}
/** The database's rows that are related to the planned writes. */
export interface Surroundings {
  /** Rows that the writes refer to. */
  readonly presentRows: PresentRows;
  /** Ids of merged hosts, with the host into which each was merged. */
  readonly mergedInto: ReadonlyMap<string, string>;
  /** Keys of rows to insert whose id is used by another row, even if that row is out of reach. */
  readonly takenKeys: ReadonlySet<string>;
  readonly holders: readonly Holder[];
  readonly users: readonly UserOfRow[];
  readonly counts: readonly ListCount[];
  /** Addresses that their subnet would not contain after getting its former prefix. */
  readonly outside: readonly {
    readonly id: string;
    readonly subnetId: string;
    readonly ip: string;
    readonly cidr: string;
  }[];
}

/** A row to insert: columns that stay empty, and columns that are set after all rows exist. */
export interface Insert extends ModelRow {
  readonly emptied: readonly string[];
  readonly later: readonly string[];
}
export interface SettledWrites {
  readonly inserts: readonly Insert[];
  readonly updates: readonly ColumnsBack[];
  readonly deletes: readonly ModelRow[];
  readonly conflicts: readonly Conflict[];
}

const nameOf = (model: string): string => entityName(model as 'Host');

/**
 * Whether a reference of a row can be stored: `fits` if the referenced row exists, or is restored as well, in the same
 * network and host.
 */
type Fitness = 'fits' | 'missing' | 'elsewhere';

/** Conflicts for hosts that are merged into others. Their parts get no conflicts of their own. */
const mergedConflicts = ({ inserts }: Writes, { mergedInto }: Surroundings): Conflict[] =>
  inserts.flatMap(({ model, row }) => {
    const into = model === 'Host' ? mergedInto.get(idOf(row)) : undefined;
    const params = { entity: 'Host', id: idOf(row), into_id: into };
    return into === undefined ? [] : [createConflict(model, row, 'entity_merged', params)];
  });

export function settleWrites(writes: Writes, around: Surroundings): SettledWrites {
  const merged = mergedConflicts(writes, around);
  if (merged.length > 0) return { inserts: [], updates: [], deletes: [], conflicts: merged };
  const conflicts = [...writes.conflicts];
  const returning = new Map(writes.inserts.map(({ model, row }) => [rowKey(model, row.id), row]));
  const leaving = new Set(writes.deletes.map(({ model, row }) => rowKey(model, row.id)));
  const changing = new Set(writes.updates.map(({ model, present }) => rowKey(model, present.id)));

  const fitnessOf = (row: Row, { column, model: other, isOnHost }: Reference): Fitness => {
    const key = rowKey(other, row[column]);
    const target =
      returning.get(key) ?? (leaving.has(key) ? undefined : around.presentRows(other, String(row[column])));
    if (!target) return 'missing';
    const isElsewhere =
      (target.network_id !== undefined && row.network_id != null && target.network_id !== row.network_id) ||
      (isOnHost && target.host_id !== row.host_id);
    return isElsewhere ? 'elsewhere' : 'fits';
  };
  const referenceConflict = (model: string, row: Row, one: Reference, fitness: Fitness): Conflict => {
    const id = String(row[one.column]);
    const into = one.model === 'Host' ? around.mergedInto.get(id) : undefined;
    if (into !== undefined)
      return createConflict(model, row, 'entity_merged', { entity: nameOf(one.model), id, into_id: into });
    if (fitness === 'missing') return createConflict(model, row, 'entity_not_found', { entity: nameOf(one.model), id });
    return createConflict(model, row, 'entity_reference_invalid', { entity: nameOf(one.model), field: one.field });
  };

  const isLeaving = (model: string, id: string) => leaving.has(rowKey(model, id));
  const inserts: Insert[] = [];
  for (const one of writes.inserts) {
    const settled = settleInsert(one, around, isLeaving, fitnessOf, referenceConflict);
    conflicts.push(...settled.conflicts);
    if (settled.insert) inserts.push(settled.insert);
  }
  for (const { model, past, present, columns } of writes.updates)
    for (const one of referencesOf(model)) {
      if (!columns.includes(one.column) || past[one.column] == null) continue;
      const fitness = fitnessOf({ ...present, [one.column]: past[one.column] }, one);
      if (fitness !== 'fits') conflicts.push(referenceConflict(model, past, one, fitness));
    }
  const isWritten = (key: string) => leaving.has(key) || changing.has(key);
  conflicts.push(...heldConflicts(around.holders, isWritten));
  conflicts.push(...outsideConflicts(writes, returning, around.presentRows));
  for (const { id, subnetId, ip, cidr } of around.outside)
    if (!isWritten(rowKey('IpAddress', id)))
      conflicts.push({ code: 'ip_address_out_of_range', params: { ip, subnet: cidr }, model: 'Subnet', id: subnetId });
  conflicts.push(...crowdedConflicts(inserts, writes.deletes, around.counts));
  // Ids of the rows whose columns get former values back, and the references among these columns.
  const setBack = new Set(
    writes.updates.flatMap(({ model, present, columns }) =>
      columns.map((name) => `${rowKey(model, present.id)} ${String(present[name])}`),
    ),
  );
  for (const one of around.users) {
    const key = rowKey(one.user.model, one.user.row.id);
    if (!leaving.has(key) && !setBack.has(`${key} ${one.id}`)) conflicts.push(useConflict(one));
  }
  return { inserts, updates: writes.updates, deletes: writes.deletes, conflicts };
}

/** The conflict of a row to delete that has a link or part since, or that another row refers to. */
function useConflict({ model, id, user }: UserOfRow): Conflict {
  const owner = ownerOfLink(user.model, user.row);
  if (owner?.model === model && owner.id === id)
    return { code: 'entity_changed', params: { entity: nameOf(model), id }, model, id };
  return {
    code: 'entity_in_use',
    params: {
      entity: nameOf(model),
      id,
      used_by: nameOf(owner?.model ?? user.model),
      used_by_id: owner?.id ?? idOf(user.row),
    },
    ...{ model, id },
  };
}

/** Completes an insert. The result has no insert if the row must be omitted or conflicts. */
function settleInsert(
  { model, row }: ModelRow,
  { takenKeys, holders }: Surroundings,
  isLeaving: (model: string, id: string) => boolean,
  fitnessOf: (row: Row, one: Reference) => Fitness,
  referenceConflict: (model: string, row: Row, one: Reference, fitness: Fitness) => Conflict,
): { insert?: Insert; conflicts: Conflict[] } {
  const id = idOf(row);
  const isTaken = takenKeys.has(rowKey(model, id)) && !isLeaving(model, id);
  const unfit = referencesOf(model)
    .filter(({ column }) => row[column] != null)
    .map((one) => ({ one, fitness: fitnessOf(row, one) }))
    .filter(({ fitness }) => fitness !== 'fits');
  const emptied = unfit.filter(({ one }) => one.isForgotten).map(({ one }) => one.column);
  const lost = unfit.filter(({ one }) => !one.isForgotten);
  if (isDerived(model))
    return lost.length > 0 ? { conflicts: [] } : { insert: { model, row, emptied, later: [] }, conflicts: [] };
  if (isLink(model)) {
    // The link is not created if it exists already, if its owner now has something else in its list, or if its owner is
    // deleted with its links.
    const isThere = holders.some((one) => one.model === model && one.id === id && !isLeaving(model, one.holderId));
    const owner = ownerOfLink(model, row);
    const isOwnerGone = lost.some(({ one }) => (owner ? one.model === owner.model : one.model !== 'Tag'));
    if (isThere || isOwnerGone || isTaken) return { conflicts: [] };
  }
  const conflicts = lost.map(({ one, fitness }) => referenceConflict(model, row, one, fitness));
  if (isTaken)
    conflicts.push(
      createConflict(model, row, 'entity_already_exists', { entity: nameOf(model), field: 'id', value: id }),
    );
  // A host's runtime is a service, and services are created after hosts, so the column is set later.
  const later = model === 'Host' && row.virtualization_service_id != null ? ['virtualization_service_id'] : [];
  return { insert: { model, row, emptied, later }, conflicts };
}

/**
 * The conflicts with rows that hold a unique value. Rows that the same restore changes or deletes are left out; the
 * database detects conflicts with them.
 */
const heldConflicts = (holders: readonly Holder[], isWritten: (key: string) => boolean): Conflict[] =>
  holders
    .filter(({ model, holderId }) => !isLink(model) && !isWritten(rowKey(model, holderId)))
    .map(({ model, id, holderId, field, value }) =>
      field === undefined
        ? { code: 'binding_conflict' as const, params: { id: holderId }, model, id }
        : {
            code: 'entity_already_exists' as const,
            params: { entity: nameOf(model), field, value: value ?? null, held_by: holderId },
            model,
            id,
          },
    );

/** The addresses in a row that the row's subnet must contain. */
const addressesOf = ({ model, row }: ModelRow): readonly string[] =>
  model === 'IpAddress'
    ? [String(row.ip_address)]
    : model === 'AddressReservation'
      ? [String(row.first_address), String(row.last_address)]
      : [];

/** Conflicts for addresses that would be outside of their subnet. */
function outsideConflicts(
  { inserts, updates }: Writes,
  returning: ReadonlyMap<string, Row>,
  presentRows: PresentRows,
): Conflict[] {
  const addresses = [
    ...inserts.map(({ model, row }) => ({ model, row })),
    ...updates.map(({ model, past, present, columns }) => ({
      model,
      row: { ...present, ...Object.fromEntries(columns.map((name) => [name, past[name]])) },
    })),
  ].flatMap((one) => addressesOf(one).map((address) => ({ ...one, address })));
  const newCidrs = new Map(
    updates
      .filter(({ model }) => model === 'Subnet')
      .map(({ past, columns }) => [idOf(past), columns.includes('cidr') ? past.cidr : undefined]),
  );
  return addresses.flatMap(({ model, row, address }) => {
    const id = String(row.subnet_id);
    const subnet = returning.get(rowKey('Subnet', id)) ?? presentRows('Subnet', id);
    const cidr = newCidrs.get(id) ?? subnet?.cidr;
    if (typeof cidr !== 'string') return [];
    try {
      assertInsideNetwork(address, cidr);
      return [];
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // A reservation is not a restorable kind, so the error names no row.
      return model === 'AddressReservation'
        ? [{ code: error.code, params: error.params, model: 'Subnet', id }]
        : [createConflict(model, row, error.code, error.params)];
    }
  });
}
