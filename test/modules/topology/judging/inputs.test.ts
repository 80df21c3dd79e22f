// A verdict of a check depends only on some parts of what is known about a network, for example on its ports
// (`partsRead`). Tests that changes of all other parts leave the verdict unchanged.
import fc from 'fast-check';
import type { FactsRule } from '../../../../src/modules/topology/judging/check-rules';
import type { NetworkFacts } from '../../../../src/modules/topology/judging/facts';
import { factsParts, isAffected, partsRead, type FactsPart } from '../../../../src/modules/topology/judging/inputs';
import { factsKinds, judge } from '../../../../src/modules/topology/judging/judge';
import { randomFacts, randomSelections, rulesByKind } from './random-facts';

type Replace = (facts: NetworkFacts, other: NetworkFacts) => NetworkFacts;
const replaceList =
  (list: keyof NetworkFacts['inventory']): Replace =>
  (facts, { inventory }) => ({ ...facts, inventory: { ...facts.inventory, [list]: inventory[list] } });

/**
 * For each part of the facts about a network, a function that replaces only this part: by the same part of another
 * network, or by another value.
 */
const replace: Readonly<Record<FactsPart, Replace>> = {
  at: (facts) => ({ ...facts, at: '2027-12-01T00:00:00.000Z' }),
  ...{ hosts: replaceList('hosts'), subnets: replaceList('subnets'), ipAddresses: replaceList('ipAddresses') },
  ...{ interfaces: replaceList('interfaces'), openPorts: replaceList('ports'), bindings: replaceList('bindings') },
  ...{ services: replaceList('services'), vlans: replaceList('vlans'), tags: replaceList('tags') },
  hostFacts: (facts, { hosts }) => ({ ...facts, hosts }),
  portFacts: (facts, { ports }) => ({ ...facts, ports }),
  subnetFacts: (facts, { subnets }) => ({ ...facts, subnets }),
  virtualAddresses: (facts, { virtualAddresses }) => ({ ...facts, virtualAddresses }),
  nextHops: (facts, { nextHops }) => ({ ...facts, nextHops }),
  reservations: (facts, { reservations }) => ({ ...facts, reservations }),
  answeringForOthers: (facts, { answeringForOthersIds }) => ({ ...facts, answeringForOthersIds }),
  certificates: (facts, { certificates }) => ({ ...facts, certificates }),
  baselines: (facts) => ({ ...facts, baselines: new Map() }),
};

test.each(factsKinds)('%s depends on what it reads alone', (kind) => {
  const rules: fc.Arbitrary<FactsRule> = rulesByKind[kind];
  fc.assert(
    fc.property(randomFacts, randomFacts, rules, randomSelections, (facts, other, rule, selection) => {
      const parts = partsRead(rule, selection);
      const verdict = judge(facts, rule, selection);
      let changed = facts;
      for (const part of factsParts) {
        const after = replace[part](facts, other);
        expect(isAffected(rule, selection, facts, after)).toBe(parts.has(part));
        if (!parts.has(part)) changed = replace[part](changed, other);
      }
      expect(judge(changed, rule, selection)).toEqual(verdict);
    }),
    { numRuns: 60 },
  );
});
