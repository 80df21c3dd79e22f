// Tests what the options of a topology hide in small networks that are built by hand: kinds of rows, rows with
// certain tags, edge types, parallel edges, and hosts and links that are missing or down.
import { drawInventory } from '../../../../src/modules/topology/answers/drawn-inventory';
import { answers } from '../../../../src/modules/topology/answers/graph-answers';
import { displayGraph, type DisplayOptions } from '../../../../src/modules/topology/graph/display';
import type { View } from '../../../../src/modules/topology/graph/options';
import { buildGraph, prepareInventory } from '../../../../src/modules/topology/graph/build-graph';
import { listBoxes, draw, edgeLines, drawGraph, buildOptions, outline, prepareDrawing } from './drawing';
import { inventoryJson } from './inventory-json';

const network = () =>
  draw()
    .tag('t-app', { name: 'App', isApplication: true })
    .tag('t-host')
    .tag('t-service')
    .tag('t-subnet')
    .subnet('dmz', '10.1.0.0/24', 'Dmz')
    .subnet('lan', '10.0.0.0/24')
    .vlan(10)
    .host('metal', { at: ['lan 10.0.0.2', 'dmz 10.1.0.2'] })
    .service('proxmox', { on: 'metal', listens: ['*:8006'] })
    .service('ssh', { on: 'metal', listens: ['10.0.0.2:22'], tags: ['t-app'] })
    .host('vm', { on: 'proxmox', at: ['lan 10.0.0.10'] })
    .service('app', { on: 'vm', listens: ['*:80'] })
    .port('metal/1', { vlan: 10 })
    .host('sw')
    .port('sw/1')
    .service('snmp', { on: 'sw' })
    .neighbour('metal/1', 'sw/1')
    .group('path', 'RequestPath', ['app/*:80', 'ssh/10.0.0.2:22']);

describe('hide_entities', () => {
  const linesOf = (view: View, hides: string[], rules: Parameters<typeof drawGraph>[2] = {}) =>
    outline(drawGraph(network(), view, { ...rules, hides }));

  test('hidden addresses leave their subnets, without edges', () => {
    expect(linesOf('L3Logical', ['IPAddress'])).toEqual(['Subnet "dmz: 10.1.0.0/24"', 'Subnet "lan: 10.0.0.0/24"']);
    expect(drawGraph(network(), 'L3Logical', { hides: ['IPAddress'] }).edges).toEqual([]);
  });

  test('hidden subnets leave their addresses in one root, with edges', () => {
    expect(linesOf('L3Logical', ['Subnet'])).toEqual([
      'Root',
      '  metal@10.0.0.2 +proxmox -metal:8006 +ssh -metal:22',
      '  metal@10.1.0.2 +proxmox -metal:8006',
      '  vm@10.0.0.10 "vm" +app -vm:80',
    ]);
    expect(edgeLines(drawGraph(network(), 'L3Logical', { hides: ['Subnet'] }))).toEqual(
      edgeLines(drawGraph(network(), 'L3Logical')),
    );
  });

  test('ports and services inside addresses can be hidden', () => {
    expect(linesOf('L3Logical', ['Port'])[3]).toBe('  metal@10.0.0.2 +proxmox +ssh');
    expect(linesOf('L3Logical', ['Service'])[3]).toBe('  metal@10.0.0.2 -metal:8006 -metal:22');
    expect(linesOf('L3Logical', ['Service', 'Port'])[3]).toBe('  metal@10.0.0.2');
  });

  test("hidden ports leave their devices; the view's cables go with the ports", () => {
    expect(linesOf('L2Physical', ['Interface'])).toEqual(['Host "metal"', 'Host "sw"']);
    expect(drawGraph(network(), 'L2Physical', { hides: ['Interface'] }).edges).toEqual([]);
  });

  test('hidden VLANs leave their ports in the device', () => {
    expect(linesOf('L2Physical', ['VLAN'], { rules: ['ByVLAN'] })).toEqual(linesOf('L2Physical', []));
  });

  test('hidden devices leave boxes of rules in the root', () => {
    expect(linesOf('L2Physical', ['Host'], { rules: ['ByVLAN'] })).toEqual([
      'Root',
      '  VLAN "VLAN 10"',
      '    metal/1 "1"',
      '  sw/1 "1"',
    ]);
  });

  test('hosts and services can be hidden in Workloads, also services drawn as boxes', () => {
    expect(linesOf('Workloads', ['Host'])).toEqual(['Root', '  snmp "snmp"', '  ssh "ssh"']);
    expect(linesOf('Workloads', ['Service'], { rules: ['ByHypervisor'] })).toEqual([
      'Host "metal"',
      '  vm "vm"',
      'Host "sw"',
    ]);
  });

  test('hiding tags hides applications and tag boxes; their services are in one root', () => {
    expect(linesOf('Application', [])).toContain('Application "App"');
    expect(linesOf('Application', ['Tag'])).toEqual([
      'Root',
      '  ssh "ssh"',
      'ApplicationUngrouped "Ungrouped"',
      '  app "app"',
      '  proxmox "proxmox"',
    ]);
    const rules = [{ ByTag: { tag_ids: ['t-app'], title: 'Tagged' } }];
    expect(linesOf('Workloads', [], { rules })).toContain('  NestedTag "Tagged"');
    expect(linesOf('Workloads', ['Tag'], { rules })).toEqual(linesOf('Workloads', []));
  });

  test('a view that the option does not name hides nothing', () => {
    const preparedNetwork = prepareDrawing(network(), { hides: ['IPAddress'] });
    const options = { ...preparedNetwork.options, hideEntities: { L2Physical: ['IPAddress'] } };
    const graph = buildGraph({ ...preparedNetwork, options }, 'L3Logical');
    expect(graph.nodes.some((node) => node.nodeType === 'Element')).toBe(true);
  });
});

