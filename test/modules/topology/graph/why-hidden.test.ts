// Explaining why a node or edge is not shown: every reason, in small handwritten networks.
import { buildGraph } from '../../../../src/modules/topology/graph/build-graph';
import { displayGraph } from '../../../../src/modules/topology/graph/display';
import type { View } from '../../../../src/modules/topology/graph/options';
import {
  hiddenReasons,
  whyHidden,
  type HiddenReason,
} from '../../../../src/modules/topology/graph/questions/why-hidden';
import { draw, prepareDrawing } from './drawing';

const network = () =>
  draw()
    .tag('t-app', { isApplication: true })
    .tag('t-unused', { isApplication: true })
    .tag('t-plain')
    .vlan(10)
    .vlan(20)
    .vlan(30)
    .subnet('lan', '10.0.0.0/24')
    .subnet('lo', '127.0.0.0/8', 'Loopback')
    .subnet('empty', '10.9.0.0/24')
    .subnet('bridge-a', '172.17.0.0/16', 'DockerBridge', { runtime: 'docker' })
    .subnet('bridge-b', '172.18.0.0/16', 'DockerBridge', { runtime: 'docker' })
    .host('web', { at: ['lan 10.0.0.5', 'lo 127.0.0.1', 'bridge-a 172.17.0.1', 'bridge-b 172.18.0.1'] })
    .service('nginx', { on: 'web', listens: ['10.0.0.5:80'], tags: ['t-app'] })
    .service('local', { on: 'web', listens: ['127.0.0.1:99'] })
    .service('mixed', { on: 'web', listens: ['10.0.0.5:81', '127.0.0.1:98'] })
    .service('idle', { on: 'web' })
    .service('open', { on: 'web', software: 'open-ports', listens: ['10.0.0.5:1'] })
    .service('docker', { on: 'web' })
    .host('next', { at: ['lan 10.0.0.6'] })
    .service('beside', { on: 'next', listens: ['10.0.0.6:80'] })
    .service('spread', { on: 'next', listens: ['*:90'] })
    .host('ghost', { at: ['lan 10.0.0.9'], hidden: true })
    .service('ghost-app', { on: 'ghost', listens: ['*:80'] })
    .host('lost-vm', { isVirtual: true })
    .service('lost-app', { on: 'lost-vm' })
    .host('bare', { at: ['lo 127.0.0.2'] })
    .host('sw')
    .host('mute')
    .service('agent', { on: 'mute', listens: ['*:161'] })
    .port('sw/1', { vlan: 10 })
    .port('sw/2')
    .port('sw/lo', { ifType: 24 })
    .port('web/1')
    .neighbour('sw/1', 'web/1')
    .port('web/2', { vlan: 30 })
    .port('bare/1')
    .group('g', 'RequestPath', ['nginx', 'idle'])
    .group('joined', 'HubAndSpoke', ['nginx/10.0.0.5:80', 'beside/10.0.0.6:80'])
    .group('everywhere', 'RequestPath', ['nginx/10.0.0.5:80', 'spread/*:90']);

