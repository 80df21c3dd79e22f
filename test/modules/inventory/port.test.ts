// Tests of writing transport ports over REST and GraphQL, grouped by HTTP status.
import { randomUUID } from 'node:crypto';
import { createWorld, type World } from '../../support/world';

let world: World;
let hostId: string;
const addHost = async (networkId = world.networkId) =>
  (await world.prisma.host.create({ data: { name: 'server', networkId } })).id;
beforeAll(async () => {
  world = await createWorld();
  hostId = await addHost();
});
afterAll(() => world.close());

let nextNumber = 1000;
const bodyOf = (fields: object = {}) => ({
  host_id: hostId,
  network_id: world.networkId,
  number: nextNumber++,
  protocol: 'Tcp',
  ...fields,
});
const createPort = async (fields: object = {}) => (await world.member.rest.post('/ports', bodyOf(fields))).body.data;
const createDocument = `mutation($input: CreatePortInput!) { createPort(input: $input) { id number protocol type host { id } } }`;
const updateDocument = `mutation($id: UUID!, $input: UpdatePortInput!) { updatePort(id: $id, input: $input) { number protocol } }`;

describe('200', () => {
  test.each([
    [1, 'Tcp', 'Custom'],
    [65535, 'Udp', 'Custom'],
    [443, 'Tcp', 'HTTPS'],
  ])('port %d/%s is created with every field', async (number, protocol, type) => {
    const { status, body } = await world.key.rest.post('/ports', bodyOf({ number, protocol }));
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      host_id: hostId,
      network_id: world.networkId,
      number,
      protocol,
      first_discovery_id: null,
      valid_to: null,
    });
    if (number === 443) expect(body.data.type).toBe(type);
    expect((await world.viewer.rest.get(`/ports/${body.data.id}`)).body.data).toEqual(body.data);
  });

  test('GraphQL creates ports too, and changes only the fields in its input', async () => {
    const input = { hostId, networkId: world.networkId, number: nextNumber++, protocol: 'Tcp' };
    const { createPort: createdPort } = await world.member.query(createDocument, { input });
    expect(createdPort).toMatchObject({ number: input.number, protocol: 'Tcp', host: { id: hostId } });
    const { updatePort } = await world.member.query(updateDocument, { id: createdPort.id, input: { protocol: 'Udp' } });
    expect(updatePort).toEqual({ number: input.number, protocol: 'Udp' });
  });

  test('a port that moves to another network loses its references to runs of the former one', async () => {
    const port = await createPort();
    const [host_id, network_id] = [await addHost(world.otherNetworkId), world.otherNetworkId];
    const { status, body } = await world.member.rest.put(`/ports/${port.id}`, bodyOf({ host_id, network_id }));
    expect([status, body.data.host_id, body.data.network_id]).toEqual([200, host_id, network_id]);
    expect(body.data.last_discovery_id).toBeNull();
  });

  test('deleting a port deletes its bindings', async () => {
    const port = await createPort();
    const { prisma, networkId } = world;
    const service = await prisma.service.create({ data: { name: 's', serviceDefinition: 'x', hostId, networkId } });
    const binding = await prisma.binding.create({
      data: { serviceId: service.id, hostId, networkId, portId: port.id },
    });
    const { status, body } = await world.member.rest.delete(`/ports/${port.id}`);
    expect([status, body.data]).toEqual([200, null]);
    expect(await prisma.binding.count({ where: { id: binding.id } })).toBe(0);
    expect(await prisma.service.count({ where: { id: service.id } })).toBe(1);
  });
});