/** Builds the graph and applies display options to it, as the service does. */
function showGraph(drawing: ReturnType<typeof draw>, view: View, options: Partial<DisplayOptions>, chosenOptions = {}) {
  const tagFilter = { hiddenHostTagIds: [], hiddenServiceTagIds: [], hiddenSubnetTagIds: [], ...options.tagFilter };
  const preparedDrawing = prepareDrawing(drawing, chosenOptions);
  const complete: DisplayOptions = { bundleEdges: false, hideEdgeTypes: [], ...options, tagFilter };
  return displayGraph(buildGraph(preparedDrawing, view), preparedDrawing.lookup, complete);
}
const hiding = (filter: Partial<DisplayOptions['tagFilter']>) => ({ tagFilter: filter as DisplayOptions['tagFilter'] });

test('display options that hide nothing change nothing', () => {
  for (const view of ['L2Physical', 'L3Logical', 'Workloads', 'Application'] as const)
    expect(showGraph(network(), view, {}, { rules: ['ByHypervisor', 'ByVLAN'] })).toEqual(
      drawGraph(network(), view, { rules: ['ByHypervisor', 'ByVLAN'] }),
    );
});

test('edges of hidden types are omitted', () => {
  expect(edgeLines(drawGraph(network(), 'L3Logical'))).toEqual([
    'Hypervisor metal@10.0.0.2 > vm@10.0.0.10',
    'SameHost metal@10.0.0.2 > metal@10.1.0.2 "metal"',
  ]);
  expect(edgeLines(showGraph(network(), 'L3Logical', { hideEdgeTypes: ['Hypervisor'] }))).toEqual([
    'SameHost metal@10.0.0.2 > metal@10.1.0.2 "metal"',
  ]);
});

