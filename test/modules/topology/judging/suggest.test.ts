// Suggested checks: the checks of a fixed list that the network passes today.
import fc from 'fast-check';
import { judge } from '../../../../src/modules/topology/judging/judge';
import { mostSuggestions, suggestRules } from '../../../../src/modules/topology/judging/suggest';
import { network, type NetworkSpec } from './networks';
import { randomFacts } from './random-facts';

test('what is suggested holds, is bounded, and suggests nothing twice', () =>
  fc.assert(
    fc.property(randomFacts, (facts) => {
      const suggestions = suggestRules(facts);
      expect(suggestions.length).toBeLessThanOrEqual(mostSuggestions);
      for (const { rule, selection } of suggestions) expect(judge(facts, rule, selection).state).toBe('Passing');
      const texts = suggestions.map(({ rule, selection }) => JSON.stringify([rule, selection]));
      expect(new Set(texts).size).toBe(texts.length);
    }),
    { numRuns: 100 },
  ));

const isSwitch = { role: 'Switch', answersDefaultCommunity: false } as const;
const spec: NetworkSpec = {
  hosts: { fw: { role: 'Firewall', answersDefaultCommunity: false }, a: isSwitch, b: isSwitch },
  cables: [
    ['fw:1', 'a:1'],
    ['fw:2', 'b:1'],
    ['a:2', 'b:2'],
  ],
  subnets: { lan: { cidr: '10.0.0.0/24' } },
  addresses: [
    { hostId: 'fw', subnetId: 'lan', ipAddress: '10.0.0.1' },
    { hostId: 'a', subnetId: 'lan', ipAddress: '10.0.0.2' },
  ],
};
const kindsOf = (one: NetworkSpec): string[] => suggestRules(network(one)).map(({ rule }) => rule.kind);

test('a small network: what it can lose, what it has', () => {
  expect(kindsOf(spec)).toEqual([
    ...['SurvivesAnyFailure', 'NoAddressTwice', 'NoOverlappingSubnets', 'SubnetNotFull', 'UplinksToDifferentDevices'],
    ...['SeenWithin', 'NoDefaultCommunity', 'EverySubnetHasGateway', 'PortsUpAsAdministered'],
  ]);
  expect(suggestRules(network(spec))[0]).toEqual({
    ...{ rule: { kind: 'SurvivesAnyFailure', rootHostIds: ['fw'] }, selection: { roles: ['Switch'] } },
    severity: 'Critical',
  });
  const single = { ...spec, cables: spec.cables!.slice(0, 1) };
  expect(kindsOf(single)).not.toContain('SurvivesAnyFailure');
});

test('the smallest limit that holds is suggested', () => {
  const suggestSeenWithin = (hours: number) => {
    const lastSeenAt = new Date(Date.parse('2026-11-29T08:00:00.000Z') - hours * 3_600_000).toISOString();
    return suggestRules(network({ hosts: { a: { role: 'Switch', lastSeenAt } } }))
      .map(({ rule }) => rule)
      .find(({ kind }) => kind === 'SeenWithin');
  };
  expect([suggestSeenWithin(1), suggestSeenWithin(60), suggestSeenWithin(100), suggestSeenWithin(1_000)]).toEqual([
    ...[24, 72, 168].map((hours) => ({ kind: 'SeenWithin', hours })),
    undefined,
  ]);
});

test('nothing is suggested for an empty network', () => {
  expect(suggestRules(network({ hosts: {} }))).toEqual([]);
});
