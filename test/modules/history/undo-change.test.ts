// `undoChange` undoes all updates, deletions and creations of one change, unless the rows were changed again since.
import { randomUUID } from 'node:crypto';
import { addInventory, type Inventory } from '../../support/inventory';
import { createWorld, type World } from '../../support/world';
import { instant, lastEvent, storedRows, undo, undoText } from './restore-world';

let world: World;
let inventory: Inventory;
beforeAll(async () => {
  world = await createWorld();
});
beforeEach(async () => {
  const { prisma, networkId, organizationId } = world;
  for (const table of ['host', 'subnet', 'vlan', 'group'] as const)
    await (prisma[table] as typeof prisma.vlan).deleteMany({ where: { networkId } });
  await prisma.tag.deleteMany({ where: { organizationId } });
  inventory = await addInventory(prisma, { networkId, organizationId }, 3);
  await instant(prisma);
});
afterAll(() => world.close());

const all = () =>
  storedRows(world.prisma, {
    networkIds: [world.networkId, world.otherNetworkId],
    organizationId: world.organizationId,
  });

test('a bulk deletion is undone with parts, tags and references, once; the undo itself can be undone', async () => {
  const { member } = world;
  const before = await all();
  const ids = [inventory.hostIds[0]!, inventory.hostIds[1]!];
  expect((await member.rest.post('/hosts/bulk-delete', ids)).status).toBe(200);
  const deleted = await all();
  const event = await lastEvent(member, 'Host', ids[0]!);

  const preview = await undo(member, event, { isPreview: true });
  expect([preview.conflicts, await all()]).toEqual([[], deleted]);
  const undone = await undo(member, event);
  expect(undone).toMatchObject({ entityId: null, isPreview: false, isChanged: true, rows: preview.rows });
  expect(await all()).toEqual(before);
  expect(undone.rows.filter(({ kind, changeType }) => kind === 'Host' && changeType === 'Added')).toHaveLength(2);
  expect(await undo(member, event)).toMatchObject({ isChanged: false, rows: [] });

  const redone = await undo(member, await lastEvent(member, 'Host', ids[0]!));
  expect(redone.rows.filter(({ kind, changeType }) => kind === 'Host' && changeType === 'Removed')).toHaveLength(2);
  expect(await all()).toEqual(deleted);
});

test('undoing an update restores only the fields that it changed', async () => {
  const { member, prisma } = world;
  const id = inventory.vlanIds[0]!;
  await member.query(`mutation($id: UUID!) { updateVlan(id: $id, input: { name: "wrong" }) { id } }`, { id });
  const event = await lastEvent(member, 'VLAN', id);
  await instant(prisma);
  await prisma.vlan.update({ where: { id }, data: { description: 'added since' } });
  const { rows } = await undo(member, event);
  expect(rows.map(({ kind, entityId, fields }) => [kind, entityId, fields])).toEqual([
    ['VLAN', id, [{ field: 'name', from: 'wrong', to: 'VLAN 0' }]],
  ]);
  expect(await prisma.vlan.findUnique({ where: { id } })).toMatchObject({
    ...{ name: 'VLAN 0', description: 'added since' },
  });
});

