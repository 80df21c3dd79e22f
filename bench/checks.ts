// Measures checks of a campus network: all checks without cached results, all checks after one change, and a simulated
// failure of a device.
import type { FactsRule, CheckSelection } from '../src/modules/topology/judging/check-rules';
import type { NetworkFacts } from '../src/modules/topology/judging/facts';
import { judgeAgain } from '../src/modules/topology/answers/checks/judge-checks';
import { buildGraph, prepareInventory } from '../src/modules/topology/graph/build-graph';
import type { Inventory } from '../src/modules/topology/graph/inventory';
import type { RequestOptions } from '../src/modules/topology/graph/options';
import { findLostStops } from '../src/modules/topology/graph/questions/lost-stops';
import { buildStops, type Stops } from '../src/modules/topology/graph/questions/stops';
import { isAffected } from '../src/modules/topology/judging/inputs';
import { judge } from '../src/modules/topology/judging/judge';
import { suggestRules } from '../src/modules/topology/judging/suggest';
import { supposeFacts } from '../src/modules/topology/judging/supposing/suppose';
import { buildCampus, campusCores, campusFirewalls, campusHostId, campusInstant, campusVlanId } from './campus-facts';
import { median } from './topology-builder';

interface Measured {
  readonly hosts: number;
  readonly report: (line: string) => void;
  readonly print: (line: string) => void;
}

const checkCount = 50;
const rounds = 5;

/** The checks to measure: of the common kinds, then of one VLAN after another until there are `checkCount` checks. */
function checksOf(facts: NetworkFacts): (readonly [FactsRule, CheckSelection])[] {
  const switches: CheckSelection = { roles: ['Switch'] };
  const ends = {
    view: 'L2Physical',
    fromHostId: campusHostId(7),
    toHostId: campusHostId(facts.hosts.length - 1),
  } as const;
  const rules: (readonly [FactsRule, CheckSelection])[] = [
    [{ kind: 'SurvivesAnyFailure', rootHostIds: campusFirewalls }, switches],
    [{ kind: 'SurvivesAnyFailure', rootHostIds: campusFirewalls }, {}],
    [{ kind: 'UplinksToDifferentDevices', count: 2 }, switches],
    [{ kind: 'LinkEndsAgree', properties: ['NativeVlan', 'Speed', 'Duplex', 'Mtu'] }, {}],
    [{ kind: 'AggregateMembersUp' }, {}],
    [{ kind: 'PortsUpAsAdministered' }, {}],
    [{ kind: 'CablesAsAtBaseline', at: campusInstant }, {}],
    [{ kind: 'NothingUnknownBehindPorts' }, switches],
    [{ kind: 'ErrorRateWithin', perHour: 10 }, switches],
    [{ kind: 'NoOverlappingSubnets' }, {}],
    [{ kind: 'NoAddressTwice' }, {}],
    [{ kind: 'NoMacAtTwoMachines' }, {}],
    [{ kind: 'NoAddressOutsideSubnets' }, {}],
    [{ kind: 'SubnetNotFull', maxPercent: 80 }, {}],
    [{ kind: 'EverySubnetHasGateway' }, {}],
    [{ kind: 'SeenWithin', hours: 24 }, {}],
    [{ kind: 'NothingNewWithoutTag', since: campusInstant, tagIds: [] }, {}],
    [{ kind: 'OneSoftwareRevisionPerModel' }, {}],
    [{ kind: 'ServiceRequired', service: { category: 'WebServer' } }, { roles: ['Server'] }],
    [{ kind: 'ServiceForbidden', service: { port: { number: 23, protocol: 'Tcp' } } }, {}],
    [{ kind: 'CertificatesValid', days: 30 }, {}],
    [{ kind: 'NoDefaultCommunity' }, switches],
    [{ kind: 'WayExists', ...ends, maxHops: 6, throughHostIds: campusCores }, {}],
    [{ kind: 'WayExists', ...ends, notThroughHostIds: campusFirewalls.slice(0, 1) }, {}],
    [{ kind: 'NoWay', ...ends, view: 'L3Logical' }, {}],
    [{ kind: 'VlanOnExactlyThesePorts', vlanId: campusVlanId(0), interfaceIds: [] }, {}],
  ];
  for (let vlan = 0; rules.length < checkCount; vlan += 1)
    rules.push([{ kind: 'VlanIsWhole', vlanId: campusVlanId(vlan % 20) }, {}]);
  return rules;
}

const coreFails = [{ kind: 'HostFails', hostId: campusCores[0]! }] as const;
const options: RequestOptions = {
  containerRules: { L2Physical: [], L3Logical: [], Workloads: [], Application: [] },
  ...{ elementRules: [], hideEntities: {}, hideMetadataValues: {} },
};
function stopsOf(inventory: Inventory): Stops {
  const prepared = prepareInventory(inventory, options);
  return buildStops('L2Physical', prepared.lookup, buildGraph(prepared, 'L2Physical'));
}

