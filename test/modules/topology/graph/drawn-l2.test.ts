// The L2 view of small networks that are built by hand: devices, ports, and the boxes of port rules.
import { buildGraph } from '../../../../src/modules/topology/graph/build-graph';
import type { Rule } from '../../../../src/modules/topology/graph/options';
import { listBoxes, findBox, draw, edgeLines, drawGraph, outline, prepareDrawing } from './drawing';

const portRules: Rule[] = ['ByTrunkPort', 'ByVLAN', 'ByPortOpStatus'];

/** Two switches whose ports 1 are connected by a cable. */
const twoSwitches = () => draw().host('sw-a').host('sw-b').port('sw-a/1').port('sw-b/1').neighbour('sw-a/1', 'sw-b/1');

describe('the rule ByHost', () => {
  test('devices with resolved neighbours, and the neighbours, are boxes with all their ports', () => {
    const network = twoSwitches()
      .port('sw-b/2')
      .host('ap')
      .port('ap/eth0')
      .neighbour('sw-b/2', 'ap')
      .host('phone')
      .neighbour('sw-b/2', 'phone')
      .host('lonely')
      .port('lonely/1');
    const graph = drawGraph(network, 'L2Physical');
    expect(outline(graph)).toEqual([
      'Host "ap"',
      '  ap/eth0 "eth0"',
      'Host "phone"',
      'Host "sw-a"',
      '  sw-a/1 "1"',
      'Host "sw-b"',
      '  sw-b/1 "1"',
      '  sw-b/2 "2"',
    ]);
    const [ap] = listBoxes(graph);
    expect(ap).toMatchObject({ entityId: 'ap', parentContainerId: null, elementRuleId: null });
    expect(ap!.id).not.toBe('ap');
    expect(graph.nodes.at(-1)).toMatchObject({
      elementType: 'Interface',
      id: 'sw-b/2',
      interfaceId: 'sw-b/2',
      hostId: 'sw-b',
    });
  });

  test('the box of a device has one id in all L2 graphs, different from its ids in other views', () => {
    const network = twoSwitches().service('app', { on: 'sw-a' });
    const boxId = (view: 'L2Physical' | 'Workloads') =>
      listBoxes(drawGraph(network, view)).find(({ entityId }) => entityId === 'sw-a')!.id;
    expect(boxId('L2Physical')).toBe(boxId('Workloads'));
    const ids = listBoxes(drawGraph(network, 'L2Physical')).map(({ id }) => id);
    expect(new Set(ids).size).toBe(2);
    expect(listBoxes(drawGraph(twoSwitches(), 'L2Physical')).map(({ id }) => id)).toEqual(ids);
  });

  test('headers are display names', () => {
    const network = twoSwitches().changeHost('sw-a', { displayName: 'Core switch' });
    expect(outline(drawGraph(network, 'L2Physical'))[0]).toBe('Host "Core switch"');
  });

  test.each([24, 53, 71, 131, 135, 136, 209])(
    'a port of the virtual ifType %i is skipped unless it is linked',
    (ifType) => {
      const network = twoSwitches()
        .port('sw-a/virtual', { ifType })
        .port('sw-a/reports', { ifType })
        .port('sw-b/named', { ifType })
        .neighbour('sw-a/reports', 'sw-b/named');
      const shownIds = drawGraph(network, 'L2Physical').nodes.map(({ id }) => id);
      expect(shownIds).toEqual(expect.arrayContaining(['sw-a/reports', 'sw-b/named']));
      expect(shownIds).not.toContain('sw-a/virtual');
    },
  );

  test('ports of other and unknown ifTypes are drawn', () => {
    const network = twoSwitches()
      .port('sw-a/2', { ifType: 6 })
      .port('sw-a/3', { ifType: null })
      .port('sw-a/4', { ifType: 9999 });
    const shownIds = drawGraph(network, 'L2Physical').nodes.map(({ id }) => id);
    expect(shownIds).toEqual(expect.arrayContaining(['sw-a/2', 'sw-a/3', 'sw-a/4']));
  });

  test('a hidden host hides its cables', () => {
    const network = twoSwitches().changeHost('sw-b', { hidden: true });
    expect(drawGraph(network, 'L2Physical')).toMatchObject({ nodes: [], edges: [] });
  });
});

