// Reads the routing table from IP-FORWARD-MIB and RFC1213-MIB: inetCidrRouteTable, otherwise ipCidrRouteTable,
// otherwise ipRouteTable.
import type { RouteProtocol, RouteType } from '../../../../generated/operations';
import { maskToPrefixLength } from '../../../evidence/addresses';
import {
  addressFromBytes,
  ipv4Bytes,
  isByte,
  isOnEveryMachine,
  isUnspecified,
  toPrefix,
} from '../../../evidence/prefixes';
import type { PortFacts } from '../facts';
import { rowTable } from '../row-table';
import type { Value } from '../session';
import { toDottedText, toNumber } from '../values';
import { noteUnread, walk, type Device } from '../walk';
import { getValues } from './system';

/** Maximum number of routes per device that are reported. */
export const mostRoutes = 2_000;
/** Maximum number of rows to read of one table. A full BGP table has a million rows. */
const mostRead = 10_000;
/** If a table is too long, the routes to the device's own networks are looked up one by one, at most this number. */
const mostLookedUp = 200;
/** Number of values to request per SNMP request. */
const atOnce = 20;

/** A route of a device. */
export interface RouteFacts {
  /** Destination as CIDR with host bits set to zero. */
  destination: string;
  /** The next router on the path to the destination; undefined if the destination is directly connected. */
  nextHop?: string;
  ifIndex?: number;
  protocol: RouteProtocol;
  type: RouteType;
  metric?: number;
}

const protocols = [
  ...[undefined, 'Other', 'Local', 'Static', 'Icmp', 'Egp', 'Ggp', 'Hello', 'Rip', 'IsIs', 'EsIs', 'Igrp', 'BbnSpfIgp'],
  ...['Ospf', 'Bgp', 'Idpr', 'Eigrp', 'Dvmrp', 'Rpl', 'Dhcp', 'Ttdp'],
] as (RouteProtocol | undefined)[];

type Key = Pick<RouteFacts, 'destination' | 'nextHop'>;
interface RouteTable {
  readonly name: string;
  readonly entry: string;
  readonly columns: {
    readonly type: number;
    readonly protocol: number;
    readonly ifIndex: number;
    readonly metric: number;
  };
  readonly types: readonly (RouteType | undefined)[];
  /** For tables that have the next hop and the mask in columns, not in the index: the numbers of these columns. */
  readonly keyed?: { readonly nextHop: number; readonly mask: number };
  /** Destination and next hop from the index; undefined if the index is malformed. */
  keyOf(index: readonly number[]): Key | undefined;
}

const inetCidr: RouteTable = {
  name: 'inetCidrRouteTable',
  entry: '1.3.6.1.2.1.4.24.7.1',
  columns: { ifIndex: 7, type: 8, protocol: 9, metric: 12 },
  types: [undefined, 'Other', 'Reject', 'Local', 'Remote', 'Blackhole'],
  keyOf: (index) => inetKeyOf(index, true) ?? inetKeyOf(index, false),
};
const ipCidr: RouteTable = {
  name: 'ipCidrRouteTable',
  entry: '1.3.6.1.2.1.4.24.4.1',
  columns: { ifIndex: 5, type: 6, protocol: 7, metric: 11 },
  types: [undefined, 'Other', 'Reject', 'Local', 'Remote'],
  keyOf: (index) => {
    if (index.length !== 13 || !index.every((number, at) => at === 8 || isByte(number))) return undefined;
    const mask = maskToPrefixLength(index.slice(4, 8).join('.'));
    return keyFrom(toPrefix(index.slice(0, 4), mask), index.slice(9));
  },
};
const ipRoute: RouteTable = {
  name: 'ipRouteTable',
  entry: '1.3.6.1.2.1.4.21.1',
  columns: { ifIndex: 2, type: 8, protocol: 9, metric: 3 },
  types: [undefined, 'Other', undefined, 'Local', 'Remote'],
  keyed: { nextHop: 7, mask: 11 },
  keyOf: (index) =>
    index.length === 4 && index.every(isByte) ? keyFrom(toPrefix(index, classOf(index)), []) : undefined,
};

