// Tests ids that callers choose for new rows. If a row of another network has the id, the new row gets another id, and
// the response is the same as for a free id. The row of the other network stays unchanged, and callers with access to
// that network can still write the row under its id.
import { randomUUID } from 'node:crypto';
import {
  getNamedType,
  isInputObjectType,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLNamedType,
} from 'graphql';
import { schema } from '../../src/modules/types';
import type { Client, Reply } from '../support/client';
import { createWorld, type DaemonCaller, type World } from '../support/world';
import { rowsFingerprint } from './fingerprint';

let world: World;
let daemon: DaemonCaller;
/** By network id: the id of a subnet that contains all addresses of this file. */
const subnets = new Map<string, string>();
beforeAll(async () => {
  world = await createWorld();
  daemon = await world.addDaemon();
  for (const networkId of [world.networkId, world.otherNetworkId, world.strangerNetworkId]) {
    const data = { networkId, name: 'lan', cidr: '10.0.0.0/8', subnetType: 'Lan' as const };
    subnets.set(networkId, (await world.prisma.subnet.create({ data })).id);
  }
});
afterAll(() => world.close());

/** The ids that a request sends for its new rows, by kind of row. */
type Ids = Record<'host' | 'ipAddresses' | 'ports' | 'interfaces' | 'services' | 'bindings' | 'subnets', string>;
const kinds = ['host', 'ipAddresses', 'ports', 'interfaces', 'services', 'bindings', 'subnets'] as const;
const freeIds = () => Object.fromEntries(kinds.map((kind) => [kind, randomUUID()])) as Ids;
let hosts = 0;
const nextAddress = () => `10.7.${Math.floor((hosts += 1) / 250)}.${(hosts % 250) + 1}`;

const partsOf = (ids: Ids, networkId: string) => ({
  ipAddresses: [{ id: ids.ipAddresses, subnetId: subnets.get(networkId)!, ipAddress: nextAddress() }],
  ports: [{ id: ids.ports, number: 443, protocol: 'Tcp' }],
  interfaces: [{ id: ids.interfaces, ifIndex: 1, ifDescr: 'eth0', ifName: 'eth0', ipAddressId: ids.ipAddresses }],
  services: [
    {
      ...{ id: ids.services, name: 'web', serviceDefinition: 'Web Service', virtualizationServiceId: null },
      bindings: [{ id: ids.bindings, type: 'Port', portId: ids.ports, ipAddressId: ids.ipAddresses }],
    },
  ],
});
const bindingShape = 'bindings { id portId ipAddressId }';
const hostShape = `{ id name networkId ipAddresses { id ipAddress } ports { id number } interfaces { id ipAddressId ifName }
  services { id name ${bindingShape} } }`;

interface Place {
  readonly networkId: string;
  readonly caller: Client;
}
/**
 * For each operation that accepts ids of new rows, a function that creates the rows which the operation needs and sends
 * a request with such ids.
 */
const operations: Readonly<Record<string, (place: Place, ids: Ids) => Promise<Reply>>> = {
  createHost: ({ caller, networkId }, ids) =>
    caller.graphql(`mutation($input: CreateHostInput!) { createHost(input: $input) ${hostShape} }`, {
      input: { networkId, name: 'made', ...partsOf(ids, networkId) },
    }),
  updateHost: async ({ caller, networkId }, ids) => {
    const { id } = await world.prisma.host.create({ data: { networkId, name: 'changed' } });
    const document = `mutation($id: UUID!, $input: UpdateHostInput!) { updateHost(id: $id, input: $input) ${hostShape} }`;
    return caller.graphql(document, { id, input: partsOf(ids, networkId) });
  },
  createService: async ({ caller, networkId }, ids) => {
    const { hostId, bindings } = await boundHost(networkId, ids);
    const input = { hostId, networkId, name: 'one', serviceDefinition: 'Web Service', bindings };
    const document = `mutation($input: CreateServiceInput!) { createService(input: $input) { id ${bindingShape} } }`;
    return caller.graphql(document, { input });
  },
  updateService: async ({ caller, networkId }, ids) => {
    const { hostId, bindings } = await boundHost(networkId, ids);
    const data = { hostId, networkId, name: 'two', serviceDefinition: 'Web Service', position: 0 };
    const { id } = await world.prisma.service.create({ data });
    const document = `mutation($id: UUID!, $input: UpdateServiceInput!) { updateService(id: $id, input: $input) { id ${bindingShape} } }`;
    return caller.graphql(document, { id, input: { bindings } });
  },
  reportHost: (place, ids) => reportReply(place, ids, false),
  'reportHost, as daemons have it': (place, ids) => reportReply(place, ids, true),
  reportHosts: async (place, ids) => {
    const document = `mutation($input: ReportHostsInput!) {
      reportHosts(input: $input) { results { host ${hostShape} error { code } } }
    }`;
    const reply = await daemon.graphql(document, { input: { reports: [reportOf(place, ids, false)] } });
    const { results } = reply.body.data.reportHosts;
    expect(results).toMatchObject([{ error: null }]);
    return { ...reply, body: { data: { reportHosts: results[0].host } } };
  },
};