describe('tag filter', () => {
  test('hidden hosts hide their addresses, boxes, ports, services and edges', () => {
    const drawing = network().changeHost('metal', { tagIds: ['t-host'] });
    const options = hiding({ hiddenHostTagIds: ['t-host'] });
    expect(outline(showGraph(drawing, 'L3Logical', options))).toEqual([
      'Subnet "dmz: 10.1.0.0/24"',
      'Subnet "lan: 10.0.0.0/24"',
      '  vm@10.0.0.10 "vm" +app -vm:80',
    ]);
    expect(showGraph(drawing, 'L3Logical', options).edges).toEqual([]);
    expect(outline(showGraph(drawing, 'L2Physical', options, { rules: ['ByVLAN'] }))).toEqual([
      'Host "sw"',
      '  sw/1 "1"',
    ]);
    expect(outline(showGraph(drawing, 'Workloads', options, { rules: ['ByHypervisor'] }))).toEqual([
      'Host "sw"',
      '  snmp "snmp"',
    ]);
    expect(outline(showGraph(drawing, 'Application', options))).toEqual([
      'Application "App"',
      'ApplicationUngrouped "Ungrouped"',
      '  app "app"',
    ]);
  });

  test('a rule box disappears with its last element', () => {
    const drawing = network().changeHost('vm', { tagIds: ['t-host'] });
    expect(
      outline(showGraph(drawing, 'Workloads', hiding({ hiddenHostTagIds: ['t-host'] }), { rules: ['ByHypervisor'] })),
    ).toEqual(['Host "metal"', '  ssh "ssh"', 'Host "sw"', '  snmp "snmp"']);
  });

  test('a hidden service disappears with its ports; a hidden hypervisor leaves its virtual machines', () => {
    const drawing = network();
    for (const service of drawing.rows.services) if (service.id === 'proxmox') service.tagIds = ['t-service'];
    const options = hiding({ hiddenServiceTagIds: ['t-service'] });
    expect(outline(showGraph(drawing, 'L3Logical', options))).toContain('  metal@10.0.0.2 +ssh -metal:22');
    expect(outline(showGraph(drawing, 'Workloads', options, { rules: ['ByHypervisor'] }))).toEqual([
      'Host "metal"',
      '  ssh "ssh"',
      '  vm "vm" -app',
      'Host "sw"',
      '  snmp "snmp"',
    ]);
    expect(outline(showGraph(drawing, 'Application', options))).not.toContain('  proxmox "proxmox"');
  });

  test('hidden subnets hide their addresses; of merged bridges only the hidden one disappears', () => {
    const drawing = draw()
      .tag('t-subnet')
      .subnet('a', '172.17.0.0/16', 'DockerBridge', { runtime: 'docker', tags: ['t-subnet'] })
      .subnet('b', '172.18.0.0/16', 'DockerBridge', { runtime: 'docker' })
      .subnet('lan', '10.0.0.0/24', 'Lan', { tags: ['t-subnet'] })
      .host('box', { at: ['lan 10.0.0.2', 'a 172.17.0.2', 'b 172.18.0.2'] })
      .service('docker', { on: 'box' });
    expect(outline(showGraph(drawing, 'L3Logical', hiding({ hiddenSubnetTagIds: ['t-subnet'] })))).toEqual([
      'Subnet "Docker Bridge: (172.17.0.0/16, 172.18.0.0/16)"',
      '  box@172.18.0.2 "Docker @ box"',
    ]);
  });

  test('tags of one kind of rows do not hide rows of another', () => {
    const drawing = network().changeHost('metal', { tagIds: ['t-host'] });
    const options = hiding({ hiddenServiceTagIds: ['t-host'], hiddenSubnetTagIds: ['t-host'] });
    expect(showGraph(drawing, 'L3Logical', options)).toEqual(drawGraph(drawing, 'L3Logical'));
  });
});

