// Every type of edge on small networks drawn by hand: where it comes from, what it says, and how each view draws it.
import type { EdgeType, View } from '../../src/topology-graph/options';
import { draw, edgeLines, graphOf } from './drawing';

/** Edges of one type in a view, in the order of the graph. */
const edgesOf = (network: ReturnType<typeof draw>, view: View, edgeType: EdgeType, chosen = {}) =>
  graphOf(network, view, chosen).edges.filter((edge) => edge.edgeType === edgeType);
const linesOf = (network: ReturnType<typeof draw>, view: View, edgeType: EdgeType, chosen = {}) =>
  edgeLines(graphOf(network, view, chosen)).filter((line) => line.startsWith(edgeType));

const subnets = () =>
  draw()
    .subnet('lan', '10.0.0.0/24')
    .subnet('dmz', '10.1.0.0/24', 'Dmz')
    .subnet('net', '203.0.113.0/24', 'Internet')
    .subnet('lo', '127.0.0.0/8', 'Loopback')
    .subnet('bridge', '172.17.0.0/16', 'DockerBridge', { runtime: 'docker' })
    .subnet('bridge-2', '172.18.0.0/16', 'DockerBridge', { runtime: 'docker' });

describe('SameHost', () => {
  test('a star from the first address outside bridges and loopbacks, in the order of the host', () => {
    const network = subnets().host('web', {
      at: ['lo 127.0.0.1', 'bridge 172.17.0.1', 'lan 10.0.0.5', 'dmz 10.1.0.5', 'lan 10.0.0.4', 'net 203.0.113.5'],
      displayName: 'Web',
    });
    expect(linesOf(network, 'L3Logical', 'SameHost')).toEqual([
      'SameHost web@10.0.0.5 > web@10.0.0.4',
      'SameHost web@10.0.0.5 > web@10.1.0.5 "Web"',
      'SameHost web@10.0.0.5 > web@203.0.113.5 "Web" multi-hop',
    ]);
    const [edge] = edgesOf(network, 'L3Logical', 'SameHost');
    expect(edge).toMatchObject({ payload: { hostId: 'web' }, relationKey: 'web' });
  });

  test('none for one address, and none in the other views', () => {
    const network = subnets()
      .host('web', { at: ['lan 10.0.0.5', 'bridge 172.17.0.1'] })
      .host('two', { at: ['lan 10.0.0.6', 'dmz 10.1.0.6'] })
      .port('two/1')
      .port('web/1')
      .neighbour('two/1', 'web/1');
    expect(linesOf(network, 'L3Logical', 'SameHost')).toEqual(['SameHost two@10.0.0.6 > two@10.1.0.6 "two"']);
    expect(linesOf(network, 'L2Physical', 'SameHost')).toEqual([]);
  });
});

describe('Hypervisor', () => {
  const machines = (listens: string[]) =>
    subnets()
      .host('metal', { at: ['lan 10.0.0.2', 'lan 10.0.0.3', 'dmz 10.1.0.2'] })
      .service('proxmox', { on: 'metal', listens })
      .host('vm', { on: 'proxmox', at: ['lan 10.0.0.10', 'dmz 10.1.0.10', 'net 203.0.113.10'] });

  test('from the first address that the hypervisor listens on in the same subnet', () => {
    const network = machines(['10.0.0.3:8006', '10.1.0.2:8006']);
    expect(linesOf(network, 'L3Logical', 'Hypervisor')).toEqual([
      'Hypervisor metal@10.0.0.3 > vm@10.0.0.10',
      'Hypervisor metal@10.1.0.2 > vm@10.1.0.10',
    ]);
    const [edge] = edgesOf(network, 'L3Logical', 'Hypervisor');
    expect(edge).toMatchObject({ payload: { hypervisorServiceId: 'proxmox' }, relationKey: null, label: null });
  });

  test('listening on all addresses it is the first of the host in that subnet; listening nowhere there is none', () => {
    expect(linesOf(machines(['*:8006']), 'L3Logical', 'Hypervisor')).toEqual([
      'Hypervisor metal@10.0.0.2 > vm@10.0.0.10',
      'Hypervisor metal@10.1.0.2 > vm@10.1.0.10',
    ]);
    expect(linesOf(machines([]), 'L3Logical', 'Hypervisor')).toEqual([]);
  });
});

