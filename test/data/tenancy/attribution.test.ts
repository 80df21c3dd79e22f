// Tests that writes by a scoped client set the viewer as the actor of the audit. A write outside of a transaction sets the
// actor within the statement that writes; a transaction sets it once, at its start. Reads run without a transaction.
import { Prisma } from '../../../src/generated/prisma/client';
import { runAs } from '../../../src/data/acting';
import { plannedClient } from '../../../src/data/client';
import { dbFor, type ScopedDb } from '../../../src/data/tenancy/scoped-db';
import { executeSql, querySql, tenantSafeSql } from '../../../src/data/tenancy/tenant-sql';
import { addTag, removeTag } from '../../../src/data/tenancy/tag-statements';
import { setRows } from '../../../src/data/tenancy/set-rows';
import { withoutStatementTimeout } from '../../../src/platform/postgres/time-limits';
import { addDaemon } from '../../support/discovery-rows';
import { sentDuring } from '../../support/sent-statements';
import { createWorld, type World } from '../../support/world';
import { createViewer } from '../../support/viewers';

let world: World;
let viewer: ReturnType<typeof createViewer>;
let db: ScopedDb;
let vlanId: string;
let tagId: string;
beforeAll(async () => {
  world = await createWorld();
  viewer = createViewer(world);
  db = dbFor(world.prisma, viewer);
  const { networkId, organizationId, prisma } = world;
  vlanId = (await prisma.vlan.create({ data: { networkId, organizationId, name: 'first', vlanNumber: 7 } })).id;
  tagId = (await prisma.tag.create({ data: { organizationId, name: 'red', color: 'Red' } })).id;
});
afterAll(() => world.close());

let vlanNumber = 100;
const newVlan = () => {
  const { networkId, organizationId } = world;
  return { networkId, organizationId, name: 'new', vlanNumber: (vlanNumber += 1) };
};

/**
 * Runs the work, and returns the first word of each SQL statement that this process sent meanwhile. Statements that set
 * the actor of the audit are marked with ACTOR.
 */