describe('bundling', () => {
  const services = (count: number, host: string) => (drawing: ReturnType<typeof draw>) => {
    for (let number = 1; number <= count; number += 1)
      drawing.service(`${host}${number}`, { on: host, listens: ['*:80'], tags: [`t-${host}`] });
    return drawing;
  };
  const two = () => {
    const drawing = draw().subnet('lan', '10.0.0.0/24');
    for (const host of ['a', 'b']) {
      drawing.tag(`t-${host}`, { isApplication: true }).host(host, { at: [`lan 10.0.0.${host === 'a' ? 1 : 2}`] });
      services(3, host)(drawing);
    }
    return drawing;
  };
  const countBundled = (drawing: ReturnType<typeof draw>, view: View, chosenOptions = {}) =>
    edgeLines(showGraph(drawing, view, { bundleEdges: true }, chosenOptions));

  test('edges of one group between two boxes become one, the first, in either direction', () => {
    const drawing = two()
      .group('hub', 'HubAndSpoke', ['a1', 'b1', 'b2', 'b3'])
      .group('fro', 'RequestPath', ['a1', 'b1', 'a2']);
    expect(edgeLines(drawGraph(drawing, 'Application'))).toHaveLength(5);
    expect(countBundled(drawing, 'Application').map((line) => line.split(' ')[0])).toEqual([
      'HubAndSpoke',
      'RequestPath',
    ]);
    // An edge for both directions has no arrow.
    const { edges } = showGraph(drawing, 'Application', { bundleEdges: true });
    expect(edges.map(({ edgeType, appearance }) => [edgeType, appearance.showDirectionality])).toEqual([
      ['HubAndSpoke', true],
      ['RequestPath', false],
    ]);
  });

  test('the bundle counts as edge of all its ends when neighbours are asked', () => {
    const drawing = two().group('hub', 'HubAndSpoke', ['a1', 'a2', 'b1', 'b2', 'b3']);
    const { services: rows, ...others } = drawing.rows;
    const services = rows.map(({ software: _, ...row }) => ({ ...row, serviceDefinition: 'nginx' }));
    const storedFields = { state: 'bundles', ...inventoryJson({ ...others, services }) };
    const drawnInventory = drawInventory({ ...storedFields, options: buildOptions() });
    const tagFilter = { hiddenHostTagIds: [], hiddenServiceTagIds: [], hiddenSubnetTagIds: [] };
    const around = (of: string, bundleEdges: boolean) => {
      const drawing = { view: 'Application', display: { bundleEdges, hideEdgeTypes: [], tagFilter } } as const;
      const { nodes, edges } = answers.neighbours(drawnInventory, { ...drawing, of, depth: 1 });
      const { edges: all } = drawnInventory.graph(drawing);
      expect(all.filter((edge) => edges.includes(edge))).toEqual(edges);
      return [nodes.map(({ id }) => id), edges.length];
    };
    expect(around('a1', false)).toEqual([['a2', 'b1', 'b2', 'b3'], 4]);
    expect(around('a1', true)).toEqual([['a2', 'b1', 'b2', 'b3'], 2]);
    expect(around('b3', true)).toEqual([['a1'], 1]);
  });

  test('edges of two groups stay two', () => {
    const drawing = two().group('one', 'HubAndSpoke', ['a1', 'b1']).group('two', 'HubAndSpoke', ['a1', 'b1']);
    expect(countBundled(drawing, 'Application')).toEqual(['HubAndSpoke a1 > b1 "one"', 'HubAndSpoke a1 > b1 "two"']);
  });

  test('edges inside one box are not bundled', () => {
    const drawing = two().group('hub', 'HubAndSpoke', ['a1', 'a2', 'a3']);
    expect(countBundled(drawing, 'Application')).toEqual(['HubAndSpoke a1 > a2 "hub"', 'HubAndSpoke a1 > a3 "hub"']);
  });

  test('edges without a key are bundled too, but not with those of another type', () => {
    const drawing = draw()
      .subnet('lan', '10.0.0.0/24')
      .subnet('dmz', '10.1.0.0/24', 'Dmz')
      .subnet('bridge', '172.17.0.0/16', 'DockerBridge', { runtime: 'docker' })
      .host('box', { at: ['lan 10.0.0.1', 'bridge 172.17.0.1'] })
      .service('docker', { on: 'box' })
      .service('podman', { on: 'box' })
      .service('one', { on: 'box', in: 'docker', listens: ['172.17.0.1'] })
      .service('two', { on: 'box', in: 'podman', listens: ['172.17.0.1'] })
      .host('far', { at: ['lan 10.0.0.9', 'bridge 172.17.0.9'] });
    expect(drawGraph(drawing, 'L3Logical').edges).toHaveLength(2);
    expect(countBundled(drawing, 'L3Logical')).toHaveLength(1);
  });

  test('each cable has its own key and is not bundled', () => {
    const drawing = two()
      .port('a/1')
      .port('a/2')
      .port('b/1')
      .port('b/2')
      .neighbour('a/1', 'b/1')
      .neighbour('a/2', 'b/2');
    expect(countBundled(drawing, 'L2Physical')).toHaveLength(2);
    expect(countBundled(drawing, 'Workloads')).toHaveLength(2);
  });

  test('edges that end at boxes are bundled by these boxes', () => {
    const drawing = two().port('a/1').neighbour('a/1', 'b');
    expect(countBundled(drawing, 'L2Physical')).toEqual(['NeighborLink [a] > [b]']);
    expect(listBoxes(showGraph(drawing, 'L2Physical', { bundleEdges: true }))).toHaveLength(2);
  });
});

