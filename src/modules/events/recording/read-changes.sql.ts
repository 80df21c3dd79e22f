// Reads the changes of a network after a position, with names, roles and links of the hosts and ports in the changes.
import { closedInstant } from '../../../data/tenancy/change-times';
import type { TenantSql } from '../../../data/tenancy/scoped-sql';
import { tenantSafeSql } from '../../../data/tenancy/tenant-sql';
import {
  comparePlaces,
  inventoryModels,
  lastPlaceAt,
  readChanges,
  readPlacesAfter,
  type EventPlace,
  type Place,
} from '../../history';
import { nextTurn } from '../../../platform/threads/event-loop';
import { hostDisplayNameSql, interfaceDisplayNameSql } from '../../inventory';
import type { Batch, HostFacts, Link, OtherFact, PortFacts } from '../deciding/batch';
import { isTold, NetChanges } from './net-changes';

/**
 * Maximum numbers of positions in a statement, of positions in a batch, and of changes in a statement. The position of
 * a change is its time with the kind and id of the row; positions are small, so they are read first.
 */
const placesPerRead = 5_000;
const mostPlaces = 20_000;
const changesPerRead = 200;
/** Maximum number of rows of which one statement reads names and tags. */
const namesPerRead = 1_000;

export interface ReadBatch {
  readonly changes: NetChanges;
  /** The position up to which the batch contains all changes. */
  readonly upTo: Place;
  /** Whether there may be changes after `upTo`, including changes of open transactions. */
  readonly hasMore: boolean;
}

/**
 * Reads a batch of changes after a position. All changes of one instant are in the same batch, unless a batch cannot
 * contain all of them.
 */
export async function readBatch(sql: TenantSql, networkId: string, after: Place): Promise<ReadBatch> {
  const closedUntil = await closedInstant(sql, networkId);
  const places: EventPlace[] = [];
  let isAll = false;
  let hasOpen = false;
  for (let from = after; !isAll && places.length < mostPlaces;) {
    const page = await readPlacesAfter(sql, networkId, from, placesPerRead);
    const closed = page.filter(({ at }) => at <= closedUntil);
    places.push(...closed);
    hasOpen = closed.length < page.length;
    isAll = hasOpen || page.length < placesPerRead;
    from = page.at(-1) ?? from;
  }
  const whole = isAll ? places : wholeInstants(places);
  const end = isAll ? lastPlaceAt(closedUntil) : whole.at(-1)!;
  const changes = new NetChanges();
  const relevantPlaces = whole.filter(({ kind }) => isTold(inventoryModels[kind]!));
  for (let at = 0; at < relevantPlaces.length; at += changesPerRead)
    for (const change of await readChanges(sql, networkId, relevantPlaces.slice(at, at + changesPerRead)))
      changes.add(change);
  return { changes, upTo: comparePlaces(end, after) > 0 ? end : after, hasMore: !isAll || hasOpen };
}

/**
 * The changes of the last instant may have been read only in part, so the positions of this instant are left to the
 * next batch.
 */
function wholeInstants(places: readonly EventPlace[]): readonly EventPlace[] {
  const last = places.at(-1)!.at.getTime();
  const whole = places.filter(({ at }) => at.getTime() < last);
  return whole.length > 0 ? whole : places;
}

const ask = <Row extends object>(sql: TenantSql, text: string, values: readonly unknown[]) =>
  sql.query<Row>(tenantSafeSql(sql.viewer, { text, values: [...values] }));

/** Adds names, roles and links of the hosts and ports in the changes. `from` is the instant before the changes. */
export async function completeBatch(
  sql: TenantSql,
  networkId: string,
  from: Date,
  changes: NetChanges,
  others: readonly OtherFact[],
): Promise<Batch> {
  const { hosts, interfaces } = changes;
  await nextTurn();
  const { addresses, services } = changes;
  await nextTurn();
  const states = interfaces.flatMap(({ before, after }) => [before, after]).filter((state) => state !== null);
  const ends = states.flatMap(({ neighbors }) => neighbors);
  const endIds = (type: 'Interface' | 'Host') => ends.filter((end) => end.type === type).map(({ id }) => id);
  const portIds = [...interfaces.map(({ id }) => id), ...endIds('Interface')];
  const portFacts = await readPorts(sql, networkId, from, portIds);
  const failed = hosts.some(({ before, after }) => before && after && before.missingSince !== after.missingSince);
  const changedPortIds = interfaces.flatMap(({ id, before, after }) =>
    before && after && before.operStatus !== after.operStatus ? id : [],
  );
  const needsLinks = failed || changedPortIds.length > 0;
  const links = needsLinks ? await readLinks(sql, networkId, from, failed ? null : changedPortIds) : [];
  const owners = [...addresses, ...services].flatMap(({ before, after }) => [
    before?.hostId ?? [],
    after?.hostId ?? [],
  ]);
  const hostIds = [
    ...hosts.map(({ id }) => id),
    ...states.map(({ hostId }) => hostId),
    ...[...portFacts.values()].map(({ hostId }) => hostId),
    ...[...endIds('Host'), ...owners.flat(), ...others.flatMap((fact) => ('hostId' in fact ? fact.hostId : []))],
  ];
  return {
    ...{ hosts, interfaces, addresses, services, others, portFacts, links },
    hostFacts: await readHosts(sql, networkId, from, hostIds),
    rootHostIds: failed ? await readRoots(sql, networkId) : [],
  };
}

