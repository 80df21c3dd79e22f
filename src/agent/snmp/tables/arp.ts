// IP-MIB: the neighbours' MAC addresses, from ipNetToPhysicalTable and from ipNetToMediaTable, which has IPv4 only.
import { ipOfIndex } from '../../evidence/addresses';
import type { DeviceFacts } from '../facts';
import { macIn, numberIn } from '../values';
import { readTable, type Device, type Row } from '../walk';
import { inetAddressOf } from './addresses';

type ArpEntry = DeviceFacts['arp'][number];

const mediaEntry = '1.3.6.1.2.1.4.22.1';
const mediaColumn = { mac: 2, type: 4 };
const physicalEntry = '1.3.6.1.2.1.4.35.1';
const physicalColumn = { mac: 4, type: 6 };
/** `local`: an address of the device itself. */
const notNeighbors: ReadonlySet<number | undefined> = new Set([2 /* invalid */, 5 /* local */]);

export async function readArp(device: Device): Promise<{ arp: ArpEntry[]; isComplete: boolean }> {
  const physical = await readTable(device, physicalEntry, Object.values(physicalColumn));
  const media = await readTable(device, mediaEntry, Object.values(mediaColumn));
  const found = new Map<string, ArpEntry>();
  const add = ({ index, cells }: Row, address: string | undefined, column: typeof mediaColumn): void => {
    const mac = macIn(cells[column.mac]);
    const ifIndex = index[0];
    if (!address || !mac || ifIndex === undefined || notNeighbors.has(numberIn(cells[column.type]))) return;
    found.set(`${ifIndex} ${address}`, { address, mac, ifIndex });
  };
  for (const row of physical.rows) add(row, inetAddressOf(row.index.slice(1))?.address, physicalColumn);
  for (const row of media.rows) add(row, ipOfIndex(row.index.slice(1), 4)?.address, mediaColumn);
  return { arp: [...found.values()], isComplete: physical.isComplete && media.isComplete };
}
