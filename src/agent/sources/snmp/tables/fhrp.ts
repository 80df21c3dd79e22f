// Reads first-hop redundancy groups and their virtual addresses, by interface, from VRRP-MIB (RFC 2787), VRRPV3-MIB
// (RFC 6527) and CISCO-HSRP-MIB.
import type { FhrpProtocol, FhrpState } from '../../../../generated/operations';
import { ipFromIndex } from '../../../evidence/addresses';
import { rowTable } from '../row-table';
import { toDottedText, toNumber } from '../values';
import { readTables, type Device, type Row, type Table } from '../walk';
import { toInetAddress } from './addresses';

/** Maximum number of groups per device, and of virtual addresses per group, that the server accepts. */
const most = { memberships: 1_000, virtualAddresses: 64 } as const;

/** The membership of one of the device's interfaces in a redundancy group. */
interface FhrpFacts {
  ifIndex: number;
  protocol: FhrpProtocol;
  groupNumber: number;
  virtualAddresses: string[];
  state: FhrpState;
  priority?: number;
}

const vrrpColumn = { state: 3, priority: 5 };
const vrrpOper: Table = {
  name: 'vrrpOperTable',
  entry: '1.3.6.1.2.1.68.1.3.1',
  columns: vrrpColumn,
  optional: [vrrpColumn.priority],
};
/** vrrpAssoIpAddrTable has the virtual addresses in its index. Its only accessible column is the row status. */
const vrrpAddresses: Table = {
  name: 'vrrpAssoIpAddrTable',
  entry: '1.3.6.1.2.1.68.1.4.1',
  columns: { rowStatus: 2 },
};
const vrrp3Column = { state: 6, priority: 7 };
const vrrp3Operations: Table = {
  name: 'vrrpv3OperationsTable',
  entry: '1.3.6.1.2.1.207.1.1.1.1',
  columns: vrrp3Column,
  optional: [vrrp3Column.priority],
};
const vrrp3Addresses: Table = {
  name: 'vrrpv3AssociatedIpAddrTable',
  entry: '1.3.6.1.2.1.207.1.1.2.1',
  columns: { rowStatus: 2 },
};
const hsrpColumn = { priority: 3, virtualAddress: 11, state: 15 };
const hsrpGroups: Table = {
  name: 'cHsrpGrpTable',
  entry: '1.3.6.1.4.1.9.9.106.1.2.1.1',
  columns: hsrpColumn,
  optional: [hsrpColumn.priority],
};

const vrrpStates: readonly (FhrpState | undefined)[] = [undefined, 'Initialize', 'Backup', 'Master'];
const hsrpStates: readonly (FhrpState | undefined)[] = [
  ...([undefined, 'Initialize', 'Learn', 'Listen', 'Speak', 'Standby', 'Active'] as const),
];

/** Key of a group: interface, group number and, for VRRPV3-MIB, the address family. */
const keyOf = (index: readonly number[], length: number): string => index.slice(0, length).join('.');

/**
 * The virtual addresses of each group, by the key of the group (`keyOf`), and the number of rows that name no address.
 */
function addressesOf(
  rows: readonly Row[],
  keyLength: number,
  addressOf: (index: readonly number[]) => string | undefined,
) {
  const addressesByGroup = new Map<string, string[]>();
  let unkeyed = 0;
  for (const { index } of rows) {
    const address = addressOf(index);
    if (address === undefined) unkeyed++;
    else
      addressesByGroup.set(keyOf(index, keyLength), [
        ...(addressesByGroup.get(keyOf(index, keyLength)) ?? []),
        address,
      ]);
  }
  return { addressesByGroup, unkeyed };
}

async function readFhrp(device: Device): Promise<{ rows: FhrpFacts[]; isComplete: boolean }> {
  const tables = [vrrpOper, vrrpAddresses, vrrp3Operations, vrrp3Addresses, hsrpGroups] as const;
  const [vrrp, vrrpIps, vrrp3, vrrp3Ips, hsrp] = await readTables(device, tables);
  const two = addressesOf(vrrpIps.rows, 2, (index) => ipFromIndex(index.slice(2), 4)?.address);
  const three = addressesOf(vrrp3Ips.rows, 3, (index) => toInetAddress(index.slice(2))?.address);
  const groups: FhrpFacts[] = [];
  let unkeyed = two.unkeyed + three.unkeyed;
  const add = (row: Row, length: number, facts: Omit<FhrpFacts, 'ifIndex' | 'groupNumber'>): void => {
    const [ifIndex, groupNumber] = row.index;
    if (row.index.length === length && groupNumber !== undefined)
      groups.push({ ifIndex: ifIndex!, groupNumber, ...facts });
    else unkeyed++;
  };
  const priorityIn = (row: Row, column: number) => {
    const priority = toNumber(row.cells[column]);
    return priority !== undefined && priority >= 0 && priority <= 255 ? { priority } : {};
  };
  for (const row of vrrp.rows) {
    const state = vrrpStates[toNumber(row.cells[vrrpColumn.state]) ?? 0];
    const virtualAddresses = two.addressesByGroup.get(keyOf(row.index, 2)) ?? [];
    if (state) add(row, 2, { protocol: 'Vrrp2', state, virtualAddresses, ...priorityIn(row, vrrpColumn.priority) });
  }
  for (const row of vrrp3.rows) {
    const state = vrrpStates[toNumber(row.cells[vrrp3Column.state]) ?? 0];
    const virtualAddresses = three.addressesByGroup.get(keyOf(row.index, 3)) ?? [];
    if (state) add(row, 3, { protocol: 'Vrrp3', state, virtualAddresses, ...priorityIn(row, vrrp3Column.priority) });
  }
  for (const row of hsrp.rows) {
    const state = hsrpStates[toNumber(row.cells[hsrpColumn.state]) ?? 0];
    const address = toDottedText(row.cells[hsrpColumn.virtualAddress]);
    const virtualAddresses = address === undefined || address === '0.0.0.0' ? [] : [address];
    if (state) add(row, 2, { protocol: 'Hsrp', state, virtualAddresses, ...priorityIn(row, hsrpColumn.priority) });
  }
  if (unkeyed > 0)
    device.note(`vrrpOperTable: ${unkeyed} rows of groups have no interface, group or address in their index`);
  const areComplete = [vrrp, vrrpIps, vrrp3, vrrp3Ips, hsrp].every(({ isComplete }) => isComplete);
  return { rows: groups, isComplete: areComplete && unkeyed === 0 };
}

export const fhrpGroups = rowTable({
  name: 'fhrp',
  read: readFhrp,
  member: 'fhrp_groups',
  complete: 'fhrp',
  most: most.memberships,
  toReport: ({ protocol, state, groupNumber, ifIndex, virtualAddresses, priority }) => ({
    ...{ protocol, state, group_number: groupNumber, if_index: ifIndex },
    virtual_addresses: virtualAddresses.slice(0, most.virtualAddresses),
    ...(priority !== undefined && { priority }),
  }),
});