/** Two containers on two bridges of one runtime: shop on both, wiki on one. */
const containers = () =>
  subnets()
    .host('box', {
      at: ['bridge 172.17.0.10', 'bridge 172.17.0.9', 'bridge-2 172.18.0.2', 'dmz 10.1.0.2', 'lan 10.0.0.2'],
      displayName: 'Box',
    })
    .service('docker', { on: 'box', listens: ['10.0.0.2:2375'] })
    .service('shop', { on: 'box', in: 'docker', listens: ['172.17.0.10:80', '172.18.0.2:80'] })
    .service('wiki', { on: 'box', in: 'docker', listens: ['172.17.0.9:80', '10.0.0.2:8080'] })
    .service('plain', { on: 'box', listens: ['172.17.0.10:99'] });

describe('ContainerRuntime', () => {
  test('L3: to the lowest address that containers use, one edge where bridges are merged', () => {
    const network = containers();
    expect(linesOf(network, 'L3Logical', 'ContainerRuntime')).toEqual([
      'ContainerRuntime box@10.1.0.2 > box@172.17.0.9 "Docker on Box" multi-hop',
    ]);
    expect(edgesOf(network, 'L3Logical', 'ContainerRuntime')[0]).toMatchObject({
      payload: {
        hostId: 'box',
        serviceId: 'docker',
        subnetIds: ['bridge', 'bridge-2'],
        containerizedServiceIds: ['shop', 'wiki'],
      },
      relationKey: null,
    });
  });

  test('L3: one edge per bridge where they are not merged, each with what it leads to', () => {
    const edges = edgesOf(containers(), 'L3Logical', 'ContainerRuntime', { merges: false });
    expect(edges.map(({ target, payload }) => [target, payload])).toEqual([
      [
        'box@172.17.0.9',
        { hostId: 'box', serviceId: 'docker', subnetIds: ['bridge'], containerizedServiceIds: ['shop', 'wiki'] },
      ],
      [
        'box@172.18.0.2',
        { hostId: 'box', serviceId: 'docker', subnetIds: ['bridge-2'], containerizedServiceIds: ['shop'] },
      ],
    ]);
  });

  test('L3: two runtimes that share a bridge have an edge each', () => {
    const network = containers()
      .service('podman', { on: 'box' })
      .service('mail', { on: 'box', in: 'podman', listens: ['172.17.0.9:25'] });
    expect(linesOf(network, 'L3Logical', 'ContainerRuntime')).toEqual([
      'ContainerRuntime box@10.1.0.2 > box@172.17.0.9 "Docker on Box" multi-hop',
      'ContainerRuntime box@10.1.0.2 > box@172.17.0.9 "Podman on Box" multi-hop',
    ]);
  });

  test('L3: a bridge that no container listens on, or a host without another address, has none', () => {
    const unused = subnets()
      .host('box', { at: ['lan 10.0.0.2', 'bridge 172.17.0.2'] })
      .service('docker', { on: 'box' })
      .service('shop', { on: 'box', in: 'docker', listens: ['10.0.0.2:80'] });
    expect(linesOf(unused, 'L3Logical', 'ContainerRuntime')).toEqual([]);
    const inside = subnets()
      .host('box', { at: ['lo 127.0.0.1', 'bridge 172.17.0.2'] })
      .service('docker', { on: 'box' })
      .service('shop', { on: 'box', in: 'docker', listens: ['172.17.0.2:80'] });
    expect(linesOf(inside, 'L3Logical', 'ContainerRuntime')).toEqual([]);
  });

  test('Application: from the runtime to each of its containers, both being elements', () => {
    const network = containers().service('idle', { on: 'box', in: 'docker' });
    expect(linesOf(network, 'Application', 'ContainerRuntime')).toEqual([
      'ContainerRuntime docker > shop "Docker on Box"',
      'ContainerRuntime docker > wiki "Docker on Box"',
    ]);
    expect(edgesOf(network, 'Application', 'ContainerRuntime')[0]).toMatchObject({
      payload: { hostId: 'box', serviceId: 'docker', containerizedServiceIds: ['shop'] },
      relationKey: null,
      isMultiHop: false,
    });
    network.rows.bindings = network.rows.bindings.filter(({ serviceId }) => serviceId !== 'docker');
    expect(linesOf(network, 'Application', 'ContainerRuntime')).toEqual([]);
  });
});

