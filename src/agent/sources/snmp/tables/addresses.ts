// Reads the device's own addresses from IP-MIB: from ipAddressTable, and from ipAddrTable, which contains IPv4 only.
import { ipFromIndex, maskToPrefixLength } from '../../../evidence/addresses';
import type { PortFacts } from '../facts';
import { toDottedText, toNumber } from '../values';
import { readTables, type Device } from '../walk';

type OwnAddress = PortFacts['addresses'][number];

const addrColumn = { ifIndex: 2, netMask: 3 };
const addrTable = {
  name: 'ipAddrTable',
  entry: '1.3.6.1.2.1.4.20.1',
  columns: addrColumn,
  optional: [addrColumn.netMask],
};
const addressColumn = { ifIndex: 3, type: 4, prefix: 5 };
const addressTable = {
  name: 'ipAddressTable',
  entry: '1.3.6.1.2.1.4.34.1',
  columns: addressColumn,
  optional: [addressColumn.prefix],
};
/**
 * Start of the object ids to which the values of ipAddressPrefix point. Such an object id ends with the prefix length.
 */
const prefixRow = '1.3.6.1.2.1.4.32.1.5.';
const unicast = 1;

/**
 * Sizes of an InetAddress in bytes, by InetAddressType: IPv4, IPv6, IPv4 with a zone, IPv6 with a zone. The size of the
 * zone is not included.
 */
const sizes: Readonly<Record<number, 4 | 16>> = { 1: 4, 2: 16, 3: 4, 4: 16 };

export const toInetAddress = (index: readonly number[]) => {
  const size = sizes[index[0] ?? 0];
  return size && ipFromIndex(index.slice(1), size);
};

export async function readAddresses(device: Device): Promise<{ addresses: OwnAddress[]; isComplete: boolean }> {
  const [old, table] = await readTables(device, [addrTable, addressTable]);
  const ownAddresses = new Map<string, OwnAddress>();
  for (const { index, cells } of old.rows) {
    const indexAddress = ipFromIndex(index, 4);
    const mask = maskToPrefixLength(toDottedText(cells[addrColumn.netMask]) ?? '');
    add(ownAddresses, indexAddress?.address, toNumber(cells[addrColumn.ifIndex]), mask);
  }
  for (const { index, cells } of table.rows) {
    if ((toNumber(cells[addressColumn.type]) ?? unicast) !== unicast) continue;
    const prefix = toDottedText(cells[addressColumn.prefix]);
    add(
      ownAddresses,
      toInetAddress(index)?.address,
      toNumber(cells[addressColumn.ifIndex]),
      pointedPrefixLength(prefix),
    );
  }
  return { addresses: [...ownAddresses.values()], isComplete: old.isComplete && table.isComplete };
}

function add(
  ownAddresses: Map<string, OwnAddress>,
  address: string | undefined,
  ifIndex: number | undefined,
  prefixLength: number | undefined,
): void {
  if (address === undefined || ifIndex === undefined) return;
  // A prefix length of 0 counts as unknown, because devices that do not know the netmask send 0.0.0.0.
  const knownPrefixLength = prefixLength || ownAddresses.get(address)?.prefixLength;
  ownAddresses.set(address, { address, ifIndex, ...(knownPrefixLength && { prefixLength: knownPrefixLength }) });
}

function pointedPrefixLength(pointer: string | undefined): number | undefined {
  if (!pointer?.startsWith(prefixRow)) return undefined;
  const length = Number(pointer.slice(pointer.lastIndexOf('.') + 1));
  return length <= 128 ? length : undefined;
}