describe('400', () => {
  test.each([
    [{ number: 0 }, 'validation_out_of_range', { field: 'number', min: 1, max: 65535 }],
    [{ number: 65536 }, 'validation_out_of_range', { field: 'number', min: 1, max: 65535 }],
    [{ number: '80' }, 'validation_invalid_format', { field: 'number' }],
    [{ number: undefined }, 'validation_required', { field: 'number' }],
    [{ number: null }, 'validation_required', { field: 'number' }],
    [{ protocol: 'Sctp' }, 'validation_invalid_format', { field: 'protocol' }],
    [{ host_id: undefined }, 'validation_required', { field: 'host_id' }],
    [{ host_id: 'x' }, 'validation_invalid_format', { field: 'host_id' }],
  ])('POST and PUT with %j', async (fields, code, params) => {
    const port = await createPort();
    for (const reply of [
      await world.member.rest.post('/ports', bodyOf(fields)),
      await world.member.rest.put(`/ports/${port.id}`, bodyOf(fields)),
    ])
      expect([reply.status, reply.body.code, reply.body.params]).toEqual([400, code, params]);
    expect((await world.member.rest.get(`/ports/${port.id}`)).body.data).toEqual(port);
  });

  test('a host of another network is refused', async () => {
    const port = await createPort();
    const foreign = bodyOf({ host_id: await addHost(world.otherNetworkId) });
    for (const reply of [
      await world.member.rest.post('/ports', foreign),
      await world.member.rest.put(`/ports/${port.id}`, foreign),
    ])
      expect([reply.status, reply.body.code, reply.body.params]).toEqual([
        400,
        'entity_network_mismatch',
        { entity: 'Host' },
      ]);
    const refusal = await world.member.refusal(updateDocument, { id: port.id, input: { number: null } });
    expect(refusal).toEqual({ code: 'validation_required', params: { field: 'number' } });
  });
});

describe('403 and 404', () => {
  test('a Viewer cannot write', async () => {
    const port = await createPort();
    for (const reply of [
      await world.viewer.rest.post('/ports', bodyOf()),
      await world.viewer.rest.put(`/ports/${port.id}`, bodyOf()),
      await world.viewer.rest.delete(`/ports/${port.id}`),
    ])
      expect([reply.status, reply.body.code]).toEqual([403, 'auth_permission_denied']);
  });

  test('networks out of reach are denied, hosts and ports out of reach are not found', async () => {
    const port = await createPort();
    const foreignHost = await addHost(world.strangerNetworkId);
    for (const id of [foreignHost, randomUUID()]) {
      const { status, body } = await world.member.rest.post('/ports', bodyOf({ host_id: id }));
      expect([status, body.code, body.params]).toEqual([404, 'entity_not_found', { entity: 'Host', id }]);
    }
    const deniedReply = await world.member.rest.put(
      `/ports/${port.id}`,
      bodyOf({ network_id: world.strangerNetworkId }),
    );
    expect([deniedReply.status, deniedReply.body.code]).toEqual([403, 'entity_access_denied']);
    expect((await world.stranger.rest.put(`/ports/${port.id}`, bodyOf())).status).toBe(404);
    expect((await world.stranger.rest.delete(`/ports/${port.id}`)).status).toBe(404);
  });
});

describe('409', () => {
  test('a number that the host has already with this protocol is refused, on POST and PUT', async () => {
    const [one, two] = [await createPort(), await createPort()];
    const clash = bodyOf({ number: one.number });
    for (const reply of [
      await world.member.rest.post('/ports', clash),
      await world.member.rest.put(`/ports/${two.id}`, clash),
    ])
      expect([reply.status, reply.body.code, reply.body.params]).toEqual([
        409,
        'entity_already_exists',
        { entity: 'Port', field: 'number', value: one.number },
      ]);
    expect((await world.member.rest.post('/ports', { ...clash, protocol: 'Udp' })).status).toBe(200);
  });

  test('many simultaneous writers create one port', async () => {
    const body = bodyOf();
    const replies = await Promise.all(Array.from({ length: 6 }, () => world.member.rest.post('/ports', body)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  });

  test('a port changed since it was read is refused', async () => {
    const port = await createPort();
    const body = bodyOf({ number: port.number, expected_updated_at: port.updated_at });
    expect((await world.member.rest.put(`/ports/${port.id}`, { ...body, protocol: 'Udp' })).status).toBe(200);
    const late = await world.member.rest.put(`/ports/${port.id}`, body);
    expect([late.status, late.body.code]).toEqual([409, 'entity_changed']);
  });

  test('a port with bindings cannot move to another host', async () => {
    const port = await createPort();
    const { prisma, networkId } = world;
    const service = await prisma.service.create({ data: { name: 's', serviceDefinition: 'x', hostId, networkId } });
    await prisma.binding.create({ data: { serviceId: service.id, hostId, networkId, portId: port.id } });
    const { status, body } = await world.member.rest.put(`/ports/${port.id}`, bodyOf({ host_id: await addHost() }));
    expect([status, body.code, body.params]).toEqual([
      409,
      'entity_in_use',
      { entity: 'Port', id: port.id, used_by: 'Binding' },
    ]);
  });
});
