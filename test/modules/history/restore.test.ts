// `restoreRevision` restores a row as it was at an instant, with its links and parts, or not at all. Since that
// instant, the row may have been changed or deleted.
import { randomUUID } from 'node:crypto';
import { addDaemon, addFinishedRun } from '../../support/discovery-rows';
import { addInventory, type Inventory } from '../../support/inventory';
import { createWorld, type Caller, type World } from '../../support/world';
import { instant, restore, restoreText, storedRows, type RestoredRow } from './restore-world';

let world: World;
let inventory: Inventory;
beforeAll(async () => {
  world = await createWorld();
});
beforeEach(async () => {
  const { prisma, networkId, organizationId } = world;
  await prisma.discovery.deleteMany({ where: { networkId } });
  await prisma.daemon.deleteMany({ where: { networkId } });
  for (const table of ['host', 'subnet', 'vlan', 'group'] as const)
    await (prisma[table] as typeof prisma.vlan).deleteMany({ where: { networkId } });
  await prisma.tag.deleteMany({ where: { organizationId } });
  inventory = await addInventory(prisma, { networkId, organizationId }, 3);
});
afterAll(() => world.close());

const scope = () => ({ networkIds: [world.networkId, world.otherNetworkId], organizationId: world.organizationId });
const all = () => storedRows(world.prisma, scope());
const now = () => instant(world.prisma);
const changesOf = ({ fields }: RestoredRow) =>
  Object.fromEntries(fields.map(({ field, from, to }) => [field, [from, to]]));

