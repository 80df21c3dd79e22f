// Tests pages of the difference between two instants: completeness, counts, refused arguments, and the number of
// statements.
import { openConnection } from '../../../src/platform/postgres/connect';
import { addInventory, type Inventory } from '../../support/inventory';
import { inventoryDiff, type Change } from '../../support/inventory-diff';
import { csvRows } from '../../support/files';
import { databaseInstant } from '../../support/instants';
import { createMigratedDatabase, type OwnDatabase } from '../../support/own-database';
import { someoneWaitsFor } from '../../support/row-queue';
import { createWorld, type Caller, type World } from '../../support/world';

// A separate database: this suite locks a table that other suites would wait for, and it would mistake their waiting
// queries for its own query.
let database: OwnDatabase;
let world: World;
let inventory: Inventory;
beforeAll(async () => {
  database = await createMigratedDatabase();
  world = await createWorld({ DATABASE_URL: database.url });
  inventory = await addInventory(world.prisma, { networkId: world.networkId, organizationId: world.organizationId }, 4);
});
afterAll(async () => {
  await world.stop();
  await database.drop();
});

const ask = (from: Date, to: Date | null, more?: object, caller?: Caller) =>
  inventoryDiff(world, from, to, more, caller);
const scope = () => ({ networkId: world.networkId });

const numbers = (function* () {
  for (let number = 100; ; number += 1) yield number;
})();
const vlan = async () => ({
  ...scope(),
  ...{ organizationId: world.organizationId, vlanNumber: numbers.next().value as number, name: 'vlan' },
});

