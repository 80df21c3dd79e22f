// Tests the metadata registry, which describes the enums of the API to clients: it has every value of the enums in the
// code, anyone can read it, responses have an ETag, and REST and GraphQL return the same.
import { Color, DiscoveryType, GroupType, SubnetType, UserOrgPermissions } from '../../../src/generated/prisma/enums';
import { serviceDefinitions } from '../../../src/modules/inventory/shared/service-definitions';
import { createWorld, type World } from '../../support/world';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const path = '/api/metadata';
const registry = async () => (await world.anonymous.send('GET', path)).body.data;
const idsOf = (entries: { id: string }[]) => entries.map(({ id }) => id);

test('anyone can read the metadata; every group has entries, each with a name, a description and a unique id', async () => {
  const groups = await registry();
  expect(Object.keys(groups)).toEqual([
    ...['service_definitions', 'subnet_types', 'edge_types', 'group_types', 'entities'],
    ...['ports', 'discovery_types', 'credential_types', 'permissions', 'concepts', 'features'],
  ]);
  for (const entries of Object.values<{ id: string; name: string; description: string; color: string | null }[]>(
    groups,
  )) {
    expect(entries.length).toBeGreaterThan(0);
    expect(new Set(idsOf(entries)).size).toBe(entries.length);
    for (const { name, description, color } of entries) {
      expect([name, description]).not.toContain('');
      if (color !== null) expect(Object.values(Color)).toContain(color);
    }
  }
});

test('enums and tables are complete and in order', async () => {
  const groups = await registry();
  expect(idsOf(groups.service_definitions)).toEqual(serviceDefinitions.map(({ id }) => id));
  expect(idsOf(groups.subnet_types)).toEqual(Object.values(SubnetType));
  expect(idsOf(groups.group_types)).toEqual(Object.values(GroupType));
  expect(idsOf(groups.discovery_types).sort()).toEqual(Object.values(DiscoveryType).sort());
  expect(idsOf(groups.permissions)).toEqual(['Viewer', 'Member', 'Admin', 'Owner']);
  expect(idsOf(groups.permissions).sort()).toEqual(Object.values(UserOrgPermissions).sort());
  const member = groups.permissions.find(({ id }: { id: string }) => id === 'Member');
  expect(member.metadata.operations).toContain('updateVlan');
  const ssh = groups.ports.find(({ id }: { id: string }) => id === '22/Tcp');
  expect(ssh).toMatchObject({ name: 'SSH', metadata: { number: 22, protocol: 'Tcp' } });
  expect(groups.service_definitions[0]).toMatchObject({
    category: 'NetworkCore',
    metadata: { is_infrastructure: true },
  });
});

test('GraphQL and REST return the same metadata', async () => {
  const { metadata } = await world.key.query(
    '{ metadata { subnetTypes { id: value name description category icon color metadata } ports { id: value } } }',
  );
  const groups = await registry();
  expect(metadata.subnetTypes).toEqual(groups.subnet_types);
  expect(metadata.ports).toEqual(groups.ports.map(({ id }: { id: string }) => ({ id })));
});

test('a client that has the metadata already gets 304', async () => {
  const first = await world.anonymous.send('GET', path);
  const tag = first.headers.get('etag')!;
  expect(first.headers.get('cache-control')).toBe('no-cache');
  expect((await world.anonymous.send('GET', path, { headers: { 'if-none-match': tag } })).status).toBe(304);
});

test('400 for a parameter, 405 for another method', async () => {
  const { status, body } = await world.anonymous.send('GET', `${path}?group=ports`);
  expect([status, body.code, body.params]).toEqual([400, 'validation_unknown_parameter', { field: 'group' }]);
  expect((await world.anonymous.send('POST', path, { body: {} })).status).toBe(405);
});
