// SQL for how the addresses of subnets are used: by hosts, as gateways, or by reservations.
import { Prisma } from '../../../generated/prisma/client';
import { defaultStaleAfterHours } from '../../../graphql/lists/stale-filter';
import type { TenantSql } from '../../../data/tenancy/scoped-sql';
import { tenantSafeSql } from '../../../data/tenancy/tenant-sql';
import { containerBridges } from '../shared/subnet-types';

/** Maximum number of hosts listed for one address. */
export const mostHolders = 10;
/**
 * Maximum number of reservations that can contain one address. Reservations of one subnet do not overlap, and subnets
 * that contain the same address differ in their prefix lengths, which are 0 to 128.
 */
const mostAround = 130;

interface Scope {
  readonly subnetIds: readonly string[];
  /** The time against which expiry of reservations and age of addresses (`is_stale`) are measured. */
  readonly now: Date;
}

/**
 * Returns SQL fragments that all statements about a set of subnets share. The fragments read the present rows, or the
 * rows at the instant `at`.
 */
function partsOf({ viewer, at }: TenantSql, { subnetIds, now }: Scope) {
  const networks = Prisma.sql`${[...viewer.networkIds]}::uuid[]`;
  const table = (name: string): Prisma.Sql =>
    at ? Prisma.sql`${Prisma.raw(`${name}_at`)}(${at}::timestamptz, ${networks})` : Prisma.raw(name);
  const isAlone = (row: string): Prisma.Sql => {
    const [source, type] = [Prisma.raw(`${row}.source_type`), Prisma.raw(`${row}.subnet_type`)];
    return Prisma.sql`(${source} = 'System' OR ${type}::text = ANY(${[...containerBridges]}::text[]))`;
  };
  // Addresses that no host can have, such as the network address: RFC 950 and RFC 3021, RFC 4291 section 2.6.1 and RFC
  // 6164.
  const specials = Prisma.sql`
    CASE WHEN family(s.cidr) = 4 AND masklen(s.cidr) <= 30 THEN ARRAY[e.first, e.last]
      WHEN family(s.cidr) = 6 AND masklen(s.cidr) <= 126 THEN ARRAY[e.first] ELSE '{}'::inet[] END`;
  // The requested subnets, as rows `w`. Addresses may be stored in a larger or smaller subnet of the same namespace, so
  // `subnet_ids` are all subnets that overlap `w`. A container bridge or System subnet (all external addresses) has
  // only its own id, because the subnets that it overlaps are unrelated.
  const requestedSubnets = Prisma.sql`
    wanted AS MATERIALIZED (
      SELECT s.id, s.network_id, s.namespace, e.first, e.last, ${specials} AS specials, ${isAlone('s')} AS is_alone,
        ${now}::timestamptz - coalesce(n.stale_after_hours, ${defaultStaleAfterHours}::int) * interval '1 hour' AS stale_before,
        CASE WHEN ${isAlone('s')} THEN ARRAY[s.id] ELSE ARRAY(
          SELECT o.id FROM ${table('subnets')} o WHERE o.network_id = s.network_id AND o.namespace = s.namespace
            AND o.cidr && s.cidr AND NOT ${isAlone('o')}) END AS subnet_ids
      FROM ${table('subnets')} s JOIN networks n ON n.id = s.network_id
        CROSS JOIN LATERAL (SELECT host(network(s.cidr))::inet AS first, host(broadcast(s.cidr))::inet AS last) e
      WHERE s.id = ANY(${[...subnetIds]}::uuid[]) AND s.network_id = ANY(${networks})
    )`;
  // History does not record when an address was last seen, so `is_stale` is null at a past instant.
  const isStale = at
    ? Prisma.sql`NULL::boolean`
    : Prisma.sql`(num_nonnulls(a.first_discovery_id, a.last_discovery_id) > 0 AND a.last_seen_at < w.stale_before)`;
  const lastSeenAt = at ? Prisma.sql`NULL::timestamptz` : Prisma.sql`a.last_seen_at`;
  /**
   * A FROM clause for stored addresses of hosts, as rows `a`, between the addresses `first` and `last` of the subnet
   * `w`.
   */
  const ofHosts = (first: Prisma.Sql, last: Prisma.Sql): Prisma.Sql => Prisma.sql`
    FROM ${table('ip_addresses')} a WHERE a.network_id = w.network_id AND a.subnet_id = ANY(w.subnet_ids)
      AND a.ip_address >= ${first} AND a.ip_address <= ${last}`;
  /**
   * A FROM clause for virtual addresses of FHRP groups, as `v.address`, between the addresses `first` and `last`, in
   * the namespace of the subnet `w`.
   */
  const virtual = (first: Prisma.Sql, last: Prisma.Sql): Prisma.Sql => Prisma.sql`
    FROM ${table('fhrp_groups')} g CROSS JOIN LATERAL (SELECT named::inet AS address FROM unnest(g.virtual_addresses) named) v
    WHERE g.network_id = w.network_id AND g.namespace = w.namespace AND NOT w.is_alone
      AND v.address >= ${first} AND v.address <= ${last}`;
  /**
   * A FROM clause for next hops, as `r.next_hop`, between the addresses `first` and `last`. Only routes of hosts that
   * have an address in the subnet count. DISTINCT, because a host may have thousands of routes with the same next hop.
   */
  const nextHops = (first: Prisma.Sql, last: Prisma.Sql): Prisma.Sql => Prisma.sql`
    FROM (
      SELECT DISTINCT next_hop, host_id FROM ${table('routes')} stored
      WHERE stored.network_id = w.network_id AND stored.next_hop >= ${first} AND stored.next_hop <= ${last}
    ) r WHERE EXISTS (SELECT FROM ${table('ip_addresses')} a WHERE a.host_id = r.host_id AND a.subnet_id = ANY(w.subnet_ids))`;
  /**
   * A FROM clause for active reservations, as rows `r`. `c.first` and `c.last` are the part of the reserved range in
   * the subnet.
   */
  const reserved = Prisma.sql`
    FROM ${table('address_reservations')} r CROSS JOIN LATERAL (
      SELECT greatest(r.first_address, w.first) AS first, least(r.last_address, w.last) AS last) c
    WHERE r.network_id = w.network_id AND r.subnet_id = ANY(w.subnet_ids) AND c.first <= c.last
      AND (r.until IS NULL OR r.until > ${now}::timestamptz)`;
  /**
   * SQL for all used addresses, as columns `address`, `is_stale`, `is_special`. An address that is used in several ways
   * has one row for each use.
   */
  const usedAddresses = (first: Prisma.Sql, last: Prisma.Sql): Prisma.Sql => Prisma.sql`
    SELECT a.ip_address AS address, ${isStale} AS is_stale, false AS is_special ${ofHosts(first, last)}
    UNION ALL SELECT v.address, false, false ${virtual(first, last)}
    UNION ALL SELECT r.next_hop, false, false ${nextHops(first, last)}
    UNION ALL SELECT special, NULL, true FROM unnest(w.specials) special WHERE special >= ${first} AND special <= ${last}`;
  return { wanted: requestedSubnets, isStale, lastSeenAt, ofHosts, virtual, nextHops, reserved, used: usedAddresses };
}

