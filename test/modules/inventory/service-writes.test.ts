// Tests of writing services over REST and GraphQL, grouped by HTTP status: with bindings, tags and runtime, on a host,
// and moved to another host.
import { randomUUID } from 'node:crypto';
import type { Reply } from '../../support/client';
import { addInventory, type Inventory } from '../../support/inventory';
import { createWorld, type World } from '../../support/world';

let world: World;
let inventory: Inventory;
let elsewhere: Inventory;
beforeAll(async () => {
  world = await createWorld();
  inventory = await addInventory(world.prisma, world, 3);
  elsewhere = await addInventory(world.prisma, { ...world, networkId: world.otherNetworkId }, 2);
});
afterAll(() => world.close());

const bodyOf = (fields: object = {}) => ({
  host_id: inventory.hostIds[1],
  network_id: world.networkId,
  name: 'shop',
  service_definition: 'nginx',
  tags: [] as string[],
  ...fields,
});
const post = (fields: object = {}) => world.member.rest.post('/services', bodyOf(fields));
const put = (id: string, fields: object = {}) => world.member.rest.put(`/services/${id}`, bodyOf(fields));
const create = async (fields: object = {}) => {
  const reply = await post(fields);
  if (reply.status !== 200) throw new Error(reply.story);
  return reply.body.data;
};
const read = async (id: string) => (await world.viewer.rest.get(`/services/${id}`)).body.data;
const ofAddress = (index = 1, fields: object = {}) => ({
  type: 'IPAddress',
  ip_address_id: inventory.addressIds[index],
  ...fields,
});
const ofPort = (index = 1, ip_address_id: string | null = null, fields: object = {}) => ({
  type: 'Port',
  port_id: inventory.portIds[index],
  ip_address_id,
  ...fields,
});
const container = {
  type: 'Docker',
  details: { container_name: 'shop', container_id: 'c0ffee', compose_project: 'shop' },
};
const updateDocument = `mutation($id: UUID!, $input: UpdateServiceInput!) {
  updateService(id: $id, input: $input) { name position bindings { id type } tagIds virtualizationServiceId }
}`;