describe('a changed row', () => {
  test('gets the fields that users write, with the actor; a second call changes nothing', async () => {
    const { member, prisma } = world;
    const id = inventory.vlanIds[0]!;
    const at = await now();
    const seenAt = new Date('2030-01-01T00:00:00Z');
    await prisma.vlan.update({
      where: { id },
      data: { name: 'wrong', vlanNumber: 99, description: 'mistake', lastSeenAt: seenAt },
    });
    const before = await all();
    const preview = await restore(member, { kind: 'VLAN', id, at, isPreview: true });
    expect([preview.isPreview, preview.isChanged]).toEqual([true, true]);
    expect(await all()).toEqual(before);

    const restoration = await restore(member, { kind: 'VLAN', id, at });
    expect(restoration.rows).toEqual(preview.rows);
    expect(restoration).toMatchObject({ entityId: id, isPreview: false, isChanged: true, rowCount: 1, conflicts: [] });
    expect(restoration.rows[0]).toMatchObject({ kind: 'VLAN', entityId: id, name: 'VLAN 0', changeType: 'Changed' });
    expect(changesOf(restoration.rows[0]!)).toEqual({
      name: ['wrong', 'VLAN 0'],
      vlanNumber: [99, 3000],
      description: ['mistake', null],
    });
    const stored = await prisma.vlan.findUniqueOrThrow({ where: { id } });
    expect(stored).toMatchObject({ name: 'VLAN 0', vlanNumber: 3000, description: null, lastSeenAt: seenAt });
    const { history } = await member.query(
      `query($id: UUID!) { history(kind: VLAN, id: $id, first: 1) { nodes { event { operation actor { type user { id } } } } } }`,
      { id },
    );
    const [{ event }] = history.nodes;
    expect(event).toEqual({ operation: 'restoreRevision', actor: { type: 'User', user: { id: member.userId } } });

    const again = await restore(member, { kind: 'VLAN', id, at });
    expect([again.isChanged, again.rows]).toEqual([false, []]);
    expect((await prisma.vlan.findUniqueOrThrow({ where: { id } })).validFrom).toEqual(stored.validFrom);
  });

  test('gets its links: tags, tagged VLANs and ordered members', async () => {
    const { member, owner, prisma, networkId } = world;
    const [host, port, group] = [inventory.hostIds[0]!, inventory.interfaceIds[0]!, inventory.serviceGroupId];
    const at = await now();
    const before = await all();
    await owner.rest.put('/tags/assign', { entity_id: host, entity_type: 'Host', tag_ids: [] });
    await prisma.interfaceVlan.deleteMany({ where: { interfaceId: port } });
    await member.query(
      `mutation($id: UUID!, $serviceIds: [UUID!]) { updateGroup(id: $id, input: { members: { type: Services, serviceIds: $serviceIds } }) { id } }`,
      { id: group, serviceIds: inventory.serviceIds },
    );
    const [tags] = (await restore(member, { kind: 'Host', id: host, at })).rows;
    expect(changesOf(tags!)).toEqual({ tagIds: [[], [inventory.tagId]] });
    const [vlans] = (await restore(member, { kind: 'Interface', id: port, at })).rows;
    expect(changesOf(vlans!)).toEqual({ vlanIds: [[], [...inventory.vlanIds].sort()] });
    const [members] = (await restore(member, { kind: 'Group', id: group, at })).rows;
    expect(changesOf(members!)).toEqual({ memberIds: [inventory.serviceIds, [...inventory.serviceIds].reverse()] });
    expect(await all()).toEqual(before);
    expect(await prisma.groupMember.count({ where: { groupId: group, networkId } })).toBe(3);
  });

  test('of another member kind gets its former members', async () => {
    const group = inventory.bindingGroupId;
    const at = await now();
    const before = await all();
    await world.member.query(
      `mutation($id: UUID!, $serviceIds: [UUID!]) { updateGroup(id: $id, input: { members: { type: Services, serviceIds: $serviceIds } }) { id } }`,
      { id: group, serviceIds: inventory.serviceIds },
    );
    await restore(world.member, { kind: 'Group', id: group, at });
    expect(await all()).toEqual(before);
  });

  test.each([
    ['Host', 'hostIds', { name: 'wrong', hostname: 'wrong', hidden: true, role: 'Printer', roleSource: 'Manual' }],
    ['IPAddress', 'addressIds', { ipAddress: '10.40.9.9', name: 'wrong', macAddress: null }],
    ['Interface', 'interfaceIds', { ifName: 'wrong', speedBps: 9_223_372_036_854_775_807n, nativeVlanId: null }],
    ['Port', 'portIds', { number: 1, protocol: 'Udp' }],
    ['Service', 'serviceIds', { name: 'wrong', position: 9, virtualizationServiceId: null }],
    ['Subnet', 'subnetId', { name: 'wrong', description: 'wrong', subnetType: 'Guest', namespace: 'wrong' }],
    ['Group', 'bindingGroupId', { name: 'wrong', color: 'Red', edgeStyle: 'Straight', groupType: 'HubAndSpoke' }],
    ['Tag', 'tagId', { name: 'wrong', description: 'wrong', color: 'Red', isApplication: true }],
  ] as const)('of the kind %s is restored in every column', async (kind, ids, wrong) => {
    const id = [inventory[ids]].flat().at(-1)!;
    const at = await now();
    const before = await all();
    const model = (kind === 'IPAddress' ? 'ipAddress' : kind.toLowerCase()) as 'vlan';
    await world.prisma[model].update({ where: { id }, data: wrong as object });
    const { rows } = await restore(world.owner, { kind, id, at });
    expect(rows.map(({ kind: one, entityId }) => [one, entityId])).toEqual([[kind, id]]);
    expect(await all()).toEqual(before);
  });

  test('keeps what discovery has read, such as learned addresses and MAC addresses', async () => {
    const { member, prisma, networkId } = world;
    const [port, address] = [inventory.interfaceIds[0]!, inventory.addressIds[0]!];
    const discoveryId = await addFinishedRun(world, (await addDaemon(world, networkId)).id, networkId);
    const at = await now();
    const macAddress = '02:aa:bb:cc:dd:ee';
    await prisma.interface.update({ where: { id: port }, data: { ifAlias: 'wrong', fdbMacs: [macAddress] } });
    await prisma.ipAddress.update({
      where: { id: address },
      data: { name: 'wrong', macAddress, firstDiscoveryId: discoveryId, lastDiscoveryId: discoveryId },
    });
    await restore(member, { kind: 'Interface', id: port, at });
    await restore(member, { kind: 'IPAddress', id: address, at });
    expect(await prisma.interface.findUnique({ where: { id: port } })).toMatchObject({
      ...{ ifAlias: null, fdbMacs: [macAddress] },
    });
    expect(await prisma.ipAddress.findUnique({ where: { id: address } })).toMatchObject({ name: null, macAddress });
  });

  test('that changed since the expected time is not restored', async () => {
    const { member, prisma } = world;
    const id = inventory.vlanIds[0]!;
    const { updatedAt } = await prisma.vlan.findUniqueOrThrow({ where: { id } });
    const at = await now();
    await prisma.vlan.update({ where: { id }, data: { name: 'wrong' } });
    const input = { kind: 'VLAN', id, at, expectedUpdatedAt: updatedAt.toISOString() };
    const refusal = { code: 'entity_changed', params: { entity: 'VLAN', id } };
    expect(await member.refusal(restoreText, { input })).toEqual(refusal);
    await prisma.vlan.delete({ where: { id } });
    expect(await member.refusal(restoreText, { input })).toEqual(refusal);
    const stored = await restore(member, { ...input, expectedUpdatedAt: undefined });
    expect(stored.isChanged).toBe(true);
  });
});

