// Tests tenant isolation of checks: test runs of rules, checks of several networks of which a caller can access only
// some, plans, and what-if changes.
import { findLeaks } from './leaks';
import { absentId, createWalledWorld, type WalledWorld } from './walled-world';

let walled: WalledWorld;
beforeAll(async () => {
  walled = await createWalledWorld();
});
afterAll(() => walled.close());

const judgement =
  '{ state judged findingCount findings { key code message elementIds params } missing { message elementIds } }';
const questions: Readonly<Record<string, string>> = {
  testCheck: `query($networkId: UUID!) { testCheck(networkId: $networkId, rule: { portsUpAsAdministered: true }) ${judgement} }`,
  suggestedChecks: `query($networkId: UUID!) { suggestedChecks(networkId: $networkId) {
    name rule { type rootHostIds vlanId } selection { hostIds roles } } }`,
  checkTimeline: `query($networkId: UUID!, $id: UUID!) { checkTimeline(id: $id, networkId: $networkId,
    from: "2020-01-01T00:00:00Z", count: 2) { parts { from to state findingCount } judgedStates } }`,
};

test.each(Object.entries(questions))('%s judges networks in reach alone', async (field, document) => {
  for (const one of walled.callers) {
    const { name, caller, home, beyond } = one;
    const id = home.Check![0]!;
    for (const networkId of home.Network!) {
      const { data, errors } = (await caller.graphql(document, { networkId, id })).body;
      expect([name, errors]).toEqual([name, undefined]);
      expect(findLeaks(one, JSON.stringify(data[field]))).toEqual([]);
    }
    for (const networkId of [...beyond.Network!, absentId()])
      expect((await caller.graphql(document, { networkId, id })).body.errors[0].extensions).toEqual({
        code: 'entity_access_denied',
        params: { entity: 'Network', id: networkId },
      });
  }
});

test('rows of other networks in a rule are answered like missing ones', async () => {
  const document = `query($networkId: UUID!, $ids: [UUID!]!) {
    testCheck(networkId: $networkId, rule: { survivesAnyFailure: { rootHostIds: $ids } }) { state } }`;
  for (const { name, caller, home, beyond } of walled.callers) {
    const [networkId] = home.Network as [string];
    for (const id of [...beyond.Host!.slice(0, 3), absentId()]) {
      const { body } = await caller.graphql(document, { networkId, ids: [id] });
      expect([name, body.errors[0].extensions]).toEqual([
        name,
        { code: 'entity_not_found', params: { entity: 'Host', id } },
      ]);
    }
  }
});

test('of a check of several networks, a caller sees the networks, verdicts and findings of its own alone', async () => {
  const { world, narrowKey, stranger } = walled;
  const { prisma, organizationId, networkId, otherNetworkId } = world;
  const { id: checkId } = await prisma.check.create({
    data: { organizationId, name: 'of both', kind: 'NoAddressTwice' },
  });
  for (const network of [networkId, otherNetworkId]) {
    const place = { checkId, networkId: network, organizationId };
    await prisma.checkNetwork.create({ data: place });
    const hosts = await prisma.host.findMany({ where: { networkId: network }, select: { id: true } });
    const elementIds = hosts.map(({ id }) => id);
    const finding = { key: `key ${network}`, code: 'address_twice', subject: 'Host', elementIds, params: {} };
    await prisma.checkVerdict.create({
      data: {
        ...{ ...place, state: 'Failing', since: new Date(), sinceIsAtLeast: true, judged: 2, findingCount: 1 },
        ...{ acceptedCount: 0, findings: [{ ...finding, isAccepted: false }], missing: [] },
      },
    });
    await prisma.checkVerdictChange.create({
      data: { ...place, changedAt: new Date(), toState: 'Failing', findingCount: 1 },
    });
    await prisma.checkAcceptance.create({ data: { ...place, findingKey: `accepted ${network}` } });
  }
  const document = `query($id: UUID!, $ids: [UUID!]) { check(id: $id) { networkIds networks { id }
      verdicts { totalCount nodes { networkId findings { key elementIds } } }
      verdictChanges { totalCount nodes { networkId } } acceptances { totalCount nodes { networkId findingKey } } }
    checks(ids: $ids, filter: { verdicts: { some: { networkId: { eq: "${otherNetworkId}" } } } }) { totalCount } }`;
  const { data } = (await narrowKey.caller.graphql(document, { id: checkId, ids: [checkId] })).body;
  expect(findLeaks(narrowKey, JSON.stringify(data))).toEqual([]);
  expect(JSON.stringify(data)).not.toContain(otherNetworkId);
  expect(data.check).toMatchObject({
    ...{ networkIds: [networkId], verdicts: { totalCount: 1 }, verdictChanges: { totalCount: 1 } },
    acceptances: { totalCount: 1 },
  });
  expect(data.check.verdicts.nodes[0].findings[0].elementIds.length).toBeGreaterThan(0);
  expect(data.checks.totalCount).toBe(0);
  expect((await stranger.caller.graphql(document, { id: checkId })).body.errors[0].extensions.code).toBe(
    'entity_not_found',
  );
});