describe('200', () => {
  test('a service is created with every field, and with a client-chosen id for its binding', async () => {
    const bindingId = randomUUID();
    const body = bodyOf({
      bindings: [ofPort(1, inventory.addressIds[1], { id: bindingId })],
      position: 7,
      virtualization_metadata: container,
      virtualization_service_id: inventory.serviceIds[0],
      tags: [inventory.tagId, inventory.tagId],
      source: { type: 'Discovery' },
    });
    const { status, body: answer } = await world.key.rest.post('/services', body);
    expect([status, answer.data]).toEqual([
      200,
      {
        ...body,
        ...{ id: expect.any(String), lineage_id: answer.data.id, valid_to: null, valid_from: expect.any(String) },
        ...{ created_at: expect.any(String), updated_at: expect.any(String), last_seen_at: expect.any(String) },
        ...{ first_discovery_id: null, last_discovery_id: null, source: { type: 'Manual' }, tags: [inventory.tagId] },
        bindings: [
          expect.objectContaining({
            ...ofPort(1, inventory.addressIds[1], { id: bindingId }),
            service_id: answer.data.id,
            network_id: world.networkId,
          }),
        ],
      },
    ]);
    expect(await read(answer.data.id)).toEqual(answer.data);
  });

  test('GraphQL creates a service from the required fields only, as the last of its host', async () => {
    const last = await create({ position: 20 });
    const document = `mutation($input: CreateServiceInput!) { createService(input: $input) {
      position category sourceIsManual: source { type } tagIds bindings { id } virtualizationMetadata { type } } }`;
    const input = { hostId: last.host_id, networkId: world.networkId, name: '', serviceDefinition: 'my-own' };
    const { createService } = await world.member.query(document, { input });
    expect(createService).toEqual({
      ...{ position: 21, category: 'Custom', sourceIsManual: { type: 'Manual' } },
      ...{ tagIds: [], bindings: [], virtualizationMetadata: null },
    });
  });

  test('a response sent back unchanged changes only the time', async () => {
    const service = await create({
      bindings: [ofPort(), ofPort(1, inventory.addressIds[1])],
      tags: [inventory.tagId],
      virtualization_metadata: container,
      virtualization_service_id: inventory.serviceIds[0],
    });
    expect(service.bindings).toMatchObject([ofPort()]);
    const { status, body } = await world.member.rest.put(`/services/${service.id}`, service);
    expect([status, body.data]).toEqual([200, { ...service, updated_at: body.data?.updated_at }]);
  });

  test('omitted bindings stay; given ones replace the stored ones exactly and keep their ids', async () => {
    const service = await create({ bindings: [ofAddress()], virtualization_metadata: container, position: 3 });
    const renamedData = (await put(service.id, { name: 'renamed' })).body.data;
    const { updated_at, valid_from } = renamedData;
    expect(renamedData).toEqual({ ...service, name: 'renamed', updated_at, valid_from });
    expect(valid_from > service.valid_from).toBe(true);
    const [binding] = service.bindings;
    const turnedData = (await put(service.id, { bindings: [ofPort(1, inventory.addressIds[1], { id: binding.id })] }))
      .body.data;
    expect(turnedData.bindings).toMatchObject([{ id: binding.id, ...ofPort(1, inventory.addressIds[1]) }]);
    expect(turnedData.bindings[0].created_at).toBe(binding.created_at);
    const clearedData = (await put(service.id, { bindings: null, virtualization_metadata: null })).body.data;
    expect(clearedData).toMatchObject({ bindings: [], virtualization_metadata: null, position: 3 });
  });

  test('two bindings exchange the ports that they are bound to', async () => {
    const second = (
      await world.member.rest.post('/ports', {
        ...{ host_id: inventory.hostIds[1], network_id: world.networkId, number: 8080, protocol: 'Tcp' },
      })
    ).body.data;
    const service = await create({ bindings: [ofPort(), { type: 'Port', port_id: second.id }] });
    const [one, two] = service.bindings;
    const swappedBindings = [
      { ...one, port_id: two.port_id },
      { ...two, port_id: one.port_id },
    ];
    const { status, body } = await put(service.id, { bindings: swappedBindings });
    expect([status, body.data?.bindings]).toMatchObject([
      200,
      swappedBindings.map(({ id, port_id }) => ({ id, port_id, ip_address_id: null })),
    ]);
  });

  test('GraphQL changes only the fields in its input', async () => {
    const service = await create({ bindings: [ofAddress()], tags: [inventory.tagId], position: 4 });
    const keptInput = { bindings: [{ id: service.bindings[0].id, type: 'IPAddress' }], virtualizationServiceId: null };
    const change = async (input: object) =>
      (await world.member.query(updateDocument, { id: service.id, input })).updateService;
    expect(await change({ position: 5 })).toEqual({
      name: 'shop',
      position: 5,
      tagIds: [inventory.tagId],
      ...keptInput,
    });
    expect(await change({ tagIds: null })).toEqual({ name: 'shop', position: 5, tagIds: [], ...keptInput });
    expect(await change({ bindings: null })).toMatchObject({ bindings: [] });
  });

  test('a service moves to another host or network, with the bindings and tags that exist there', async () => {
    const service = await create({ bindings: [ofAddress()], tags: [inventory.tagId] });
    const otherHostInput = { host_id: inventory.hostIds[2], bindings: [ofPort(2)], tags: [inventory.tagId] };
    expect((await put(service.id, otherHostInput)).body.data).toMatchObject({ id: service.id, ...otherHostInput });
    const farther = {
      ...{ host_id: elsewhere.hostIds[0], network_id: world.otherNetworkId, tags: [inventory.tagId] },
      bindings: [{ type: 'IPAddress', ip_address_id: elsewhere.addressIds[0] }],
    };
    expect((await put(service.id, farther)).body.data).toMatchObject({ id: service.id, ...farther });
  });

  test('what runs in a runtime whose software was changed is still changed, but nothing new runs in it', async () => {
    const runtime = await create({ service_definition: 'Docker' });
    const inside = await create({ virtualization_service_id: runtime.id });
    const bridge = (
      await world.member.rest.post('/subnets', {
        ...{
          name: 'bridge',
          network_id: world.networkId,
          cidr: '172.31.7.0/24',
          subnet_type: 'DockerBridge',
          tags: [],
        },
        virtualization_service_id: runtime.id,
      })
    ).body.data;
    expect((await put(runtime.id, { service_definition: 'Proxmox VE' })).status).toBe(200);
    const name = 'still here';
    const host = (await world.viewer.rest.get(`/hosts/${inside.host_id}`)).body.data;
    const replies = [
      await put(inside.id, { name }),
      await put(inside.id, { name, virtualization_service_id: runtime.id }),
      await world.member.rest.put(`/subnets/${bridge.id}`, { ...bridge, name }),
      await world.member.rest.put(`/hosts/${host.id}`, host),
    ];
    expect(replies.map(({ status, story }) => (status === 200 ? 200 : story))).toEqual([200, 200, 200, 200]);
    expect(await read(inside.id)).toMatchObject({ virtualization_service_id: runtime.id });
    const other = await create();
    const refusals = [
      await put(other.id, { virtualization_service_id: runtime.id }),
      await post({ virtualization_service_id: runtime.id }),
      await world.member.rest.post('/subnets', { ...bridge, cidr: '172.31.8.0/24' }),
      await world.member.rest.post('/hosts', {
        ...{ name: 'another', network_id: world.networkId, hidden: false, tags: [] },
        services: [{ name: 'shop', service_definition: 'nginx', virtualization_service_id: runtime.id, tags: [] }],
      }),
    ];
    expect(refusals.map(({ status, body }) => [status, body.code])).toEqual(
      refusals.map(() => [400, 'entity_reference_invalid']),
    );
  });

  test('deleting one or many services deletes their bindings and clears the runtime of what they ran', async () => {
    const runtime = await create({ service_definition: 'Docker', bindings: [ofAddress()] });
    const inside = await create({ virtualization_service_id: runtime.id });
    expect((await world.member.rest.delete(`/services/${runtime.id}`)).body.data).toBeNull();
    expect((await world.viewer.rest.get(`/bindings/${runtime.bindings[0].id}`)).status).toBe(404);
    expect((await read(inside.id)).virtualization_service_id).toBeNull();
    const ids = [inside.id, runtime.id, elsewhere.serviceIds[1], randomUUID()];
    const { body } = await world.narrowKey.rest.post('/services/bulk-delete', ids);
    expect(body.data).toEqual({ deleted_count: 1, requested_count: 4 });
    const { deleteServices } = await world.member.query(
      `mutation($ids: [UUID!]!) { deleteServices(ids: $ids) { deletedCount requestedCount } }`,
      { ids: [inside.id] },
    );
    expect(deleteServices).toEqual({ deletedCount: 0, requestedCount: 1 });
  });
});

