// Reads routing neighbors and their states from OSPF-MIB (RFC 4750), OSPFV3-MIB (RFC 5643), BGP4-MIB (RFC 4273) and
// ISIS-MIB (RFC 4444).
import type { RoutingNeighborState, RoutingProtocol } from '../../../../generated/operations';
import { ipFromBytes, ipFromIndex, ipFromText } from '../../../evidence/addresses';
import type { PortFacts } from '../facts';
import { rowTable } from '../row-table';
import { toBytes, toDottedText, toNumber } from '../values';
import { readTables, type Device, type Row, type Table } from '../walk';

type State = RoutingNeighborState;

interface RoutingNeighborFacts {
  protocol: RoutingProtocol;
  /** IP address of the neighbor. At least one of `address` and `routerId` is known. */
  address?: string;
  routerId?: string;
  ifIndex?: number;
  state: State;
  /** AS number of the peer; only for BGP. */
  remoteAs?: number;
}

const ospfColumn = { routerId: 3, state: 6 };
const ospf: Table = {
  name: 'ospfNbrTable',
  entry: '1.3.6.1.2.1.14.10.1',
  columns: ospfColumn,
  optional: [ospfColumn.routerId],
};
const ospf3Column = { address: 5, state: 8 };
const ospf3: Table = {
  name: 'ospfv3NbrTable',
  entry: '1.3.6.1.2.1.191.1.9.1',
  columns: ospf3Column,
  optional: [ospf3Column.address],
};
const ospfStates: readonly (State | undefined)[] = [
  ...([undefined, 'Down', 'Attempt', 'Init', 'TwoWay', 'ExchangeStart', 'Exchange', 'Loading', 'Full'] as const),
];
const bgpColumn = { routerId: 1, state: 2, remoteAs: 9 };
const bgp: Table = {
  name: 'bgpPeerTable',
  entry: '1.3.6.1.2.1.15.3.1',
  columns: bgpColumn,
  optional: [bgpColumn.routerId, bgpColumn.remoteAs],
};
/** Column numbers of cbgpPeer2Table (CISCO-BGP4-MIB), which contains IPv4 and IPv6 peers. */
const ciscoColumn = { state: 3, remoteAs: 11, routerId: 12 };
const ciscoBgp: Table = {
  name: 'cbgpPeer2Table',
  entry: '1.3.6.1.4.1.9.9.187.1.2.5.1',
  columns: ciscoColumn,
  optional: [ciscoColumn.routerId, ciscoColumn.remoteAs],
};
const bgpStates: readonly (State | undefined)[] = [
  ...([undefined, 'Idle', 'Connect', 'Active', 'OpenSent', 'OpenConfirm', 'Established'] as const),
];
const isisColumn = { state: 2, systemId: 6 };
const isis: Table = {
  name: 'isisISAdjTable',
  entry: '1.3.6.1.2.1.138.1.6.1.1',
  columns: isisColumn,
  optional: [isisColumn.systemId],
};
const isisAddressColumn = { address: 3 };
const isisAddresses: Table = {
  name: 'isisISAdjIPAddrTable',
  entry: '1.3.6.1.2.1.138.1.6.3.1',
  columns: isisAddressColumn,
};
const isisCircuitColumn = { ifIndex: 2 };
const isisCircuits: Table = {
  name: 'isisCircTable',
  entry: '1.3.6.1.2.1.138.1.3.2.1',
  columns: isisCircuitColumn,
};
const isisStates: readonly (State | undefined)[] = [undefined, 'Down', 'Initializing', 'Up', 'Failed'];

const routerIdIn = (text: string | undefined) => (text === undefined || text === '0.0.0.0' ? {} : { routerId: text });
const asIn = (row: Row, column: number) => {
  const number = toNumber(row.cells[column]);
  return number !== undefined && number > 0 ? { remoteAs: number } : {};
};
/** Formats the six bytes of an IS-IS system id: `0102.0304.0506`. */
const systemIdOf = (bytes: Uint8Array): string | undefined =>
  bytes.length === 6
    ? Buffer.from(bytes)
        .toString('hex')
        .replace(/(....)(?!$)/g, '$1.')
    : undefined;

