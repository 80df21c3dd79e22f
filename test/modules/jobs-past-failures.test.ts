// Every background job continues past a row on which it fails, and reports the row once. A trigger refuses the row, and
// the job processes the other rows. A row of an organization that is being moved is skipped without a report.
import { randomBytes, randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { changeTokenOf } from '../../src/data/tenancy/network-changes';
import type { PrismaClient } from '../../src/generated/prisma/client';
import { movingSqlState } from '../../src/platform/postgres/unavailable';
import type { ScheduledJob } from '../../src/platform/process/scheduled-jobs';
import { createSecretBox } from '../../src/platform/text/sealed-secrets';
import { createAllJobs, type LoggedLines } from '../support/all-jobs';
import { eventually } from '../support/eventually';
import { createMigratedDatabase, type OwnDatabase } from '../support/own-database';
import { addDaemon, addDiscovery, addFinishedRun, addSession } from '../support/discovery-rows';
import { createWorld, testSecretsKey, type World } from '../support/world';

let database: OwnDatabase;
let world: World;
let prisma: PrismaClient;
beforeAll(async () => {
  database = await createMigratedDatabase();
  world = await createWorld({ DATABASE_URL: database.url, LOG_LEVEL: 'silent' });
  ({ prisma } = world);
  await database.query(`
    CREATE TABLE refused (key text PRIMARY KEY, state text NOT NULL DEFAULT 'P0001');
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      mine jsonb := coalesce(to_jsonb(OLD), to_jsonb(NEW));
      refusal text;
    BEGIN
      SELECT state INTO refusal FROM refused WHERE key IN (mine ->> 'id', mine ->> 'daemon_id', mine ->> 'token_hash', mine ->> 'changed_at', mine ->> 'credential_id')
          OR TG_TABLE_NAME IN ('check_verdicts', 'network_events') AND key = mine ->> 'network_id'
          OR TG_TABLE_NAME = 'mail_rule_events' AND key = mine ->> 'rule_id'
          OR key = mine ->> 'user_id';
      IF FOUND THEN
        RAISE EXCEPTION 'the row is refused' USING ERRCODE = refusal;
      END IF;
      RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
    END $$`);
});
afterAll(async () => {
  await world.stop();
  await database.drop();
});

const now = new Date();
const ago = (days: number) => new Date(now.getTime() - days * 24 * 3_600_000);
const long = ago(400);
const secretBox = createSecretBox([Buffer.from(testSecretsKey, 'base64')]);

interface Case {
  /** The name of the job, if several cases test the same job. */
  readonly job?: string;
  /** The table in which a trigger refuses the operation `on` for one row, so that the job fails for this row. */
  readonly table: string;
  readonly on: 'INSERT' | 'UPDATE' | 'DELETE';
  /**
   * Creates one or more rows for the job. Returns the key of these rows, by which the trigger selects the rows that it
   * refuses.
   */
  readonly make: (index: number) => Promise<string>;
  /** Minutes before a run in which the job must have run without a gap of a minute, so that it processes rows. */
  readonly steadyMinutes?: number;
  /** Whether the job has processed the rows with this key. */
  readonly isDone: (key: string) => Promise<boolean>;
}

const addIdleDaemon = async (fields: object = {}) =>
  (await addDaemon(world, world.networkId, { createdAt: long, ...fields })).id;
const sql = (text: string, ...values: unknown[]) => prisma.$queryRawUnsafe<{ key: string }[]>(text, ...values);
const isGone =
  (table: string, column = 'id') =>
  async (key: string) =>
    (await sql(`SELECT 1 AS key FROM ${table} WHERE ${column}::text = $1`, key)).length === 0;
const addMail = async (state: string) =>
  (
    await sql(
      `INSERT INTO mails (kind, recipient, subject_id, ${state.split('=')[0]})
    VALUES ('Invite', 'people@netloom.example', $1::uuid, ${state.split('=')[1]}) RETURNING id::text AS key`,
      randomUUID(),
    )
  )[0]!.key;

/** Adds a message to a new webhook, about a new event. */
const addMessage = async (columns: object = {}) => {
  const { networkId, organizationId, owner } = world;
  const event = { kind: 'MachineNew', severity: 'Info', happenedAt: now, code: 'machine_new' } as const;
  const eventId = (await prisma.networkEvent.create({ data: { networkId, organizationId, ...event } })).id;
  const id = randomUUID();
  const secrets = secretBox.seal(id, { secret: 'whsec_c2VjcmV0', headers: {} });
  const receiver = { name: 'w', url: 'http://127.0.0.1:9/', allNetworks: true, createdByUserId: owner.userId };
  await prisma.webhook.create({ data: { id, organizationId, ...receiver, secrets } });
  return prisma.webhookDelivery.create({
    data: { webhookId: id, networkId, organizationId, eventIds: [eventId], ...columns },
  });
};

/** Adds a mail rule with an event that waits. Returns the id of the rule. */
const addRuleEvent = async (columns: object, ofEvent: object = {}) => {
  const { organizationId, owner } = world;
  const data = { organizationId, userId: owner.userId, name: 'r', ...columns };
  const { id: ruleId } = await prisma.mailRule.create({ data });
  await prisma.mailRuleEvent.create({ data: { ruleId, organizationId, eventId: randomUUID(), ...ofEvent } });
  return ruleId;
};

/** Cases by the name of the job. */
const cases: Readonly<Record<string, Case>> = {
  'due runs': {
    ...{ table: 'discovery_sessions', on: 'INSERT' },
    make: async () => {
      const daemon = await addDaemon(world, world.networkId);
      const schedule = { runType: 'Scheduled' as const, cronSchedule: '0 0 4 * * *', scheduleEnabled: true };
      await addDiscovery(world, daemon.id, world.networkId, { ...schedule, nextRun: ago(1) });
      return daemon.id;
    },
    isDone: async (daemonId) => (await prisma.discoverySession.count({ where: { daemonId } })) > 0,
  },
  'silent sessions': {
    ...{ table: 'discovery_sessions', on: 'DELETE', steadyMinutes: 6 },
    make: async () => {
      const daemon = await addDaemon(world, world.networkId);
      const job = await addDiscovery(world, daemon.id, world.networkId);
      return addSession(world, job, { phase: 'Scanning', lastUpdateAt: ago(1) });
    },
    isDone: isGone('discovery_sessions'),
  },
  'neighbors of finished runs': {
    ...{ table: 'discoveries', on: 'UPDATE' },
    // A job that fails for one row skips all rows of its network, so each row has its own network.
    make: async (index) => {
      const { organizationId, owner } = world;
      const body = { name: `net ${index}`, organization_id: organizationId, tags: [] };
      const networkId = (await owner.rest.post('/networks', body)).body.data.id as string;
      const daemon = await addDaemon(world, networkId);
      const id = await addFinishedRun(world, daemon.id, networkId);
      await prisma.discovery.update({ where: { id }, data: { neighborsPending: true } });
      return id;
    },
    isDone: async (id) => !(await prisma.discovery.findUniqueOrThrow({ where: { id } })).neighborsPending,
  },
  'standby of idle daemons': {
    ...{ table: 'daemons', on: 'UPDATE' },
    make: () => addIdleDaemon(),
    isDone: async (id) => (await prisma.daemon.findUniqueOrThrow({ where: { id } })).standby,
  },
  'silent daemons': {
    ...{ table: 'daemon_alerts', on: 'INSERT' },
    make: () => addIdleDaemon({ createdAt: now, lastSeen: new Date(now.getTime() - 3_600_000) }),
    isDone: async (daemonId) => (await prisma.daemonAlert.count({ where: { daemonId } })) > 0,
  },
  'mail that is due': {
    job: 'mail',
    ...{ table: 'mails', on: 'UPDATE' },
    make: () => addMail(`due_at=now() - interval '1 hour'`),
    isDone: async (id) => (await prisma.mail.findUniqueOrThrow({ where: { id } })).finishedAt !== null,
  },
  'mail of days ago': {
    job: 'sweep of mails',
    ...{ table: 'mails', on: 'DELETE' },
    make: () => addMail(`finished_at=now() - interval '9 days'`),
    isDone: isGone('mails'),
  },
  'links of days ago': {
    job: 'sweep of mails',
    ...{ table: 'registrations', on: 'DELETE' },
    make: async () => {
      const givenColumns = { passwordHash: 'x', pendingSetup: {}, sessionHash: 'x', expiresAt: long };
      return (await prisma.registration.create({ data: { ...givenColumns, email: `${randomUUID()}@netloom.example` } }))
        .id;
    },
    isDone: isGone('registrations'),
  },
  checks: {
    ...{ table: 'check_verdicts', on: 'INSERT' },
    // A job that fails for one row skips all rows of its network, so each row has its own network.
    make: async (index) => {
      const { organizationId, owner } = world;
      const body = { name: `judged ${index}`, organization_id: organizationId, tags: [] };
      const networkId = (await owner.rest.post('/networks', body)).body.data.id as string;
      const check = { name: 'c', network_ids: [networkId], rule: { type: 'NoAddressTwice' } };
      await owner.rest.post('/checks', check);
      return networkId;
    },
    isDone: async (networkId) => (await prisma.checkVerdict.count({ where: { networkId } })) > 0,
  },
  events: {
    ...{ table: 'network_events', on: 'INSERT' },
    // A job that fails for one row skips all rows of its network, so each row has its own network.
    make: async (index) => {
      const body = { name: `told ${index}`, organization_id: world.organizationId, tags: [] };
      const networkId = (await world.owner.rest.post('/networks', body)).body.data.id as string;
      await prisma.host.create({ data: { networkId, name: 'new' } });
      return networkId;
    },
    isDone: async (networkId) => (await prisma.networkEvent.count({ where: { networkId } })) > 0,
  },
  'messages to webhooks': {
    ...{ table: 'webhooks', on: 'UPDATE' },
    make: async () => (await addMessage()).webhookId,
    isDone: async (webhookId) => (await prisma.webhookDelivery.count({ where: { webhookId, state: 'Delivered' } })) > 0,
  },
  'mails of rules': {
    ...{ table: 'mail_rules', on: 'UPDATE' },
    make: () => addRuleEvent({ dueAt: long }),
    isDone: async (ruleId) => (await prisma.mailRule.count({ where: { id: ruleId, dueAt: null } })) > 0,
  },
  'sweep of events of mail rules': {
    ...{ table: 'mail_rule_events', on: 'DELETE' },
    make: async () => addRuleEvent({}, { createdAt: long }),
    isDone: async (ruleId) => (await prisma.mailRuleEvent.count({ where: { ruleId } })) === 0,
  },
  'sweep of messages to webhooks': {
    ...{ table: 'webhook_deliveries', on: 'DELETE' },
    make: async () => (await addMessage({ createdAt: long, state: 'Delivered', endedAt: long })).id,
    isDone: isGone('webhook_deliveries'),
  },
  'past of verdicts': {
    ...{ table: 'check_verdicts', on: 'UPDATE' },
    make: async (index) => {
      const { organizationId, owner } = world;
      const body = { name: `looked at ${index}`, organization_id: organizationId, tags: [] };
      const networkId = (await owner.rest.post('/networks', body)).body.data.id as string;
      const rule = { type: 'NoAddressTwice' };
      const checkId = (await owner.rest.post('/checks', { name: 'c', network_ids: [networkId], rule })).body.data.id;
      const place = { checkId, networkId, organizationId };
      const counts = { judged: 0, findingCount: 0, acceptedCount: 0 };
      const verdict = { ...place, ...counts, state: 'Failing', since: now, sinceIsAtLeast: true } as const;
      await prisma.checkVerdict.create({ data: verdict });
      // Marks the network as judged, so that the job that judges checks does not replace the verdict of this case.
      await sql(
        `INSERT INTO judged_networks (network_id, organization_id, change_token) SELECT n.id, n.organization_id, ${changeTokenOf('n.id')}
        FROM networks n WHERE id = $1::uuid`,
        networkId,
      );
      return networkId;
    },
    isDone: async (networkId) => (await prisma.checkVerdict.count({ where: { networkId, lookedBack: true } })) > 0,
  },
  'rows of deleted networks': {
    ...{ table: 'vlans', on: 'DELETE' },
    // A job that fails for one row skips all rows of its network, so each row has its own network.
    make: async (index) => {
      const { organizationId, owner } = world;
      const body = { name: `deleted ${index}`, organization_id: organizationId, tags: [] };
      const networkId = (await owner.rest.post('/networks', body)).body.data.id as string;
      const { id } = await prisma.vlan.create({ data: { networkId, organizationId, name: 'v', vlanNumber: 7 } });
      await owner.rest.delete(`/networks/${networkId}`);
      return id;
    },
    isDone: isGone('vlans'),
  },
  'assignments of deleted tags': {
    ...{ table: 'tag_assignments', on: 'DELETE' },
    // A job that fails for one row skips all rows with its tag, so each row has its own tag.
    make: async (index) => {
      const { organizationId, networkId, owner } = world;
      const tag = await prisma.tag.create({ data: { organizationId, name: `deleted ${index}` } });
      const { id } = await prisma.tagAssignment.create({
        data: { organizationId, networkId, tagId: tag.id, taggedNetworkId: networkId },
      });
      await owner.rest.delete(`/tags/${tag.id}`);
      return id;
    },
    isDone: isGone('tag_assignments'),
  },
  'sweep of changes': {
    ...{ table: 'network_changes', on: 'DELETE' },
    make: async (index) => {
      const text = `INSERT INTO network_changes (network_id, transaction_id, changed_at)
        VALUES ($1::uuid, $2::bigint, $3::timestamptz) RETURNING to_jsonb(network_changes) ->> 'changed_at' AS key`;
      return (await sql(text, world.networkId, index + 1, ago(index + 5)))[0]!.key;
    },
    isDone: async (key) =>
      (await sql(`SELECT 1 AS key FROM network_changes c WHERE to_jsonb(c) ->> 'changed_at' = $1`, key)).length === 0,
  },
  'sweep of import plans': {
    ...{ table: 'import_plans', on: 'DELETE' },
    make: async () => {
      const { networkId, organizationId, owner } = world;
      const data = { networkId, organizationId, userId: owner.userId, fileName: 'scan.xml', expiresAt: long };
      return (await prisma.importPlan.create({ data })).id;
    },
    isDone: isGone('import_plans'),
  },
  'sweep of enrolment codes': {
    ...{ table: 'enrolment_codes', on: 'DELETE' },
    make: async () => {
      const { networkId, organizationId, owner } = world;
      const codeHash = randomBytes(32).toString('hex');
      const data = { networkId, organizationId, createdBy: owner.userId, name: 'old', codeHash, expiresAt: long };
      return (await prisma.enrolmentCode.create({ data })).id;
    },
    isDone: isGone('enrolment_codes'),
  },
  'sweep of idempotent answers': {
    ...{ table: 'idempotent_answers', on: 'DELETE' },
    make: async () => {
      const { organizationId } = world;
      const request = { credentialId: randomUUID(), route: 'POST /tags', key: 'old', digest: '' };
      const data = { ...request, organizationId, permissions: 'Owner', networkIds: [], reachedAll: true };
      return (await prisma.idempotentAnswer.create({ data: { ...data, createdAt: long } })).id;
    },
    isDone: isGone('idempotent_answers'),
  },
  'sweep of write positions': {
    ...{ table: 'write_positions', on: 'DELETE' },
    make: async () => {
      const credentialId = randomUUID();
      await sql(`INSERT INTO write_positions VALUES ($1::uuid, 1, 1, $2::timestamptz)`, credentialId, long);
      return credentialId;
    },
    isDone: isGone('write_positions', 'credential_id'),
  },
  'sweep of history: states': {
    job: 'sweep of history',
    ...{ table: 'vlans_revisions', on: 'DELETE' },
    make: async (index) => {
      const vlan = await prisma.vlan.create({
        data: { networkId: world.networkId, organizationId: world.organizationId, name: 'v', vlanNumber: index + 100 },
      });
      await sql(
        `INSERT INTO vlans_revisions SELECT (jsonb_populate_record(NULL::vlans_revisions, to_jsonb(row) ||
          jsonb_build_object('valid_from', $2::timestamptz, 'valid_to', $3::timestamptz, 'revision_id', gen_random_uuid(),
          'ended_by', gen_random_uuid(), 'is_last', false))).* FROM vlans row WHERE id = $1::uuid`,
        vlan.id,
        ago(500),
        long,
      );
      return vlan.id;
    },
    isDone: isGone('vlans_revisions'),
  },
  'sweep of history: events': {
    job: 'sweep of history',
    ...{ table: 'audit_events', on: 'DELETE' },
    make: async () => {
      const { organizationId } = world;
      return (await prisma.auditEvent.create({ data: { organizationId, createdAt: long } })).id;
    },
    isDone: isGone('audit_events'),
  },
  'sweep of history: events of networks': {
    job: 'sweep of history',
    ...{ table: 'network_events', on: 'DELETE' },
    make: async () => {
      const { networkId, organizationId } = world;
      const event = { kind: 'MachineNew', severity: 'Info', happenedAt: long, code: 'machine_new' } as const;
      return (await prisma.networkEvent.create({ data: { networkId, organizationId, createdAt: long, ...event } })).id;
    },
    isDone: isGone('network_events'),
  },
};

const jobsOf = (lines: LoggedLines) => createAllJobs(prisma, secretBox, lines);
/** Runs the job at an instant, and every 55 seconds in the minutes before. */
const runAt = async (job: ScheduledJob, time: number, steadyMinutes = 0) => {
  for (let before = steadyMinutes * 60_000; before > 0; before -= 55_000)
    await job.run(new Date(time - before), new AbortController().signal);
  await job.run(new Date(time), new AbortController().signal);
};

describe.each(Object.entries(cases))('the job %s', (name, testCase) => {
  const { job: jobName = name, table, on, make, isDone, steadyMinutes } = testCase;
  test('continues past a row of an organization that is being moved, does not report it, and processes it later', async () => {
    const keys: string[] = [];
    for (let index = 10; index < 15; index += 1) keys.push(await make(index));
    const held = keys[0]!;
    await database.query('INSERT INTO refused VALUES ($1, $2)', [held, movingSqlState]);
    await database.query(`CREATE TRIGGER zz_refuse BEFORE ${on} ON ${table} FOR EACH ROW EXECUTE FUNCTION refuse()`);
    const messages: LoggedLines = { errors: [], warned: [] };
    try {
      const jobs = jobsOf(messages).filter((job) => job.name === jobName);
      const run = async (minutes: number) => {
        for (const job of jobs) await runAt(job, Date.now() + (30 + minutes) * 60_000, steadyMinutes);
      };
      const expectedStates = keys.map((key) => key !== held);
      await eventually(async () => {
        for (const minutes of [0, 0.25, 0.5]) await run(minutes);
        return isDeepStrictEqual(await Promise.all(keys.map(isDone)), expectedStates);
      });
      for (const minutes of [3, 5, 7]) await run(minutes);
      expect(messages).toEqual({ errors: [], warned: [] });
      await database.query('DELETE FROM refused');
      // The row is skipped for a minute, however often the move has refused it.
      await eventually(async () => {
        await run(8.5);
        return isDone(held);
      });
    } finally {
      await database.query(`DELETE FROM refused; DROP TRIGGER zz_refuse ON ${table}`);
    }
  });

  test('continues after a failing row, logs it once, and processes it once it succeeds', async () => {
    const keys: string[] = [];
    for (let index = 0; index < 5; index += 1) keys.push(await make(index));
    const bad = keys[2]!;
    await database.query('INSERT INTO refused VALUES ($1)', [bad]);
    const when = on === 'INSERT' ? 'BEFORE INSERT' : `BEFORE ${on}`;
    await database.query(`CREATE TRIGGER zz_refuse ${when} ON ${table} FOR EACH ROW EXECUTE FUNCTION refuse()`);
    const toldMessages: LoggedLines = { errors: [], warned: [] };
    try {
      const jobs = jobsOf(toldMessages).filter((job) => job.name === jobName);
      const rounds = async (from: Date) => {
        for (const minutes of [0, 0.25, 0.5])
          for (const job of jobs) await runAt(job, from.getTime() + minutes * 60_000, steadyMinutes);
      };
      const later = new Date(Date.now() + 16 * 60_000);
      const expectedStates = keys.map((key) => key !== bad);
      // A job skips locked rows, and PostgreSQL may need some time to release the locks of a failed statement.
      await eventually(async () => {
        await rounds(later);
        return isDeepStrictEqual(await Promise.all(keys.map(isDone)), expectedStates);
      });
      expect(toldMessages.errors.concat(toldMessages.warned)).toHaveLength(1);
      // The job tries the refused row again, but does not report it again.
      await rounds(new Date(later.getTime() + 5 * 60_000));
      expect(toldMessages.errors.concat(toldMessages.warned)).toHaveLength(1);
      await database.query('DELETE FROM refused');
      await eventually(async () => {
        await rounds(new Date(later.getTime() + 60 * 60_000));
        return isDone(bad);
      });
    } finally {
      await database.query(`DELETE FROM refused; DROP TRIGGER zz_refuse ON ${table}`);
    }
  });
});

test('a silent daemon is recorded 15 minutes after the clock was set back, not when the clock has caught up', async () => {
  const job = jobsOf({ errors: [], warned: [] }).find(({ name }) => name === 'silent daemons')!;
  const setBack = Date.now() - 2 * 3_600_000;
  const daemonId = await addIdleDaemon({ createdAt: now, lastSeen: new Date(setBack - 3_600_000) });
  const countAfter = async (minutes: number) => {
    await job.run(new Date(setBack + minutes * 60_000), new AbortController().signal);
    return prisma.daemonAlert.count({ where: { daemonId } });
  };
  expect([await countAfter(0), await countAfter(14), await countAfter(15)]).toEqual([0, 0, 1]);
});

test('every job of the service has a case; requests to daemons have suites of their own', () => {
  const jobNames = jobsOf({ errors: [], warned: [] }).map(({ name }) => name);
  const coveredNames = new Set(Object.entries(cases).map(([name, { job = name }]) => job));
  // test/modules/discovery/server-poll tests the requests to daemons.
  expect([...coveredNames, 'requests to daemons'].sort()).toEqual(jobNames.sort());
});
