// Reads VLANs of Alcatel-Lucent switches from ALCATEL-IND1-VLAN-MGR-MIB, which exists below two OIDs.
import type { InterfaceFacts, PortFacts } from '../facts';
import { toNumber, toText } from '../values';
import { readTables, type Device } from '../walk';
import { enterpriseNumber } from './makers';
import { isVlanNumber } from '../../../../platform/text/vlan-numbers';

export const isAlcatel = (objectId: string | undefined): boolean => enterpriseNumber(objectId) === '6486';

const tablesBelow = (root: string) =>
  [
    { name: 'vlanTable', entry: `${root}.1.1.1`, columns: { description: 2 } },
    { name: 'vpaTable', entry: `${root}.2.1.1`, columns: { type: 3 } },
  ] as const;
const [vlans6, ports6] = tablesBelow('1.3.6.1.4.1.6486.800.1.2.1.3.1.1');
const [vlans7, ports7] = tablesBelow('1.3.6.1.4.1.6486.801.1.2.1.3.1.1');
/** vpaType of the VLAN that carries the port's untagged frames. */
const untagged = 1;

export async function readAlcatelVlans(
  device: Device,
  byIndex: ReadonlyMap<number, InterfaceFacts>,
): Promise<{ vlans: PortFacts['vlans']; isComplete: boolean }> {
  const tables = await readTables(device, [vlans6, ports6, vlans7, ports7]);
  const vlans = new Map<number, PortFacts['vlans'][number]>();
  for (const { index, cells } of [...tables[0].rows, ...tables[2].rows]) {
    const number = index.at(-1);
    const name = toText(cells[vlans6.columns.description]);
    if (isVlanNumber(number)) vlans.set(number, { number, ...(name !== undefined && { name }) });
  }
  for (const { index, cells } of [...tables[1].rows, ...tables[3].rows]) {
    const [number, ifIndex] = index;
    const port = byIndex.get(ifIndex ?? 0);
    if (!port || !isVlanNumber(number)) continue;
    if (!vlans.has(number)) vlans.set(number, { number });
    if (toNumber(cells[ports6.columns.type]) === untagged) port.nativeVlan = number;
    else if (!port.taggedVlans.includes(number)) port.taggedVlans.push(number);
  }
  const sorted = [...vlans.values()].sort((a, b) => a.number - b.number);
  return { vlans: sorted, isComplete: tables.every(({ isComplete }) => isComplete) };
}