test('pages of any size, in both directions and by offset, list all changes in one order; counts cover all', async () => {
  const { prisma } = world;
  const from = await databaseInstant(prisma);
  for (let createdCount = 0; createdCount < 23; createdCount += 1) await prisma.vlan.create({ data: await vlan() });
  await prisma.host.create({ data: { ...scope(), name: 'one' } });
  await prisma.host.update({ where: { id: inventory.hostIds[0]! }, data: { name: 'renamed' } });
  const to = await databaseInstant(prisma);
  const whole = await ask(from, to, { first: 1000 });
  const ids = whole.nodes.map(({ id }: Change) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect([whole.totalCount, whole.pageInfo.hasNextPage]).toEqual([ids.length, false]);
  const countOf = (kind: string, changeType: string) =>
    whole.nodes.filter((one: Change) => one.kind === kind && one.changeType === changeType).length;
  expect(whole.summary).toEqual(
    [...new Set(whole.nodes.map(({ kind }: Change) => kind))].map((kind) => ({
      kind,
      added: countOf(kind as string, 'Added'),
      removed: countOf(kind as string, 'Removed'),
      changed: countOf(kind as string, 'Changed'),
    })),
  );

  for (const size of [1, 5, 24]) {
    const forwards: string[] = [];
    for (let after: string | null = null; ;) {
      const page = await ask(from, to, { first: size, after });
      expect(page.totalCount).toBe(ids.length);
      forwards.push(...page.nodes.map(({ id }: Change) => id));
      if (!page.pageInfo.hasNextPage) break;
      after = page.pageInfo.endCursor;
    }
    expect(forwards).toEqual(ids);
    const backwards: string[] = [];
    for (let before: string | null = null; ;) {
      const page = await ask(from, to, { last: size, before });
      backwards.unshift(...page.nodes.map(({ id }: Change) => id));
      if (!page.pageInfo.hasPreviousPage) break;
      before = page.pageInfo.startCursor;
    }
    expect(backwards).toEqual(ids);
  }
  const skippedPage = await ask(from, to, { first: 4, offset: 3 });
  expect(skippedPage.nodes.map(({ id }: Change) => id)).toEqual(ids.slice(3, 7));
  const hosts = await ask(from, to, { first: 1000, kinds: ['Host'] });
  expect(hosts.nodes).toEqual(whole.nodes.filter(({ kind }: Change) => kind === 'Host'));
  const few = await ask(from, to, { first: 1000, kinds: ['VLAN', 'Host'], types: ['Changed'] });
  expect(few.nodes).toEqual(
    whole.nodes.filter((one: Change) => one.changeType === 'Changed' && ['VLAN', 'Host'].includes(one.kind)),
  );
  expect(few.totalCount).toBe(few.nodes.length);
  expect((await ask(from, to, { kinds: [] })).totalCount).toBe(0);
});

test('a row is one change, however many of its tags changed', async () => {
  const { prisma, organizationId, networkId } = world;
  const host = await prisma.host.create({ data: { ...scope(), name: 'tagged' } });
  const from = await databaseInstant(prisma);
  const names = ['red', 'green', 'blue'].map((name) => ({ name, organizationId }));
  const tags = await prisma.tag.createManyAndReturn({ data: names });
  const ownColumns = { organizationId, networkId, hostId: host.id };
  await prisma.tagAssignment.createMany({ data: tags.map(({ id }) => ({ ...ownColumns, tagId: id })) });
  const foundChanges = await ask(from, await databaseInstant(prisma), { kinds: ['Host'] });
  expect([foundChanges.totalCount, foundChanges.nodes.map(({ entityId }: Change) => entityId)]).toEqual([1, [host.id]]);
  expect(foundChanges.summary).toEqual([{ kind: 'Host', added: 0, removed: 0, changed: 1 }]);
});

test('equal instants have no differences, reversed ones are refused, future ones mean now', async () => {
  const now = await databaseInstant(world.prisma);
  const earlier = new Date(now.getTime() - 60_000);
  const later = new Date(now.getTime() + 3_600_000);
  expect((await ask(now, now)).totalCount).toBe(0);
  await expect(ask(now, earlier)).rejects.toMatchObject({ code: 'validation_out_of_range', params: { field: 'from' } });
  await expect(ask(later, now)).rejects.toMatchObject({ code: 'validation_out_of_range' });
  expect([(await ask(later, null)).totalCount, (await ask(later, later)).totalCount]).toEqual([0, 0]);
  expect((await ask(earlier, later)).totalCount).toBe((await ask(earlier, null)).totalCount);
  for (const after of [
    'x',
    Buffer.from('["Host"]').toString('base64url'),
    Buffer.from('["Hos","x"]').toString('base64url'),
  ])
    await expect(ask(earlier, now, { after })).rejects.toMatchObject({ params: { field: 'after' } });
});

test('a row that is closed while pages are read is no longer a change; no later change is lost', async () => {
  const from = await databaseInstant(world.prisma);
  const madeIds: string[] = [];
  for (let count = 0; count < 3; count += 1) madeIds.push((await world.prisma.vlan.create({ data: await vlan() })).id);
  const [goes, stays, next] = madeIds.sort();
  const writer = await openConnection(database.url);
  await writer.query('BEGIN');
  await writer.query('DELETE FROM vlans WHERE id = $1', [goes]);
  // The service reads the ids of changes first, then audit events. The lock makes it wait between these two reads until
  // the deletion of the VLAN `goes` is committed.
  await writer.query('LOCK TABLE audit_events');
  const reading = ask(from, null, { kinds: ['VLAN'], first: 2 });
  await someoneWaitsFor(writer, world.prisma);
  await writer.query('COMMIT');
  await writer.end();
  const { nodes, pageInfo } = await reading;
  expect([nodes.map(({ entityId }: Change) => entityId), pageInfo.hasNextPage]).toEqual([[stays], true]);
  const rest = await ask(from, null, { kinds: ['VLAN'], after: pageInfo.endCursor });
  expect(rest.nodes.map(({ entityId }: Change) => entityId)).toEqual([next]);
});

test('a page with its counts takes the same few statements, whatever it contains', async () => {
  const countStatements = (more: object) => world.queries.countNeeded(() => ask(new Date(0), null, more, world.key));
  const all = await countStatements({ first: 1000 });
  // Six statements: the key, the network, the retention period, the changes on the page, their values, and the
  // counts.
  expect([all, await countStatements({ first: 30 })]).toEqual([6, 6]);
});

test('a file contains all changes up to its request, and scans the period twice, not once per page', async () => {
  const { prisma, networkId, owner } = world;
  const from = await databaseInstant(prisma);
  const names = Array.from({ length: 450 }, (_, index) => ({ ...scope(), name: `many ${index}` }));
  await prisma.host.createMany({ data: names });
  await databaseInstant(prisma);
  const whole = await ask(from, null, { first: 1000 });
  expect(whole.nodes).toHaveLength(450);
  let file = '';
  const path = `/networks/${networkId}/diff/export/csv?from=${from.toISOString()}`;
  const statements = await world.queries.during(async () => {
    file = (await owner.rest.get(path)).body as string;
  });
  expect(csvRows(file).map(({ entity_id }) => entity_id)).toEqual(whole.nodes.map(({ entityId }: Change) => entityId));
  const isScan = (sql: string) => /any_kind/.test(sql);
  expect([statements.filter(isScan).length, statements.filter((sql) => /detail/.test(sql)).length]).toEqual([2, 5]);
});