function reasonFor(
  view: View,
  entityId: string,
  options: Parameters<typeof prepareDrawing>[1] = { rules: ['ByVLAN'] },
): HiddenReason {
  const drawing = network();
  drawing.rows.ports.push({ id: 'web:443', hostId: 'web', number: 443, protocol: 'Tcp' });
  const preparedDrawing = prepareDrawing(drawing, options);
  const graph = buildGraph(preparedDrawing, view);
  return whyHidden(entityId, { graph, builtGraph: graph, preparedInventory: preparedDrawing, inventory: drawing.rows })
    .reason;
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
  // Port 98 is bound only to a loopback address, although its service is also bound to another port at another
  // address.
  ['L3Logical', 'web:98', 'LoopbackSubnet'],
  ['L3Logical', 'agent', 'NoAddress'],
  ['L3Logical', 'mute:161', 'NoAddress'],
  ['L3Logical', 'bare/1', 'NotDrawnInView'],
  ['L3Logical', 'nginx/10.0.0.5:80', 'NotDrawnInView'],
  ['L3Logical', 'sw/1', 'NotDrawnInView'],
  ['L3Logical', 'vlan-10', 'NotDrawnInView'],
  ['L3Logical', 'joined', 'Shown'],
  ['L3Logical', 'g', 'NoDrawnMembers'],
  ['L3Logical', 'everywhere', 'NoDrawnMembers'],
  ['L2Physical', 'joined', 'NotDrawnInView'],
  ['Workloads', 'g', 'Shown'],
  ['Application', 'g', 'NoDrawnMembers'],
  ['Application', 'everywhere', 'Shown'],
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
test.each(cases)('%s: %s is explained by %s', (view, entityId, reason) =>
  expect(reasonFor(view, entityId)).toBe(reason),
);

test('unresolved neighbour records are the reason, unless another reason comes first', () => {
  const explain = (entityId: string, view: View, unlinkedReasons: string[]) => {
    const drawing = network();
    const preparedDrawing = prepareDrawing(drawing);
    const graph = buildGraph(preparedDrawing, view);
    return whyHidden(entityId, {
      graph,
      builtGraph: graph,
      preparedInventory: preparedDrawing,
      inventory: drawing.rows,
      unlinkedReasons,
    });
  };
  const reason = 'UnresolvedNeighbour';
  const message = `${hiddenReasons[reason]} One. Two.`;
  expect(explain('bare', 'L2Physical', ['One.', 'Two.'])).toEqual({ reason, message, tagId: null });
  expect(explain('bare/1', 'L2Physical', ['One.', 'Two.'])).toEqual({ reason, message, tagId: null });
  expect(explain('bare', 'L2Physical', []).reason).toBe('NoNeighbour');
  expect(explain('sw/lo', 'L2Physical', ['One.']).reason).toBe('VirtualPort');
  expect(explain('ghost', 'L2Physical', ['One.']).reason).toBe('HiddenHost');
  expect(explain('sw/1', 'L2Physical', ['One.']).reason).toBe('Shown');
});

test('entities excluded by options are explained by the option', () => {
  expect(reasonFor('L3Logical', 'lan', { hides: ['Subnet'] })).toBe('HiddenKind');
  expect(reasonFor('L3Logical', 'web@10.0.0.5', { hides: ['IPAddress'] })).toBe('HiddenKind');
  expect(reasonFor('L3Logical', 'nginx', { hides: ['IPAddress'] })).toBe('HiddenKind');
  expect(reasonFor('L3Logical', 'web', { hides: ['IPAddress'] })).toBe('HiddenKind');
  expect(reasonFor('L3Logical', 'web:80', { hides: ['IPAddress'] })).toBe('HiddenKind');
  expect(reasonFor('L3Logical', 'nginx', { hides: ['Service'] })).toBe('HiddenKind');
  expect(reasonFor('L2Physical', 'sw/2', { hidesLinkStates: ['Unlinked'] })).toBe('LinkStateFilter');
  expect(reasonFor('L2Physical', 'sw/1', { hidesLinkStates: ['Linked'] })).toBe('LinkStateFilter');
  expect(reasonFor('L2Physical', 'sw/2', { hidesLinkStates: ['Linked'] })).toBe('Shown');
  expect(reasonFor('L2Physical', 'sw/2', { hidesLinkStates: ['Unlinked'], hides: ['Interface'] })).toBe('HiddenKind');
  const unlinkedOptions = { rules: ['ByVLAN' as const], hidesLinkStates: ['Unlinked'] };
  expect(reasonFor('L2Physical', 'vlan-30', unlinkedOptions)).toBe('LinkStateFilter');
  expect(reasonFor('L2Physical', 'vlan-30', { ...unlinkedOptions, hides: ['VLAN'] })).toBe('HiddenKind');
  expect(reasonFor('L3Logical', 'joined', { hides: ['IPAddress'] })).toBe('HiddenKind');
  expect(reasonFor('L2Physical', 'sw', { hidesLinkStates: ['Linked'] })).toBe('Shown');
  expect(reasonFor('Application', 't-app', { applications: ['t-plain'] })).toBe('NotAnApplication');
  expect(reasonFor('L2Physical', 'vlan-10', { rules: ['ByPortOpStatus', 'ByVLAN'] })).toBe('NoNativePort');
});

test('entities hidden by no option have another reason, whatever kinds are hidden', () => {
  const unlinked = { rules: ['ByVLAN' as const], hidesLinkStates: ['Unlinked'] };
  expect(reasonFor('L2Physical', 'bare/1', unlinked)).toBe('NoNeighbour');
  expect(reasonFor('L2Physical', 'sw/lo', unlinked)).toBe('VirtualPort');
  expect(reasonFor('L2Physical', 'vlan-20', unlinked)).toBe('NoNativePort');
  expect(reasonFor('L3Logical', 'g', { hides: ['IPAddress'] })).toBe('NoDrawnMembers');
  expect(reasonFor('L3Logical', 'lo', { hides: ['Subnet'] })).toBe('LoopbackSubnet');
  expect(reasonFor('L3Logical', 'web', { hides: ['Host'] })).toBe('ShownByParts');
  expect(reasonFor('L3Logical', 'sw/2', { hides: ['Interface'], hidesLinkStates: ['Unlinked'] })).toBe(
    'NotDrawnInView',
  );
  expect(reasonFor('Application', 'idle', { hides: ['Service'] })).toBe('NoBinding');
  expect(reasonFor('Workloads', 'web', { hides: ['Host'] })).toBe('HiddenKind');
  expect(reasonFor('L3Logical', 'bridge-b', { hides: ['Subnet'] })).toBe('HiddenKind');
  const linkedOptions = { rules: ['ByVLAN' as const], hidesLinkStates: ['Linked'] };
  expect(reasonFor('L2Physical', 'vlan-10', linkedOptions)).toBe('LinkStateFilter');
  expect(reasonFor('L2Physical', 'vlan-10', { ...linkedOptions, hides: ['VLAN'] })).toBe('HiddenKind');
});

describe('the tag filter', () => {
  const taggedDrawing = () =>
    draw()
      .tag('t-host', { name: 'Away' })
      .tag('t-service', { name: 'Internal' })
      .tag('t-subnet', { name: 'Old' })
      .tag('t-other')
      .vlan(10)
      .subnet('lan', '10.0.0.0/24', 'Lan', { tags: ['t-subnet'] })
      .subnet('dmz', '10.1.0.0/24', 'Dmz')
      .subnet('lo', '127.0.0.0/8', 'Loopback')
      .host('metal', { at: ['dmz 10.1.0.1'] })
      .service('proxmox', { on: 'metal', tags: ['t-service'] })
      .service('ssh', { on: 'metal', listens: ['*:22'], tags: ['t-other', 't-service'] })
      .host('vm', { on: 'proxmox', at: ['lan 10.0.0.2', 'lo 127.0.0.1'], tags: ['t-other', 't-host'] })
      .service('docker', { on: 'vm', listens: ['*:2375'] })
      .service('app', { on: 'vm', in: 'docker', listens: ['10.0.0.2:80'] })
      .service('idle', { on: 'vm' })
      .port('vm/eth', { vlan: 10 })
      .port('metal/1')
      .neighbour('vm/eth', 'metal/1')
      .host('box', { tags: ['t-host'] })
      .service('only', { on: 'box' })
      .group('path', 'RequestPath', ['ssh', 'app'])
      .group('hub', 'HubAndSpoke', ['ssh', 'app']);
  const explain = (view: View, entityId: string, hiddenType: 'Host' | 'Service' | 'Subnet', tagId: string) => {
    const drawing = taggedDrawing();
    const preparedDrawing = prepareDrawing(drawing, { rules: ['ByVLAN', 'ByHypervisor'] });
    const tagFilter = { hiddenHostTagIds: [], hiddenServiceTagIds: [], hiddenSubnetTagIds: [] };
    const display = {
      bundleEdges: true,
      hideEdgeTypes: ['PhysicalLink' as const, 'HubAndSpoke' as const],
      tagFilter: { ...tagFilter, [`hidden${hiddenType}TagIds`]: [tagId] },
    };
    const builtGraph = buildGraph(preparedDrawing, view);
    const graph = displayGraph(builtGraph, preparedDrawing.lookup, display);
    return whyHidden(entityId, {
      graph,
      builtGraph,
      display,
      preparedInventory: preparedDrawing,
      inventory: drawing.rows,
    });
  };

  test.each([
    ['L3Logical', 'vm', 'Host', 't-host'],
    ['L3Logical', 'vm@10.0.0.2', 'Host', 't-host'],
    ['L3Logical', 'app', 'Host', 't-host'],
    ['L3Logical', 'vm:80', 'Host', 't-host'],
    ['L2Physical', 'vm', 'Host', 't-host'],
    ['L2Physical', 'vm/eth', 'Host', 't-host'],
    ['L2Physical', 'vlan-10', 'Host', 't-host'],
    ['Workloads', 'vm', 'Host', 't-host'],
    ['Workloads', 'docker', 'Host', 't-host'],
    ['Workloads', 'proxmox', 'Host', 't-host'],
    ['Workloads', 'box', 'Host', 't-host'],
    ['Workloads', 'only', 'Host', 't-host'],
    ['Application', 'vm', 'Host', 't-host'],
    ['Application', 'app', 'Host', 't-host'],
    ['Application', 'path', 'Host', 't-host'],
    ['Application', 'path', 'Service', 't-service'],
    ['L3Logical', 'ssh', 'Service', 't-service'],
    ['L3Logical', 'metal:22', 'Service', 't-service'],
    ['Workloads', 'ssh', 'Service', 't-service'],
    ['Workloads', 'proxmox', 'Service', 't-service'],
    ['Application', 'ssh', 'Service', 't-service'],
    ['Application', 'metal', 'Service', 't-service'],
    ['L3Logical', 'lan', 'Subnet', 't-subnet'],
    ['L3Logical', 'vm@10.0.0.2', 'Subnet', 't-subnet'],
    ['L3Logical', 'vm', 'Subnet', 't-subnet'],
    ['L3Logical', 'app', 'Subnet', 't-subnet'],
  ] as const)(
    'in %s hides %s by the tag of a %s, and is named as the reason: %s',
    (view, entityId, hiddenType, tagId) => {
      const name = { 't-host': 'Away', 't-service': 'Internal', 't-subnet': 'Old' }[tagId];
      expect(explain(view, entityId, hiddenType, tagId)).toEqual({
        reason: 'TagFilter',
        message: `${hiddenReasons.TagFilter} The tag: ${name}.`,
        tagId,
      });
    },
  );

  test.each([
    ['L3Logical', 'lan', 'Host', 't-host', 'Shown'],
    ['L3Logical', 'metal', 'Service', 't-service', 'ShownByParts'],
    ['L3Logical', 'vm@127.0.0.1', 'Host', 't-host', 'LoopbackSubnet'],
    ['L3Logical', 'idle', 'Host', 't-host', 'NoBinding'],
    ['L2Physical', 'metal/1', 'Host', 't-host', 'Shown'],
    ['L2Physical', 'box', 'Host', 't-host', 'NoNeighbour'],
    ['Workloads', 'app', 'Service', 't-service', 'ShownInside'],
    ['Application', 'idle', 'Host', 't-host', 'NoBinding'],
    ['Application', 'path', 'Subnet', 't-subnet', 'Shown'],
    ['Application', 'hub', 'Host', 't-host', 'HiddenEdgeType'],
    ['L3Logical', 'vm', 'Service', 't-host', 'ShownByParts'],
  ] as const)(
    'in %s is no reason for %s, whatever else is hidden by the tag of a %s: %s, %s',
    (view, id, kind, tagId, reason) => {
      expect(explain(view, id, kind, tagId)).toEqual({ reason, message: hiddenReasons[reason], tagId: null });
    },
  );
});

describe('missing hosts and links that are down', () => {
  const since = '2026-11-22T10:00:00.000Z';
  const unpluggedDrawing = () =>
    draw()
      .subnet('lan', '10.0.0.0/24')
      .host('sw')
      .host('pc', { at: ['lan 10.0.0.5'] })
      .host('other')
      .port('sw/1')
      .port('sw/2')
      .port('pc/eth')
      .neighbour('sw/1', 'pc/eth')
      .down('sw/1', since)
      .neighbour('sw/2', 'other');
  const explain = (view: View, entityId: string, drawing = unpluggedDrawing(), showsMissing = false) => {
    const preparedDrawing = prepareDrawing(drawing, {
      hidesLinkStates: ['Unlinked'],
      ...(showsMissing && { showsMissing }),
    });
    const graph = buildGraph(preparedDrawing, view);
    return whyHidden(entityId, {
      graph,
      builtGraph: graph,
      preparedInventory: preparedDrawing,
      inventory: drawing.rows,
    });
  };
  const testedReasons = (reason: HiddenReason) => ({
    reason,
    message: `${hiddenReasons[reason]} Since ${since}.`,
    tagId: null,
  });

  test.each(['sw/1', 'pc/eth', 'pc'])('a link that is down: %s', (id) =>
    expect(explain('L2Physical', id)).toEqual(testedReasons('LinkDown')),
  );
  test('with another link, or in another view, other reasons apply', () => {
    expect(explain('L2Physical', 'sw').reason).toBe('Shown');
    expect(explain('L2Physical', 'sw/1', unpluggedDrawing().neighbour('sw/1', 'other')).reason).toBe('Shown');
    expect(explain('Workloads', 'pc').reason).toBe('NoWorkload');
    expect(explain('L3Logical', 'pc').reason).toBe('ShownByParts');
  });
  test('a missing host and all its parts are explained', () => {
    const missing = () => unpluggedDrawing().changeHost('pc', { missingSince: since });
    for (const id of ['pc', 'pc/eth', 'pc@10.0.0.5'])
      expect(explain('L3Logical', id, missing())).toEqual(testedReasons('MissingHost'));
    expect(explain('L3Logical', 'pc@10.0.0.5', missing(), true).reason).toBe('Shown');
    expect(explain('L3Logical', 'pc', missing().changeHost('pc', { hidden: true })).reason).toBe('HiddenHost');
  });
});

test('every reason is covered by this suite', () => {
  const coveredReasons = new Set([
    'LinkDown',
    'MissingHost',
    ...cases.map(([, , reason]) => reason),
    'HiddenKind',
    'LinkStateFilter',
    'TagFilter',
    'HiddenEdgeType',
    'UnresolvedNeighbour',
    // topology-folding.test.ts tests this reason.
    'SavedViewFilter',
    // why-no-link.test.ts tests these reasons, which explain why there is no link between two nodes.
    'OneHost',
    'NoLink',
  ]);
  expect([...coveredReasons].sort()).toEqual(Object.keys(hiddenReasons).sort());
});
