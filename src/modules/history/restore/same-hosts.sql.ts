// Finds hosts that a restore would create again, although discovery has found the same machines since and stored them
// under other ids.
import { findSameHost } from '../../inventory/writes';
import { ask, type Place } from './past-rows.sql';
import { createConflict, idOf, type Conflict, type ModelRow, type Row } from './plan-writes';

const textOf = (value: unknown): string | null => (value as string | null | undefined) ?? null;

/** Resolves with a conflict for each host to insert that is the same machine as a stored host. */
export async function sameHostConflicts(place: Place, inserts: readonly ModelRow[]): Promise<Conflict[]> {
  const hosts = inserts.filter(({ model }) => model === 'Host');
  if (hosts.length === 0) return [];
  const addresses = rowsByHost(inserts, 'IpAddress');
  const interfaces = rowsByHost(inserts, 'Interface');
  const subnetTypes = await readSubnetTypes(place, [...addresses.values()].flat());
  const conflicts: Conflict[] = [];
  for (const { row } of hosts) {
    const sameHost = await findSameHost(
      place.tx,
      row.network_id as string,
      {
        ...{ serialNumber: textOf(row.serial_number), chassisId: textOf(row.chassis_id), name: textOf(row.name) },
        ...{ hostname: textOf(row.hostname), sysName: textOf(row.sys_name), sysObjectId: textOf(row.sys_object_id) },
        ...{ managementUrl: textOf(row.management_url), vmId: textOf(row.vm_id) },
        virtualizationServiceId: textOf(row.virtualization_service_id),
        formerMacs: row.former_macs as string[],
      },
      {
        ipAddresses: (addresses.get(idOf(row)) ?? []).map((one) => ({
          ...{ subnetId: one.subnet_id as string, ipAddress: one.ip_address as string },
          ...{ macAddress: textOf(one.mac_address), answersForOthers: one.answers_for_others as boolean },
        })),
        interfaces: (interfaces.get(idOf(row)) ?? []).map((one) => ({ macAddress: textOf(one.mac_address) })),
      },
      subnetTypes,
    );
    if (!sameHost) continue;
    const { hostId, field, value } = sameHost;
    conflicts.push(
      createConflict('Host', row, 'entity_already_exists', { entity: 'Host', field, value, held_by: hostId }),
    );
  }
  return conflicts;
}

function rowsByHost(inserts: readonly ModelRow[], model: string): ReadonlyMap<string, readonly Row[]> {
  const byHost = new Map<string, Row[]>();
  for (const { row } of inserts.filter((one) => one.model === model)) {
    const hostId = row.host_id as string;
    const others = byHost.get(hostId);
    if (others) others.push(row);
    else byHost.set(hostId, [row]);
  }
  return byHost;
}

async function readSubnetTypes(place: Place, addresses: readonly Row[]): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(addresses.map(({ subnet_id }) => subnet_id as string))];
  if (ids.length === 0) return new Map();
  const text = `SELECT r.id::text, r.subnet_type::text AS type FROM subnets r
    WHERE r.id = ANY($1::uuid[]) AND r.network_id = ANY($2::uuid[])`;
  const rows = await ask<{ id: string; type: string }>(place, text, [ids, [...place.viewer.networkIds]]);
  return new Map(rows.map(({ id, type }) => [id, type]));
}