describe('SameContainer', () => {
  test('a star from the lowest bridge address of a container; addresses compare as numbers', () => {
    const network = subnets()
      .host('box', { at: ['bridge 172.17.0.10', 'bridge 172.17.0.9', 'bridge-2 172.18.0.2', 'lan 10.0.0.2'] })
      .service('docker', { on: 'box' })
      .service('shop', { on: 'box', in: 'docker', listens: ['172.17.0.10', '172.17.0.9', '172.18.0.2', '10.0.0.2'] })
      .service('plain', { on: 'box', listens: ['172.17.0.10', '172.18.0.2'] });
    expect(linesOf(network, 'L3Logical', 'SameContainer')).toEqual([
      'SameContainer box@172.17.0.9 > box@172.17.0.10',
      'SameContainer box@172.17.0.9 > box@172.18.0.2',
    ]);
    expect(edgesOf(network, 'L3Logical', 'SameContainer')[0]).toMatchObject({
      payload: { serviceId: 'shop' },
      relationKey: 'shop',
      label: null,
    });
  });
});

describe.each(['RequestPath', 'HubAndSpoke'] as const)('%s', (groupType) => {
  const isPath = groupType === 'RequestPath';
  const members = () =>
    subnets()
      .host('a', { at: ['lan 10.0.0.1'] })
      .host('b', { at: ['dmz 10.1.0.1'] })
      .host('c', { at: ['net 203.0.113.1', 'lan 10.0.0.3'] })
      .service('sa', { on: 'a', listens: ['10.0.0.1:1', '10.0.0.1:2'] })
      .service('sb', { on: 'b', listens: ['10.1.0.1:1', '*:2'] })
      .service('sc', { on: 'c', listens: ['203.0.113.1:1', '10.0.0.3:1'] });

  test('L3: groups of bindings, by the address that each names; the label unless it is the same subnet', () => {
    const network = members().group('g', groupType, [
      'sa/10.0.0.1:1',
      'sb/10.1.0.1:1',
      'sc/203.0.113.1:1',
      'sc/10.0.0.3:1',
    ]);
    expect(linesOf(network, 'L3Logical', groupType)).toEqual(
      isPath
        ? [
            'RequestPath a@10.0.0.1 > b@10.1.0.1 "g"',
            'RequestPath b@10.1.0.1 > c@203.0.113.1 "g"',
            'RequestPath c@203.0.113.1 > c@10.0.0.3 "g" multi-hop',
          ]
        : [
            'HubAndSpoke a@10.0.0.1 > b@10.1.0.1 "g"',
            'HubAndSpoke a@10.0.0.1 > c@10.0.0.3',
            'HubAndSpoke a@10.0.0.1 > c@203.0.113.1 "g" multi-hop',
          ],
    );
    const edge = edgesOf(network, 'L3Logical', groupType).find(({ target }) => target === 'b@10.1.0.1');
    expect(edge).toMatchObject({
      payload: { groupId: 'g', sourceId: 'sa/10.0.0.1:1', targetId: 'sb/10.1.0.1:1' },
      relationKey: 'g',
    });
  });

  test('L3: a member on all addresses is on none, and groups of services are not drawn', () => {
    const everywhere = members().group('g', groupType, ['sa/10.0.0.1:1', 'sb/*:2', 'sc/10.0.0.3:1']);
    expect(linesOf(everywhere, 'L3Logical', groupType)).toEqual(isPath ? [] : ['HubAndSpoke a@10.0.0.1 > c@10.0.0.3']);
    expect(linesOf(members().group('g', groupType, ['sa', 'sb']), 'L3Logical', groupType)).toEqual([]);
  });

  test('Application: between services, of either kind of group, always with the name of the group', () => {
    const services = members().group('g', groupType, ['sa', 'sb', 'sc']);
    const expected = isPath
      ? ['RequestPath sa > sb "g"', 'RequestPath sb > sc "g"']
      : ['HubAndSpoke sa > sb "g"', 'HubAndSpoke sa > sc "g"'];
    expect(linesOf(services, 'Application', groupType)).toEqual(expected);
    const bindings = members().group('g', groupType, ['sa/10.0.0.1:1', 'sa/10.0.0.1:2', 'sb/*:2', 'sc/10.0.0.3:1']);
    expect(linesOf(bindings, 'Application', groupType)).toEqual(expected);
  });

  test('Workloads: between the services that are elements', () => {
    const network = members().group('g', groupType, ['sa', 'sb', 'gone', 'sc']);
    expect(linesOf(network, 'Workloads', groupType)).toEqual(
      isPath ? ['RequestPath sa > sb "g"'] : ['HubAndSpoke sa > sb "g"', 'HubAndSpoke sa > sc "g"'],
    );
  });

  test('a path that goes to and fro draws each way once', () => {
    const network = members().group('g', groupType, ['sa', 'sb', 'sa', 'sb']);
    expect(linesOf(network, 'Application', groupType)).toEqual(
      isPath ? ['RequestPath sa > sb "g"', 'RequestPath sb > sa "g"'] : ['HubAndSpoke sa > sb "g"'],
    );
  });

  test('an empty group and a group of one draw nothing', () => {
    const network = members().group('none', groupType, []).group('one', groupType, ['sa']);
    expect(linesOf(network, 'Application', groupType)).toEqual([]);
  });
});

