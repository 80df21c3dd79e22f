// Tests that judging a network after an earlier state of it gives the same verdicts as judging it for the first time,
// however many rows the two states share.
import fc from 'fast-check';
import { judgeAgain, judgeWithOpaqueKeys } from '../../../../src/modules/topology/answers/checks/judge-checks';
import type { NetworkFacts } from '../../../../src/modules/topology/judging/facts';
import { factsKinds } from '../../../../src/modules/topology/judging/judge';
import { randomFacts, randomSelections, rulesByKind } from './random-facts';

/**
 * Returns the facts `later`, with the lists named in `lists` taken from `earlier`. If `interfaces` is one of these
 * lists, the state of the port at `portIndex` becomes `Down`, so that a single port differs.
 */
function sharing(
  earlier: NetworkFacts,
  later: NetworkFacts,
  lists: readonly string[],
  portIndex: number,
): NetworkFacts {
  const inventory = { ...later.inventory };
  for (const list of lists) Object.assign(inventory, { [list]: earlier.inventory[list as keyof typeof inventory] });
  const { interfaces } = earlier.inventory;
  const port = interfaces[portIndex % Math.max(1, interfaces.length)];
  const isShared = lists.includes('interfaces') && port !== undefined;
  const changed = isShared && {
    interfaces: interfaces.map((one) => (one === port ? { ...one, operStatus: 'Down' } : one)),
  };
  return {
    ...later,
    hosts: lists.includes('hosts') ? earlier.hosts : later.hosts,
    inventory: { ...inventory, ...changed },
  };
}

const lists = ['hosts', 'subnets', 'ipAddresses', 'interfaces', 'ports', 'bindings', 'services', 'vlans', 'tags'];
const checks = fc.tuple(...factsKinds.map((kind) => fc.tuple(rulesByKind[kind], randomSelections)));

test('verdicts after another state are those of the state alone', () => {
  let shared = 0;
  fc.assert(
    fc.property(
      ...[randomFacts, randomFacts, fc.subarray(lists), fc.nat(), checks],
      (
        earlier: NetworkFacts,
        other: NetworkFacts,
        same: string[],
        portIndex: number,
        drawnChecks: typeof checks extends fc.Arbitrary<infer T> ? T : never,
      ) => {
        const judgedChecks = drawnChecks.map(([rule, selection]) => ({ rule, selection }));
        const place = { networkId: 'a network', bytes: 1 };
        judgeAgain(earlier, judgedChecks, place);
        const later = sharing(earlier, other, same, portIndex);
        const again = judgeAgain(later, judgedChecks, place);
        const alone = structuredClone({ ...later, baselines: [...later.baselines] });
        const fresh = { ...alone, baselines: new Map(alone.baselines) } as NetworkFacts;
        expect(again).toEqual(judgedChecks.map(({ rule, selection }) => judgeWithOpaqueKeys(fresh, rule, selection)));
        shared += same.length;
      },
    ),
    { numRuns: 150 },
  );
  expect(shared).toBeGreaterThan(0);
});

test('a check that reads nothing that differs is not judged again', () => {
  const [facts] = fc.sample(randomFacts, { numRuns: 1, seed: 7 }) as [NetworkFacts];
  const judgedChecks = [{ rule: { kind: 'NoOverlappingSubnets' }, selection: {} } as const];
  const place = { networkId: 'another network', bytes: 1 };
  const [before] = judgeAgain(facts, judgedChecks, place);
  const inventory = { ...facts.inventory, interfaces: [...facts.inventory.interfaces] };
  expect(judgeAgain({ ...facts, inventory }, judgedChecks, place)[0]).toBe(before);
  const changedInventory = { ...facts.inventory, subnets: [...facts.inventory.subnets] };
  expect(judgeAgain({ ...facts, inventory: changedInventory }, judgedChecks, place)[0]).not.toBe(before);
});