describe('400', () => {
  const metadata = (field: string, length: number) => ({
    virtualization_metadata: { type: 'Docker', details: { [field]: 'x'.repeat(length) } },
  });
  const range = { field: 'position', min: 0, max: 2 ** 31 - 1 };
  test.each([
    [{ host_id: undefined }, 'validation_required', { field: 'host_id' }],
    [{ network_id: undefined }, 'validation_required', { field: 'network_id' }],
    [{ name: undefined }, 'validation_required', { field: 'name' }],
    [{ service_definition: undefined }, 'validation_required', { field: 'service_definition' }],
    [{ tags: undefined }, 'validation_required', { field: 'tags' }],
    [{ name: 'x'.repeat(101) }, 'validation_max_length', { field: 'name', max: 100 }],
    [{ service_definition: '' }, 'validation_empty', { field: 'service_definition' }],
    [{ service_definition: 'x'.repeat(256) }, 'validation_max_length', { field: 'service_definition', max: 255 }],
    [{ position: -1 }, 'validation_out_of_range', range],
    [{ virtualization_metadata: { type: 'Xen' } }, 'validation_invalid_format', expect.anything()],
    [
      metadata('container_id', 256),
      'validation_max_length',
      { field: 'virtualization_metadata.details.container_id', max: 255 },
    ],
    [{ bindings: [{ type: 'IPAddress' }] }, 'validation_required', { field: 'bindings.ip_address_id' }],
    [{ bindings: [{ type: 'Port' }] }, 'validation_required', { field: 'bindings.port_id' }],
    [{ bindings: [{}] }, 'validation_required', { field: 'bindings.port_id' }],
    [{ bindings: [{ type: 'Socket' }] }, 'validation_invalid_format', expect.anything()],
  ])('POST and PUT with %j', async (fields, code, params) => {
    const service = await create({ bindings: [ofAddress()] });
    const count = () => world.prisma.service.count({ where: { networkId: world.networkId } });
    const before = await count();
    for (const reply of [await post(fields), await put(service.id, fields)])
      expect([reply.status, reply.body.code, reply.body.params]).toEqual([400, code, params]);
    expect([await read(service.id), await count()]).toEqual([service, before]);
  });

  test('each field accepts its minimum and maximum', async () => {
    const fields = {
      ...{ name: 'x'.repeat(100), service_definition: 'y'.repeat(255), position: 2 ** 31 - 1 },
      ...metadata('compose_project', 255),
    };
    expect(await create(fields)).toMatchObject(fields);
    expect(await create({ name: '', service_definition: 'z', position: 0 })).toMatchObject({ name: '', position: 0 });
  });

  test('rows of another network, another host or the wrong kind are refused', async () => {
    const service = await create({ bindings: [ofAddress()] });
    const far = { ip_address_id: elsewhere.addressIds[0] };
    const cases: [object, string, object][] = [
      [{ host_id: elsewhere.hostIds[0] }, 'entity_network_mismatch', { entity: 'Host' }],
      [{ network_id: world.otherNetworkId }, 'entity_network_mismatch', { entity: 'Host' }],
      [{ virtualization_service_id: elsewhere.serviceIds[0] }, 'entity_network_mismatch', { entity: 'Service' }],
      [
        { virtualization_service_id: inventory.serviceIds[1] },
        'entity_reference_invalid',
        { entity: 'Service', field: 'virtualization_service_id' },
      ],
      [
        { bindings: [ofAddress(2)] },
        'entity_reference_invalid',
        { entity: 'IPAddress', field: 'bindings.ip_address_id' },
      ],
      [{ bindings: [far] }, 'entity_reference_invalid', { entity: 'IPAddress', field: 'bindings.ip_address_id' }],
      [{ bindings: [ofPort(0)] }, 'entity_reference_invalid', { entity: 'Port', field: 'bindings.port_id' }],
      [
        { bindings: [ofAddress(1, { port_id: inventory.portIds[1] })] },
        'validation_invalid_format',
        { field: 'bindings.port_id' },
      ],
    ];
    for (const [fields, code, params] of cases)
      for (const reply of [await post(fields), await put(service.id, fields)])
        expect([reply.status, reply.body.code, reply.body.params]).toEqual([400, code, params]);
    expect(await read(service.id)).toEqual(service);
  });

  test('a service cannot run in itself, nor take its bindings along to another host', async () => {
    const service = await create({ service_definition: 'Docker', bindings: [ofAddress()] });
    for (const [fields, params] of [
      [{ virtualization_service_id: service.id }, { entity: 'Service', field: 'virtualization_service_id' }],
      [{ host_id: inventory.hostIds[2] }, { entity: 'Binding', field: 'bindings' }],
    ] as const) {
      const { status, body } = await put(service.id, { service_definition: 'Docker', ...fields });
      expect([status, body.code, body.params]).toEqual([400, 'entity_reference_invalid', params]);
    }
    const within = await world.member.rest.put(`/hosts/${inventory.hostIds[1]}`, {
      ...{ name: 'host-1', hidden: false, tags: [] },
      services: [{ ...service, virtualization_service_id: service.id }],
    });
    expect([within.status, within.body.params]).toEqual([
      400,
      { entity: 'Service', field: 'services.virtualization_service_id' },
    ]);
    expect(await read(service.id)).toEqual(service);
  });

  test('a hypervisor cannot move to a virtual machine that it runs', async () => {
    const hypervisor = await create({ service_definition: 'Proxmox VE' });
    const createOn = async (virtualization_service_id: string) => {
      const machine = { name: 'vm', network_id: world.networkId, hidden: false, tags: [], virtualization_service_id };
      const services = [{ name: 'inner', service_definition: 'Proxmox VE', tags: [], bindings: [] }];
      return (await world.member.rest.post('/hosts', { ...machine, services })).body.data;
    };
    const outer = await createOn(hypervisor.id);
    const inner = await createOn(outer.services[0].id);
    for (const { id: host_id } of [outer, inner]) {
      const { status, body } = await put(hypervisor.id, { service_definition: 'Proxmox VE', host_id });
      expect([status, body.code, body.params]).toEqual([
        ...[400, 'entity_reference_invalid'],
        { entity: 'Host', field: 'host_id' },
      ]);
    }
    expect(await read(hypervisor.id)).toEqual(hypervisor);
  });

  test('GraphQL refuses null for required fields', async () => {
    const { id } = await create();
    for (const field of ['hostId', 'networkId', 'name', 'serviceDefinition', 'position'])
      expect(await world.member.refusal(updateDocument, { id, input: { [field]: null } })).toEqual({
        code: 'validation_required',
        params: { field },
      });
  });

  test('bulk-delete without ids is refused', async () => {
    const { status, body } = await world.member.rest.post('/services/bulk-delete', []);
    expect([status, body.code]).toEqual([400, 'validation_bulk_empty']);
  });
});