describe('PhysicalLink', () => {
  const cabled = () =>
    draw()
      .host('a')
      .host('b')
      .port('a/1')
      .port('a/2')
      .port('b/1')
      .port('b/2')
      .service('x', { on: 'a' })
      .service('y', { on: 'b' });

  test('one per pair of ports, whoever reports it and however often, never within a host', () => {
    const network = cabled()
      .neighbour('a/1', 'b/1')
      .neighbour('b/1', 'a/1')
      .neighbour('b/1', 'a/1', 'CDP')
      .neighbour('b/2', 'a/2', 'CDP')
      .neighbour('a/1', 'a/2');
    expect(linesOf(network, 'L2Physical', 'PhysicalLink')).toEqual([
      'PhysicalLink a/1 > b/1 "1 ↔ 1"',
      'PhysicalLink a/2 > b/2 "2 ↔ 2"',
    ]);
    expect(edgesOf(network, 'L2Physical', 'PhysicalLink')).toMatchObject([
      { payload: { sourceEntityId: 'a/1', targetEntityId: 'b/1', protocol: 'LLDP' }, relationKey: 'a/1 b/1' },
      { payload: { sourceEntityId: 'a/2', targetEntityId: 'b/2', protocol: 'CDP' }, relationKey: 'a/2 b/2' },
    ]);
  });

  test('in Workloads between the machines, each cable an edge', () => {
    const network = cabled().neighbour('a/1', 'b/1').neighbour('a/2', 'b/2');
    expect(new Set(linesOf(network, 'Workloads', 'PhysicalLink'))).toEqual(
      new Set(['PhysicalLink [a] > [b] "1 ↔ 1"', 'PhysicalLink [a] > [b] "2 ↔ 2"']),
    );
  });

  test('none where a machine has no box, nor in the views of addresses and applications', () => {
    const network = cabled().neighbour('a/1', 'b/1');
    network.rows.services = [];
    expect(linesOf(network, 'Workloads', 'PhysicalLink')).toEqual([]);
    expect([...edgeLines(graphOf(network, 'L3Logical')), ...edgeLines(graphOf(network, 'Application'))]).toEqual([]);
  });
});

describe('NeighborLink', () => {
  const hosts = () => draw().host('a').host('b').host('c').port('a/1').port('b/1').port('b/2').port('c/1');

  test('one per pair of hosts of which one knows only the other host, between their boxes', () => {
    const network = hosts()
      .neighbour('a/1', 'b', 'CDP')
      .neighbour('b/1', 'a')
      .neighbour('b/2', 'b')
      .neighbour('c/1', 'a', 'CDP');
    expect(linesOf(network, 'L2Physical', 'NeighborLink')).toEqual([
      'NeighborLink [a] > [b]',
      'NeighborLink [a] > [c]',
    ]);
    const facts = edgesOf(network, 'L2Physical', 'NeighborLink').map(({ payload, relationKey }) => [
      payload,
      relationKey,
    ]);
    expect(facts).toEqual(
      expect.arrayContaining([
        [{ sourceHostId: 'a', targetHostId: 'b', protocol: 'LLDP' }, 'a b'],
        [{ sourceHostId: 'a', targetHostId: 'c', protocol: 'CDP' }, 'a c'],
      ]),
    );
  });

  test('none where a cable between the two is known', () => {
    const network = hosts().neighbour('a/1', 'b').neighbour('b/2', 'a/1');
    expect(edgeLines(graphOf(network, 'L2Physical'))).toEqual(['PhysicalLink a/1 > b/2 "1 ↔ 2"']);
  });

  test('a neighbour whose port is not there is known by its host; one on a hidden host is not known', () => {
    const network = () => hosts().neighbour('a/1', 'b/1');
    const portless = network();
    portless.rows.interfaces = portless.rows.interfaces.filter(({ id }) => id !== 'b/1');
    expect(edgeLines(graphOf(portless, 'L2Physical'))).toEqual(['NeighborLink [a] > [b]']);
    expect(edgeLines(graphOf(network().changeHost('b', { hidden: true }), 'L2Physical'))).toEqual([]);
  });
});