type WithId<T> = T & { readonly id: string };

/**
 * Resolves with rows by id. Existing rows have their present values, deleted rows their values at the instant `from`.
 */
async function readThroughTime<T>(
  sql: TenantSql,
  networkId: string,
  from: Date,
  ids: readonly string[],
  textOf: (rowsOf: (table: string) => string) => string,
): Promise<ReadonlyMap<string, T>> {
  const byId = new Map<string, T>();
  const read = async (text: string, wantedIds: readonly string[], more: readonly Date[] = []) => {
    for (let at = 0; at < wantedIds.length; at += namesPerRead) {
      const values = [networkId, sql.viewer.networkIds, wantedIds.slice(at, at + namesPerRead), ...more];
      for (const row of await ask<WithId<T>>(sql, text, values)) byId.set(row.id, row);
    }
  };
  const uniqueIds = [...new Set(ids)];
  await read(
    textOf((table) => table),
    uniqueIds,
  );
  const deletedIds = uniqueIds.filter((id) => !byId.has(id));
  await read(
    textOf((table) => `${table}_at($4::timestamptz)`),
    deletedIds,
    [from],
  );
  return byId;
}

const inReach = (row: string) => `${row}.network_id = $1::uuid AND ${row}.network_id = ANY($2::uuid[])`;

const readPorts = (sql: TenantSql, networkId: string, from: Date, ids: readonly string[]) =>
  readThroughTime<PortFacts>(
    sql,
    networkId,
    from,
    ids,
    (rowsOf) => `
      SELECT r.id, r.host_id AS "hostId", ${interfaceDisplayNameSql('r')} AS name
      FROM ${rowsOf('interfaces')} r WHERE ${inReach('r')} AND r.id = ANY($3::uuid[])`,
  );

const readHosts = (sql: TenantSql, networkId: string, from: Date, ids: readonly string[]) =>
  readThroughTime<HostFacts>(
    sql,
    networkId,
    from,
    ids,
    (rowsOf) => `
      SELECT h.id, ${hostDisplayNameSql('h', rowsOf('ip_addresses'))} AS name, h.role::text AS role, ARRAY(
        SELECT l.tag_id::text FROM ${rowsOf('tag_assignments')} l
        WHERE l.host_id = h.id AND l.network_id = h.network_id ORDER BY l.tag_id) AS "tagIds"
      FROM ${rowsOf('hosts')} h WHERE ${inReach('h')} AND h.id = ANY($3::uuid[])`,
  );

/**
 * Resolves with links that exist now or existed at the instant `from`: links of the ports `portIds`, or all links for
 * null.
 */
function readLinks(sql: TenantSql, networkId: string, from: Date, portIds: readonly string[] | null): Promise<Link[]> {
  const linksOf = (rowsOf: (table: string) => string) => `
    SELECT l.interface_id AS "portId", p.host_id AS "hostId", l.remote_interface_id AS "otherPortId",
      coalesce(l.remote_host_id, far.host_id) AS "otherHostId"
    FROM ${rowsOf('interface_neighbors')} l
    JOIN ${rowsOf('interfaces')} p ON p.id = l.interface_id
    LEFT JOIN ${rowsOf('interfaces')} far ON far.id = l.remote_interface_id
    WHERE ${inReach('l')} AND coalesce(l.remote_host_id, far.host_id) IS NOT NULL
      AND ($4::uuid[] IS NULL OR l.interface_id = ANY($4::uuid[]) OR l.remote_interface_id = ANY($4::uuid[]))`;
  const past = linksOf((table) => `${table}_at($3::timestamptz, ARRAY[$1::uuid])`);
  return ask<Link>(sql, `${linksOf((table) => table)} UNION ${past}`, [
    networkId,
    sql.viewer.networkIds,
    from,
    portIds,
  ]);
}

async function readRoots(sql: TenantSql, networkId: string): Promise<string[]> {
  const text = `SELECT DISTINCT r.host_id AS id FROM daemons r WHERE ${inReach('r')} ORDER BY r.host_id`;
  return (await ask<{ id: string }>(sql, text, [networkId, sql.viewer.networkIds])).map(({ id }) => id);
}
