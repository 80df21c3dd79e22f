// The effects of daemons' reports: progress, the end of a run and its record, and reports that come late, twice or
// concurrently.
import { randomUUID } from 'node:crypto';
import { applySessionReport, reportBounds, type SessionReport } from '../../../../src/modules/discovery/runs/reports';
import { cancelSession } from '../../../../src/modules/discovery/runs/cancel-session';
import { takeNextSession } from '../../../../src/modules/discovery/runs/sessions';
import type { AppError } from '../../../../src/errors';
import type { Viewer } from '../../../../src/data/tenancy/viewer';
import { dbFor, type ScopedDb } from '../../../../src/data/tenancy/scoped-db';
import { addDaemon, addDiscovery, addSession } from '../../../support/discovery-rows';
import { createWorld, type World } from '../../../support/world';

let world: World;
let db: ScopedDb;
let daemon: { id: string; hostId: string };
let job: string;
let sessionId: string;
beforeAll(async () => {
  world = await createWorld();
  const viewer: Viewer = {
    via: 'userApiKey',
    userId: world.owner.userId,
    organizationId: world.organizationId,
    permissions: 'Owner',
    isNarrowed: false,
    networkIds: [world.networkId],
    credentialId: randomUUID(),
  };
  db = dbFor(world.prisma, viewer);
});
beforeEach(async () => {
  daemon = await addDaemon(world, world.networkId);
  job = await addDiscovery(world, daemon.id, world.networkId, { scanCount: 4 });
  sessionId = await addSession(world, job, { phase: 'Starting' });
});
afterAll(() => world.close());

const report = (fields: Partial<SessionReport>, daemonId = daemon.id) =>
  applySessionReport(db, { daemonId, networkId: world.networkId }, { sessionId, phase: 'Scanning', ...fields });
const refusal = async (fields: Partial<SessionReport>, daemonId?: string) => {
  const error = await report(fields, daemonId).then(
    () => undefined,
    (thrownError: AppError) => thrownError,
  );
  return [error?.code, error?.params];
};
const readSession = (id = sessionId) => world.prisma.discoverySession.findUnique({ where: { id } });
const recordOf = (id = sessionId) => world.prisma.discovery.findFirst({ where: { sessionId: id } });
const jobNow = () => world.prisma.discovery.findUniqueOrThrow({ where: { id: job } });

describe('the progress of a run', () => {
  test("reported fields are stored, omitted ones stay; the time is the server's", async () => {
    const before = Date.now();
    await report({ phase: 'Started', progress: 5, daemonVersion: '1.2.3', warnings: ['slow'] });
    await report({ progress: 40, hostsDiscovered: 7, estimatedRemainingSecs: 60 });
    const session = (await readSession())!;
    expect(session).toMatchObject({
      phase: 'Scanning',
      progress: 40,
      hostsDiscovered: 7,
      estimatedRemainingSecs: 60,
      warnings: ['slow'],
      daemonVersion: '1.2.3',
      finishedAt: null,
    });
    expect(session.lastUpdateAt!.getTime()).toBeGreaterThanOrEqual(before);
    expect(session.startedAt!.getTime()).toBeGreaterThanOrEqual(before);
  });

  test('is 100 % only at the end, and never returns to an earlier phase', async () => {
    await report({ phase: 'Scanning', progress: 100 });
    await report({ phase: 'Started' });
    expect(await readSession()).toMatchObject({ phase: 'Scanning', progress: 99 });
  });

  test('accepts texts and lists of maximum length', async () => {
    const text = 'x'.repeat(reportBounds.text);
    const warnings = Array.from({ length: reportBounds.warnings }, () => 'w');
    await report({ reason: text, error: text, warnings, progress: 0 });
    expect(await readSession()).toMatchObject({ reason: text, error: text, warnings });
  });

  test('the session keeps its discovery, whatever discovery a report names', async () => {
    const other = await addDiscovery(world, daemon.id, world.networkId);
    for (const discoveryId of [other, randomUUID()]) await report({ discoveryId });
    expect(await readSession()).toMatchObject({ phase: 'Scanning', discoveryId: job });
  });

  test('the session of another daemon is refused, whichever daemon the report names', async () => {
    const other = await addDaemon(world, world.networkId);
    expect(await refusal({}, other.id)).toEqual(['daemon_identity_mismatch', {}]);
    expect(await refusal({ daemonId: other.id })).toEqual(['daemon_identity_mismatch', {}]);
    expect(await refusal({ networkId: world.otherNetworkId })).toEqual(['daemon_network_mismatch', {}]);
    expect(await readSession()).toMatchObject({ phase: 'Starting' });
  });
});

