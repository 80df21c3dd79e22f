// Tests the migration that gives every user the built-in mail rules. Each rule is on or off as the user's e-mail
// setting says. Digests and alerts that waited to be mailed before the migration are mailed by these rules, once.
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { migrate } from '../../src/platform/postgres/migrate';
import { createDatabaseBefore } from '../support/database-before';
import type { OwnDatabase } from '../support/own-database';

const migration = '20261129213000_builtin_mail_rules';
let database: OwnDatabase;
let client: Client;

beforeAll(async () => {
  database = await createDatabaseBefore(migration);
  client = new Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

test('mails that wait at the upgrade are mailed by the rules once, if their event is recorded; none of the former kinds stays', async () => {
  const ids = () => randomUUID();
  const [organization, network, run, laterRun, daemon, on, off] = [ids(), ids(), ids(), ids(), ids(), ids(), ids()];
  await client.query(`INSERT INTO organizations (id, name) VALUES ($1, 'Ours')`, [organization]);
  await client.query(`INSERT INTO networks (id, organization_id, name) VALUES ($1, $2, 'Lab')`, [
    network,
    organization,
  ]);
  const addUser = `INSERT INTO users (id, organization_id, email, email_verified, permissions, email_discovery_digest)
    VALUES ($1, $2, $3, true, 'Admin', $4)`;
  await client.query(addUser, [on, organization, `${on}@netloom.test`, true]);
  await client.query(addUser, [off, organization, `${off}@netloom.test`, false]);
  const addMail = `INSERT INTO mails (kind, recipient, organization_id, subject_id, created_at, claimed_at)
    VALUES ($1, $2, $3, $4, now() - interval '1 minute', $5)`;
  for (const user of [on, off])
    for (const [kind, subject] of [
      ...(user === on ? [['DiscoveryDigest', run] as const, ['DiscoveryDigest', laterRun] as const] : []),
      ['DaemonSilent', daemon] as const,
    ])
      await client.query(addMail, [kind, `${user}@netloom.test`, organization, subject, null]);
  await client.query(addMail, ['DiscoveryDigest', `${off}@netloom.test`, organization, run, new Date()]);
  await client.query(addMail, ['PasswordChanged', `${off}@netloom.test`, null, null, null]);
  // The migration replaces each waiting mail by the event that it is about: an event with the same subject, stored
  // after the mail. The event of 30 hours ago is older than all mails. No event has the subject `laterRun`.
  const addEvent = `INSERT INTO network_events (network_id, organization_id, kind, severity, happened_at, created_at, code, subject_ids)
    VALUES ($1, $2, $3, 'Info', now(), now() - make_interval(hours => $5), 'code', ARRAY[$4::uuid]) RETURNING id`;
  const eventIds: string[] = [];
  for (const [kind, subject, hours] of [
    ['RunFinished', run, 0],
    ['DaemonSilent', daemon, 0],
    ['DaemonSilent', daemon, 30],
  ])
    eventIds.push(
      (await client.query<{ id: string }>(addEvent, [network, organization, kind, subject, hours])).rows[0]!.id,
    );

  const applied = await migrate(database.url);
  expect(applied).toContain(migration);
  const { rows: mails } = await client.query<{ kind: string }>('SELECT kind FROM mails');
  expect(mails).toEqual([{ kind: 'PasswordChanged' }]);
  const { rows: rules } = await client.query(
    `SELECT user_id, builtin, enabled, due_at IS NOT NULL AS is_due, (
       SELECT array_agg(event_id) FROM mail_rule_events e WHERE e.rule_id = r.id AND e.mail_id IS NULL) AS events
     FROM mail_rules r ORDER BY enabled, builtin, user_id = $1`,
    [on],
  );
  expect(rules).toEqual([
    { user_id: off, builtin: 'DiscoveryDigest', enabled: false, is_due: false, events: null },
    { user_id: on, builtin: 'DiscoveryDigest', enabled: true, is_due: true, events: [eventIds[0]] },
    { user_id: off, builtin: 'DaemonAlerts', enabled: true, is_due: true, events: [eventIds[1]] },
    { user_id: on, builtin: 'DaemonAlerts', enabled: true, is_due: true, events: [eventIds[1]] },
  ]);
});

test('rules that begin anew while the settings change are switched as the settings', async () => {
  const [organization, user] = [randomUUID(), randomUUID()];
  await client.query(`INSERT INTO organizations (id, name) VALUES ($1, 'Ours')`, [organization]);
  await client.query(`INSERT INTO users (id, organization_id, email, permissions) VALUES ($1, $2, $3, 'Owner')`, [
    ...[user, organization, `${user}@netloom.test`],
  ]);
  const other = new Client({ connectionString: database.url });
  await other.connect();
  try {
    for (const isOn of [false, true]) {
      // The service locks the user's row before it changes the settings or a built-in rule. So this transaction does
      // too.
      await other.query('BEGIN');
      await other.query('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', [user]);
      const removing = client.query('DELETE FROM mail_rules WHERE user_id = $1', [user]);
      const changing = other.query('UPDATE users SET email_daemon_alerts = $2 WHERE id = $1', [user, isOn]);
      const isDone = await Promise.all(
        [removing, changing.then(() => other.query('COMMIT'))].map((one) => one.then(() => true).catch(() => false)),
      );
      await other.query('ROLLBACK');
      // PostgreSQL may abort one of the two transactions because of a deadlock, so only one has to succeed. The service
      // would repeat the aborted one.
      expect(isDone).toContain(true);
      const { rows } = await client.query(
        `SELECT r.enabled = u.email_daemon_alerts AS is_same FROM mail_rules r JOIN users u ON u.id = r.user_id
         WHERE r.builtin = 'DaemonAlerts' AND u.id = $1`,
        [user],
      );
      expect(rows).toEqual([{ is_same: true }]);
    }
  } finally {
    await other.end();
  }
});
