// The job that judges checks: which networks it judges and when, what it stores, and since when a verdict has had its
// state.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { PrismaClient } from '../../../src/generated/prisma/client';
import { recordEvents } from '../../../src/modules/events/recording/record-events.sql';
import { judgeDueNetworks, type JudgingOptions } from '../../../src/modules/topology/check/judge-networks.sql';
import { lookBack } from '../../../src/modules/topology/check/look-back.sql';
import type { ChecksToJudge } from '../../../src/modules/topology/answers/checks/judge-checks';
import type { CheckRule } from '../../../src/modules/topology/judging/check-rules';
import { isOffered } from '../../../src/modules/topology/check/check-kinds';
import { factsKinds } from '../../../src/modules/topology/judging/judge';
import { unknownVerdict, type Verdict } from '../../../src/modules/topology/judging/verdict';
import { jobs } from '../../../src/modules/thread-jobs';
import { RowsAside } from '../../../src/platform/process/rows-aside';
import { databaseInstant } from '../../support/instants';
import { createMigratedDatabase, type OwnDatabase } from '../../support/own-database';
import { createWorld, type World } from '../../support/world';
import { rulesByKind } from './judging/random-facts';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- as the wire has it
type Json = any;

let database: OwnDatabase;
let world: World;
let prisma: PrismaClient;
beforeAll(async () => {
  database = await createMigratedDatabase();
  world = await createWorld({ DATABASE_URL: database.url });
  ({ prisma } = world);
});
afterEach(() => prisma.check.deleteMany({ where: { organizationId: world.organizationId } }));
afterAll(async () => {
  await world.stop();
  await database.drop();
});

type Run = ReturnType<JudgingOptions['workersOf']>['run'];
const runHere = ((job: keyof typeof jobs, input: never) =>
  Promise.resolve((jobs[job] as (input: never) => unknown)(input))) as Run;
const failures: unknown[] = [];
const rows = () => new RowsAside((error) => failures.push(error));
let behind = 0;
const options = (run: Run = runHere): JudgingOptions => ({
  ...world.judging,
  workersOf: () => ({ run }),
  onBehind: (seconds) => void (behind = seconds),
});
const judgeAll = (run?: Run) => judgeDueNetworks(prisma, new Date(), rows(), options(run));
const lookBackAll = () => lookBack(prisma, new Date(), rows(), options());

const newNetwork = async (): Promise<string> => {
  const body = { name: `judged ${randomUUID()}`, organization_id: world.organizationId, tags: [] };
  return (await world.owner.rest.post('/networks', body)).body.data.id as string;
};
async function createCheck(networkId: string, more: object = {}): Promise<string> {
  const check = { name: 'no address twice', network_ids: [networkId], rule: { type: 'NoAddressTwice' }, ...more };
  const { body, status, story } = await world.owner.rest.post('/checks', check);
  if (status !== 200) throw new Error(story);
  return body.data.id as string;
}
let block = 0;
/**
 * Adds two hosts with the same address, which is a finding. Returns the ids of the hosts and of one of the two address
 * rows. Each call adds a new subnet.
 */
async function addConflict(networkId: string): Promise<{ hosts: string[]; addressId: string }> {
  block += 1;
  const cidr = `10.77.${block}.0/24`;
  const subnet = await prisma.subnet.create({ data: { networkId, cidr, name: 'lan', subnetType: 'Lan' } });
  const hosts: string[] = [];
  let addressId = '';
  for (const name of ['a', 'b']) {
    const host = await prisma.host.create({ data: { networkId, name } });
    const data = { networkId, hostId: host.id, subnetId: subnet.id, subnetCidr: cidr, ipAddress: `10.77.${block}.9` };
    addressId = (await prisma.ipAddress.create({ data })).id;
    hosts.push(host.id);
  }
  return { hosts, addressId };
}
const verdictsOf = async (checkId: string, caller = world.owner): Promise<Json[]> => {
  const document = `query ($ids: [UUID!]) { checks(ids: $ids) { nodes { verdicts { nodes {
    networkId state since sinceIsAtLeast judged findingCount acceptedCount
    findings { key code message subject elementIds isAccepted } missing { code message } } } } } }`;
  return (await caller.query(document, { ids: [checkId] })).checks.nodes.flatMap((row: Json) => row.verdicts.nodes);
};
const changesOf = async (checkId: string): Promise<Json[]> => {
  const document = `query ($id: UUID!) { check(id: $id) { verdictChanges(first: 100) { nodes {
    fromState toState findingCount } } } }`;
  return (await world.owner.query(document, { id: checkId })).check.verdictChanges.nodes;
};

