// Restoring a row whose id meanwhile belongs to a row of another network or organization, which was moved or created
// there. The response reveals nothing about that row, and the restore neither waits for it nor changes it.
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { columnsOf, tableOf } from '../../../src/data/model/model-fields';
import { entityName } from '../../../src/data/tenancy/visible-rows';
import {
  insertedColumns,
  referencesOf,
  restoredKinds,
  type RestoredKind,
} from '../../../src/modules/history/restore/restored-models';
import { addInventory, type Inventory } from '../../support/inventory';
import { createWorld, type Caller, type World } from '../../support/world';
import { networkFingerprint } from '../../tenancy/fingerprint';
import { instant, restore, storedRows, type Restoration } from './restore-world';

let world: World;
let inventory: Inventory;
let reservationId: string;
let viewId: string;
let planId: string;
let holder: Client;
beforeAll(async () => {
  world = await createWorld();
  holder = new Client({ connectionString: process.env.TEST_DATABASE_URL });
  await holder.connect();
});
beforeEach(async () => {
  const { prisma, networkId, organizationId, otherNetworkId, owner } = world;
  const bothIds = { in: [networkId, otherNetworkId] };
  for (const table of ['host', 'subnet', 'vlan', 'group', 'plan', 'savedView'] as const)
    await (prisma[table] as typeof prisma.vlan).deleteMany({ where: { networkId: bothIds } });
  await prisma.tag.deleteMany({ where: { organizationId } });
  inventory = await addInventory(prisma, { networkId, organizationId }, 2);
  const scope = { networkId, organizationId };
  const range = { firstAddress: '10.40.9.1', lastAddress: '10.40.9.9', purpose: 'printers' };
  const { subnetId } = inventory;
  const reservation = { ...scope, ...range, subnetId, subnetCidr: '10.40.0.0/16' };
  reservationId = (await prisma.addressReservation.create({ data: reservation })).id;
  const view = { name: 'All', view: 'Workloads' as const, createdByUserId: owner.userId, state: {} };
  const topologyId = await liveTopology(networkId);
  viewId = (await prisma.savedView.create({ data: { ...scope, ...view, topologyId } })).id;
  planId = (await prisma.plan.create({ data: { ...scope, name: 'Swap', createdByUserId: owner.userId } })).id;
});
afterAll(async () => {
  await holder.end();
  await world.close();
});

const liveTopology = async (networkId: string) =>
  (await world.prisma.topology.findFirstOrThrow({ where: { networkId, snapshotId: null } })).id;

type Row = Record<string, unknown>;
interface Case {
  readonly path: string;
  readonly id: () => string;
  /** For a row that belongs to an owner, as a service belongs to a host: REST path and id of the owner. */
  readonly owner?: readonly [string, () => string];
}
const hostOf = ['hosts', () => inventory.hostIds[1]!] as const;
const cases: Record<RestoredKind, Case> = {
  Host: { path: 'hosts', id: () => inventory.hostIds[1]! },
  Service: { path: 'services', id: () => inventory.serviceIds[1]!, owner: hostOf },
  Subnet: { path: 'subnets', id: () => inventory.subnetId },
  Vlan: { path: 'vlans', id: () => inventory.vlanIds[1]! },
  IpAddress: { path: 'ip-addresses', id: () => inventory.addressIds[1]!, owner: hostOf },
  Port: { path: 'ports', id: () => inventory.portIds[1]!, owner: hostOf },
  Interface: { path: 'interfaces', id: () => inventory.interfaceIds[1]!, owner: hostOf },
  Binding: {
    path: 'bindings',
    id: () => inventory.bindingIds[1]!,
    owner: ['services', () => inventory.serviceIds[1]!],
  },
  Group: { path: 'groups', id: () => inventory.serviceGroupId },
  Tag: { path: 'tags', id: () => inventory.tagId },
  AddressReservation: {
    path: 'address-reservations',
    id: () => reservationId,
    owner: ['subnets', () => inventory.subnetId],
  },
  Plan: { path: 'plans', id: () => planId },
  SavedView: { path: 'saved-views', id: () => viewId },
};
const owned = restoredKinds.filter((model) => cases[model].owner);

/**
 * The network and organization of the other row that now has the id of the deleted row. `caller` restores the deleted
 * row, and cannot read the other row.
 */
const placeOf = (model: RestoredKind) => {
  const { organizationId, otherNetworkId, strangerNetworkId, stranger, narrowKey, owner } = world;
  return model === 'Tag'
    ? { caller: owner, networkId: strangerNetworkId, organizationId: stranger.organizationId }
    : { caller: narrowKey, networkId: otherNetworkId, organizationId };
};
const remove = async (path: string, id: string) =>
  expect((await world.owner.rest.delete(`/${path}/${id}`)).status).toBe(200);

async function addTargets(networkId: string): Promise<Record<string, string>> {
  const { prisma } = world;
  const { id: Host } = await prisma.host.create({ data: { networkId, name: 'elsewhere' } });
  const { id: Service } = await prisma.service.create({
    data: { networkId, hostId: Host, name: 'elsewhere', serviceDefinition: 'nginx' },
  });
  const { id: Port } = await prisma.port.create({ data: { networkId, hostId: Host, number: 1, protocol: 'Tcp' } });
  const { id: Subnet } = await prisma.subnet.create({
    data: { networkId, name: 'elsewhere', cidr: '10.0.0.0/8', subnetType: 'Lan' },
  });
  return { Host, Service, Port, Subnet, Topology: await liveTopology(networkId), User: world.owner.userId };
}