const [first, last] = [Prisma.sql`w.first`, Prisma.sql`w.last`];

const ask = <Row extends object>(sql: TenantSql, statement: Prisma.Sql): Promise<Row[]> =>
  sql.query<Row>(tenantSafeSql(sql.viewer, statement));

export interface Holder {
  readonly ipAddressId: string;
  readonly hostId: string;
  /** Time at which discovery last saw the address, in RFC 3339 format; null at a past instant. */
  readonly lastSeenAt: string | null;
  readonly isStale: boolean | null;
}
export interface UsedAddress {
  readonly address: string;
  /** At most 10 hosts that have the address. Empty for an address that only an FHRP group or a route has. */
  readonly holders: readonly Holder[];
  /** Number of stored host addresses that equal `address`, including the addresses of hosts that `holders` omits. */
  readonly holderCount: number;
  readonly isVirtual: boolean;
  readonly isNextHop: boolean;
}
export interface ReservedRange {
  readonly id: string;
  readonly first: string;
  readonly last: string;
  /** Whether the reservation belongs to the requested subnet, not to a subnet that overlaps it. */
  readonly isOwn: boolean;
}
/**
 * A page of the used and reserved addresses of a subnet. If more used addresses follow, `isUsedWhole` is false; if more
 * reservations may follow, `isReservedWhole` is false.
 */
