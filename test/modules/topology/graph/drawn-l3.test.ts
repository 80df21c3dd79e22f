// Tests the L3 view of small networks that are built by hand: boxes and their headings, container bridges that are
// drawn as one box, and boxes of container stacks.
import { listBoxes, findBox, draw, drawGraph, outline } from './drawing';

/** A machine with two Docker bridges and one of Podman, and a container in each. */
const dockerHost = () =>
  draw()
    .subnet('lan', '10.0.0.0/24')
    .subnet('bridge-b', '172.18.0.0/16', 'DockerBridge', { runtime: 'docker' })
    .subnet('bridge-a', '172.9.0.0/16', 'DockerBridge', { runtime: 'docker' })
    .subnet('pod', '10.88.0.0/16', 'PodmanBridge', { runtime: 'podman' })
    .host('box', { at: ['lan 10.0.0.2', 'bridge-b 172.18.0.2', 'bridge-a 172.9.0.2', 'pod 10.88.0.2'] })
    .service('docker', { on: 'box' })
    .service('podman', { on: 'box' })
    .service('wiki', { on: 'box', in: 'docker', listens: ['172.18.0.2:80'] })
    .service('shop', { on: 'box', in: 'docker', listens: ['172.9.0.2:80'] })
    .service('mail', { on: 'box', in: 'podman', listens: ['10.88.0.2:25'] });

describe('the rule BySubnet', () => {
  test('every address is in the box of its subnet; loopback and empty subnets are omitted', () => {
    const network = draw()
      .subnet('lan', '10.0.0.0/24')
      .subnet('lo', '127.0.0.0/8', 'Loopback')
      .subnet('empty', '10.9.0.0/24')
      .host('web', { at: ['lan 10.0.0.5', 'lo 127.0.0.1'] })
      .host('db', { at: ['lan 10.0.0.6'] });
    expect(outline(drawGraph(network, 'L3Logical'))).toEqual([
      'Subnet "lan: 10.0.0.0/24"',
      '  db@10.0.0.6 "db"',
      '  web@10.0.0.5 "web"',
    ]);
  });

  test('a subnet that has only addresses of hidden hosts counts as empty', () => {
    const network = draw()
      .subnet('lan', '10.0.0.0/24')
      .host('web', { at: ['lan 10.0.0.5'], hidden: true });
    expect(drawGraph(network, 'L3Logical').nodes).toEqual([]);
  });

  test.each([
    ['office', 'Lan', 'office: 10.0.0.0/24'],
    ['10.0.0.0/24', 'Lan', 'LAN: 10.0.0.0/24'],
    ['10.0.0.0/24', 'VpnTunnel', 'VPN Tunnel: 10.0.0.0/24'],
    ['10.0.0.0/24', 'Unknown', '10.0.0.0/24'],
    ['lab', 'Unknown', 'lab: 10.0.0.0/24'],
  ])('the subnet %s of type %s has the header %s', (name, subnetType, header) => {
    const network = draw()
      .subnet('lan', '10.0.0.0/24', subnetType, { name })
      .host('web', { at: ['lan 10.0.0.5'] });
    expect(findBox(drawGraph(network, 'L3Logical'), 'Subnet').header).toBe(header);
  });

  test("a subnet's box has icon and colour of its type; address elements name their host and subnet", () => {
    const network = draw()
      .subnet('lan', '10.0.0.0/24')
      .subnet('dmz', '10.1.0.0/24', 'Dmz')
      .host('web', { at: ['lan 10.0.0.5', 'dmz 10.1.0.5'] });
    const graph = drawGraph(network, 'L3Logical');
    const boxes = listBoxes(graph);
    expect(boxes.map(({ id, entityId, parentContainerId }) => [id, entityId, parentContainerId])).toEqual([
      ['dmz', 'dmz', null],
      ['lan', 'lan', null],
    ]);
    expect(new Set(boxes.map(({ icon }) => icon)).size).toBe(2);
    expect(new Set(boxes.map(({ color }) => color)).size).toBe(2);
    expect(boxes.every(({ icon, color }) => icon !== null && color !== null)).toBe(true);
    expect(boxes.map(({ willAcceptEdges }) => willAcceptEdges)).toEqual([false, false]);
    expect(graph.nodes.at(-1)).toMatchObject({
      elementType: 'IPAddress',
      id: 'web@10.0.0.5',
      containerId: 'lan',
      subnetId: 'lan',
      ipAddressId: 'web@10.0.0.5',
      hostId: 'web',
    });
  });
});