describe('401, 403 and 404', () => {
  test('anonymous callers, Viewers and callers without the network are refused', async () => {
    const service = await create();
    expect((await world.anonymous.rest.post('/services', bodyOf())).status).toBe(401);
    for (const [reply, action] of [
      [await world.viewer.rest.post('/services', bodyOf()), 'createService'],
      [await world.viewer.rest.put(`/services/${service.id}`, bodyOf()), 'updateService'],
      [await world.viewer.rest.delete(`/services/${service.id}`), 'deleteService'],
      [await world.viewer.rest.post('/services/bulk-delete', [service.id]), 'deleteServices'],
    ] as const)
      expect([reply.status, reply.body.params]).toEqual([403, { action, required: 'Member' }]);
    const far = { network_id: world.otherNetworkId };
    for (const reply of [
      await world.narrowKey.rest.post('/services', bodyOf(far)),
      await world.narrowKey.rest.put(`/services/${service.id}`, bodyOf(far)),
    ])
      expect([reply.status, reply.body.code]).toEqual([403, 'entity_access_denied']);
    expect(await read(service.id)).toEqual(service);
  });

  test('missing rows and rows out of reach give the same answer', async () => {
    const { id } = await create();
    const cases: [string, string, (id: string) => object][] = [
      ['Host', elsewhere.hostIds[0]!, (host_id) => ({ host_id })],
      ['Service', elsewhere.serviceIds[0]!, (one) => ({ virtualization_service_id: one })],
      ['IPAddress', elsewhere.addressIds[0]!, (one) => ({ bindings: [{ ip_address_id: one }] })],
      ['Port', elsewhere.portIds[0]!, (one) => ({ bindings: [{ port_id: one }] })],
    ];
    for (const [entity, far, fieldsOf] of cases)
      for (const missing of [far, randomUUID()])
        for (const reply of [
          await world.narrowKey.rest.post('/services', bodyOf(fieldsOf(missing))),
          await world.narrowKey.rest.put(`/services/${id}`, bodyOf(fieldsOf(missing))),
        ])
          expect([reply.status, reply.body.params]).toEqual([404, { entity, id: missing }]);
    for (const missing of [elsewhere.serviceIds[0]!, randomUUID()])
      for (const reply of [
        await world.narrowKey.rest.put(`/services/${missing}`, bodyOf()),
        await world.narrowKey.rest.delete(`/services/${missing}`),
      ])
        expect([reply.status, reply.body.params]).toEqual([404, { entity: 'Service', id: missing }]);
  });
});

