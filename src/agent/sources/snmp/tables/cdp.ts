// Reads CDP neighbors from cdpCacheTable (CISCO-CDP-MIB).
import { ipFromBytes } from '../../../evidence/addresses';
import { toHex, isPlainText } from '../../../evidence/text';
import type { NeighborFacts } from '../facts';
import type { Value } from '../session';
import { toBytes, toText } from '../values';
import { readTable, type Device } from '../walk';
import { getValues } from './system';

const column = { address: 4, deviceId: 6, port: 7, platform: 8, sysName: 17, primary: 20, secondary: 22 };
const cacheTable = {
  name: 'cdpCacheTable',
  entry: '1.3.6.1.4.1.9.9.23.1.2.1.1',
  columns: column,
  optional: [column.address, column.platform, column.sysName, column.primary, column.secondary],
};

export async function readCdp(device: Device): Promise<{ neighbors: HeardByIfIndex[]; isComplete: boolean }> {
  const table = await readTable(device, cacheTable);
  const neighbors = table.rows.map(({ index, cells }): HeardByIfIndex => {
    const deviceId = identityOf(cells[column.deviceId]);
    const port = toText(cells[column.port]);
    const addresses = [column.address, column.primary, column.secondary]
      .map((one) => ipFromBytes(toBytes(cells[one])))
      .filter((one) => one !== undefined);
    const facts: NeighborFacts = {
      protocol: 'CDP',
      localPort: 'resolved',
      chassisId: deviceId === undefined ? undefined : { subtype: 'LocallyAssigned', value: deviceId },
      portId: port === undefined ? undefined : { subtype: 'InterfaceName', value: port },
      systemName: toText(cells[column.sysName]),
      platform: toText(cells[column.platform]),
      managementAddresses: [...new Set(addresses)],
    };
    return { ifIndex: index[0]!, facts };
  });
  return { neighbors, isComplete: table.isComplete };
}

/** A neighbor from a MIB table that identifies the local port by its ifIndex. */
export interface HeardByIfIndex {
  readonly ifIndex: number;
  readonly facts: NeighborFacts;
}

/** The CDP device id: a name or a serial number. Phones send the bytes of a MAC address. */
function identityOf(value: Value | undefined): string | undefined {
  const bytes = toBytes(value);
  return bytes.length === 6 && !isPlainText(bytes) ? toHex(bytes) : toText(value);
}

/**
 * Whether the device has cdpGlobalRun and so supports CDP. An empty neighbor table does not show whether CDP is
 * supported.
 */
export const hasCdp = async (device: Device): Promise<boolean> =>
  (await getValues(device, ['1.3.6.1.4.1.9.9.23.1.3.1.0'])).length > 0;
