// Writes the resolved links of a network. The number of statements does not depend on the number of links.
import { Prisma } from '../../../generated/prisma/client';
import type {
  DocumentedOutcome,
  ForwardingReason,
  InferredHost,
  InferredPort,
  Outcome,
} from '../neighbor-resolution/inventory';
import type { LinkChanges } from '../neighbor-resolution/link-changes';
import type { Db } from '../../../data/tenancy/rows';
import { executeSql, tenantSafeSql, viewerOf } from '../../../data/tenancy/tenant-sql';

const run = (tx: Db, statement: Prisma.Sql): Promise<number> => executeSql(tx, tenantSafeSql(viewerOf(tx), statement));

/** Adds hosts that a run of the network has inferred from LLDP and CDP data. */
export async function addInferredHosts(
  tx: Db,
  networkId: string,
  runId: string,
  hosts: readonly InferredHost[],
): Promise<void> {
  if (hosts.length === 0) return;
  const rows = hosts.map(({ id, name, chassisId, sysName, protocol, lastSeenAt }) => ({
    id,
    name,
    name_source: protocol.toLowerCase(),
    chassis_id: chassisId,
    sys_name: sysName,
    sys_name_source: sysName === null ? null : protocol.toLowerCase(),
    last_seen_at: lastSeenAt,
  }));
  await run(
    tx,
    Prisma.sql`
      INSERT INTO hosts (id, network_id, source_type, name, name_source, chassis_id, sys_name, sys_name_source,
        last_seen_at, first_discovery_id, last_discovery_id)
      SELECT id, ${networkId}::uuid, 'Inferred', name, name_source, chassis_id, sys_name, sys_name_source,
        last_seen_at, ${runId}::uuid, ${runId}::uuid
      FROM jsonb_populate_recordset(NULL::hosts, ${JSON.stringify(rows)}::jsonb)`,
  );
}

/**
 * Adds ports to inferred hosts. Skips ports of hosts that are no longer inferred, and ports whose host already has a
 * port with the same name.
 */
export async function addInferredPorts(
  tx: Db,
  networkId: string,
  runId: string,
  ports: readonly InferredPort[],
): Promise<void> {
  if (ports.length === 0) return;
  const rows = ports.map(({ id, hostId, ifName, lastSeenAt }) => ({
    ...{ id, host_id: hostId, if_name: ifName, last_seen_at: lastSeenAt },
  }));
  await run(
    tx,
    Prisma.sql`
      INSERT INTO interfaces (id, network_id, host_id, if_name, last_seen_at, first_discovery_id, last_discovery_id)
      SELECT made.id, host.network_id, host.id, made.if_name, made.last_seen_at, ${runId}::uuid, ${runId}::uuid
      FROM jsonb_populate_recordset(NULL::interfaces, ${JSON.stringify(rows)}::jsonb) AS made
      JOIN hosts AS host ON host.id = made.host_id AND host.network_id = ${networkId}::uuid
        AND host.source_type = 'Inferred'
      WHERE NOT EXISTS (SELECT FROM interfaces AS port WHERE port.host_id = host.id AND port.if_name = made.if_name)`,
  );
}

/**
 * An inferred host is known only from reports of its neighbors, so the latest such report is when it was last seen.
 * Stores these times, unless a later time is stored.
 */
export const markSighted = (tx: Db, networkId: string, runId: string, sightings: ReadonlyMap<string, Date>) =>
  markSeen(
    tx,
    runId,
    'hosts',
    sightings,
    Prisma.sql`seen.network_id = ${networkId}::uuid AND seen.source_type = 'Inferred'`,
  );

/** Like `markSighted`, for the ports of inferred hosts. */
export const markPortsSighted = (tx: Db, networkId: string, runId: string, sightings: ReadonlyMap<string, Date>) =>
  markSeen(tx, runId, 'interfaces', sightings, Prisma.sql`seen.network_id = ${networkId}::uuid`);