describe('409', () => {
  test('conflicting bindings, two equal ones, and a taken id are refused', async () => {
    const service = await create();
    const cases: [object[], string, object][] = [
      [[ofAddress(), ofPort()], 'binding_conflict', { id: expect.any(String) }],
      [[ofAddress(), ofPort(1, inventory.addressIds[1])], 'binding_conflict', { id: expect.any(String) }],
      [[ofAddress(), ofAddress()], 'entity_already_exists', { entity: 'Binding', field: 'port_id', value: null }],
      [
        [ofPort(), ofPort()],
        'entity_already_exists',
        { entity: 'Binding', field: 'port_id', value: inventory.portIds[1] },
      ],
    ];
    for (const [bindings, code, params] of cases)
      for (const reply of [await post({ bindings }), await put(service.id, { bindings })])
        expect([reply.status, reply.body.code, reply.body.params]).toEqual([409, code, params]);
    expect(await read(service.id)).toEqual(service);
  });

  test('an id of another binding in the network is refused', async () => {
    const id = inventory.bindingIds[0]!;
    const { status, body } = await world.narrowKey.rest.post('/services', bodyOf({ bindings: [ofAddress(1, { id })] }));
    expect([status, body.code, body.params]).toEqual([
      409,
      'entity_already_exists',
      { entity: 'Binding', field: 'id', value: id },
    ]);
  });

  test('a service in a group, or that runs others, cannot leave its network', async () => {
    const farther = { host_id: elsewhere.hostIds[0], network_id: world.otherNetworkId, service_definition: 'Docker' };
    const runtime = await create({ service_definition: 'Docker' });
    await create({ virtualization_service_id: runtime.id });
    const runs = await put(runtime.id, farther);
    expect([runs.status, runs.body.params]).toEqual([409, { entity: 'Service', id: runtime.id, used_by: 'Service' }]);
    const member = await create();
    await world.member.rest.post('/groups', {
      ...{ name: 'Path', network_id: world.networkId, group_type: 'RequestPath', color: 'Blue' },
      members: { type: 'Services', service_ids: [member.id] },
    });
    const groupedReply = await put(member.id, farther);
    expect([groupedReply.status, groupedReply.body.params]).toEqual([
      409,
      { entity: 'Service', id: member.id, used_by: 'Group' },
    ]);
    expect([await read(member.id), (await read(runtime.id)).host_id]).toEqual([member, runtime.host_id]);
  });

  test('a service changed since it was read is refused', async () => {
    const service = await create();
    const expectedFields = { expected_updated_at: service.updated_at };
    expect((await put(service.id, { name: 'one', ...expectedFields })).status).toBe(200);
    const late = await put(service.id, { bindings: [ofAddress()], ...expectedFields });
    expect([late.status, late.body.code]).toEqual([409, 'entity_changed']);
    expect(await read(service.id)).toMatchObject({ name: 'one', bindings: [] });
  });
});

