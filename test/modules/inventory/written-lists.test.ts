// Tests the limits of lists that a write replaces as a whole. A list that is stored beyond its limit can be written
// again, but cannot grow.
import { randomUUID } from 'node:crypto';
import { listLimits } from '../../../src/data/tenancy/list-limits';
import { createWorld, type World } from '../../support/world';

const max = 2;
const range = (length: number): number[] => Array.from({ length }, (_, at) => at);

let world: World;
let credentialIds: string[];
let tagIds: string[];
beforeAll(async () => {
  world = await createWorld();
  const { organizationId, prisma } = world;
  credentialIds = range(max + 1).map(() => randomUUID());
  tagIds = range(max + 1).map(() => randomUUID());
  const secret = { credentialType: 'SnmpV2c' as const, secrets: Buffer.from('hidden') };
  await prisma.credential.createMany({
    data: credentialIds.map((id) => ({ id, organizationId, name: id, ...secret })),
  });
  await prisma.tag.createMany({ data: tagIds.map((id) => ({ id, organizationId, name: id })) });
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => world.close());

const lower = (list: keyof typeof listLimits, to: number) => jest.replaceProperty(listLimits, list, to as never);
const limitError = (field: string, most = max) => ({
  code: 'validation_out_of_range',
  params: { field, min: 0, max: most },
});

/** A host with a service, and one port more than the lowered limit of bindings of a service. */
async function newHost() {
  const { networkId, prisma } = world;
  const { id: hostId } = await prisma.host.create({ data: { networkId, name: 'full' } });
  const data = { networkId, hostId, name: 's', serviceDefinition: 'Unknown' };
  const { id: serviceId } = await prisma.service.create({ data });
  const portIds = range(max + 1).map(() => randomUUID());
  await prisma.port.createMany({
    data: portIds.map((id, at) => ({ id, networkId, hostId, number: at + 1, protocol: 'Tcp' })),
  });
  return { hostId, serviceId, portIds, networkId };
}
type Host = Awaited<ReturnType<typeof newHost>>;

const updateOf = (type: 'Host' | 'Network' | 'Service') =>
  `mutation($id: UUID!, $input: Update${type}Input!) { update${type}(id: $id, input: $input) { id } }`;
const ofHost = ({ hostId }: Host, input: object) => [updateOf('Host'), { id: hostId, input }] as const;
const ofService = (host: Host, fields: object) =>
  ofHost(host, { services: [{ id: host.serviceId, name: 's', serviceDefinition: 'Unknown', ...fields }] });
const portBindings = ({ portIds }: Host, length: number) =>
  portIds.slice(0, length).map((portId) => ({ type: 'Port', portId }));

interface Written {
  readonly limit: keyof typeof listLimits;
  /** The field that the error names. */
  readonly field: string;
  /** The document and the variables that write `length` rows to the list. */
  readonly write: (host: Host, length: number) => readonly [document: string, variables: Record<string, unknown>];
  readonly count: (host: Host) => Promise<number>;
}
const countBindings = ({ serviceId }: Host) => world.prisma.binding.count({ where: { serviceId } });
const lists: Readonly<Record<string, Written>> = {
  'credentials of a host': {
    ...{ limit: 'credentials', field: 'credentialAssignments' },
    write: (host, length) =>
      ofHost(host, {
        credentialAssignments: credentialIds.slice(0, length).map((credentialId) => ({ credentialId })),
      }),
    count: ({ hostId }) => world.prisma.hostCredential.count({ where: { hostId } }),
  },
  'credentials of a network': {
    ...{ limit: 'credentials', field: 'credentialIds' },
    write: ({ networkId }, length) => [
      updateOf('Network'),
      { id: networkId, input: { credentialIds: credentialIds.slice(0, length) } },
    ],
    count: ({ networkId }) => world.prisma.networkCredential.count({ where: { networkId } }),
  },
  'bindings of a service': {
    ...{ limit: 'bindings', field: 'bindings' },
    write: (host, length) => [
      updateOf('Service'),
      { id: host.serviceId, input: { bindings: portBindings(host, length) } },
    ],
    count: countBindings,
  },
  'bindings of a service, written with its host': {
    ...{ limit: 'bindings', field: 'bindings' },
    write: (host, length) => ofService(host, { bindings: portBindings(host, length) }),
    count: countBindings,
  },
  'tags of a service, written with its host': {
    ...{ limit: 'tags', field: 'services.tags' },
    write: (host, length) => ofService(host, { tags: tagIds.slice(0, length) }),
    count: ({ serviceId }) => world.prisma.tagAssignment.count({ where: { serviceId } }),
  },
};

test.each(Object.entries(lists))('%s', async (_name, { limit, field, write, count }) => {
  const { admin } = world;
  const host = await newHost();
  const lowered = lower(limit, max);
  expect(await admin.refusal(...write(host, max + 1))).toEqual(limitError(field));
  expect(await count(host)).toBe(0);
  // Stores a list that exceeds the later limit, as may happen when a release lowers a limit.
  lowered.replaceValue((max + 1) as never);
  await admin.query(...write(host, max + 1));
  lowered.replaceValue(max as never);
  await admin.query(...write(host, max + 1));
  expect(await count(host)).toBe(max + 1);
  await admin.query(...write(host, max));
  expect(await admin.refusal(...write(host, max + 1))).toEqual(limitError(field));
  expect(await count(host)).toBe(max);
});

test('bindings of a service, one by one', async () => {
  const { admin, prisma } = world;
  lower('bindings', max);
  const [full, other] = [await newHost(), await newHost()];
  const { hostId, networkId, serviceId } = full;
  await admin.query(...lists['bindings of a service']!.write(full, max));
  const create = 'mutation($input: CreateBindingInput!) { createBinding(input: $input) { id } }';
  const binding = { networkId, serviceId, type: 'Port', portId: full.portIds[max] };
  expect(await admin.refusal(create, { input: binding })).toEqual(limitError('bindings'));
  // The limit also applies if an existing binding is moved to the service, whose list of bindings is full.
  const data = { networkId, hostId, name: 'beside', serviceDefinition: 'Unknown' };
  const { id: beside } = await prisma.service.create({ data });
  const { createBinding } = await admin.query(create, { input: { ...binding, serviceId: beside } });
  const move = 'mutation($id: UUID!, $input: UpdateBindingInput!) { updateBinding(id: $id, input: $input) { id } }';
  expect(await admin.refusal(move, { id: createBinding.id, input: { serviceId } })).toEqual(limitError('bindings'));
  expect([await countBindings(full), await countBindings(other)]).toEqual([max, 0]);
});

test('a report loses the bindings beyond the limit, and its services are stored', async () => {
  lower('bindings', max);
  const { hostId, networkId, portIds } = await newHost();
  const daemon = await world.addDaemon();
  const bindings = portIds.map((port_id) => ({ type: 'Port', port_id }));
  const reply = await daemon.rest.post('/hosts/discovery', {
    host: { id: hostId, network_id: networkId, name: '' },
    ports: portIds.map((id, at) => ({ id, number: at + 1, protocol: 'Tcp' })),
    services: [{ name: 'redis', service_definition: 'Redis', bindings }],
  });
  if (reply.status !== 200) throw new Error(reply.story);
  const where = { hostId, serviceDefinition: 'Redis' };
  const { id: serviceId } = await world.prisma.service.findFirstOrThrow({ where });
  expect(await world.prisma.binding.count({ where: { serviceId } })).toBe(max);
});

test('networks of an organization', async () => {
  const { admin, organizationId, prisma } = world;
  const stored = await prisma.network.count({ where: { organizationId } });
  lower('networks', stored);
  const create = 'mutation { createNetwork(input: { name: "late" }) { id } }';
  expect(await admin.refusal(create)).toEqual(limitError('networks', stored));
  expect(await prisma.network.count({ where: { organizationId } })).toBe(stored);
});
