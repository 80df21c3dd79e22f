// Tests of consolidating two hosts over REST and GraphQL, grouped by HTTP status: which rows move, which rows match
// rows of the remaining host, which references are updated, and who may consolidate hosts.
import { randomUUID } from 'node:crypto';
import { addInventory, type Inventory } from '../../support/inventory';
import { createWorld, type World } from '../../support/world';

let world: World;
let inventory: Inventory;
let elsewhere: Inventory;
beforeAll(async () => {
  world = await createWorld();
  inventory = await addInventory(world.prisma, world, 1);
  elsewhere = await addInventory(world.prisma, { ...world, networkId: world.otherNetworkId }, 1);
});
afterAll(() => world.close());

// JSON answers as sent over the wire.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any;
let nextAddress = 1;
const ip = () => {
  const number = nextAddress++;
  return `10.40.${100 + (number >> 8)}.${number & 255}`;
};
const address = (fields: object = {}) => ({ subnet_id: inventory.subnetId, ip_address: ip(), ...fields });
const create = async (fields: object = {}): Promise<Json> => {
  const body = { name: '', network_id: world.networkId, hidden: false, tags: [], ...fields };
  const reply = await world.member.rest.post('/hosts', body);
  if (reply.status !== 200) throw new Error(reply.story);
  return reply.body.data;
};
const consolidate = (destination: string, other: string, caller: Pick<World['member'], 'rest'> = world.member) =>
  caller.rest.put(`/hosts/${destination}/consolidate/${other}`);
const mergeHosts = async (destination: string, other: string): Promise<Json> => {
  const reply = await consolidate(destination, other);
  if (reply.status !== 200) throw new Error(reply.story);
  expect((await world.viewer.rest.get(`/hosts/${other}`)).status).toBe(404);
  expect((await world.viewer.rest.get(`/hosts/${destination}`)).body.data).toEqual(reply.body.data);
  return reply.body.data;
};
const idsOf = (rows: Json[]) => rows.map(({ id }) => id);
const port = (number: number, id = randomUUID()) => ({ id, number, protocol: 'Tcp' });
const service = (name: string, bindings: object[] = [], fields: object = {}) => ({
  ...{ id: randomUUID(), name, service_definition: 'nginx', bindings },
  ...fields,
});
const group = async (members: object): Promise<Json> => {
  const fields = { name: 'Path', network_id: world.networkId, group_type: 'RequestPath', color: 'Blue' };
  const reply = await world.member.rest.post('/groups', { ...fields, members });
  if (reply.status !== 200) throw new Error(reply.story);
  return reply.body.data;
};
const membersOf = async (id: string) => (await world.viewer.rest.get(`/groups/${id}`)).body.data.members;