test('a network is judged when a check is made, when the network changes, and not otherwise', async () => {
  const networkId = await newNetwork();
  await judgeAll();
  expect(await judgeAll()).toBe(0);
  const { hosts, addressId } = await addConflict(networkId);
  const checkId = await createCheck(networkId);
  expect(await judgeAll()).toBe(1);
  const [failing] = await verdictsOf(checkId);
  expect(failing).toMatchObject({
    ...{ networkId, state: 'Failing', sinceIsAtLeast: true, findingCount: 1, acceptedCount: 0, missing: [] },
    findings: [{ code: 'address_twice', isAccepted: false }],
  });
  expect(failing.findings[0].elementIds).toEqual(expect.arrayContaining(hosts));
  expect(failing.findings[0].message).toContain('10.77.');
  expect(await judgeAll()).toBe(0);

  const before = await prisma.checkVerdict.findFirstOrThrow({ where: { checkId } });
  await prisma.host.create({ data: { networkId, name: 'another' } });
  expect(await judgeAll()).toBe(1);
  // The new host does not change the verdict's state, so the beginning of this state (`since`) stays the same.
  expect(await prisma.checkVerdict.findFirstOrThrow({ where: { checkId } })).toMatchObject({
    ...{ id: before.id, state: 'Failing', since: before.since },
  });
  await prisma.ipAddress.delete({ where: { id: addressId } });
  expect(await judgeAll()).toBe(1);
  const [passing] = await verdictsOf(checkId);
  expect(passing).toMatchObject({ state: 'Passing', sinceIsAtLeast: false, findingCount: 0, findings: [] });
  expect(new Date(passing.since).getTime()).toBeGreaterThan(before.since.getTime());
  expect(await changesOf(checkId)).toEqual([
    { fromState: 'Failing', toState: 'Passing', findingCount: 0 },
    { fromState: null, toState: 'Failing', findingCount: 1 },
  ]);
  expect(failures).toEqual([]);
});

test('a verdict that says the same is not written again', async () => {
  const networkId = await newNetwork();
  await addConflict(networkId);
  const checkId = await createCheck(networkId, { rule: { type: 'NoOverlappingSubnets' } });
  await judgeAll();
  const version = () =>
    database.query<{ xmin: string }>('SELECT xmin::text FROM check_verdicts WHERE check_id = $1', [checkId]);
  const before = await version();
  await prisma.vlan.create({ data: { networkId, organizationId: world.organizationId, name: 'v', vlanNumber: 9 } });
  expect(await judgeAll()).toBe(1);
  expect(await version()).toEqual(before);
});

test('accepted findings do not make a check fail, and withdrawn acceptances do again', async () => {
  const networkId = await newNetwork();
  await addConflict(networkId);
  const checkId = await createCheck(networkId);
  await judgeAll();
  const [{ findings }] = (await verdictsOf(checkId)) as [Json];
  const accept = (key: string) =>
    world.owner.rest.post(`/checks/${checkId}/accept-finding`, {
      network_id: networkId,
      finding_key: key,
      note: 'known',
    });
  expect((await accept('no such key')).body).toMatchObject({ code: 'entity_not_found', params: { entity: 'Finding' } });
  const accepted = (await accept(findings[0].key)).body.data;
  expect(accepted).toMatchObject({ note: 'known', accepted_by_user_id: world.owner.userId, check_id: checkId });
  expect((await accept(findings[0].key)).body.data.id).toBe(accepted.id);
  const passing = { state: 'Passing', findingCount: 1, acceptedCount: 1, findings: [{ isAccepted: true }] };
  expect((await verdictsOf(checkId))[0]).toMatchObject(passing);
  // When the check is judged again, the finding is still accepted, so the check passes. A new finding makes it fail.
  await prisma.host.create({ data: { networkId, name: 'another' } });
  await judgeAll();
  expect((await verdictsOf(checkId))[0]).toMatchObject(passing);
  await addConflict(networkId);
  await judgeAll();
  expect((await verdictsOf(checkId))[0]).toMatchObject({ state: 'Failing', findingCount: 2, acceptedCount: 1 });
  expect((await world.owner.rest.delete(`/check-acceptances/${accepted.id}`)).status).toBe(200);
  expect((await verdictsOf(checkId))[0]).toMatchObject({ state: 'Failing', findingCount: 2, acceptedCount: 0 });
  const events = await prisma.auditEvent.findMany({ where: { subjectId: accepted.id }, orderBy: { createdAt: 'asc' } });
  expect(events.map(({ eventType }) => eventType)).toEqual(['FindingAccepted', 'FindingAcceptanceWithdrawn']);
});

