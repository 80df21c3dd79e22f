// Why something is not shown: every reason on a network drawn by hand, and no false ones on generated networks.
import fc from 'fast-check';
import { buildGraph, prepareInventory } from '../../src/topology-graph/build-graph';
import { topologyViews, type View } from '../../src/topology-graph/options';
import { hiddenReasons, whyHidden, type HiddenReason } from '../../src/topology-graph/questions/why-hidden';
import { draw, prepared } from './drawing';
import { inventories, requestOptions } from './inventories';

const network = () =>
  draw()
    .tag('t-app', { isApplication: true })
    .tag('t-unused', { isApplication: true })
    .tag('t-plain')
    .vlan(10)
    .vlan(20)
    .subnet('lan', '10.0.0.0/24')
    .subnet('lo', '127.0.0.0/8', 'Loopback')
    .subnet('empty', '10.9.0.0/24')
    .subnet('bridge-a', '172.17.0.0/16', 'DockerBridge', { runtime: 'docker' })
    .subnet('bridge-b', '172.18.0.0/16', 'DockerBridge', { runtime: 'docker' })
    .host('web', { at: ['lan 10.0.0.5', 'lo 127.0.0.1', 'bridge-a 172.17.0.1', 'bridge-b 172.18.0.1'] })
    .service('nginx', { on: 'web', listens: ['10.0.0.5:80'], tags: ['t-app'] })
    .service('local', { on: 'web', listens: ['127.0.0.1:99'] })
    .service('idle', { on: 'web' })
    .service('open', { on: 'web', software: 'open-ports', listens: ['10.0.0.5:1'] })
    .service('docker', { on: 'web' })
    .host('ghost', { at: ['lan 10.0.0.9'], hidden: true })
    .service('ghost-app', { on: 'ghost', listens: ['*:80'] })
    .host('lost-vm', { isVirtual: true })
    .service('lost-app', { on: 'lost-vm' })
    .host('bare', { at: ['lo 127.0.0.2'] })
    .host('sw')
    .port('sw/1', { vlan: 10 })
    .port('sw/2')
    .port('sw/lo', { ifType: 24 })
    .port('web/1')
    .neighbour('sw/1', 'web/1')
    .port('bare/1')
    .group('g', 'RequestPath', ['nginx', 'idle']);

function reasonFor(
  view: View,
  entityId: string,
  chosen: Parameters<typeof prepared>[1] = { rules: ['ByVLAN'] },
): HiddenReason {
  const drawing = network();
  drawing.rows.ports.push({ id: 'web:443', hostId: 'web', number: 443, protocol: 'Tcp' });
  const given = prepared(drawing, chosen);
  return whyHidden(entityId, buildGraph(given, view), given, drawing.rows);
}

const cases: [View, string, HiddenReason][] = [
  ['L3Logical', 'lan', 'Shown'],
  ['L3Logical', 'web@10.0.0.5', 'Shown'],
  ['L3Logical', 'nginx', 'ShownInside'],
  ['L3Logical', 'web:80', 'ShownInside'],
  ['L3Logical', 'web', 'ShownByParts'],
  ['L3Logical', 'bridge-a', 'Shown'],
  ['L3Logical', 'bridge-b', 'MergedBridge'],
  ['L3Logical', 'nobody', 'NotInNetwork'],
  ['L3Logical', 'ghost', 'HiddenHost'],
  ['L3Logical', 'ghost@10.0.0.9', 'HiddenHost'],
  ['L3Logical', 'ghost-app', 'HiddenHost'],
  ['L3Logical', 'ghost:80', 'HiddenHost'],
  ['L3Logical', 'lo', 'LoopbackSubnet'],
  ['L3Logical', 'web@127.0.0.1', 'LoopbackSubnet'],
  ['L3Logical', 'local', 'LoopbackSubnet'],
  ['L3Logical', 'empty', 'EmptySubnet'],
  ['L3Logical', 'bare', 'NoAddress'],
  ['L3Logical', 'sw', 'NoAddress'],
  ['L3Logical', 'idle', 'NoBinding'],
  ['L3Logical', 'web:99', 'LoopbackSubnet'],
  ['L3Logical', 'web:443', 'NoBinding'],
  ['L3Logical', 'nginx/10.0.0.5:80', 'NotDrawnInView'],
  ['L3Logical', 'sw/1', 'NotDrawnInView'],
  ['L3Logical', 'vlan-10', 'NotDrawnInView'],
  ['L3Logical', 'g', 'NotDrawnInView'],
  ['L2Physical', 'sw', 'Shown'],
  ['L2Physical', 'sw/1', 'Shown'],
  ['L2Physical', 'vlan-10', 'Shown'],
  ['L2Physical', 'vlan-20', 'NoNativePort'],
  ['L2Physical', 'bare', 'NoNeighbour'],
  ['L2Physical', 'bare/1', 'NoNeighbour'],
  ['L2Physical', 'sw/lo', 'VirtualPort'],
  ['L2Physical', 'nginx', 'NotDrawnInView'],
  ['Workloads', 'web', 'Shown'],
  ['Workloads', 'nginx', 'Shown'],
  ['Workloads', 'lost-vm', 'NoHypervisor'],
  ['Workloads', 'lost-app', 'NoHypervisor'],
  ['Workloads', 'sw', 'NoWorkload'],
  ['Workloads', 'docker', 'BecameBox'],
  ['Workloads', 'open', 'OpenPorts'],
  ['Workloads', 'lan', 'NotDrawnInView'],
  ['Application', 'nginx', 'Shown'],
  ['Application', 't-app', 'Shown'],
  ['Application', 't-unused', 'NotAnApplication'],
  ['Application', 't-plain', 'NotAnApplication'],
  ['Application', 'idle', 'NoBinding'],
  ['Application', 'open', 'OpenPorts'],
  ['Application', 'web', 'ShownByParts'],
  ['Application', 'sw', 'NoWorkload'],
  ['Application', 'lan', 'NotDrawnInView'],
];
test.each(cases)('%s: %s is %s', (view, entityId, reason) => expect(reasonFor(view, entityId)).toBe(reason));