describe('200', () => {
  test('parts that the destination lacks are moved, after its own, with their mutual references', async () => {
    const [ipId, portId] = [randomUUID(), randomUUID()];
    const hereHost = await create({ ip_addresses: [address()], services: [service('own')] });
    const other = await create({
      ip_addresses: [address({ id: ipId })],
      ports: [port(80, portId)],
      services: [service('web', [{ port_id: portId, ip_address_id: ipId }], { tags: [inventory.tagId] })],
      interfaces: [{ if_index: 1, if_descr: 'eth0', ip_address_id: ipId, vlan_ids: inventory.vlanIds }],
    });
    const host = await mergeHosts(hereHost.id, other.id);
    const at = { host_id: hereHost.id };
    expect(host.ip_addresses).toMatchObject([
      hereHost.ip_addresses[0],
      { id: ipId, position: 1, created_at: other.ip_addresses[0].created_at, ...at },
    ]);
    expect(host.services).toMatchObject([
      hereHost.services[0],
      {
        ...{ id: other.services[0].id, position: 1, tags: [inventory.tagId], ...at },
        bindings: [{ id: other.services[0].bindings[0].id, port_id: portId, ip_address_id: ipId }],
      },
    ]);
    expect(host.ports).toMatchObject([{ id: portId, ...at }]);
    const [movedService] = other.interfaces;
    expect(host.interfaces).toMatchObject([
      { id: movedService.id, ip_address_id: ipId, vlan_ids: movedService.vlan_ids, ...at },
    ]);
    expect(host.updated_at > hereHost.updated_at).toBe(true);
  });

  test('equal addresses, ports and interfaces are merged, and empty fields are filled', async () => {
    const [sameIp, mac] = [ip(), '02:ab:00:00:77:01'];
    const sharedAddress = { mac_address: '00:00:5e:00:01:07', subnet_id: inventory.subnetId };
    const virtual = ip();
    const hereHost = await create({
      ip_addresses: [
        { subnet_id: inventory.subnetId, ip_address: sameIp },
        address({ mac_address: mac, name: 'kept' }),
        address(sharedAddress),
      ],
      ports: [port(22)],
      interfaces: [{ if_index: 1, if_descr: 'eth0', if_name: 'eth0' }],
    });
    const other = await create({
      ip_addresses: [address({ mac_address: mac, name: 'lost' })],
      ports: [port(22), port(23)],
    });
    await world.prisma.ipAddress.createMany({
      data: [
        { ipAddress: sameIp, name: 'filled' },
        { ipAddress: virtual, macAddress: sharedAddress.mac_address },
      ].map((row) => ({
        ...{ hostId: other.id, networkId: world.networkId, subnetId: inventory.subnetId, subnetCidr: '10.40.0.0/16' },
        ...row,
      })),
    });
    await world.prisma.interface.create({
      data: {
        ...{
          hostId: other.id,
          networkId: world.networkId,
          ifIndex: 9,
          ifDescr: 'late',
          ifName: 'eth0',
          ifAlias: 'uplink',
        },
        speedBps: 10_000_000_000n,
        taggedVlans: { create: { networkId: world.networkId, vlanId: inventory.vlanIds[1]! } },
      },
    });
    const host = await mergeHosts(hereHost.id, other.id);
    // The address `virtual` of the merged host has the same MAC address as an address of the remaining host. This MAC
    // address belongs to a virtual router and identifies no address, so `virtual` stays a separate address.
    expect(host.ip_addresses.map((row: Json) => [row.id, row.ip_address, row.name])).toEqual([
      [hereHost.ip_addresses[0].id, sameIp, 'filled'],
      [hereHost.ip_addresses[1].id, hereHost.ip_addresses[1].ip_address, 'kept'],
      [hereHost.ip_addresses[2].id, hereHost.ip_addresses[2].ip_address, null],
      [expect.any(String), virtual, null],
    ]);
    expect(idsOf(host.ports)).toEqual([hereHost.ports[0].id, other.ports[1].id]);
    expect(host.interfaces).toMatchObject([
      {
        ...{
          id: hereHost.interfaces[0].id,
          if_index: 1,
          if_descr: 'eth0',
          if_alias: 'uplink',
          speed_bps: 10_000_000_000,
        },
        vlan_ids: [inventory.vlanIds[1]],
      },
    ]);
  });

  test('an equal service is dropped, and its bindings, tags and groups go to the remaining one', async () => {
    const [port22, ipId] = [randomUUID(), randomUUID()];
    const hereHost = await create({
      ip_addresses: [address({ id: ipId })],
      ports: [port(22, port22), port(80)],
      services: [service('web', [{ port_id: port22 }]), service('web', [], { service_definition: 'apache' })],
    });
    const [otherPort, wide, otherIp] = [randomUUID(), randomUUID(), randomUUID()];
    const other = await create({
      ip_addresses: [address({ id: otherIp })],
      ports: [port(22, otherPort), port(443, wide)],
      services: [
        service('web', [{ port_id: otherPort }, { port_id: wide }], { tags: [inventory.tagId] }),
        service('Web'),
      ],
    });
    const [web, apache] = hereHost.services;
    const [droppedInterface, movedInterface] = other.services;
    const services = await group({
      type: 'Services',
      service_ids: [droppedInterface.id, web.id, movedInterface.id, apache.id],
    });
    const only = await group({ type: 'Services', service_ids: [movedInterface.id, droppedInterface.id] });
    const [sameService, addedService] = [
      droppedInterface.bindings.find((one: Json) => one.port_id === otherPort),
      droppedInterface.bindings.find((one: Json) => one.port_id === wide),
    ];
    const bindings = await group({ type: 'Bindings', binding_ids: [addedService.id, sameService.id] });
    const host = await mergeHosts(hereHost.id, other.id);
    expect(idsOf(host.services)).toEqual([web.id, apache.id, movedInterface.id]);
    expect(host.services[0]).toMatchObject({
      tags: [inventory.tagId],
      bindings: [{ port_id: port22 }, { id: addedService.id, port_id: wide }],
    });
    expect((await membersOf(services.id)).service_ids).toEqual([web.id, movedInterface.id, apache.id]);
    expect((await membersOf(only.id)).service_ids).toEqual([movedInterface.id, web.id]);
    expect((await membersOf(bindings.id)).binding_ids).toEqual([addedService.id, web.bindings[0].id]);
  });

  test('existing bindings win conflicts; a port on all addresses replaces narrower ones', async () => {
    const [ipId, port22, port80] = [randomUUID(), randomUUID(), randomUUID()];
    const sameIp = ip();
    const hereHost = await create({
      ip_addresses: [{ id: ipId, subnet_id: inventory.subnetId, ip_address: sameIp }],
      ports: [port(22, port22), port(80, port80)],
      services: [
        service('whole', [{ ip_address_id: ipId }]),
        service('narrow', [{ port_id: port22, ip_address_id: ipId }]),
      ],
    });
    const [other22, other80] = [randomUUID(), randomUUID()];
    const other = await create({
      ports: [port(22, other22), port(80, other80)],
      services: [
        service('whole', [{ port_id: other22 }]),
        service('narrow', [{ port_id: other22 }, { port_id: other80 }]),
      ],
    });
    const [narrow] = hereHost.services[1].bindings;
    const path = await group({ type: 'Bindings', binding_ids: [narrow.id] });
    const host = await mergeHosts(hereHost.id, other.id);
    expect(host.services[0].bindings).toEqual(hereHost.services[0].bindings);
    const { bindings } = host.services[1];
    expect(bindings.map((one: Json) => [one.port_id, one.ip_address_id]).sort()).toEqual(
      [port22, port80].map((id) => [id, null]).sort(),
    );
    const wide = bindings.find((one: Json) => one.port_id === port22);
    expect((await membersOf(path.id)).binding_ids).toEqual([wide.id]);
  });

  test('empty fields are filled, others stay; tags and credentials are combined', async () => {
    const hereHost = await create({ hostname: 'kept.example', tags: [], sys_descr: '' });
    await world.prisma.host.update({ where: { id: hereHost.id }, data: { model: 'X1', modelSource: 'snmp' } });
    const machine = { type: 'Proxmox', details: { vm_name: 'db', vm_id: '7' } };
    const other = await create({
      ...{ name: 'named', hostname: 'lost.example', description: 'told', sys_descr: 'Linux', chassis_id: 'c-77' },
      ...{ tags: [inventory.tagId], virtualization_metadata: machine, hidden: true },
      credential_assignments: [{ credential_id: inventory.credentialId }],
      virtualization_service_id: inventory.serviceIds[0],
    });
    await world.prisma.host.update({
      where: { id: other.id },
      data: { model: 'X2', modelSource: 'lldp', os: 'Debian', osSource: 'ssh', lastSeenAt: new Date('2031-01-01') },
    });
    expect(await mergeHosts(hereHost.id, other.id)).toMatchObject({
      ...{ name: 'named', hostname: 'kept.example', description: 'told', sys_descr: 'Linux', chassis_id: 'c-77' },
      ...{ model: 'X1', model_source: 'snmp', os: 'Debian', os_source: 'ssh', hidden: false },
      ...{ tags: [inventory.tagId], virtualization_metadata: machine },
      virtualization_service_id: inventory.serviceIds[0],
      credential_assignments: [{ credential_id: inventory.credentialId }],
      last_seen_at: '2031-01-01T00:00:00.000Z',
    });
  });

  test('machines, containers and bridges keep their runtimes, and nothing runs in itself', async () => {
    const runtime = { service_definition: 'Docker' };
    const hereHost = await create({ services: [service('Docker', [], runtime)] });
    const other = await create({ services: [service('Docker', [], runtime)] });
    const [keptSubnet, droppedSubnet] = [hereHost.services[0].id, other.services[0].id];
    const bridge = async (virtualization_service_id: string) => {
      const body = {
        name: 'bridge',
        network_id: world.networkId,
        cidr: '172.17.0.0/16',
        subnet_type: 'DockerBridge',
        tags: [],
      };
      return (await world.member.rest.post('/subnets', { ...body, virtualization_service_id })).body.data.id as string;
    };
    const [bridgeHere, bridgeThere] = [await bridge(keptSubnet), await bridge(droppedSubnet)];
    expect(bridgeHere).not.toBe(bridgeThere);
    const machine = await create({
      virtualization_service_id: droppedSubnet,
      services: [service('in', [], { virtualization_service_id: droppedSubnet })],
    });
    await world.member.rest.post('/ip-addresses', {
      ...{ host_id: other.id, network_id: world.networkId, subnet_id: bridgeThere, ip_address: '172.17.0.1' },
    });
    await world.prisma.host.update({ where: { id: hereHost.id }, data: { virtualizationServiceId: droppedSubnet } });
    await world.prisma.service.update({ where: { id: keptSubnet }, data: { virtualizationServiceId: droppedSubnet } });
    const host = await mergeHosts(hereHost.id, other.id);
    expect(host).toMatchObject({
      virtualization_service_id: null,
      services: [{ id: keptSubnet, virtualization_service_id: null }],
      ip_addresses: [{ subnet_id: bridgeHere, ip_address: '172.17.0.1' }],
    });
    expect((await world.viewer.rest.get(`/hosts/${machine.id}`)).body.data).toMatchObject({
      virtualization_service_id: keptSubnet,
      services: [{ virtualization_service_id: keptSubnet }],
    });
    expect((await world.viewer.rest.get(`/subnets/${bridgeThere}`)).status).toBe(404);
  });

  test('links follow their ports and hosts; a link to the own host is dropped', async () => {
    const eth = (name: string, if_index: number) => ({ id: randomUUID(), if_index, if_descr: name, if_name: name });
    const [hereHost, other, far] = [
      await create({ interfaces: [eth('eth0', 0), eth('eth2', 2)] }),
      await create({ interfaces: [eth('eth0', 0), eth('eth1', 1)] }),
      await create({ interfaces: [eth('far0', 0)] }),
    ];
    const [here0, here2] = idsOf(hereHost.interfaces) as [string, string];
    const [other0, other1] = idsOf(other.interfaces) as [string, string];
    const [far0] = idsOf(far.interfaces) as [string];
    const link = (interfaceId: string, remote: object) => ({
      ...{ interfaceId, networkId: world.networkId, protocol: 'LLDP' as const, ...remote },
    });
    await world.prisma.interfaceNeighbor.createMany({
      data: [
        link(far0, { remoteInterfaceId: here0 }),
        link(far0, { remoteInterfaceId: other0 }),
        link(far0, { remoteHostId: other.id }),
        link(other0, { remoteInterfaceId: far0 }),
        link(here0, { remoteInterfaceId: other0 }),
        link(here2, { remoteHostId: other.id }),
        link(other1, { remoteInterfaceId: here2 }),
      ],
    });
    await world.prisma.neighborEvidence.create({ data: { ...link(other0, {}), lldpSysName: 'far' } });
    await mergeHosts(hereHost.id, other.id);
    const remainingInterfaceNeighbors = await world.prisma.interfaceNeighbor.findMany({
      where: { interfaceId: { in: [here0, here2, other0, other1, far0] } },
      select: { interfaceId: true, remoteInterfaceId: true, remoteHostId: true },
    });
    const describeRows = (rows: object[]) => rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort();
    expect(describeRows(remainingInterfaceNeighbors)).toEqual(
      describeRows([
        { interfaceId: far0, remoteInterfaceId: here0, remoteHostId: null },
        { interfaceId: far0, remoteInterfaceId: null, remoteHostId: hereHost.id },
        { interfaceId: here0, remoteInterfaceId: far0, remoteHostId: null },
        { interfaceId: other1, remoteInterfaceId: here2, remoteHostId: null },
      ]),
    );
    expect(await world.prisma.neighborEvidence.count({ where: { interfaceId: here0 } })).toBe(1);
  });

  test('GraphQL merges too, and a daemon on the destination stays', async () => {
    const [hereHost, other] = [await create(), await create({ name: 'other', ports: [port(80)] })];
    await addDaemon(hereHost.id);
    const document = `mutation($one: UUID!, $two: UUID!) {
      consolidateHosts(destinationHostId: $one, otherHostId: $two) { id name ports { number } daemons { name } } }`;
    const { consolidateHosts } = await world.member.query(document, { one: hereHost.id, two: other.id });
    expect(consolidateHosts).toEqual({
      id: hereHost.id,
      name: 'other',
      ports: [{ number: 80 }],
      daemons: [{ name: 'probe' }],
    });
  });
});