async function recordStatements(work: () => Promise<unknown>): Promise<string[]> {
  const statements = await sentDuring(work);
  // Leaves out the statements that set up a new connection.
  return statements
    .map(({ text }) => text)
    .filter((text) => !/^\s*SET jit|current_schema/.test(text))
    .map((text) => {
      const verb = text.trim().split(/\s+/)[0]!.toUpperCase();
      if (!/set_config\('netloom.actor'/.test(text)) return verb;
      return verb === 'SELECT' ? 'ACTOR' : `${verb} BY ACTOR`;
    });
}
const attributedStatements = (statement: string) => ['BEGIN', 'ACTOR', statement, 'COMMIT'];
const now = Prisma.sql`SELECT now() = statement_timestamp() AS "isAlone"`;

test.each<[string, () => Promise<unknown>, string]>([
  ['update of a row with history', () => db.vlan.update({ where: { id: vlanId }, data: { name: 'a' } }), 'UPDATE'],
  ['updateMany', () => db.vlan.updateMany({ where: { id: vlanId }, data: { name: 'b' } }), 'UPDATE'],
  ['create', () => db.vlan.create({ data: newVlan() }), 'INSERT'],
  ['createMany', () => db.vlan.createMany({ data: [newVlan()] }), 'INSERT'],
  ['deleteMany', () => db.vlan.deleteMany({ where: { vlanNumber: { gt: 100 } } }), 'DELETE'],
  [
    'update of a row with events',
    () => db.network.update({ where: { id: world.networkId }, data: { name: 'N' } }),
    'UPDATE',
  ],
])('%s is one statement, which sets the actor itself', async (_name, write, statement) => {
  await write();
  expect(await recordStatements(write)).toEqual([`${statement} BY ACTOR`]);
});

test.each([
  ['assigning a tag to many rows', addTag],
  ['taking a tag off many rows', removeTag],
])('%s is one statement too, after one that locks the rows', async (_name, change) => {
  const write = () => change(db, viewer, tagId, 'Network', [world.networkId]);
  await write();
  expect(await recordStatements(write)).toEqual(['BEGIN', 'ACTOR', 'SELECT', 'WITH', 'COMMIT']);
});

test.each<[string, () => Promise<unknown>, string]>([
  ['many rows set at once', () => setRows(db, viewer, 'Vlan', ['name'], [{ id: vlanId, name: 'e' }]), 'UPDATE'],
])('%s is one statement between setting the actor and the end of the transaction', async (_name, write, statement) => {
  await write();
  expect(await recordStatements(write)).toEqual(attributedStatements(statement));
});

test('creating or deleting a daemon sets the viewer as actor; its regular reports do not', async () => {
  const { id } = await addDaemon(world, world.networkId);
  const say = () => db.daemon.updateMany({ where: { id }, data: { standby: true } });
  expect(await recordStatements(say)).toEqual(['UPDATE']);
  expect(await recordStatements(() => db.daemon.deleteMany({ where: { id } }))).toEqual(['DELETE BY ACTOR']);
});

test('reads, and writes of models without history and events, are in no transaction', async () => {
  await db.vlan.findMany();
  expect(await recordStatements(() => db.vlan.findMany())).toEqual(['SELECT']);
  expect(await recordStatements(() => querySql(db, tenantSafeSql(viewer, now)))).toEqual(['SELECT']);
  const { networkId } = world;
  expect(await recordStatements(() => db.topology.updateMany({ where: { networkId }, data: { networkId } }))).toEqual([
    'UPDATE',
  ]);
});

test('a transaction sets the actor once, and its writes have the viewer as actor', async () => {
  const work = () =>
    db.$transaction(async (tx) => {
      await tx.vlan.updateMany({ where: { id: vlanId }, data: { name: `t${Date.now()}` } });
      await executeSql(
        tx,
        tenantSafeSql(viewer, Prisma.sql`UPDATE vlans SET description = 'x' WHERE id = ${vlanId}::uuid`),
      );
    });
  expect(await recordStatements(work)).toEqual(['BEGIN', 'ACTOR', 'UPDATE', 'UPDATE', 'COMMIT']);
  const { auditEventId } = await world.prisma.vlan.findUniqueOrThrow({ where: { id: vlanId } });
  const event = await world.prisma.auditEvent.findUniqueOrThrow({ where: { id: auditEventId! } });
  expect(event).toMatchObject({ actorType: 'User', userId: viewer.userId, organizationId: viewer.organizationId });
});

test('a single write records the viewer in the event that its row refers to', async () => {
  await db.vlan.updateMany({ where: { id: vlanId }, data: { name: 'alone' } });
  const { auditEventId } = await world.prisma.vlan.findUniqueOrThrow({ where: { id: vlanId } });
  const event = await world.prisma.auditEvent.findUniqueOrThrow({ where: { id: auditEventId! } });
  expect(event).toMatchObject({ actorType: 'User', userId: viewer.userId });
});

test('work on the raw client has the actor that it is given, or none', async () => {
  const { prisma, organizationId } = world;
  const write = async () => prisma.vlan.updateMany({ where: { id: vlanId }, data: { name: `r${Date.now()}` } });
  expect(await recordStatements(write)).toEqual(['UPDATE']);
  const namedActor = { actorType: 'User', organizationId, userId: viewer.userId } as const;
  expect(await recordStatements(() => runAs(namedActor, write))).toEqual(attributedStatements('UPDATE'));
});

test('work on a planned raw client has the given actor too, without a time limit on request', async () => {
  const prisma = plannedClient(world.prisma);
  const write = async () => prisma.vlan.updateMany({ where: { id: vlanId }, data: { name: `p${Date.now()}` } });
  expect(await recordStatements(write)).toEqual(['UPDATE']);
  const userActor = { actorType: 'User', organizationId: world.organizationId, userId: viewer.userId } as const;
  expect(await recordStatements(() => runAs(userActor, write))).toEqual(attributedStatements('UPDATE'));
  expect(await recordStatements(() => withoutStatementTimeout(write))).toEqual(['BEGIN', 'SELECT', 'UPDATE', 'COMMIT']);
});

test('work without a time limit sets no actor by that', async () => {
  const limit = Prisma.sql`SELECT current_setting('statement_timeout') AS limit`;
  const ask = () => querySql(db, tenantSafeSql(viewer, limit));
  expect(await ask()).toEqual([{ limit: '1min' }]);
  expect(await withoutStatementTimeout(ask)).toEqual([{ limit: '0' }]);
  expect(await recordStatements(() => withoutStatementTimeout(ask))).toEqual(['BEGIN', 'SELECT', 'SELECT', 'COMMIT']);
});
