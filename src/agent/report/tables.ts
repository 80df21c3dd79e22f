// Builds the parts of a host report that contain routes and a device's other tables, except the table of interfaces.
// Pure functions.
import type { PendingHost } from '../protocol/outbox';
import { rowTables, type DeviceTable, type RowFacts, type RowMember } from '../sources/snmp';

/**
 * Tables that were read from a machine: always its routes; other tables only if its data source reads them. From the
 * machine on which the agent runs, only routes are read.
 */
export type TableFacts = Pick<RowFacts, 'routes'> & Partial<RowFacts>;
type Parts = Pick<PendingHost, RowMember>;
type Complete = Partial<NonNullable<PendingHost['interface_data_complete']>>;

/** Builds the members of a report that contain tables, and the flags that say whether each table is complete. */
export function buildTableFields(
  facts: TableFacts,
  isRead: (table: DeviceTable) => boolean,
): { readonly rows: Parts; readonly complete: Complete } {
  const read = rowTables.flatMap((table) => {
    const rows: readonly unknown[] | undefined = facts[table.facts];
    return rows ? [{ ...table, rows }] : [];
  });
  return {
    rows: Object.fromEntries(
      read.map(({ member, rows, most, toReport }) => [member, rows.slice(0, most).map(toReport)]),
    ),
    complete: Object.fromEntries(
      read.map(({ complete, name, rows, most }) => [complete, isRead(name) && rows.length <= most]),
    ),
  };
}
