// Tests of writing bindings over REST and GraphQL, grouped by HTTP status.
import { randomUUID } from 'node:crypto';
import { createWorld, type World } from '../../support/world';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

/** A host with two addresses, two ports and two services. */
async function addHost(networkId = world.networkId) {
  const { prisma } = world;
  const { id: hostId } = await prisma.host.create({ data: { name: 'server', networkId } });
  const cidr = '10.30.0.0/16';
  const existing = await prisma.subnet.findFirst({ where: { networkId, cidr } });
  const subnet =
    existing ?? (await prisma.subnet.create({ data: { name: 'Lan', networkId, cidr, subnetType: 'Lan' } }));
  const on = { hostId, networkId };
  const addAddress = async (ipAddress: string) =>
    (await prisma.ipAddress.create({ data: { ...on, subnetId: subnet.id, subnetCidr: cidr, ipAddress } })).id;
  const addPort = async (number: number) => (await prisma.port.create({ data: { ...on, number, protocol: 'Tcp' } })).id;
  const addService = async () =>
    (await prisma.service.create({ data: { ...on, name: 'web', serviceDefinition: 'nginx' } })).id;
  return {
    hostId,
    addresses: [await addAddress('10.30.0.1'), await addAddress('10.30.0.2')] as const,
    ports: [await addPort(80), await addPort(443)] as const,
    services: [await addService(), await addService()] as const,
  };
}
const bodyOf = (service_id: string, fields: object) => ({ service_id, network_id: world.networkId, ...fields });
const ofAddress = (ip_address_id: string) => ({ type: 'IPAddress', ip_address_id });
const ofPort = (port_id: string, ip_address_id: string | null = null) => ({ type: 'Port', port_id, ip_address_id });
const post = (serviceId: string, fields: object) => world.member.rest.post('/bindings', bodyOf(serviceId, fields));
const put = (binding: { id: string; service_id: string }, fields: object) =>
  world.member.rest.put(`/bindings/${binding.id}`, bodyOf(binding.service_id, fields));
const bind = async (serviceId: string, fields: object) => {
  const reply = await post(serviceId, fields);
  if (reply.status !== 200) throw new Error(reply.story);
  return reply.body.data;
};
const idsOf = async (serviceId: string) =>
  (await world.viewer.rest.get(`/bindings?service_id=${serviceId}`)).body.data.map(({ id }: { id: string }) => id);
const updateDocument = `mutation($id: UUID!, $input: UpdateBindingInput!) { updateBinding(id: $id, input: $input) { type ipAddressId portId } }`;

