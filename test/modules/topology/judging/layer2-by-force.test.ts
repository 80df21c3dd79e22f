// Checks of paths along cables on random networks, compared with trying every failure, every path and every assumption
// about unknown facts. A verdict is Failing if the check fails under every assumption, and Passing if it holds under
// every assumption.
import fc from 'fast-check';
import { buildGraph, prepareInventory } from '../../../../src/modules/topology/graph/build-graph';
import type { RequestOptions } from '../../../../src/modules/topology/graph/options';
import { allShortestPaths } from '../../../../src/modules/topology/graph/questions/paths';
import { buildStops } from '../../../../src/modules/topology/graph/questions/stops';
import { vlanPath } from '../../../../src/modules/topology/graph/questions/vlan-path';
import type { FactsRule } from '../../../../src/modules/topology/judging/check-rules';
import { judge } from '../../../../src/modules/topology/judging/judge';
import type { HostRole } from '../../../../src/modules/topology/judging/vocabulary';
import { network, type NetworkSpec } from './networks';

interface SampleNetwork {
  readonly roles: readonly (HostRole | null)[];
  /** Numbers of the hosts at the ends of each cable. Each cable has ports of its own. */
  readonly cables: readonly (readonly [number, number])[];
}
const options: RequestOptions = {
  containerRules: { L2Physical: [], L3Logical: [], Workloads: [], Application: [] },
  ...{ elementRules: [], hideEntities: {}, hideMetadataValues: {} },
};
const nameOf = (host: number): string => `h${host}`;

const networks: fc.Arbitrary<SampleNetwork> = fc.integer({ min: 2, max: 7 }).chain((size) => {
  const host = fc.integer({ min: 0, max: size - 1 });
  return fc
    .record({
      roles: fc.array(fc.constantFrom<HostRole | null>('Switch', 'Switch', 'Switch', 'Server', null), {
        ...{ minLength: size, maxLength: size },
      }),
      cables: fc.array(fc.tuple(host, host), { minLength: 1, maxLength: 11 }),
    })
    .map(({ roles, cables }) => ({ roles, cables: cables.filter(([a, b]) => a !== b) }));
});

const specOf = ({ roles, cables }: SampleNetwork): NetworkSpec => ({
  hosts: Object.fromEntries(roles.map((role, at) => [nameOf(at), { role }])),
  cables: cables.map(([a, b], at) => [`${nameOf(a)}:${at}`, `${nameOf(b)}:${at}`]),
});

/** All assumptions about which hosts without a role forward packets, each as one boolean per host. */
function answers(roles: readonly (HostRole | null)[]): boolean[][] {
  return roles.reduce<boolean[][]>(
    (lists, role) =>
      lists.flatMap((list) => (role === null ? [true, false] : [role === 'Switch']).map((one) => [...list, one])),
    [[]],
  );
}

/** All paths from one host to another that visit no host twice. */
function waysBetween({ cables }: SampleNetwork, forwards: readonly boolean[], from: number, to: number): number[][] {
  const paths: number[][] = [];
  const walk = (path: number[]): void => {
    const last = path.at(-1)!;
    if (last === to) return void paths.push(path);
    if (path.length > 1 && !forwards[last]) return;
    for (const [a, b] of cables)
      for (const [near, far] of [
        [a, b],
        [b, a],
      ])
        if (near === last && !path.includes(far!)) walk([...path, far!]);
  };
  walk([from]);
  return paths;
}

/** The state of a check, by whether the check holds under each assumption. */
const stateOf = (outcomes: readonly boolean[]): string =>
  outcomes.every((holds) => holds) ? 'Passing' : outcomes.some((holds) => holds) ? 'Unknown' : 'Failing';
const hasCable = ({ cables }: SampleNetwork, host: number): boolean => cables.some((cable) => cable.includes(host));
const stateByJudge = (sample: SampleNetwork, rule: FactsRule, hostIds: string[]): string =>
  judge(network(specOf(sample)), rule, { hostIds }).state;