async function boundHost(networkId: string, ids: Ids) {
  const { prisma } = world;
  const { id: hostId } = await prisma.host.create({ data: { networkId, name: 'bound' } });
  const data = { hostId, networkId, number: 80, protocol: 'Tcp' as const };
  const { id: portId } = await prisma.port.create({ data });
  return { hostId, bindings: [{ id: ids.bindings, type: 'Port', portId, ipAddressId: null }] };
}

function reportOf({ networkId }: Place, ids: Ids, skipInvalidParts: boolean) {
  const { ipAddresses, ...parts } = partsOf(ids, networkId);
  return {
    ...parts,
    host: { id: ids.host, networkId, name: 'reported' },
    subnets: [{ id: ids.subnets, name: 'lan', cidr: '10.0.0.0/8', subnetType: 'Lan' }],
    ipAddresses: ipAddresses.map((address) => ({ ...address, subnetId: ids.subnets })),
    skipInvalidParts,
  };
}

function reportReply(place: Place, ids: Ids, skipInvalidParts: boolean): Promise<Reply> {
  const input = reportOf(place, ids, skipInvalidParts);
  const document = `mutation($input: ReportHostInput!) { reportHost(input: $input) ${hostShape} }`;
  return daemon.graphql(document, { input });
}

/** Paths of input objects that have a field `id`, read from the schema, for example `createHost.services.bindings`. */
function chosenIn(type: GraphQLInputType | GraphQLNamedType, above: readonly string[]): string[] {
  const inner = getNamedType(type as GraphQLInputType);
  if (!isInputObjectType(inner) || inner.name.endsWith('Filter')) return [];
  return Object.values((inner as GraphQLInputObjectType).getFields()).flatMap((field) =>
    field.name === 'id' ? [above.join('.')] : chosenIn(field.type, [...above, field.name]),
  );
}
const chosenIdPaths = Object.values(schema.getMutationType()!.getFields()).flatMap(({ name, args }) =>
  args.flatMap((arg) => (arg.name === 'id' ? [] : chosenIn(arg.type, [name]))),
);
/**
 * Input objects whose `id` is not the id of a new row: the service stores the object as it was sent, or looks up an
 * existing row.
 */
const keptAsSent = /\.(rules|tagRules|applicationRules)$|Topology|^restoreRevision$/;
const kindOf = (path: string) => path.split('.').at(-1) as keyof Ids;
const places = chosenIdPaths.filter((path) => !keptAsSent.test(path));

test('every place where a request chooses the id of a new row is judged here', () => {
  const unknown = places.filter((path) => !(path.split('.')[0]! in operations) || !kinds.includes(kindOf(path)));
  expect({ unknown, judged: places.length }).toEqual({ unknown: [], judged: expect.any(Number) });
  expect(places.length).toBeGreaterThanOrEqual(16);
});

const distances = ['another organization', 'another network of the organization'] as const;
const cases = Object.keys(operations).flatMap((operation) =>
  places
    .filter((path) => path.split('.')[0] === operation.split(',')[0])
    .flatMap((path) => distances.map((distance) => [operation, kindOf(path), distance] as const)),
);

/** The status and body of a response, without the ids and addresses that differ from case to case. */
const describeReply = ({ status, body }: Reply) =>
  JSON.stringify([status, body]).replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|10\.7\.\d+\.\d+/g, '');
const idOfKind = (operation: string, kind: keyof Ids) => kind !== 'subnets' || operation.startsWith('reportHost');

