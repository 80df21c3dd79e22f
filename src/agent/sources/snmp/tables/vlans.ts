// Reads VLANs, and the native and tagged VLANs of each port, from Q-BRIDGE-MIB and IEEE8021-Q-BRIDGE-MIB.
import { isVlanNumber } from '../../../../platform/text/vlan-numbers';
import type { InterfaceFacts, PortFacts } from '../facts';
import type { PortPlacer } from '../ports';
import { toBitNumbers, toNumber, toText } from '../values';
import { readTables, type Device, type Row, type Table, type TableReading } from '../walk';

type Vlan = PortFacts['vlans'][number];

interface MemberColumns {
  readonly egress: number;
  readonly untagged: number;
}
interface Mib {
  readonly current: Table & { readonly columns: MemberColumns };
  readonly configured: Table & { readonly columns: MemberColumns & { readonly name: number } };
  readonly ports: Table & { readonly columns: { readonly pvid: number } };
}
const qBridge = {
  current: {
    name: 'dot1qVlanCurrentTable',
    entry: '1.3.6.1.2.1.17.7.1.4.2.1',
    columns: { egress: 4, untagged: 5 },
  },
  configured: {
    name: 'dot1qVlanStaticTable',
    entry: '1.3.6.1.2.1.17.7.1.4.3.1',
    columns: { name: 1, egress: 2, untagged: 4 },
    optional: [1],
  },
  ports: { name: 'dot1qPortVlanTable', entry: '1.3.6.1.2.1.17.7.1.4.5.1', columns: { pvid: 1 } },
} satisfies Mib;
/**
 * The tables of IEEE8021-Q-BRIDGE-MIB correspond to the tables of Q-BRIDGE-MIB, but have other column numbers, and
 * indexes that begin with a component number.
 */
const ieeeQBridge = {
  current: {
    name: 'ieee8021QBridgeVlanCurrentTable',
    entry: '1.3.111.2.802.1.1.4.1.4.2.1',
    columns: { egress: 5, untagged: 6 },
  },
  configured: {
    name: 'ieee8021QBridgeVlanStaticTable',
    entry: '1.3.111.2.802.1.1.4.1.4.3.1',
    columns: { name: 3, egress: 4, untagged: 6 },
    optional: [3],
  },
  ports: { name: 'ieee8021QBridgePortVlanTable', entry: '1.3.111.2.802.1.1.4.1.4.5.1', columns: { pvid: 1 } },
} satisfies Mib;

export async function readVlans(device: Device, placer: PortPlacer): Promise<{ vlans: Vlan[]; isComplete: boolean }> {
  // prettier-ignore
  const tables = await readTables(device, [
    qBridge.current, qBridge.configured, qBridge.ports,
    ieeeQBridge.current, ieeeQBridge.configured, ieeeQBridge.ports,
  ]);
  const isComplete = tables.every((table) => table.isComplete);
  const [current, configured, ports, ...ieee] = tables;
  const vlans = vlansIn(qBridge, { current, configured, ports }, placer);
  if (vlans.length > 0) return { vlans, isComplete };
  const [ieeeCurrent, ieeeConfigured, ieeePorts] = ieee;
  const others = { current: ieeeCurrent, configured: ieeeConfigured, ports: ieeePorts };
  return { vlans: vlansIn(ieeeQBridge, others, placer), isComplete };
}

function vlansIn(
  mib: Mib,
  { current, configured, ports }: Readonly<Record<keyof Mib, TableReading>>,
  placer: PortPlacer,
): Vlan[] {
  for (const { index, cells } of ports.rows) {
    const port = placer.bridgePort(index.at(-1) ?? 0);
    const number = toNumber(cells[mib.ports.columns.pvid]);
    if (port && isVlanNumber(number)) port.nativeVlan = number;
  }
  const vlans = new Map<number, Vlan>();
  // A device may list the current members of VLANs, the configured members, or both: the current members take
  // precedence. Their index begins with a time that some devices omit, so only its last number is read.
  const members = current.rows.length > 0 ? current.rows : configured.rows;
  const { columns } = current.rows.length > 0 ? mib.current : mib.configured;
  const untaggedOn = new Map<InterfaceFacts, number[]>();
  for (const row of members) {
    const number = row.index.at(-1);
    if (!isVlanNumber(number)) continue;
    vlans.set(number, { number });
    spread(row, number, columns, placer, untaggedOn);
  }
  for (const { index, cells } of configured.rows) {
    const number = index.at(-1);
    if (!isVlanNumber(number)) continue;
    const name = toText(cells[mib.configured.columns.name]);
    vlans.set(number, { number, ...(name !== undefined && { name }) });
  }
  for (const [port, numbers] of untaggedOn)
    // A port without a PVID gets a native VLAN if there is exactly one VLAN whose frames leave the port untagged.
    if (port.nativeVlan === undefined && numbers.length === 1) port.nativeVlan = numbers[0];
  return [...vlans.values()].sort((a, b) => a.number - b.number);
}

function spread(
  { cells }: Row,
  number: number,
  column: MemberColumns,
  placer: PortPlacer,
  untaggedOn: Map<InterfaceFacts, number[]>,
): void {
  const untagged = new Set(toBitNumbers(cells[column.untagged]));
  for (const bit of toBitNumbers(cells[column.egress])) {
    const port = placer.bridgePort(bit);
    if (!port) continue;
    if (untagged.has(bit)) untaggedOn.set(port, [...(untaggedOn.get(port) ?? []), number]);
    else if (!port.taggedVlans.includes(number)) port.taggedVlans.push(number);
  }
}