describe('the end of a run', () => {
  test.each([
    ['Complete', 100],
    ['Failed', 40],
    ['Cancelled', 40],
  ] as const)('%s: stores the record, counts the run, and deletes the session', async (phase, progress) => {
    const startedAt = new Date('2026-11-01T10:00:00Z');
    await report({ progress: 40, startedAt });
    const finishedAt = new Date('2026-11-01T11:00:00Z');
    await report({ phase, hostsDiscovered: 3, reason: 'because', finishedAt, discoveryId: job, daemonId: daemon.id });
    expect(await readSession()).toBeNull();
    const record = (await recordOf())!;
    expect(record).toMatchObject({
      name: 'Unified — North',
      runType: 'Historical',
      daemonId: daemon.id,
      lastRun: null,
    });
    const runResults = (await world.viewer.rest.get(`/discovery/${record.id}`)).body.data.run_type;
    expect(runResults).toMatchObject({
      type: 'Historical',
      results: {
        session_id: sessionId,
        discovery_id: job,
        daemon_id: daemon.id,
        network_id: world.networkId,
        phase,
        progress,
        reason: 'because',
        hosts_discovered: 3,
        started_at: startedAt.toISOString(),
        finished_at: finishedAt.toISOString(),
        discovery_type: { type: 'Unified', host_id: daemon.hostId },
      },
    });
    expect(await jobNow()).toMatchObject({ scanCount: 5, lastRun: startedAt });
  });

  test("updates last-seen references of the run's rows, and missing first-seen ones", async () => {
    const { networkId, prisma } = world;
    const [knownDiscovery, fresh] = await Promise.all(
      ['known', 'fresh'].map((name) => prisma.host.create({ data: { name, networkId } })),
    );
    const far = await prisma.host.create({ data: { name: 'far', networkId: world.otherNetworkId } });
    const vlan = await prisma.vlan.create({
      data: { name: 'v', vlanNumber: 7, networkId, organizationId: world.organizationId },
    });
    await report({ scanned: { hostIds: [knownDiscovery!.id] } });
    await report({ phase: 'Complete' });
    const first = (await recordOf())!.id;
    const secondId = await addSession(world, job, { phase: 'Scanning' });
    const hostIds = [knownDiscovery!.id, fresh!.id, far.id, randomUUID()];
    await report({ sessionId: secondId, phase: 'Complete', scanned: { hostIds, vlanIds: [vlan.id] } });
    const second = (await recordOf(secondId))!.id;
    const readSeen = async (id: string) => {
      const host = await prisma.host.findUniqueOrThrow({ where: { id } });
      return [host.firstDiscoveryId, host.lastDiscoveryId];
    };
    expect(await readSeen(knownDiscovery!.id)).toEqual([first, second]);
    expect(await readSeen(fresh!.id)).toEqual([second, second]);
    expect(await readSeen(far.id)).toEqual([null, null]);
    expect(await prisma.vlan.findUnique({ where: { id: vlan.id } })).toMatchObject({ lastDiscoveryId: second });
  });

  test('takes as many statements for many rows as for one', async () => {
    const statements = async (count: number) => {
      const id = await addSession(world, await addDiscovery(world, daemon.id, world.networkId), { phase: 'Scanning' });
      const data = Array.from({ length: count }, () => ({ id: randomUUID(), name: 'h', networkId: world.networkId }));
      await world.prisma.host.createMany({ data });
      const hostIds = data.map((host) => host.id);
      return (await world.queries.during(() => report({ sessionId: id, phase: 'Complete', scanned: { hostIds } })))
        .length;
    };
    expect(await statements(200)).toBe(await statements(1));
  });

  test('starts the next queued run', async () => {
    const other = await addDiscovery(world, daemon.id, world.networkId);
    const next = await addSession(world, other, { phase: 'Queued' });
    await report({});
    expect((await readSession(next))!.phase).toBe('Queued');
    await report({ phase: 'Failed' });
    expect((await readSession(next))!.phase).toBe('Pending');
  });

  test('a second end, and later reports, are ignored', async () => {
    await report({ phase: 'Complete', hostsDiscovered: 3 });
    const record = await recordOf();
    await report({ phase: 'Failed', error: 'too late' });
    await report({ phase: 'Scanning', discoveryId: job });
    expect(await recordOf()).toEqual(record);
    expect(await readSession()).toBeNull();
    expect((await jobNow()).scanCount).toBe(5);
  });

  test('the same end reported by many requests at once gives one record', async () => {
    await Promise.all([1, 2, 3, 4].map(() => report({ phase: 'Complete' })));
    expect(await world.prisma.discovery.count({ where: { sessionId } })).toBe(1);
    expect((await jobNow()).scanCount).toBe(5);
  });

  test('a simultaneous cancellation does nothing, or marks a session that no longer exists', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await addSession(world, await addDiscovery(world, daemon.id, world.networkId), { phase: 'Scanning' });
      await Promise.all([cancelSession(db, id), report({ sessionId: id, phase: 'Complete' })]);
      expect([await readSession(id), (await recordOf(id))?.runType]).toEqual([null, 'Historical']);
    }
  });
});

