// Tests how networks of 100 hosts and more are folded before the user expands or collapses anything, and how a change
// in the network changes the folds.
import { groupings, legibleMarks } from '../../../../../src/modules/topology/graph/folding/detail';
import { countsInWords } from '../../../../../src/modules/topology/graph/folding/kinds';
import type { FoldTree } from '../../../../../src/modules/topology/graph/folding/folded-graph';
import type { Inventory } from '../../../../../src/modules/topology/graph/inventory';
import { topologyViews } from '../../../../../src/modules/topology/graph/options';
import { demoInventories } from '../demo-inventories';
import { collapsedFolds, foldTree, countMarks, planTree, usualOptions } from './folding';

const [small, large] = [100, 2000].map((hosts) => demoInventories(hosts)[0]!) as [Inventory, Inventory];
const [campus, dataCentre, branch] = demoInventories(500, 3) as [Inventory, Inventory, Inventory];

describe.each(topologyViews)('the first view of %s', (view) => {
  test.each([
    ['a campus of 100 hosts', small],
    ['a campus of 2,000 hosts', large],
    ['a data centre', dataCentre],
    ['branches', branch],
  ])('%s: at most as many marks as can be read', (_, inventory) => {
    expect(countMarks(foldTree(planTree(inventory, view)))).toBeLessThanOrEqual(legibleMarks);
  });

  test.each(groupings)('a campus by %s: folds have names, reasons and counts in words', (groupBy) => {
    const { folds } = foldTree(planTree(campus, view, groupBy));
    expect(folds.length).toBeGreaterThan(0);
    for (const { label, reason, counts, depth } of folds) {
      expect(label).not.toBe('');
      expect(reason).toMatch(/\.$/);
      expect(countsInWords(counts)).toMatch(/^\d+ [a-zI]/);
      expect(depth).toBeLessThan(20);
    }
  });

  test('2,000 hosts: at least 20 marks', () => {
    expect(countMarks(foldTree(planTree(large, view)))).toBeGreaterThanOrEqual(20);
  });
});

test('a building is folded behind its distribution switches, endpoints behind their access switch', () => {
  const tree = planTree(large, 'L2Physical');
  const foldedGraph = foldTree(tree);
  const building = collapsedFolds(foldedGraph).find(
    ({ label }) => label === 'Main Hall: behind rv-a-dist-1 and rv-a-dist-2',
  )!;
  expect(countsInWords(building.counts)).toMatch(/phones/);
  expect(foldedGraph.nodes.some(({ header }) => header === 'rv-a-dist-1')).toBe(true);
  const openedFoldedGraph = foldTree(tree, { expanded: [building.id] });
  const endpoints = collapsedFolds(openedFoldedGraph).find(({ label }) => label === 'Endpoints of rv-a-acc-1')!;
  expect(endpoints.basis).toBe('Endpoints');
  const accessSwitch = large.hosts.find(({ displayName }) => displayName === 'rv-a-acc-1')!;
  expect(endpoints.anchorIds).toEqual([accessSwitch.id]);
});

test('machines without a cable are one fold at their switch, in graphs of any size, until a request expands it', () => {
  const options = { ...usualOptions, optionalEdgeTypes: ['LearnedMachine' as const] };
  const tree = planTree(small, 'L2Physical', 'Auto', options);
  const machines = collapsedFolds(foldTree(tree, { foldAbove: 10_000 }));
  expect(machines.length).toBeGreaterThan(0);
  expect(new Set(machines.map(({ basis }) => basis))).toEqual(new Set(['LearnedEndpoints']));
  expect(machines.map(({ label }) => label)).toContain('Machines at rv-a-acc-1');
  const expanded = machines.map(({ id }) => id);
  expect(foldTree(tree, { foldAbove: 10_000, expanded }).nodes).toHaveLength(tree.graph.nodes.length);
  const largeFolds = collapsedFolds(foldTree(planTree(large, 'L2Physical', 'Auto', options)));
  expect(largeFolds.length).toBeLessThanOrEqual(legibleMarks);
});

test('subnets are folded behind the routers of their building, machines by their building', () => {
  const subnets = collapsedFolds(foldTree(planTree(large, 'L3Logical')));
  expect(subnets.map(({ label }) => label)).toContain('Main Hall: subnets behind rv-a-dist-1 and rv-a-dist-2');
  const machines = collapsedFolds(foldTree(planTree(large, 'Workloads')));
  expect(machines.map(({ label, basis }) => `${basis} ${label}`)).toContain('Location Main Hall');
});

