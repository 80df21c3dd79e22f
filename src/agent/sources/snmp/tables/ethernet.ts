// Reads the duplex mode of each port from EtherLike-MIB.
import type { DuplexMode, InterfaceFacts } from '../facts';
import { toNumber } from '../values';
import type { TableReading } from '../walk';

export const ethernetTable = { name: 'dot3StatsTable', entry: '1.3.6.1.2.1.10.7.2.1', columns: { duplex: 19 } };
/** Duplex modes by the value of dot3StatsDuplexStatus; 1 means unknown. */
const modes: readonly (DuplexMode | undefined)[] = [undefined, undefined, 'Half', 'Full'];

/**
 * Sets the duplex modes of ports, and returns whether the table was read completely. Rows of unknown interfaces are
 * ignored.
 */
export function placeDuplex({ rows, isComplete }: TableReading, byIndex: ReadonlyMap<number, InterfaceFacts>): boolean {
  for (const { index, cells } of rows) {
    const mode = modes[toNumber(cells[ethernetTable.columns.duplex]) ?? 0];
    const port = byIndex.get(index[0] ?? -1);
    if (mode && port) port.duplex = mode;
  }
  return isComplete;
}