describe('hosts and links that are missing or down', () => {
  const since = '2026-11-22T10:00:00.000Z';

  test('a missing host is hidden and counted with its parts in all views, unless a view shows missing hosts', () => {
    const missing = () => network().changeHost('vm', { missingSince: since });
    for (const view of ['L2Physical', 'L3Logical', 'Workloads', 'Application'] as const) {
      const graph = drawGraph(missing(), view);
      expect(JSON.stringify(outline(graph))).not.toMatch(/vm|app/);
      expect(graph.filteredOut.Host).toEqual({ Staleness: 1 });
    }
    const shownGraph = drawGraph(missing(), 'L3Logical', { showsMissing: true });
    expect(outline(shownGraph)).toEqual(outline(drawGraph(network(), 'L3Logical')));
    expect(shownGraph.filteredOut).toEqual({});
  });

  test('a missing host is shown in all views once any view has a filter list without it', () => {
    const stalenessOptions = (Staleness: string[]) => ({
      ...buildOptions(),
      hideMetadataValues: { Workloads: { Host: { Staleness } } },
    });
    const drawLists = (lists: string[]) => {
      const { rows } = network().changeHost('vm', { missingSince: since });
      return buildGraph(prepareInventory(rows, stalenessOptions(lists)), 'L3Logical').filteredOut;
    };
    expect(drawLists(['missing'])).toEqual({ Host: { Staleness: 1 } });
    expect(drawLists(['stale'])).toEqual({});
    expect(drawLists([])).toEqual({});
  });

  test('a hidden host is not counted as missing', () => {
    const both = network().changeHost('vm', { missingSince: since, hidden: true });
    expect(drawGraph(both, 'L3Logical').filteredOut).toEqual({});
  });

  test('a link that is down is no edge, its ports are unlinked, and otherwise isolated devices disappear', () => {
    const down = () => network().host('pc').port('pc/1').port('sw/2').neighbour('pc/1', 'sw/2');
    expect(outline(drawGraph(down(), 'L2Physical', { hidesLinkStates: ['Unlinked'] }))).toEqual([
      ...['Host "metal"', '  metal/1 "1"', 'Host "pc"', '  pc/1 "1"', 'Host "sw"', '  sw/1 "1"', '  sw/2 "2"'],
    ]);
    const graph = drawGraph(down().down('pc/1', since), 'L2Physical', { hidesLinkStates: ['Unlinked'] });
    expect(outline(graph)).toEqual(['Host "metal"', '  metal/1 "1"', 'Host "sw"', '  sw/1 "1"']);
    expect(graph.edges).toHaveLength(1);
    expect(graph.filteredOut).toEqual({ Interface: { LinkState: 2 } });
    const none = drawGraph(
      draw().host('a').host('b').port('a/1').neighbour('a/1', 'b').down('a/1', since),
      'L2Physical',
    );
    expect(none.availableViews).not.toContain('L2Physical');
  });
});
