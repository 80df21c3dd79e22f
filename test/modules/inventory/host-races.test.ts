// Concurrent updates of one host, each with its own lists: the stored result is entirely that of one of the updates.
import { randomUUID } from 'node:crypto';
import type { Reply } from '../../support/client';
import { addInventory, type Inventory } from '../../support/inventory';
import { queueForRow } from '../../support/row-queue';
import { createWorld, type World } from '../../support/world';

let world: World;
let inventory: Inventory;
beforeAll(async () => {
  world = await createWorld();
  inventory = await addInventory(world.prisma, world, 1);
});
afterAll(() => world.close());

let createdCount = 0;
let hosts = 0;
const sharedPort = { number: 22, protocol: 'Tcp' };

/**
 * Lists of a host's parts. All calls for one host return the same port, address and interface; the other parts are new
 * in each call.
 */
function lists() {
  createdCount += 1;
  const at = (host: number) => `10.40.${Math.floor(host / 250) + 1}.${(host % 250) + 1}`;
  return {
    ip_addresses: [
      { subnet_id: inventory.subnetId, ip_address: `10.40.250.${hosts}`, name: `of ${createdCount}` },
      { subnet_id: inventory.subnetId, ip_address: at(createdCount), name: null },
    ],
    ports: [sharedPort, { number: 1000 + createdCount, protocol: 'Udp' }],
    interfaces: [
      { if_index: 1, if_descr: `eth of ${createdCount}`, if_name: 'eth0' },
      { if_index: 1000 + createdCount, if_descr: 'own', if_name: `eth${createdCount}` },
    ],
    services: [{ name: `service ${createdCount}`, service_definition: `custom-${createdCount}`, bindings: [] }],
  };
}
type Lists = ReturnType<typeof lists>;

const bodyOf = (lists: Partial<Lists>) => ({
  name: 'contested',
  network_id: world.networkId,
  hidden: false,
  tags: [],
  ...lists,
});
const put = (id: string, lists: Partial<Lists>) => world.member.rest.put(`/hosts/${id}`, bodyOf(lists));
/** Creates a host. From then on, `lists` returns parts for this host. */
async function create(): Promise<string> {
  hosts += 1;
  const reply = await world.member.rest.post('/hosts', bodyOf(lists()));
  if (reply.status !== 200) throw new Error(reply.story);
  return reply.body.data.id;
}

const sortRows = (rows: readonly string[]) => [...rows].sort();
/** The parts of a host as sorted texts, to compare what is stored with what was sent. */
const listFacts = ({ ip_addresses, ports, interfaces, services }: Lists) => ({
  addresses: sortRows(ip_addresses.map(({ ip_address, name }) => `${ip_address} ${name}`)),
  ports: sortRows(ports.map(({ number, protocol }) => `${number} ${protocol}`)),
  interfaces: sortRows(interfaces.map(({ if_name, if_descr, if_index }) => `${if_name} ${if_descr} ${if_index}`)),
  services: sortRows(services.map(({ name }) => name)),
});
const readStored = async (id: string) => listFacts((await world.member.rest.get(`/hosts/${id}`)).body.data as Lists);

test('of two writes that wait for each other, the second remains, complete', async () => {
  const id = await create();
  const [first, second] = [lists(), lists()];
  const replies = await queueForRow('hosts', id, [() => put(id, first), () => put(id, second)]);
  expect(replies.map(({ status }) => status)).toEqual([200, 200]);
  expect(await readStored(id)).toEqual(listFacts(second));
});

test('of many simultaneous writes one remains, complete', async () => {
  const id = await create();
  for (let round = 0; round < 5; round += 1) {
    const givenLists = Array.from({ length: 4 }, lists);
    const replies = await Promise.all(givenLists.map((ownLists) => put(id, ownLists)));
    expect(replies.filter(({ status }) => status !== 200).map(({ story }) => story)).toEqual([]);
    expect(givenLists.map(listFacts)).toContainEqual(await readStored(id));
  }
});

test('simultaneous writes of different lists are all kept', async () => {
  const id = await create();
  const givenLists = lists();
  const parts = (['ip_addresses', 'ports', 'interfaces', 'services'] as const).map((name) => ({
    [name]: givenLists[name],
  }));
  const replies = await Promise.all(parts.map((part) => put(id, part)));
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await readStored(id)).toEqual(listFacts(givenLists));
});

