// Pure functions that compare the parts of two hosts: which rows are equal, and which values the merged row gets.
import { isVirtualRouter } from '../../../../platform/text/addresses';
import { macOfCard } from '../../../../platform/text/network-cards';

type Row = Readonly<Record<string, unknown>>;
interface Part extends Row {
  readonly id: string;
}
interface Key<R> {
  readonly of: (row: R) => string | null;
  /** If true, the key is ignored for rows of one host that have the same key, because it does not tell them apart. */
  readonly isOnce?: boolean;
  readonly fits?: (row: R, there: R) => boolean;
}
interface Bound {
  readonly id: string;
  readonly serviceId: string;
  readonly ipAddressId: string | null;
  readonly portId: string | null;
}
/** Ids of deleted rows, each with the id of the row that replaces the deleted row. */
export type StandIns = ReadonlyMap<string, string>;

/**
 * Finds the rows of the deleted host (`others`) that the remaining host has too, by several keys in order. Returns the
 * rows of the remaining host, by the ids of the deleted host's rows.
 */
export function sameRows<R extends Part>(
  others: readonly R[],
  destinationRows: readonly R[],
  keys: readonly Key<R>[],
): ReadonlyMap<string, R> {
  const equalRows = new Map<string, R>();
  for (const { of, isOnce = false, fits = () => true } of keys) {
    const count = (rows: readonly R[], key: string) => rows.filter((row) => of(row) === key).length;
    const first = new Map([...destinationRows].reverse().map((row) => [of(row), row]));
    for (const row of others) {
      const key = equalRows.has(row.id) ? null : of(row);
      const equalRow = key === null ? undefined : first.get(key);
      if (!equalRow || !fits(row, equalRow)) continue;
      if (isOnce && (count(others, key!) > 1 || count(destinationRows, key!) > 1)) continue;
      equalRows.set(row.id, equalRow);
    }
  }
  return equalRows;
}

interface Address extends Part {
  readonly subnetId: string;
  readonly ipAddress: string;
  readonly macAddress: string | null;
  readonly answersForOthers: boolean;
}
const ownMac = ({ macAddress }: { macAddress: string | null }) =>
  isVirtualRouter(macAddress) || macAddress === '00:00:00:00:00:00' ? null : macAddress;
export const addressKeys: readonly Key<Address>[] = [
  { of: ({ subnetId, ipAddress }) => `${subnetId} ${ipAddress}` },
  // If a machine answers ARP requests for other machines, its MAC address is stored with their IP addresses too. Such a
  // MAC address does not show that two rows are the same IP address.
  { of: (row) => (row.answersForOthers ? null : ownMac(row)), isOnce: true },
];

export const portKeys: readonly Key<Part & { readonly number: number; readonly protocol: string }>[] = [
  { of: ({ number, protocol }) => `${number} ${protocol}` },
];

interface NetworkPort extends Part {
  readonly ifName: string | null;
  readonly ifIndex: number | null;
  readonly ifType: number | null;
  readonly macAddress: string | null;
}
const notOfTwoNames = (row: NetworkPort, destinationPort: NetworkPort) =>
  row.ifName === null || destinationPort.ifName === null;
export const interfaceKeys: readonly Key<NetworkPort>[] = [
  { of: ({ ifName }) => ifName },
  // Data sources, such as SNMP and an agent, may report the same network card with different names.
  { of: ({ macAddress: mac, ifType: type, ifName: name }) => macOfCard({ mac, type, name }), isOnce: true },
  { of: ({ ifIndex }) => (ifIndex === null ? null : String(ifIndex)), isOnce: true, fits: notOfTwoNames },
  { of: ownMac, isOnce: true, fits: notOfTwoNames },
];

export const serviceKeys: readonly Key<Part & { readonly name: string; readonly serviceDefinition: string }>[] = [
  { of: ({ name, serviceDefinition }) => JSON.stringify([serviceDefinition, name]) },
];

/**
 * Returns the ids of bindings to delete, each with the id of the binding that replaces it. `rows` begins with the
 * remaining host's bindings. A binding is replaced by an equal binding, by a binding of its port to all addresses, or
 * by a binding earlier in `rows` that conflicts with it.
 */
export function settleBindings(rows: readonly Bound[]): StandIns {
  const replacementIds = new Map<string, string>();
  const keptBindings = new Map<string, Bound[]>();
  for (const row of rows) {
    const others = keptBindings.get(row.serviceId) ?? [];
    const inTheWay = others.find((other) => standsFor(other, row));
    if (inTheWay) replacementIds.set(row.id, inTheWay.id);
    else {
      const narrower = others.filter((other) => standsFor(row, other));
      for (const { id } of narrower) replacementIds.set(id, row.id);
      keptBindings.set(row.serviceId, [...others.filter((other) => !narrower.includes(other)), row]);
    }
  }
  const last = (id: string): string => (replacementIds.has(id) ? last(replacementIds.get(id)!) : id);
  return new Map([...replacementIds.keys()].map((id) => [id, last(id)]));
}

/**
 * Whether the binding `other` replaces the binding `row`. For example, a port on all addresses replaces the same port
 * on one address.
 */
function standsFor(other: Bound, row: Bound): boolean {
  const isSameAddress = other.ipAddressId === row.ipAddressId;
  if (other.portId === row.portId) return isSameAddress || (other.portId !== null && other.ipAddressId === null);
  const isOneWhole = (other.portId === null) !== (row.portId === null);
  return isOneWhole && (isSameAddress || other.ipAddressId === null || row.ipAddressId === null);
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

/**
 * Returns the values that the remaining row (`destination`) takes from the deleted row (`other`). Columns of a group
 * are taken together, if the first of them is empty in the remaining row. If the deleted row was seen later,
 * `lastSeenAt` and `lastDiscoveryId` are taken too.
 */
export function mergeColumns(
  destination: Row,
  other: Row,
  groups: readonly (readonly string[])[],
): Record<string, unknown> {
  const empty = groups.filter(([main]) => isEmpty(destination[main!]) && !isEmpty(other[main!])).flat();
  const isLater = (other.lastSeenAt as Date) > (destination.lastSeenAt as Date);
  const columns = [...empty, ...(isLater ? ['lastSeenAt', 'lastDiscoveryId'] : [])];
  return Object.fromEntries(columns.map((name) => [name, other[name]]));
}
