// Restoring rows of every kind, with parts and references: a row is deleted and restored, and then all rows that have a
// history are as before.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Prisma } from '../../../src/generated/prisma/client';
import { delegateOf } from '../../../src/data/model/delegate';
import { tableOf } from '../../../src/data/model/model-fields';
import {
  isDerived,
  parkableColumns,
  restoredKinds,
  restoredModels,
} from '../../../src/modules/history/restore/restored-models';
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
  // not restored, so these values are removed.
  await world.prisma.host.updateMany({
    data: { serialNumber: null, chassisId: null },
    where: { networkId: world.networkId },
  });
  // Publishes all saved views, because a view that is not published can be read only by the user who created it.
  await world.prisma.savedView.updateMany({
    data: { visibility: 'Organization' },
    where: { networkId: world.networkId },
  });
});
afterAll(() => world.close());

/**
 * Columns of rows that discovery computes. They become null when the referenced row is deleted, and a restore leaves
 * them null: only the next discovery sets them again.
 */
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

/**
 * Tables without history whose rows are deleted together with a row that can be restored. Each with the words by which
 * docs/history.md says that a restore does not bring its rows back.
 */
const notRestored: Readonly<Record<string, string>> = {
  arp_evidence: 'ARP entries',
  daemon_subnets: 'the subnets that a daemon reaches',
  documented_links: 'documented links',
  forwarding_evidence: 'learned MAC addresses',
  host_credentials: 'assigned credentials',
  host_merges: 'merges of hosts',
  identity_suggestions: 'answers of users to suggested merges',
  interface_counters: 'counters',
  link_decisions: 'decisions of users to confirm, refute or propose a link',
  neighbor_evidence: 'LLDP and CDP records',
  working_credentials: 'which credentials have worked',
};

test('the docs name everything that is deleted with a row and not restored with it', async () => {
  const tables = restoredKinds.map((model) => tableOf(model));
  const cascading = await world.prisma.$queryRaw<{ name: string }[]>`
    SELECT DISTINCT conrelid::regclass::text AS name FROM pg_constraint
    WHERE contype = 'f' AND confdeltype = 'c' AND confrelid = ANY(${tables}::text[]::regclass[])
      AND connamespace = current_schema()::regnamespace ORDER BY name`;
  // The service no longer writes the table `subnet_vlans`.
  const otherTables = new Set([...restoredModels.map((model) => tableOf(model)), 'subnet_vlans']);
  const names = cascading.map(({ name }) => name).filter((name) => !otherTables.has(name));
  expect(names).toEqual(Object.keys(notRestored).sort());
  const docs = readFileSync(join(__dirname, '../../../docs/history.md'), 'utf8').replace(/\s+/g, ' ');
  const list = /\*\*Not restored\*\*.*?- \*\*/.exec(docs)?.[0];
  for (const words of Object.values(notRestored)) expect(list).toContain(words);
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

/**
 * A field with unique values, and three values for it. To let two rows exchange their values, the test needs a third
 * value.
 */
async function exchangeable(model: string) {
  const { prisma, networkId, organizationId, owner } = world;
  const { id: hostId } = await prisma.host.create({ data: { networkId, name: `exchange of ${model}` } });
  const subnet = { networkId, name: 'exchange', cidr: '10.77.0.0/24' };
  switch (model) {
    case 'Vlan':
      return { field: 'vlanNumber', values: [901, 902, 903], data: { networkId, organizationId, name: 'exchange' } };
    case 'Port':
      return { field: 'number', values: [901, 902, 903], data: { networkId, hostId, protocol: 'Tcp' } };
    case 'IpAddress': {
      const { id: subnetId } = await prisma.subnet.create({ data: { ...subnet, subnetType: 'Lan' } });
      return {
        field: 'ipAddress',
        values: ['10.77.0.1', '10.77.0.2', '10.77.0.3'],
        data: { networkId, hostId, subnetId, subnetCidr: subnet.cidr },
      };
    }
    case 'Interface':
      return { field: 'ifName', values: ['Gi1', 'Gi2', 'Gi3'], data: { networkId, hostId, ifDescr: 'exchange' } };
    case 'Tag':
      return { field: 'name', values: ['left', 'right', 'between'], data: { organizationId } };
    case 'Plan':
      return { field: 'name', values: ['left', 'right', 'between'], data: { networkId, organizationId } };
    default: {
      const { id: topologyId } = await prisma.topology.findFirstOrThrow({ where: { networkId } });
      const data = { networkId, organizationId, topologyId, view: 'L2Physical', createdByUserId: owner.userId };
      return { field: 'name', values: ['left', 'right', 'between'], data };
    }
  }
}

const exchangeableModels = parkableColumns.map((name) => name.split(' ')[0] as Prisma.ModelName);
test.each(exchangeableModels)('two rows of %s that exchanged their unique values exchange them back', async (model) => {
  const { prisma, owner } = world;
  const kind = entityName(model);
  const { field, values, data } = await exchangeable(model);
  const rows: { id: string }[] = [];
  for (const value of values.slice(0, 2))
    rows.push((await delegateOf(prisma, model).create({ data: { ...data, [field]: value } })) as { id: string });
  const [one, other] = rows.map(({ id }) => id) as [string, string];
  await instant(prisma);
  const before = await all();
  await prisma.$transaction(async (tx) => {
    const set = (id: string, value: unknown) =>
      delegateOf(tx, model).update({ where: { id }, data: { [field]: value } });
    await set(one, values[2]);
    await set(other, values[0]);
    await set(one, values[1]);
  });
  const exchanged = await all();
  const event = await lastEvent(owner, kind, one);
  const preview = await undo(owner, event, { isPreview: true });
  expect([preview.conflicts, await all()]).toEqual([[], exchanged]);
  const { rows: restored } = await undo(owner, event);
  expect(restored.map(({ entityId, fields }) => [entityId, fields]).sort()).toEqual(
    [
      [one, [{ field, from: values[1], to: values[0] }]],
      [other, [{ field, from: values[0], to: values[1] }]],
    ].sort(),
  );
  expect(await all()).toEqual(before);
  // While the values are exchanged, one row has the third value for a moment. The history stores no state with that
  // value.
  await undo(owner, await lastEvent(owner, kind, one));
  expect(await all()).toEqual(exchanged);
  const input = { kind, id: one, at: new Date(Date.now() + 60_000), isPreview: true };
  expect((await restore(owner, input)).isChanged).toBe(false);
  expect((await owner.refusal(restoreText, { input: { ...input, at: '0001-01-01T00:00:00Z' } })).code).toBe(
    'entity_not_found',
  );
});