describe('reports of unknown sessions', () => {
  test('create a running session again under its id; a queued run waits again', async () => {
    await world.prisma.discoverySession.delete({ where: { id: sessionId } });
    const waitingId = await addSession(world, await addDiscovery(world, daemon.id, world.networkId));
    await report({ phase: 'Scanning', progress: 30, discoveryId: job });
    expect(await readSession()).toMatchObject({
      phase: 'Scanning',
      progress: 30,
      discoveryId: job,
      daemonId: daemon.id,
    });
    expect((await readSession(waitingId))!.phase).toBe('Queued');
    await report({ phase: 'Complete' });
    expect((await readSession(waitingId))!.phase).toBe('Pending');
  });

  test('record a session that has ended at once, and once', async () => {
    await world.prisma.discoverySession.delete({ where: { id: sessionId } });
    const unknown = randomUUID();
    const end = { sessionId: unknown, phase: 'Complete' as const, discoveryId: job };
    await Promise.all([report(end), report(end)]);
    expect([await readSession(unknown), await recordOf(unknown)]).toMatchObject([
      null,
      { results: { discovery_id: job } },
    ]);
    expect((await jobNow()).scanCount).toBe(5);
  });

  test('without a usable discovery belong to a run without a job', async () => {
    const far = await addDaemon(world, world.otherNetworkId);
    const farJob = await addDiscovery(world, far.id, world.otherNetworkId);
    for (const discoveryId of [undefined, randomUUID(), farJob, job]) {
      const [unknown, idle] = [randomUUID(), await addDiscovery(world, daemon.id, world.networkId)];
      await report({ sessionId: unknown, discoveryId });
      expect(await readSession(unknown)).toMatchObject({ discoveryId: idle, networkId: world.networkId });
    }
  });

  test('store only the end if each job has a session', async () => {
    const unknown = randomUUID();
    await report({ sessionId: unknown, discoveryId: job });
    expect([await readSession(unknown), await recordOf(unknown)]).toEqual([null, null]);
    await report({ sessionId: unknown, phase: 'Failed', error: 'x' });
    expect((await recordOf(unknown))?.results).toMatchObject({ discovery_id: null, phase: 'Failed', error: 'x' });
    expect(await readSession()).not.toBeNull();
  });

  test('from another daemon are refused', async () => {
    const unknown = randomUUID();
    const other = await addDaemon(world, world.networkId);
    const foreignId = await addDiscovery(world, other.id, world.networkId);
    expect(await refusal({ sessionId: unknown, discoveryId: foreignId })).toEqual(['daemon_identity_mismatch', {}]);
  });

  test('from two daemons at once give the session to one of them', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [unknown, other] = [randomUUID(), await addDaemon(world, world.networkId)];
      await addDiscovery(world, other.id, world.networkId);
      await addDiscovery(world, daemon.id, world.networkId);
      const answers = await Promise.all(
        [daemon.id, other.id].map((id) =>
          report({ sessionId: unknown }, id).then(
            () => 'taken in',
            ({ code }: AppError) => code,
          ),
        ),
      );
      expect(answers.sort()).toEqual(['daemon_identity_mismatch', 'taken in']);
    }
  });
});

