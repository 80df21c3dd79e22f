// Merges and splits appear in the history of the remaining host and among the changes of its network, however they are
// made.
import { followChanges, leaveAll } from '../../support/change-follower';
import { databaseInstant } from '../../support/instants';
import { createWorld, type DaemonCaller, type World } from '../../support/world';

let world: World;
let daemon: DaemonCaller;
beforeAll(async () => {
  world = await createWorld();
  daemon = await world.addDaemon();
});
afterEach(leaveAll);
afterAll(() => world.close());

const blocks = { last: 0 };
const mac = (block: number, last: number) => `00:1b:21:00:${block.toString(16).padStart(2, '0')}:0${last}`;

interface Pair {
  readonly kept: string;
  readonly gone: string;
  readonly block: number;
  readonly subnet: { id: string; name: string; cidr: string; subnet_type: string };
}
/** Creates two machines as discovery finds them, each with an IP and a MAC address. */
async function pair(): Promise<Pair> {
  const { prisma, networkId } = world;
  const block = (blocks.last += 1);
  const cidr = `10.83.${block}.0/24`;
  const { id: subnetId } = await prisma.subnet.create({
    data: { networkId, name: cidr, cidr, subnetType: 'Lan' },
  });
  const ids: string[] = [];
  for (const last of [1, 2]) {
    const createdAt = new Date(Date.UTC(2026, 0, last));
    const { id } = await prisma.host.create({
      data: {
        ...{ networkId, name: `nas-${block}-${last}`, sourceType: 'Discovery', createdAt, lastSeenAt: createdAt },
        ipAddresses: {
          create: {
            ...{ networkId, subnetId, subnetCidr: cidr },
            ...{ ipAddress: `10.83.${block}.${last}`, macAddress: mac(block, last) },
          },
        },
      },
    });
    ids.push(id);
  }
  const [keptHost, goneHost] = ids as [string, string];
  return { kept: keptHost, gone: goneHost, block, subnet: { id: subnetId, name: cidr, cidr, subnet_type: 'Lan' } };
}

/** A NetBox device whose interfaces have the addresses of both machines. */
function netboxDevice({ block }: Pair): string {
  const line = (netbox: string, object: object) => `${JSON.stringify({ netbox, object })}\n`;
  const device = { id: block, name: `nas-${block}-1` };
  const ports = [1, 2].map((last) => {
    const id = block * 100 + last;
    return (
      line('dcim/interfaces', { id, device, name: `eth${last}`, mac_address: mac(block, last) }) +
      line('ipam/ip-addresses', {
        ...{ id, address: `10.83.${block}.${last}/24`, status: { value: 'active' } },
        ...{ assigned_object_type: 'dcim.interface', assigned_object_id: id },
        assigned_object: { id, name: `eth${last}`, device },
      })
    );
  });
  return line('dcim/devices', device) + ports.join('');
}

const mergeMethods: Readonly<Record<string, (pair: Pair) => Promise<void>>> = {
  'by hand': async ({ kept, gone }) => {
    expect((await world.member.rest.put(`/hosts/${kept}/consolidate/${gone}`)).status).toBe(200);
  },
  'by an accepted suggestion': async ({ kept, gone }) => {
    const { id } = await world.prisma.identitySuggestion.create({
      data: { networkId: world.networkId, hostId: gone, otherHostId: kept, reasons: [] },
    });
    const document = 'mutation($id: UUID!) { answerIdentitySuggestion(id: $id, answer: Accept) { id } }';
    expect((await world.member.query(document, { id })).answerIdentitySuggestion).toEqual({ id: kept });
  },
  'by a report': async ({ kept, block, subnet }) => {
    const addresses = [1, 2].map((last) => ({
      ...{ subnet_id: subnet.id, ip_address: `10.83.${block}.${last}`, mac_address: mac(block, last) },
    }));
    const { status, story, body } = await daemon.rest.post('/hosts/discovery', {
      ...{ host: { network_id: world.networkId, name: '' }, subnets: [subnet], ip_addresses: addresses },
      interfaces_complete: false,
      interface_data_complete: { lldp: false, cdp: false, fdb: false, vlan_membership: false },
    });
    if (status !== 200) throw new Error(story);
    expect(body.data.id).toBe(kept);
  },
  'by an import of NetBox': async (givenPair) => {
    const path = `/api/v1/imports?network_id=${world.networkId}&file_name=netbox`;
    const headers = { 'content-type': 'application/octet-stream' };
    const { status, body, story } = await world.owner.send('POST', path, { rawBody: netboxDevice(givenPair), headers });
    if (status !== 200) throw new Error(story);
    const appliedReply = await world.owner.rest.post(`/imports/${body.data.id}/apply`);
    if (appliedReply.status !== 200) throw new Error(appliedReply.story);
  },
};

const split = (id: string) =>
  world.member.query('mutation($id: UUID!) { splitHost(mergedHostId: $id) { id } }', { id });

