// Moves one organization from the database of a running service into the database of another service. Also gives up a
// move that is not finished, and deletes a moved organization from the source.
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { lockNumber } from '../../data/tenancy/advisory-locks';
import { openConnection } from '../../platform/postgres/connect';
import { recordedMigrations, refuseUnfinishedCopy } from '../../platform/postgres/migrate';
import { type Report, StartError } from '../../platform/postgres/start-error';
import { createSecretBox } from '../../platform/text/sealed-secrets';
import { sealedColumns } from '../copy/secrets.sql';
import { inCopyTransaction, quoted } from '../copy/tables.sql';
import type { CopyCounts, CopyKeys } from '../copy/target.sql';
import { refuseConflicts } from './conflicts.sql';
import { holdOrganization, passHold, releaseOrganization } from './hold.sql';
import { movedTables, rowsSql, type MovedTable } from './scopes';
import { dropStagedRows, publishRows, sameTables, stageRows } from './transfer.sql';

export interface OrganizationMove {
  /** URL of the database that has the organization. */
  readonly from: string;
  readonly to: string;
  readonly organizationId: string;
}

/**
 * Milliseconds to wait after the organization was marked as moved. Within 3.5 seconds, services of the source end its
 * open streams. A client continues its stream at the target, from the last cursor of the source. Because of the wait,
 * this cursor is earlier than every change in the target, so that the client misses no change.
 */
const streamsEndMs = 5_000;

/**
 * Maximum milliseconds by which the target's clock may be behind the source's clock. The end of a move waits for the
 * difference.
 */
const clockSkewMs = 10_000;

/**
 * Copies the organization and compares every row. Throws a StartError before anything is written if the two databases
 * do not have the same version, or if the target already has an e-mail address, identity or id of the organization.
 * Resolves with undefined if the organization was moved before. After a later failure, writes to the organization stay
 * blocked until the command is run again, which continues the move, or until `giveUpMove`.
 */
export function moveOrganization(
  move: OrganizationMove,
  keys: CopyKeys,
  report: Report,
): Promise<CopyCounts | undefined> {
  const { organizationId } = move;
  return withBoth(move, async (source, target) => {
    const tables = movedTables(await sameTables(source, target, report));
    const [isHere, isThere] = [
      await hasOrganization(source, organizationId),
      await hasOrganization(target, organizationId),
    ];
    if (isThere && (await isMarkedMoved(source, organizationId))) return undefined;
    if (!isHere) throw new StartError(`The database has no organization ${organizationId}.`);
    await refuseUnsuitableTarget(target);
    await refuseLostSecrets(source, target, tables, organizationId, keys);
    await refuseConflicts(source, target, tables, organizationId);
    await holdOrganization(source, tables, organizationId, report);
    const counts = await inCopyTransaction(source, 'ISOLATION LEVEL REPEATABLE READ READ ONLY', () =>
      stageRows(source, target, tables, organizationId, report),
    );
    await source.query('INSERT INTO moved_organizations (organization_id) VALUES ($1) ON CONFLICT DO NOTHING', [
      organizationId,
    ]);
    report('The rows are copied. Until the end of the command, no service answers for the organization …');
    await pause(streamsEndMs);
    const sourceTime = await timeOf(source);
    const sealed = await publishRows(target, tables, organizationId, keys, () => passTime(target, sourceTime));
    for (const { name } of tables) await target.query(`ANALYZE ${quoted(name)}`);
    return { ...counts, ...sealed };
  });
}

/**
 * Gives up a move that is not finished: deletes the copied rows, and ends the blocking of writes to the organization.
 */
export function giveUpMove(move: OrganizationMove): Promise<void> {
  const { organizationId } = move;
  return withBoth(move, async (source, target) => {
    if (!(await hasOrganization(source, organizationId)))
      throw new StartError(`The database has no organization ${organizationId}.`);
    if (await hasOrganization(target, organizationId))
      throw new StartError(`The target has the organization ${organizationId}: its move is finished.`);
    await dropStagedRows(target, organizationId);
    await source.query('DELETE FROM moved_organizations WHERE organization_id = $1', [organizationId]);
    await releaseOrganization(source, organizationId);
  });
}

/**
 * Deletes a moved organization from the source. Background jobs of the source's service later delete the rows of the
 * organization's networks and tags.
 */
export function removeMoved(move: OrganizationMove): Promise<void> {
  const { organizationId } = move;
  return withBoth(move, async (source, target) => {
    const isMoved = (await hasOrganization(target, organizationId)) && (await isMarkedMoved(source, organizationId));
    if (!isMoved) throw new StartError(`The organization ${organizationId} is not moved to this target.`);
    await inCopyTransaction(source, '', async () => {
      await passHold(source, organizationId);
      // Mails are deleted, because the target sends them. Networks and tags are deleted before the organization,
      // because triggers of their tables read the organization.
      for (const table of ['mails', 'networks', 'tags', 'users'])
        await source.query(`DELETE FROM ${table} WHERE organization_id = $1`, [organizationId]);
      await source.query('DELETE FROM organizations WHERE id = $1', [organizationId]);
    });
    await releaseOrganization(source, organizationId);
    await source.query('DELETE FROM moved_organizations WHERE organization_id = $1', [organizationId]);
  });
}