/** A row of a table of neighbors. `facts` is undefined if the row does not identify the neighbor. */
type Sighting = readonly [state: State | undefined, facts: Omit<RoutingNeighborFacts, 'state'> | undefined];

function ospfNeighbor({ index, cells }: Row, addresses: PortFacts['addresses']): Sighting {
  const state = ospfStates[toNumber(cells[ospfColumn.state]) ?? 0];
  // Without the number after the address, ipFromIndex takes no first byte of an address for a length.
  const address = index.length === 5 ? ipFromIndex(index.slice(0, 4), 4)?.address : undefined;
  if (address === undefined) return [state, undefined];
  // The index of a row of ospfNbrTable ends with the ifIndex if the link has no addresses, otherwise with 0.
  const ifIndex = index[4] || interfaceOf(address, addresses);
  const id = routerIdIn(toDottedText(cells[ospfColumn.routerId]));
  return [state, { protocol: 'Ospf', address, ...id, ...(ifIndex && { ifIndex }) }];
}

function ospf3Neighbor({ index, cells }: Row): Sighting {
  const state = ospfStates[toNumber(cells[ospf3Column.state]) ?? 0];
  const [ifIndex, , id] = index;
  if (index.length !== 3 || !ifIndex) return [state, undefined];
  const address = ipFromBytes(toBytes(cells[ospf3Column.address]));
  return [
    state,
    { protocol: 'Ospfv3', ifIndex, ...(id && { routerId: dottedOf(id) }), ...(address !== undefined && { address }) },
  ];
}

/** The peer's address in the index of a CISCO-BGP4-MIB row. The index consists of address type, length and address. */
function ciscoPeerOf({ index }: Row): string | undefined {
  const [type, length, ...bytes] = index;
  const isAddress = bytes.length === length && (type === 1 || type === 2) && bytes.every((byte) => byte < 256);
  return isAddress ? ipFromBytes(Uint8Array.from(bytes)) : undefined;
}

function bgpNeighbor(row: Row, address: string | undefined, column: typeof bgpColumn | typeof ciscoColumn): Sighting {
  const state = bgpStates[toNumber(row.cells[column.state]) ?? 0];
  const id = routerIdIn(toDottedText(row.cells[column.routerId]));
  return [
    state,
    address === undefined ? undefined : { protocol: 'Bgp', address, ...id, ...asIn(row, column.remoteAs) },
  ];
}

/**
 * BGP peers from the tables of CISCO-BGP4-MIB and BGP4-MIB. A peer that is in both tables is taken from CISCO-BGP4-MIB.
 */
function bgpNeighbors(ciscoRows: readonly Row[], bgpRows: readonly Row[]): (readonly [Table, Sighting[]])[] {
  const peers = new Set(ciscoRows.map(ciscoPeerOf));
  const standardRows = bgpRows
    .map((row) => [row, row.index.length === 4 ? ipFromIndex(row.index, 4)?.address : undefined] as const)
    .filter(([, address]) => address === undefined || !peers.has(address));
  return [
    [ciscoBgp, ciscoRows.map((row) => bgpNeighbor(row, ciscoPeerOf(row), ciscoColumn))],
    [bgp, standardRows.map(([row, address]) => bgpNeighbor(row, address, bgpColumn))],
  ];
}

function isisNeighbors(rows: readonly Row[], addressRows: readonly Row[], circuits: readonly Row[]): Sighting[] {
  const ifIndexOf = new Map(
    circuits.map(({ index, cells }) => [index.join('.'), toNumber(cells[isisCircuitColumn.ifIndex])] as const),
  );
  return rows.map(({ index, cells }) => {
    const key = index.join('.');
    const addresses = addressRows
      .filter((row) => row.index.slice(0, -1).join('.') === key)
      .flatMap((row) => ipFromBytes(toBytes(row.cells[isisAddressColumn.address])) ?? []);
    // Prefers an address that is not link-local, because link-local addresses repeat on many links.
    const address = addresses.find((one) => !one.startsWith('fe80')) ?? addresses[0];
    const routerId = systemIdOf(toBytes(cells[isisColumn.systemId]));
    const ifIndex = ifIndexOf.get(String(index[0]));
    const facts = {
      ...(address !== undefined && { address }),
      ...(routerId !== undefined && { routerId }),
      ...(ifIndex && { ifIndex }),
    };
    return [isisStates[toNumber(cells[isisColumn.state]) ?? 0], { protocol: 'IsIs', ...facts }];
  });
}