test('a write of an outdated state among others changes nothing', async () => {
  const id = await create();
  const { updated_at } = (await world.member.rest.get(`/hosts/${id}`)).body.data as { updated_at: string };
  const givenLists = Array.from({ length: 4 }, lists);
  const replies = await Promise.all(
    givenLists.map((ownLists) =>
      world.member.rest.put(`/hosts/${id}`, { ...bodyOf(ownLists), expected_updated_at: updated_at }),
    ),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  const winner = givenLists[replies.findIndex(({ status }) => status === 200)]!;
  expect(await readStored(id)).toEqual(listFacts(winner));
});

const partPaths = { ports: '/ports', ip_addresses: '/ip-addresses', interfaces: '/interfaces' };
const partNames = Object.keys(partPaths) as (keyof typeof partPaths)[];

test.each(partNames)('during %s, creating a single part waits, and the part is kept with its id', async (name) => {
  const id = await create();
  const givenLists = lists();
  const createInput = { host_id: id, network_id: world.networkId, ...givenLists[name][1]! };
  const replace = () => put(id, givenLists);
  const single = () => world.member.rest.post(partPaths[name], createInput);
  const later = await queueForRow('hosts', id, [replace, single]);
  expect(later.map(({ status, body }) => [status, body.code])).toEqual([
    [200, undefined],
    [409, 'entity_already_exists'],
  ]);
  expect(await readStored(id)).toEqual(listFacts(givenLists));

  await put(id, lists());
  const [alone, replacedReply] = await queueForRow('hosts', id, [single, replace]);
  expect([alone!.status, replacedReply!.status]).toEqual([200, 200]);
  expect(await readStored(id)).toEqual(listFacts(givenLists));
  const { id: keptId } = alone!.body.data as { id: string };
  expect((replacedReply!.body.data[name] as { id: string }[]).map((one) => one.id)).toContain(keptId);
});

test.each(partNames)('during %s, moving a single part to the host waits like creating one', async (name) => {
  const [id, other] = [await create(), await create()];
  const givenLists = lists();
  const body = { host_id: other, network_id: world.networkId, ...givenLists[name][1]! };
  const { id: movedId } = (await world.member.rest.post(partPaths[name], body)).body.data as { id: string };
  const move = () => world.member.rest.put(`${partPaths[name]}/${movedId}`, { ...body, host_id: id });
  const replies = await queueForRow('hosts', id, [() => put(id, givenLists), move]);
  expect(replies.map(({ status }) => status)).toEqual([200, 409]);
  expect(await readStored(id)).toEqual(listFacts(givenLists));
});

test('simultaneously created addresses get different positions', async () => {
  const id = await create();
  const address = (host: number) => ({
    ...{ host_id: id, network_id: world.networkId, subnet_id: inventory.subnetId },
    ip_address: `10.40.251.${host}`,
  });
  const post = (host: number) => () => world.member.rest.post('/ip-addresses', address(host));
  const replies = await queueForRow('hosts', id, [1, 2, 3].map(post));
  expect(replies.map(({ body }) => body.data.position)).toEqual([2, 3, 4]);
});

test.each(['its own', "a service's"])(
  'a write with a tag, %s, that is being deleted reports the tag missing',
  async (whose) => {
    const id = await create();
    const before = await readStored(id);
    const { organizationId } = world;
    const { id: tagId } = await world.prisma.tag.create({ data: { name: `contested ${whose}`, organizationId } });
    const services = [{ ...lists().services[0]!, tags: [tagId] }];
    const body = { ...bodyOf({ services }), tags: whose === 'its own' ? [tagId] : [] };
    const [deletedReply, updatedReply] = await queueForRow('tags', tagId, [
      () => world.member.rest.delete(`/tags/${tagId}`),
      () => world.member.rest.put(`/hosts/${id}`, body),
    ]);
    expect([deletedReply!.status, updatedReply!.status, updatedReply!.body.params]).toEqual([
      200,
      404,
      { entity: 'Tag', id: tagId },
    ]);
    expect(await readStored(id)).toEqual(before);
  },
);

describe('a client that sends back what it read before another change is refused, and nothing changes', () => {
  type Row = Reply['body']['data'];
  const rest = () => world.member.rest;
  const place = (host: Row) => ({ host_id: host.id, network_id: world.networkId });
  const newTag = async () => {
    const { organizationId } = world;
    return (await world.prisma.tag.create({ data: { name: `tag ${(createdCount += 1)}`, organizationId } })).id;
  };
  /** A host with a part of every kind, and a service with a binding and a tag. */
  async function createWhole(): Promise<Row> {
    const [portId, tagId] = [randomUUID(), await newTag()];
    hosts += 1;
    const whole = lists();
    const service = { ...whole.services[0]!, tags: [tagId], bindings: [{ type: 'Port', port_id: portId }] };
    const ports = [{ id: portId, ...whole.ports[0]! }, whole.ports[1]!];
    const reply = await rest().post('/hosts', { ...bodyOf({ ...whole }), ports, services: [service], tags: [tagId] });
    if (reply.status !== 200) throw new Error(reply.story);
    return reply.body.data;
  }
  const entities = { Host: (host: Row) => host, Service: (host: Row) => host.services[0] as Row };
  const tagged = (kind: keyof typeof entities, verb: 'add' | 'remove') => async (host: Row) => {
    const { id, tags } = entities[kind](host);
    const tag_id: string = verb === 'add' ? await newTag() : tags[0];
    return rest().post(`/tags/assign/bulk-${verb}`, { entity_ids: [id], entity_type: kind, tag_id });
  };

  const tagChanges: Record<keyof typeof entities, [string, (host: Row) => Promise<Reply>][]> = {
    Host: [
      ['bulk-add of a tag', tagged('Host', 'add')],
      ['bulk-remove of a tag', tagged('Host', 'remove')],
      [
        'replacing the tags',
        ({ id }) => rest().put('/tags/assign', { entity_id: id, entity_type: 'Host', tag_ids: [] }),
      ],
    ],
    Service: [
      ['bulk-add of a tag', tagged('Service', 'add')],
      ['bulk-remove of a tag', tagged('Service', 'remove')],
      [
        'replacing the tags',
        ({ services: [{ id }] }) => rest().put('/tags/assign', { entity_id: id, entity_type: 'Service', tag_ids: [] }),
      ],
    ],
  };

  const parts: Record<string, { rows: (host: Row) => Row[]; created: (host: Row) => object; changed: object }> = {
    ports: {
      rows: ({ ports }) => ports,
      created: () => ({ number: 8443, protocol: 'Tcp' }),
      changed: { number: 8444 },
    },
    'ip-addresses': {
      rows: ({ ip_addresses }) => ip_addresses,
      created: () => ({ subnet_id: inventory.subnetId, ip_address: `10.40.252.${hosts}` }),
      changed: { name: 'renamed' },
    },
    interfaces: {
      rows: (host) => host.interfaces,
      created: () => ({ if_index: 77, if_descr: 'eth77', if_name: 'eth77' }),
      changed: { if_alias: 'uplink' },
    },
    services: {
      rows: ({ services }) => services,
      created: () => ({ name: 'new', service_definition: 'new', tags: [], bindings: [] }),
      changed: { name: 'renamed' },
    },
    bindings: {
      rows: ({ services: [{ bindings }] }) => bindings,
      created: ({ ports, services }) => ({
        ...{ service_id: services[0].id, type: 'Port', port_id: ports[1].id },
      }),
      changed: { type: 'Port' },
    },
  };
  const changesOf = (path: string): [string, (host: Row) => Promise<Reply>][] => {
    const { rows, created, changed } = parts[path]!;
    const moved = (host: Row) => (path === 'bindings' ? { port_id: host.ports[1].id } : {});
    return [
      [`POST /${path}`, (host) => rest().post(`/${path}`, { ...place(host), ...created(host) })],
      [
        `PUT /${path}`,
        (host) => rest().put(`/${path}/${rows(host)[0]!.id}`, { ...rows(host)[0]!, ...changed, ...moved(host) }),
      ],
      [`DELETE /${path}`, (host) => rest().delete(`/${path}/${rows(host)[0]!.id}`)],
      [`bulk-delete of ${path}`, (host) => rest().post(`/${path}/bulk-delete`, [rows(host)[0]!.id])],
    ];
  };

  async function expectRefused(path: string, row: Row, change: () => Promise<Reply>, sent: object = {}) {
    const read = async () => (await rest().get(`${path}/${row.id}`)).body.data as Row;
    const before = await read();
    const changeReply = await change();
    expect([changeReply.status, changeReply.story]).toEqual([200, expect.anything()]);
    const after = await read();
    const { updated_at: _before, ...rowBefore } = before;
    const { updated_at: _after, ...rowAfter } = after;
    expect(rowAfter).not.toEqual(rowBefore);
    const { status, body } = await rest().put(`${path}/${row.id}`, {
      ...before,
      ...sent,
      expected_updated_at: before.updated_at,
    });
    expect([status, body.code]).toEqual([409, 'entity_changed']);
    expect(await read()).toEqual(after);
  }

  test.each([...tagChanges.Host, ...tagChanges.Service, ...Object.keys(parts).flatMap(changesOf)])(
    'PUT of a host after %s',
    async (_name, change) => {
      const host = await createWhole();
      await expectRefused('/hosts', host, () => change(host));
    },
  );

  const putHost = (change: (service: Row) => object) => (host: Row) => {
    const [service, ...others] = host.services as [Row, ...Row[]];
    return rest().put(`/hosts/${host.id}`, { ...host, services: [{ ...service, ...change(service) }, ...others] });
  };
  const serviceChanges: [string, (host: Row) => Promise<Reply>, object?][] = [
    ...tagChanges.Service,
    ...changesOf('bindings'),
    // A service that is sent back with its bindings would be refused because the port is missing.
    ...changesOf('ports')
      .slice(2)
      .map(([name, change]) => [name, change, { bindings: undefined }] as [string, typeof change, object]),
    ['PUT of its host with other tags', putHost(() => ({ tags: [] }))],
    ['PUT of its host without its bindings', putHost(() => ({ bindings: [] }))],
    [
      'PUT of its host with other bindings',
      (host) => putHost(() => ({ bindings: [{ type: 'Port', port_id: host.ports[1].id }] }))(host),
    ],
    ['PUT of its host with another name', putHost(() => ({ name: 'renamed' }))],
  ];
  test.each(serviceChanges.map(([name, change, sent = {}]) => ({ name, change, sent })))(
    'PUT of a service after $name',
    async ({ change, sent }) => {
      const host = await createWhole();
      await expectRefused('/services', entities.Service(host), () => change(host), sent);
    },
  );
});
