// Scheduled work: due schedules start once for any number of replicas, silent runs fail, idle daemons go to standby.
import { RowsAside } from '../../src/platform/process/rows-aside';
import { createScheduledJobs, failSilentSessions, startDueRuns } from '../../src/modules/jobs';
import { failIfSilent, sendIdleToStandby } from '../../src/modules/discovery/runs/due-runs.sql';
import { takeNextSession } from '../../src/modules/discovery/runs/sessions';
import type { Viewer } from '../../src/data/tenancy/viewer';
import { createPrismaClient } from '../../src/data/client';
import type { PrismaClient } from '../../src/generated/prisma/client';
import { dbFor, type ScopedDb } from '../../src/data/tenancy/scoped-db';
import { addDaemon, addDiscovery, addFinishedRun, addSession } from '../support/discovery-rows';
import { createWorld, type World } from '../support/world';

let world: World;
let replica: PrismaClient;
/** Database clients of two replicas, limited to this suite's organizations, because other suites have schedules too. */
let ownDb: ScopedDb;
let foreignDb: ScopedDb;
let daemon: { id: string; hostId: string };
beforeAll(async () => {
  world = await createWorld();
  replica = createPrismaClient(process.env.TEST_DATABASE_URL!, { poolSize: 3 });
  const viewer: Viewer = {
    via: 'session',
    userId: world.owner.userId,
    organizationId: world.organizationId,
    permissions: 'Owner',
    isNarrowed: false,
    networkIds: [world.networkId],
    credentialId: world.owner.userId,
  };
  ownDb = dbFor(world.prisma, viewer);
  foreignDb = dbFor(replica, viewer);
});
beforeEach(async () => {
  daemon = await addDaemon(world, world.networkId);
});
afterAll(async () => {
  await replica.$disconnect();
  await world.close();
});

const rethrow = (error: unknown) => {
  throw error;
};
const dailyAtFour = {
  runType: 'Scheduled',
  cronSchedule: '0 0 4 * * *',
  timezone: 'UTC',
  scheduleEnabled: true,
} as const;
const at = (time: string) => new Date(`2026-11-21T${time}Z`);
const addJob = (fields: object = {}) => addDiscovery(world, daemon.id, world.networkId, { ...dailyAtFour, ...fields });
const jobNow = (id: string) => world.prisma.discovery.findUniqueOrThrow({ where: { id } });
const sessionOf = (discoveryId: string) => world.prisma.discoverySession.findUnique({ where: { discoveryId } });
const tick = (now: Date, db = ownDb) => startDueRuns(db, now, new RowsAside(rethrow));