/**
 * The prefix length of a destination in a table without masks: 0 for the default route, 32 if host bits are set,
 * otherwise the length of the address class (8, 16 or 24).
 */
function classOf([first = 0, second, third, fourth]: readonly number[]): number {
  if (first === 0) return 0;
  const length = first < 128 ? 8 : first < 192 ? 16 : 24;
  const rest = [second, third, fourth].slice(length / 8 - 1);
  return rest.some((byte) => byte !== 0) ? 32 : length;
}

function keyFrom(destination: string | undefined, nextHop: readonly number[]): Key | undefined {
  if (destination === undefined) return undefined;
  const address = nextHop.length > 0 ? addressFromBytes(nextHop) : undefined;
  return address === undefined || isUnspecified(address) ? { destination } : { destination, nextHop: address };
}

/**
 * Sizes in bytes by InetAddressType (RFC 4001): no address, IPv4, IPv6, and IPv4 and IPv6 with a zone of four bytes.
 */
const sizes: Readonly<Record<number, readonly [size: number, zone: number]>> = {
  0: [0, 0],
  1: [4, 0],
  2: [16, 0],
  3: [4, 4],
  4: [16, 4],
};

/**
 * Parses an InetAddressType and InetAddress at the start of an index. With `isCounted`, the address is preceded by its
 * length.
 */
function inetAt(index: readonly number[], isCounted: boolean) {
  const [size, zone] = sizes[index[0] ?? -1] ?? [];
  if (size === undefined || zone === undefined) return undefined;
  // Some devices send an address type although the length of the address is 0.
  const isEmpty = isCounted && index[1] === 0;
  if (isCounted && !isEmpty && index[1] !== size + zone && index[1] !== size) return undefined;
  const start = isCounted ? 2 : 1;
  const length = isCounted ? index[1]! : size + zone;
  const bytes = isEmpty ? [] : index.slice(start, start + size);
  if ((!isEmpty && bytes.length !== size) || !bytes.every(isByte)) return undefined;
  return { bytes, rest: index.slice(start + length) };
}

/**
 * Parses the index of inetCidrRouteTable: destination, prefix length, policy (an object id with its length), next hop.
 */
function inetKeyOf(index: readonly number[], isCounted: boolean): Key | undefined {
  const destination = inetAt(index, isCounted);
  if (!destination || destination.bytes.length === 0) return undefined;
  const [length, policy = 0, ...rest] = destination.rest;
  if (rest.length < policy) return undefined;
  const nextHop = inetAt(rest.slice(policy), isCounted);
  return nextHop?.rest.length === 0 ? keyFrom(toPrefix(destination.bytes, length), nextHop.bytes) : undefined;
}

interface Read extends Key {
  readonly index: string;
  readonly type: RouteType;
  readonly protocol: RouteProtocol;
}

async function readRoutes(
  device: Device,
  addresses: PortFacts['addresses'],
): Promise<{ routes: RouteFacts[]; isComplete: boolean }> {
  const inet = await readTable(device, inetCidr, addresses);
  if (inet.routes.some(({ destination }) => destination.includes('.')) || device.pace.gone) return inet;
  // Some devices have only IPv6 routes in inetCidrRouteTable, and IPv4 routes in an older table.
  const cidr = await readTable(device, ipCidr, addresses);
  const old = cidr.routes.length > 0 || device.pace.gone ? cidr : await readTable(device, ipRoute, addresses);
  const isComplete = inet.isComplete && cidr.isComplete && old.isComplete;
  const all = [...inet.routes, ...old.routes];
  if (all.length <= mostRoutes) return { routes: all, isComplete };
  device.note(
    `${inetCidr.name} and older tables: ${all.length - mostRoutes} of ${all.length} routes were left out, those of BGP first`,
  );
  return { routes: all.toSorted((a, b) => rankOf(a) - rankOf(b)).slice(0, mostRoutes), isComplete };
}

