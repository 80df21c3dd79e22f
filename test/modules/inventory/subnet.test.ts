// Tests of writing subnets over REST and GraphQL, grouped by HTTP status.
import { randomUUID } from 'node:crypto';
import { createWorld, type World } from '../../support/world';

let world: World;
let tagId: string;
beforeAll(async () => {
  world = await createWorld();
  const tag = { name: randomUUID(), organizationId: world.organizationId };
  tagId = (await world.prisma.tag.create({ data: tag })).id;
});
afterAll(() => world.close());

let block = 0;
const nextCidr = () => `10.20.${block++}.0/24`;
const bodyOf = (fields: object = {}) => ({
  name: 'Offices',
  network_id: world.networkId,
  cidr: nextCidr(),
  subnet_type: 'Lan',
  ...fields,
});
const post = (fields: object = {}) => world.member.rest.post('/subnets', bodyOf(fields));
const createSubnet = async (fields: object = {}) => {
  const reply = await post(fields);
  if (reply.status !== 200) throw new Error(reply.story);
  return reply.body.data;
};
const put = (subnet: { id: string; cidr: string }, fields: object = {}) =>
  world.member.rest.put(`/subnets/${subnet.id}`, bodyOf({ cidr: subnet.cidr, ...fields }));
const readStored = async (id: string) => (await world.owner.rest.get(`/subnets/${id}`)).body.data;

async function addService(serviceDefinition = 'Docker', networkId = world.networkId): Promise<string> {
  const host = await world.prisma.host.create({ data: { name: 'server', networkId } });
  const data = { name: 'runtime', serviceDefinition, hostId: host.id, networkId };
  return (await world.prisma.service.create({ data })).id;
}
async function addAddress(subnet: { id: string; cidr: string }, ipAddress: string): Promise<string> {
  const { networkId } = world;
  const host = await world.prisma.host.create({ data: { name: 'server', networkId } });
  const data = { networkId, hostId: host.id, subnetId: subnet.id, subnetCidr: subnet.cidr, ipAddress };
  return (await world.prisma.ipAddress.create({ data })).id;
}

