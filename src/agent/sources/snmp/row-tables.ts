// Lists the device tables whose rows are part of a host report, apart from interfaces, in the order in which they are
// read.
import { portTables, type PortFacts } from './facts';
import type { RowTable } from './row-table';
import { fhrpGroups } from './tables/fhrp';
import { routes } from './tables/routes';
import { routingNeighbors } from './tables/routing-neighbors';
import { wirelessClients } from './tables/wireless/wireless-clients';

/** Tables of a device. The rows of a table are in the member of `DeviceFacts` with the same name. */
const tables = { fhrpGroups, routingNeighbors, routes, wirelessClients };
type Tables = typeof tables;

export const deviceTables = [...portTables, ...Object.values(tables).map(({ name }) => name)];
export type DeviceTable = (typeof deviceTables)[number];

export type RowFacts = {
  [K in keyof Tables]: Tables[K] extends RowTable<string, infer Row, RowMember> ? Row[] : never;
};

/** All data that were read from a device. */
export interface DeviceFacts extends PortFacts, RowFacts {
  /** Tables that were not read completely, or with rows that could not be identified, decoded or assigned to a port. */
  incomplete: readonly DeviceTable[];
}

export type RowMember = Tables[keyof Tables]['member'];

export const rowTables = Object.entries<RowTable<DeviceTable, unknown, RowMember>>(tables).map(([facts, table]) => ({
  ...table,
  facts: facts as keyof Tables,
}));

/** Empty rows for all tables, for a device of which no table was read. */
export const noRows = (): RowFacts =>
  Object.fromEntries(rowTables.map(({ facts }): [string, unknown[]] => [facts, []])) as RowFacts;
