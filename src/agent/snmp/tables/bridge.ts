// BRIDGE-MIB and Q-BRIDGE-MIB: which port is which interface, and which MAC addresses each has learned.
import { macOfIndex } from '../../evidence/mac';
import type { InterfaceFacts } from '../facts';
import { numberIn } from '../values';
import { walk, type Device } from '../walk';

const basePortEntry = '1.3.6.1.2.1.17.1.4.1';
const basePortIfIndex = 2;
const fdbEntry = '1.3.6.1.2.1.17.4.3.1';
/** Its rows begin with the number of a filtering database, which is no VLAN number. */
const qFdbEntry = '1.3.6.1.2.1.17.7.1.2.2.1';
const fdbColumn = { port: 2, status: 3 };
const notLearned: ReadonlySet<number | undefined> = new Set([2 /* invalid */, 4 /* self */]);

export type BridgePorts = ReadonlyMap<number, InterfaceFacts>;

/** Interfaces by the numbers that the bridge has for them, which are not ifIndex. */
export async function readBridgePorts(
  device: Device,
  byIndex: ReadonlyMap<number, InterfaceFacts>,
): Promise<{ ports: BridgePorts; isComplete: boolean }> {
  const ports = new Map<number, InterfaceFacts>();
  const isComplete = await walk(device, basePortEntry, [basePortIfIndex], (_column, [port], ifIndex) => {
    const found = byIndex.get(numberIn(ifIndex) ?? -1);
    if (found && port !== undefined) ports.set(port, found);
  });
  return { ports, isComplete };
}

/** Learned addresses by interface; sets, as one address is often learned in several VLANs. */
export type Learned = Map<InterfaceFacts, Set<string>>;

export interface FdbReading {
  /** Rows of the table, learned or not. */
  rows: number;
  isComplete: boolean;
}

/** The table of all VLANs. */
export const readVlanFdb = (device: Device, ports: BridgePorts, learned: Learned): Promise<FdbReading> =>
  readFdbTable(device, qFdbEntry, ports, learned);

/** The table of bridges without VLANs. */
export const readPlainFdb = (device: Device, ports: BridgePorts, learned: Learned): Promise<FdbReading> =>
  readFdbTable(device, fdbEntry, ports, learned);

/**
 * Two passes, the second with nothing kept but what it finds: tables have tens of thousands of rows. Without knowing
 * which rows are no learned ones, none is taken.
 */
async function readFdbTable(device: Device, entry: string, ports: BridgePorts, learned: Learned): Promise<FdbReading> {
  const excluded = new Set<string>();
  let rows = 0;
  const statuses = await walk(device, entry, [fdbColumn.status], (_column, index, status) => {
    rows++;
    if (notLearned.has(numberIn(status))) excluded.add(index.join('.'));
  });
  if (!statuses) return { rows, isComplete: false };
  rows = 0;
  const isComplete = await walk(device, entry, [fdbColumn.port], (_column, index, value) => {
    rows++;
    const port = ports.get(numberIn(value) ?? 0);
    const mac = macOfIndex(index.slice(-6));
    if (!port || !mac || excluded.has(index.join('.'))) return;
    const macs = learned.get(port) ?? new Set();
    learned.set(port, macs.add(mac));
  });
  return { rows, isComplete };
}