describe('merging a subnet into one that contains it', () => {
  const merge = (id: string, into: string) => world.member.rest.post(`/subnets/${id}/merge`, { into });
  const wholeAndPart = async () => {
    const cidr = nextCidr();
    const whole = await createSubnet({ cidr });
    return { whole, part: await createSubnet({ cidr: cidr.replace('.0/24', '.128/25') }) };
  };

  test('200: addresses, bindings, reservations and daemons move, and the subnet is gone', async () => {
    const { whole, part } = await wholeAndPart();
    const ip = part.cidr.replace('.128/25', '.130');
    const movedId = await addAddress(part, ip.replace('.130', '.131'));
    const twin = await addAddress(part, ip);
    const { hostId } = await world.prisma.ipAddress.findUniqueOrThrow({ where: { id: twin } });
    const { networkId } = world;
    const keptData = { networkId, hostId, subnetId: whole.id, subnetCidr: whole.cidr, ipAddress: ip };
    const { id: keptId } = await world.prisma.ipAddress.create({ data: keptData });
    const service = await world.member.rest.post('/services', {
      ...{ name: 'ssh', host_id: hostId, network_id: networkId, service_definition: 'SSH', tags: [] },
      bindings: [{ type: 'IPAddress', ip_address_id: twin }],
    });
    const reserved = await world.member.rest.post('/address-reservations', {
      ...{ subnet_id: part.id, network_id: networkId, first_address: ip, last_address: ip, purpose: 'printers' },
    });
    const { status, body } = await merge(part.id, whole.id);
    expect([service.status, reserved.status, status, body.data.id]).toEqual([200, 200, 200, whole.id]);
    expect((await world.member.rest.get(`/subnets/${part.id}`)).status).toBe(404);
    expect((await world.member.rest.get(`/ip-addresses/${twin}`)).status).toBe(404);
    expect((await world.member.rest.get(`/ip-addresses/${movedId}`)).body.data.subnet_id).toBe(whole.id);
    const { bindings } = (await world.member.rest.get(`/services/${service.body.data.id}`)).body.data;
    expect(bindings).toMatchObject([{ ip_address_id: keptId }]);
    const reservation = await world.member.rest.get(`/address-reservations/${reserved.body.data.id}`);
    expect(reservation.body.data.subnet_id).toBe(whole.id);
  });

  test('200: every row that named the merged subnet names the remaining one, and can be sent back', async () => {
    const { whole, part } = await wholeAndPart();
    const other = await createSubnet();
    const { networkId: network_id } = world;
    const daemon = await world.addDaemon();
    const create = async (path: string, body: object) => {
      const reply = await world.owner.rest.post(path, body);
      if (reply.status !== 200) throw new Error(reply.story);
      return `${path}/${reply.body.data.id}`;
    };
    const job = (subnet_ids: string[]) => ({
      ...{ name: 'job', network_id, daemon_id: daemon.daemonId, run_type: { type: 'AdHoc' }, tags: [] },
      discovery_type: { type: 'Unified', host_id: daemon.hostId, subnet_ids },
    });
    const ip = part.cidr.replace('.128/25', '.140');
    const place = { subnet_id: part.id, network_id };
    const jobs = {
      [await create('/discovery', job([part.id]))]: [whole.id],
      [await create('/discovery', job([other.id, part.id, whole.id]))]: [other.id, whole.id],
      [await create('/discovery', job([whole.id, part.id, other.id]))]: [whole.id, other.id],
      [await create('/discovery', job([other.id]))]: [other.id],
    };
    const rows = [
      await create('/address-reservations', { ...place, first_address: ip, last_address: ip, purpose: 'printers' }),
      await create('/ip-addresses', { ...place, host_id: daemon.hostId, ip_address: ip }),
    ];
    await world.prisma.daemonSubnet.create({
      data: { daemonId: daemon.daemonId, subnetId: part.id, networkId: network_id },
    });
    expect((await merge(part.id, whole.id)).status).toBe(200);
    for (const path of [...Object.keys(jobs), ...rows, `/daemons/${daemon.daemonId}`]) {
      const { data } = (await world.owner.rest.get(path)).body;
      const { status, body, story } = await world.owner.rest.put(path, data);
      expect([status, story]).toEqual([200, expect.not.stringContaining(part.id)]);
      if (path in jobs) expect(body.data.discovery_type.subnet_ids).toEqual(jobs[path]);
      else expect(story).toContain(whole.id);
    }
  });

  test('400: active reservations of both overlap; those that have expired, or overlap in one subnet, do not count', async () => {
    const { whole, part } = await wholeAndPart();
    const at = (last: number) => part.cidr.replace('.128/25', `.${last}`);
    const reserve = (subnet: { id: string; cidr: string }, from: number, to: number, until: Date | null = null) =>
      world.prisma.addressReservation.create({
        data: {
          ...{ networkId: world.networkId, organizationId: world.organizationId, purpose: 'printers', until },
          ...{ subnetId: subnet.id, subnetCidr: subnet.cidr, firstAddress: at(from), lastAddress: at(to) },
        },
      });
    await reserve(part, 130, 140);
    await reserve(part, 135, 145);
    await reserve(whole, 130, 150, new Date(Date.now() - 60_000));
    const { id } = await reserve(whole, 145, 150);
    const { status, body } = await merge(part.id, whole.id);
    const reason = `both have a reservation with an address of ${at(135)}-${at(145)}`;
    expect([status, body.code, body.params]).toEqual([400, 'subnets_merge_failed', { reason }]);
    await world.prisma.addressReservation.update({ where: { id }, data: { firstAddress: at(146) } });
    expect((await merge(part.id, whole.id)).status).toBe(200);
  });

  test('400: the subnets do not fit, 403 below Member, 404 out of reach; nothing is changed', async () => {
    const { whole, part } = await wholeAndPart();
    const other = await createSubnet();
    const bridge = await createSubnet({ cidr: whole.cidr, subnet_type: 'DockerBridge' });
    const space = await createSubnet({ cidr: whole.cidr, namespace: 'violet' });
    const reasons = {
      'both ids are of one subnet': [part.id, part.id],
      [`${part.cidr} does not contain ${whole.cidr}`]: [whole.id, part.id],
      [`${other.cidr} does not contain ${part.cidr}`]: [part.id, other.id],
      'a container bridge is never merged': [part.id, bridge.id],
      'they are in different namespaces': [part.id, space.id],
    };
    for (const [reason, [id, into]] of Object.entries(reasons)) {
      const { status, body } = await merge(id!, into!);
      expect([status, body.code, body.params]).toEqual([400, 'subnets_merge_failed', { reason }]);
    }
    const missing = randomUUID();
    expect((await merge(part.id, missing)).body.params).toEqual({ entity: 'Subnet', id: missing });
    expect((await world.viewer.rest.post(`/subnets/${part.id}/merge`, { into: whole.id })).status).toBe(403);
    expect((await readStored(part.id)).cidr).toBe(part.cidr);
  });
});