describe('headers of addresses', () => {
  const lan = () => draw().subnet('lan', '10.0.0.0/24').subnet('dmz', '10.1.0.0/24', 'Dmz');

  test("show the host's name; none if the name is missing or is the address", () => {
    const network = lan()
      .host('a', { at: ['lan 10.0.0.1'], displayName: 'alpha' })
      .host('b', { at: ['lan 10.0.0.2'], displayName: '10.0.0.2' })
      .host('c', { at: ['lan 10.0.0.3'], displayName: '' });
    expect(outline(drawGraph(network, 'L3Logical')).slice(1)).toEqual([
      '  b@10.0.0.2',
      '  c@10.0.0.3',
      '  a@10.0.0.1 "alpha"',
    ]);
  });

  test("are omitted if the first service on the address has the host's name, whatever later ones are called", () => {
    const network = lan()
      .host('a', { at: ['lan 10.0.0.1'] })
      .service('one', { on: 'a', name: 'a', listens: ['10.0.0.1:1'] })
      .service('two', { on: 'a', name: 'x', listens: ['10.0.0.1:2'] })
      .host('b', { at: ['lan 10.0.0.2'] })
      .service('three', { on: 'b', name: 'x', listens: ['10.0.0.2:1'] })
      .service('four', { on: 'b', name: 'b', listens: ['10.0.0.2:2'] });
    expect(outline(drawGraph(network, 'L3Logical')).slice(1)).toEqual([
      '  a@10.0.0.1 +one -a:1 +two -a:2',
      '  b@10.0.0.2 "b" +three -b:1 +four -b:2',
    ]);
  });

  test("are omitted if services listen on two of the host's addresses or on all", () => {
    const network = lan()
      .host('one', { at: ['lan 10.0.0.1', 'dmz 10.1.0.1'] })
      .service('s1', { on: 'one', listens: ['10.0.0.1:80'] })
      .host('two', { at: ['lan 10.0.0.2', 'dmz 10.1.0.2'] })
      .service('s2', { on: 'two', listens: ['*:80'] });
    expect(outline(drawGraph(network, 'L3Logical'))).toEqual([
      'Subnet "dmz: 10.1.0.0/24"',
      '  two@10.1.0.2 +s2 -two:80',
      '  one@10.1.0.1 "one"',
      'Subnet "lan: 10.0.0.0/24"',
      '  two@10.0.0.2 +s2 -two:80',
      '  one@10.0.0.1 "one" +s1 -one:80',
    ]);
  });

  test('of a virtual machine are its name in the hypervisor, else its own, even where others have none', () => {
    const network = lan()
      .host('a', { at: ['lan 10.0.0.1', 'dmz 10.1.0.1'], vmName: 'vm-100', isVirtual: true })
      .service('s', { on: 'a', name: 'a', listens: ['*:80'] })
      .host('b', { at: ['lan 10.0.0.2'], isVirtual: true });
    expect(outline(drawGraph(network, 'L3Logical')).slice(-3)).toEqual([
      'Subnet "lan: 10.0.0.0/24"',
      '  b@10.0.0.2 "b"',
      '  a@10.0.0.1 "vm-100" +s -a:80',
    ]);
  });

  test('on a bridge name the runtime, by default Docker, even on a virtual machine', () => {
    const network = draw()
      .subnet('d', '172.17.0.0/16', 'DockerBridge', { runtime: 'engine' })
      .subnet('p', '10.88.0.0/16', 'PodmanBridge')
      .host('box', { at: ['d 172.17.0.2', 'p 10.88.0.2'], isVirtual: true, vmName: 'vm' })
      .service('engine', { on: 'box', software: 'moby', category: 'ContainerRuntime' });
    expect(outline(drawGraph(network, 'L3Logical'))).toEqual([
      'Subnet "Moby Bridge: (172.17.0.0/16)"',
      '  box@172.17.0.2 "Moby @ box"',
      'Subnet "Podman Bridge: (10.88.0.0/16)"',
      '  box@10.88.0.2 "Podman @ box"',
    ]);
  });
});

