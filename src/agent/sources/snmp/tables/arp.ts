// Reads neighbors' MAC addresses from IP-MIB: from ipNetToPhysicalTable, and from ipNetToMediaTable, which contains
// IPv4 only.
import { ipFromIndex } from '../../../evidence/addresses';
import type { PortFacts } from '../facts';
import { toMac, toNumber } from '../values';
import { readTables, type Device, type Row } from '../walk';
import { toInetAddress } from './addresses';

type ArpEntry = PortFacts['arp'][number];

const mediaColumn = { mac: 2, type: 4 };
const mediaTable = { name: 'ipNetToMediaTable', entry: '1.3.6.1.2.1.4.22.1', columns: mediaColumn };
const physicalColumn = { mac: 4, type: 6 };
const physicalTable = { name: 'ipNetToPhysicalTable', entry: '1.3.6.1.2.1.4.35.1', columns: physicalColumn };
/** Types of entries that are no neighbors: invalid entries, and addresses of the device itself. */
const notNeighbors: ReadonlySet<number | undefined> = new Set([2 /* invalid */, 5 /* local */]);

export async function readArp(device: Device): Promise<{ arp: ArpEntry[]; isComplete: boolean }> {
  const [physical, media] = await readTables(device, [physicalTable, mediaTable]);
  const arpEntries = new Map<string, ArpEntry>();
  let unkeyed = 0;
  const add = ({ index, cells }: Row, address: string | undefined, column: typeof mediaColumn): void => {
    const mac = toMac(cells[column.mac]);
    const ifIndex = index[0];
    // A missing MAC address means that the entry has not been resolved yet.
    if (!mac || notNeighbors.has(toNumber(cells[column.type]))) return;
    if (!address || ifIndex === undefined) {
      unkeyed++;
      return;
    }
    arpEntries.set(`${ifIndex} ${address}`, { address, mac, ifIndex });
  };
  for (const row of physical.rows) add(row, toInetAddress(row.index.slice(1))?.address, physicalColumn);
  for (const row of media.rows) add(row, ipFromIndex(row.index.slice(1), 4)?.address, mediaColumn);
  if (unkeyed > 0) device.note(`ipNetToMediaTable: ${unkeyed} rows have no interface and address in their index`);
  return { arp: [...arpEntries.values()], isComplete: physical.isComplete && media.isComplete && unkeyed === 0 };
}