test.each(cases)('%s: an id of %s that %s has', async (operation, kind, distance) => {
  const { prisma, stranger, owner, narrowKey, networkId, otherNetworkId, strangerNetworkId } = world;
  const foreignPlace: Place =
    distance === 'another organization'
      ? { caller: stranger, networkId: strangerNetworkId }
      : { caller: owner, networkId: otherNetworkId };
  const takenIds = freeIds();
  const createdReply = await operations.createHost!(foreignPlace, takenIds);
  const theirHost = createdReply.body.data.createHost as { id: string };
  takenIds.host = theirHost.id;
  takenIds.subnets = subnets.get(foreignPlace.networkId)!;
  expect(idOfKind(operation, kind)).toBe(true);
  const models = ['host', 'ipAddress', 'port', 'interface', 'service', 'binding', 'subnet'] as const;
  const beyond = async () => {
    const rows = [];
    for (const model of models)
      rows.push(
        await (prisma[model] as { findMany(args: object): Promise<unknown> }).findMany({
          where: { networkId: foreignPlace.networkId },
          orderBy: { id: 'asc' },
        }),
      );
    return [rows, await rowsFingerprint(prisma, [stranger.organizationId])];
  };

  const ownPlace: Place = { caller: narrowKey, networkId };
  const ofFree = await operations[operation]!(ownPlace, freeIds());
  const before = await beyond();
  const ofTaken = await operations[operation]!(ownPlace, { ...freeIds(), [kind]: takenIds[kind] });
  expect(await beyond()).toEqual(before);
  expect(ofFree.body.errors).toBeUndefined();
  expect(describeReply(ofTaken)).toBe(describeReply(ofFree));
  const answer = JSON.stringify(ofTaken.body);
  expect(answer).not.toContain(takenIds[kind]);
  // If rows of the request refer to each other, the created rows do too, even if the service replaced one of the ids.
  const host = Object.values(ofTaken.body.data as object)[0] as {
    ipAddresses?: { id: string }[];
    ports?: { id: string }[];
    interfaces?: { ipAddressId: string }[];
    services?: { bindings: object[] }[];
  };
  if (host.ipAddresses) {
    const [ipAddressId, portId] = [host.ipAddresses[0]!.id, host.ports![0]!.id];
    expect(host.interfaces).toMatchObject([{ ipAddressId }]);
    expect(host.services).toMatchObject([{ bindings: [{ ipAddressId, portId }] }]);
  }

  // The caller of the other network can still update its host with the same ids.
  const document = `mutation($id: UUID!, $input: UpdateHostInput!) { updateHost(id: $id, input: $input) ${hostShape} }`;
  const again = await foreignPlace.caller.graphql(document, {
    id: theirHost.id,
    input: { name: 'made', ...partsOf(takenIds, foreignPlace.networkId) },
  });
  expect(describeReply(again).replace('updateHost', 'createHost')).toBe(describeReply(createdReply));
  for (const id of [takenIds.ipAddresses, takenIds.ports, takenIds.interfaces, takenIds.services, takenIds.bindings])
    expect(JSON.stringify(again.body)).toContain(id);
});

test.each(cases.filter(([operation]) => operation === 'createHost').map(([, kind]) => kind))(
  'an id of %s that another row of the network has is refused',
  async (kind) => {
    const place: Place = { caller: world.narrowKey, networkId: world.networkId };
    const takenIds = freeIds();
    await operations.createHost!(place, takenIds);
    const { body } = await operations.createHost!(place, { ...freeIds(), [kind]: takenIds[kind] });
    expect(body.errors[0].extensions).toMatchObject({ code: 'entity_already_exists', params: { field: 'id' } });
  },
);

test('a daemon id used by another key is refused without revealing more than within the network', async () => {
  const { prisma, networkId, otherNetworkId, stranger, strangerNetworkId } = world;
  const elsewhere = { networkId: strangerNetworkId, organizationId: stranger.organizationId };
  const others = [
    await world.addDaemon(),
    await world.addDaemon({ networkId: otherNetworkId }),
    await world.addDaemon(elsewhere),
  ];
  const rows = async () => [
    await prisma.daemon.findMany({
      where: { id: { in: others.map(({ daemonId }) => daemonId) } },
      orderBy: { id: 'asc' },
    }),
    await prisma.host.count({ where: { networkId } }),
    await rowsFingerprint(prisma, [stranger.organizationId]),
  ];
  const before = await rows();
  const answers = [];
  for (const { daemonId } of others) {
    const caller = await world.addDaemon({ isRegistered: false });
    const body = { daemon_id: daemonId, network_id: networkId, name: 'cellar', mode: 'daemon_poll' };
    const headers = { authorization: `Bearer ${caller.credential.key}`, 'content-type': 'application/json' };
    const url = `${world.url}/api/daemons/register`;
    const reply = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ ...body, capabilities: {} }) });
    const answer = (await reply.json()) as { code: string; error: string; params?: object };
    answers.push([reply.status, answer.code, answer.error, answer.params]);
  }
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(answers[0]!.slice(0, 2)).toEqual([403, 'daemon_identity_mismatch']);
  expect(await rows()).toEqual(before);
});