async function markSeen(
  tx: Db,
  runId: string,
  table: 'hosts' | 'interfaces',
  sightings: ReadonlyMap<string, Date>,
  isOfNetwork: Prisma.Sql,
): Promise<void> {
  if (sightings.size === 0) return;
  const rows = [...sightings].map(([id, at]) => ({ id, last_seen_at: at }));
  const name = Prisma.raw(table);
  await run(
    tx,
    Prisma.sql`
      UPDATE ${name} AS seen
      SET last_seen_at = reported.last_seen_at, last_discovery_id = ${runId}::uuid, updated_at = clock_timestamp()
      FROM jsonb_populate_recordset(NULL::${name}, ${JSON.stringify(rows)}::jsonb) AS reported
      WHERE seen.id = reported.id AND ${isOfNetwork} AND seen.last_seen_at < reported.last_seen_at`,
  );
}

/** A stored LLDP or CDP row with the port or host that it describes, or with the reason why none was found. */
export interface RecordOutcome extends Outcome {
  readonly id: string;
  readonly interfaceId: string;
}

/**
 * Writes links, and the outcomes of LLDP and CDP rows. Links are omitted if an end was deleted meanwhile or belongs to
 * another network.
 */
export async function writeLinks(
  tx: Db,
  networkId: string,
  changes: LinkChanges,
  outcomes: readonly RecordOutcome[],
): Promise<void> {
  const { addedLinks, changedLinks, removedIds } = changes;
  const network = Prisma.sql`network_id = ${networkId}::uuid`;
  await lockEnds(tx, network, [...addedLinks, ...outcomes]);
  if (removedIds.length > 0)
    await run(
      tx,
      Prisma.sql`DELETE FROM interface_neighbors WHERE id = ANY(${[...removedIds]}::uuid[]) AND ${network}`,
    );
  if (changedLinks.length > 0) {
    const rows = changedLinks.map(({ id, protocol, basis, downSince }) => ({
      id,
      protocol,
      basis,
      down_since: downSince,
    }));
    await run(
      tx,
      Prisma.sql`
        UPDATE interface_neighbors AS stored
        SET protocol = now.protocol, basis = now.basis, down_since = now.down_since, updated_at = clock_timestamp()
        FROM jsonb_populate_recordset(NULL::interface_neighbors, ${JSON.stringify(rows)}::jsonb) AS now
        WHERE stored.id = now.id AND stored.${network}`,
    );
  }
  if (addedLinks.length > 0) await insertLinks(tx, networkId, addedLinks);
  if (outcomes.length > 0) await writeOutcomes(tx, networkId, outcomes);
}

/** Locks hosts before their ports, and ports before their links and LLDP and CDP rows, to avoid deadlocks. */
async function lockEnds(
  tx: Db,
  network: Prisma.Sql,
  rows: readonly Pick<RecordOutcome, 'interfaceId' | 'remoteInterfaceId' | 'remoteHostId'>[],
): Promise<void> {
  if (rows.length === 0) return;
  const ports = [...new Set(rows.flatMap((row) => [row.interfaceId, row.remoteInterfaceId ?? row.interfaceId]))];
  const hosts = [...new Set(rows.flatMap(({ remoteHostId }) => (remoteHostId ? [remoteHostId] : [])))];
  await run(
    tx,
    Prisma.sql`
      SELECT FROM hosts WHERE ${network} AND (id = ANY(${hosts}::uuid[])
        OR id IN (SELECT host_id FROM interfaces WHERE id = ANY(${ports}::uuid[])))
      ORDER BY id FOR KEY SHARE`,
  );
  await run(
    tx,
    Prisma.sql`SELECT FROM interfaces WHERE id = ANY(${ports}::uuid[]) AND ${network} ORDER BY id FOR KEY SHARE`,
  );
}

/**
 * Stores to which port or host each LLDP or CDP row leads. If the port or host was deleted meanwhile, the reason
 * becomes `Pending`: the row waits for the next link resolution.
 */
async function writeOutcomes(tx: Db, networkId: string, outcomes: readonly RecordOutcome[]): Promise<void> {
  const rows = outcomes.map(({ id, remoteInterfaceId, remoteHostId, reason }) => ({
    id,
    resolved_interface_id: remoteInterfaceId,
    resolved_host_id: remoteHostId,
    reason,
  }));
  await run(
    tx,
    Prisma.sql`
      UPDATE neighbor_evidence AS stored
      SET resolved_interface_id = port.id, resolved_host_id = host.id,
        reason = CASE
          WHEN num_nonnulls(port.id, host.id) = num_nonnulls(now.resolved_interface_id, now.resolved_host_id)
          THEN now.reason ELSE 'Pending' END
      FROM jsonb_populate_recordset(NULL::neighbor_evidence, ${JSON.stringify(rows)}::jsonb) AS now
      LEFT JOIN interfaces AS port ON port.id = now.resolved_interface_id AND port.network_id = ${networkId}::uuid
      LEFT JOIN hosts AS host ON host.id = now.resolved_host_id AND host.network_id = ${networkId}::uuid
      WHERE stored.id = now.id AND stored.network_id = ${networkId}::uuid`,
  );
}

