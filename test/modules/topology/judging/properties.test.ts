// Properties that hold for checks of all kinds, on generated facts about networks.
import fc from 'fast-check';
import type { FactsRule, CheckSelection } from '../../../../src/modules/topology/judging/check-rules';
import type { NetworkFacts } from '../../../../src/modules/topology/judging/facts';
import { factsKinds, judge } from '../../../../src/modules/topology/judging/judge';
import { indexFacts } from '../../../../src/modules/topology/judging/facts-index';
import { subnetRanges } from '../../../../src/modules/topology/judging/addresses/prefixes';
import { forwardingOf } from '../../../../src/modules/topology/judging/roles';
import { findingTexts, missingEvidenceTexts } from '../../../../src/modules/topology/judging/texts';
import { mostElementIds, mostFindings, type Verdict } from '../../../../src/modules/topology/judging/verdict';
import { toId } from '../graph/inventories';
import { instant, network } from './networks';
import { randomFacts, randomSelections, rulesByKind } from './random-facts';

/** Checks a property on generated facts and selections, with generated rules of this kind. */
function always(
  kind: FactsRule['kind'],
  property: (facts: NetworkFacts, rule: FactsRule, selection: CheckSelection, seed: number) => void,
): void {
  const selections = fc.oneof(fc.constant({}), randomSelections);
  const rules: fc.Arbitrary<FactsRule> = rulesByKind[kind];
  fc.assert(fc.property(randomFacts, rules, selections, fc.nat(), property), { numRuns: 60 });
}

/** The list in a random order that `seed` determines. */
const shuffle = <T>(list: readonly T[], seed: number): T[] =>
  list
    .map((item, at) => ({ item, weight: Math.imul(at + 1, 2_654_435_761 ^ (seed | 1)) >>> 0 }))
    .sort((a, b) => a.weight - b.weight)
    .map(({ item }) => item);

const inOtherOrder = (facts: NetworkFacts, seed: number): NetworkFacts => {
  const shuffleLists = <T extends object>(lists: T): T =>
    Object.fromEntries(
      Object.entries(lists).map(([name, list]) => [name, Array.isArray(list) ? shuffle(list, seed) : list]),
    ) as T;
  return { ...shuffleLists(facts), inventory: shuffleLists(facts.inventory) };
};

const renamed = (facts: NetworkFacts): NetworkFacts => {
  const { hosts, interfaces, subnets, services, vlans } = facts.inventory;
  return {
    ...facts,
    inventory: {
      ...facts.inventory,
      hosts: hosts.map((host) => ({ ...host, displayName: `${host.displayName} renamed` })),
      interfaces: interfaces.map((port) => ({ ...port, displayName: `${port.displayName} renamed` })),
      subnets: subnets.map((subnet) => ({ ...subnet, name: `${subnet.name} renamed` })),
      services: services.map((service) => ({ ...service, name: `${service.name} renamed` })),
      vlans: vlans.map((vlan) => ({ ...vlan, name: `${vlan.name} renamed` })),
    },
  };
};

const keysOf = ({ findings }: Verdict): string[] => findings.map(({ key }) => key);

test('each kind has a judge, and rules for these properties', () => {
  expect(Object.keys(rulesByKind).sort()).toEqual([...factsKinds].sort());
});

