// BRIDGE-MIB: the root of the spanning tree, and the state of each port in it.
import { macOfBytes } from '../../evidence/mac';
import type { DeviceFacts, StpState } from '../facts';
import type { PortPlacer } from '../ports';
import type { Value } from '../session';
import { bytesIn, numberIn } from '../values';
import type { Device, TableReading } from '../walk';
import { someOf } from './bridge';
import { getOf } from './system';

export const stpPortTable = { name: 'dot1dStpPortTable', entry: '1.3.6.1.2.1.17.2.15.1', columns: { state: 3 } };

/** By the number of dot1dStpPortState; what RSTP discards is blocking (RFC 4318). */
const states: readonly (StpState | undefined)[] = [
  undefined,
  'Disabled',
  'Blocking',
  'Listening',
  'Learning',
  'Forwarding',
  'Broken',
];
/** What a port does in any of several trees it does: the last of these that one of them says. */
const byPassing: readonly StpState[] = ['Disabled', 'Broken', 'Blocking', 'Listening', 'Learning', 'Forwarding'];

const root = '1.3.6.1.2.1.17.2.5.0';
const cost = '1.3.6.1.2.1.17.2.6.0';
const rootPort = '1.3.6.1.2.1.17.2.7.0';

/** Priority and MAC address of a bridge, whose identifier has eight bytes (IEEE 802.1D, 9.2.5); zeros are none. */
export function bridgeIdIn(value: Value | undefined): string | undefined {
  const bytes = bytesIn(value);
  const mac = bytes.length === 8 ? macOfBytes(bytes.subarray(2)) : undefined;
  return mac === undefined || /^[0:]+$/.test(mac) ? undefined : `${bytes[0]! * 256 + bytes[1]!}/${mac.toLowerCase()}`;
}

/** Reads root and root port, and places the states. Answers whether all of it was read to its end and placed. */
export async function placeSpanningTree(
  device: Device,
  facts: DeviceFacts,
  ports: TableReading,
  placer: PortPlacer,
): Promise<boolean> {
  const unplaced = placeStates(ports, placer);
  const found = new Map((await getOf(device, [root, cost, rootPort])).map(({ oid, value }) => [oid, value]));
  facts.stpRootBridgeId = bridgeIdIn(found.get(root));
  facts.stpRootCost = facts.stpRootBridgeId === undefined ? undefined : numberIn(found.get(cost));
  const number = numberIn(found.get(rootPort)) ?? 0;
  const port = number === 0 ? undefined : placer.bridgePort(number);
  if (port) port.isStpRootPort = true;
  else if (number !== 0) unplaced.add(number);
  if (unplaced.size > 0)
    device.note(`${stpPortTable.name}: ports are no known interface (${someOf([...unplaced].sort((a, b) => a - b))})`);
  return ports.isComplete && unplaced.size === 0;
}

/** Numbers of ports that are no known interface: those that take no part say nothing. */
export function placeStates({ rows }: Pick<TableReading, 'rows'>, placer: PortPlacer): Set<number> {
  const unplaced = new Set<number>();
  for (const { index, cells } of rows) {
    const state = states[numberIn(cells[stpPortTable.columns.state]) ?? 0];
    const number = index[0];
    if (state === undefined || number === undefined) continue;
    const port = placer.bridgePort(number);
    if (port) port.stpState = moreOf(port.stpState, state);
    else if (state !== 'Disabled') unplaced.add(number);
  }
  return unplaced;
}

const moreOf = (one: StpState | undefined, other: StpState): StpState =>
  one !== undefined && byPassing.indexOf(one) > byPassing.indexOf(other) ? one : other;
