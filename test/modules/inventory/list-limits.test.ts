// Limits of lists: growth beyond a limit is refused, but lists that are stored beyond it can still be read and written.
import { randomUUID } from 'node:crypto';
import { listLimits } from '../../../src/data/tenancy/list-limits';
import { marks } from '../../../src/generated/model-facts';
import type { TaggableEntityType } from '../../../src/generated/prisma/enums';
import { addDiscovery } from '../../support/discovery-rows';
import { createWorld, type World } from '../../support/world';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const limitError = (field: string, max: number) => ({
  code: 'validation_out_of_range',
  params: { field, min: 0, max },
});
const range = (length: number): number[] => Array.from({ length }, (_, at) => at);
const ipOf = (at: number): string => `10.90.${Math.floor(at / 250)}.${(at % 250) + 1}`;

async function newHost() {
  const { networkId, prisma } = world;
  const { id: hostId } = await prisma.host.create({ data: { networkId, name: 'full' } });
  return { networkId, hostId };
}
const subnetId = randomUUID();
beforeAll(async () => {
  const { networkId, prisma } = world;
  await prisma.subnet.create({ data: { id: subnetId, networkId, name: 'all', cidr: '10.0.0.0/8', subnetType: 'Lan' } });
});

/** For each list of a host: its model, and the requests that write one row of the list or the whole list. */
const kinds = {
  ipAddresses: {
    model: 'ipAddress',
    row: (at: number) => ({ subnetId, subnetCidr: '10.0.0.0/8', ipAddress: ipOf(at), position: at }),
    listed: (at: number) => ({ subnetId, ipAddress: ipOf(at) }),
    create: 'createIpAddress',
    input: 'CreateIpAddressInput',
  },
  ports: {
    model: 'port',
    row: (at: number) => ({ number: at + 1, protocol: 'Tcp' }),
    listed: (at: number) => ({ number: at + 1, protocol: 'Tcp' }),
    create: 'createPort',
    input: 'CreatePortInput',
  },
  interfaces: {
    model: 'interface',
    row: (at: number) => ({ ifIndex: at, ifDescr: `e${at}` }),
    listed: (at: number) => ({ ifIndex: at, ifDescr: `e${at}` }),
    create: 'createInterface',
    input: 'CreateInterfaceInput',
  },
  services: {
    model: 'service',
    row: (at: number) => ({ name: `s${at}`, serviceDefinition: 'Unknown', position: at }),
    listed: (at: number) => ({ name: `s${at}`, serviceDefinition: 'Unknown' }),
    create: 'createService',
    input: 'CreateServiceInput',
  },
} as const;

/**
 * Ports are tested with the service's actual limit. The other lists are checked by the same code, and get a lower limit
 * here.
 */
const loweredLimits: Partial<Record<keyof typeof kinds, number>> = { ipAddresses: 40, interfaces: 50, services: 60 };

