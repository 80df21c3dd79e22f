// Tests that a session id belongs to its network. Whatever a daemon reports about a run of another network, that run
// continues and ends as its own daemon reports.
import { randomUUID } from 'node:crypto';
import { addDaemon, addDiscovery, addSession } from '../support/discovery-rows';
import { createWorld, type DaemonCaller, type World } from '../support/world';
import { rowsFingerprint } from './fingerprint';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

type Body = Record<string, unknown>;
const reportOf = (daemon: DaemonCaller, sessionId: string, fields: Body) =>
  daemon.rest.post(`/discovery/${sessionId}/update`, {
    ...{ session_id: sessionId, daemon_id: daemon.daemonId, network_id: daemon.networkId, progress: 10 },
    ...{ discovery_type: { type: 'Unified' }, ...fields },
  });
const workOf = async (daemon: DaemonCaller) => {
  const body = { name: 'cellar', mode: 'daemon_poll', url: '', version: '0.17.22', ready_for_work: true };
  const { data } = (await daemon.send('POST', `/api/daemons/${daemon.daemonId}/request-work`, { body })).body;
  return data as [Body | null, boolean];
};

/** The states of a run when a daemon of a different network reports on the run. */
const states = ['Queued', 'Pending', 'Starting', 'Started', 'Scanning', 'Complete', 'of no session'] as const;
const phases = ['Started', 'Scanning', 'Complete', 'Failed', 'Cancelled'] as const;
const distances = ['another organization', 'another network of the organization'] as const;
/**
 * Each state of the run with each reported phase. In half of the cases, the run belongs to another organization, and
 * in half, the reporting daemon has a job of its own.
 */
const cases = states.flatMap((state, at) =>
  phases.map((phase, index) => [distances[(at + index) % 2]!, state, phase, (at + (index >> 1)) % 2 === 0] as const),
);

/** Creates a daemon in another network, and a run of that daemon in the given state. */
async function ownerOfRun(distance: (typeof distances)[number], state: (typeof states)[number]) {
  const { stranger, strangerNetworkId, organizationId, otherNetworkId } = world;
  const place =
    distance === 'another organization'
      ? { networkId: strangerNetworkId, organizationId: stranger.organizationId }
      : { networkId: otherNetworkId, organizationId };
  const daemon = await world.addDaemon(place);
  const job = await addDiscovery(world, daemon.daemonId, place.networkId);
  if (state === 'of no session') return { ...place, daemon, sessionId: randomUUID() };
  const phase = state === 'Complete' ? 'Scanning' : state;
  const sessionId = await addSession(world, job, { phase, ...(state !== 'Pending' && { lastUpdateAt: new Date() }) });
  if (state === 'Complete') await reportOf(daemon, sessionId, { phase: 'Complete' });
  return { ...place, daemon, sessionId };
}

/**
 * What is stored about the run in a network: its session, and the record after its end. Ids and times of the request
 * are left out.
 */
async function leftBehind(networkId: string, sessionId: string) {
  const { prisma } = world;
  const where = { networkId, sessionId };
  const session = await prisma.discoverySession.findFirst({ where, select: { phase: true, progress: true } });
  const record = await prisma.discovery.findFirst({ where, select: { runType: true, name: true, results: true } });
  const results = { ...(record?.results as Body | undefined) };
  return {
    session,
    record: record && { ...record, results: { phase: results.phase, id: results.session_id === sessionId } },
  };
}

