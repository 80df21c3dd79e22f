// Tests that the lists of `GET /topology/data` equal those of the list endpoints, row by row and member by member,
// after every kind of write.
import { delegateOf } from '../../src/data/model/delegate';
import { isDerived } from '../../src/data/model/historied';
import { columnsOf, modelNames } from '../../src/data/model/model-fields';
import type { Prisma } from '../../src/generated/prisma/client';
import { listedKinds, type ListedKind } from '../../src/graphql/listed-rows';
import { naturalOrder } from '../../src/graphql/lists/order-fields';
import { addInventory } from '../support/inventory';
import { databaseInstant } from '../support/instants';
import { fillOrganization } from '../support/populate';
import { createWorld, type World } from '../support/world';

type Delegate = ReturnType<typeof delegateOf> & { updateMany(args: object): Promise<unknown> };
type Rows = readonly Readonly<Record<string, unknown>>[];
const kinds = Object.keys(listedKinds) as ListedKind[];
/** All kinds of rows except neighbor evidence (what LLDP or CDP says about a neighbor), which has no list endpoint. */
const withEndpoint = kinds.filter((kind) => kind !== 'neighbours');
const modelOf = (kind: ListedKind) => listedKinds[kind] as Prisma.ModelName;

const neverAlone = [
  ...['Binding.ipAddressId', 'Binding.portId', 'Host.virtualizationType'],
  ...['NeighborEvidence.lldpChassisIdSubtype', 'NeighborEvidence.lldpChassisIdValue'],
  ...['NeighborEvidence.lldpPortIdSubtype', 'NeighborEvidence.lldpPortIdValue', 'NeighborEvidence.reason'],
  ...['Port.certificateFingerprint', 'Port.certificateNotAfter', 'Port.certificateNotBefore'],
  ...['Port.certificateSelfSigned'],
  'Service.virtualizationType',
];

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await addInventory(world.prisma, world, 3);
  await (await fillOrganization(world.prisma, world.organizationId)).fillNetwork(world.networkId);
});
afterAll(() => world.close());

async function rowsAt(kind: ListedKind, at = ''): Promise<Rows> {
  const scope = kind === 'tags' ? '' : `&network_id=${world.networkId}`;
  const ownQuery = kind === 'hosts' ? '&include_children=false' : '';
  const { status, body, story } = await world.viewer.rest.get(
    `/${kind.replace('_', '-')}?limit=0${scope}${ownQuery}${at && `&at=${at}`}`,
  );
  if (status !== 200) throw new Error(story);
  // `GET /topology/data` has a separate list of addresses, so its hosts have no `ip_addresses`.
  return kind === 'hosts' ? (body.data as Rows).map(({ ip_addresses: _addresses, ...host }) => host) : body.data;
}
async function dataAt(query = ''): Promise<Record<string, unknown>> {
  const { status, body, story } = await world.viewer.rest.get(`/topology/data?network_id=${world.networkId}${query}`);
  if (status !== 200) throw new Error(story);
  return body.data as Record<string, unknown>;
}
async function expectAlike(data: Record<string, unknown>, at = '', expectedValues = withEndpoint): Promise<void> {
  for (const kind of expectedValues) {
    const rows = await rowsAt(kind, at);
    expect([kind, data[kind]]).toEqual([kind, rows]);
    expect([kind, keysOf(data[kind] as Rows)]).toEqual([kind, keysOf(rows)]);
  }
}
const keysOf = (rows: Rows) => rows.map((row) => Object.keys(row));

const evidence = `query($id: UUID!) { neighborEvidence(networkId: $id, first: 1000) { nodes { id created_at: createdAt
  updated_at: updatedAt network_id: networkId interface_id: interfaceId protocol
  lldp_chassis_id: lldpChassisId { subtype value } lldp_port_id: lldpPortId { subtype value } lldp_sys_name: lldpSysName
  lldp_port_desc: lldpPortDesc lldp_mgmt_addr: lldpMgmtAddr lldp_sys_desc: lldpSysDesc cdp_device_id: cdpDeviceId
  cdp_port_id: cdpPortId cdp_platform: cdpPlatform cdp_address: cdpAddress management_addresses: managementAddresses
  } } }`;
const evidenceRows = async () =>
  (await world.viewer.query(evidence, { id: world.networkId })).neighborEvidence.nodes as Rows;