test('any one failure: the verdict of each host is that of trying all failures', () => {
  const survives = (
    sample: SampleNetwork,
    forwards: readonly boolean[],
    host: number,
    roots: readonly number[],
  ): boolean => {
    const reaches = (without: { host?: number; cable?: number }): boolean => {
      const remainingCables = sample.cables.filter(
        (cable, at) => at !== without.cable && !cable.includes(without.host ?? -1),
      );
      return roots.some(
        (root) =>
          root !== without.host &&
          (root === host || waysBetween({ ...sample, cables: remainingCables }, forwards, host, root).length > 0),
      );
    };
    const devices = [...sample.roles.keys()].filter(
      (other) => other !== host && !(roots.length === 1 && roots[0] === other),
    );
    return (
      reaches({}) &&
      devices.every((other) => reaches({ host: other })) &&
      sample.cables.every((_cable, cable) => reaches({ cable }))
    );
  };
  fc.assert(
    fc.property(networks, fc.uniqueArray(fc.nat({ max: 6 }), { minLength: 1, maxLength: 2 }), (sample, picks) => {
      const roots = [...new Set(picks.map((pick) => pick % sample.roles.length))];
      fc.pre(roots.every((root) => hasCable(sample, root)));
      const rule = { kind: 'SurvivesAnyFailure', rootHostIds: roots.map(nameOf) } as const;
      for (const host of sample.roles.keys()) {
        const expected = hasCable(sample, host)
          ? stateOf(answers(sample.roles).map((forwards) => survives(sample, forwards, host, roots)))
          : 'Unknown';
        expect([host, stateByJudge(sample, rule, [nameOf(host)])]).toEqual([host, expected]);
      }
    }),
    { numRuns: 400 },
  );
});

test('ways: existence, length, and hosts on the way are those of all ways', () => {
  fc.assert(
    fc.property(
      networks,
      fc.nat(),
      fc.nat(),
      fc.integer({ min: 1, max: 4 }),
      fc.uniqueArray(fc.nat({ max: 6 }), { minLength: 1, maxLength: 2 }),
      (sample, one, other, maxHops, picks) => {
        const size = sample.roles.length;
        const [from, to] = [one % size, other % size];
        fc.pre(from !== to && hasCable(sample, from) && hasCable(sample, to));
        const hosts = [...new Set(picks.map((pick) => pick % size))];
        const ends = { view: 'L2Physical', fromHostId: nameOf(from), toHostId: nameOf(to) } as const;
        const demands: [FactsRule, (paths: number[][]) => boolean][] = [
          [{ kind: 'NoWay', ...ends }, (paths) => paths.length === 0],
          [{ kind: 'WayExists', ...ends }, (paths) => paths.length > 0],
          [
            { kind: 'WayExists', ...ends, maxHops },
            (paths) => paths.length > 0 && Math.min(...paths.map((path) => path.length - 1)) <= maxHops,
          ],
          [
            { kind: 'WayExists', ...ends, throughHostIds: hosts.map(nameOf) },
            (paths) => paths.length > 0 && paths.every((path) => path.some((host) => hosts.includes(host))),
          ],
          [
            { kind: 'WayExists', ...ends, notThroughHostIds: hosts.map(nameOf) },
            (paths) => paths.length > 0 && !paths.some((path) => path.some((host) => hosts.includes(host))),
          ],
        ];
        const all = answers(sample.roles).map((forwards) => waysBetween(sample, forwards, from, to));
        for (const [rule, holds] of demands) {
          const state = stateByJudge(sample, rule, []);
          const expected = stateOf(all.map(holds));
          // A rule with several conditions may fail under every assumption, but by a different condition each time.
          // Then `judge` may answer Unknown instead of Failing.
          const isSeveral = 'throughHostIds' in rule || 'notThroughHostIds' in rule;
          if (isSeveral && state === 'Unknown') expect(expected).not.toBe('Passing');
          else expect([rule, state]).toEqual([rule, expected]);
        }
      },
    ),
    { numRuns: 1_000 },
  );
});

type Carried = 'Tagged' | 'Native' | 'Other' | 'Unread';