test('fields changed again since are conflicts, all reported in one answer', async () => {
  const { member, prisma } = world;
  const ids = inventory.vlanIds;
  await prisma.vlan.updateMany({ where: { id: { in: [...ids] } }, data: { name: 'wrong' } });
  const event = await lastEvent(member, 'VLAN', ids[0]!);
  await instant(prisma);
  await prisma.vlan.updateMany({ where: { id: { in: [...ids] } }, data: { name: 'right' } });
  const before = await all();
  const conflicts = [...ids].sort().map((id) => ({
    ...{ code: 'entity_changed', kind: 'VLAN', params: { entity: 'VLAN', id } },
  }));
  const preview = await undo(member, event, { isPreview: true });
  expect(preview.conflicts.map(({ code, kind, params }) => ({ code, kind, params }))).toEqual(conflicts);
  const { code, params } = await member.refusal(undoText, { input: { eventId: event } });
  expect([code, params.count, params.conflicts.map((one: { id: string }) => one.id)]).toEqual([
    ...['restore_conflict', 2, [...ids].sort()],
  ]);
  expect(await all()).toEqual(before);

  await prisma.vlan.update({ where: { id: ids[0]! }, data: { name: 'VLAN 0' } });
  await prisma.vlan.delete({ where: { id: ids[1]! } });
  const previewWithMissingRow = await undo(member, event, { isPreview: true });
  expect(previewWithMissingRow.conflicts.map((one) => [one.code, one.params])).toEqual([
    ['entity_not_found', { entity: 'VLAN', id: ids[1] }],
  ]);
});

test('undoing a creation deletes the row, unless others belong or refer to it', async () => {
  const { member, prisma, networkId, organizationId } = world;
  const before = await all();
  const created = await member.query(
    `mutation($input: CreateHostInput!) { createHost(input: $input) { id ports { id } } }`,
    { input: { networkId, name: 'printer', tagIds: [inventory.tagId], ports: [{ number: 9100, protocol: 'Tcp' }] } },
  );
  const { id, ports } = created.createHost;
  const event = await lastEvent(member, 'Host', id);
  await instant(prisma);
  const { id: tagId } = await prisma.tag.create({ data: { organizationId, name: 'since' } });
  const assignment = await prisma.tagAssignment.create({ data: { organizationId, networkId, tagId, hostId: id } });
  const { conflicts } = await undo(member, event, { isPreview: true });
  expect(conflicts.map(({ code, params }) => [code, params])).toEqual([['entity_changed', { entity: 'Host', id }]]);
  await prisma.tagAssignment.delete({ where: { id: assignment.id } });
  await prisma.tag.delete({ where: { id: tagId } });

  const service = await prisma.service.create({
    data: { networkId, hostId: id, name: 'lpd', serviceDefinition: 'CUPS' },
  });
  await prisma.binding.create({ data: { networkId, hostId: id, serviceId: service.id, portId: ports[0].id } });
  const preview = await undo(member, event, { isPreview: true });
  expect(preview.conflicts.map(({ code, kind, params }) => [code, kind, params.used_by])).toEqual([
    ['entity_in_use', 'Host', 'Service'],
    ['entity_in_use', 'Host', 'Binding'],
    ['entity_in_use', 'Port', 'Binding'],
  ]);
  await prisma.service.delete({ where: { id: service.id } });

  const { rows } = await undo(member, event);
  expect(rows.map(({ kind, changeType }) => [kind, changeType])).toEqual([
    ['Host', 'Removed'],
    ['Port', 'Removed'],
  ]);
  expect(await all()).toEqual(before);
  expect((await undo(member, event)).isChanged).toBe(false);
});

test('adding or removing a tag on many rows is undone', async () => {
  const { member, prisma } = world;
  const before = await all();
  const removed = await member.rest.post('/tags/assign/bulk-remove', {
    ...{ tag_id: inventory.tagId, entity_type: 'Host', entity_ids: inventory.hostIds },
  });
  expect(removed.status).toBe(200);
  const event = await lastEvent(member, 'Host', inventory.hostIds[0]!);
  const { rows } = await undo(member, event);
  expect(rows.map(({ kind, fields }) => [kind, fields])).toEqual(
    inventory.hostIds.map(() => ['Host', [{ field: 'tagIds', from: [], to: [inventory.tagId] }]]),
  );
  expect(await all()).toEqual(before);
  await instant(prisma);
  const redone = await undo(member, await lastEvent(member, 'Host', inventory.hostIds[0]!));
  expect(redone.rows.map(({ fields }) => fields[0])).toEqual(
    inventory.hostIds.map(() => ({ field: 'tagIds', from: [inventory.tagId], to: [] })),
  );
});

