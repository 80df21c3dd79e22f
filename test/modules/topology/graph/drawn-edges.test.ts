// Edges between addresses and of container runtimes, in small networks that are built by hand: where they come from,
// and their data.
import { containers, drawEdges, drawLines, subnets } from './drawing';

describe('SameHost edges', () => {
  test("form a star from the host's first address outside bridges and loopbacks", () => {
    const network = subnets().host('web', {
      at: ['lo 127.0.0.1', 'bridge 172.17.0.1', 'lan 10.0.0.5', 'dmz 10.1.0.5', 'lan 10.0.0.4', 'net 203.0.113.5'],
      displayName: 'Web',
    });
    expect(drawLines(network, 'L3Logical', 'SameHost')).toEqual([
      'SameHost web@10.0.0.5 > web@10.0.0.4',
      'SameHost web@10.0.0.5 > web@10.1.0.5 "Web"',
      'SameHost web@10.0.0.5 > web@203.0.113.5 "Web" multi-hop',
    ]);
    const [edge] = drawEdges(network, 'L3Logical', 'SameHost');
    expect(edge).toMatchObject({ payload: { hostId: 'web' }, relationKey: 'web' });
  });

  test('are not drawn for a single address, nor in other views', () => {
    const network = subnets()
      .host('web', { at: ['lan 10.0.0.5', 'bridge 172.17.0.1'] })
      .host('two', { at: ['lan 10.0.0.6', 'dmz 10.1.0.6'] })
      .port('two/1')
      .port('web/1')
      .neighbour('two/1', 'web/1');
    expect(drawLines(network, 'L3Logical', 'SameHost')).toEqual(['SameHost two@10.0.0.6 > two@10.1.0.6 "two"']);
    expect(drawLines(network, 'L2Physical', 'SameHost')).toEqual([]);
  });
});

describe('Hypervisor edges', () => {
  const machines = (listens: string[]) =>
    subnets()
      .host('metal', { at: ['lan 10.0.0.2', 'lan 10.0.0.3', 'dmz 10.1.0.2'] })
      .service('proxmox', { on: 'metal', listens })
      .host('vm', { on: 'proxmox', at: ['lan 10.0.0.10', 'dmz 10.1.0.10', 'net 203.0.113.10'] });

  test('start at the first address in the same subnet on which the hypervisor listens', () => {
    const network = machines(['10.0.0.3:8006', '10.1.0.2:8006']);
    expect(drawLines(network, 'L3Logical', 'Hypervisor')).toEqual([
      'Hypervisor metal@10.0.0.3 > vm@10.0.0.10',
      'Hypervisor metal@10.1.0.2 > vm@10.1.0.10',
    ]);
    const [edge] = drawEdges(network, 'L3Logical', 'Hypervisor');
    expect(edge).toMatchObject({ payload: { hypervisorServiceId: 'proxmox' }, relationKey: null, label: null });
  });

  test("start at the host's first address there if it listens on all; without a binding there are none", () => {
    expect(drawLines(machines(['*:8006']), 'L3Logical', 'Hypervisor')).toEqual([
      'Hypervisor metal@10.0.0.2 > vm@10.0.0.10',
      'Hypervisor metal@10.1.0.2 > vm@10.1.0.10',
    ]);
    expect(drawLines(machines([]), 'L3Logical', 'Hypervisor')).toEqual([]);
  });
});

describe('ContainerRuntime edges', () => {
  test('L3: one edge to the lowest container address if bridges are merged', () => {
    const network = containers();
    expect(drawLines(network, 'L3Logical', 'ContainerRuntime')).toEqual([
      'ContainerRuntime box@10.1.0.2 > box@172.17.0.9 "Docker on Box" multi-hop',
    ]);
    expect(drawEdges(network, 'L3Logical', 'ContainerRuntime')[0]).toMatchObject({
      payload: {
        hostId: 'box',
        serviceId: 'docker',
        subnetIds: ['bridge', 'bridge-2'],
        containerizedServiceIds: ['shop', 'wiki'],
      },
      relationKey: null,
    });
  });

  test('L3: one edge per bridge if bridges are not merged, each with its own target', () => {
    const edges = drawEdges(containers(), 'L3Logical', 'ContainerRuntime', { merges: false });
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

  test('L3: two runtimes that share a bridge have one edge each', () => {
    const network = containers()
      .service('podman', { on: 'box' })
      .service('mail', { on: 'box', in: 'podman', listens: ['172.17.0.9:25'] });
    expect(drawLines(network, 'L3Logical', 'ContainerRuntime')).toEqual([
      'ContainerRuntime box@10.1.0.2 > box@172.17.0.9 "Docker on Box" multi-hop',
      'ContainerRuntime box@10.1.0.2 > box@172.17.0.9 "Podman on Box" multi-hop',
    ]);
  });

  test('L3: none for a bridge on which no container listens, or a host without other addresses', () => {
    const unusedDrawing = subnets()
      .host('box', { at: ['lan 10.0.0.2', 'bridge 172.17.0.2'] })
      .service('docker', { on: 'box' })
      .service('shop', { on: 'box', in: 'docker', listens: ['10.0.0.2:80'] });
    expect(drawLines(unusedDrawing, 'L3Logical', 'ContainerRuntime')).toEqual([]);
    const inside = subnets()
      .host('box', { at: ['lo 127.0.0.1', 'bridge 172.17.0.2'] })
      .service('docker', { on: 'box' })
      .service('shop', { on: 'box', in: 'docker', listens: ['172.17.0.2:80'] });
    expect(drawLines(inside, 'L3Logical', 'ContainerRuntime')).toEqual([]);
  });

  test('Application: from the runtime to each of its containers, both being elements', () => {
    const network = containers().service('idle', { on: 'box', in: 'docker' });
    expect(drawLines(network, 'Application', 'ContainerRuntime')).toEqual([
      'ContainerRuntime docker > shop "Docker on Box"',
      'ContainerRuntime docker > wiki "Docker on Box"',
    ]);
    expect(drawEdges(network, 'Application', 'ContainerRuntime')[0]).toMatchObject({
      payload: { hostId: 'box', serviceId: 'docker', containerizedServiceIds: ['shop'] },
      relationKey: null,
      isMultiHop: false,
    });
    network.rows.bindings = network.rows.bindings.filter(({ serviceId }) => serviceId !== 'docker');
    expect(drawLines(network, 'Application', 'ContainerRuntime')).toEqual([]);
  });
});

describe('SameContainer edges', () => {
  test("form a star from the container's lowest bridge address; addresses are compared as numbers", () => {
    const network = subnets()
      .host('box', { at: ['bridge 172.17.0.10', 'bridge 172.17.0.9', 'bridge-2 172.18.0.2', 'lan 10.0.0.2'] })
      .service('docker', { on: 'box' })
      .service('shop', { on: 'box', in: 'docker', listens: ['172.17.0.10', '172.17.0.9', '172.18.0.2', '10.0.0.2'] })
      .service('plain', { on: 'box', listens: ['172.17.0.10', '172.18.0.2'] });
    expect(drawLines(network, 'L3Logical', 'SameContainer')).toEqual([
      'SameContainer box@172.17.0.9 > box@172.17.0.10',
      'SameContainer box@172.17.0.9 > box@172.18.0.2',
    ]);
    expect(drawEdges(network, 'L3Logical', 'SameContainer')[0]).toMatchObject({
      payload: { serviceId: 'shop' },
      relationKey: 'shop',
      label: null,
    });
  });
});
