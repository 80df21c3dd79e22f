// Builds the parts of a host report that contain routes and a device's other tables, except the table of interfaces.
// Pure functions.
import type { PendingHost } from '../protocol/outbox';
import { rowTables, type DeviceTable, type RowFacts, type RowMember } from '../sources/snmp';

/**
 * The rows of a machine's tables. On the agent's own machine only the routes are read, so the other tables are
 * undefined there.
 */
export type TableFacts = Pick<RowFacts, 'routes'> & Partial<RowFacts>;
type Parts = Pick<PendingHost, RowMember>;
type Complete = Partial<NonNullable<PendingHost['interface_data_complete']>>;

/**
 * `rows`: the rows of each table that was read, keyed by the report's member that contains them. `complete`: whether
 * each of these tables was read completely.
 */
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
