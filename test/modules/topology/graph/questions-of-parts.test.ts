// Queries about parts of devices. The result for a port, an address, a service or a box of ports is not the result for
// its whole device.
import type { View } from '../../../../src/modules/topology/graph/options';
import { computeImpact } from '../../../../src/modules/topology/graph/questions/impact';
import { findNeighbours } from '../../../../src/modules/topology/graph/questions/neighbours';
import { allShortestPaths } from '../../../../src/modules/topology/graph/questions/paths';
import { buildStops } from '../../../../src/modules/topology/graph/questions/stops';
import { listBoxes, findBox, draw, drawGraph, prepareDrawing } from './drawing';

type Drawing = ReturnType<typeof draw>;
type DrawingOptions = Parameters<typeof drawGraph>[2];
const questionsOn = (network: Drawing, view: View, options?: DrawingOptions) => {
  const { lookup } = prepareDrawing(network, options);
  const graph = drawGraph(network, view, options);
  const stops = buildStops(view, lookup, graph);
  const names = new Map(listBoxes(graph).map(({ id, entityId, header }) => [id, `[${entityId ?? header}]`]));
  const nameOf = (id: string) => (lookup.subnets.has(id) ? id : (names.get(id) ?? id));
  return {
    graph,
    boxNamed: (name: string) => [...names].find(([, knownText]) => knownText === name)![0],
    lost: (root: string, ...failing: string[]) => computeImpact(stops, root, failing).unreachable.map(nameOf).sort(),
    ways: (from: string, to: string) =>
      allShortestPaths(stops, lookup, from, to, 100).map(({ hops }) => hops.map(({ id }) => nameOf(id)).join(' > ')),
    around: (of: string, depth: number) =>
      findNeighbours(graph, lookup, [of], depth)
        .nodes.map(({ id }) => nameOf(id))
        .sort(),
  };
};

/** srv – sw1 ≡ sw2 – sw3, with three cables in the middle. sw3 reports a device without naming its port. */
const switches = () =>
  draw()
    .vlan(10)
    .host('srv')
    .host('sw1')
    .host('sw2')
    .host('sw3', { at: ['lan 10.0.0.3'] })
    .host('ap')
    .subnet('lan', '10.0.0.0/24')
    .service('snmp', { on: 'sw3', listens: ['*:161'] })
    .port('srv/1')
    .port('sw1/0')
    .port('sw1/1', { tagged: [10] })
    .port('sw1/2', { tagged: [10] })
    .port('sw1/3', { tagged: [10] })
    .port('sw2/1')
    .port('sw2/2')
    .port('sw2/3')
    .port('sw2/4', { tagged: [10] })
    .port('sw3/4')
    .port('sw3/5', { vlan: 10 })
    .port('sw3/6')
    .neighbour('srv/1', 'sw1/0')
    .neighbour('sw1/1', 'sw2/1')
    .neighbour('sw1/2', 'sw2/2')
    .neighbour('sw2/3', 'sw1/3')
    .neighbour('sw2/4', 'sw3/4')
    .neighbour('sw3/5', 'ap');