/** A link that a user has documented, with the port or host that was found for its far end. */
export type DocumentedResult = DocumentedOutcome & { readonly id: string };

export async function writeDocumented(tx: Db, networkId: string, results: readonly DocumentedResult[]): Promise<void> {
  if (results.length === 0) return;
  const rows = results.map(({ id, remoteInterfaceId, remoteHostId, state }) => ({
    ...{ id, state },
    ...{ resolved_interface_id: remoteInterfaceId, resolved_host_id: remoteHostId },
  }));
  // If the far end of a documented link was deleted meanwhile, its state becomes `Pending`: the link waits for the next
  // link resolution.
  await run(
    tx,
    Prisma.sql`
      UPDATE documented_links AS stored
      SET resolved_interface_id = port.id, resolved_host_id = host.id, updated_at = clock_timestamp(),
        state = CASE
          WHEN num_nonnulls(port.id, host.id) = num_nonnulls(now.resolved_interface_id, now.resolved_host_id)
          THEN now.state ELSE 'Pending' END
      FROM jsonb_populate_recordset(NULL::documented_links, ${JSON.stringify(rows)}::jsonb) AS now
      LEFT JOIN interfaces AS port ON port.id = now.resolved_interface_id AND port.network_id = ${networkId}::uuid
      LEFT JOIN hosts AS host ON host.id = now.resolved_host_id AND host.network_id = ${networkId}::uuid
      WHERE stored.id = now.id AND stored.network_id = ${networkId}::uuid`,
  );
}

/** The reason why the forwarding or ARP table of a port gave no link; null if the table gave a link. */
export interface TableReason {
  readonly interfaceId: string;
  readonly reason: ForwardingReason | null;
}

export async function writeTableReasons(
  tx: Db,
  networkId: string,
  table: 'forwarding_evidence' | 'arp_evidence',
  reasons: readonly TableReason[],
): Promise<void> {
  if (reasons.length === 0) return;
  const rows = reasons.map(({ interfaceId, reason }) => ({ interface_id: interfaceId, reason }));
  await run(
    tx,
    Prisma.sql`
      UPDATE ${Prisma.raw(table)} AS stored SET reason = now.reason
      FROM jsonb_populate_recordset(NULL::${Prisma.raw(table)}, ${JSON.stringify(rows)}::jsonb) AS now
      WHERE stored.interface_id = now.interface_id AND stored.network_id = ${networkId}::uuid`,
  );
}

async function insertLinks(tx: Db, networkId: string, addedLinks: LinkChanges['addedLinks']): Promise<void> {
  const rows = addedLinks.map(({ interfaceId, remoteInterfaceId, remoteHostId, protocol, basis, downSince }) => ({
    interface_id: interfaceId,
    remote_interface_id: remoteInterfaceId,
    remote_host_id: remoteHostId,
    protocol,
    basis,
    down_since: downSince,
  }));
  await run(
    tx,
    Prisma.sql`
      INSERT INTO interface_neighbors
        (network_id, interface_id, remote_interface_id, remote_host_id, protocol, basis, down_since)
      SELECT port.network_id, port.id, remote_port.id, remote_host.id, link.protocol, link.basis, link.down_since
      FROM jsonb_populate_recordset(NULL::interface_neighbors, ${JSON.stringify(rows)}::jsonb) AS link
      JOIN interfaces AS port ON port.id = link.interface_id AND port.network_id = ${networkId}::uuid
      LEFT JOIN interfaces AS remote_port
        ON remote_port.id = link.remote_interface_id AND remote_port.network_id = port.network_id
      LEFT JOIN hosts AS remote_host
        ON remote_host.id = link.remote_host_id AND remote_host.network_id = port.network_id
      WHERE num_nonnulls(remote_port.id, remote_host.id) = 1
      ON CONFLICT DO NOTHING`,
  );
}