describe.each(factsKinds)('%s', (kind) => {
  test('a verdict is what its parts say, bounded and ordered', () =>
    always(kind, (facts, rule, selection) => {
      const verdict = judge(facts, rule, selection);
      const { state, findings, findingCount, missing, judged } = verdict;
      expect(verdict.kind).toBe(kind);
      expect(state).toBe(findingCount > 0 ? 'Failing' : missing.length > 0 ? 'Unknown' : 'Passing');
      if (state === 'Passing') expect(judged).toBeGreaterThan(0);
      expect(findings).toHaveLength(Math.min(findingCount, mostFindings));
      expect(keysOf(verdict)).toEqual([...new Set(keysOf(verdict))].sort());
      for (const { code, params, elementIds, key } of findings) {
        const names = [...findingTexts[code as keyof typeof findingTexts].matchAll(/\{(\w+)\}/g)].map(
          ([, name]) => name,
        );
        expect(Object.keys(params).sort()).toEqual([...new Set(names)].sort());
        expect(elementIds.length).toBeGreaterThan(0);
        expect(new Set(elementIds).size).toBe(elementIds.length);
        expect(key.length).toBeLessThan(250);
      }
      for (const { code, elementIds, params } of missing) {
        expect(Object.keys(missingEvidenceTexts)).toContain(code);
        expect(elementIds).toEqual([...new Set(elementIds)].sort());
        expect(params.count).toBe(elementIds.length);
      }
    }));

  test('the order of rows changes nothing', () =>
    always(kind, (facts, rule, selection, seed) => {
      expect(judge(inOtherOrder(facts, seed), rule, selection)).toEqual(judge(facts, rule, selection));
    }));

  test('names change no key and no state', () =>
    always(kind, (facts, rule, selection) => {
      const [before, after] = [judge(facts, rule, selection), judge(renamed(facts), rule, selection)];
      expect({ ...after, findings: keysOf(after) }).toEqual({ ...before, findings: keysOf(before) });
    }));

  test('hidden hosts are the subject of a finding only if the selection names them', () =>
    always(kind, (facts, rule, selection) => {
      if (selection.hostIds || rule.kind === 'WayExists' || rule.kind === 'NoWay') return;
      const hiddenIds = new Set(facts.inventory.hosts.flatMap(({ id, hidden: isHidden }) => (isHidden ? id : [])));
      for (const { subject, elementIds, code } of judge(facts, rule, selection).findings)
        // If two machines have the same MAC address, one finding lists both, and the first one may be hidden.
        if (subject === 'Host' && code !== 'mac_at_two_machines') expect(hiddenIds).not.toContain(elementIds[0]);
    }));
});

test('lists of findings and of rows are bounded, and all are counted', () => {
  const hosts = Object.fromEntries(
    Array.from({ length: 3_000 }, (_none, at) => [`h${at}`, { answersDefaultCommunity: at % 2 === 0 ? true : null }]),
  );
  const { findings, findingCount, missing, judged } = judge(network({ hosts }), { kind: 'NoDefaultCommunity' }, {});
  expect([findings.length, findingCount, judged]).toEqual([mostFindings, 1_500, 3_000]);
  expect(missing).toMatchObject([{ code: 'community_not_tried', params: { count: 1_500 } }]);
  expect(missing[0]!.elementIds).toHaveLength(mostElementIds);
  expect(keysOf({ findings } as Verdict)).toEqual(
    Object.keys(hosts)
      .filter((id) => hosts[id]!.answersDefaultCommunity)
      .map((id) => `default_community ${JSON.stringify([id])}`)
      .sort()
      .slice(0, mostFindings),
  );
});

type Evidence = readonly [name: string, remove: (facts: NetworkFacts) => NetworkFacts];
const withPorts = (facts: NetworkFacts, change: Partial<NetworkFacts['ports'][number]>) => ({
  ...facts,
  ports: facts.ports.map((port) => ({ ...port, ...change })),
});
const withHosts = (facts: NetworkFacts, change: Partial<NetworkFacts['hosts'][number]>) => ({
  ...facts,
  hosts: facts.hosts.map((host) => ({ ...host, ...change })),
});
const withInterfaces = (facts: NetworkFacts, change: Partial<NetworkFacts['inventory']['interfaces'][number]>) => ({
  ...facts,
  inventory: {
    ...facts.inventory,
    interfaces: facts.inventory.interfaces.map((port) => ({ ...port, ...change })),
  },
});
/**
 * By kind of rule: functions that remove evidence, such as all cables, from the facts. Without evidence, a verdict must
 * not become Passing, unless the removed evidence itself was the cause of a finding.
 */