describe('L2', () => {
  const { lost, around, ways, graph } = questionsOn(switches(), 'L2Physical', { rules: ['ByTrunkPort', 'ByVLAN'] });
  const boxIn = (host: string, type: string) => {
    const device = listBoxes(graph).find(({ entityId }) => entityId === host)!;
    return listBoxes(graph).find(
      ({ containerType, parentContainerId }) => containerType === type && parentContainerId === device.id,
    )!.id;
  };

  test('a failing port takes its cables along, and devices behind it only without another cable', () => {
    expect(lost('srv', 'sw1/1')).toEqual([]);
    expect(lost('srv', 'sw1/1', 'sw2/2')).toEqual([]);
    expect(lost('srv', 'sw1/1', 'sw2/2', 'sw1/3')).toEqual(['ap', 'sw2', 'sw3']);
    expect(lost('srv', 'sw3/4')).toEqual(['ap', 'sw3']);
    expect(lost('srv', 'sw2')).toEqual(['ap', 'sw3']);
  });

  test('a failing port takes along the neighbour it reports, unless another port reports it too', () => {
    expect(lost('srv', 'sw3/5')).toEqual(['ap']);
    const twice = questionsOn(switches().neighbour('sw3/6', 'ap'), 'L2Physical');
    expect(twice.lost('srv', 'sw3/5')).toEqual([]);
    expect(twice.lost('srv', 'sw3/5', 'sw3/6')).toEqual(['ap']);
    const mutual = questionsOn(switches().port('ap/1').neighbour('ap/1', 'sw3'), 'L2Physical');
    expect(mutual.lost('srv', 'ap/1')).toEqual(['ap']);
  });

  test('a failing box of ports takes their cables along', () => {
    expect(lost('srv', boxIn('sw1', 'TrunkPort'))).toEqual(['ap', 'sw2', 'sw3']);
    expect(lost('srv', boxIn('sw2', 'TrunkPort'))).toEqual(['ap', 'sw3']);
    expect(lost('srv', boxIn('sw3', 'VLAN'))).toEqual(['ap']);
    expect(ways('srv', boxIn('sw2', 'TrunkPort'))).toEqual(['srv > sw1 > sw2']);
  });

  test('failing addresses, services, their ports and VLANs affect nothing; questions use their device', () => {
    expect(lost('srv', 'sw3@10.0.0.3', 'snmp', 'sw3:161', 'lan', 'vlan-10')).toEqual([]);
    expect(lost('snmp', 'sw2')).toEqual(['srv', 'sw1']);
    expect(lost('sw3/5', 'sw3/4')).toEqual(['srv', 'sw1', 'sw2']);
  });

  test('the neighbourhood of a port begins with its cables and continues from device to device', () => {
    expect(around('sw2/1', 1)).toEqual(['[sw1]', 'sw1/1']);
    const next = ['[srv]', '[sw1]', '[sw3]', 'srv/1', 'sw1/0', 'sw1/1', 'sw1/2', 'sw1/3'];
    expect(around('sw2/1', 2)).toEqual([...next, 'sw2/2', 'sw2/3', 'sw2/4', 'sw3/4'].sort());
    expect(around('sw3/5', 1)).toEqual(['[ap]']);
    expect(around('sw3/6', 1)).toEqual([]);
    expect(around(boxIn('sw1', 'TrunkPort'), 1)).toEqual(['[sw2]', 'sw2/1', 'sw2/2', 'sw2/3']);
  });
});

/** Two gateways connect lan and dmz. The second gateway also has an address in `net`, a subnet behind dmz. */
const routedDrawing = () =>
  draw()
    .subnet('lan', '10.0.0.0/24')
    .subnet('dmz', '10.1.0.0/24')
    .subnet('net', '10.2.0.0/24')
    .tag('rack')
    .host('pc', { at: ['lan 10.0.0.5'] })
    .host('gw1', { at: ['lan 10.0.0.1', 'dmz 10.1.0.1'] })
    .host('gw2', { at: ['lan 10.0.0.2', 'dmz 10.1.0.2', 'net 10.2.0.2'], tags: ['rack'] })
    .service('one', { on: 'gw1', software: 'router' })
    .service('two', { on: 'gw2', software: 'router' })
    .service('other', { on: 'gw2', software: 'router' })
    .host('web', { at: ['dmz 10.1.0.5'] })
    .service('nginx', { on: 'web', listens: ['10.1.0.5:80'] });

describe('L3', () => {
  const { lost, graph, ways } = questionsOn(routedDrawing(), 'L3Logical', {
    rules: [{ ByTag: { tag_ids: ['rack'], title: 'Rack' } }],
  });

  test('a failing address takes along its connection to its subnet, not its machine', () => {
    expect(lost('pc', 'gw2@10.0.0.2')).toEqual([]);
    expect(lost('pc', 'gw2@10.2.0.2')).toEqual(['net']);
    expect(lost('pc', 'gw2@10.0.0.2', 'gw1@10.1.0.1')).toEqual(['dmz', 'gw2', 'net', 'web']);
    expect(lost('pc', 'pc@10.0.0.5')).toEqual(['dmz', 'gw1', 'gw2', 'lan', 'net', 'web']);
    expect(lost('pc', 'gw2')).toEqual(['net']);
  });

  test('a failing box of addresses takes their connections along', () => {
    const inLan = listBoxes(graph).find((box) => box.containerType === 'NestedTag' && box.parentContainerId === 'lan')!;
    expect(lost('pc', inLan.id)).toEqual([]);
    expect(lost('pc', inLan.id, 'gw1')).toEqual(['dmz', 'gw2', 'net', 'web']);
    expect(ways(inLan.id, 'net')).toEqual(['gw2 > net']);
  });

  test('a gateway whose gateway services have all failed forwards nothing; other services have no effect', () => {
    expect(lost('pc', 'two')).toEqual([]);
    expect(lost('pc', 'two', 'other')).toEqual(['net']);
    expect(lost('pc', 'two', 'other', 'one')).toEqual(['dmz', 'net', 'web']);
    expect(lost('gw2', 'two', 'other')).toEqual([]);
    expect(lost('pc', 'nginx', 'web:80')).toEqual([]);
  });
});