async function readRoutingNeighbors(
  device: Device,
  { interfaces, addresses }: PortFacts,
): Promise<{ rows: RoutingNeighborFacts[]; isComplete: boolean }> {
  const tables = [ospf, ospf3, bgp, ciscoBgp, isis, isisAddresses, isisCircuits] as const;
  const readings = await readTables(device, tables);
  const [ospfRows, ospf3Rows, bgpRows, ciscoRows, isisRows, isisIps, circuits] = readings;
  const byKey = new Map<string, RoutingNeighborFacts>();
  let isKeyed = true;
  for (const [table, sightings] of [
    [ospf, ospfRows.rows.map((row) => ospfNeighbor(row, addresses))],
    [ospf3, ospf3Rows.rows.map(ospf3Neighbor)],
    ...bgpNeighbors(ciscoRows.rows, bgpRows.rows),
    [isis, isisNeighbors(isisRows.rows, isisIps.rows, circuits.rows)],
  ] as const) {
    let unkeyed = 0;
    for (const [state, facts] of sightings) {
      // Some tables also contain connection attempts that got no response. A row without a known state is ignored.
      if (state === undefined) continue;
      if (!facts || (facts.address === undefined && facts.routerId === undefined)) unkeyed++;
      else byKey.set([facts.protocol, facts.address, facts.routerId, facts.ifIndex].join(' '), { ...facts, state });
    }
    if (unkeyed === 0) continue;
    isKeyed = false;
    device.note(`${table.name}: ${unkeyed} rows of routing neighbours have no address and no router ID`);
  }
  const ifIndexes = new Set(interfaces.map(({ ifIndex }) => ifIndex));
  const rows = [...byKey.values()].map(({ ifIndex, ...rest }) =>
    ifIndex !== undefined && ifIndexes.has(ifIndex) ? { ...rest, ifIndex } : rest,
  );
  return { rows, isComplete: readings.every(({ isComplete }) => isComplete) && isKeyed };
}

export const routingNeighbors = rowTable({
  name: 'routing neighbours',
  read: readRoutingNeighbors,
  member: 'routing_neighbors',
  complete: 'routing_neighbors',
  most: 2_000,
  toReport: ({ protocol, state, address, routerId, ifIndex, remoteAs }) => ({
    ...{ protocol, state },
    ...(address !== undefined && { neighbor_address: address }),
    ...(routerId !== undefined && { neighbor_router_id: routerId }),
    ...(ifIndex !== undefined && { if_index: ifIndex }),
    ...(remoteAs !== undefined && { remote_as: remoteAs }),
  }),
});

const dottedOf = (number: number): string =>
  [number >>> 24, (number >>> 16) & 255, (number >>> 8) & 255, number & 255].join('.');

/**
 * The ifIndex of the interface that has an address in the same prefix as `address`; undefined if none or several match.
 */
function interfaceOf(address: string | undefined, ownAddresses: PortFacts['addresses']): number | undefined {
  const number = numberOf(address);
  if (number === undefined) return undefined;
  const near = ownAddresses.filter(({ address: one, prefixLength }) => {
    const [there, bits] = [numberOf(one), prefixLength ?? 0];
    return there !== undefined && bits > 0 && bits < 32 && (there ^ number) >>> (32 - bits) === 0;
  });
  const [first, another] = new Set(near.map(({ ifIndex }) => ifIndex));
  return another === undefined ? first : undefined;
}

function numberOf(address: string | undefined): number | undefined {
  if (address === undefined || ipFromText(address) === undefined || address.includes(':')) return undefined;
  return address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
}