describe.each(Object.entries(kinds))('%s of a host', (list, { model, row, listed, create, input }) => {
  const part = list as keyof typeof kinds;
  const max: number = loweredLimits[part] ?? listLimits[part];
  const beyond = max + 1;
  let host: Awaited<ReturnType<typeof newHost>>;
  let ids: string[];
  type Rows = {
    createMany(args: object): Promise<unknown>;
    count(args: object): Promise<number>;
    deleteMany(args: object): Promise<unknown>;
  };
  const rows = () => world.prisma[model] as unknown as Rows;
  const put = 'mutation($id: UUID!, $input: UpdateHostInput!) { updateHost(id: $id, input: $input) { id } }';
  const withList = (length: number) => ({
    id: host.hostId,
    input: { [list]: range(length).map((at) => (list === 'services' ? { id: ids[at], ...listed(at) } : listed(at))) },
  });
  const countStored = () => rows().count({ where: { hostId: host.hostId } });

  beforeAll(async () => {
    jest.replaceProperty(listLimits, part, max as never);
    host = await newHost();
    ids = range(beyond + 1).map(() => randomUUID());
    await rows().createMany({ data: range(beyond).map((at) => ({ id: ids[at], ...row(at), ...host })) });
  });

  // Deletes rows in portions, so that closing the world does not exceed the statement time limit.
  afterAll(async () => {
    jest.restoreAllMocks();
    const remainingRows = await (rows() as unknown as { findMany(args: object): Promise<{ id: string }[]> }).findMany({
      where: { hostId: host.hostId },
      select: { id: true },
    });
    for (let at = 0; at < remainingRows.length; at += 1000)
      await rows().deleteMany({ where: { id: { in: remainingRows.slice(at, at + 1000).map(({ id }) => id) } } });
  });

  test('one more than the limit is refused, alone and in the whole list', async () => {
    const document = `mutation($input: ${input}!) { ${create}(input: $input) { id } }`;
    const one = { input: { ...listed(beyond), ...host } };
    expect(await world.admin.refusal(document, one)).toEqual(limitError(list, max));
    expect(await world.admin.refusal(put, withList(beyond + 1))).toEqual(limitError(list, max));
    expect(await countStored()).toBe(beyond);
  });

  test('a list above the limit can be written unchanged or shorter, but at the limit it cannot grow', async () => {
    await world.admin.query(put, withList(beyond));
    expect(await countStored()).toBe(beyond);
    await world.admin.query(put, withList(max));
    expect(await countStored()).toBe(max);
    expect(await world.admin.refusal(put, withList(beyond))).toEqual(limitError(list, max));
    await world.admin.query(put, withList(max - 1));
    const document = `mutation($input: ${input}!) { ${create}(input: $input) { id } }`;
    await world.admin.query(document, { input: { ...listed(beyond), ...host } });
    expect(await countStored()).toBe(max);
  });

  test('a report loses the parts beyond the limit, and the host is stored', async () => {
    const daemon = await world.addDaemon();
    const reportedPart = {
      ip_addresses: () => ({ subnet_id: subnetId, ip_address: '10.99.0.1' }),
      ports: () => ({ number: 60_000, protocol: 'Tcp' }),
      interfaces: () => ({ if_index: 60_000, if_descr: 'late', if_name: 'late' }),
      services: () => ({ name: 'late', service_definition: 'Redis' }),
    };
    const wire = list === 'ipAddresses' ? 'ip_addresses' : (list as 'ports' | 'interfaces' | 'services');
    const reply = await daemon.rest.post('/hosts/discovery', {
      host: { id: host.hostId, network_id: world.networkId, name: '', sys_name: `told with ${list}` },
      [wire]: [reportedPart[wire]()],
      interfaces_complete: false,
    });
    expect([reply.status, reply.body.data?.id]).toEqual([200, host.hostId]);
    expect(await countStored()).toBe(max);
    const { sysName } = await world.prisma.host.findUniqueOrThrow({ where: { id: host.hostId } });
    expect(sysName).toBe(`told with ${list}`);
  });

  test('a host whose parts do not fit is not merged', async () => {
    const other = await newHost();
    await rows().createMany({ data: [{ ...row(beyond + 1), ...other }] });
    const merge =
      'mutation($to: UUID!, $of: UUID!) { consolidateHosts(destinationHostId: $to, otherHostId: $of) { id } }';
    expect(await world.admin.refusal(merge, { to: host.hostId, of: other.hostId })).toEqual({
      code: 'hosts_consolidate_failed',
      params: { reason: `more than ${max} ${list}` },
    });
    expect(await rows().count({ where: { hostId: other.hostId } })).toBe(1);
  });
});

interface TagPage {
  readonly totalCount: number;
  readonly nodes: readonly { readonly id: string }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string };
}