describe('200', () => {
  test('a created subnet has every field', async () => {
    const cidr = nextCidr();
    const { status, body } = await world.key.rest.post('/subnets', bodyOf({ cidr, tags: [tagId], description: '' }));
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      name: 'Offices',
      network_id: world.networkId,
      cidr,
      cidr_source: null,
      subnet_type: 'Lan',
      description: null,
      virtualization_service_id: null,
      source: { type: 'Manual' },
      tags: [tagId],
      first_discovery_id: null,
    });
    expect((await world.viewer.rest.get(`/subnets/${body.data.id}`)).body.data).toEqual(body.data);
  });

  test.each(['2001:db8::/64', '192.0.2.7/32', '2001:db8::1/128', '10.0.0.0/8'])(
    '%s is accepted as CIDR',
    async (cidr) => {
      expect((await createSubnet({ cidr })).cidr).toBe(cidr);
    },
  );

  test('an IPv4 prefix length may have a leading zero', async () => {
    expect((await createSubnet({ cidr: '11.0.0.0/08' })).cidr).toBe('11.0.0.0/8');
  });

  test('creating a subnet that exists returns it unchanged, by REST and GraphQL', async () => {
    const subnet = await createSubnet({ tags: [tagId] });
    const again = await post({ cidr: subnet.cidr, name: 'Other', subnet_type: 'Dmz', tags: [] });
    expect([again.status, again.body.data]).toEqual([200, subnet]);
    const document = `mutation($input: CreateSubnetInput!) { createSubnet(input: $input) { id name tagIds } }`;
    const input = { name: 'Other', networkId: world.networkId, cidr: subnet.cidr, subnetType: 'Lan' };
    const { createSubnet: sameSubnet } = await world.member.query(document, { input });
    expect(sameSubnet).toEqual({ id: subnet.id, name: 'Offices', tagIds: [tagId] });
    const elsewhere = await post({ cidr: subnet.cidr, network_id: world.otherNetworkId });
    expect(elsewhere.body.data.id).not.toBe(subnet.id);
  });

  test('each namespace has its own subnet of a CIDR, with its own addresses, also in the past', async () => {
    const usual = await createSubnet();
    const blue = await createSubnet({ cidr: usual.cidr, namespace: ' blue' });
    expect([usual.namespace, blue.namespace]).toEqual(['', 'blue']);
    expect((await createSubnet({ cidr: usual.cidr, namespace: 'blue' })).id).toBe(blue.id);
    const daemon = await world.addDaemon();
    const reportedReply = await daemon.rest.post('/subnets', bodyOf({ cidr: usual.cidr, namespace: 'blue' }));
    expect(reportedReply.body.data.id).toBe(usual.id);

    await addAddress(usual, usual.cidr.replace('.0/24', '.7'));
    const addressId = await addAddress(blue, blue.cidr.replace('.0/24', '.7'));
    const within = (namespace: string) => `network_id=${world.networkId}&namespace=${namespace}`;
    const findData = async (path: string) => (await world.viewer.rest.get(path)).body.data;
    expect(await findData(`/subnets?${within('blue')}`)).toEqual([blue]);
    expect(await findData(`/ip-addresses?${within('blue')}`)).toMatchObject([{ id: addressId, namespace: 'blue' }]);
    expect(await findData(`/ip-addresses?${within('')}&subnet_id=${usual.id}`)).toMatchObject([{ namespace: '' }]);

    const { body } = await put(blue, { namespace: null });
    expect([body.code, body.params.field]).toEqual(['entity_already_exists', 'cidr']);
    const { valid_from: before } = await findData(`/ip-addresses/${addressId}`);
    expect((await put(blue, { namespace: 'red' })).body.data.namespace).toBe('red');
    expect(await findData(`/ip-addresses/${addressId}`)).toMatchObject({ namespace: 'red' });
    expect(await findData(`/ip-addresses/${addressId}?at=${before}`)).toMatchObject({ namespace: 'blue' });
    expect(await findData(`/ip-addresses?${within('blue')}&at=${before}`)).toMatchObject([{ id: addressId }]);
    expect(await findData(`/ip-addresses?${within('blue')}`)).toEqual([]);
    const document = `query ($id: UUID!) { subnet(id: $id) { namespace } }`;
    expect(await world.viewer.query(document, { id: blue.id })).toEqual({ subnet: { namespace: 'red' } });
  });

  test.each(['violet', ' violet', 'violet ', 'gru\u0308n'])(
    'lists and filters find the namespace "%s"',
    async (namespace) => {
      const subnet = await createSubnet({ namespace });
      const addressId = await addAddress(subnet, subnet.cidr.replace('.0/24', '.7'));
      const query = `network_id=${world.networkId}&namespace=${encodeURIComponent(namespace)}`;
      const idsOf = async (path: string): Promise<string[]> =>
        (await world.viewer.rest.get(path)).body.data.map(({ id }: { id: string }) => id);
      expect(await idsOf(`/subnets?${query}`)).toContain(subnet.id);
      expect(await idsOf(`/ip-addresses?${query}`)).toContain(addressId);
      const document = `query ($filter: SubnetFilter!, $addresses: IpAddressFilter!) {
      subnets(filter: $filter) { nodes { id } }
      ipAddresses(filter: $addresses) { nodes { id } }
    }`;
      for (const condition of [{ eq: namespace }, { in: ['elsewhere', namespace] }]) {
        const filter = { namespace: condition };
        const { subnets, ipAddresses } = await world.viewer.query(document, { filter, addresses: { subnet: filter } });
        expect([subnets.nodes, ipAddresses.nodes]).toEqual([
          expect.arrayContaining([{ id: subnet.id }]),
          expect.arrayContaining([{ id: addressId }]),
        ]);
      }
    },
  );

  test('container bridges are equal only under the same runtime, System subnets never', async () => {
    const [one, two] = [await addService(), await addService()];
    const bridge = (virtualization_service_id: string | null, subnet_type = 'DockerBridge') =>
      createSubnet({ cidr: '172.17.0.0/16', subnet_type, virtualization_service_id });
    const ids = [await bridge(one), await bridge(two), await bridge(null)].map(({ id }) => id);
    const plain = await createSubnet({ cidr: '172.17.0.0/16' });
    expect(new Set([...ids, plain.id]).size).toBe(4);
    expect([await bridge(one), await bridge(two), await bridge(null)].map(({ id }) => id)).toEqual(ids);
    const internet = await createSubnet({ cidr: '0.0.0.0/0', subnet_type: 'Internet' });
    expect(internet.source).toMatchObject({ type: 'Manual' });
    expect((await createSubnet({ cidr: '0.0.0.0/0', subnet_type: 'Internet' })).id).toBe(internet.id);
  });

  test.each(['Lan', 'DockerBridge'])('many simultaneous writers create one %s', async (subnet_type) => {
    const cidr = nextCidr();
    const replies = await Promise.all(Array.from({ length: 8 }, () => post({ cidr, subnet_type, tags: [tagId] })));
    expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(new Set(replies.map(({ body }) => body.data.id)).size).toBe(1);
    expect(replies.map(({ body }) => body.data.tags)).toEqual(Array(8).fill([tagId]));
  });

  test('omitted fields stay, null clears them', async () => {
    const subnet = await createSubnet({ description: 'first floor', tags: [tagId] });
    expect((await put(subnet, { name: 'Renamed' })).body.data).toMatchObject({
      name: 'Renamed',
      description: 'first floor',
      tags: [tagId],
    });
    expect((await put(subnet, { description: null, tags: null })).body.data).toMatchObject({
      description: null,
      tags: [],
    });
    const document = `mutation($id: UUID!, $input: UpdateSubnetInput!) { updateSubnet(id: $id, input: $input) { name cidr subnetType } }`;
    const { updateSubnet } = await world.member.query(document, { id: subnet.id, input: { subnetType: 'Dmz' } });
    expect(updateSubnet).toEqual({ name: 'Offices', cidr: subnet.cidr, subnetType: 'Dmz' });
  });

  test('changing the CIDR moves the addresses that it gains or loses', async () => {
    const subnet = await createSubnet({ cidr: '10.90.1.0/24' });
    const addressId = await addAddress(subnet, '10.90.1.7');
    for (const cidr of ['10.90.0.0/16', '10.90.1.0/28']) {
      expect((await put({ ...subnet, cidr })).body.data.cidr).toBe(cidr);
      const address = await world.prisma.ipAddress.findUniqueOrThrow({ where: { id: addressId } });
      expect(address.subnetCidr).toBe(cidr);
    }
  });

  test('an empty subnet moves to another network with its tags', async () => {
    const subnet = await createSubnet({ tags: [tagId] });
    const { status, body } = await put(subnet, { network_id: world.otherNetworkId });
    expect([status, body.data.network_id, body.data.tags]).toEqual([200, world.otherNetworkId, [tagId]]);
  });

  test('deleting a subnet deletes its addresses', async () => {
    const subnet = await createSubnet({ cidr: '10.91.1.0/24', tags: [tagId] });
    const addressId = await addAddress(subnet, '10.91.1.7');
    expect((await world.member.rest.delete(`/subnets/${subnet.id}`)).status).toBe(200);
    expect(await world.prisma.ipAddress.count({ where: { id: addressId } })).toBe(0);
    const ids = [(await createSubnet()).id, (await createSubnet()).id, randomUUID()];
    const { body } = await world.member.rest.post('/subnets/bulk-delete', ids);
    expect(body.data).toEqual({ deleted_count: 2, requested_count: 3 });
  });
});