test('what options leave out is told as such', () => {
  expect(reasonFor('L3Logical', 'lan', { hides: ['Subnet'] })).toBe('HiddenKind');
  expect(reasonFor('L3Logical', 'web@10.0.0.5', { hides: ['IPAddress'] })).toBe('HiddenKind');
  expect(reasonFor('L3Logical', 'nginx', { hides: ['IPAddress'] })).toBe('HiddenKind');
  expect(reasonFor('L3Logical', 'web', { hides: ['IPAddress'] })).toBe('HiddenKind');
  expect(reasonFor('L3Logical', 'web:80', { hides: ['IPAddress'] })).toBe('HiddenKind');
  expect(reasonFor('L3Logical', 'nginx', { hides: ['Service'] })).toBe('HiddenKind');
  expect(reasonFor('L2Physical', 'sw/2', { hidesLinkStates: ['Unlinked'] })).toBe('LinkStateFilter');
  expect(reasonFor('L2Physical', 'sw/1', { hidesLinkStates: ['Linked'] })).toBe('LinkStateFilter');
  expect(reasonFor('L2Physical', 'sw/2', { hidesLinkStates: ['Linked'] })).toBe('Shown');
  expect(reasonFor('L2Physical', 'sw', { hidesLinkStates: ['Linked'] })).toBe('Shown');
  expect(reasonFor('Application', 't-app', { applications: ['t-plain'] })).toBe('NotAnApplication');
  expect(reasonFor('L2Physical', 'vlan-10', { rules: ['ByPortOpStatus', 'ByVLAN'] })).toBe('NoNativePort');
});

test('every reason occurs above', () => {
  const told = new Set([...cases.map(([, , reason]) => reason), 'HiddenKind', 'LinkStateFilter']);
  expect([...told].sort()).toEqual(Object.keys(hiddenReasons).sort());
});

test('every row of a network has a reason; "shown" is said of what is in the graph and of nothing else', () => {
  fc.assert(
    fc.property(inventories, requestOptions, fc.constantFrom(...topologyViews), (inventory, options, view) => {
      const given = prepareInventory(inventory, options);
      const graph = buildGraph(given, view);
      const shown = new Set(
        graph.nodes.flatMap((node) => [
          node.id,
          ...(node.nodeType === 'Container' && node.entityId !== null ? [node.entityId] : []),
        ]),
      );
      const wrong: [string, HiddenReason][] = [];
      const hostIds = new Set(inventory.hosts.map(({ id }) => id));
      for (const rows of Object.values(inventory))
        for (const { id, hostId } of rows as readonly { id: string; hostId?: string }[]) {
          // The database has no row without its host.
          if (hostId !== undefined && !hostIds.has(hostId)) continue;
          const reason = whyHidden(id, graph, given, inventory);
          if ((reason === 'Shown') !== shown.has(id) || reason === 'NotInNetwork') wrong.push([id, reason]);
        }
      expect(wrong).toEqual([]);
    }),
    { numRuns: 500 },
  );
});