test('a Viewer cannot undo; without a reachable row the change is not found', async () => {
  const { viewer, stranger, narrowKey, member, prisma, otherNetworkId, organizationId } = world;
  const { id } = await prisma.vlan.create({
    data: { networkId: otherNetworkId, organizationId, name: 'south', vlanNumber: 5 },
  });
  const event = await lastEvent(member, 'VLAN', id);
  const input = { eventId: event };
  expect(await viewer.refusal(undoText, { input })).toEqual({
    ...{ code: 'auth_permission_denied', params: { action: 'undoChange', required: 'Member' } },
  });
  const notFound = (eventId: string) => ({ code: 'entity_not_found', params: { entity: 'AuditEvent', id: eventId } });
  for (const caller of [stranger, narrowKey]) {
    expect(await caller.refusal(undoText, { input })).toEqual(notFound(event));
    const missing = randomUUID();
    expect(await caller.refusal(undoText, { input: { eventId: missing } })).toEqual(notFound(missing));
  }
  expect((await undo(member, event)).rows.map(({ changeType }) => changeType)).toEqual(['Removed']);
});

test('rows of a change that are out of reach are not changed', async () => {
  const { member, narrowKey, prisma, networkId, otherNetworkId, organizationId } = world;
  const [here, there] = [networkId, otherNetworkId].map((one) => ({
    ...{ id: randomUUID(), networkId: one, organizationId, name: 'both', vlanNumber: 6 },
  }));
  await prisma.$transaction(async (tx) => {
    await tx.vlan.create({ data: here! });
    await tx.vlan.create({ data: there! });
  });
  const event = await lastEvent(member, 'VLAN', here!.id);
  const { rows } = await undo(narrowKey, event);
  expect(rows.map(({ entityId }) => entityId)).toEqual([here!.id]);
  expect(await prisma.vlan.count({ where: { id: there!.id } })).toBe(1);
  await prisma.vlan.delete({ where: { id: there!.id } });
});

test("undoing a tag's deletion requires an Admin who reaches all networks that had it", async () => {
  const { owner, admin, member, narrowKey, prisma, organizationId, otherNetworkId } = world;
  const { tagId } = inventory;
  const { id: subnetId } = await prisma.subnet.create({
    data: { networkId: otherNetworkId, name: 'away', cidr: '10.78.0.0/24', subnetType: 'Lan' },
  });
  await prisma.tagAssignment.create({ data: { organizationId, networkId: otherNetworkId, tagId, subnetId } });
  const before = await all();
  await owner.rest.delete(`/tags/${tagId}`);
  const event = await lastEvent(owner, 'Tag', tagId);
  const input = { eventId: event };
  expect((await member.refusal(undoText, { input })).params).toEqual({ action: 'createTag', required: 'Admin' });
  expect(await narrowKey.refusal(undoText, { input })).toEqual({
    ...{ code: 'entity_access_denied', params: { entity: 'Tag', id: tagId } },
  });
  await undo(admin, event);
  expect(await all()).toEqual(before);
  await prisma.subnet.delete({ where: { id: subnetId } });
});

test('a change of more rows than can be restored is refused', async () => {
  const { prisma, member, networkId } = world;
  const hostId = inventory.hostIds[0]!;
  const number = (index: number) => index + 1_000;
  await prisma.port.createMany({
    data: Array.from({ length: 5_001 }, (_, index) => ({
      networkId,
      hostId,
      number: number(index),
      protocol: 'Udp' as const,
    })),
  });
  const { id } = await prisma.port.findFirstOrThrow({ where: { hostId, number: 1_000 } });
  const input = { eventId: await lastEvent(member, 'Port', id) };
  expect(await member.refusal(undoText, { input })).toEqual({ code: 'restore_too_large', params: { max: 5_000 } });
});
