// Q-BRIDGE-MIB: the VLANs, and of each port its native and its tagged ones.
import type { DeviceFacts, InterfaceFacts } from '../facts';
import { bitsIn, numberIn, textIn } from '../values';
import { readTable, walk, type Device, type Row } from '../walk';
import type { BridgePorts } from './bridge';

type Vlan = DeviceFacts['vlans'][number];

const currentEntry = '1.3.6.1.2.1.17.7.1.4.2.1';
const currentColumn = { egress: 4, untagged: 5 };
const staticEntry = '1.3.6.1.2.1.17.7.1.4.3.1';
const staticColumn = { name: 1, egress: 2, untagged: 4 };
const portEntry = '1.3.6.1.2.1.17.7.1.4.5.1';
const pvidColumn = 1;

export const isVlanNumber = (number: number | undefined): number is number =>
  number !== undefined && number >= 1 && number <= 4094;

export async function readVlans(device: Device, ports: BridgePorts): Promise<{ vlans: Vlan[]; isComplete: boolean }> {
  const configured = await readTable(device, staticEntry, Object.values(staticColumn));
  const current = await readTable(device, currentEntry, Object.values(currentColumn));
  const pvids = await walk(device, portEntry, [pvidColumn], (_column, [port], value) => {
    const found = ports.get(port ?? 0);
    const number = numberIn(value);
    if (found && isVlanNumber(number)) found.nativeVlan = number;
  });
  const vlans = new Map<number, Vlan>();
  // Current membership counts before the configured one; its index begins with a time, which some agents leave out.
  const members = current.rows.length > 0 ? current.rows : configured.rows;
  const columns = current.rows.length > 0 ? currentColumn : staticColumn;
  const untaggedOn = new Map<InterfaceFacts, number[]>();
  for (const row of members) {
    const number = row.index.at(-1);
    if (!isVlanNumber(number)) continue;
    vlans.set(number, { number });
    spread(row, number, columns, ports, untaggedOn);
  }
  for (const { index, cells } of configured.rows) {
    const [number] = index;
    if (!isVlanNumber(number)) continue;
    const name = textIn(cells[staticColumn.name]);
    vlans.set(number, { number, ...(name !== undefined && { name }) });
  }
  for (const [port, numbers] of untaggedOn)
    // Without a PVID: the one VLAN whose frames leave untagged.
    if (port.nativeVlan === undefined && numbers.length === 1) port.nativeVlan = numbers[0];
  return {
    vlans: [...vlans.values()].sort((a, b) => a.number - b.number),
    isComplete: configured.isComplete && current.isComplete && pvids,
  };
}

function spread(
  { cells }: Row,
  number: number,
  column: { readonly egress: number; readonly untagged: number },
  ports: BridgePorts,
  untaggedOn: Map<InterfaceFacts, number[]>,
): void {
  const untagged = new Set(bitsIn(cells[column.untagged]));
  for (const bit of bitsIn(cells[column.egress])) {
    const port = ports.get(bit);
    if (!port) continue;
    if (untagged.has(bit)) untaggedOn.set(port, [...(untaggedOn.get(port) ?? []), number]);
    else if (!port.taggedVlans.includes(number)) port.taggedVlans.push(number);
  }
}