test('now: every list, and none of them empty', async () => {
  const data = await dataAt();
  expect(kinds.filter((kind) => (data[kind] as Rows).length === 0)).toEqual([]);
  await expectAlike(data);
  expect([data.neighbours, keysOf(data.neighbours as Rows)]).toEqual([
    await evidenceRows(),
    keysOf(await evidenceRows()),
  ]);
});

test('all of one moment, whatever others write meanwhile', async () => {
  const { prisma, networkId } = world;
  const subnet = await prisma.subnet.findFirstOrThrow({ where: { networkId, name: 'Servers' } });
  let isOver = false;
  const write = async (writer: number) => {
    for (let count = 0; !isOver; count += 1) {
      const body = {
        ...{ network_id: networkId, name: `made by ${writer}`, tags: [] },
        ip_addresses: [{ subnet_id: subnet.id, ip_address: `10.40.${200 + writer}.${1 + (count % 250)}` }],
      };
      const { status, body: createdBody, story } = await world.member.rest.post('/hosts', body);
      if (status !== 200) throw new Error(story);
      await world.member.rest.delete(`/hosts/${createdBody.data.id}`);
    }
  };
  const writers = [write(1), write(2), write(3)];
  const seenCounts = new Set<number>();
  // Reads at least twelve times, and then until two reads differ, which shows that a write took place between them.
  for (let count = 0; count < 12 || (seenCounts.size < 2 && count < 1000); count += 1) {
    const data = (await dataAt('&view=L3Logical')) as Record<string, Rows> & { nodes: { L3Logical: Rows } };
    const hosts = new Set(data.hosts!.map(({ id }) => id));
    const addresses = data.ip_addresses!.filter(({ subnet_id }) => subnet_id === subnet.id);
    expect(addresses.filter(({ host_id }) => !hosts.has(host_id))).toEqual([]);
    const drawnAddresses = data.nodes.L3Logical.filter(({ subnet_id }) => subnet_id === subnet.id).map(({ id }) => id);
    expect(drawnAddresses.sort()).toEqual(addresses.map(({ id }) => id).sort());
    seenCounts.add(hosts.size);
  }
  isOver = true;
  await Promise.all(writers);
  expect(seenCounts.size).toBeGreaterThan(1);
});

test('every optional member without a value, of every kind, and whatever rows hang together with', async () => {
  const { prisma, networkId, organizationId } = world;
  const before = await databaseInstant(prisma);
  const past = await dataAt(`&at=${before.toISOString()}`);
  const refusedLists: string[] = [];
  for (const kind of kinds) {
    const model = modelOf(kind);
    const where = kind === 'tags' ? { organizationId } : { networkId };
    for (const { name, isNullable } of columnsOf(model).values()) {
      // Clients cannot write the sort key of a name, because the database computes it.
      if (!isNullable || name === naturalOrder) continue;
      const rowsOf = delegateOf(prisma, model) as Delegate;
      const writtenValue = await rowsOf
        .updateMany({ where, data: { [name]: null } })
        .catch(() => refusedLists.push(`${model}.${name}`));
      if (typeof writtenValue === 'number') continue;
      const data = await dataAt('&view=L3Logical');
      if (kind === 'neighbours') expect([name, data.neighbours]).toEqual([name, await evidenceRows()]);
      else await expectAlike(data, '', [kind]);
    }
  }
  // Each of these columns may be null only together with another column, so setting one of them alone to null is
  // refused.
  expect(refusedLists.splice(0).sort()).toEqual(neverAlone);
  const removedModelNames = modelNames.filter((model) => columnsOf(model as Prisma.ModelName).has('networkId'));
  for (const model of removedModelNames as Prisma.ModelName[]) {
    if (/^(Topology|NetworkChange|UserNetwork)$/.test(model) || isDerived(model)) continue;
    const deletedRows = await delegateOf(prisma, model)
      .deleteMany({ where: { networkId } })
      .catch(() => refusedLists.push(model));
    if (typeof deletedRows === 'number') continue;
    await expectAlike(await dataAt('&view=L3Logical'));
  }
  // A daemon key cannot be deleted while daemons use it.
  expect(refusedLists).toEqual(['DaemonApiKey']);
  const since = await dataAt(`&at=${before.toISOString()}`);
  await expectAlike(since, before.toISOString());
  expect([past.neighbours, since.neighbours]).toEqual([null, null]);
});