describe('schedules', () => {
  test('a job starts when it is due, not earlier, and is then due at its next time', async () => {
    const job = await addJob({ nextRun: at('04:00:00') });
    await tick(at('03:59:59.999'));
    expect(await sessionOf(job)).toBeNull();
    await tick(at('04:00:03'));
    expect(await sessionOf(job)).toMatchObject({ phase: 'Pending', daemonId: daemon.id });
    expect((await jobNow(job)).nextRun).toEqual(new Date('2026-11-22T04:00:00Z'));
  });

  test('several missed runs are replaced by one', async () => {
    const job = await addJob({ nextRun: new Date('2026-11-01T04:00:00Z') });
    await tick(at('12:00:00'));
    expect(await sessionOf(job)).not.toBeNull();
    expect((await jobNow(job)).nextRun).toEqual(new Date('2026-11-22T04:00:00Z'));
  });

  test('a job that is still running skips its turn', async () => {
    const job = await addJob({ nextRun: at('04:00:00') });
    const running = await addSession(world, job, { phase: 'Scanning', lastUpdateAt: new Date() });
    await tick(at('04:00:03'));
    expect((await sessionOf(job))!.id).toBe(running);
    expect((await jobNow(job)).nextRun).toEqual(new Date('2026-11-22T04:00:00Z'));
  });

  test('a schedule without a next time is computed in its time zone, and reads the same', async () => {
    const job = await addJob({ timezone: 'Asia/Tokyo' });
    const before = await jobNow(job);
    await tick(at('12:00:00'));
    expect(await jobNow(job)).toEqual({ ...before, nextRun: at('19:00:00') });
    expect(await sessionOf(job)).toBeNull();
  });

  test.each(['0 0 0 30 2 *', 'never'])('the schedule "%s" is disabled', async (cronSchedule) => {
    const job = await addJob({ cronSchedule });
    await tick(at('12:00:00'));
    expect(await jobNow(job)).toMatchObject({ scheduleEnabled: false, nextRun: null });
  });

  test('disabled jobs, and those that users start, never start by themselves', async () => {
    const jobs = [await addJob({ scheduleEnabled: false }), await addDiscovery(world, daemon.id, world.networkId)];
    await tick(new Date('2099-01-01T00:00:00Z'));
    for (const job of jobs) expect(await sessionOf(job)).toBeNull();
  });

  test('among replicas one starts each run; jobs of one daemon queue', async () => {
    const other = await addDaemon(world, world.networkId);
    const jobs = [await addJob({ nextRun: at('04:00:00') }), await addJob({ nextRun: at('04:00:00') })];
    const elsewhere = { ...dailyAtFour, nextRun: at('04:00:00') };
    const third = await addDiscovery(world, other.id, world.networkId, elsewhere);
    const replicas = [ownDb, foreignDb, ownDb, foreignDb];
    const counts = await Promise.all(replicas.map((db) => tick(at('04:00:03'), db)));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3);
    const phases = await Promise.all(jobs.map(async (job) => (await sessionOf(job))!.phase));
    expect(phases.sort()).toEqual(['Pending', 'Queued']);
    expect((await sessionOf(third))!.phase).toBe('Pending');
  });

  test('a job that is due and started by a user at the same time gives one session', async () => {
    for (let round = 0; round < 5; round += 1) {
      const job = await addJob({ nextRun: at('04:00:00') });
      const [count, { status }] = await Promise.all([
        tick(at('04:00:03'), foreignDb),
        world.member.rest.post('/discovery/start-session', job),
      ]);
      expect([
        [0, 200],
        [1, 409],
      ]).toContainEqual([count, status]);
      expect((await jobNow(job)).nextRun).toEqual(new Date('2026-11-22T04:00:00Z'));
    }
  });

  test('a failing job is reported and delays no other', async () => {
    const bad = await addJob({ nextRun: at('03:00:00') });
    const good = await addJob({ nextRun: at('04:00:00') });
    const errors: unknown[] = [];
    const failing = new Error('refused');
    const db = new Proxy(ownDb, {
      get: (target, name) =>
        name === '$transaction' && errors.length === 0
          ? () => Promise.reject(failing)
          : (Reflect.get(target, name) as unknown),
    });
    await startDueRuns(db, at('04:00:03'), new RowsAside((error) => errors.push(error)));
    expect(errors).toEqual([failing]);
    expect([await sessionOf(bad), (await sessionOf(good))?.phase]).toEqual([null, 'Pending']);
    await tick(at('04:00:08'));
    expect((await sessionOf(bad))?.phase).toBe('Queued');
  });
});

