// Display names of hosts and interfaces, both for rows in memory and in SQL.

const firstOf = (...texts: readonly (string | null)[]): string => texts.find((text) => text) ?? '';
/** Returns SQL for the first expression that is neither null nor empty, or for an empty text if there is none. */
export const firstOfSql = (...expressions: readonly string[]): string =>
  `coalesce(${expressions.map((expression) => `nullif(${expression}, '')`).join(', ')}, '')`;

interface NamedHost {
  readonly name: string;
  readonly hostname: string | null;
  readonly sysName: string | null;
  readonly chassisId: string | null;
  /** Addresses of the host, sorted by position. */
  readonly ipAddresses: readonly { readonly ipAddress: string; readonly lastSeenAt: Date }[];
}

/**
 * Returns the first non-empty value of name, hostname, sysName, chassisId and the address that was seen last. Of
 * several addresses that were seen at the same time, the first counts.
 */
export function hostDisplayName({ name, hostname, sysName, chassisId, ipAddresses }: NamedHost): string {
  const [first, ...others] = ipAddresses;
  const latest = others.reduce((best, one) => (best && best.lastSeenAt >= one.lastSeenAt ? best : one), first);
  return firstOf(name, hostname, sysName, chassisId, latest?.ipAddress ?? null);
}

/**
 * Returns SQL for the display name of a host. `row` is the alias of its `hosts` row. `addresses` is SQL for the source
 * of `ip_addresses` rows.
 */
export const hostDisplayNameSql = (row: string, addresses: string): string =>
  firstOfSql(
    ...['name', 'hostname', 'sys_name', 'chassis_id'].map((column) => `${row}.${column}`),
    `(SELECT host(a.ip_address) FROM ${addresses} a WHERE a.host_id = ${row}.id
      ORDER BY a.last_seen_at DESC, a.position, a.id LIMIT 1)`,
  );

interface NamedInterface {
  readonly ifAlias: string | null;
  readonly ifDescr: string | null;
  readonly macAddress: string | null;
}
const anyInterface = 'Interface';

/** Returns the first non-empty value of ifAlias, ifDescr and MAC address; "Interface" if all are empty. */
export const interfaceDisplayName = ({ ifAlias, ifDescr, macAddress }: NamedInterface): string =>
  firstOf(ifAlias, ifDescr, macAddress, anyInterface);

/** Returns SQL for the display name of an interface. `row` is the alias of its `interfaces` row. */
export const interfaceDisplayNameSql = (row: string): string =>
  firstOfSql(...['if_alias', 'if_descr', 'mac_address'].map((column) => `${row}.${column}`), `'${anyInterface}'`);
