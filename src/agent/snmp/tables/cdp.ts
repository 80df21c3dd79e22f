// CISCO-CDP-MIB: the neighbours that Cisco's protocol tells of.
import { ipOfBytes } from '../../evidence/addresses';
import { hexOf, isPlainText } from '../../evidence/text';
import type { NeighborFacts } from '../facts';
import type { Value } from '../session';
import { bytesIn, textIn } from '../values';
import { readTable, type Device } from '../walk';

const entry = '1.3.6.1.4.1.9.9.23.1.2.1.1';
const column = { address: 4, deviceId: 6, port: 7, platform: 8, sysName: 17, primary: 20, secondary: 22 };

export async function readCdp(
  device: Device,
): Promise<{ neighbors: { ifIndex: number; facts: NeighborFacts }[]; isComplete: boolean }> {
  const table = await readTable(device, entry, Object.values(column));
  const neighbors = table.rows.flatMap(({ index, cells }) => {
    const deviceId = identityOf(cells[column.deviceId]);
    const port = textIn(cells[column.port]);
    if (index[0] === undefined || (deviceId === undefined && port === undefined)) return [];
    const addresses = [column.address, column.primary, column.secondary]
      .map((one) => ipOfBytes(bytesIn(cells[one])))
      .filter((one) => one !== undefined);
    const facts: NeighborFacts = {
      protocol: 'CDP',
      localPort: 'resolved',
      chassisId: deviceId === undefined ? undefined : { subtype: 'LocallyAssigned', value: deviceId },
      portId: port === undefined ? undefined : { subtype: 'InterfaceName', value: port },
      systemName: textIn(cells[column.sysName]),
      platform: textIn(cells[column.platform]),
      managementAddresses: [...new Set(addresses)],
    };
    return [{ ifIndex: index[0], facts }];
  });
  return { neighbors, isComplete: table.isComplete };
}

/** A name or a serial number; telephones send the bytes of a MAC address. */
function identityOf(value: Value | undefined): string | undefined {
  const bytes = bytesIn(value);
  return bytes.length === 6 && !isPlainText(bytes) ? hexOf(bytes) : textIn(value);
}