test('a caller sees the verdicts of its networks, without rows that it cannot read', async () => {
  const [networkId, otherId] = [await newNetwork(), await newNetwork()];
  const { hosts } = await addConflict(networkId);
  await addConflict(otherId);
  const checkId = await createCheck(networkId, { network_ids: [networkId, otherId] });
  await judgeAll();
  expect(await verdictsOf(checkId)).toHaveLength(2);
  const narrow = await world.addKey(world.owner, { permissions: 'Member', networkIds: [networkId] });
  const visible = await verdictsOf(checkId, narrow);
  expect(visible.map((row) => [row.networkId, row.findings.length])).toEqual([[networkId, 1]]);
  expect((await narrow.rest.get('/check-verdicts')).body.data).toHaveLength(1);
  const other = await prisma.checkVerdict.findFirstOrThrow({ where: { checkId, networkId: otherId } });
  expect((await narrow.rest.get(`/check-verdicts/${other.id}`)).status).toBe(404);
  const accept = { network_id: otherId, finding_key: 'any' };
  expect((await narrow.rest.post(`/checks/${checkId}/accept-finding`, accept)).body.code).toBe('entity_access_denied');
  // A host of the finding moves to a network that the caller cannot access, so the finding must no longer show its id.
  const [first] = hosts as [string, string];
  expect(visible[0].findings[0].elementIds).toContain(first);
  await database.query('DELETE FROM ip_addresses WHERE host_id = $1', [first]);
  await database.query('UPDATE hosts SET network_id = $2 WHERE id = $1', [first, otherId]);
  const [after] = (await verdictsOf(checkId, narrow)) as [Json];
  expect(JSON.stringify(after)).not.toContain(first);
});

test('a check that is off, or no longer for a network, has no verdict there', async () => {
  const [networkId, otherId] = [await newNetwork(), await newNetwork()];
  const checkId = await createCheck(networkId, { network_ids: [networkId, otherId] });
  await judgeAll();
  const update = 'mutation ($id: UUID!, $input: UpdateCheckInput!) { updateCheck(id: $id, input: $input) { id } }';
  const states = async () => (await verdictsOf(checkId)).map((row) => [row.networkId, row.state]);
  expect(await states()).toHaveLength(2);
  await world.owner.query(update, { id: checkId, input: { networkIds: [networkId] } });
  await judgeAll();
  expect(await states()).toEqual([[networkId, 'Unknown']]);
  await world.owner.query(update, { id: checkId, input: { enabled: false } });
  await judgeAll();
  expect(await states()).toEqual([]);
  await world.owner.query(update, { id: checkId, input: { enabled: true } });
  await judgeAll();
  expect(await states()).toEqual([[networkId, 'Unknown']]);
  expect((await changesOf(checkId)).map(({ fromState, toState }) => [fromState, toState]).slice(0, 2)).toEqual([
    [null, 'Unknown'],
    ['Unknown', null],
  ]);
});

test('a new rule ends the verdict of the old one at once', async () => {
  const networkId = await newNetwork();
  await addConflict(networkId);
  const checkId = await createCheck(networkId);
  await judgeAll();
  const rule = { type: 'NoOverlappingSubnets' };
  await world.owner.rest.put(`/checks/${checkId}`, { name: 'n', network_ids: [networkId], rule });
  expect(await verdictsOf(checkId)).toEqual([]);
  await judgeAll();
  expect((await verdictsOf(checkId))[0]).toMatchObject({ state: 'Passing', sinceIsAtLeast: true });
});