/** The ids of merged hosts before and after each change in the host's history, latest change first. */
async function mergesIn(hostId: string): Promise<unknown[]> {
  const document = `query($id: UUID!) { history(kind: Host, id: $id) { nodes { fields { field from to } } } }`;
  const { history } = await world.viewer.query(document, { id: hostId });
  const fields = (history.nodes as { fields: { field: string; from: unknown; to: unknown }[] }[]).flatMap(
    (revision) => revision.fields,
  );
  return fields.filter(({ field }) => field === 'mergedHostIds').map(({ from, to }) => [from, to]);
}

test.each(Object.keys(mergeMethods))('a merge %s and its split are changes of the remaining host', async (method) => {
  const givenPair = await pair();
  const { kept, gone } = givenPair;
  const client = await followChanges(world.url, world.key, { networkId: world.networkId, kinds: ['Host'] });
  await client.receive();
  const before = await databaseInstant(world.prisma);
  await mergeMethods[method]!(givenPair);
  const ofKept = ({ entityId }: { entityId: string }) => entityId === kept;
  const [mergedChange] = await client.until(ofKept);
  expect(mergedChange).toMatchObject({ changeType: 'Changed', event: { eventId: expect.any(String) } });
  expect(mergedChange!.fields).toContainEqual({ field: 'mergedHostIds', from: [], to: [gone] });
  expect(await mergesIn(kept)).toEqual([[[], [gone]]]);
  const { body } = await world.viewer.rest.get(`/hosts/${kept}/history?limit=1`);
  expect(body.data[0].fields).toContainEqual({ field: 'merged_host_ids', from: [], to: [gone] });

  const document = 'query($id: UUID!) { host(id: $id) { mergedHostIds } }';
  expect((await world.viewer.query(document, { id: kept })).host).toEqual({ mergedHostIds: [gone] });
  const asOf = `query($id: UUID!, $at: DateTime!) @at(instant: $at) { host(id: $id) { mergedHostIds } }`;
  expect((await world.viewer.query(asOf, { id: kept, at: before })).host).toEqual({ mergedHostIds: [] });

  await split(gone);
  const [takenChange] = await client.until(ofKept);
  expect(takenChange!.fields).toContainEqual({ field: 'mergedHostIds', from: [gone], to: [] });
  expect(await mergesIn(kept)).toEqual([
    [[gone], []],
    [[], [gone]],
  ]);
  expect((await world.viewer.query(document, { id: gone })).host).toEqual({ mergedHostIds: [] });
});

test('earlier merges of a merged host move with it, and leave with it', async () => {
  const [{ kept: first, gone: second }, { kept: third }] = [await pair(), await pair()];
  const consolidate = (destination: string, other: string) =>
    world.member.rest.put(`/hosts/${destination}/consolidate/${other}`);
  await consolidate(first, second);
  await consolidate(third, first);
  expect(await mergesIn(third)).toEqual([[[], [second, first]]]);
  await split(first);
  expect(await mergesIn(third)).toEqual([
    [[second, first], []],
    [[], [second, first]],
  ]);
  const { host } = await world.viewer.query('query($id: UUID!) { host(id: $id) { mergedHostIds } }', { id: first });
  expect(host).toEqual({ mergedHostIds: [second] });
  await split(second);
  expect(await world.prisma.host.count({ where: { mergedHostIds: { hasSome: [first, second] } } })).toBe(0);
});

test('of very many merges the latest thousand are listed', async () => {
  const { prisma, networkId } = world;
  const { id } = await prisma.host.create({ data: { networkId, name: 'everything' } });
  const insertMerges = (from: number, to: number) =>
    prisma.$executeRawUnsafe(
      `INSERT INTO host_merges (network_id, host_id, into_host_id, merged_host_id, merged_name, reasons, taken, created_at)
       SELECT $1::uuid, $2::uuid, $2::uuid, gen_random_uuid(), i::text, '[]', '{}', timestamptz '2026-01-01' + i * interval '1 minute'
       FROM generate_series($3::int, $4::int) i`,
      ...[networkId, id, from, to],
    );
  const names = async () => {
    const { mergedHostIds } = await prisma.host.findUniqueOrThrow({ where: { id } });
    const merges = await prisma.hostMerge.findMany({ where: { hostId: id } });
    const nameOf = new Map(merges.map(({ mergedHostId, mergedName }) => [mergedHostId, Number(mergedName)]));
    return mergedHostIds.map((one) => nameOf.get(one));
  };
  const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);
  await insertMerges(1, 1000);
  expect(await names()).toEqual(numbers(1, 1000));
  await insertMerges(1001, 1003);
  expect(await names()).toEqual(numbers(4, 1003));
  await prisma.hostMerge.deleteMany({ where: { hostId: id, mergedName: '1002' } });
  expect(await names()).toEqual([...numbers(3, 1001), 1003]);
});