test('a VLAN is whole if every two of its hosts are connected, whatever was not read', () => {
  const carried = fc.constantFrom<Carried>('Tagged', 'Tagged', 'Native', 'Other', 'Unread');
  const withVlans = networks.chain((sample) =>
    fc
      .array(fc.tuple(carried, carried), { minLength: sample.cables.length, maxLength: sample.cables.length })
      .map((ends) => ({ sample, ends })),
  );
  const vlanPort: Readonly<Record<Carried, object>> = {
    Tagged: { taggedVlanIds: ['v'] },
    Native: { nativeVlanId: 'v' },
    Other: { nativeVlanId: 'w' },
    Unread: {},
  };
  fc.assert(
    fc.property(withVlans, ({ sample, ends }) => {
      const spec = specOf(sample);
      const ports = spec.cables!.flatMap((cable, at) =>
        cable.map((id, end) => [id, vlanPort[ends[at]![end]!]] as const),
      );
      const facts = network({ ...spec, ports: Object.fromEntries(ports), vlans: { v: 10, w: 20 } });
      const hosts = [...sample.roles.keys()].filter((host) =>
        sample.cables.some((cable, at) =>
          cable.some((one, end) => one === host && /Tagged|Native/.test(ends[at]![end]!)),
        ),
      );
      fc.pre(hosts.length > 0);
      const isWhole = (isUnreadCarrying: boolean, forwards: readonly boolean[]): boolean => {
        const cables = sample.cables.filter((_cable, at) => {
          const [one, other] = ends[at]!;
          const isUnread = one === 'Unread' || other === 'Unread';
          return one !== 'Other' && other !== 'Other' && (isUnread ? isUnreadCarrying : one === other);
        });
        return hosts.every((from) =>
          hosts.every((to) => from === to || waysBetween({ ...sample, cables }, forwards, from, to).length > 0),
        );
      };
      const outcomes = answers(sample.roles).flatMap((forwards) => [isWhole(true, forwards), isWhole(false, forwards)]);
      expect(judge(facts, { kind: 'VlanIsWhole', vlanId: 'v' }, {}).state).toBe(stateOf(outcomes));
    }),
    { numRuns: 1_000 },
  );
});

test('if all VLANs and roles are known, the path of a VLAN has several segments exactly if the VLAN is not whole', () => {
  const ports = {
    Tagged: { taggedVlanIds: ['v'] },
    Native: { nativeVlanId: 'v' },
    Trunk: { nativeVlanId: 'w', taggedVlanIds: ['v'] },
    Both: { nativeVlanId: 'v', taggedVlanIds: ['v', 'w'] },
    Other: { nativeVlanId: 'w' },
  } as const;
  const carried = fc.constantFrom(...(Object.keys(ports) as (keyof typeof ports)[]));
  const ends = fc.array(fc.tuple(carried, carried), { minLength: 11, maxLength: 11 });
  fc.assert(
    fc.property(networks, ends, ({ roles, cables }, modes) => {
      const spec = specOf({ roles: roles.map(() => 'Switch'), cables });
      const portsOfCables = spec.cables!.flatMap((cable, at) =>
        cable.map((id, end) => [id, ports[modes[at]![end as 0 | 1]]] as const),
      );
      const facts = network({ ...spec, ports: Object.fromEntries(portsOfCables), vlans: { v: 10, w: 20 } });
      const prepared = prepareInventory(facts.inventory, options);
      const { segments, links } = vlanPath('v', prepared);
      fc.pre(segments.length > 0);
      const { state } = judge(facts, { kind: 'VlanIsWhole', vlanId: 'v' }, {});
      expect(state).toBe(segments.length > 1 ? 'Failing' : 'Passing');
      // A path over a cable names the VLAN if the VLAN is carried over the cable.
      const stops = buildStops('L2Physical', prepared.lookup, buildGraph(prepared, 'L2Physical'));
      for (const [a, b] of cables)
        for (const { hops } of allShortestPaths(stops, prepared.lookup, nameOf(a), nameOf(b), 1)) {
          const portIds = [hops[0]!.outInterfaceId, hops[1]!.inInterfaceId].sort();
          const isLink = links.some((link) =>
            portIds.every((id) => id === link.sourceInterfaceId || id === link.targetInterfaceId),
          );
          expect(hops[0]!.vlanIds.includes('v')).toBe(isLink);
        }
    }),
    { numRuns: 500 },
  );
});