describe('element rules', () => {
  const access = () =>
    twoSwitches()
      .vlan(10, 'users')
      .vlan(20, 'VLAN 20')
      .vlan(30)
      .port('sw-a/trunk', { vlan: 10, tagged: [20, 30] })
      .port('sw-a/users', { vlan: 10 })
      .port('sw-a/plain', { vlan: 20, status: 'Down' })
      .port('sw-a/nameless', { vlan: 30 })
      .port('sw-a/down', { status: 'Down' })
      .port('sw-a/unread', { status: null });

  test('boxes come in the order trunks, native VLANs by number, status', () => {
    const graph = drawGraph(access(), 'L2Physical', { rules: portRules });
    expect(outline(graph)).toEqual([
      'Host "sw-a"',
      '  PortOpStatus "Down"',
      '    sw-a/down "down"',
      '  PortOpStatus "Not reported"',
      '    sw-a/unread "unread"',
      '  TrunkPort "Trunk Ports"',
      '    sw-a/trunk "trunk"',
      '  PortOpStatus "Up"',
      '    sw-a/1 "1"',
      '  VLAN "VLAN 10 (users)"',
      '    sw-a/users "users"',
      '  VLAN "VLAN 20"',
      '    sw-a/plain "plain"',
      '  VLAN "VLAN 30"',
      '    sw-a/nameless "nameless"',
      'Host "sw-b"',
      '  PortOpStatus "Up"',
      '    sw-b/1 "1"',
    ]);
  });

  test('the first rule in the list takes its elements: with status first, others get none', () => {
    const graph = drawGraph(access(), 'L2Physical', { rules: ['ByPortOpStatus', 'ByVLAN', 'ByTrunkPort'] });
    expect(new Set(listBoxes(graph).map(({ containerType }) => containerType))).toEqual(
      new Set(['Host', 'PortOpStatus']),
    );
  });

  test('VLANs before trunks: a trunk with a native VLAN is in the box of the VLAN', () => {
    const graph = drawGraph(access(), 'L2Physical', { rules: ['ByVLAN', 'ByTrunkPort'] });
    expect(listBoxes(graph).some(({ containerType }) => containerType === 'TrunkPort')).toBe(false);
    expect(outline(graph).slice(1, 4)).toEqual([
      '  VLAN "VLAN 10 (users)"',
      '    sw-a/trunk "trunk"',
      '    sw-a/users "users"',
    ]);
  });

  test('only boxes of statuses are collapsed and coloured; the box of a VLAN refers to its row', () => {
    const graph = drawGraph(access(), 'L2Physical', { rules: portRules });
    const facts = listBoxes(graph)
      .filter(({ elementRuleId }) => elementRuleId !== null)
      .map((box) => [
        box.header,
        box.isCollapsedByDefault,
        box.color,
        box.entityId,
        box.elementRuleId,
        box.willAcceptEdges,
      ]);
    expect(facts.slice(0, 7)).toEqual([
      ['Down', true, 'Red', null, 'ByPortOpStatus', false],
      ['Not reported', true, 'Gray', null, 'ByPortOpStatus', false],
      ['Trunk Ports', false, null, null, 'ByTrunkPort', false],
      ['Up', true, 'Green', null, 'ByPortOpStatus', false],
      ['VLAN 10 (users)', false, null, 'vlan-10', 'ByVLAN', false],
      ['VLAN 20', false, null, 'vlan-20', 'ByVLAN', false],
      ['VLAN 30', false, null, 'vlan-30', 'ByVLAN', false],
    ]);
  });

  test('each status has its colour', () => {
    const network = twoSwitches();
    const statuses = ['Up', 'Down', 'LowerLayerDown', 'Testing', 'Dormant', 'Unknown', 'NotPresent'];
    statuses.forEach((status, index) => network.port(`sw-a/${index + 2}`, { status }));
    const boxes = listBoxes(drawGraph(network, 'L2Physical', { rules: ['ByPortOpStatus'] }));
    const colors = boxes.flatMap(({ containerType, parentContainerId, header, color }) =>
      containerType === 'PortOpStatus' && parentContainerId === boxes[0]!.id ? [[header, color]] : [],
    );
    expect(Object.fromEntries(colors)).toEqual({
      ...{ Up: 'Green', Down: 'Red', LowerLayerDown: 'Orange', Testing: 'Amber', Dormant: 'Yellow' },
      ...{ Unknown: 'Gray', NotPresent: 'Orange' },
    });
  });

  test('there is one box per VLAN number, also for two rows with the same number', () => {
    const network = twoSwitches().vlan(10).vlan(10, '', 'vlan-010').port('sw-a/2', { vlan: 10 }).port('sw-a/3');
    network.rows.interfaces.at(-1)!.nativeVlanId = 'vlan-010';
    const graph = drawGraph(network, 'L2Physical', { rules: ['ByVLAN'] });
    expect(outline(graph).slice(0, 5)).toEqual([
      'Host "sw-a"',
      '  VLAN "VLAN 10"',
      '    sw-a/2 "2"',
      '    sw-a/3 "3"',
      '  sw-a/1 "1"',
    ]);
  });

  test('ids of rule boxes are stable, and differ by parent, rule and key', () => {
    const idsWith = (ruleId: string) => {
      const { options, ...network } = prepareDrawing(access(), { rules: ['ByPortOpStatus'] });
      const elementRules = [{ id: ruleId, rule: 'ByPortOpStatus' as const }];
      const graph = buildGraph({ ...network, options: { ...options, elementRules } }, 'L2Physical');
      return listBoxes(graph).flatMap(({ id, elementRuleId }) => (elementRuleId === null ? [] : [id]));
    };
    const ids = idsWith('one');
    // The rule makes one box per device and port status: three boxes for one device, and one for the other.
    expect(ids).toHaveLength(4);
    expect(idsWith('one')).toEqual(ids);
    expect(new Set([...ids, ...idsWith('other')]).size).toBe(8);
  });

  test('rules of other views do not affect ports', () => {
    const rules: Rule[] = [
      { ByServiceCategory: { categories: ['Unknown'], is_infra_rule: false, title: 'x' } },
      'ByHypervisor',
      'ByContainerRuntime',
      'ByStack',
    ];
    const network = access().service('app', { on: 'sw-a', listens: ['*:80'], project: 'shop' });
    expect(listBoxes(drawGraph(network, 'L2Physical', { rules })).map(({ containerType }) => containerType)).toEqual([
      'Host',
      'Host',
    ]);
  });

  test("ByTag groups ports by their host's tags", () => {
    const network = twoSwitches()
      .tag('core', { color: 'Red' })
      .changeHost('sw-a', { tagIds: ['core'] });
    const graph = drawGraph(network, 'L2Physical', { rules: [{ ByTag: { tag_ids: ['core'], title: 'Core' } }] });
    expect(outline(graph)).toEqual([
      'Host "sw-a"',
      '  NestedTag "Core"',
      '    sw-a/1 "1"',
      'Host "sw-b"',
      '  sw-b/1 "1"',
    ]);
    expect(findBox(graph, 'NestedTag')).toMatchObject({ color: 'Red', elementRuleId: 'ByTag' });
  });

  test("ByTag regroups unchanged ports when their host's tags change", () => {
    const network = twoSwitches().tag('core', { color: 'Red' });
    const tagBoxes = () => {
      const graph = drawGraph(network, 'L2Physical', { rules: [{ ByTag: { tag_ids: ['core'], title: 'Core' } }] });
      return listBoxes(graph).filter(({ containerType }) => containerType === 'NestedTag').length;
    };
    expect(tagBoxes()).toBe(0);
    network.changeHost('sw-a', { tagIds: ['core'] });
    expect(tagBoxes()).toBe(1);
    network.changeHost('sw-a', { tagIds: [] });
    expect(tagBoxes()).toBe(0);
  });
});

