// Blocks writes to an organization while its rows are moved, by triggers in the source's database. So no write of any
// process is possible. The triggers exist only during the move.
import type { Client } from 'pg';
import { holdPrefix } from '../../data/tenancy/sweep-rows';
import { type Report, StartError } from '../../platform/postgres/start-error';
import { movingSqlState } from '../../platform/postgres/unavailable';
import { quoted } from '../copy/tables.sql';
import { type MovedTable, type Scope } from './scopes';

/**
 * Columns that a read request updates, such as the approximate time of the last use of a credential. Updates of these
 * columns are not blocked.
 */
const touchedColumns: Readonly<Record<string, readonly string[]>> = {
  sessions: ['last_used_at', 'expires_at', 'updated_at'],
  user_api_keys: ['last_used'],
  daemon_api_keys: ['last_used'],
};
/**
 * Background jobs update these columns by one statement for all organizations, which must not fail because one
 * organization is blocked. So the trigger that blocks the organization does not throw, but skips its rows.
 */
const jobColumns: Readonly<Record<string, readonly string[]>> = {
  mails: ['attempts', 'claimed_at', 'due_at', 'finished_at', 'organization_id'],
  daemon_polls: ['due_at', 'leased_until'],
  mail_rules: ['due_at', 'mailed_at'],
  webhooks: ['claimed_until', 'due_at', 'failing_since', 'delivered_at', 'is_slow'],
};
/**
 * Background jobs delete old rows of these tables by one statement for all organizations, which must not fail because
 * one organization is blocked. So the trigger that blocks the organization does not throw, but skips its rows.
 */
const leftToJobs: ReadonlySet<string> = new Set(['mails', 'webhook_deliveries', 'mail_rule_events']);
/**
 * Tables from which each sign-in deletes expired rows of all organizations. Deleting expired rows of these tables is
 * not blocked.
 */
const sweptTables: ReadonlySet<string> = new Set([
  ...['sessions', 'email_tokens', 'oidc_flows', 'sign_in_challenges', 'passkey_challenges'],
]);

/**
 * How long, in milliseconds, creating a trigger waits for the table's lock; meanwhile, it blocks other writers. The
 * time exceeds one second (`deadlock_timeout`), after which PostgreSQL cancels an autovacuum that holds the lock.
 */
const lockMs = 1_500;
const triesMs = 180_000;

/**
 * The name of the trigger function and, with a suffix, of the triggers. The underscore makes these triggers run before
 * all others, because PostgreSQL runs triggers in the order of their names.
 */
const nameOf = (organizationId: string): string => `${holdPrefix}${organizationId.replaceAll('-', '')}`;

/** A transaction that sets this PostgreSQL setting to the organization's id may write in spite of the triggers. */
const passSetting = 'netloom.moving_organization';

/** Lets the current transaction write to the blocked organization. */
export const passHold = (client: Client, organizationId: string): Promise<unknown> =>
  client.query(`SELECT set_config('${passSetting}', $1, true)`, [organizationId]);

/**
 * Blocks all writes to rows of the organization in these tables. When the promise resolves, every earlier write is
 * committed or rolled back, because the creation of a trigger waits for the writers of its table. After an
 * interruption, it can be called again.
 */
export async function holdOrganization(
  client: Client,
  tables: readonly MovedTable[],
  organizationId: string,
  report: Report,
): Promise<void> {
  await client.query(`
    CREATE OR REPLACE FUNCTION ${nameOf(organizationId)}() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF current_setting('${passSetting}', true) = '${organizationId}' THEN
        RETURN coalesce(NEW, OLD);
      END IF;
      IF TG_ARGV[0] = 'leave out' THEN
        RETURN NULL;
      END IF;
      RAISE EXCEPTION 'organization ${organizationId} is being moved' USING ERRCODE = '${movingSqlState}';
    END $$`);
  // The triggers contain the ids of the organization's networks and users. So the tables of networks and users are
  // blocked first, and no id is added later.
  const owners = tables.filter(({ name }) => ['organizations', 'networks', 'deleted_networks', 'users'].includes(name));
  const others = tables.filter((table) => !owners.includes(table));
  for (const table of owners) await holdTable(client, table, organizationId, await ownerIds(client, organizationId));
  const ids = await ownerIds(client, organizationId);
  for (const table of others) await holdTable(client, table, organizationId, ids);
  report(`Organization ${organizationId} can only be read from now on.`);
}

