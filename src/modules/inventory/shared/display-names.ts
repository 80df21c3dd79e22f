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
 * several addresses seen at the same time, the address with the lowest position is used.
 */
export function hostDisplayName({ name, hostname, sysName, chassisId, ipAddresses }: NamedHost): string {
  const [first, ...others] = ipAddresses;
  const latest = others.reduce((best, one) => (best && best.lastSeenAt >= one.lastSeenAt ? best : one), first);
  return firstOf(name, hostname, sysName, chassisId, latest?.ipAddress ?? null);
}

/**
 * Returns SQL for the display name of a host. `row` is the alias of the `hosts` row. `addresses` is SQL for the table
 * or function from which `ip_addresses` rows are read.
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

/** Returns SQL for the display name of an interface. `row` is the alias of the `interfaces` row. */
export const interfaceDisplayNameSql = (row: string): string =>
  firstOfSql(...['if_alias', 'if_descr', 'mac_address'].map((column) => `${row}.${column}`), `'${anyInterface}'`);