describe('filtering by link state', () => {
  const network = () =>
    twoSwitches()
      .port('sw-a/2')
      .host('ap')
      .port('sw-b/2')
      .neighbour('sw-b/2', 'ap')
      .port('sw-b/3')
      .host('pc')
      .port('pc/eth0');

  test('unlinked ports are removed before anything is built, and counted', () => {
    const graph = drawGraph(network(), 'L2Physical', { hidesLinkStates: ['Unlinked'] });
    expect(outline(graph)).toEqual([
      'Host "ap"',
      'Host "sw-a"',
      '  sw-a/1 "1"',
      'Host "sw-b"',
      '  sw-b/1 "1"',
      '  sw-b/2 "2"',
    ]);
    expect(graph.filteredOut).toEqual({ Interface: { LinkState: 3 } });
    expect(drawGraph(network(), 'L3Logical', { hidesLinkStates: ['Unlinked'] }).filteredOut).toEqual(graph.filteredOut);
  });

  test('a port that only another port names counts as linked', () => {
    const drawing = draw().host('a').host('b').port('a/1').port('b/1').port('b/2').neighbour('a/1', 'b/1');
    const graph = drawGraph(drawing, 'L2Physical', { hidesLinkStates: ['Unlinked'] });
    expect(outline(graph)).toEqual(['Host "a"', '  a/1 "1"', 'Host "b"', '  b/1 "1"']);
    expect(edgeLines(graph)).toEqual(['PhysicalLink a/1 > b/1 "1 ↔ 1"']);
  });

  test('hiding linked ports hides their cables; devices, unlinked ports and host links stay', () => {
    const graph = drawGraph(network(), 'L2Physical', { hidesLinkStates: ['Linked'] });
    expect(outline(graph)).toEqual(['Host "ap"', 'Host "sw-a"', '  sw-a/2 "2"', 'Host "sw-b"', '  sw-b/3 "3"']);
    expect(edgeLines(graph)).toEqual(['NeighborLink [ap] > [sw-b]']);
    expect(graph.filteredOut).toEqual({ Interface: { LinkState: 3 } });
  });

  test('a box of a rule disappears with its last port', () => {
    const drawing = network().vlan(10).port('sw-a/4', { vlan: 10 }).neighbour('sw-a/4', 'ap');
    const lines = (hidesLinkStates: string[]) =>
      outline(drawGraph(drawing, 'L2Physical', { hidesLinkStates, rules: ['ByVLAN'] }));
    expect(lines([])).toContain('  VLAN "VLAN 10"');
    expect(lines(['Linked'])).toEqual(['Host "ap"', 'Host "sw-a"', '  sw-a/2 "2"', 'Host "sw-b"', '  sw-b/3 "3"']);
  });

  test('with both states hidden, devices and the links between them stay', () => {
    const graph = drawGraph(network(), 'L2Physical', { hidesLinkStates: ['Linked', 'Unlinked'] });
    expect(outline(graph)).toEqual(['Host "ap"', 'Host "sw-a"', 'Host "sw-b"']);
    expect(edgeLines(graph)).toEqual(['NeighborLink [ap] > [sw-b]']);
    expect(graph.filteredOut).toEqual({ Interface: { LinkState: 6 } });
  });

  test.each([[['Linked']], [['Unlinked']], [['Linked', 'Unlinked']]])(
    'other views keep their cables whatever ports L2 hides: %s',
    (hidesLinkStates) => {
      const drawing = network()
        .service('one', { on: 'sw-a' })
        .service('two', { on: 'sw-b' })
        .service('three', { on: 'ap' });
      const graph = drawGraph(drawing, 'Workloads', { hidesLinkStates });
      expect(edgeLines(graph)).toEqual(['NeighborLink [ap] > [sw-b]', 'PhysicalLink [sw-a] > [sw-b] "1 ↔ 1"']);
    },
  );

  test('if nothing is hidden, nothing is counted', () => {
    expect(drawGraph(network(), 'L2Physical').filteredOut).toEqual({});
    expect(drawGraph(twoSwitches(), 'L2Physical', { hidesLinkStates: ['Unlinked'] }).filteredOut).toEqual({});
  });

  test('ports of hidden hosts are not counted, and cables to them are not drawn', () => {
    const graph = drawGraph(twoSwitches().changeHost('sw-b', { hidden: true }), 'L2Physical', {
      hidesLinkStates: ['Unlinked'],
    });
    expect(graph.filteredOut).toEqual({ Interface: { LinkState: 1 } });
  });
});

