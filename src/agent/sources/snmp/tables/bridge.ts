// Reads BRIDGE-MIB and Q-BRIDGE-MIB: the interfaces of bridge ports, and the MAC addresses learned on each port.
import { macFromIndex } from '../../../evidence/mac';
import type { InterfaceFacts } from '../facts';
import type { BasePorts, PortPlacer } from '../ports';
import { toNumber } from '../values';
import { noteUnread, readTable, walk, type Device } from '../walk';

const basePortTable = { name: 'dot1dBasePortTable', entry: '1.3.6.1.2.1.17.1.4.1', columns: { ifIndex: 2 } };
const fdbColumn = { port: 2, status: 3 };
const plainFdb = { name: 'dot1dTpFdbTable', entry: '1.3.6.1.2.1.17.4.3.1' };
/** The number at the start of the index identifies a filtering database. It is not a VLAN number. */
const vlanFdb = { name: 'dot1qTpFdbTable', entry: '1.3.6.1.2.1.17.7.1.2.2.1' };
const invalid = 2;
const learnedStatus = 3;
const self = 4;

export async function readBasePorts(device: Device): Promise<{ basePorts: BasePorts; isComplete: boolean }> {
  const { rows, isComplete } = await readTable(device, basePortTable);
  const basePorts = new Map<number, number>();
  for (const { index, cells } of rows) {
    const ifIndex = toNumber(cells[basePortTable.columns.ifIndex]);
    if (index[0] !== undefined && ifIndex !== undefined && ifIndex > 0) basePorts.set(index[0], ifIndex);
  }
  return { basePorts, isComplete };
}

/** Learned MAC addresses by interface. A set, because a MAC address is often learned in several VLANs. */
export type Learned = Map<InterfaceFacts, Set<string>>;

export interface FdbReading {
  /** Number of rows in the table, including rows that are not learned addresses. */
  rows: number;
  isComplete: boolean;
}

/** Reads the forwarding table of bridges with VLANs. */
export const readVlanFdb = (device: Device, placer: PortPlacer, learned: Learned): Promise<FdbReading> =>
  readFdbTable(device, vlanFdb, placer, learned);

/** Reads the forwarding table of bridges without VLANs. */
export const readPlainFdb = (device: Device, placer: PortPlacer, learned: Learned): Promise<FdbReading> =>
  readFdbTable(device, plainFdb, placer, learned);

/**
 * Reads a forwarding table, which may have tens of thousands of rows, by column: first the status of each row, then the
 * port.
 */
async function readFdbTable(
  device: Device,
  { name, entry }: { readonly name: string; readonly entry: string },
  placer: PortPlacer,
  learned: Learned,
): Promise<FdbReading> {
  const excluded = new Set<string>();
  const configured = new Set<string>();
  let rows = 0;
  const statuses = await walk(device, entry, [fdbColumn.status], (_column, index, value) => {
    rows++;
    const status = toNumber(value) ?? learnedStatus;
    if (status === invalid || status === self) excluded.add(index.join('.'));
    else if (status !== learnedStatus) configured.add(index.join('.'));
  });
  noteUnread(device, { name, columns: fdbColumn }, statuses.unread);
  if (!statuses.isComplete) return { rows, isComplete: false };
  rows = 0;
  const unmapped = new Set<number>();
  let unplaced = 0;
  const ports = await walk(device, entry, [fdbColumn.port], (_column, index, value) => {
    rows++;
    const number = toNumber(value) ?? 0;
    const mac = macFromIndex(index.slice(-6));
    // Port 0 means that the bridge knows the MAC address, but not its port (dot1dTpFdbPort).
    if (!mac || number === 0 || excluded.has(index.join('.'))) return;
    const port = placer.bridgePort(number);
    if (port) {
      const macs = learned.get(port) ?? new Set();
      learned.set(port, macs.add(mac));
    } else if (!configured.has(index.join('.'))) {
      unplaced++;
      unmapped.add(number);
    }
  });
  noteUnread(device, { name, columns: fdbColumn }, ports.unread);
  if (unplaced > 0)
    device.note(
      `${name}: ${unplaced} addresses are on bridge ports that dot1dBasePortTable does not map (${listSome(unmapped)})`,
    );
  return { rows, isComplete: ports.isComplete && unplaced === 0 };
}

const mostTold = 5;

/** The first five values as text, followed by `…` if there are more. */
export function listSome(values: Iterable<number | string>): string {
  const all = [...values];
  return [...all.slice(0, mostTold), ...(all.length > mostTold ? ['…'] : [])].join(', ');
}