const addDaemon = (hostId: string) =>
  world.prisma.daemon.create({
    data: {
      ...{ networkId: world.networkId, organizationId: world.organizationId, hostId },
      ...{ name: 'probe', mode: 'daemon_poll', url: '' },
    },
  });

describe('400', () => {
  test('the same host, another network, or a daemon on the other host: nothing changes', async () => {
    const [hereHost, other] = [await create({ ports: [port(80)] }), await create({ ports: [port(81)] })];
    await addDaemon(other.id);
    const document = `mutation($one: UUID!, $two: UUID!) { consolidateHosts(destinationHostId: $one, otherHostId: $two) { id } }`;
    for (const [two, reason] of [
      [hereHost.id, 'same host'],
      [elsewhere.hostIds[0]!, 'other network'],
      [other.id, 'other has a daemon'],
    ]) {
      const { status, body } = await consolidate(hereHost.id, two);
      expect([status, body.code, body.params]).toEqual([400, 'hosts_consolidate_failed', { reason }]);
      expect(await world.member.refusal(document, { one: hereHost.id, two })).toEqual({
        code: 'hosts_consolidate_failed',
        params: { reason },
      });
    }
    for (const host of [hereHost, other])
      expect((await world.viewer.rest.get(`/hosts/${host.id}`)).body.data).toEqual(host);
    expect((await consolidate(hereHost.id, 'x')).status).toBe(400);
  });
});