/**
 * Copies rows that were deleted since `at` to the other network with their former ids, except rows of the model
 * `fresh`, which get new ids.
 */
async function addElsewhere(model: RestoredKind, at: Date, fresh?: RestoredKind): Promise<void> {
  const { prisma } = world;
  const { networkId, organizationId } = placeOf(model);
  const targets = await addTargets(networkId);
  const goneIds = new Map<string, Set<unknown>>();
  const ownerPath = fresh && cases[fresh].owner![0];
  for (const one of restoredKinds.filter((kind) => !fresh || kind === fresh || cases[kind].path === ownerPath)) {
    const table = tableOf(one);
    const scope = one === 'Tag' ? [`organization_id`, world.organizationId] : ['network_id', world.networkId];
    const rows = await prisma.$queryRawUnsafe<{ row: Row }[]>(
      `SELECT to_jsonb(r) AS row FROM ${table}_revisions r
        WHERE r.is_last AND r.valid_to > $1::timestamptz AND r.${scope[0]} = $2::uuid`,
      at,
      scope[1],
    );
    if (rows.length === 0) continue;
    if (one !== fresh) goneIds.set(one, new Set(rows.map(({ row }) => row.id)));
    const copies = rows.map(({ row }) => {
      const copy: Row = { ...row, network_id: networkId, organization_id: organizationId, description: 'elsewhere' };
      for (const { column, model: other, isNullable } of referencesOf(one))
        if (!goneIds.get(other)?.has(row[column]))
          copy[column] = isNullable && other !== 'User' ? null : targets[other];
      if (one === 'Binding' && copy.port_id === null && copy.ip_address_id === null) copy.port_id = targets.Port;
      if (copy.subnet_id === targets.Subnet) copy.subnet_cidr = '10.0.0.0/8';
      return one === fresh ? { ...copy, id: randomUUID() } : copy;
    });
    const columns = insertedColumns(one).join(', ');
    await prisma.$executeRawUnsafe(
      `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM jsonb_populate_recordset(NULL::${table}, $1::jsonb)`,
      JSON.stringify(copies),
    );
  }
}

/** Runs the work while another transaction has locked all rows of the network. */
async function whileLocked<T>(networkId: string, work: () => Promise<T>): Promise<T> {
  await holder.query('BEGIN');
  for (const model of restoredKinds.filter((one) => columnsOf(one).has('networkId')))
    await holder.query(`SELECT FROM ${tableOf(model)} WHERE network_id = $1 FOR UPDATE`, [networkId]);
  try {
    return await work();
  } finally {
    await holder.query('ROLLBACK');
  }
}

const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
/** The values without ids, as texts. Lists are sorted, because they may be ordered by id. */
const withoutIds = (values: readonly unknown[]): string[] =>
  values
    .map((value) => {
      const text = JSON.stringify(value, (_name, one: unknown) => (Array.isArray(one) ? withoutIds(one) : one));
      return text.replaceAll(uuids, 'id');
    })
    .sort();
const answered = ({ rows, conflicts }: Restoration) => ({ rows: withoutIds(rows), conflicts });
const look = async (caller: Caller, model: RestoredKind, at: Date) =>
  restore(caller, { kind: entityName(model), id: cases[model].id(), at, isPreview: true });
const stored = async () => {
  const { prisma, networkId, organizationId } = world;
  const tables = await storedRows(prisma, { networkIds: [networkId], organizationId });
  return Object.fromEntries(Object.entries(tables).map(([model, rows]) => [model, withoutIds(rows)]));
};

test.each(restoredKinds)('a row elsewhere has the id of the %s: it comes back under a new id', async (model) => {
  const { path, id } = cases[model];
  const { caller, networkId } = placeOf(model);
  const before = await stored();
  const at = await instant(world.prisma);
  await remove(path, id());
  const expected = answered(await look(caller, model, at));
  expect(expected.conflicts).toEqual([]);
  await addElsewhere(model, at);
  const fingerprint = await networkFingerprint(world.prisma, networkId);
  const [preview, restoration] = await whileLocked(networkId, async () => [
    await look(caller, model, at),
    await restore(caller, { kind: entityName(model), id: id(), at }),
  ]);
  expect(answered(preview!)).toEqual(expected);
  expect(answered(restoration!)).toEqual(expected);
  expect(restoration!.entityId).not.toBe(id());
  expect(restoration!.rows.map(({ entityId }) => entityId)).toContain(restoration!.entityId);
  if (model !== 'Tag') expect(await stored()).toEqual(before);
  const again = await restore(caller, { kind: entityName(model), id: id(), at });
  expect([again.isChanged, again.entityId]).toEqual([false, restoration!.entityId]);
  expect(await networkFingerprint(world.prisma, networkId)).toBe(fingerprint);
});

test.each(owned)('the owner of the %s is elsewhere: conflicts name no row there', async (model) => {
  const { path, id, owner } = cases[model];
  const { caller, networkId } = placeOf(model);
  const at = await instant(world.prisma);
  await remove(path, id());
  await remove(owner![0], owner![1]());
  const expected = answered(await look(caller, model, at));
  expect(expected.conflicts.map(({ code }) => code)).toContain('entity_not_found');
  await addElsewhere(model, at, model);
  expect(answered(await whileLocked(networkId, () => look(caller, model, at)))).toEqual(expected);
});
