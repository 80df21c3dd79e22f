// The tables of a host report, such as routes. Each table is declared in a file `reported-*.ts`: its field in the
// inputs, and how its rows are written.
import type { InputFieldRef } from '@pothos/core';
import type { Db } from '../../../../data/tenancy/rows';
import type { Viewer } from '../../../../data/tenancy/viewer';
import { reportedTables } from '../../../../generated/module-reports';
import { inputField, type Inputs, type Types } from '../../../../graphql/entity/sheet-fields';
import type { HostRef } from '../../shared/host-children';
import type { Reading, ReportedTable } from '../../shared/read-rows';

type Tables = typeof reportedTables;
type RowsOf<T> = T extends ReportedTable<infer R> ? R[] | null | undefined : never;
export type TablesOfReport = { readonly [K in keyof Tables]?: RowsOf<Tables[K]> };
type Complete = Tables[keyof Tables]['complete'];

export const tableFields = (t: Inputs) =>
  Object.fromEntries(Object.entries(reportedTables).map(([name, { field }]) => [name, inputField(t, field)])) as {
    [K in keyof Tables]: InputFieldRef<Types, RowsOf<Tables[K]>>;
  };

export const completenessFields = (t: Inputs) =>
  Object.fromEntries(
    Object.values(reportedTables).map(({ complete, what }) => [complete, t.boolean({ description: what })]),
  ) as Record<Complete, InputFieldRef<Types, boolean | null | undefined>>;

interface Reported extends Omit<Reading, 'isComplete'> {
  readonly tables: TablesOfReport;
  readonly complete: Readonly<Partial<Record<Complete, boolean | null>>> | null | undefined;
}

/** Writes the tables that a report contains, such as routes. Stored tables that the report lacks do not change. */
export async function writeReportedTables(
  tx: Db,
  viewer: Viewer,
  host: HostRef,
  { tables, complete, ...read }: Reported,
): Promise<void> {
  const { fhrpGroups, ...others } = reportedTables;
  // FHRP groups are written first: the writers of tables such as routes read the virtual addresses of the groups,
  // because a virtual address must not identify a single host.
  for (const [name, table] of Object.entries({ fhrpGroups, ...others })) {
    const { complete: member, write } = table as ReportedTable<unknown, Complete>;
    const rows = tables[name as keyof Tables];
    if (rows) await write(tx, viewer, host, rows, { ...read, isComplete: complete?.[member] === true });
  }
}

/**
 * Finds the hosts to which the table rows of a network refer, such as the next hops of routes. Call this function after
 * the hosts are stored.
 */
export async function resolveReportedTables(tx: Db, networkId: string): Promise<void> {
  for (const { resolve } of Object.values<Pick<ReportedTable<never>, 'resolve'>>(reportedTables))
    await resolve?.(tx, networkId);
}