interface OwnerIds {
  readonly networkIds: readonly string[];
  readonly userIds: readonly string[];
}

async function ownerIds(client: Client, organizationId: string): Promise<OwnerIds> {
  const { rows } = await client.query<OwnerIds>(
    `SELECT ARRAY(SELECT id::text FROM networks WHERE organization_id = $1
         UNION ALL SELECT network_id::text FROM deleted_networks WHERE organization_id = $1) AS "networkIds",
       ARRAY(SELECT id::text FROM users WHERE organization_id = $1) AS "userIds"`,
    [organizationId],
  );
  return rows[0]!;
}

/**
 * SQL condition for rows of the organization. It contains lists of ids instead of a subquery, because the condition of
 * a trigger must not have a subquery.
 */
function conditionOf(scope: Scope, row: 'NEW' | 'OLD', organizationId: string, { networkIds, userIds }: OwnerIds) {
  if (scope === 'id' || scope === 'organization_id') return `${row}.${scope} = '${organizationId}'::uuid`;
  const ids = scope === 'network_id' ? networkIds : userIds;
  return `${row}.${scope} = ANY ('{${ids.join()}}'::uuid[])`;
}

async function holdTable(client: Client, table: MovedTable, organizationId: string, ids: OwnerIds): Promise<void> {
  const { name, columns, scope } = table;
  const trigger = nameOf(organizationId);
  const jobs = jobColumns[name] ?? [];
  const watched = columns.filter((column) => !jobs.includes(column) && !touchedColumns[name]?.includes(column));
  const listed = (names: readonly string[]) => names.map(quoted).join(', ');
  const of = (row: 'NEW' | 'OLD') => conditionOf(scope, row, organizationId, ids);
  const create = (suffix: string, events: string, condition: string, argument = '') =>
    `CREATE OR REPLACE TRIGGER ${trigger}_${suffix} BEFORE ${events} ON ${quoted(name)} FOR EACH ROW
     WHEN (${condition}) EXECUTE FUNCTION ${trigger}(${argument})`;
  const alive = sweptTables.has(name) ? ' AND OLD.expires_at > now()' : '';
  const isLeftToJobs = leftToJobs.has(name);
  const statements = [
    create('new', `INSERT${watched.length > 0 ? ` OR UPDATE OF ${listed(watched)}` : ''}`, of('NEW')),
    create('gone', 'DELETE', of('OLD') + alive, isLeftToJobs ? `'leave out'` : ''),
    ...(jobs.length > 0 ? [create('job', `UPDATE OF ${listed(jobs)}`, of('OLD'), `'leave out'`)] : []),
  ];
  await changeTable(client, name, statements);
}

/**
 * Runs DDL on a table in a transaction that waits for locks only briefly. If it gets no lock, it tries again for some
 * minutes.
 */
async function changeTable(client: Client, name: string, statements: readonly string[]): Promise<void> {
  const deadline = Date.now() + triesMs;
  for (;;) {
    try {
      await client.query(`BEGIN; SET LOCAL lock_timeout = ${lockMs}; SET LOCAL statement_timeout = 0`);
      for (const statement of statements) await client.query(statement);
      await client.query('COMMIT');
      return;
    } catch (error) {
      await client.query('ROLLBACK').catch(() => undefined);
      const { code } = error as { code?: string };
      if (!['55P03', '40P01'].includes(code ?? '') || Date.now() > deadline)
        throw new StartError(`Table ${name} could not be held: ${(error as Error).message}. Run the command again.`);
      await new Promise((resolve) => setTimeout(resolve, lockMs));
    }
  }
}

/** Ends the blocking of writes to the organization: removes all triggers that block them. */
export async function releaseOrganization(client: Client, organizationId: string): Promise<void> {
  const trigger = nameOf(organizationId);
  const { rows } = await client.query<{ table: string; names: string[] }>(
    `SELECT c.relname::text AS table, array_agg(t.tgname::text ORDER BY t.tgname) AS names
     FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
     WHERE c.relnamespace = current_schema()::regnamespace AND starts_with(t.tgname, $1)
     GROUP BY c.relname ORDER BY c.relname`,
    [trigger],
  );
  for (const { table, names } of rows)
    await changeTable(
      client,
      table,
      names.map((name) => `DROP TRIGGER ${quoted(name)} ON ${quoted(table)}`),
    );
  await client.query(`DROP FUNCTION IF EXISTS ${trigger}()`);
}