describe('a deleted row', () => {
  test.each([
    ['Host', 'hosts', 'hostIds', 0],
    ['Host', 'hosts', 'hostIds', 1],
    ['Service', 'services', 'serviceIds', 0],
    ['IPAddress', 'ip-addresses', 'addressIds', 1],
    ['Port', 'ports', 'portIds', 0],
    ['Interface', 'interfaces', 'interfaceIds', 1],
    ['Binding', 'bindings', 'bindingIds', 0],
    ['Group', 'groups', 'serviceGroupId', 0],
    ['Subnet', 'subnets', 'subnetId', 0],
    ['VLAN', 'vlans', 'vlanIds', 0],
    ['Tag', 'tags', 'tagId', 0],
  ] as const)(
    'is restored under its id with all rows deleted with it: %s of /%s (%s %i)',
    async (kind, resource, ids, index) => {
      const { owner } = world;
      const id = [inventory[ids]].flat()[index]!;
      const at = await now();
      const before = await all();
      expect((await owner.rest.delete(`/${resource}/${id}`)).status).toBe(200);
      const deleted = await all();
      expect(deleted).not.toEqual(before);

      const preview = await restore(owner, { kind, id, at, isPreview: true });
      expect(preview.conflicts).toEqual([]);
      expect(await all()).toEqual(deleted);
      const restoration = await restore(owner, { kind, id, at });
      expect(restoration.rows).toEqual(preview.rows);
      expect(restoration.rows).toContainEqual(expect.objectContaining({ kind, entityId: id, changeType: 'Added' }));
      expect(await all()).toEqual(before);
      expect(await restore(owner, { kind, id, at })).toMatchObject({ isChanged: false, rows: [] });

      const { history } = await owner.query(
        `query($kind: InventoryKind!, $id: UUID!) { history(kind: $kind, id: $id, first: 5) { nodes { changeType } } }`,
        { kind, id },
      );
      // A tag is assigned slightly later than its host is created, so the history can list a change after `Created`.
      const types = history.nodes.map(({ changeType }: { changeType: string }) => changeType);
      expect(types.slice(0, types.indexOf('Deleted')).at(-1)).toBe('Created');
    },
  );

  test('of an earlier state gets the fields and links of that instant, and the parts deleted with it', async () => {
    const { member, owner, prisma } = world;
    const id = inventory.hostIds[2]!;
    const at = await now();
    await prisma.host.update({ where: { id }, data: { name: 'renamed' } });
    await owner.rest.put('/tags/assign', { entity_id: id, entity_type: 'Host', tag_ids: [] });
    await prisma.port.create({ data: { networkId: world.networkId, hostId: id, number: 22, protocol: 'Tcp' } });
    await member.rest.delete(`/hosts/${id}`);
    await restore(member, { kind: 'Host', id, at });
    const host = await prisma.host.findUniqueOrThrow({ where: { id }, include: { ports: true, tagAssignments: true } });
    expect([host.name, host.ports.map(({ number }) => number).sort(), host.tagAssignments.length]).toEqual([
      ...['host-2', [22, 443], 1],
    ]);
    expect((await restore(member, { kind: 'Host', id, at })).isChanged).toBe(false);
  });

  test('leaves references that were changed since, and links that their owner no longer lists', async () => {
    const { member, prisma } = world;
    const [vlan, otherVlan] = inventory.vlanIds as [string, string];
    const [first, second] = inventory.interfaceIds as [string, string, string];
    const at = await now();
    await member.rest.delete(`/vlans/${vlan}`);
    await prisma.interface.update({ where: { id: first }, data: { nativeVlanId: otherVlan } });
    await restore(member, { kind: 'VLAN', id: vlan, at });
    const nativeVlans = await prisma.interface.findMany({ where: { id: { in: [first, second] } } });
    expect(Object.fromEntries(nativeVlans.map(({ id, nativeVlanId }) => [id, nativeVlanId]))).toEqual({
      ...{ [first]: otherVlan, [second]: vlan },
    });

    const service = inventory.serviceIds[1]!;
    const serviceAt = await now();
    await member.rest.delete(`/services/${service}`);
    const others = inventory.serviceIds.filter((id) => id !== service);
    await member.query(
      `mutation($id: UUID!, $serviceIds: [UUID!]) { updateGroup(id: $id, input: { members: { type: Services, serviceIds: $serviceIds } }) { id } }`,
      { id: inventory.serviceGroupId, serviceIds: [...others] },
    );
    await restore(member, { kind: 'Service', id: service, at: serviceAt });
    const members = await prisma.groupMember.findMany({ where: { groupId: inventory.serviceGroupId } });
    expect(members.map(({ serviceId }) => serviceId)).toEqual(expect.arrayContaining(others));
  });

  test('no longer names a run that was deleted', async () => {
    const { member, prisma, networkId } = world;
    const id = inventory.vlanIds[1]!;
    const discoveryId = await addFinishedRun(world, (await addDaemon(world, networkId)).id, networkId);
    await prisma.vlan.update({ where: { id }, data: { firstDiscoveryId: discoveryId, lastDiscoveryId: discoveryId } });
    const at = await now();
    await member.rest.delete(`/vlans/${id}`);
    await prisma.discovery.delete({ where: { id: discoveryId } });
    await restore(member, { kind: 'VLAN', id, at });
    expect(await prisma.vlan.findUnique({ where: { id } })).toMatchObject({
      firstDiscoveryId: null,
      lastDiscoveryId: null,
    });
  });
});

