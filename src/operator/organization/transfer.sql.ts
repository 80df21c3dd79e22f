// Copies the rows of an organization: first into separate tables of the target database, which are compared with the
// source; then, in one transaction, into the real tables. An interrupted copy is continued.
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { modelNames, tableOf } from '../../data/model/model-fields';
import { type Report, StartError } from '../../platform/postgres/start-error';
import { sealAnew } from '../copy/secrets.sql';
import {
  digestOf,
  digestOfRows,
  hasTable,
  inCopyTransaction,
  isSameDigest,
  leftOutLine,
  quoted,
  readTables,
  stagingPrefix,
  type Digest,
  type Table,
} from '../copy/tables.sql';
import type { CopyCounts, CopyKeys } from '../copy/target.sql';
import { rowsSql, type MovedTable } from './scopes';

const prefixOf = (organizationId: string): string =>
  `${stagingPrefix}${organizationId.replaceAll('-', '').slice(0, 12)}_`;

/**
 * Copies all rows of the organization into separate tables of the target's database, which no service reads. Call it in
 * a transaction with one snapshot of the source.
 */
export async function stageRows(
  source: Client,
  target: Client,
  tables: readonly MovedTable[],
  organizationId: string,
  report: Report,
): Promise<Pick<CopyCounts, 'tableCount' | 'rowCount' | 'skippedCount'>> {
  let [rowCount, skippedCount] = [0, 0];
  for (const table of tables) {
    const rows = rowsSql(table, organizationId);
    const digest = await digestOfRows(source, `(${rows})`);
    const isCopied = await stageTable(source, target, table, rows, digest, prefixOf(organizationId));
    if (digest.count === '0') continue;
    if (isCopied) report(`${table.name}: ${digest.count}`);
    else skippedCount += 1;
    rowCount += Number(digest.count);
  }
  return { tableCount: tables.length, rowCount, skippedCount };
}

/**
 * Copies the rows of one table into its separate table. Resolves with false if that table already has exactly these
 * rows.
 */
function stageTable(
  source: Client,
  target: Client,
  { name, columns }: MovedTable,
  rows: string,
  digest: Digest,
  prefix: string,
): Promise<boolean> {
  const staged = prefix + name;
  const listed = columns.map(quoted).join(', ');
  return inCopyTransaction(target, '', async () => {
    if ((await hasTable(target, staged)) && isSameDigest(await digestOf(target, { name: staged, columns }), digest))
      return false;
    await target.query(`DROP TABLE IF EXISTS ${quoted(staged)}`);
    // An unlogged table suffices. A crash of the server empties it, but a copy that is continued compares the rows of
    // each table with the source, and copies them again if they differ.
    await target.query(`CREATE UNLOGGED TABLE ${quoted(staged)} AS SELECT ${listed} FROM ${quoted(name)} WITH NO DATA`);
    await pipeline(
      source.query(copyTo(`COPY (${rows}) TO STDOUT`)),
      target.query(copyFrom(`COPY ${quoted(staged)} (${listed}) FROM STDIN`)),
    );
    if (!isSameDigest(await digestOf(target, { name: staged, columns }), digest))
      throw new StartError(`The rows of table ${name} are not the rows of the source: run the command again.`);
    return true;
  });
}

/**
 * Moves the copied rows into the real tables of the target in one transaction. Encrypts their secrets with the target's
 * key and compares all rows. Triggers and foreign keys are off, so that no new history is recorded; the source has
 * checked the rows. `beforeCommit` is called before the commit.
 */
export function publishRows(
  target: Client,
  tables: readonly MovedTable[],
  organizationId: string,
  keys: CopyKeys,
  beforeCommit: () => Promise<void>,
): Promise<Pick<CopyCounts, 'sealedCount' | 'closedCount'>> {
  const prefix = prefixOf(organizationId);
  return inCopyTransaction(target, '', async () => {
    await target.query('SET LOCAL session_replication_role = replica');
    const sealed = await sealAnew(target, keys.from, keys.to, (table) => prefix + table);
    for (const table of tables) {
      const { name, columns } = table;
      const listed = columns.map(quoted).join(', ');
      const staged = quoted(prefix + name);
      await target.query(`INSERT INTO ${quoted(name)} (${listed}) SELECT ${listed} FROM ${staged}`);
    }
    // Compare only after all tables are filled: the condition that selects the rows of a table needs the networks and
    // users of the organization.
    for (const table of tables) {
      const published = await digestOfRows(target, `(${rowsSql(table, organizationId)})`);
      if (!isSameDigest(published, await digestOf(target, { ...table, name: prefix + table.name })))
        throw new StartError(`The rows of table ${table.name} are not the rows of the source: run the command again.`);
    }
    await target.query(
      `INSERT INTO network_changes (network_id, transaction_id)
       SELECT id, pg_current_xact_id()::text::bigint FROM networks WHERE organization_id = $1 ON CONFLICT DO NOTHING`,
      [organizationId],
    );
    for (const { name } of tables) await target.query(`DROP TABLE ${quoted(prefix + name)}`);
    await beforeCommit();
    return sealed;
  });
}

/** Deletes the copied rows of an organization whose move is given up. */
export async function dropStagedRows(target: Client, organizationId: string): Promise<void> {
  const { rows } = await target.query<{ name: string }>(
    `SELECT relname::text AS name FROM pg_class
     WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND starts_with(relname, $1) ORDER BY relname`,
    [prefixOf(organizationId)],
  );
  for (const { name } of rows) await target.query(`DROP TABLE ${quoted(name)}`);
}

/** Tables of Netloom, which no database of its version lacks. */
const ownTables: ReadonlySet<string> = new Set(
  modelNames.flatMap((model) => [tableOf(model), `${tableOf(model)}_revisions`]),
);

/**
 * The tables that both databases have. Reports tables that only the source has, unless they are tables of Netloom: the
 * operator has added them. Throws a StartError if a table of Netloom is missing or differs.
 */
export async function sameTables(source: Client, target: Client, report: Report): Promise<Table[]> {
  const [sourceTables, targetTables] = [await readTables(source), await readTables(target)];
  const textOf = ({ columns }: Table) => [...columns].sort().join();
  const textsInTarget = new Map(targetTables.map((table) => [table.name, textOf(table)]));
  const namesInSource = new Set(sourceTables.map(({ name }) => name));
  const isOfOperator = ({ name }: Table) => !textsInTarget.has(name) && !ownTables.has(name);
  const differing = [
    ...sourceTables.filter((table) => !isOfOperator(table) && textsInTarget.get(table.name) !== textOf(table)),
    ...targetTables.filter(({ name }) => !namesInSource.has(name) && ownTables.has(name)),
  ];
  if (differing.length > 0)
    throw new StartError(
      `The tables of the two databases differ (${differing.map(({ name }) => name).join(', ')}): start the same version of Netloom on both first.`,
    );
  for (const table of sourceTables.filter(isOfOperator)) report(leftOutLine(table.name));
  return sourceTables.filter((table) => !isOfOperator(table));
}
