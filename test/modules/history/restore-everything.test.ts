// Rows with everything that can belong or refer to them. Each row is deleted and then restored with all rows that have
// a history.
import { delegateOf } from '../../../src/data/model/delegate';
import { isDerived, restoredKinds } from '../../../src/modules/history/restore/restored-models';
import { entityName } from '../../../src/data/tenancy/visible-rows';
import { fillOrganization } from '../../support/populate';
import { createWorld, type World } from '../../support/world';
import { instant, lastEvent, restore, restoreText, storedRows, undo } from './restore-world';

let world: World;
beforeAll(async () => {
  world = await createWorld();
  const organization = await fillOrganization(world.prisma, world.organizationId);
  await organization.fillNetwork(world.networkId);
  await organization.fillNetwork(world.otherNetworkId);
  // In a populated network, all hosts have the same serial number and chassis id. A host that equals another host is
  // not restored, so these values are made unique.
  await world.prisma.host.updateMany({
    data: { serialNumber: null, chassisId: null },
    where: { networkId: world.networkId },
  });
  // Nobody but its maker reads a saved view that is not published.
  await world.prisma.savedView.updateMany({
    data: { visibility: 'Organization' },
    where: { networkId: world.networkId },
  });
});
afterAll(() => world.close());

/** Columns in rows of discovery that a deletion cleared and that only the next discovery fills again. */
const readAnew = [
  'subnet_id',
  'interface_id',
  'next_hop_host_id',
  'neighbor_host_id',
  'client_host_id',
  'access_point_host_id',
];
const isReadAnew = (model: string) => isDerived(model) && model !== 'InterfaceNeighbor';

/** All rows, except tags on other people's API keys, which the caller cannot read. */
async function all(): Promise<Record<string, unknown[]>> {
  const { prisma, networkId, otherNetworkId, organizationId } = world;
  const rows = await storedRows(prisma, { networkIds: [networkId, otherNetworkId], organizationId });
  return Object.fromEntries(
    Object.entries(rows).map(([model, some]) => [
      model,
      (some as Record<string, unknown>[])
        .filter((row) => row.user_api_key_id == null)
        .map((row) =>
          isReadAnew(model)
            ? Object.fromEntries(Object.entries(row).filter(([name]) => !readAnew.includes(name)))
            : row,
        ),
    ]),
  );
}

test('the world has rows of every model that can be restored', async () => {
  const empty = Object.entries(await all()).filter(([, rows]) => rows.length === 0);
  expect(empty.map(([model]) => model)).toEqual([]);
});

test.each(restoredKinds)('each deleted %s is restored exactly, by its state and by its event', async (model) => {
  const { prisma, owner, organizationId, networkId } = world;
  const kind = entityName(model);
  const where = model === 'Tag' ? { organizationId } : { networkId };
  // A host with a daemon cannot be deleted, so such hosts are excluded.
  const deletable = model === 'Host' ? { ...where, daemons: { none: {} } } : where;
  const rows = await delegateOf(prisma, model).findMany({
    where: deletable,
    select: { id: true },
    orderBy: { id: 'asc' },
  });
  expect(rows.length).toBeGreaterThan(0);
  for (const { id } of rows as { id: string }[]) {
    const at = await instant(prisma);
    const before = await all();
    await delegateOf(prisma, model).delete({ where: { id } });
    await instant(prisma);
    const deleted = await all();
    const { conflicts } = await restore(owner, { kind, id, at, isPreview: true });
    // Nothing but the deletion itself has changed the rows, so there are no conflicts.
    expect(conflicts).toEqual([]);
    await restore(owner, { kind, id, at });
    expect(await all()).toEqual(before);
    await instant(prisma);
    await delegateOf(prisma, model).delete({ where: { id } });
    expect(await all()).toEqual(deleted);
    const event = await lastEvent(owner, kind, id);
    await undo(owner, event);
    expect(await all()).toEqual(before);
    await instant(prisma);
  }
});

test('the numbers of two VLANs that a change exchanged are exchanged back', async () => {
  const { prisma, owner, networkId, organizationId } = world;
  const [one, other] = await Promise.all(
    [901, 902].map((vlanNumber) =>
      prisma.vlan.create({ data: { networkId, organizationId, name: `VLAN ${vlanNumber}`, vlanNumber } }),
    ),
  );
  await instant(prisma);
  const before = await all();
  await prisma.$transaction(async (tx) => {
    await tx.vlan.update({ where: { id: one!.id }, data: { vlanNumber: 903 } });
    await tx.vlan.update({ where: { id: other!.id }, data: { vlanNumber: 901 } });
    await tx.vlan.update({ where: { id: one!.id }, data: { vlanNumber: 902 } });
  });
  const exchanged = await all();
  const event = await lastEvent(owner, 'VLAN', one!.id);
  const preview = await undo(owner, event, { isPreview: true });
  expect([preview.conflicts, await all()]).toEqual([[], exchanged]);
  const { rows } = await undo(owner, event);
  expect(rows.map(({ entityId, fields }) => [entityId, fields])).toEqual(
    [
      [one!.id, [{ field: 'vlanNumber', from: 902, to: 901 }]],
      [other!.id, [{ field: 'vlanNumber', from: 901, to: 902 }]],
    ].sort(),
  );
  expect(await all()).toEqual(before);
  // The history has no state with the number that a VLAN had for a moment.
  await undo(owner, await lastEvent(owner, 'VLAN', one!.id));
  expect(await all()).toEqual(exchanged);
  const input = { kind: 'VLAN', id: one!.id, at: new Date(Date.now() + 60_000), isPreview: true };
  expect((await restore(owner, input)).isChanged).toBe(false);
  expect((await owner.refusal(restoreText, { input: { ...input, at: '0001-01-01T00:00:00Z' } })).code).toBe(
    'entity_not_found',
  );
});