describe('unusual networks', () => {
  const id = (kind: number, number: number) =>
    `${String(kind).padStart(8, '0')}-0000-4000-8000-${String(number).padStart(12, '0')}`;
  /** Switches by number, and the cables between them. */
  const wiredInventory = (count: number, cables: readonly (readonly [number, number])[]): Inventory => ({
    ...small,
    ...{ subnets: [], ipAddresses: [], ports: [], bindings: [], services: [], groups: [] },
    hosts: Array.from({ length: count }, (_, at) => ({ ...small.hosts[0]!, id: id(1, at), displayName: `sw-${at}` })),
    interfaces: cables.map(([from, to], at) => ({
      ...{ ...small.interfaces[0]!, id: id(2, at), hostId: id(1, from) },
      neighbors: [{ interfaceId: null, hostId: id(1, to), protocol: 'LLDP' as const, basis: null }],
    })),
  });
  const chain = Array.from({ length: 2999 }, (_, at) => [at, at + 1] as const);
  const star = Array.from({ length: 2999 }, (_, at) => [0, at + 1] as const);
  const mesh = Array.from({ length: 100 }, (_, from) => Array.from({ length: from }, (_x, to) => [from, to] as const));
  const pairs = Array.from({ length: 1500 }, (_, at) => [2 * at, 2 * at + 1] as const);

  test.each([
    ['a chain', chain],
    ['a star', star],
    ['pairs', pairs],
    ['a full mesh of some', mesh.flat()],
  ])('%s of 3,000 devices are folded in limited time', (_, cables) => {
    const tree = planTree(wiredInventory(3000, cables), 'L2Physical');
    expect(Math.max(...tree.folds.map(({ depth }) => depth))).toBeLessThan(20);
    expect(countMarks(foldTree(tree))).toBeLessThan(legibleMarks);
    expect(foldTree(tree).nodes.length).toBeLessThan(tree.graph.nodes.length);
  });

  test('a thousand machines of which only addresses are known are folded', () => {
    const [host] = small.hosts;
    const hosts = Array.from({ length: 1000 }, (_x, at) => ({
      ...{ ...host!, id: id(1, at), displayName: `10.0.${at >> 8}.${at & 255}`, location: null, tagIds: [] },
    }));
    const inventory: Inventory = {
      ...wiredInventory(0, []),
      hosts,
      subnets: [{ ...small.subnets[0]!, id: id(3, 0), cidr: '10.0.0.0/16', subnetType: 'Lan' }],
      ipAddresses: hosts.map(({ displayName }, at) => ({
        ...{ id: id(4, at), hostId: id(1, at), subnetId: id(3, 0), ipAddress: displayName, position: 0 },
      })),
    };
    const tree = planTree(inventory, 'L3Logical');
    const foldedGraph = foldTree(tree);
    expect(countMarks(foldedGraph)).toBeLessThanOrEqual(legibleMarks);
    expect(foldedGraph.folds.map(({ label }) => label)).toContain('10.0.1.0/24');
  });
});

test('an added endpoint changes only the folds that contain it', () => {
  const phone = small.hosts.find(({ displayName }) => displayName.startsWith('rv-a-tel-'))!;
  const access = small.hosts.find(({ displayName }) => displayName === 'rv-a-acc-1')!;
  const id = 'ffffffff-0000-4000-8000-000000000001';
  const report = { interfaceId: null, hostId: access.id, protocol: 'LLDP' as const, basis: null };
  const port = { ...small.interfaces[0]!, id: 'ffffffff-0000-4000-8000-000000000002', hostId: id, neighbors: [report] };
  const more: Inventory = {
    ...small,
    hosts: [...small.hosts, { ...phone, id, displayName: 'rv-a-tel-99' }],
    interfaces: [...small.interfaces, port],
    services: [
      ...small.services,
      ...small.services
        .filter(({ hostId }) => hostId === phone.id)
        .map((service) => ({ ...service, id: `fffffff0${service.id.slice(8)}`, hostId: id })),
    ],
  };
  for (const view of ['L2Physical', 'Workloads'] as const) {
    const [before, after] = [planTree(small, view), planTree(more, view)];
    const allOf = (tree: FoldTree) => {
      const expandedIds = tree.folds.map(({ plannedFold }) => plannedFold.id);
      return new Map(foldTree(tree, { limit: 1, expanded: expandedIds }).folds.map((fold) => [fold.id, fold]));
    };
    const addedNodes = after.graph.nodes.filter((node) => !before.nodes().has(node.id));
    expect(addedNodes.map(({ header }) => header)).toContain('rv-a-tel-99');
    const touchedIds = new Set<string>();
    for (const node of addedNodes)
      for (let fold = after.foldOf.get(node.id); fold; fold = fold.parent) touchedIds.add(fold.plannedFold.id);
    const folds = allOf(after);
    for (const [foldId, fold] of allOf(before)) {
      expect(folds.has(foldId)).toBe(true);
      if (!touchedIds.has(foldId)) expect(folds.get(foldId)).toEqual(fold);
    }
  }
});
