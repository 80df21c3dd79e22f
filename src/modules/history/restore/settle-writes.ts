// A pure function that checks the planned writes of a restore. A row that cannot be written becomes a conflict. Links,
// and rows that only discovery writes, are left out without a conflict if the row to which they belong is gone.
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
import { findParked, type Holder, type Parked } from './unique-values';
import { isDerived, isLink, ownerOfLink, referencesOf, type Reference } from './restored-models';

/** A reservation whose IP addresses overlap those of a reservation to restore. */
export interface Overlap {
  /** Id of the reservation to restore. */
  readonly id: string;
  readonly otherId: string;
  readonly first: string;
  readonly last: string;
}
/** An existing row (`user`) that refers to a row to delete. */
export interface UserOfRow {
  readonly model: string;
  /** Id of the row to delete. `user` refers to it. */
  readonly id: string;
  readonly user: ModelRow;
}
/** Rows in the database that decide whether the planned writes are possible. */
export interface Surroundings {
  /** Returns the present states of rows to which the writes refer. */
  readonly presentRows: PresentRows;
  /** The id of the host into which a host was merged, by the id of the merged host. */
  readonly mergedInto: ReadonlyMap<string, string>;
  /**
   * Keys of the rows to insert whose id is already in use in their network, even by a row that the viewer may not read.
   */
  readonly takenKeys: ReadonlySet<string>;
  readonly holders: readonly Holder[];
  readonly overlaps: readonly Overlap[];
  readonly users: readonly UserOfRow[];
  readonly counts: readonly ListCount[];
  /** Stored IP addresses that would be outside of their subnet, because the restore sets its former prefix. */
  readonly outside: readonly {
    readonly id: string;
    readonly subnetId: string;
    readonly ip: string;
    readonly cidr: string;
  }[];
}

/** A row to insert. References in `emptied` stay empty. References in `later` are set after all rows are inserted. */
export interface Insert extends ModelRow {
  readonly emptied: readonly string[];
  readonly later: readonly string[];
}
export interface SettledWrites {
  readonly inserts: readonly Insert[];
  readonly updates: readonly ColumnsBack[];
  readonly deletes: readonly ModelRow[];
  /**
   * Rows that get a temporary value before all other inserts and updates, because another restored row gets their
   * present unique value. For example, two VLANs exchange their numbers.
   */
  readonly parked: readonly Parked[];
  readonly conflicts: readonly Conflict[];
}

const nameOf = (model: string): string => entityName(model as 'Host');

/**
 * Whether a reference to a row can be stored. `fits`: the referenced row exists, or this restore creates it, in the
 * same network and host. `elsewhere`: it is in another network or host.
 */
type Fitness = 'fits' | 'missing' | 'elsewhere';

/**
 * Returns a conflict for each host to insert that is merged into another host. Parts of such a host get no conflicts of
 * their own.
 */
const mergedConflicts = ({ inserts }: Writes, { mergedInto }: Surroundings): Conflict[] =>
  inserts.flatMap(({ model, row }) => {
    const into = model === 'Host' ? mergedInto.get(idOf(row)) : undefined;
    const params = { entity: 'Host', id: idOf(row), into_id: into };
    return into === undefined ? [] : [createConflict(model, row, 'entity_merged', params)];
  });

export function settleWrites(writes: Writes, around: Surroundings): SettledWrites {
  const merged = mergedConflicts(writes, around);
  if (merged.length > 0) return { inserts: [], updates: [], deletes: [], parked: [], conflicts: merged };
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
  for (const { id, otherId, first, last } of around.overlaps) {
    const params = { id: otherId, first, last };
    conflicts.push({ code: 'address_reservation_conflict', params, model: 'AddressReservation', id });
  }
  conflicts.push(...outsideConflicts(writes, returning, around.presentRows));
  for (const { id, subnetId, ip, cidr } of around.outside)
    if (!isWritten(rowKey('IpAddress', id)))
      conflicts.push({ code: 'ip_address_out_of_range', params: { ip, subnet: cidr }, model: 'Subnet', id: subnetId });
  conflicts.push(...crowdedConflicts(inserts, writes.deletes, around.counts));
  // References that the restore changes. They do not prevent the deletion of the rows to which they refer, because the
  // restore removes these references too.
  const setBack = new Set(
    writes.updates.flatMap(({ model, present, columns }) =>
      columns.map((name) => `${rowKey(model, present.id)} ${String(present[name])}`),
    ),
  );
  for (const one of around.users) {
    const key = rowKey(one.user.model, one.user.row.id);
    if (!leaving.has(key) && !setBack.has(`${key} ${one.id}`)) conflicts.push(useConflict(one));
  }
  const parked = findParked(writes.updates, around.holders);
  return { inserts, updates: writes.updates, deletes: writes.deletes, parked, conflicts };
}