test('a plan is compared with the network of its caller alone, whatever ids its changes name', async () => {
  const document = `query($id: UUID!) { plan(id: $id) { progress { reached }
    whatIf { errors { index code params } impact { unreachable { stopId } } diff(view: L2Physical) { wireNodes } } } }`;
  const { prisma } = walled.world;
  for (const one of walled.callers) {
    const { name, caller, networkIds, beyond } = one;
    const [networkId] = networkIds as [string];
    const { organizationId } = await prisma.network.findUniqueOrThrow({ where: { id: networkId } });
    const store = async (hostId: string) => {
      const changes = [
        { kind: 'HostFails', hostId },
        { kind: 'HostRemoved', hostId },
      ];
      return (await prisma.plan.create({ data: { networkId, organizationId, name: `of ${hostId}`, changes } })).id;
    };
    const answerOf = async (hostId: string) => {
      const id = await store(hostId);
      const { data, errors } = (await caller.graphql(document, { id })).body;
      await prisma.plan.delete({ where: { id } });
      expect([name, errors]).toEqual([name, undefined]);
      return JSON.stringify(data.plan).replaceAll(hostId, 'the id');
    };
    const { id: ownId } = await prisma.host.findFirstOrThrow({ where: { networkId, hidden: false } });
    expect(findLeaks(one, await answerOf(ownId))).toEqual([]);
    // For a host that the caller cannot access, the response is the same as for a host that does not exist.
    const missing = await answerOf(absentId());
    expect(missing).toContain('no_such_host');
    for (const hostId of beyond.Host!.slice(0, 2)) expect(await answerOf(hostId)).toBe(missing);
    const others = beyond.Plan!.slice(0, 3);
    expect(others.length).toBeGreaterThan(0);
    for (const id of others)
      expect((await caller.graphql(document, { id })).body.errors[0].extensions.code).toBe('entity_not_found');
  }
});

test('what if supposes changes of rows in reach alone, and answers others like missing ones', async () => {
  const document = `query($topology: UUID!, $hostId: UUID!) { topology(id: $topology) {
    whatIf(changes: [{ hostFails: { hostId: $hostId } }]) { errors { index code } impact { unreachable { stopId } }
      checks { checkId check { name } before ${judgement} after ${judgement} newFindings { elementIds } }
      graph(view: L3Logical) { nodes { elementId header } } diff(view: L2Physical) { wireNodes wireEdges } } } }`;
  const { prisma } = walled.world;
  for (const one of walled.callers) {
    const { name, caller, home, beyond, networkIds } = one;
    const [networkId] = networkIds as [string];
    const topology = (await prisma.topology.findFirstOrThrow({ where: { networkId, snapshotId: null } })).id;
    const { id: hostId } = await prisma.host.findFirstOrThrow({ where: { networkId, hidden: false } });
    const { data, errors } = (await caller.graphql(document, { topology, hostId })).body;
    expect([name, errors, data.topology.whatIf.errors]).toEqual([name, undefined, []]);
    expect(findLeaks(one, JSON.stringify(data))).toEqual([]);
    const answers = await Promise.all(
      [...beyond.Host!.slice(0, 3), absentId()].map((id) => caller.graphql(document, { topology, hostId: id })),
    );
    for (const { body } of answers) expect(body).toEqual(answers.at(-1)!.body);
    expect(answers[0]!.body.data.topology.whatIf.errors).toEqual([{ index: 0, code: 'no_such_host' }]);
    const others = beyond.Topology!.slice(0, 3);
    for (const id of others)
      expect((await caller.graphql(document, { topology: id, hostId })).body.errors[0].extensions).toEqual({
        code: 'entity_not_found',
        params: { entity: 'Topology', id },
      });
    expect(home.Host!.length).toBeGreaterThan(0);
  }
});