export interface UsePage {
  readonly id: string;
  readonly first: string;
  readonly last: string;
  readonly specials: readonly string[];
  readonly used: readonly UsedAddress[];
  readonly isUsedWhole: boolean;
  readonly reserved: readonly ReservedRange[];
  readonly isReservedWhole: boolean;
}

/**
 * For each subnet, resolves with at least the first `most` used addresses and the first `most` reservations from the
 * address `from` on, ordered by address.
 */
export async function readUse(
  sql: TenantSql,
  scope: Scope,
  { from, most }: { readonly from: string | null; readonly most: number },
): Promise<UsePage[]> {
  const { wanted, isStale, lastSeenAt, ofHosts, virtual, nextHops, reserved } = partsOf(sql, scope);
  const start = Prisma.sql`greatest(w.first, ${from}::inet)`;
  const most1 = Prisma.sql`${most + 1}::int`;
  const statement = Prisma.sql`
    WITH ${wanted}
    SELECT w.id, host(w.first) AS first, host(w.last) AS last,
      ARRAY(SELECT host(special) FROM unnest(w.specials) special) AS specials, u.used, x.reserved
    FROM wanted w
    CROSS JOIN LATERAL (
      SELECT coalesce(json_agg(json_build_object('address', host(address), 'holders', coalesce(holders, '[]'::json),
        'holderCount', holder_count, 'isVirtual', is_virtual, 'isNextHop', is_next_hop) ORDER BY address), '[]') AS used
      FROM (
        SELECT address, (json_agg(holders) FILTER (WHERE holders IS NOT NULL))->0 AS holders,
          sum(holder_count)::int AS holder_count, bool_or(is_virtual) AS is_virtual, bool_or(is_next_hop) AS is_next_hop
        FROM (
          (SELECT a.ip_address AS address, to_json((array_agg(json_build_object('ipAddressId', a.id, 'hostId', a.host_id,
              'lastSeenAt', ${lastSeenAt}, 'isStale', ${isStale}) ORDER BY a.id))[1:${Prisma.raw(String(mostHolders))}]) AS holders,
              count(*) AS holder_count, false AS is_virtual, false AS is_next_hop
            ${ofHosts(start, last)} GROUP BY a.ip_address ORDER BY a.ip_address LIMIT ${most1})
          UNION ALL (SELECT v.address, NULL::json, 0, true, false ${virtual(start, last)}
            GROUP BY v.address ORDER BY v.address LIMIT ${most1})
          UNION ALL (SELECT r.next_hop, NULL::json, 0, false, true ${nextHops(start, last)}
            GROUP BY r.next_hop ORDER BY r.next_hop LIMIT ${most1})
        ) one GROUP BY address ORDER BY address LIMIT ${most1}
      ) listed
    ) u
    CROSS JOIN LATERAL (
      SELECT coalesce(json_agg(json_build_object('id', id, 'first', host(first), 'last', host(last), 'isOwn', is_own)
        ORDER BY first, id), '[]') AS reserved
      FROM (
        SELECT r.id, c.first, c.last, r.subnet_id = w.id AS is_own ${reserved} AND c.last >= ${start}
        ORDER BY c.first, r.id LIMIT ${most + mostAround}::int
      ) listed
    ) x`;
  const rows = await ask<Omit<UsePage, 'isUsedWhole' | 'isReservedWhole'>>(sql, statement);
  return rows.map((row) => ({
    ...row,
    isUsedWhole: row.used.length <= most,
    isReservedWhole: row.reserved.length < most + mostAround,
  }));
}

export interface UseCounts {
  readonly id: string;
  readonly first: string;
  readonly last: string;
  readonly taken: number;
  /**
   * Number of `taken` addresses that are stale: no host that has the address was seen with it recently. Null at a past
   * instant.
   */
  readonly stale: number | null;
  /** Number of addresses that are reserved by standards, such as the network address, and that no host has. */
  readonly special: number;
  /** Number of reserved addresses that nothing uses, as decimal digits. */
  readonly reserved: string;
}

/**
 * Returns SQL for an address as a number. PostgreSQL's subtraction of `inet` values fails for IPv6 addresses that are
 * far apart.
 */