test.each(cases)(
  '%s, its run %s, reported as %s by a daemon with a job: %s',
  async (distance, state, phase, hasJob) => {
    const { prisma, networkId } = world;
    const theirs = await ownerOfRun(distance, state);
    const reporting = async (sessionId: string) => {
      const daemon = await world.addDaemon();
      if (hasJob) await addDiscovery(world, daemon.daemonId, networkId);
      const { status, body } = await reportOf(daemon, sessionId, { phase });
      const listedData = (await world.narrowKey.rest.get('/discovery/active-sessions')).body.data as Body[];
      const shownPhases = listedData.filter((one) => one.session_id === sessionId).map((one) => one.phase);
      const endedReply = await reportOf(daemon, sessionId, { phase: 'Complete' });
      const cancelledReply = await world.narrowKey.rest.post(`/discovery/${sessionId}/cancel`);
      return [
        status,
        body.data,
        shownPhases,
        endedReply.status,
        cancelledReply.status,
        await leftBehind(networkId, sessionId),
      ];
    };
    const rowsBeyond = async () => {
      const rows = await prisma.discovery.findMany({ where: { networkId: theirs.networkId }, orderBy: { id: 'asc' } });
      const where = { networkId: theirs.networkId };
      return [rows, await prisma.discoverySession.findMany({ where, orderBy: { id: 'asc' } })];
    };
    const fingerprint = () => rowsFingerprint(prisma, [world.stranger.organizationId]);
    const before = [await rowsBeyond(), await fingerprint()];
    const ofTaken = await reporting(theirs.sessionId);
    expect([await rowsBeyond(), await fingerprint()]).toEqual(before);
    const free = randomUUID();
    const ofFree = await reporting(free);
    const describeJson = (answer: unknown, id: string) => JSON.stringify(answer).replaceAll(id, '<id>');
    expect(describeJson(ofTaken, theirs.sessionId)).toBe(describeJson(ofFree, free));

    // The other network's run continues and ends as its daemon reports, and that daemon gets its next job.
    const { daemon, sessionId } = theirs;
    if (state === 'Pending') expect((await workOf(daemon))[0]).toMatchObject({ session_id: sessionId });
    if (state !== 'Complete') {
      expect((await reportOf(daemon, sessionId, { phase: 'Scanning', progress: 50 })).status).toBe(200);
      expect((await reportOf(daemon, sessionId, { phase: 'Complete' })).status).toBe(200);
    }
    expect(await leftBehind(theirs.networkId, sessionId)).toMatchObject({
      session: null,
      record: { runType: 'Historical', results: { phase: 'Complete', id: true } },
    });
    const next = await addSession(world, await addDiscovery(world, daemon.daemonId, theirs.networkId));
    expect((await workOf(daemon))[0]).toMatchObject({ session_id: next });
  },
);

test('of two runs with one id, the one with the stored row is meant, whichever came first', async () => {
  const { networkId, otherNetworkId } = world;
  const [ownDaemon, theirs] = [await world.addDaemon(), await addDaemon(world, otherNetworkId)];
  const sessionId = await addSession(world, await addDiscovery(world, theirs.id, otherNetworkId), {
    phase: 'Scanning',
  });
  await addDiscovery(world, ownDaemon.daemonId, networkId);
  await reportOf(ownDaemon, sessionId, { phase: 'Scanning' });
  const copy = await world.prisma.discoverySession.findFirstOrThrow({ where: { networkId, sessionId } });
  await world.prisma.discoverySession.update({ where: { id: copy.id }, data: { createdAt: new Date(0) } });
  const document = 'query($id: UUID!) { discoverySession(id: $id) { id sessionId networkId } }';
  const read = async (caller: typeof world.owner, id: string) =>
    (await caller.graphql(document, { id })).body.data.discoverySession as unknown;
  expect(await read(world.owner, sessionId)).toEqual({ id: sessionId, sessionId, networkId: otherNetworkId });
  // Two rows have the same session id but different row ids. Each caller gets the row that it may see or whose row id
  // it sends.
  for (const [caller, id] of [
    [world.narrowKey, sessionId],
    [world.owner, copy.id],
  ] as const)
    expect(await read(caller, id)).toEqual({ id: copy.id, sessionId, networkId });
  const isCancelled = async (id: string) =>
    (await world.prisma.discoverySession.findUniqueOrThrow({ where: { id } })).cancelRequested;
  expect((await world.owner.rest.post(`/discovery/${sessionId}/cancel`)).status).toBe(200);
  expect([await isCancelled(sessionId), await isCancelled(copy.id)]).toEqual([true, false]);
  expect((await world.narrowKey.rest.post(`/discovery/${sessionId}/cancel`)).status).toBe(200);
  expect(await isCancelled(copy.id)).toBe(true);
});