describe('400', () => {
  test.each([
    [{ name: '' }, 'validation_empty', { field: 'name' }],
    [{ name: 'x'.repeat(101) }, 'validation_max_length', { field: 'name', max: 100 }],
    [{ description: 'x'.repeat(501) }, 'validation_max_length', { field: 'description', max: 500 }],
    [{ cidr: undefined }, 'validation_required', { field: 'cidr' }],
    [{ cidr: '10.1.2.3' }, 'validation_invalid_ip', { field: 'cidr' }],
    [{ cidr: '10.1.2.0/33' }, 'validation_invalid_ip', { field: 'cidr' }],
    [{ cidr: 'offices' }, 'validation_invalid_ip', { field: 'cidr' }],
    [{ cidr: '2001:db8::/064' }, 'validation_invalid_ip', { field: 'cidr' }],
    [{ cidr: '::/00' }, 'validation_invalid_ip', { field: 'cidr' }],
    [{ cidr: '10.1.2.3/24' }, 'validation_invalid_format', { field: 'cidr' }],
    [{ subnet_type: 'Ring' }, 'validation_invalid_format', { field: 'subnet_type' }],
  ])('POST and PUT with %j', async (fields, code, params) => {
    const subnet = await createSubnet();
    for (const reply of [await post(fields), await put(subnet, fields)])
      expect([reply.status, reply.body.code, reply.body.params]).toEqual([400, code, params]);
    expect(await readStored(subnet.id)).toEqual(subnet);
  });

  test('an IPv6 prefix length with a leading zero is refused in a filter, and is found by searches', async () => {
    const { id } = await createSubnet({ cidr: '2001:db8:64::/64' });
    const written = '2001:db8:64::/064';
    const document = `query ($cidr: String!) { subnets(filter: { cidr: { eq: $cidr } }) { nodes { id } } }`;
    const { body } = await world.viewer.graphql(document, { cidr: written });
    expect(body.errors[0].extensions).toMatchObject({ code: 'validation_invalid_ip', params: { field: 'cidr' } });
    for (const path of [`/subnets?search=${written}`, `/search?text=${written}`]) {
      const { status, story } = await world.viewer.rest.get(path);
      expect([status, story]).toEqual([200, expect.stringContaining(id)]);
    }
  });

  test('a CIDR that excludes a stored address is refused', async () => {
    const subnet = await createSubnet({ cidr: '10.92.1.0/24', tags: [tagId] });
    await addAddress(subnet, '10.92.1.7');
    await addAddress(subnet, '10.92.1.200');
    const { status, body } = await put(subnet, { cidr: '10.92.1.0/28', name: 'Half', tags: [] });
    expect([status, body.code, body.params]).toEqual([
      400,
      'ip_address_out_of_range',
      { ip: '10.92.1.200', subnet: '10.92.1.0/28' },
    ]);
    expect(await readStored(subnet.id)).toEqual(subnet);
  });

  test('a runtime of another network, or one that runs no containers, is refused', async () => {
    const subnet = await createSubnet();
    const cases: [string, string, object][] = [
      [await addService('Docker', world.otherNetworkId), 'entity_network_mismatch', { entity: 'Service' }],
      [
        await addService('OPNsense'),
        'entity_reference_invalid',
        { entity: 'Service', field: 'virtualization_service_id' },
      ],
    ];
    for (const [virtualization_service_id, code, params] of cases)
      for (const reply of [await post({ virtualization_service_id }), await put(subnet, { virtualization_service_id })])
        expect([reply.status, reply.body.code, reply.body.params]).toEqual([400, code, params]);
  });
});