const numberOf = (address: string): Prisma.Sql =>
  Prisma.raw(`(SELECT sum(get_byte(inet_send(${address}), 3 + place) * 256::numeric ^ (size.bytes - place)::numeric)
    FROM (SELECT CASE WHEN family(${address}) = 4 THEN 4 ELSE 16 END AS bytes) size, generate_series(1, size.bytes) place)`);

/** For each subnet, resolves with the numbers of taken, stale, special and reserved addresses. */
export function countUse(sql: TenantSql, scope: Scope): Promise<UseCounts[]> {
  const { wanted, reserved, used } = partsOf(sql, scope);
  const stale = sql.at ? Prisma.sql`NULL::int` : Prisma.sql`(count(*) FILTER (WHERE is_stale))::int`;
  const inside = used(Prisma.sql`island.first`, Prisma.sql`island.last`);
  // Reservations of overlapping subnets may overlap. To count each reserved address once, they are joined to contiguous
  // ranges (`island`).
  const statement = Prisma.sql`
    WITH ${wanted},
    range AS MATERIALIZED (SELECT w.id, c.first, c.last FROM wanted w CROSS JOIN LATERAL (SELECT c.first, c.last ${reserved}) c),
    island AS MATERIALIZED (
      SELECT id, min(first) AS first, max(last) AS last FROM (
        SELECT id, first, last, sum(CASE WHEN first <= reached THEN 0 ELSE 1 END) OVER (PARTITION BY id ORDER BY first, last) AS number
        FROM (
          SELECT id, first, last, max(last) OVER (PARTITION BY id ORDER BY first, last
            ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS reached
          FROM range
        ) reaching
      ) numbered GROUP BY id, number
    )
    SELECT w.id, host(w.first) AS first, host(w.last) AS last, u.taken, u.stale, u.special, x.reserved
    FROM wanted w
    CROSS JOIN LATERAL (
      SELECT (count(*) FILTER (WHERE NOT is_special))::int AS taken, (count(*) FILTER (WHERE is_special))::int AS special,
        ${stale} AS stale
      FROM (
        SELECT address, bool_and(is_special) AS is_special, bool_and(is_stale) FILTER (WHERE NOT is_special) AS is_stale
        FROM (${used(first, last)}) one GROUP BY address
      ) each_address
    ) u
    CROSS JOIN LATERAL (
      SELECT trunc(coalesce(sum(${numberOf('island.last')} - ${numberOf('island.first')} + 1 - inside.count), 0))::text AS reserved
      FROM island CROSS JOIN LATERAL (SELECT count(DISTINCT address) FROM (${inside}) one) inside WHERE island.id = w.id
    ) x`;
  return ask(sql, statement);
}

export interface Gap {
  readonly first: string;
  readonly last: string;
  /** The used or reserved address before the gap; null if the gap is at the beginning of the subnet. */
  readonly after: string | null;
  /** The used or reserved address after the gap; null if the gap is at the end of the subnet. */
  readonly before: string | null;
}

/**
 * Resolves with the first `most` gaps between used and reserved addresses of a subnet, ordered by address. Gaps at the
 * ends of the subnet may be empty.
 */
export function readGaps(sql: TenantSql, scope: Scope, most: number): Promise<Gap[]> {
  const { wanted, reserved, used } = partsOf(sql, scope);
  const statement = Prisma.sql`
    WITH ${wanted},
    blocked AS MATERIALIZED (
      SELECT b.first, b.last FROM wanted w CROSS JOIN LATERAL (
        SELECT address AS first, address AS last FROM (${used(first, last)}) one
        UNION ALL SELECT c.first, c.last ${reserved}
      ) b
    )
    SELECT host(w.first) AS first, host(w.last) AS last, host(g.after) AS after, host(g.before) AS before
    FROM wanted w CROSS JOIN (
      SELECT max(last) OVER (ORDER BY first, last ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS after, first AS before
      FROM blocked
      UNION ALL SELECT max(last), NULL FROM blocked
    ) g
    WHERE CASE WHEN g.after IS NULL OR g.before IS NULL THEN true WHEN g.before > g.after THEN g.before - 1 <> g.after ELSE false END
    ORDER BY g.after NULLS FIRST, g.before NULLS LAST LIMIT ${most + 2}::int`;
  return ask(sql, statement);
}