const evidences: Partial<Record<FactsRule['kind'], readonly Evidence[]>> = {
  SurvivesAnyFailure: [
    ['roles', (facts) => withHosts(facts, { role: null })],
    ['cables', (facts) => withInterfaces(facts, { neighbors: [] })],
    ['forwarding tables', (facts) => withInterfaces(facts, { learned: null })],
  ],
  UplinksToDifferentDevices: [
    ['roles', (facts) => withHosts(facts, { role: null })],
    ['cables', (facts) => withInterfaces(facts, { neighbors: [] })],
  ],
  VlanIsWhole: [['roles', (facts) => withHosts(facts, { role: null })]],
  LinkEndsAgree: [
    ['values', (facts) => withPorts(facts, { speedBps: null, duplex: null, mtu: null })],
    // Removes native VLANs only. Each port keeps a tagged VLAN, because the rule skips devices that report no VLANs.
    ['VLANs', (facts) => withInterfaces(facts, { nativeVlanId: null, taggedVlanIds: [toId('vlan', 0)] })],
  ],
  AggregateMembersUp: [['states', (facts) => withInterfaces(facts, { operStatus: null })]],
  PortsUpAsAdministered: [
    ['states', (facts) => withInterfaces(facts, { operStatus: null })],
    ['wanted states', (facts) => withPorts(facts, { adminStatus: null })],
  ],
  ErrorRateWithin: [['counters', (facts) => withPorts(facts, { errorsPerHour: null })]],
  NothingUnknownBehindPorts: [['tables', (facts) => withInterfaces(facts, { learned: null })]],
  EverySubnetHasGateway: [
    ['roles', (facts) => withHosts(facts, { role: null })],
    ['routes', (facts) => ({ ...facts, nextHops: [], virtualAddresses: [] })],
  ],
  SeenWithin: [['times', (facts) => withHosts(facts, { lastSeenAt: null })]],
  NoDefaultCommunity: [['answers', (facts) => withHosts(facts, { answersDefaultCommunity: null })]],
  CablesAsAtBaseline: [['history', (facts) => ({ ...facts, baselines: new Map() })]],
  WayExists: [
    ['roles', (facts) => withHosts(facts, { role: null })],
    ['cables', (facts) => withInterfaces(facts, { neighbors: [] })],
  ],
};

test.each(Object.entries(evidences).flatMap(([kind, list]) => list.map(([name, remove]) => ({ kind, name, remove }))))(
  '$kind does not pass for lack of $name',
  ({ kind, remove }) =>
    always(kind as FactsRule['kind'], (facts, rule, selection) => {
      const [before, after] = [judge(facts, rule, selection), judge(remove(facts), rule, selection)];
      if (before.state !== 'Passing') expect(after.state).not.toBe('Passing');
    }),
);

test('no subnet has a gateway if all routers, hosts of virtual addresses and hosts of next hops are missing', () => {
  fc.assert(
    fc.property(randomFacts, (random) => {
      const subnets = random.subnets.map((subnet) => ({ ...subnet, namespace: '', isSystem: false }));
      const ranges = subnetRanges(indexFacts({ ...random, subnets }));
      const sharedSubnets = new Set(ranges.flatMap((range) => (range.isInsideMachine ? [] : range.subnet.id)));
      const addresses = random.inventory.ipAddresses.filter(({ subnetId }) => sharedSubnets.has(subnetId));
      const holders = (hop: string) => addresses.flatMap(({ ipAddress, hostId }) => (ipAddress === hop ? hostId : []));
      const facts = {
        ...{ ...random, subnets },
        virtualAddresses: random.virtualAddresses.filter(({ hostIds }) => hostIds.length > 0),
        nextHops: random.nextHops.filter(({ ipAddress }) => holders(ipAddress).length > 0),
      };
      const forwarding = forwardingOf(indexFacts(facts));
      const gatewayIds = new Set([
        ...facts.virtualAddresses.flatMap(({ hostIds }) => hostIds),
        ...facts.nextHops.flatMap(({ ipAddress }) => holders(ipAddress)),
        ...facts.inventory.hosts.flatMap(({ id }) => (forwarding.ofPackets(id) === 'Yes' ? id : [])),
      ]);
      const hosts = facts.inventory.hosts.map((host) =>
        gatewayIds.has(host.id) ? { ...host, missingSince: instant } : host,
      );
      const after = { ...facts, inventory: { ...facts.inventory, hosts } };
      expect(judge(after, { kind: 'EverySubnetHasGateway' }, {}).state).not.toBe('Passing');
    }),
    { numRuns: 500 },
  );
});