describe('401, 403 and 404', () => {
  test('anonymous callers and Viewers are refused', async () => {
    const [hereHost, other] = [await create(), await create()];
    expect((await consolidate(hereHost.id, other.id, world.anonymous)).status).toBe(401);
    const { status, body } = await consolidate(hereHost.id, other.id, world.viewer);
    expect([status, body.params]).toEqual([403, { action: 'consolidateHosts', required: 'Member' }]);
  });

  test('a missing host and one out of reach give the same answer, as either argument', async () => {
    const hereHost = await create();
    for (const id of [elsewhere.hostIds[0]!, randomUUID()])
      for (const reply of [
        await consolidate(hereHost.id, id, world.narrowKey),
        await consolidate(id, hereHost.id, world.narrowKey),
        await consolidate(id, id, world.narrowKey),
      ])
        expect([reply.status, reply.body.code, reply.body.params]).toEqual([
          404,
          'entity_not_found',
          { entity: 'Host', id },
        ]);
    expect((await world.viewer.rest.get(`/hosts/${hereHost.id}`)).body.data).toEqual(hereHost);
  });
});

describe('concurrent merges', () => {
  const wholeHost = () => {
    const [ipId, portId] = [randomUUID(), randomUUID()];
    return create({
      ip_addresses: [address({ id: ipId })],
      ports: [port(80, portId)],
      services: [service('web', [{ port_id: portId, ip_address_id: ipId }])],
      interfaces: [{ if_index: 1, if_descr: 'eth0', if_name: 'eth0', ip_address_id: ipId }],
    });
  };

  test('of two opposite merges one succeeds, and the remaining host has all addresses', async () => {
    for (let round = 0; round < 4; round += 1) {
      const [one, two] = [await wholeHost(), await wholeHost()];
      const replies = await Promise.all([consolidate(one.id, two.id), consolidate(two.id, one.id)]);
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 404]);
      const remainingData = replies.find(({ status }) => status === 200)!.body.data;
      expect(idsOf(remainingData.ip_addresses).sort()).toEqual([one.ip_addresses[0].id, two.ip_addresses[0].id].sort());
      expect(remainingData.services).toHaveLength(1);
    }
  });

  test('a merge and simultaneous updates of hosts, services and bindings succeed or say why not', async () => {
    for (let round = 0; round < 4; round += 1) {
      const [one, two, third] = [await wholeHost(), await wholeHost(), await wholeHost()];
      const [movedRow] = two.services;
      const fields = { network_id: world.networkId, name: 'renamed', hidden: false, tags: [] };
      const replies = await Promise.all([
        consolidate(one.id, two.id),
        world.member.rest.put(`/hosts/${one.id}`, {
          ...{ ...fields, ports: [...one.ports, { number: 81, protocol: 'Tcp' }] },
        }),
        world.member.rest.put(`/hosts/${two.id}`, { ...two, ports: [...two.ports, { number: 82, protocol: 'Tcp' }] }),
        world.member.rest.put(`/hosts/${third.id}`, { ...fields, virtualization_service_id: movedRow.id }),
        world.member.rest.put(`/services/${movedRow.id}`, { ...movedRow, name: 'web' }),
        world.member.rest.post('/bindings', {
          ...{ service_id: movedRow.id, network_id: world.networkId, type: 'Port', port_id: two.ports[0].id },
        }),
        consolidate(third.id, two.id),
      ]);
      expect(replies.filter(({ status }) => status >= 500).map(({ story }) => story)).toEqual([]);
      const merges = [replies[0]!, replies[6]!].map(({ status }) => status);
      expect(merges.sort()).toEqual([200, 404]);
      expect(replies[1]!.status).toBe(200);
      expect((await world.viewer.rest.get(`/hosts/${two.id}`)).status).toBe(404);
      const places = await world.prisma.ipAddress.findMany({
        where: { id: { in: [one, two, third].map((host) => host.ip_addresses[0].id) } },
      });
      expect(places).toHaveLength(3);
    }
  });

  test('merging hosts with two hundred parts takes as many statements as with twelve', async () => {
    const costOf = async (count: number) => {
      const host = () => {
        const rows = Array.from({ length: count }, (_, index) => ({ index, ipId: randomUUID(), portId: randomUUID() }));
        return create({
          tags: [inventory.tagId],
          ip_addresses: rows.map(({ ipId }) => address({ id: ipId })),
          ports: rows.map(({ index, portId }) => port(1000 + index, portId)),
          services: rows.map(({ index, ipId, portId }) =>
            service(`service ${index}`, [{ port_id: portId, ip_address_id: ipId }], { tags: [inventory.tagId] }),
          ),
          interfaces: rows.map(({ index, ipId }) => ({
            ...{ if_index: index, if_descr: 'eth', if_name: `eth${index}`, ip_address_id: ipId },
            vlan_ids: inventory.vlanIds,
          })),
        });
      };
      const [one, two] = [await host(), await host()];
      for (const { services } of [one, two]) await group({ type: 'Services', service_ids: idsOf(services) });
      let status = 0;
      const statements = await world.queries.during(async () => void ({ status } = await consolidate(one.id, two.id)));
      expect(status).toBe(200);
      return statements.map((sql) => sql.split(/[(,]/)[0]);
    };
    expect(await costOf(50)).toEqual(await costOf(3));
  });
});
