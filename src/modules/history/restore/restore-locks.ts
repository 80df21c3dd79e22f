// Takes the locks that other writers of the restored rows take.
import { tableOf } from '../../../data/model/model-fields';
import { lockNumber } from '../../../data/tenancy/advisory-locks';
import { lockSavedViews } from '../../../data/tenancy/saved-view-lock.sql';
import { lockHostWrites, lockNetwork } from '../../inventory/writes';
import { uncomparedModels } from '../kinds';
import { ask, readableSql, readerUse, readerValues, type Place } from './past-rows.sql';
import { idOf, type ModelRow } from './plan-writes';
import { isRestoredKind } from './restored-models';

/**
 * Locks the hosts or subnets with the ids `ids` for a restore. Rows that the viewer may not read are not locked. They
 * may have moved to another network since the instant whose state is restored.
 */
async function lockInReach(place: Place, model: 'Host' | 'Subnet', ids: readonly string[]): Promise<void> {
  const text = `SELECT FROM ${tableOf(model)} r
    WHERE r.id = ANY($4::uuid[]) AND ${readableSql(model)} AND ${readerUse} ORDER BY r.id FOR NO KEY UPDATE`;
  await ask(place, text, [...readerValues(place.viewer), [...new Set(ids)]]);
}

/** Locks the hosts among the rows, and the hosts to which the rows belong. */
export async function lockHostsOf(place: Place, rows: readonly ModelRow[]): Promise<void> {
  const ids = rows.flatMap(({ model, row }) =>
    model === 'Host' ? [idOf(row)] : ((row.host_id as string | null) ?? []),
  );
  await lockInReach(place, 'Host', ids);
}

/**
 * Takes the locks that every writer of these rows takes, in the same order, so that writers cannot block each other.
 */
export async function lockRestore(place: Place, rows: readonly ModelRow[]): Promise<void> {
  const { tx, viewer } = place;
  const networks = new Set(
    rows.flatMap(({ model, row }) => (isLockedByNetwork(model) ? ((row.network_id as string | null) ?? []) : [])),
  );
  const networkIds = [...networks].filter((id) => viewer.networkIds.includes(id)).sort();
  for (const id of networkIds) await lockHostWrites(tx, id);
  for (const id of networkIds) await lockNetwork(tx, id);
  // Locks of networks do not protect tags. This lock makes restores of an organization's tags run one at a time.
  if (rows.some(({ model }) => model === 'Tag')) {
    const number = lockNumber('restored tags of', viewer.organizationId);
    await ask(place, `SELECT pg_advisory_xact_lock(${number.text})::text`, number.values);
  }
  // Saved views without a user do not count for the limit on saved views, so they need no lock.
  const views = rows
    .filter(({ model, row }) => model === 'SavedView' && row.created_by_user_id != null)
    .map(({ row }) => row);
  const viewLists = new Set(views.map((row) => `${String(row.network_id)} ${String(row.created_by_user_id)}`));
  for (const list of [...viewLists].sort()) await lockSavedViews(tx, ...(list.split(' ') as [string, string]));
  const reservations = rows.filter(({ model }) => model === 'AddressReservation');
  await lockInReach(
    place,
    'Subnet',
    reservations.map(({ row }) => row.subnet_id as string),
  );
  await lockHostsOf(place, rows);
}
const isLockedByNetwork = (model: string) =>
  isRestoredKind(model) && !(uncomparedModels as readonly string[]).includes(model);