/** Returns the conflict for a row that cannot be deleted: it has a new link, or another row refers to it. */
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

/**
 * Checks one row to insert. The result has no `insert` if the row is omitted, and has `conflicts` if the row cannot be
 * restored.
 */
function settleInsert(
  restored: ModelRow,
  { takenKeys, holders }: Surroundings,
  isLeaving: (model: string, id: string) => boolean,
  fitnessOf: (row: Row, one: Reference) => Fitness,
  referenceConflict: (model: string, row: Row, one: Reference, fitness: Fitness) => Conflict,
): { insert?: Insert; conflicts: Conflict[] } {
  const { model, row } = restored;
  const id = idOf(row);
  const isTaken = takenKeys.has(rowKey(model, id)) && !isLeaving(model, id);
  const unfit = referencesOf(model)
    .filter(({ column }) => row[column] != null)
    .map((one) => ({ one, fitness: fitnessOf(row, one) }))
    .filter(({ fitness }) => fitness !== 'fits');
  const emptied = unfit.filter(({ one }) => one.isForgotten).map(({ one }) => one.column);
  const lost = unfit.filter(({ one }) => !one.isForgotten);
  if (isDerived(model))
    return lost.length > 0 ? { conflicts: [] } : { insert: { ...restored, emptied, later: [] }, conflicts: [] };
  if (isLink(model)) {
    // A link to restore is left out without a conflict if a stored link has the same id or the same unique key, or if
    // the row that owns the link no longer exists.
    const isThere = holders.some(
      (one) => one.model === model && one.id === id && !isLeaving(model, String(one.holderId)),
    );
    const owner = ownerOfLink(model, row);
    const isOwnerGone = lost.some(({ one }) => (owner ? one.model === owner.model : one.model !== 'Tag'));
    if (isThere || isOwnerGone || isTaken) return { conflicts: [] };
  }
  const conflicts = lost.map(({ one, fitness }) => referenceConflict(model, row, one, fitness));
  if (isTaken)
    conflicts.push(
      createConflict(model, row, 'entity_already_exists', { entity: nameOf(model), field: 'id', value: id }),
    );
  // A host's hypervisor is a service, and services are inserted after hosts. So the host's reference to this service is
  // set after all rows are inserted.
  const later = model === 'Host' && row.virtualization_service_id != null ? ['virtualization_service_id'] : [];
  return { insert: { ...restored, emptied, later }, conflicts };
}

/**
 * Returns conflicts with stored rows that have the same unique value as a row to restore. Rows that this restore
 * changes or deletes do not count, because they usually lose the value; if not, the database refuses the write.
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

/** Returns the IP addresses in a row that the row's subnet must contain. */
const addressesOf = ({ model, row }: ModelRow): readonly string[] =>
  model === 'IpAddress'
    ? [String(row.ip_address)]
    : model === 'AddressReservation'
      ? [String(row.first_address), String(row.last_address)]
      : [];

/** Returns a conflict for each IP address that would be outside of its subnet. */
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
      // If the restore creates the subnet too, the conflict names the subnet, because its prefix causes the conflict.
      return model === 'AddressReservation' && returning.has(rowKey('Subnet', id))
        ? [{ code: error.code, params: error.params, model: 'Subnet', id }]
        : [createConflict(model, row, error.code, error.params)];
    }
  });
}