describe('403, 404 and 409', () => {
  test('a Viewer cannot write', async () => {
    const subnet = await createSubnet();
    for (const reply of [
      await world.viewer.rest.post('/subnets', bodyOf()),
      await world.viewer.rest.put(`/subnets/${subnet.id}`, bodyOf()),
      await world.viewer.rest.delete(`/subnets/${subnet.id}`),
    ])
      expect([reply.status, reply.body.code]).toEqual([403, 'auth_permission_denied']);
  });

  test('networks out of reach are denied; services, tags and subnets out of reach are not found', async () => {
    const subnet = await createSubnet();
    const deniedReply = await post({ network_id: world.strangerNetworkId });
    expect([deniedReply.status, deniedReply.body.code]).toEqual([403, 'entity_access_denied']);
    const foreign = await addService('Docker', world.strangerNetworkId);
    for (const id of [foreign, randomUUID()]) {
      for (const reply of [
        await post({ virtualization_service_id: id }),
        await put(subnet, { virtualization_service_id: id }),
      ])
        expect([reply.status, reply.body.params]).toEqual([404, { entity: 'Service', id }]);
      const untaggedReply = await put(subnet, { name: 'Half', tags: [id] });
      expect([untaggedReply.status, untaggedReply.body.params]).toEqual([404, { entity: 'Tag', id }]);
    }
    expect(await readStored(subnet.id)).toEqual(subnet);
    expect((await world.stranger.rest.put(`/subnets/${subnet.id}`, bodyOf())).status).toBe(404);
  });

  test('changing to a CIDR that the network has already is refused', async () => {
    const [one, two] = [await createSubnet(), await createSubnet()];
    const { status, body } = await put(two, { cidr: one.cidr });
    expect([status, body.code, body.params]).toEqual([
      409,
      'entity_already_exists',
      { entity: 'Subnet', field: 'cidr', value: one.cidr },
    ]);
  });

  test('a subnet with addresses cannot leave its network', async () => {
    const subnet = await createSubnet({ cidr: '10.93.1.0/24' });
    await addAddress(subnet, '10.93.1.7');
    const { status, body } = await put(subnet, { network_id: world.otherNetworkId });
    expect([status, body.code, body.params]).toEqual([
      409,
      'entity_in_use',
      { entity: 'Subnet', id: subnet.id, used_by: 'IPAddress' },
    ]);
  });

  test('a subnet changed since it was read is refused', async () => {
    const subnet = await createSubnet();
    const fields = { expected_updated_at: subnet.updated_at };
    expect((await put(subnet, { ...fields, tags: [tagId] })).status).toBe(200);
    const late = await put(subnet, { ...fields, tags: [] });
    expect([late.status, late.body.code]).toEqual([409, 'entity_changed']);
    const movedReply = await put(subnet, { ...fields, network_id: world.otherNetworkId });
    expect([movedReply.status, movedReply.body.code]).toEqual([409, 'entity_changed']);
  });
});
