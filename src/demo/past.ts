// Generates the history of a demo network: rows start in an earlier state, and one change after the other leads to the
// present state.
import { derivedDemoId } from './network/chance';
import type { NetworkRows } from './network/rows';
import { run, type Statements } from './write-rows';

const day = 24 * 3_600_000;

interface Change {
  readonly at: Date;
  readonly operation: string;
  /** The author of a change: a user, the network's daemon, or a finished discovery run. */
  readonly by: { readonly userId?: string; readonly daemonId?: string; readonly discoveryId?: string };
  readonly statement: string;
  readonly values: readonly unknown[];
}

/** Returns `count` items, spread evenly over the list. */
const pickSome = <T>(list: readonly T[], count: number): T[] =>
  list.filter((_, index) => index % Math.max(1, Math.floor(list.length / count)) === 0).slice(0, count);

/** The version whose last number is one lower: `2.4.1` for `2.4.2`. */
const versionBefore = (version: string): string =>
  version.replace(/\d+(?=\D*$)/, (last) => String(Math.max(0, Number(last) - 1)).padStart(last.length, '0'));

/** Resets the rows of a network to an earlier state. Returns the changes since then, earliest first. */
export function rewind(rows: NetworkRows, now: Date): Change[] {
  const changes: Change[] = [];
  const [daemon] = rows.daemons;
  const byPerson = { userId: daemon!.userId! };
  const byDaemon = { daemonId: daemon!.id! };
  const run = rows.discoveries.filter(({ runType }) => runType === 'Historical').at(-1);
  const byRun = run ? { discoveryId: run.id! } : byDaemon;
  const ago = (days: number, minutes = 0) => new Date(now.getTime() - days * day + minutes * 60_000);
  const wasKnown = <T extends { validFrom?: unknown }>(list: readonly T[], days: number) =>
    list.filter(({ validFrom }) => new Date(validFrom as string) < ago(days));

  /** Sets a field of a row to its value before a change, and adds the UPDATE of this change to `changes`. */
  function change<R extends { id?: string }, F extends keyof R & string>(
    table: keyof NetworkRows,
    [row, field, column]: readonly [R, F, string],
    before: R[F],
    origin: Pick<Change, 'at' | 'by' | 'operation'>,
  ): void {
    const value = row[field];
    row[field] = before;
    changes.push({
      ...origin,
      statement: `UPDATE ${table} SET ${column} WHERE id = $1::uuid`,
      values: [row.id, value],
    });
  }

  const machines = wasKnown(rows.hosts, 40).filter(
    ({ name, virtualizationServiceId }) => name && !virtualizationServiceId,
  );
  pickSome(machines, 3).forEach((host, index) =>
    change('hosts', [host, 'name', 'name = $2'], `${host.name}-staging`, {
      ...{ at: ago(33 - index * 8, index), by: byPerson, operation: 'updateHost' },
    }),
  );
  const switches = wasKnown(rows.hosts, 30).filter(({ softwareRevision }) => softwareRevision);
  pickSome(switches, 4).forEach((host, index) =>
    change('hosts', [host, 'softwareRevision', 'software_revision = $2'], versionBefore(host.softwareRevision!), {
      ...{ at: ago(9, index), by: byDaemon, operation: 'reportHost' },
    }),
  );
  const vlans = wasKnown(rows.vlans, 30).filter(({ vlanNumber }) => vlanNumber !== 1);
  const ports = wasKnown(rows.interfaces, 30).filter(({ nativeVlanId }) => vlans.some(({ id }) => id === nativeVlanId));
  pickSome(ports, 5).forEach((port, index) => {
    const before = vlans.find(({ id }) => id !== port.nativeVlanId);
    if (!before) return;
    change('interfaces', [port, 'nativeVlanId', 'native_vlan_id = $2::uuid'], before.id!, {
      ...{ at: ago(16, index), by: byDaemon, operation: 'reportHost' },
    });
  });
  const up = wasKnown(rows.interfaces, 30).filter((port) => port.operStatus === 'Up' && !ports.includes(port));
  pickSome(up, 3).forEach((port, index) =>
    change('interfaces', [port, 'operStatus', 'oper_status = $2::if_oper_status'], 'Down', {
      ...{ at: ago(2, index), by: byRun, operation: 'reportHost' },
    }),
  );
  pickSome(vlans, 2).forEach((vlan, index) =>
    change('vlans', [vlan, 'name', 'name = $2'], `VLAN${String(vlan.vlanNumber).padStart(4, '0')}`, {
      ...{ at: ago(27, index), by: byPerson, operation: 'updateVlan' },
    }),
  );
  replaceMachine(rows, changes, { at: ago(12), by: byPerson, operation: 'deleteHost' });
  return changes.sort((one, other) => one.at.getTime() - other.at.getTime());
}

/** Adds a machine that was removed in the past. Its address now belongs to a newer machine. */
function replaceMachine(rows: NetworkRows, changes: Change[], origin: Pick<Change, 'at' | 'by' | 'operation'>): void {
  const runsOn = new Set(rows.daemons.map(({ hostId }) => hostId));
  const heir = rows.hosts.find(
    (host) =>
      new Date(host.createdAt as string) > origin.at &&
      host.name &&
      !host.virtualizationServiceId &&
      !runsOn.has(host.id!),
  );
  const address = rows.ip_addresses.find(({ hostId }) => hostId === heir?.id);
  const oldest = rows.hosts.reduce((one, other) =>
    (one.createdAt as string) <= (other.createdAt as string) ? one : other,
  );
  if (!heir || !address) return;
  const { createdAt, updatedAt, validFrom, lastSeenAt, firstDiscoveryId, lastDiscoveryId } = oldest;
  const seenColumns = { createdAt, updatedAt, validFrom, lastSeenAt, firstDiscoveryId, lastDiscoveryId };
  const id = derivedDemoId(heir.id!, 'before');
  rows.hosts.push({ ...heir, ...seenColumns, id, name: `${heir.name}-old`, chassisId: null, serialNumber: null });
  rows.ip_addresses.push({
    ...address,
    ...seenColumns,
    id: derivedDemoId(address.id!, 'before'),
    hostId: id,
    macAddress: null,
  });
  changes.push({ ...origin, statement: 'DELETE FROM hosts WHERE id = $1::uuid', values: [id] });
}

/** Applies the changes as the history triggers would record them: each is one event, with its time and actor. */
export async function replay(
  tx: Statements,
  { organizationId, networkId }: { readonly organizationId: string; readonly networkId: string },
  changes: readonly Change[],
): Promise<void> {
  for (const { at, by, operation, statement, values } of changes) {
    const actorType = by.userId ? 'User' : by.daemonId ? 'Daemon' : 'Discovery';
    const eventId = derivedDemoId(String(values[0]), `${operation} ${statement}`);
    const actor = JSON.stringify({ actorType, organizationId, operation, ...by });
    await begin(tx, eventId, actor, at, [networkId, organizationId]);
    await run(tx, statement, ...values);
  }
  await begin(tx, '', '', new Date(0), []);
}

const begin = (tx: Statements, eventId: string, actor: string, at: Date, scopes: readonly string[]) =>
  run(
    tx,
    `SELECT set_config('netloom.audit_event', $1, true), set_config('netloom.actor', $2, true),
      set_change_times($3::timestamptz, $4::uuid[])`,
    ...[eventId, actor, at, scopes],
  );