async function readTable(
  device: Device,
  table: RouteTable,
  addresses: PortFacts['addresses'],
): Promise<{ routes: RouteFacts[]; isComplete: boolean }> {
  const { name, entry, columns } = table;
  const cells = new Map<string, { index: readonly number[]; type?: Value; protocol?: Value }>();
  let rows = 0;
  const onCell = (column: number, index: readonly number[], value: Value): void => {
    const key = index.join('.');
    const row = cells.get(key) ?? { index };
    cells.set(key, column === columns.type ? { ...row, type: value } : { ...row, protocol: value });
    rows = Math.max(rows, cells.size);
  };
  const { unread } = await walk(device, entry, [columns.type, columns.protocol], onCell, mostRead);
  const isCut = unread.length > 0 && rows >= mostRead && !device.pace.gone;
  if (isCut) await lookUpOwn(device, table, addresses, onCell);
  const isRead = !unread.includes(columns.type) || isCut;
  if (!isCut) noteUnread(device, { name, columns: { type: columns.type, protocol: columns.protocol } }, unread);

  const read: Read[] = [];
  let unkeyed = 0;
  for (const [index, row] of cells) {
    const type = table.types[toNumber(row.type) ?? 0];
    // ipRouteTable keeps removed routes with the type invalid (RFC 1213). Such routes are skipped.
    if (type === undefined) continue;
    const key = table.keyOf(row.index);
    if (!key) unkeyed++;
    else if (!isOnEveryMachine(key.destination))
      read.push({ index, ...key, type, protocol: protocols[toNumber(row.protocol) ?? 0] ?? 'Other' });
  }
  if (unkeyed > 0) device.note(`${name}: ${unkeyed} rows have no destination and next hop in their index`);
  const keptRoutes = [...read].sort((a, b) => rankOf(a) - rankOf(b)).slice(0, mostRoutes);
  if (isCut)
    device.note(`${name}: more than ${mostRead} routes, of which ${keptRoutes.length} are kept: the rest was not read`);
  else if (keptRoutes.length < read.length)
    device.note(
      `${name}: ${read.length - keptRoutes.length} of ${read.length} routes were left out, those of BGP first`,
    );
  const { routes, isComplete } = await withDetails(device, table, keptRoutes);
  return { routes, isComplete: isComplete && !isCut && isRead && unkeyed === 0 };
}

/** Sort order: default routes, connected routes, static routes, routes of dynamic protocols, then BGP. */
function rankOf({ destination, type, protocol }: Pick<RouteFacts, 'destination' | 'type' | 'protocol'>): number {
  if (destination.endsWith('/0')) return 0;
  if (type === 'Local') return 1;
  if (protocol === 'Static' || protocol === 'Dhcp') return 2;
  return protocol === 'Bgp' ? 4 : 3;
}

/**
 * Looks up the routes to the networks in which the device has addresses, for tables that are too long to be read
 * completely.
 */
async function lookUpOwn(
  device: Device,
  { entry, columns, name }: RouteTable,
  addresses: PortFacts['addresses'],
  onCell: (column: number, index: readonly number[], value: Value) => void,
): Promise<void> {
  const prefixes = addresses.flatMap(({ address, prefixLength }) => {
    const bytes = prefixLength === undefined ? undefined : ipv4Bytes(address);
    const prefix = bytes && toPrefix(bytes, prefixLength);
    return prefix === undefined ? [] : [prefix];
  });
  const beginnings = [...new Set(prefixes)].slice(0, mostLookedUp).map((prefix) => {
    const [base, length] = prefix.split('/') as [string, string];
    return name === inetCidr.name ? `1.4.${base}.${length}` : base;
  });
  for (const column of [columns.type, columns.protocol])
    for (let at = 0; at < beginnings.length; at += atOnce) {
      const requestedOids = beginnings.slice(at, at + atOnce).map((index) => `${entry}.${column}.${index}`);
      for (const [n, { oid, value, isMissing }] of (await device.session.next(requestedOids)).entries())
        if (!isMissing && oid.startsWith(`${requestedOids[n]}.`))
          onCell(column, oid.slice(`${entry}.${column}.`.length).split('.').map(Number), value);
    }
}

