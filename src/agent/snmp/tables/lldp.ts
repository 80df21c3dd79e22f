// LLDP-MIB and LLDP-V2-MIB: the device's own chassis id, and the neighbours it hears on each port.
import { ipOfIndex } from '../../evidence/addresses';
import { chassisIdOf, portIdOf, type ChassisId, type PortId } from '../../evidence/lldp-ids';
import type { NeighborFacts } from '../facts';
import { bytesIn, numberIn, textIn } from '../values';
import { readTable, type Device, type Row } from '../walk';
import { getEach } from './system';

/** Where the two MIBs differ: the second counts its columns from one more, and knows ports by ifIndex. */
interface Mib {
  readonly protocol: 'LLDP' | 'LLDP-V2';
  readonly root: string;
  /** Columns of the remote table from chassis id subtype to system description, in this order. */
  readonly firstColumn: number;
  /** Where the port stands in the index of the remote tables, and the neighbour's number. */
  readonly indexed: { readonly port: number; readonly neighbor: number; readonly length: number };
}
const lldp: Mib = {
  protocol: 'LLDP',
  root: '1.0.8802.1.1.2.1',
  firstColumn: 4,
  indexed: { port: 1, neighbor: 2, length: 3 },
};
const lldpV2: Mib = {
  protocol: 'LLDP-V2',
  root: '1.3.111.2.802.1.1.13.1',
  firstColumn: 5,
  indexed: { port: 1, neighbor: 3, length: 4 },
};

/** The device's own port, as lldpLocPortTable names it. */
export interface LocalPort {
  readonly id?: PortId;
  readonly description?: string;
}
export interface HeardNeighbor {
  /** A number of lldpLocPortTable; in LLDP-V2-MIB an ifIndex. */
  readonly port: number;
  readonly facts: Omit<NeighborFacts, 'localPort'>;
}
export interface LldpFacts {
  chassisId?: string;
  localPorts: ReadonlyMap<number, LocalPort>;
  neighbors: HeardNeighbor[];
  isComplete: boolean;
}

/** The second MIB is asked where the first knows no neighbours: devices that have both repeat themselves. */
export async function readLldp(device: Device): Promise<LldpFacts> {
  const first = await readMib(device, lldp);
  if (first.neighbors.length > 0) return first;
  const second = await readMib(device, lldpV2);
  return {
    ...second,
    chassisId: first.chassisId ?? second.chassisId,
    isComplete: first.isComplete && second.isComplete,
  };
}

async function readMib(device: Device, mib: Mib): Promise<LldpFacts> {
  const chassisId = await readChassisId(device, mib);
  const columns = Array.from({ length: 7 }, (_empty, at) => mib.firstColumn + at);
  const remote = await readTable(device, `${mib.root}.4.1.1`, columns);
  const managed = remote.rows.length > 0 ? await readManagementAddresses(device, mib) : undefined;
  const local = remote.rows.length > 0 && mib === lldp ? await readLocalPorts(device) : undefined;
  const neighbors = remote.rows.flatMap((row) => neighborOf(row, mib, managed?.addresses ?? new Map()));
  const parts = [remote, managed, local].filter((part) => part !== undefined);
  return {
    chassisId: chassisId?.value,
    localPorts: local?.ports ?? new Map(),
    neighbors: withoutRepeated(neighbors),
    isComplete: parts.every(({ isComplete }) => isComplete),
  };
}

async function readChassisId({ session }: Device, { root }: Mib): Promise<ChassisId | undefined> {
  const oids = [`${root}.3.1.0`, `${root}.3.2.0`];
  const found = new Map((await getEach(session, oids)).map(({ oid, value }) => [oid, value]));
  return chassisIdOf(numberIn(found.get(oids[0]!)) ?? 0, bytesIn(found.get(oids[1]!)));
}

async function readLocalPorts(device: Device): Promise<{ ports: Map<number, LocalPort>; isComplete: boolean }> {
  const table = await readTable(device, `${lldp.root}.3.7.1`, [2, 3, 4]);
  const ports = table.rows.map(({ index, cells }): [number, LocalPort] => [
    index[0]!,
    { id: portIdOf(numberIn(cells[2]) ?? 0, bytesIn(cells[3])), description: textIn(cells[4]) },
  ]);
  return { ports: new Map(ports), isComplete: table.isComplete };
}

/** Keyed by port and number of the neighbour: agents differ in the times that stand before these. */
const keyOf = (index: readonly number[], { indexed }: Mib): string =>
  `${index[indexed.port]} ${index[indexed.neighbor]}`;

/** Sizes of addresses by their family (IANA): IPv4, IPv6. */
const sizes: Readonly<Record<number, 4 | 16>> = { 1: 4, 2: 16 };

async function readManagementAddresses(
  device: Device,
  mib: Mib,
): Promise<{ addresses: Map<string, string[]>; isComplete: boolean }> {
  const ifSubtype = 3;
  const table = await readTable(device, `${mib.root}.4.2.1`, [ifSubtype]);
  const addresses = new Map<string, string[]>();
  for (const { index } of table.rows) {
    const [family, ...rest] = index.slice(mib.indexed.length);
    const size = sizes[family ?? 0];
    const address = size && ipOfIndex(rest, size)?.address;
    if (address) addresses.set(keyOf(index, mib), [...(addresses.get(keyOf(index, mib)) ?? []), address]);
  }
  return { addresses, isComplete: table.isComplete };
}

function neighborOf(
  { index, cells }: Row,
  mib: Mib,
  managementAddresses: ReadonlyMap<string, string[]>,
): HeardNeighbor[] {
  const port = index[mib.indexed.port];
  if (port === undefined || index.length < mib.indexed.length) return [];
  const at = (offset: number) => cells[mib.firstColumn + offset];
  const facts = {
    protocol: mib.protocol,
    chassisId: chassisIdOf(numberIn(at(0)) ?? 0, bytesIn(at(1))),
    portId: portIdOf(numberIn(at(2)) ?? 0, bytesIn(at(3))),
    portDescription: textIn(at(4)),
    systemName: textIn(at(5)),
    systemDescription: textIn(at(6)),
    managementAddresses: managementAddresses.get(keyOf(index, mib)) ?? [],
  };
  return facts.chassisId || facts.portId || facts.systemName ? [{ port, facts }] : [];
}

/** One neighbour may be heard by several destination addresses, and stand in the table twice while it ages. */
function withoutRepeated(neighbors: readonly HeardNeighbor[]): HeardNeighbor[] {
  const found = new Map<string, HeardNeighbor>();
  for (const neighbor of neighbors) {
    const { chassisId, portId, systemName } = neighbor.facts;
    found.set(JSON.stringify([neighbor.port, chassisId, portId, chassisId ? null : systemName]), neighbor);
  }
  return [...found.values()];
}
