// Display names of hosts and interfaces, by the same rule for rows in memory and in SQL.

const firstOf = (...texts: readonly (string | null)[]): string => texts.find((text) => text) ?? '';
/** SQL for the first of the expressions that is neither null nor empty; else an empty text. */
export const firstOfSql = (...expressions: readonly string[]): string =>
  `coalesce(${expressions.map((expression) => `nullif(${expression}, '')`).join(', ')}, '')`;

interface NamedHost {
  readonly name: string;
  readonly hostname: string | null;
  readonly sysName: string | null;
  readonly chassisId: string | null;
  /** Addresses by position. */
  readonly ipAddresses: readonly { readonly ipAddress: string; readonly lastSeenAt: Date }[];
}

/** The first non-empty of name, hostname, sysName, chassisId and latest seen address; of addresses seen at once, the first. */
export function hostDisplayName({ name, hostname, sysName, chassisId, ipAddresses }: NamedHost): string {
  const [first, ...others] = ipAddresses;
  const latest = others.reduce((best, one) => (best && best.lastSeenAt >= one.lastSeenAt ? best : one), first);
  return firstOf(name, hostname, sysName, chassisId, latest?.ipAddress ?? null);
}

/** SQL of the display name of a row of `hosts` with this alias; `addresses` is the source of `ip_addresses` rows. */
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

/** The first non-empty of ifAlias, ifDescr and MAC address; else "Interface". */
export const interfaceDisplayName = ({ ifAlias, ifDescr, macAddress }: NamedInterface): string =>
  firstOf(ifAlias, ifDescr, macAddress, anyInterface);

/** SQL of the display name of a row of `interfaces` with this alias. */
export const interfaceDisplayNameSql = (row: string): string =>
  firstOfSql(...['if_alias', 'if_descr', 'mac_address'].map((column) => `${row}.${column}`), `'${anyInterface}'`);
