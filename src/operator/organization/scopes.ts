// Which rows of each table belong to an organization, by a column that the table has. Tables whose rows are not moved
// are listed here, with the reason.
import { StartError } from '../../platform/postgres/start-error';
import { quoted, type Table } from '../copy/tables.sql';

/** The column that leads from a row to its organization. */
export type Scope = 'id' | 'organization_id' | 'network_id' | 'user_id';

/** Tables whose rows are not moved, with the reason. */
export const unmovedTables: Readonly<Record<string, string>> = {
  login_failures: 'wrong passwords of an address: the count begins anew',
  registrations: 'people without an organization yet: they register again at one of the services',
  oidc_logouts: 'logout tokens of a provider, by their hash alone',
  moved_organizations: 'marks of this database',
  network_changes: 'transaction ids of this server: the target writes its own',
  swept_changes: 'counts of marks that this server has removed',
  write_positions: 'log positions of this server',
  primary_marks: 'the mark of this server',
};

/** The column by which the rows of a table belong to an organization. Undefined if the table has no such column. */
export function scopeOf({ name, columns }: Table): Scope | undefined {
  if (name === 'organizations') return 'id';
  return (['organization_id', 'network_id', 'user_id'] as const).find((column) => columns.includes(column));
}

export interface MovedTable extends Table {
  readonly scope: Scope;
}

/**
 * The tables with rows of an organization, in the order of `tables`. Throws a StartError for a table that has no column
 * of `Scope` and is not listed in `unmovedTables`.
 */
export function movedTables(tables: readonly Table[]): readonly MovedTable[] {
  return tables
    .filter(({ name }) => !Object.hasOwn(unmovedTables, name))
    .map((table) => {
      const scope = scopeOf(table);
      if (scope) return { ...table, scope };
      throw new StartError(`Nothing says to which organization the rows of table ${table.name} belong.`);
    });
}

/**
 * SQL condition for the rows of an organization. The rows of a deleted network, which a background job removes, still
 * belong to its organization.
 */
export function scopeCondition(scope: Scope, organizationId: string): string {
  const id = `'${organizationId}'::uuid`;
  switch (scope) {
    case 'id':
    case 'organization_id':
      return `${scope} = ${id}`;
    case 'network_id':
      return `network_id IN (SELECT id FROM networks WHERE organization_id = ${id}
        UNION ALL SELECT network_id FROM deleted_networks WHERE organization_id = ${id})`;
    case 'user_id':
      return `user_id IN (SELECT id FROM users WHERE organization_id = ${id})`;
  }
}

/** SQL query for the stored columns of the organization's rows in a table. */
export const rowsSql = ({ name, columns, scope }: MovedTable, organizationId: string): string =>
  `SELECT ${columns.map(quoted).join(', ')} FROM ${quoted(name)} WHERE ${scopeCondition(scope, organizationId)}`;