describe('rows inside an address', () => {
  test('list the services that listen there, in the order of the host, with their ports', () => {
    const network = draw()
      .subnet('lan', '10.0.0.0/24')
      .host('web', { at: ['lan 10.0.0.5', 'lan 10.0.0.6'] })
      .service('nginx', { on: 'web', listens: ['10.0.0.5:80', '10.0.0.6:443'] })
      .service('ssh', { on: 'web', listens: ['*:22'] })
      .service('agent', { on: 'web', listens: ['10.0.0.6'] })
      .service('idle', { on: 'web' });
    expect(outline(drawGraph(network, 'L3Logical')).slice(1)).toEqual([
      '  web@10.0.0.5 +nginx -web:80 +ssh -web:22',
      '  web@10.0.0.6 +nginx -web:443 +ssh -web:22 +agent',
    ]);
  });

  test('list a port once that a service has both on this address and on all addresses', () => {
    const network = draw()
      .subnet('lan', '10.0.0.0/24')
      .host('web', { at: ['lan 10.0.0.5'] })
      .service('nginx', { on: 'web', listens: ['10.0.0.5:80', '*:80'] });
    expect(outline(drawGraph(network, 'L3Logical')).slice(1)).toEqual(['  web@10.0.0.5 "web" +nginx -web:80']);
  });
});

describe('the rule MergeContainerBridges', () => {
  test('bridges of one runtime form one box, lowest CIDR first; each runtime has its own box', () => {
    const graph = drawGraph(dockerHost(), 'L3Logical');
    expect(outline(graph)).toEqual([
      'Subnet "Docker Bridge: (172.9.0.0/16, 172.18.0.0/16)"',
      '  box@172.18.0.2 "Docker @ box" +wiki -box:80',
      '  box@172.9.0.2 "Docker @ box" +shop -box:80',
      'Subnet "Podman Bridge: (10.88.0.0/16)"',
      '  box@10.88.0.2 "Podman @ box" +mail -box:25',
      'Subnet "lan: 10.0.0.0/24"',
      '  box@10.0.0.2',
    ]);
    expect(listBoxes(graph)[0]).toMatchObject({
      id: 'bridge-a',
      entityId: 'bridge-a',
      willAcceptEdges: true,
      associatedServiceDefinition: 'docker',
    });
    expect(graph.nodes).toContainEqual(
      expect.objectContaining({ id: 'box@172.18.0.2', containerId: 'bridge-a', subnetId: 'bridge-b' }),
    );
  });

  test('without the rule each bridge is a box of its own that still accepts edges', () => {
    const graph = drawGraph(dockerHost(), 'L3Logical', { merges: false });
    expect(outline(graph).filter((line) => line.startsWith('Subnet'))).toEqual([
      'Subnet "bridge-a: 172.9.0.0/16"',
      'Subnet "bridge-b: 172.18.0.0/16"',
      'Subnet "lan: 10.0.0.0/24"',
      'Subnet "pod: 10.88.0.0/16"',
    ]);
    expect(listBoxes(graph).map(({ id, willAcceptEdges }) => [id, willAcceptEdges])).toEqual([
      ['bridge-a', true],
      ['bridge-b', true],
      ['lan', false],
      ['pod', true],
    ]);
  });

  test('bridges of the same software on two hosts, and of unknown runtimes, stay separate', () => {
    const network = draw()
      .subnet('a', '172.17.0.0/16', 'DockerBridge', { runtime: 'docker-a' })
      .subnet('b', '172.18.0.0/16', 'DockerBridge', { runtime: 'docker-b' })
      .subnet('c', '172.19.0.0/16', 'DockerBridge')
      .subnet('d', '172.20.0.0/16', 'DockerBridge')
      .host('one', { at: ['a 172.17.0.2', 'c 172.19.0.2', 'd 172.20.0.2'] })
      .host('two', { at: ['b 172.18.0.2'] })
      .service('docker-a', { on: 'one', software: 'docker' })
      .service('docker-b', { on: 'two', software: 'docker' });
    expect(listBoxes(drawGraph(network, 'L3Logical')).map(({ header }) => header)).toEqual([
      'Docker Bridge: (172.17.0.0/16)',
      'Docker Bridge: (172.18.0.0/16)',
      'Docker Bridge: (172.19.0.0/16)',
      'Docker Bridge: (172.20.0.0/16)',
    ]);
  });

  test('an empty bridge is not listed in the box', () => {
    const network = dockerHost().subnet('bridge-0', '172.1.0.0/16', 'DockerBridge', { runtime: 'docker' });
    expect(listBoxes(drawGraph(network, 'L3Logical'))[0]!.header).toBe('Docker Bridge: (172.9.0.0/16, 172.18.0.0/16)');
  });
});