describe('limits of tags', () => {
  afterAll(async () => {
    const remainingTags = await world.prisma.tag.findMany({
      where: { organizationId: world.organizationId },
      select: { id: true },
    });
    for (let at = 0; at < remainingTags.length; at += 1000)
      await world.prisma.tag.deleteMany({
        where: { id: { in: remainingTags.slice(at, at + 1000).map(({ id }) => id) } },
      });
  });
  const max = listLimits.tags;
  let tagIds: string[];
  beforeAll(async () => {
    const { organizationId, prisma } = world;
    tagIds = range(max + 2).map(() => randomUUID());
    await prisma.tag.createMany({ data: tagIds.map((id, at) => ({ id, organizationId, name: `tag ${at}` })) });
  });

  async function entityOf(type: TaggableEntityType): Promise<string> {
    const { networkId, prisma, key } = world;
    const { hostId } = await newHost();
    const createEntity = {
      Host: async () => ({ id: hostId }),
      Service: () => prisma.service.create({ data: { networkId, hostId, name: 's', serviceDefinition: 'Unknown' } }),
      Subnet: async () => ({ id: subnetId }),
      Group: () =>
        prisma.group.create({
          data: { networkId, name: 'g', groupType: 'RequestPath', color: 'Blue', memberType: 'Services' } as never,
        }),
      Network: async () => ({ id: networkId }),
      Discovery: async () => ({ id: await addDiscovery(world, (await world.addDaemon()).daemonId, networkId) }),
      Daemon: async () => ({ id: (await world.addDaemon()).daemonId }),
      DaemonApiKey: async () => ({ id: (await world.addDaemon()).keyId }),
      UserApiKey: () => prisma.userApiKey.findFirstOrThrow({ where: { userId: key.userId } }),
    };
    return (await createEntity[type]()).id;
  }
  const set = 'mutation($input: SetEntityTagsInput!) { setEntityTags(input: $input) { tagIds } }';
  const add = 'mutation($input: TagEntitiesInput!) { addTagToEntities(input: $input) { affectedCount } }';
  const kindsOfTags = Object.keys(marks.taggable) as TaggableEntityType[];

  test.each(kindsOfTags)('of a %s', async (entityType) => {
    const entityId = await entityOf(entityType);
    const { organizationId, networkId, owner, prisma } = world;
    const scope = entityType === 'UserApiKey' ? { userId: owner.userId } : { networkId };
    const column = marks.taggable[entityType];
    const sampleTagIds = tagIds.slice(0, max + 1);
    await prisma.tagAssignment.createMany({
      data: sampleTagIds.map((tagId) => ({ organizationId, tagId, ...scope, [column]: entityId })),
    });
    const count = () => prisma.tagAssignment.count({ where: { [column]: entityId } });
    const withTags = (ids: readonly string[]) => ({ input: { entityId, entityType, tagIds: ids } });
    const last = tagIds.at(-1)!;
    const withOne = { input: { tagId: last, entityType, entityIds: [entityId] } };
    expect(await owner.refusal(set, withTags(tagIds))).toEqual(limitError('tagIds', max));
    expect(await owner.refusal(add, withOne)).toEqual(limitError('entityIds', max));
    // Beyond the limit, a write may replace tags by other tags or reduce their number, but not add tags.
    await owner.query(set, withTags([...sampleTagIds.slice(1), last]));
    expect(await count()).toBe(max + 1);
    await owner.query(set, withTags(sampleTagIds.slice(0, max)));
    expect(await owner.refusal(add, withOne)).toEqual(limitError('entityIds', max));
    await owner.query(set, withTags(sampleTagIds.slice(1, max)));
    expect((await owner.query(add, withOne)).addTagToEntities).toEqual({ affectedCount: 1 });
    // A tag that the entity already has does not count as growth.
    expect((await owner.query(add, withOne)).addTagToEntities).toEqual({ affectedCount: 0 });
    expect(await count()).toBe(max);
  });

  test('of a host are returned page by page', async () => {
    const { hostId } = await newHost();
    const { networkId, organizationId, prisma, viewer } = world;
    const sampleTagIds = tagIds.slice(0, 7);
    for (const tagId of sampleTagIds)
      await prisma.tagAssignment.create({ data: { organizationId, networkId, tagId, hostId } });
    const document = `query($id: UUID!, $after: String) { host(id: $id) { tagsConnection(first: 3, after: $after) {
      totalCount nodes { id } pageInfo { hasNextPage endCursor } } } }`;
    const seenLists: string[] = [];
    let after: string | null = null;
    do {
      const { host }: { host: { tagsConnection: TagPage } } = await viewer.query(document, { id: hostId, after });
      const { tagsConnection } = host;
      expect(tagsConnection.totalCount).toBe(7);
      seenLists.push(...tagsConnection.nodes.map(({ id }) => id));
      after = tagsConnection.pageInfo.hasNextPage ? tagsConnection.pageInfo.endCursor : null;
    } while (after !== null);
    expect(seenLists.sort()).toEqual([...sampleTagIds].sort());
  });

  test('of an organization', async () => {
    const { organizationId, prisma, admin } = world;
    const before = await prisma.tag.count({ where: { organizationId } });
    await prisma.tag.createMany({
      data: range(listLimits.organizationTags - before).map((at) => ({ organizationId, name: `more ${at}` })),
    });
    const document = 'mutation($input: CreateTagInput!) { createTag(input: $input) { id } }';
    expect(await admin.refusal(document, { input: { name: 'late' } })).toEqual(
      limitError('tags', listLimits.organizationTags),
    );
  });
});

test('parts of a host are returned page by page, with the same rows', async () => {
  const host = await newHost();
  const { prisma, viewer } = world;
  await prisma.port.createMany({ data: range(5).map((at) => ({ number: at + 1, protocol: 'Tcp' as const, ...host })) });
  const document = `query($id: UUID!) { host(id: $id) { ports { id } portsConnection(first: 2) { totalCount nodes { id } }
    servicesConnection { nodes { id } } ipAddressesConnection { nodes { id } } interfacesConnection { nodes { id } }
    bindingsConnection { nodes { id } } } }`;
  const { host: answer } = await viewer.query(document, { id: host.hostId });
  expect([answer.ports.length, answer.portsConnection.totalCount, answer.portsConnection.nodes.length]).toEqual([
    5, 5, 2,
  ]);
  expect(answer.ports).toEqual(expect.arrayContaining(answer.portsConnection.nodes));
});