describe('silent runs', () => {
  const now = new Date();
  const ago = (seconds: number) => new Date(now.getTime() - seconds * 1_000);
  const check = (db = ownDb) => failSilentSessions(db, now, new RowsAside(rethrow));

  test.each(['Starting', 'Started', 'Scanning'] as const)(
    'a run that is %s fails after five minutes without a report, and its daemon is told to stop',
    async (phase) => {
      const job = await addJob();
      const id = await addSession(world, job, { phase, lastUpdateAt: ago(301), progress: 12 });
      const next = await addSession(world, await addJob(), { phase: 'Queued' });
      await check();
      expect(await sessionOf(job)).toBeNull();
      const record = await world.prisma.discovery.findFirstOrThrow({ where: { sessionId: id } });
      expect(record).toMatchObject({
        runType: 'Historical',
        results: { phase: 'Failed', error: 'No update for five minutes', progress: 12, finished_at: now.toISOString() },
      });
      expect((await world.prisma.discoverySession.findUniqueOrThrow({ where: { id: next } })).phase).toBe('Pending');
      const work = await ownDb.$transaction((tx) =>
        takeNextSession(tx, daemon.id, { isReady: false, isStaged: false }),
      );
      expect(work).toEqual({ sessionId: null, warnings: [], cancel: true });
    },
  );

  test('a run with a report within five minutes, and one that waits, continue', async () => {
    const [heardChanges, waitingNext] = [await addJob(), await addJob()];
    await addSession(world, heardChanges, { phase: 'Scanning', lastUpdateAt: ago(299) });
    await addSession(world, waitingNext, { phase: 'Queued', createdAt: ago(9_999), updatedAt: ago(9_999) });
    await check();
    expect([(await sessionOf(heardChanges))?.phase, (await sessionOf(waitingNext))?.phase]).toEqual([
      'Scanning',
      'Queued',
    ]);
  });

  test('what a silent run had seen is attributed to its discovery', async () => {
    const { prisma } = world;
    const job = await addJob();
    const session = { phase: 'Scanning', lastUpdateAt: ago(301), scanned: { hostIds: [daemon.hostId] } } as const;
    const id = await addSession(world, job, session);
    expect(await failIfSilent(prisma, { id, daemonId: daemon.id, discoveryId: job }, now)).toBe(true);
    const { auditEventId, firstDiscoveryId } = await prisma.host.findUniqueOrThrow({ where: { id: daemon.hostId } });
    const record = await prisma.discovery.findFirstOrThrow({ where: { sessionId: id } });
    expect(firstDiscoveryId).toBe(record.id);
    const event = await prisma.auditEvent.findUniqueOrThrow({ where: { id: auditEventId! } });
    expect(event).toMatchObject({ actorType: 'Discovery', discoveryId: job, organizationId: world.organizationId });
  });

  describe('after a time in which no daemon could report', () => {
    const jobWith = (db: ScopedDb) => {
      const senders = { begin: () => Promise.resolve(0) };
      const mailer = { sendDue: () => Promise.resolve(0), sweep: () => Promise.resolve(0) };
      const retention = { historyRetentionDays: 0, auditRetentionDays: 0 };
      const jobs = createScheduledJobs(
        db,
        retention,
        { serverPoll: senders, webhookSender: senders },
        mailer as never,
        { prisma: world.prisma } as never,
        rethrow,
      );
      return jobs.find(({ name }) => name === 'silent sessions')!;
    };
    /** A job that looks for silent sessions, in a database that can be away, and whose clock the test sets. */
    const watch = () => {
      let isAway = false;
      const away = new Error('the database is away');
      const db = new Proxy(ownDb, {
        get: (target, name) => {
          if (isAway) throw away;
          return Reflect.get(target, name) as unknown;
        },
      });
      const job = jobWith(db);
      const look = (seconds: number) => job.run(ago(-seconds), new AbortController().signal);
      return {
        look,
        async looks(from: number, to: number) {
          for (let seconds = from; seconds <= to; seconds += 15) await look(seconds);
        },
        async failedLooks(from: number, to: number) {
          isAway = true;
          for (let seconds = from; seconds <= to; seconds += 15) await expect(look(seconds)).rejects.toBe(away);
          isAway = false;
        },
      };
    };
    const addRun = async (daemonId: string, lastUpdateAt: Date) => {
      const job = await addDiscovery(world, daemonId, world.networkId);
      const sessionId = await addSession(world, job, { phase: 'Scanning', lastUpdateAt });
      const { sessionId: reportedId } = await world.prisma.discoverySession.findUniqueOrThrow({
        where: { id: sessionId },
      });
      return { job, reportedId };
    };
    const phaseOf = async (reportedId: string) => {
      const record = await world.prisma.discovery.findFirst({ where: { sessionId: reportedId } });
      return (record?.results as { phase: string } | undefined)?.phase;
    };

    test.each([
      ['a start', async ({ look }: ReturnType<typeof watch>) => look(0)],
      [
        'an outage of the database',
        async ({ looks, failedLooks, look }: ReturnType<typeof watch>) => {
          await looks(-1_200, -600);
          await failedLooks(-585, -15);
          await look(0);
        },
      ],
      [
        'a suspension',
        async ({ looks, look }: ReturnType<typeof watch>) => {
          await looks(-1_200, -600);
          await look(0);
        },
      ],
    ])('%s: a run continues, and its report of the end is stored', async (_what, upToNow) => {
      const caller = await world.addDaemon();
      const other = await addRun(daemon.id, ago(600));
      const watched = watch();
      const { reportedId, job } = await addRun(caller.daemonId, ago(600));
      await upToNow(watched);
      expect([await sessionOf(job), await sessionOf(other.job)]).toMatchObject([
        { phase: 'Scanning' },
        { phase: 'Scanning' },
      ]);
      await caller.rest.post(`/discovery/${reportedId}/update`, { phase: 'Complete', progress: 100 });
      expect(await phaseOf(reportedId)).toBe('Complete');
      // A run without a report fails five minutes after the return.
      await watched.looks(15, 285);
      expect(await sessionOf(other.job)).not.toBeNull();
      await watched.looks(300, 315);
      expect(await phaseOf(other.reportedId)).toBe('Failed');
    });

    test('a pause of less than a minute between looks does not delay the end of a silent run', async () => {
      const watched = watch();
      const { reportedId } = await addRun(daemon.id, ago(200));
      await watched.looks(-300, -60);
      await watched.failedLooks(-45, -15);
      await watched.look(-5);
      expect(await phaseOf(reportedId)).toBeUndefined();
      await watched.looks(0, 105);
      expect(await phaseOf(reportedId)).toBe('Failed');
    });

    test('a clock that is set back begins the five minutes anew', async () => {
      const watched = watch();
      await watched.looks(0, 600);
      const { reportedId } = await addRun(daemon.id, ago(7_200));
      await watched.looks(-3_600, -3_315);
      expect(await phaseOf(reportedId)).toBeUndefined();
      await watched.looks(-3_300, -3_285);
      expect(await phaseOf(reportedId)).toBe('Failed');
    });
  });

  test('several replicas create one record', async () => {
    const job = await addJob();
    const id = await addSession(world, job, { phase: 'Scanning', lastUpdateAt: ago(301) });
    const counts = await Promise.all([check(), check(foreignDb), check(), check(foreignDb)]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect(await world.prisma.discovery.count({ where: { sessionId: id } })).toBe(1);
    expect((await jobNow(job)).scanCount).toBe(1);
  });
});

describe('standby', () => {
  const now = new Date();
  const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 3_600_000);
  const standbyOf = async (id: string) => (await world.prisma.daemon.findUniqueOrThrow({ where: { id } })).standby;
  const addOld = () => addDaemon(world, world.networkId, { createdAt: daysAgo(90) });

  test('a daemon without a run for 30 days goes on standby; starting a run wakes it', async () => {
    const idle = await addOld();
    const job = await addDiscovery(world, idle.id, world.networkId, { lastRun: daysAgo(31) });
    const run = await addFinishedRun(world, idle.id, world.networkId);
    await world.prisma.discovery.update({ where: { id: run }, data: { createdAt: daysAgo(31) } });
    await sendIdleToStandby(ownDb, now, new RowsAside(rethrow));
    expect(await standbyOf(idle.id)).toBe(true);
    await world.member.rest.post('/discovery/start-session', job);
    expect(await standbyOf(idle.id)).toBe(false);
    await sendIdleToStandby(ownDb, now, new RowsAside(rethrow));
    expect(await standbyOf(idle.id)).toBe(false);
  });

  test('a daemon that is new, ran recently, or is running does not go on standby', async () => {
    const [ran, recordedRun, busy] = [await addOld(), await addOld(), await addOld()];
    await addDiscovery(world, ran.id, world.networkId, { lastRun: daysAgo(29) });
    await addFinishedRun(world, recordedRun.id, world.networkId);
    const job = await addDiscovery(world, busy.id, world.networkId);
    await addSession(world, job, { createdAt: daysAgo(40), lastUpdateAt: now, phase: 'Scanning' });
    await sendIdleToStandby(ownDb, now, new RowsAside(rethrow));
    for (const { id } of [daemon, ran, recordedRun, busy]) expect(await standbyOf(id)).toBe(false);
  });
});