async function withDetails(
  device: Device,
  { name, entry, columns, keyed }: RouteTable,
  read: readonly Read[],
): Promise<{ routes: RouteFacts[]; isComplete: boolean }> {
  const detailColumns = [columns.ifIndex, columns.metric, ...(keyed ? [keyed.nextHop, keyed.mask] : [])];
  const values = new Map<string, Value>();
  const rowsAtOnce = Math.floor(atOnce / detailColumns.length);
  for (let at = 0; at < read.length; at += rowsAtOnce) {
    const oids = read
      .slice(at, at + rowsAtOnce)
      .flatMap(({ index }) => detailColumns.map((one) => `${entry}.${one}.${index}`));
    for (const { oid, value } of await getValues(device, oids)) values.set(oid, value);
  }
  const routes = new Map<string, RouteFacts>();
  let gappedMasks = 0;
  for (const { index, type, protocol, ...key } of read) {
    const value = (column: number): Value | undefined => values.get(`${entry}.${column}.${index}`);
    const whole = keyed ? keyWithMask(key, toDottedText(value(keyed.mask)), toDottedText(value(keyed.nextHop))) : key;
    if (!whole) {
      gappedMasks++;
      continue;
    }
    const { destination, nextHop } = whole;
    const [ifIndex, metric] = [toNumber(value(columns.ifIndex)), toNumber(value(columns.metric))];
    const route: RouteFacts = {
      destination,
      // A connected route has no next hop. Older tables contain the device's own address as its next hop, which is left
      // out.
      ...(nextHop !== undefined && type !== 'Local' && { nextHop }),
      ...(ifIndex && ifIndex > 0 && { ifIndex }),
      ...(metric !== undefined && metric >= 0 && { metric }),
      ...{ type, protocol },
    };
    const routeKey = `${route.destination} ${route.nextHop} ${route.ifIndex}`;
    // Tables have one row per policy, so the same route may occur in several rows.
    if (!routes.has(routeKey)) routes.set(routeKey, route);
  }
  if (gappedMasks > 0) device.note(`${name}: ${gappedMasks} rows have a mask with gaps`);
  return { routes: [...routes.values()], isComplete: gappedMasks === 0 };
}

function keyWithMask(key: Key, mask: string | undefined, nextHop: string | undefined): Key | undefined {
  // Devices that do not know the mask send no mask, or 0.0.0.0.
  const isUnknown = mask === undefined || (isUnspecified(mask) && !key.destination.startsWith('0.'));
  if (isUnknown) return keyFrom(key.destination, ipv4Bytes(nextHop) ?? []);
  return keyFrom(
    toPrefix(ipv4Bytes(key.destination.split('/')[0])!, maskToPrefixLength(mask)),
    ipv4Bytes(nextHop) ?? [],
  );
}

export const routes = rowTable({
  name: 'routes',
  read: async (device, { addresses }) => {
    const { routes: rows, isComplete } = await readRoutes(device, addresses);
    return { rows, isComplete };
  },
  member: 'routes',
  complete: 'routes',
  most: mostRoutes,
  toReport: ({ destination, nextHop, ifIndex, protocol, type, metric }) => ({
    ...{ destination, protocol, type },
    ...(nextHop !== undefined && { next_hop: nextHop }),
    ...(ifIndex !== undefined && { if_index: ifIndex }),
    ...(metric !== undefined && { metric }),
  }),
});