describe('available views', () => {
  const viewsOf = (network: ReturnType<typeof draw>, options = {}) =>
    drawGraph(network, 'L3Logical', options).availableViews;

  test('L3Logical and Workloads are always available', () =>
    expect(viewsOf(draw())).toEqual(['L3Logical', 'Workloads']));

  test('L2Physical is available if any neighbour is resolved, whatever filters hide', () => {
    const all = ['L2Physical', 'L3Logical', 'Workloads'];
    expect(viewsOf(twoSwitches())).toEqual(all);
    expect(viewsOf(draw().host('a').host('b').port('a/1').neighbour('a/1', 'b'))).toEqual(all);
    expect(viewsOf(draw().host('a').port('a/1'))).toEqual(['L3Logical', 'Workloads']);
    expect(viewsOf(twoSwitches(), { hidesLinkStates: ['Linked'] })).toEqual(all);
  });

  test('Application is available if a host or a service has an application tag', () => {
    const all = ['L3Logical', 'Workloads', 'Application'];
    const taggedDrawing = (isApplication: boolean) => draw().tag('shop', { isApplication });
    expect(viewsOf(taggedDrawing(true))).toEqual(['L3Logical', 'Workloads']);
    expect(viewsOf(taggedDrawing(true).host('web', { tags: ['shop'] }))).toEqual(all);
    expect(
      viewsOf(
        taggedDrawing(true)
          .host('web')
          .service('app', { on: 'web', tags: ['shop'] }),
      ),
    ).toEqual(all);
    expect(viewsOf(taggedDrawing(false).host('web', { tags: ['shop'] }))).toEqual(['L3Logical', 'Workloads']);
  });
});