describe('concurrent writes', () => {
  test('services created at once on one host get different positions', async () => {
    const createdReplies = await Promise.all(
      Array.from({ length: 6 }, () => create({ host_id: inventory.hostIds[2] })),
    );
    expect(new Set(createdReplies.map(({ position }) => position)).size).toBe(6);
  });

  test('of a whole address and one of its ports, bound to one service at once, one is refused', async () => {
    const { id } = await create();
    const replies = await Promise.all([
      ...[ofAddress(), ofPort()].map((binding) => put(id, { bindings: [binding] })),
      ...[ofAddress(), ofPort(), ofAddress(), ofPort()].map((binding) =>
        world.member.rest.post('/bindings', { service_id: id, network_id: world.networkId, ...binding }),
      ),
    ]);
    const { bindings } = await read(id);
    // A request that creates a binding gets 404 if another request replaces all bindings of the service meanwhile.
    const isReplaced = ({ status, body }: Reply): boolean =>
      status === 404 &&
      body.params.entity === 'Binding' &&
      !bindings.some((one: { id: string }) => one.id === body.params.id);
    const others = replies.filter((reply) => ![200, 409].includes(reply.status) && !isReplaced(reply));
    expect(others.map(({ story }) => story)).toEqual([]);
    const types = new Set(bindings.map(({ type }: { type: string }) => type));
    expect(types.size).toBe(1);
  });

  test('writing a hundred bindings costs as many statements as writing two', async () => {
    const { body } = await world.member.rest.post('/hosts', {
      ...{ name: 'many ports', network_id: world.networkId, hidden: false, tags: [] },
      ports: Array.from({ length: 100 }, (_, index) => ({ number: 1000 + index, protocol: 'Tcp' })),
    });
    const { id: host_id, ports } = body.data as { id: string; ports: { id: string }[] };
    const costOf = async (count: number) => {
      const bindings = ports.slice(0, count).map(({ id }) => ({ type: 'Port', port_id: id }));
      let id = '';
      const createStatements = await world.queries.during(
        async () => void ({ id } = await create({ host_id, bindings })),
      );
      const changeStatements = await world.queries.during(() => put(id, { host_id, bindings: bindings.slice(1) }));
      return [createStatements.length, changeStatements.length];
    };
    expect(await costOf(100)).toEqual(await costOf(2));
  });
});