describe('200', () => {
  test('each type of binding is created with every field', async () => {
    const { services, addresses, ports } = await addHost();
    for (const fields of [ofAddress(addresses[0]), ofPort(ports[0], addresses[1]), ofPort(ports[1], addresses[1])]) {
      const { status, body } = await world.key.rest.post('/bindings', bodyOf(services[0], fields));
      expect([status, body.data]).toEqual([200, expect.objectContaining(bodyOf(services[0], fields))]);
      expect((await world.viewer.rest.get(`/bindings/${body.data.id}`)).body.data).toEqual(body.data);
    }
    expect(await bind(services[1], ofPort(ports[0]))).toMatchObject(ofPort(ports[0]));
  });

  test('a binding to a port on all addresses replaces narrower bindings of the service', async () => {
    const { services, addresses, ports } = await addHost();
    const [one, two] = [
      await bind(services[0], ofPort(ports[0], addresses[0])),
      await bind(services[0], ofPort(ports[0], addresses[1])),
    ];
    const otherPort = await bind(services[0], ofPort(ports[1], addresses[0]));
    const otherService = await bind(services[1], ofPort(ports[0], addresses[0]));
    const wide = await bind(services[0], ofPort(ports[0]));
    expect(await idsOf(services[0])).toEqual([otherPort.id, wide.id]);
    expect(await idsOf(services[1])).toEqual([otherService.id]);
    for (const { id } of [one, two]) expect((await world.viewer.rest.get(`/bindings/${id}`)).status).toBe(404);
  });

  test('an update changes target and type; GraphQL changes only the fields in its input', async () => {
    const { services, addresses, ports } = await addHost();
    const binding = await bind(services[0], ofAddress(addresses[0]));
    expect((await put(binding, ofAddress(addresses[1]))).body.data).toMatchObject(ofAddress(addresses[1]));
    expect((await put(binding, ofPort(ports[0], addresses[0]))).body.data).toMatchObject(
      ofPort(ports[0], addresses[0]),
    );
    const change = async (input: object) =>
      (await world.member.query(updateDocument, { id: binding.id, input })).updateBinding;
    expect(await change({ portId: ports[1] })).toEqual({ type: 'Port', ipAddressId: addresses[0], portId: ports[1] });
    expect(await change({ ipAddressId: null })).toEqual({ type: 'Port', ipAddressId: null, portId: ports[1] });
    expect(await change({ type: 'IPAddress', ipAddressId: addresses[0] })).toEqual({
      type: 'IPAddress',
      ipAddressId: addresses[0],
      portId: null,
    });
  });

  test('bindings are deleted alone and in bulk', async () => {
    const { services, addresses } = await addHost();
    const [one, two] = [
      await bind(services[0], ofAddress(addresses[0])),
      await bind(services[0], ofAddress(addresses[1])),
    ];
    expect((await world.member.rest.delete(`/bindings/${one.id}`)).status).toBe(200);
    const { body } = await world.member.rest.post('/bindings/bulk-delete', [one.id, two.id]);
    expect(body.data).toEqual({ deleted_count: 1, requested_count: 2 });
  });
});

describe('400', () => {
  test('missing or extra fields for the binding type are refused, on POST and PUT', async () => {
    const { services, addresses, ports } = await addHost();
    const binding = await bind(services[0], ofAddress(addresses[0]));
    const cases: [object, string, string][] = [
      [{ type: 'IPAddress' }, 'validation_required', 'ip_address_id'],
      [{ type: 'Port' }, 'validation_required', 'port_id'],
      [{ ...ofAddress(addresses[1]), port_id: ports[0] }, 'validation_invalid_format', 'port_id'],
      [{ ...ofAddress(addresses[1]), type: 'Socket' }, 'validation_invalid_format', 'type'],
      [{ ip_address_id: addresses[1] }, 'validation_required', 'type'],
    ];
    const clearedInput = { ip_address_id: null, port_id: null };
    for (const [fields, code, field] of cases)
      for (const reply of [await post(services[0], fields), await put(binding, { ...clearedInput, ...fields })])
        expect([reply.status, reply.body.code, reply.body.params]).toEqual([400, code, { field }]);
    expect((await world.viewer.rest.get(`/bindings/${binding.id}`)).body.data).toEqual(binding);
  });

  test('an address or port of another host, and a service of another network, are refused', async () => {
    const [hereReply, thereReply, elsewhere] = [await addHost(), await addHost(), await addHost(world.otherNetworkId)];
    const binding = await bind(hereReply.services[0], ofAddress(hereReply.addresses[0]));
    const cases: [object, string, object][] = [
      [ofAddress(thereReply.addresses[0]), 'entity_reference_invalid', { entity: 'IPAddress', field: 'ip_address_id' }],
      [ofPort(thereReply.ports[0]), 'entity_reference_invalid', { entity: 'Port', field: 'port_id' }],
      [ofAddress(elsewhere.addresses[0]), 'entity_network_mismatch', { entity: 'IPAddress' }],
      [
        { ...ofAddress(hereReply.addresses[1]), service_id: elsewhere.services[0] },
        'entity_network_mismatch',
        { entity: 'Service' },
      ],
    ];
    for (const [fields, code, params] of cases)
      for (const reply of [await post(hereReply.services[0], fields), await put(binding, fields)])
        expect([reply.status, reply.body.code, reply.body.params]).toEqual([400, code, params]);
  });
});