describe('work for daemons', () => {
  const take = (isReady = true) =>
    db.$transaction((tx) => takeNextSession(tx, daemon.id, { isReady, isStaged: false }));
  const noWork = { sessionId: null, warnings: [], cancel: false };

  test('a ready daemon gets the pending run, and the same one again if it asks again', async () => {
    await world.prisma.discoverySession.update({ where: { id: sessionId }, data: { phase: 'Pending' } });
    expect(await take(false)).toEqual(noWork);
    const takenWork = await Promise.all([take(), take(), take()]);
    expect(takenWork).toEqual(takenWork.map(() => ({ sessionId, warnings: [], cancel: false })));
    expect(await readSession()).toMatchObject({ phase: 'Starting', lastUpdateAt: expect.any(Date) });
    await report({ phase: 'Started' });
    expect(await take()).toEqual(noWork);
  });

  test('a queued run is not given; a cancellation is sent with every poll until the run has ended', async () => {
    await addSession(world, await addDiscovery(world, daemon.id, world.networkId), { phase: 'Queued' });
    await report({});
    expect(await take()).toEqual(noWork);
    await cancelSession(db, sessionId);
    expect(await take(false)).toEqual({ sessionId: null, warnings: [], cancel: true });
    expect(await take(false)).toEqual({ sessionId: null, warnings: [], cancel: true });
    await report({ phase: 'Cancelled' });
    expect((await take()).sessionId).not.toBeNull();
  });

  test('a daemon that is still busy with a session already ended is told once to cancel', async () => {
    await world.prisma.discoverySession.delete({ where: { id: sessionId } });
    const give = () => world.prisma.daemon.update({ where: { id: daemon.id }, data: { cancelPending: true } });
    await give();
    expect(await take(false)).toEqual({ sessionId: null, warnings: [], cancel: true });
    expect(await take(false)).toEqual(noWork);
    await give();
    expect(await take(true)).toEqual(noWork);
  });

  test('a run taken and cancelled at once is cancelled, or the cancellation is refused', async () => {
    for (let round = 0; round < 5; round += 1) {
      await world.prisma.discoverySession.deleteMany({ where: { daemonId: daemon.id } });
      const id = await addSession(world, await addDiscovery(world, daemon.id, world.networkId));
      const [work, cancelledRow] = await Promise.all([
        take(),
        cancelSession(db, id).then(
          () => 'removed',
          ({ code }: AppError) => code,
        ),
      ]);
      const now = (await readSession(id))?.phase;
      expect([
        [id, 'discovery_session_starting', 'Starting'],
        [null, 'removed', undefined],
      ]).toContainEqual([work.sessionId, cancelledRow, now]);
    }
  });
});