describe('the clock of a replica is ahead', () => {
  const minute = 60_000;
  const realTimers = [
    ...(['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'clearImmediate'] as const),
    ...(['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] as const),
  ];
  /** Judges by a clock that is so many minutes ahead, and then records events. */
  const judgeAt = async (minutes: number) => {
    jest.useFakeTimers({ now: Date.now() + minutes * minute, doNotFake: realTimers });
    try {
      expect(await judgeAll()).toBe(1);
    } finally {
      jest.useRealTimers();
    }
    while ((await recordEvents(prisma, new Date(), rows())) > 0);
  };
  const toldKinds = async (networkId: string) => {
    const where = { networkId, kind: { in: ['CheckFailing' as const, 'CheckRecovered' as const] } };
    return (await prisma.networkEvent.findMany({ where, orderBy: { createdAt: 'asc' } })).map(({ kind }) => kind);
  };

  test('each change of a verdict is told, in its order', async () => {
    const networkId = await newNetwork();
    await createCheck(networkId);
    await judgeAt(0);
    let addressId = '';
    // The clock is two hours ahead for the first failure only.
    for (const minutes of [130, 20, 160, 220]) {
      if (addressId === '') ({ addressId } = await addConflict(networkId));
      else {
        await prisma.ipAddress.delete({ where: { id: addressId } });
        addressId = '';
      }
      await judgeAt(minutes);
    }
    expect(await toldKinds(networkId)).toEqual(['CheckFailing', 'CheckRecovered', 'CheckFailing', 'CheckRecovered']);
  });

  test('a verdict by a new rule is told although the former failure has a later time', async () => {
    const networkId = await newNetwork();
    await addConflict(networkId);
    const checkId = await createCheck(networkId);
    await judgeAt(120);
    const rule = { type: 'NoAddressTwice' };
    await world.owner.rest.put(`/checks/${checkId}`, { name: 'n', network_ids: [networkId], rule });
    await judgeAt(0);
    expect(await toldKinds(networkId)).toEqual(['CheckFailing', 'CheckFailing']);
  });
});

test('muted checks are judged, and a kind of a newer version is left alone', async () => {
  const { organizationId } = world;
  const networkId = await newNetwork();
  const muted = await createCheck(networkId);
  await world.owner.rest.post(`/checks/${muted}/mute`, { until: '2999-01-01T00:00:00Z' });
  const { id } = await prisma.check.create({ data: { organizationId, name: 'n', kind: 'FromTheFuture' } });
  const place = { checkId: id, networkId, organizationId };
  await prisma.checkNetwork.create({ data: place });
  const counts = { judged: 1, findingCount: 0, acceptedCount: 0 };
  await prisma.checkVerdict.create({
    data: { ...place, ...counts, state: 'Passing', since: new Date(), sinceIsAtLeast: true },
  });
  expect(await judgeAll()).toBe(1);
  expect(await verdictsOf(muted)).toHaveLength(1);
  expect((await verdictsOf(id))[0]).toMatchObject({ state: 'Passing', judged: 1 });
  await lookBackAll();
  expect(failures).toEqual([]);
});

test('a check of all networks judges those that are made later', async () => {
  const { admin } = world;
  const check = { name: 'everywhere', all_networks: true, rule: { type: 'NoAddressTwice' } };
  const checkId = (await admin.rest.post('/checks', check)).body.data.id as string;
  const later = await newNetwork();
  await judgeAll();
  expect((await verdictsOf(checkId)).map(({ networkId }) => networkId)).toContain(later);
});

test('two replicas judge a network once', async () => {
  const networkId = await newNetwork();
  await createCheck(networkId);
  const counts = await Promise.all([judgeAll(), judgeAll()]);
  expect(counts[0]! + counts[1]!).toBe(1);
});

test('a network that another replica has judged since it was found to be due is not judged again', async () => {
  const networkId = await newNetwork();
  await createCheck(networkId);
  const counts: number[] = [];
  class LateRows extends RowsAside {
    override async one<T>(key: string, now: Date, work: () => Promise<T>): Promise<T | undefined> {
      counts.push(await judgeAll());
      return super.one(key, now, work);
    }
  }
  const late = new LateRows((error) => failures.push(error));
  expect(await judgeDueNetworks(prisma, new Date(), late, options())).toBe(0);
  expect(counts).toEqual([1]);
});

test('what happens while a network is judged is not lost', async () => {
  const networkId = await newNetwork();
  const checkId = await createCheck(networkId);
  const meanwhile =
    (change: () => Promise<unknown>): Run =>
    (job, input, affinity) =>
      change().then(() => runHere(job, input, affinity));
  // While the job judges the network, the test changes the network, then the check, and then deletes the check.
  await judgeAll(meanwhile(() => addConflict(networkId)));
  expect(await judgeAll()).toBe(1);
  expect((await verdictsOf(checkId))[0].state).toBe('Failing');
  await prisma.host.create({ data: { networkId, name: 'c' } });
  const rule = { type: 'NoOverlappingSubnets' };
  const put = () => world.owner.rest.put(`/checks/${checkId}`, { name: 'n', network_ids: [networkId], rule });
  await judgeAll(meanwhile(put));
  expect(await verdictsOf(checkId)).toEqual([]);
  expect(await judgeAll()).toBe(1);
  expect((await verdictsOf(checkId))[0].state).toBe('Passing');
  await prisma.host.create({ data: { networkId, name: 'd' } });
  await judgeAll(meanwhile(() => world.owner.rest.delete(`/checks/${checkId}`)));
  expect(await prisma.checkVerdict.count({ where: { networkId } })).toBe(0);
  const another = await createCheck(networkId);
  await judgeAll(meanwhile(() => world.owner.rest.delete(`/networks/${networkId}`)));
  expect(await prisma.checkVerdict.count({ where: { checkId: another } })).toBe(0);
  expect(failures).toEqual([]);
});

test('a failing worker leaves the network due, and the job says how far behind it is', async () => {
  const networkId = await newNetwork();
  await createCheck(networkId);
  await judgeAll(() => Promise.reject(new Error('the thread ended')));
  expect(failures.splice(0)).toHaveLength(1);
  await database.query(`UPDATE judged_networks SET claimed_until = now() - interval '1 second'`);
  await database.query(
    `UPDATE judged_networks SET judged_at = now() - interval '1 hour', change_token = '0' WHERE network_id = $1`,
    [networkId],
  );
  await database.query(`UPDATE network_changes SET changed_at = now() - interval '30 seconds' WHERE network_id = $1`, [
    networkId,
  ]);
  expect(await judgeAll()).toBe(1);
  expect(behind).toBeGreaterThan(29);
  await judgeAll();
  expect(behind).toBe(0);
});

test.each([
  ['Passing', false],
  ['Unknown', true],
] as const)(
  'checks of all kinds fail since a state in which they were %s: at least since is %s',
  async (past, isAtLeast) => {
    const networkId = await newNetwork();
    await prisma.host.create({ data: { networkId, name: 'first' } });
    const instant = await databaseInstant(prisma);
    const kinds = factsKinds.filter(isOffered);
    for (const kind of kinds) {
      const [{ kind: _kind, ...rule }] = fc.sample<CheckRule>(rulesByKind[kind], { numRuns: 1, seed: 46 }) as [
        CheckRule,
      ];
      const stored: object = kind === 'CablesAsAtBaseline' ? { at: instant.toISOString() } : rule;
      const data = { organizationId: world.organizationId, name: kind, kind, rule: stored };
      await prisma.check.create({
        data: { ...data, scope: { create: { networkId, organizationId: world.organizationId } } },
      });
    }
    const run = ((_job: string, { at, checks }: ChecksToJudge) =>
      Promise.resolve(
        checks.map(({ rule: { kind } }): Verdict => {
          const verdict = { ...unknownVerdict(kind, 'nothing_selected'), findingCount: 1 };
          return { ...verdict, state: new Date(at) <= instant ? past : 'Failing' };
        }),
      )) as Run;
    // Creating a check over the API makes the network due for judging.
    const oneMore = await createCheck(networkId);
    await judgeAll(run);
    await lookBack(prisma, new Date(), rows(), options(run));
    expect(failures).toEqual([]);
    const where = { networkId, checkId: { not: oneMore } };
    const verdicts = await prisma.checkVerdict.findMany({ where, include: { check: true } });
    expect(verdicts.map(({ check }) => check.kind).sort()).toEqual(kinds.sort());
    const others = verdicts.filter(({ state, sinceIsAtLeast }) => state !== 'Failing' || sinceIsAtLeast !== isAtLeast);
    expect(others.map(({ check }) => check.kind)).toEqual([]);
  },
);

test('counters and times of sight are not kept: such a check fails at least since it was judged', async () => {
  const networkId = await newNetwork();
  const host = { networkId, name: 'silent', sourceType: 'Discovery', lastSeenAt: new Date('2020-01-01') } as const;
  await prisma.host.create({ data: host });
  const checkId = await createCheck(networkId, { name: 'seen', rule: { type: 'SeenWithin', hours: 1 } });
  await judgeAll();
  await lookBackAll();
  expect((await verdictsOf(checkId))[0]).toMatchObject({ state: 'Failing', sinceIsAtLeast: true });
});

test('the past is judged: a check made now says since when it fails', async () => {
  const networkId = await newNetwork();
  const beginning = await databaseInstant(prisma);
  await addConflict(networkId);
  const clean = await databaseInstant(prisma);
  const [{ id: conflicting }] = (await database.query<{ id: string }>(
    'SELECT id FROM ip_addresses WHERE network_id = $1 ORDER BY created_at DESC, id LIMIT 1',
    [networkId],
  )) as [{ id: string }];
  const { created_at: failedAt } = (
    await database.query<{ created_at: Date }>('SELECT valid_from AS created_at FROM ip_addresses WHERE id = $1', [
      conflicting,
    ])
  )[0]!;
  await prisma.host.create({ data: { networkId, name: 'later' } });
  const checkId = await createCheck(networkId);
  await judgeAll();
  expect(await lookBackAll()).toBeGreaterThan(0);
  const [verdict] = (await verdictsOf(checkId)) as [Json];
  expect(verdict).toMatchObject({ state: 'Failing', since: failedAt.toISOString(), sinceIsAtLeast: false });
  expect(await lookBackAll()).toBe(0);

  const timelinePath = `/checks/${checkId}/timeline?network_id=${networkId}`;
  const timeline = (await world.owner.rest.get(`${timelinePath}&from=${beginning.toISOString()}`)).body.data;
  expect(timeline.is_truncated).toBe(false);
  expect(timeline.parts.at(-1)).toEqual({ from: failedAt.toISOString(), to: null, state: 'Failing', finding_count: 1 });
  expect(timeline.parts.at(-2)).toMatchObject({ to: failedAt.toISOString(), finding_count: 0 });
  const short = (await world.owner.rest.get(`${timelinePath}&from=${beginning.toISOString()}&count=1`)).body.data;
  expect(short).toMatchObject({ judged_states: 1, is_truncated: true });
  const late = (await world.owner.rest.get(`${timelinePath}&from=${clean.toISOString()}`)).body.data;
  expect(late.parts).toEqual([{ from: clean.toISOString(), to: null, state: 'Failing', finding_count: 1 }]);
  const early = (await world.owner.rest.get(`${timelinePath}&from=2020-01-01T00:00:00Z`)).body.data;
  expect(early.is_truncated).toBe(true);
});

test('looking back ends after a limit of bytes, and the verdict has its state at least since then', async () => {
  const networkId = await newNetwork();
  await addConflict(networkId);
  const { createdAt: latestAt } = await prisma.host.create({ data: { networkId, name: 'last' } });
  const checkId = await createCheck(networkId);
  await judgeAll();
  await lookBack(prisma, new Date(), rows(), { ...options(), mostBytes: 1 });
  const [verdict] = (await verdictsOf(checkId)) as [Json];
  expect(verdict).toMatchObject({ state: 'Failing', sinceIsAtLeast: true });
  expect(new Date(verdict.since) >= latestAt).toBe(true);
});

test('a verdict of a kind that only a newer version knows is left to a replica of that version', async () => {
  const networkId = await newNetwork();
  await prisma.host.create({ data: { networkId, name: 'first' } });
  const checkId = await createCheck(networkId);
  await judgeAll();
  const newVerdict = async () => prisma.checkVerdict.findFirstOrThrow({ where: { checkId } });
  const judged = await newVerdict();
  expect(judged.sinceIsAtLeast).toBe(true);
  await database.query(`UPDATE checks SET kind = 'KindOfANewerVersion' WHERE id = $1`, [checkId]);
  expect(await lookBackAll()).toBe(0);
  expect(await newVerdict()).toEqual(judged);
  await database.query(`UPDATE checks SET kind = 'NoAddressTwice' WHERE id = $1`, [checkId]);
  expect(await lookBackAll()).toBe(1);
  expect((await newVerdict()).lookedBack).toBe(true);
});

test('a check is tried without saving it, now and at an instant', async () => {
  const networkId = await newNetwork();
  const before = await databaseInstant(prisma);
  await addConflict(networkId);
  const body = { network_id: networkId, rule: { type: 'NoAddressTwice' } };
  const tried = (await world.viewer.rest.post('/checks/test', body)).body;
  expect(tried.code).toBe('entity_access_denied');
  expect((await world.owner.rest.post('/checks/test', body)).body.data).toMatchObject({
    state: 'Failing',
    finding_count: 1,
  });
  const document = `query ($networkId: UUID!, $at: DateTime!) { asOf(instant: $at) {
    testCheck(networkId: $networkId, rule: { noAddressTwice: true }) { findingCount } } }`;
  const past = await world.owner.query(document, { networkId, at: before.toISOString() });
  expect(past.asOf.testCheck.findingCount).toBe(0);
  expect(await prisma.check.count({ where: { organizationId: world.organizationId } })).toBe(0);
});