describe('rights', () => {
  const vlanAt = async (networkId: string) => {
    const { id } = await world.prisma.vlan.create({
      data: { networkId, organizationId: world.organizationId, name: 'right', vlanNumber: 7 },
    });
    const at = await now();
    await world.prisma.vlan.delete({ where: { id } });
    return { kind: 'VLAN', id, at };
  };

  test('requires the rights of writing: a Viewer is refused, and a row out of reach is not found', async () => {
    const { viewer, stranger, narrowKey, key, anonymous, prisma } = world;
    const input = await vlanAt(world.otherNetworkId);
    expect(await viewer.refusal(restoreText, { input })).toEqual({
      ...{ code: 'auth_permission_denied', params: { action: 'restoreRevision', required: 'Member' } },
    });
    expect((await anonymous.refusal(restoreText, { input })).code).toBe('auth_not_authenticated');
    expect(
      (await (await world.addDaemon({ networkId: world.otherNetworkId })).refusal(restoreText, { input })).code,
    ).toBe('auth_user_context_required');
    const notFound = { code: 'entity_not_found', params: { entity: 'VLAN', id: input.id } };
    const narrowMember = await world.addUser('Member', [world.networkId]);
    for (const caller of [stranger, narrowKey, narrowMember]) {
      expect(await caller.refusal(restoreText, { input })).toEqual(notFound);
      const missing = { ...input, id: randomUUID() };
      expect(await caller.refusal(restoreText, { input: missing })).toEqual({
        ...{ code: 'entity_not_found', params: { entity: 'VLAN', id: missing.id } },
      });
    }
    expect(await prisma.vlan.count({ where: { id: input.id } })).toBe(0);
    expect((await restore(key, input)).isChanged).toBe(true);
    await prisma.vlan.delete({ where: { id: input.id } });
  });

  test('of tags requires an Admin who reaches all networks that had them', async () => {
    const { member, owner, admin, prisma, organizationId, otherNetworkId } = world;
    const tagId = inventory.tagId;
    const { id: elsewhere } = await prisma.subnet.create({
      data: { networkId: otherNetworkId, name: 'away', cidr: '10.77.0.0/24', subnetType: 'Lan' },
    });
    await prisma.tagAssignment.create({
      data: { organizationId, networkId: otherNetworkId, tagId, subnetId: elsewhere },
    });
    const at = await now();
    const input = { kind: 'Tag', id: tagId, at };
    const denied = { code: 'entity_access_denied', params: { entity: 'Tag', id: tagId } };
    await prisma.tag.update({ where: { id: tagId }, data: { color: 'Red' } });
    const narrowMember = await world.addUser('Member', [world.networkId]);
    expect(await narrowMember.refusal(restoreText, { input })).toEqual(denied);
    expect((await restore(member, input)).isChanged).toBe(true);

    const before = await all();
    expect((await owner.rest.delete(`/tags/${tagId}`)).status).toBe(200);
    expect(await member.refusal(restoreText, { input })).toEqual({
      ...{ code: 'auth_permission_denied', params: { action: 'createTag', required: 'Admin' } },
    });
    expect(await world.narrowKey.refusal(restoreText, { input })).toEqual(denied);
    expect((await restore(admin, input)).isChanged).toBe(true);
    expect(await all()).toEqual(before);
    await prisma.subnet.delete({ where: { id: elsewhere } });
  });
});

test('of two simultaneous restores one restores the row, and the other reports no change', async () => {
  const { member, prisma } = world;
  const id = inventory.hostIds[0]!;
  const at = await now();
  const before = await all();
  await member.rest.delete(`/hosts/${id}`);
  const callers: Caller[] = [member, world.owner];
  const answers = await Promise.all(callers.map((caller) => restore(caller, { kind: 'Host', id, at })));
  expect(answers.map(({ isChanged }) => isChanged).sort()).toEqual([false, true]);
  expect(await all()).toEqual(before);
  expect(await prisma.host.count({ where: { id } })).toBe(1);
});

test('an instant before the row existed, or after its deletion, has no state', async () => {
  const { member } = world;
  const id = inventory.vlanIds[0]!;
  await member.rest.delete(`/vlans/${id}`);
  const notFound = { code: 'entity_not_found', params: { entity: 'VLAN', id } };
  for (const at of [await now(), new Date('2001-01-01T00:00:00Z'), new Date('2199-01-01T00:00:00Z')])
    expect(await member.refusal(restoreText, { input: { kind: 'VLAN', id, at } })).toEqual(notFound);
});
