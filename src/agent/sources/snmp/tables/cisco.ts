// Reads Cisco switches: VLANs from CISCO-VTP-MIB, and one bridge table per VLAN by community@VLAN or an SNMPv3 context.
import type { InterfaceFacts, PortFacts } from '../facts';
import { SnmpFailure } from '../session';
import { toBitNumbers, toNumber, toText } from '../values';
import { createDevice, readTable, type Device, type Row } from '../walk';
import { PortPlacer } from '../ports';
import { readBasePorts, readPlainFdb, type Learned } from './bridge';
import { enterpriseNumber } from './makers';
import { placeVlanStates, stpPortTable } from './spanning-tree';
import { isVlanNumber } from '../../../../platform/text/vlan-numbers';

type Vlan = PortFacts['vlans'][number];
type ByIndex = ReadonlyMap<number, InterfaceFacts>;

/** Whether the object id is below Cisco's enterprise number. */
export const isCisco = (objectId: string | undefined): boolean => enterpriseNumber(objectId) === '9';

const vtpVlanColumn = { state: 2, type: 3, name: 4 };
const vtpVlanTable = {
  name: 'vtpVlanTable',
  entry: '1.3.6.1.4.1.9.9.46.1.3.1.1',
  columns: vtpVlanColumn,
  optional: [vtpVlanColumn.type, vtpVlanColumn.name],
};
const operational = 1;
const ethernet = 1;
const trunkColumn = { enabled: 4, native: 5, status: 14, enabled2k: 17, enabled3k: 18, enabled4k: 19 };
const trunkTable = { name: 'vlanTrunkPortTable', entry: '1.3.6.1.4.1.9.9.46.1.6.1.1', columns: trunkColumn };
const trunking = 1;
/** CISCO-VLAN-MEMBERSHIP-MIB: the VLAN of ports that are not trunks. */
const membershipTable = { name: 'vmMembershipTable', entry: '1.3.6.1.4.1.9.9.68.1.2.2.1', columns: { vlan: 2 } };

export async function readCiscoVlans(
  device: Device,
  byIndex: ByIndex,
): Promise<{ vlans: Vlan[]; isComplete: boolean }> {
  const table = await readTable(device, vtpVlanTable);
  const vlans = new Map<number, Vlan>();
  for (const { index, cells } of table.rows) {
    // The index consists of a management domain and a VLAN number. Cisco switches have VLANs of Token Ring and FDDI by
    // default, which are skipped.
    const number = index.at(-1);
    if (!isVlanNumber(number) || toNumber(cells[vtpVlanColumn.state]) !== operational) continue;
    if ((toNumber(cells[vtpVlanColumn.type]) ?? ethernet) !== ethernet) continue;
    const name = toText(cells[vtpVlanColumn.name]);
    vlans.set(number, { number, ...(name !== undefined && { name }) });
  }
  if (vlans.size === 0) return { vlans: [], isComplete: table.isComplete };
  const access = await readTable(device, membershipTable);
  for (const { index, cells } of access.rows) {
    const port = byIndex.get(index[0] ?? -1);
    const number = toNumber(cells[membershipTable.columns.vlan]);
    if (port && isVlanNumber(number)) port.nativeVlan = number;
  }
  const trunks = await readTable(device, trunkTable);
  for (const row of trunks.rows) {
    const port = byIndex.get(row.index[0] ?? -1);
    if (port && toNumber(row.cells[trunkColumn.status]) === trunking) fillTrunk(port, row, vlans);
  }
  return {
    vlans: [...vlans.values()],
    isComplete: table.isComplete && access.isComplete && trunks.isComplete,
  };
}

/**
 * Sets the VLANs of a trunk. By default a trunk allows all 4,094 VLAN IDs, so only the allowed VLANs that exist on the
 * device are used.
 */
function fillTrunk(port: InterfaceFacts, { cells }: Row, vlans: ReadonlyMap<number, Vlan>): void {
  const native = toNumber(cells[trunkColumn.native]);
  if (isVlanNumber(native)) port.nativeVlan = native;
  const { enabled, enabled2k, enabled3k, enabled4k } = trunkColumn;
  const allowed = [enabled, enabled2k, enabled3k, enabled4k].flatMap((column, at) =>
    // Each of the four columns has 1,024 bits, one per VLAN, starting at VLAN 0, 1024, 2048 and 3072.
    toBitNumbers(cells[column]).map((bit) => at * 1024 + bit - 1),
  );
  port.taggedVlans = allowed.filter((number) => number !== native && vlans.has(number));
}

/** After this number of consecutive VLANs without a response, no further VLANs are read. */
const mostSilent = 2;

/**
 * Reads the learned addresses and the spanning tree of each VLAN. Sessions run one after the other, because Cisco
 * switches are slow.
 */
export async function readFdbByVlan(
  device: Device,
  vlans: readonly Vlan[],
  interfaces: readonly InterfaceFacts[],
  learned: Learned,
): Promise<{ isComplete: boolean; areTreesKnown: boolean }> {
  let isComplete = true;
  let areTreesKnown = true;
  let silent = 0;
  for (const { number } of vlans) {
    if (silent >= mostSilent || device.pace.gone) {
      device.note(`dot1dTpFdbTable: from VLAN ${number} on, no VLAN's community or context was asked: none answered`);
      return { isComplete: false, areTreesKnown: false };
    }
    const session = device.session.ofVlan(number);
    try {
      // A single request is sent first, because a walk without responses would take many times as long.
      await session.next(['1.3.6.1.2.1.17.1.4.1.2']);
      silent = 0;
      const note = (text: string): void => device.note(`${text} in VLAN ${number}`);
      const inVlan: Device = { ...createDevice(session, note), pace: { ...device.pace } };
      const bridge = await readBasePorts(inVlan);
      const placer = new PortPlacer(interfaces, bridge.basePorts);
      const fdb = await readPlainFdb(inVlan, placer, learned);
      // Each VLAN has its own spanning tree (PVST). A port that forwards in any VLAN is reported as forwarding.
      const isTreeKnown = placeVlanStates(await readTable(inVlan, stpPortTable), number, placer);
      areTreesKnown &&= bridge.isComplete && isTreeKnown;
      isComplete &&= bridge.isComplete && fdb.isComplete;
    } catch (error) {
      if (!(error instanceof SnmpFailure)) throw error;
      if (error.kind === 'noSuchName') continue;
      silent++;
      isComplete = areTreesKnown = false;
      device.note(`dot1dTpFdbTable: VLAN ${number} has a community or context of its own, which is not answered`);
    } finally {
      session.close();
    }
  }
  return { isComplete, areTreesKnown };
}