/**
 * A hypervisor with two virtual machines, its switch, a NAS, and a request path through services of the NAS and the
 * hypervisor.
 */
const virtual = () =>
  draw()
    .host('pve')
    .host('nas')
    .host('sw')
    .service('proxmox', { on: 'pve' })
    .service('dns', { on: 'pve' })
    .service('smb', { on: 'nas', listens: ['*:445'] })
    .service('ftp', { on: 'nas', listens: ['*:21'] })
    .service('lldpd', { on: 'sw' })
    .host('vm1', { on: 'proxmox' })
    .host('vm2', { on: 'proxmox' })
    .service('docker', { on: 'vm1' })
    .service('shop', { on: 'vm1', in: 'docker', listens: ['*:80'] })
    .service('wiki', { on: 'vm2', listens: ['*:81'] })
    .port('pve/1')
    .port('sw/1')
    .port('sw/2')
    .port('nas/1')
    .neighbour('pve/1', 'sw/1')
    .neighbour('sw/2', 'nas/1')
    .group('request', 'RequestPath', ['smb', 'dns', 'ftp']);

describe('Workloads', () => {
  const { lost, ways, boxNamed, around, graph } = questionsOn(virtual(), 'Workloads', { rules: ['ByHypervisor'] });

  test('a failing machine is its box and all contents, and so is the box', () => {
    expect(lost('sw', 'pve')).toEqual([]);
    expect(lost('pve', 'sw')).toEqual(['[nas]']);
    for (const pve of ['pve', boxNamed('[pve]')]) expect(lost('smb', pve)).toEqual(['ftp']);
    expect(ways('nas', 'pve')).toEqual(['ftp > dns', 'smb > dns']);
    expect(ways('sw', 'nas')).toEqual(['[sw] > [nas]']);
  });

  test('a service inside a virtual machine counts as that machine, and a hypervisor as its box', () => {
    expect(ways('shop', 'docker')).toEqual(['vm1']);
    expect(ways('shop', 'vm1')).toEqual(['vm1']);
    expect(ways('wiki', 'proxmox')).toEqual(['vm2']);
    expect(ways('proxmox', 'pve')).toContain('vm1');
    expect(lost('shop', 'wiki')).toEqual([]);
  });

  test('a failing port takes its cables along', () => {
    expect(lost('sw/1', 'sw/1')).toEqual(['[pve]']);
    expect(lost('sw', 'nas/1', 'smb:445')).toEqual(['[nas]']);
    expect(ways('nas/1', 'pve/1')).toEqual(['ftp > dns', 'smb > dns']);
  });

  test('the neighbourhood of a service begins with its own requests', () => {
    expect(around('smb', 1)).toEqual(['[pve]', 'dns']);
    expect(around('dns', 1)).toEqual(['[nas]', 'ftp', 'smb']);
    expect(around(findBox(graph, 'Hypervisor').id, 1)).toEqual([]);
    expect(around('smb', 2)).toEqual(['[pve]', '[sw]', 'dns', 'ftp']);
  });
});

test('in Application, a host and its other parts stand for its services', () => {
  const { lost, ways } = questionsOn(
    virtual().group('more', 'RequestPath', ['shop', 'wiki']).group('most', 'RequestPath', ['smb', 'shop']),
    'Application',
  );
  expect(ways('vm1', 'wiki')).toEqual(['shop > wiki']);
  expect(ways('nas', 'vm2')).toEqual(['smb > shop > wiki']);
  expect(lost('nas', 'vm1')).toEqual(['wiki']);
  expect(lost('wiki', 'shop')).toEqual(['smb']);
  expect(lost('nas:445', 'vm1:80', 'pve/1', 'vm2')).toEqual([]);
  expect(ways('sw', 'vm2')).toEqual([]);
});
