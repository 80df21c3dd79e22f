// SQL that finds which rows of a kind were added, removed or changed in a period, by comparing the states at its
// beginning and end.
import { endedIn } from '../../data/model/historied';
import type { Folded, HistoriedKind } from './kinds';
import { foldedSql } from './states.sql';

/** The numbered parameters of all SQL statements about changes. */
export const parameters = {
  network: '$1::uuid',
  from: '$2::timestamptz',
  to: '$3::timestamptz',
  organization: '$4::uuid',
};
const { network, from, to, organization } = parameters;

/** The SQL parameter with the id to which rows of the kind belong: the network or the organization. */
const ownScope = ({ scope }: Pick<HistoriedKind, 'scope'>): string => (scope === 'network_id' ? network : organization);
export const kindScope = (kind: HistoriedKind): string => `ARRAY[${ownScope(kind)}]`;

interface Source {
  readonly table: string;
  /** The column with the id of the row's network or organization. `scopeId` is SQL for the id that it must have. */
  readonly scope: string;
  readonly scopeId: string;
  readonly columns: string;
  readonly condition: string;
}

/** SQL that selects states which existed at the start of the period and ended during the period. */
const endedRows = ({ table, scope, scopeId, columns, condition }: Source): string =>
  endedIn(table)
    .map(
      (source) => `
      SELECT ${columns} FROM ${source} r
      WHERE r.${scope} = ${scopeId} AND r.valid_to > ${from} AND r.valid_to <= ${to} AND r.valid_from <= ${from} AND ${condition}`,
    )
    .join(' UNION ALL ');

/** SQL that selects states which exist at the end of the period and began during the period. */
const begunRows = ({ table, scope, scopeId, columns, condition }: Source): string => `
      SELECT ${columns} FROM ${table}_at(${to}, ARRAY[${scopeId}]) r
      WHERE r.${scope} = ${scopeId} AND r.valid_from > ${from} AND ${condition}`;

/** Returns SQL that selects `(id, change)` for each added, removed or changed row of the kind. */
export function changesSql(kind: HistoriedKind): string {
  const { table, scope, columns, foldedKinds } = kind;
  const names = [...columns.values()];
  const ownSource: Source = {
    ...{ table, scope, scopeId: ownScope(kind), condition: 'TRUE' },
    columns: ['id', ...names].map((name) => `r.${name}`).join(', '),
  };
  const rowOf = (alias: string) => `(${names.map((name) => `${alias}.${name}`).join(', ')})`;
  const owns = `
    SELECT coalesce(e.id, b.id) AS id, CASE WHEN e.id IS NULL THEN 'Added' WHEN b.id IS NULL THEN 'Removed'
      WHEN ${rowOf('e')} IS DISTINCT FROM ${rowOf('b')} THEN 'Changed' END AS change
    FROM (${endedRows(ownSource)}) e FULL JOIN (${begunRows(ownSource)}) b ON b.id = e.id`;
  if (foldedKinds.length === 0) return `SELECT id, change FROM (${owns}) owns WHERE change IS NOT NULL`;
  return `
    SELECT id, coalesce(owns.change, 'Changed') AS change
    FROM (${owns}) owns FULL JOIN (${foldedKinds.map((list) => listsSql(list)).join(' UNION ')}) lists USING (id)
    WHERE owns.change IS NOT NULL OR (lists.id IS NOT NULL AND EXISTS (
      SELECT FROM ${table}_at(${to}) o WHERE o.id = lists.id AND o.${scope} = ${ownSource.scopeId}))`;
}

/** Returns SQL that selects the ids of rows whose embedded list, such as their tags, changed. */
function listsSql(list: Folded): string {
  const { table, owner, value, isOrdered } = list;
  const isTag = table === 'tag_assignments';
  const sourceOfSide = (side: number): Source => ({
    table,
    ...(isTag ? { scope: 'organization_id', scopeId: organization } : { scope: 'network_id', scopeId: network }),
    columns: `r.${owner} AS id, ${value.replaceAll('l.', 'r.')} AS value, ${side} AS side`,
    condition: `r.${owner} IS NOT NULL${isTag ? ` AND r.network_id = ${network}` : ''}`,
  });
  const movedRows = `(${endedRows(sourceOfSide(-1))} UNION ALL ${begunRows(sourceOfSide(1))}) moved`;
  if (!isOrdered) return `SELECT DISTINCT id FROM ${movedRows} GROUP BY id, value HAVING sum(side) <> 0`;
  const [before, after] = [from, to].map((at) => foldedSql(list, 'touched.id', at));
  return `SELECT id FROM (SELECT DISTINCT id FROM ${movedRows}) touched WHERE ${before} IS DISTINCT FROM ${after}`;
}