describe('multi-hops', () => {
  const layers = [
    ['Internet', 'Remote'],
    ['Gateway', 'Dmz', 'VpnTunnel'],
    ['Lan', 'WiFi', 'IoT', 'Guest'],
    ['MacVlan', 'IpVlan', 'Management', 'Storage'],
  ];
  const isMultiHop = (from: string, to: string) => {
    const network = draw()
      .subnet('one', '10.0.0.0/24', from)
      .subnet('two', '10.1.0.0/24', to)
      .host('h', { at: ['one 10.0.0.1', 'two 10.1.0.1'] });
    return edgesOf(network, 'L3Logical', 'SameHost')[0]!.isMultiHop;
  };
  const pairs = layers.flatMap((types, layer) =>
    types.flatMap((type) =>
      layers.flatMap((others, other) => others.map((far) => [type, far, Math.abs(layer - other) > 1] as const)),
    ),
  );
  test.each(pairs)('from %s to %s: %s', (from, to, expected) => expect(isMultiHop(from, to)).toBe(expected));
  test('a subnet of no known type is far from all but its own kind', () => {
    expect(layers.flat().map((type) => isMultiHop('Unknown', type))).not.toContain(false);
    expect(isMultiHop('Unknown', 'Unknown')).toBe(false);
  });
});

test('each view draws its edges as the table of part 8.4 says', () => {
  const network = containers()
    .host('vm', { on: 'proxmox', at: ['lan 10.0.0.10'] })
    .service('proxmox', { on: 'box', listens: ['*:8006'] })
    .group('path', 'RequestPath', ['shop/172.17.0.10:80', 'wiki/172.17.0.9:80'])
    .group('hub', 'HubAndSpoke', ['shop/172.17.0.10:80', 'wiki/172.17.0.9:80'])
    .host('far', {})
    .service('far-app', { on: 'far' })
    .host('edge', {})
    .service('edge-app', { on: 'edge' })
    .port('box/1')
    .port('far/1')
    .neighbour('box/1', 'far/1')
    .neighbour('box/1', 'edge');
  const drawn = (view: View) =>
    Object.fromEntries(
      graphOf(network, view).edges.map(({ edgeType, appearance }) => {
        const { affectsLayout, defaultVisibility, stroke, willTargetContainer, showDirectionality, highlightBehavior } =
          appearance;
        const letters = [
          affectsLayout ? 'L' : '',
          defaultVisibility === 'Visible' ? 'V' : 'H',
          stroke.toLowerCase(),
          willTargetContainer ? 'C' : '',
          showDirectionality ? 'D' : '',
          highlightBehavior === 'Always' ? 'always highlights' : '',
        ];
        return [edgeType, letters.filter((letter) => letter !== '').join(' ')];
      }),
    );
  expect(drawn('L3Logical')).toEqual({
    SameHost: 'L V solid',
    Hypervisor: 'H dashed C',
    ContainerRuntime: 'L V solid C',
    SameContainer: 'H dotted',
    RequestPath: 'V dashed D',
    HubAndSpoke: 'V dashed D',
  });
  expect(drawn('L2Physical')).toEqual({ PhysicalLink: 'L V solid', NeighborLink: 'L V dashed' });
  expect(drawn('Workloads')).toEqual({
    RequestPath: 'H dashed D',
    HubAndSpoke: 'H dashed D',
    PhysicalLink: 'H dashed',
    NeighborLink: 'H dashed',
  });
  expect(drawn('Application')).toEqual({
    ContainerRuntime: 'L H dashed C always highlights',
    RequestPath: 'L V solid D',
    HubAndSpoke: 'L V solid D',
  });
});
