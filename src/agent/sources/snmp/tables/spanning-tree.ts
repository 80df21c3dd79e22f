// Reads the spanning tree: its root and port states from BRIDGE-MIB, and port states in each instance from
// IEEE8021-MSTP-MIB.
import { spanningTreeInstances } from '../../../../platform/text/vlan-numbers';
import { macFromBytes } from '../../../evidence/mac';
import type { InterfaceFacts, PortFacts, StpState } from '../facts';
import type { PortPlacer } from '../ports';
import type { Value } from '../session';
import { toBytes, toNumber } from '../values';
import type { Device, TableReading } from '../walk';
import { listSome } from './bridge';
import { getValues } from './system';

export const stpPortTable = { name: 'dot1dStpPortTable', entry: '1.3.6.1.2.1.17.2.15.1', columns: { state: 3 } };

/** The index of a row consists of bridge component, instance and port. Instance 0 is in BRIDGE-MIB only. */
export const mstpPortTable = {
  name: 'ieee8021MstpPortTable',
  entry: '1.3.111.2.802.1.1.6.1.4.1',
  columns: { state: 5 },
};
/** States by the value of ieee8021MstpPortState, whose numbers differ from those of dot1dStpPortState. */
const mstpStates: readonly (StpState | undefined)[] = [
  undefined,
  'Disabled',
  'Listening',
  'Learning',
  'Forwarding',
  'Blocking',
];

/** States by the value of dot1dStpPortState. RSTP's state discarding is reported as blocking (RFC 4318). */
const states: readonly (StpState | undefined)[] = [
  undefined,
  'Disabled',
  'Blocking',
  'Listening',
  'Learning',
  'Forwarding',
  'Broken',
];
/** States in which a port drops frames. */
const blocking: ReadonlySet<StpState | undefined> = new Set(['Blocking', 'Broken']);

/** One of several spanning trees of a device: the tree of a VLAN (PVST) or of an MSTP instance (0 is the CIST). */
interface Tree {
  readonly blockedIn: 'stpBlockedVlans' | 'stpBlockedInstances';
  readonly number: number;
}
/** The tree of an MSTP instance; undefined if no MSTP instance can have this number. */
const instance = (number: number): Tree | undefined =>
  number > spanningTreeInstances.max ? undefined : { blockedIn: 'stpBlockedInstances', number };

/** If the spanning trees of a port have different states, the state that comes last in this list is reported. */
const byPassing: readonly StpState[] = ['Disabled', 'Broken', 'Blocking', 'Listening', 'Learning', 'Forwarding'];

const root = '1.3.6.1.2.1.17.2.5.0';
const cost = '1.3.6.1.2.1.17.2.6.0';
const rootPort = '1.3.6.1.2.1.17.2.7.0';

/**
 * Priority and MAC address from a bridge identifier of eight bytes (IEEE 802.1D, 9.2.5); undefined for zeros and other
 * lengths.
 */
export function toBridgeId(value: Value | undefined): string | undefined {
  const bytes = toBytes(value);
  const mac = bytes.length === 8 ? macFromBytes(bytes.subarray(2)) : undefined;
  return mac === undefined || /^[0:]+$/.test(mac) ? undefined : `${bytes[0]! * 256 + bytes[1]!}/${mac.toLowerCase()}`;
}

/**
 * Reads the root and root port, and sets port states. A port that forwards in some instances counts as forwarding.
 * Returns false if a table is incomplete, or if one of its rows matches no port.
 */
export async function placeSpanningTree(
  device: Device,
  facts: PortFacts,
  { ports, instances }: { readonly ports: TableReading; readonly instances: TableReading },
  placer: PortPlacer,
): Promise<boolean> {
  const components = new Set(instances.rows.map(({ index }) => index[0]));
  // Port numbers are unique only within one bridge component, so rows of instances are used only if the device has a
  // single component.
  const hasInstances = components.size === 1;
  const unplaced = placeStates(ports, placer, hasInstances ? instance(0) : undefined);
  if (hasInstances)
    for (const { index, cells } of instances.rows) {
      const state = mstpStates[toNumber(cells[mstpPortTable.columns.state]) ?? 0];
      place(state, index[2], placer, unplaced, instance(index[1]!));
    }
  const areTreesKnown = instances.isComplete && components.size <= 1;
  if (!areTreesKnown) leaveBlockedUndecided(facts.interfaces);
  const valueByOid = new Map((await getValues(device, [root, cost, rootPort])).map(({ oid, value }) => [oid, value]));
  facts.stpRootBridgeId = toBridgeId(valueByOid.get(root));
  facts.stpRootCost = facts.stpRootBridgeId === undefined ? undefined : toNumber(valueByOid.get(cost));
  const number = toNumber(valueByOid.get(rootPort)) ?? 0;
  const port = number === 0 ? undefined : placer.bridgePort(number);
  if (port) port.isStpRootPort = true;
  else if (number !== 0) unplaced.add(number);
  if (unplaced.size > 0)
    device.note(
      `${stpPortTable.name}: ports are no known interface (${listSome([...unplaced].sort((a, b) => a - b))})`,
    );
  return ports.isComplete && areTreesKnown && unplaced.size === 0;
}

/**
 * Sets port states from the spanning tree of a VLAN. Returns false if the table is incomplete, or if a row matches no
 * port.
 */
export function placeVlanStates(table: TableReading, number: number, placer: PortPlacer): boolean {
  return placeStates(table, placer, { blockedIn: 'stpBlockedVlans', number }).size === 0 && table.isComplete;
}

/**
 * Deletes the state of ports that all known spanning trees block. Called if some spanning trees of a device could not
 * be read, because these ports may forward in a tree that was not read.
 */
export function leaveBlockedUndecided(interfaces: readonly InterfaceFacts[]): void {
  for (const port of interfaces) if (blocking.has(port.stpState)) delete port.stpState;
}

/**
 * Sets port states from the rows of a table. Returns the bridge port numbers in the table that match no interface,
 * except those of disabled ports.
 */
function placeStates({ rows }: Pick<TableReading, 'rows'>, placer: PortPlacer, tree: Tree | undefined): Set<number> {
  const unplaced = new Set<number>();
  for (const { index, cells } of rows)
    place(states[toNumber(cells[stpPortTable.columns.state]) ?? 0], index[0], placer, unplaced, tree);
  return unplaced;
}

function place(
  state: StpState | undefined,
  number: number | undefined,
  placer: PortPlacer,
  unplaced: Set<number>,
  tree: Tree | undefined,
): void {
  if (state === undefined || number === undefined) return;
  const port = placer.bridgePort(number);
  if (!port) {
    if (state !== 'Disabled') unplaced.add(number);
    return;
  }
  port.stpState = moreOf(port.stpState, state);
  if (!tree || !blocking.has(state)) return;
  const numbers = (port[tree.blockedIn] ??= []);
  if (!numbers.includes(tree.number)) numbers.push(tree.number);
}

const moreOf = (one: StpState | undefined, other: StpState): StpState =>
  one !== undefined && byPassing.indexOf(one) > byPassing.indexOf(other) ? one : other;