describe('403 and 404', () => {
  test('a Viewer cannot write; inaccessible rows are not found', async () => {
    const { services, addresses } = await addHost();
    const foreign = await addHost(world.strangerNetworkId);
    const binding = await bind(services[0], ofAddress(addresses[0]));
    const refusedReply = await world.viewer.rest.post('/bindings', bodyOf(services[0], ofAddress(addresses[1])));
    expect([refusedReply.status, refusedReply.body.code]).toEqual([403, 'auth_permission_denied']);
    for (const id of [foreign.services[0], randomUUID()])
      expect((await post(id, ofAddress(addresses[1]))).body.params).toEqual({ entity: 'Service', id });
    for (const id of [foreign.addresses[0], randomUUID()])
      expect((await put(binding, ofAddress(id))).body.params).toEqual({ entity: 'IPAddress', id });
    expect((await world.stranger.rest.delete(`/bindings/${binding.id}`)).status).toBe(404);
  });
});

describe('409', () => {
  test('a binding to an address conflicts with one to a port on it or on all addresses', async () => {
    const { services, addresses, ports } = await addHost();
    const [first, second] = services;
    const expectRefused = async (reply: ReturnType<typeof post>, id: string) => {
      const { status, body } = await reply;
      expect([status, body.code, body.params]).toEqual([409, 'binding_conflict', { id }]);
    };
    const address = await bind(first, ofAddress(addresses[0]));
    await expectRefused(post(first, ofPort(ports[0], addresses[0])), address.id);
    await expectRefused(post(first, ofPort(ports[0])), address.id);
    const beside = await bind(first, ofPort(ports[0], addresses[1]));
    await expectRefused(put(beside, ofPort(ports[0])), address.id);
    await expectRefused(post(first, ofAddress(addresses[1])), beside.id);
    const wide = await bind(second, ofPort(ports[0]));
    await expectRefused(post(second, ofAddress(addresses[0])), wide.id);
  });

  test('a duplicate binding, and one changed since it was read, are refused', async () => {
    const { services, addresses } = await addHost();
    const binding = await bind(services[0], ofAddress(addresses[0]));
    const twice = await post(services[0], ofAddress(addresses[0]));
    expect([twice.status, twice.body.code, twice.body.params.entity]).toEqual([
      409,
      'entity_already_exists',
      'Binding',
    ]);
    const fields = { ...ofAddress(addresses[1]), expected_updated_at: binding.updated_at };
    expect((await put(binding, fields)).status).toBe(200);
    const late = await put(binding, fields);
    expect([late.status, late.body.code]).toEqual([409, 'entity_changed']);
  });

  test('of bindings to an address and to its port, created at once, one succeeds', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { services, addresses, ports } = await addHost();
      const replies = await Promise.all([
        post(services[0], ofAddress(addresses[0])),
        post(services[0], ofPort(ports[0])),
        post(services[0], ofAddress(addresses[0])),
        post(services[0], ofPort(ports[0], addresses[0])),
      ]);
      const statuses = replies.map(({ status }) => status);
      // The port on all addresses removes the port on one address, if that is stored first. The request for the latter
      // then may no longer find its row.
      const isRemoved = statuses[1] === 200 && statuses[3] === 404;
      if (isRemoved) expect(replies[3]!.body.params.entity).toBe('Binding');
      const others = isRemoved ? statuses.slice(0, 3) : statuses;
      expect(others.every((status) => status === 200 || status === 409)).toBe(true);
      const storedBindings = await world.prisma.binding.findMany({ where: { serviceId: services[0] } });
      expect(new Set(storedBindings.map(({ portId }) => portId === null)).size).toBe(1);
    }
  });
});