/** Opens both databases. Other moves of the organization are refused until the work has ended. */
async function withBoth<T>(
  { from, to, organizationId }: OrganizationMove,
  work: (source: Client, target: Client) => Promise<T>,
): Promise<T> {
  const source = await openConnection(from);
  source.on('error', () => undefined);
  const target = await openConnection(to).catch(async (error: unknown) => {
    await source.end().catch(() => undefined);
    throw error;
  });
  target.on('error', () => undefined);
  try {
    await requireSameVersion(source, target);
    for (const client of [source, target]) await lockMove(client, organizationId);
    return await work(source, target);
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`The move failed: ${(error as Error).message}. Run the command again to continue it.`);
  } finally {
    await Promise.all([source, target].map((client) => client.end().catch(() => undefined)));
  }
}

async function requireSameVersion(source: Client, target: Client): Promise<void> {
  const [sourceMigrations, targetMigrations] = [await recordedMigrations(source), await recordedMigrations(target)];
  for (const client of [source, target]) await refuseUnfinishedCopy(client);
  const namesOf = (migrations: typeof sourceMigrations) => migrations.map(({ migration_name: name }) => name).join();
  if (sourceMigrations.length === 0) throw new StartError('The database is empty: there is nothing to move.');
  if (namesOf(sourceMigrations) !== namesOf(targetMigrations))
    throw new StartError(
      'The two databases have different migrations: start the same version of Netloom on both first.',
    );
}

/**
 * Takes an advisory lock that refuses other moves of the organization. PostgreSQL releases it when the connection ends.
 */
async function lockMove(client: Client, organizationId: string): Promise<void> {
  const number = lockNumber('move of', organizationId);
  const { rows } = await client.query<{ held: boolean }>(
    `SELECT pg_try_advisory_lock(${number.text}) AS held`,
    number.values,
  );
  if (!rows[0]!.held)
    throw new StartError('Another move of this organization is running, or both databases are the same.');
}

async function hasOrganization(client: Client, organizationId: string): Promise<boolean> {
  const { rowCount } = await client.query('SELECT FROM organizations WHERE id = $1', [organizationId]);
  return rowCount === 1;
}

async function isMarkedMoved(client: Client, organizationId: string): Promise<boolean> {
  const { rowCount } = await client.query('SELECT FROM moved_organizations WHERE organization_id = $1', [
    organizationId,
  ]);
  return rowCount === 1;
}

/**
 * Throws if this role may not disable triggers in the target. If enabled, the triggers would record the moved rows as
 * new changes in the history.
 */
async function refuseUnsuitableTarget(target: Client): Promise<void> {
  try {
    await target.query('BEGIN; SET LOCAL session_replication_role = replica');
  } catch {
    const { rows } = await target
      .query('ROLLBACK')
      .then(() => target.query<{ role: string }>('SELECT current_user AS role'));
    throw new StartError(
      `The target would record the rows as new changes. Let a superuser run this there first, and revoke it afterwards: GRANT SET ON PARAMETER session_replication_role TO ${quoted(rows[0]!.role)}`,
    );
  }
  await target.query('ROLLBACK');
}

/**
 * Number of secrets of the target that are decrypted per table, to find out whether SECRETS_KEY contains the key of the
 * target.
 */
const sampleSize = 20;

/** Throws if the organization has secrets and the target could not decrypt them after the move. */
async function refuseLostSecrets(
  source: Client,
  target: Client,
  tables: readonly MovedTable[],
  organizationId: string,
  { to }: CopyKeys,
): Promise<void> {
  const box = createSecretBox(to);
  for (const { table, id, column } of sealedColumns) {
    const movedTable = tables.find(({ name }) => name === table)!;
    const { rowCount } = await source.query(`SELECT FROM (${rowsSql(movedTable, organizationId)}) t LIMIT 1`);
    if (rowCount === 0) continue;
    if (to.length === 0)
      throw new StartError(
        'Set SECRETS_KEY to the key of the target, and after a comma the key of the source: the organization has secrets.',
      );
    const { rows } = await target.query<{ id: string; sealed: Buffer }>(
      `SELECT ${id}::text AS id, ${column} AS sealed FROM ${quoted(table)} ORDER BY ${id} LIMIT ${sampleSize}`,
    );
    if (rows.length > 0 && !rows.some((row) => box.open(row.id, row.sealed)))
      throw new StartError(
        'SECRETS_KEY does not have the key of the target: put it first, and the key of the source after a comma.',
      );
  }
}

/** Current time of the database server in milliseconds since 1970. */
async function timeOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ now: string }>('SELECT extract(epoch FROM clock_timestamp()) * 1000 AS now');
  return Number(rows[0]!.now);
}

/**
 * Waits until the clock of the target is later than this time of the source, so that no change in the target is earlier
 * than a moved change.
 */
async function passTime(target: Client, sourceTime: number): Promise<void> {
  const aheadMs = sourceTime - (await timeOf(target));
  if (aheadMs > clockSkewMs)
    throw new StartError(
      `The clock of the target is ${Math.ceil(aheadMs / 1000)} s behind that of the source: set it first.`,
    );
  if (aheadMs >= 0) await pause(aheadMs + 10);
}