/** Copies a network. Results that are cached for the objects of the original are then not used for the copy. */
const copyOf = ({ baselines, ...facts }: NetworkFacts): NetworkFacts => ({ ...structuredClone(facts), baselines });

/** Adds the present cables of the network as a baseline. A check compares the cables with this baseline. */
const withBaseline = (facts: NetworkFacts): NetworkFacts => {
  const cables = facts.inventory.interfaces.flatMap(({ id, hostId, neighbors }) =>
    neighbors.map((far) => ({
      ...{ interfaceId: id, hostId, otherInterfaceId: far.interfaceId, otherHostId: far.hostId, isDown: false },
    })),
  );
  return { ...facts, baselines: new Map([[campusInstant, cables]]) };
};

export function benchChecks({ hosts, report, print }: Measured): void {
  report(`checks of ${hosts} hosts …`);
  const facts = withBaseline(buildCampus(hosts));
  const checks = checksOf(facts);
  const checkRules = checks.map(([rule, selection]) => ({ rule, selection }));
  const judgeAll = (state: NetworkFacts): void => void judgeAgain(state, checkRules, { networkId: 'bench', bytes: 1 });
  const { hosts: rows } = facts.inventory;
  const figures: [name: string, prepare: () => () => void][] = [
    [
      `${checkCount} checks from nothing`,
      () => {
        const state = copyOf(facts);
        return () => judgeAll(state);
      },
    ],
    [
      `${checkCount} checks after a change of a host`,
      () => {
        judgeAll(facts);
        const state = withList(facts, { hosts: rows.with(9, { ...rows[9]!, displayName: 'renamed' }) });
        return () => judgeAll(state);
      },
    ],
    [
      `${checkCount} checks after a change of a port`,
      () => {
        judgeAll(facts);
        const state = withPortDown(facts);
        return () => judgeAll(state);
      },
    ],
    [
      'what if a core is gone: the supposed network and what is cut off',
      () => {
        const before = stopsOf(facts.inventory);
        return () => {
          const { result } = supposeFacts(facts, coreFails);
          const after = stopsOf(result!.inventory);
          findLostStops({
            before,
            after,
            root: null,
            downIds: campusCores.slice(0, 1),
            namedIds: campusCores.slice(0, 1),
          });
        };
      },
    ],
    [
      `what if a core is gone: ${checkCount} checks`,
      () => {
        judgeAll(facts);
        return () => {
          const { result } = supposeFacts(facts, coreFails);
          for (const [rule, selection] of checks)
            if (isAffected(rule, selection, facts, result!)) judge(result!, rule, selection);
        };
      },
    ],
    [
      'suggestions from nothing',
      () => {
        const state = copyOf(facts);
        return () => void suggestRules(state);
      },
    ],
  ];
  print(`${hosts} hosts: milliseconds, and milliseconds of processor time; medians of ${rounds} rounds`);
  for (const [name, prepare] of figures) {
    const times = Array.from({ length: rounds }, () => timeOf(prepare()));
    print(line(name, median(times.map(({ wall }) => wall)), median(times.map(({ processor }) => processor))));
  }
  print('The slowest checks after a change of a port, one after the other:');
  judgeAll(facts);
  const changed = withPortDown(facts);
  const times = checks.map(([rule, selection]) => ({
    kind: rule.kind,
    ...timeOf(() => void judge(changed, rule, selection)),
  }));
  for (const { kind, wall, processor } of times.sort((a, b) => b.processor - a.processor).slice(0, 8))
    print(line(`  ${kind}`, wall, processor));
}

const line = (name: string, wall: number, processor: number): string =>
  `${name.padEnd(62)} ${wall.toFixed(0).padStart(8)} ${processor.toFixed(0).padStart(8)}`;

const withList = (facts: NetworkFacts, lists: Partial<NetworkFacts['inventory']>): NetworkFacts => ({
  ...facts,
  inventory: { ...facts.inventory, ...lists },
});

const withPortDown = (facts: NetworkFacts): NetworkFacts => {
  const { interfaces } = facts.inventory;
  return withList(facts, { interfaces: interfaces.with(9, { ...interfaces[9]!, operStatus: 'Down' }) });
};

/** How long the work takes in milliseconds: by the clock, and in processor time of this thread. */
function timeOf(work: () => void): { readonly wall: number; readonly processor: number } {
  const [startedAt, usedBefore] = [performance.now(), process.threadCpuUsage()];
  work();
  const { user, system } = process.threadCpuUsage(usedBefore);
  return { wall: performance.now() - startedAt, processor: (user + system) / 1000 };
}
