// Compares two ways to run a write of Prisma's API: as an SQL statement that src/data/sql builds, and by Prisma itself.
// The rows, results and errors must be equal.
import { randomUUID } from 'node:crypto';
import { directSqlOf } from '../../../src/data/client';
import { inTransaction } from '../../../src/data/transaction';
import { delegateOf } from '../../../src/data/model/delegate';
import { directReads } from '../../../src/data/sql/direct-reads';
import { directWrites } from '../../../src/data/sql/direct-writes';
import { NoPlan, type Reason } from '../../../src/data/sql/no-plan';
import { columnsOf, isReferenced, modelNames } from '../../../src/data/model/model-fields';
import { dbFor, type ScopedDb } from '../../../src/data/tenancy/scoped-db';
import type { Db } from '../../../src/data/tenancy/rows';
import { setRows } from '../../../src/data/tenancy/set-rows';
import type { Viewer } from '../../../src/data/tenancy/viewer';
import { Prisma } from '../../../src/generated/prisma/client';
import { fillOrganization } from '../../support/populate';
import { createViewer } from '../../support/viewers';
import { countTurns } from '../../support/turns';
import { createWorld, type World } from '../../support/world';

type Row = Record<string, unknown>;
type Tx = Db;

let world: World;
let db: ScopedDb;
let viewer: Viewer;
beforeAll(async () => {
  world = await createWorld();
  const filledOrganization = await fillOrganization(world.prisma, world.organizationId);
  for (const networkId of [world.networkId, world.otherNetworkId]) await filledOrganization.fillNetwork(networkId);
  viewer = createViewer(world);
  db = dbFor(world.prisma, viewer);
});
afterAll(() => world.close());

class Undone extends Error {}
/**
 * Runs the work in a transaction of src/data/transaction.ts (`ours`) or of Prisma, and rolls the transaction back.
 * Returns the result of the work.
 */
async function undone<T>(work: (tx: Tx) => Promise<T>, whose: 'ours' | 'prisma' = 'ours'): Promise<T> {
  let answer: T | undefined;
  const undo = async (tx: Tx): Promise<never> => {
    answer = await work(tx);
    throw new Undone();
  };
  const run = whose === 'ours' ? inTransaction(world.prisma, undo) : world.prisma.$transaction(undo);
  await expect(run).rejects.toThrow(Undone);
  return answer!;
}
const writeTyped = (tx: Tx, model: string, operation: string, args: object) => {
  const work = directSqlOf(tx).writes.write(model, operation, args);
  if (work instanceof NoPlan) throw new Error(`${model}.${operation}: ${work.message}`);
  return work;
};
const byPrisma = (tx: Tx, model: string, operation: string, args: object) =>
  (delegateOf(tx, model) as unknown as Record<string, (args: object) => Promise<unknown>>)[operation]!(args);

/**
 * Columns that this test leaves out when it writes stored rows back, because the database computes them or forbids
 * changes.
 */
const ofTheDatabase = [
  'id',
  'lineageId',
  'naturalName',
  'validFrom',
  'validTo',
  'auditEventId',
  'memberType',
  'entityType',
  'entityId',
];
/**
 * Whether the test leaves out the column when it writes a row back. JSON values other than objects and lists are left
 * out, because Prisma writes them in a special form.
 */
const isLeftOut = (model: string, name: string, value: unknown) =>
  ofTheDatabase.includes(name) ||
  (columnsOf(model).get(name)!.kind === 'json' && (value === null || !/^[[{]/.test(JSON.stringify(value))));
/** Models that this test does not write: a trigger computes their rows, or their rows never change. */
const unwritten = ['VlanSubnet', 'AuditEvent', 'NetworkEvent'];
const storedModelNames = modelNames.filter((model) => columnsOf(model).has('id') && !unwritten.includes(model));
const within = (model: string): object =>
  model === 'Organization'
    ? { id: world.organizationId }
    : columnsOf(model).has('organizationId')
      ? { organizationId: world.organizationId }
      : columnsOf(model).has('networkId')
        ? { networkId: world.networkId }
        : {};

test.each(storedModelNames)('%s: the values of every column can be written again and stay the same', async (model) => {
  const row = (await delegateOf(world.prisma, model).findMany({ where: within(model), take: 1 }))[0]!;
  expect([model, row]).toEqual([model, expect.anything()]);
  const data = Object.fromEntries(Object.entries(row).filter(([name, value]) => !isLeftOut(model, name, value)));
  const select = Object.fromEntries(Object.keys(data).map((name) => [name, true]));
  const readable = await undone((tx) => writeTyped(tx, model, 'update', { where: { id: row.id }, data, select }));
  expect(readable).toEqual(data);
});

const host = () => ({ networkId: world.networkId, name: 'written', hidden: false, os: null });
const port = (hostId: string, number: number) => ({
  id: randomUUID(),
  hostId,
  networkId: world.networkId,
  number,
  protocol: 'Tcp',
});

/**
 * Replaces ids and times by placeholders, because ids and times differ between the rows that Netloom and Prisma write.
 */
const plain = (rows: readonly Row[]) =>
  rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        value instanceof Date ? 'a time' : /^(id|lineageId|auditEventId|hostId)$/.test(name) ? typeof value : value,
      ]),
    ),
  );

test.each<[string, (write: typeof writeTyped, tx: Tx) => Promise<unknown[]>]>([
  [
    'rows, all of them answered',
    async (write, tx) => {
      const texts = ['plain', 'half of \ud83d', '\\ud83d written out', 'NULL', '\n\t"{}'];
      const createdRows: Row[] = [];
      for (const name of texts)
        createdRows.push((await write(tx, 'Host', 'create', { data: { ...host(), name } })) as Row);
      return plain(createdRows);
    },
  ],
  [
    'rows of every kind of column, some without values that others have',
    async (write, tx) => {
      const { id } = (await write(tx, 'Host', 'create', { data: host(), select: { id: true } })) as { id: string };
      const one = {
        hostId: id,
        networkId: world.networkId,
        speedBps: 9_007_199_254_740_993n,
        fdbMacs: ['02:00:00:00:00:01'],
      };
      const answer = await write(tx, 'Interface', 'createMany', {
        data: [
          { ...one, ifIndex: 1, ifName: '"quoted" \\ \u2603' },
          { ...one, ifIndex: 2, speedBps: null, ifDescr: '' },
          { ...one, ifIndex: 3, ifDescr: 'half of \ud83d, all of \ud83d\ude00' },
        ],
      });
      return [answer, ...plain(await tx.interface.findMany({ where: { hostId: id }, orderBy: { ifIndex: 'asc' } }))];
    },
  ],
  [
    'JSON of new rows, some without',
    async (write, tx) => {
      const { networkId, organizationId, owner } = world;
      const whose = { networkId, userId: owner.userId };
      const data = { ...whose, organizationId, fileName: 'written', expiresAt: new Date() };
      const { id: planId } = (await write(tx, 'ImportPlan', 'create', { data, select: { id: true } })) as {
        id: string;
      };
      const row = { ...whose, planId, line: 1, kind: 'Host', action: 'Create', name: 'x', fields: ['a', 'b "c"'] };
      const entries = [{ a: [1, null, { b: '\u2603 "\\' }], c: 'NULL', d: {} }, undefined, [], [{ e: 1e21 }]];
      const rows = entries.map((entry, position) => ({ ...row, position, ...(entry && { entry }) }));
      const answer = await write(tx, 'ImportPlanRow', 'createMany', { data: rows });
      const select = { position: true, fields: true, entry: true };
      return [
        answer,
        ...(await tx.importPlanRow.findMany({ where: { planId }, select, orderBy: { position: 'asc' } })),
      ];
    },
  ],
  [
    'JSON that changes, in one row and in many',
    async (write, tx) => {
      const { networkId, organizationId, owner } = world;
      const whose = { networkId, userId: owner.userId };
      const plan = { ...whose, organizationId, fileName: 'written', expiresAt: new Date() };
      const { id: planId } = await tx.importPlan.create({ data: plan });
      const row = { ...whose, planId, line: 1, kind: 'Host', action: 'Create', name: 'x', position: 1 };
      const { id } = await tx.importPlanRow.create({ data: row as never });
      const select = { entry: true };
      const answers: unknown[] = [];
      for (const entry of [
        { a: [1, null, { b: '\u2603 "\\' }], c: 'NULL', d: {} },
        [],
        [{ e: 1e21 }, '\ud83d\ude00'],
      ]) {
        answers.push(await write(tx, 'ImportPlanRow', 'update', { where: { id }, data: { entry }, select }));
        answers.push(await write(tx, 'ImportPlanRow', 'updateMany', { where: { id }, data: { entry: { entry } } }));
        answers.push(await tx.importPlanRow.findUnique({ where: { id }, select }));
      }
      return answers;
    },
  ],
  [
    'what is there already is skipped where that is asked for',
    async (write, tx) => {
      const { organizationId } = world;
      const [one, two] = ['written first', 'written second'].map((name) => ({ organizationId, name, color: 'Red' }));
      const first = await write(tx, 'Tag', 'createMany', { data: [one] });
      const again = await write(tx, 'Tag', 'createMany', { data: [one, two], skipDuplicates: true });
      return [first, again, await tx.tag.count({ where: { organizationId, name: { startsWith: 'written' } } })];
    },
  ],
  [
    'no rows, of models with times and without',
    (write, tx) =>
      Promise.all(
        ['Vlan', 'WorkingCredential', 'ForwardingEvidence'].map((model) =>
          write(tx, model, 'createMany', { data: [] }),
        ),
      ),
  ],
  [
    'rows changed and deleted by conditions, relations among them',
    async (write, tx) => {
      const { id } = (await write(tx, 'Host', 'create', { data: host(), select: { id: true } })) as { id: string };
      await write(tx, 'Port', 'createMany', { data: [port(id, 1), port(id, 2), port(id, 3)] });
      const where = { host: { is: { name: 'written' } }, OR: [{ number: { in: [1, 2] } }, { number: 9 }] };
      const changedCount = await write(tx, 'Port', 'updateMany', { where, data: { protocol: 'Udp' } });
      const deletedCount = await write(tx, 'Port', 'deleteMany', { where: { hostId: id, number: { gte: 2 } } });
      return [changedCount, deletedCount, ...plain(await tx.port.findMany({ where: { hostId: id } }))];
    },
  ],
  [
    'bytes and a number that grows, in one row and in many',
    async (write, tx) => {
      const { networkId, organizationId } = world;
      const answers: unknown[] = [];
      for (const secrets of [Uint8Array.of(0, 1, 92, 120, 255), Buffer.from([7]), new Uint8Array()]) {
        const data = { organizationId, name: `written ${secrets.length}`, credentialType: 'SnmpV2c', secrets };
        const createdCredential = await write(tx, 'Credential', 'create', {
          data,
          select: { id: true, secrets: true },
        });
        const where = { id: (createdCredential as Row).id };
        const change = { where, data: { secrets: Uint8Array.of(1, ...secrets) }, select: { secrets: true } };
        answers.push((createdCredential as Row).secrets, await write(tx, 'Credential', 'update', change));
        answers.push(await tx.credential.count({ where: { organizationId, secrets: Uint8Array.of(1, ...secrets) } }));
      }
      const where = { networkId };
      for (const increment of [3, -1, 0]) {
        const grownCount = await write(tx, 'Discovery', 'updateMany', { where, data: { scanCount: { increment } } });
        const rows = await tx.discovery.findMany({ where, select: { scanCount: true }, orderBy: { id: 'asc' } });
        expect(rows.length).toBeGreaterThan(0);
        answers.push(grownCount, rows);
      }
      return answers;
    },
  ],
  [
    'rows of which some leave out what others give, where the default is a value',
    async (write, tx) => {
      const { id: hostId } = (await write(tx, 'Host', 'create', { data: host(), select: { id: true } })) as Row;
      const one = { hostId, networkId: world.networkId };
      const data = [
        { ...one, ifIndex: 1, fdbMacs: ['02:00:00:00:00:01'], stpBlockedVlans: [1, 2], ipConfigured: true },
        { ...one, ifIndex: 2 },
      ];
      const answer = await write(tx, 'Interface', 'createMany', { data });
      const rows = await tx.interface.findMany({ where: { hostId: hostId as string }, orderBy: { ifIndex: 'asc' } });
      return [answer, ...plain(rows)];
    },
  ],
  [
    'a row deleted, and what it was',
    async (write, tx) => {
      const { id } = (await write(tx, 'Host', 'create', { data: host(), select: { id: true } })) as { id: string };
      const select = { name: true, networkId: true };
      return [await write(tx, 'Host', 'delete', { where: { id }, select }), await tx.host.count({ where: { id } })];
    },
  ],
])('%s: has the effect that it has in Prisma', async (_name, work) => {
  expect(await undone((tx) => work(writeTyped, tx))).toEqual(
    await undone((tx) => work(byPrisma as typeof writeTyped, tx), 'prisma'),
  );
});

test('a write sets the time of the last change, unless it is given', async () => {
  const long = new Date('2020-01-01T00:00:00Z');
  const times = await undone(async (tx) => {
    const [row] = await tx.vlan.findMany({ where: { networkId: world.networkId }, take: 1 });
    const where = { id: row!.id };
    const select = { updatedAt: true };
    const now = await writeTyped(tx, 'Vlan', 'update', { where, data: { name: 'x' }, select });
    const updatedVlan = await writeTyped(tx, 'Vlan', 'update', { where, data: { updatedAt: long }, select });
    return [now, updatedVlan] as { updatedAt: Date }[];
  });
  expect(Math.abs(times[0]!.updatedAt.getTime() - Date.now())).toBeLessThan(60_000);
  expect(times[1]).toEqual({ updatedAt: long });
});

test('an update returns relations as they are after it, and leaves relations that follow from it to a second read', async () => {
  const { id } = await world.prisma.vlan.findFirstOrThrow({
    where: { networkId: world.networkId, subnets: { some: {} } },
  });
  const select = { name: true, subnets: { select: { subnetId: true } }, network: { select: { name: true } } };
  const answeredRow = await undone((tx) =>
    writeTyped(tx, 'Vlan', 'update', { where: { id }, data: { name: 'y' }, select }),
  );
  const { subnets, network } = await world.prisma.vlan.findUniqueOrThrow({ where: { id }, select });
  expect(subnets.length).toBeGreaterThan(0);
  expect(answeredRow).toEqual({ name: 'y', subnets, network });
});

test('rows that follow from a write are read after it, as Prisma reads them', async () => {
  const { otherNetworkId, organizationId } = world;
  const select = { name: true, subnets: { select: { subnetId: true } }, network: { select: { name: true } } };
  const work = async (write: typeof writeTyped, tx: Tx) => {
    const data = { networkId: world.networkId, organizationId, name: 'made', vlanNumber: 4000 };
    const createdVlan = await write(tx, 'Vlan', 'create', { data, select: { ...select, id: true } });
    const where = { id: (createdVlan as Row).id };
    const movedVlan = await write(tx, 'Vlan', 'update', { where, data: { networkId: otherNetworkId }, select });
    const missing = { where: { id: randomUUID() }, data: { networkId: otherNetworkId }, select };
    await expect(write(tx, 'Vlan', 'update', missing)).rejects.toMatchObject({ code: 'P2025' });
    return [{ ...(createdVlan as Row), id: null }, movedVlan];
  };
  const names = await Promise.all(
    [world.networkId, otherNetworkId].map((id) => world.prisma.network.findUniqueOrThrow({ where: { id } })),
  );
  const ownAnswer = await undone((tx) => work(writeTyped, tx));
  expect(ownAnswer.map((one) => (one as Row).network)).toEqual(names.map(({ name }) => ({ name })));
  expect(ownAnswer).toEqual(await undone((tx) => work(byPrisma as typeof writeTyped, tx), 'prisma'));
});

test.each<[string, Reason, string, string, object]>([
  ['another operator', 'value', 'Discovery', 'updateMany', { where: {}, data: { scanCount: { multiply: 2 } } }],
  ['no number', 'value', 'Discovery', 'updateMany', { where: {}, data: { scanCount: { increment: '1' } } }],
  [
    'what stands for NULL in JSON that changes',
    'value',
    'ImportPlanRow',
    'updateMany',
    { where: {}, data: { entry: Prisma.DbNull } },
  ],
  ['a single value of JSON that changes', 'value', 'Topology', 'updateMany', { where: {}, data: { options: 'text' } }],
  ['what stands for NULL in JSON', 'value', 'ImportPlanRow', 'createMany', { data: [{ entry: Prisma.DbNull }] }],
  ['a single value of JSON', 'value', 'ImportPlanRow', 'create', { data: { entry: 'text' } }],
  ['no column of the row', 'nothing', 'Vlan', 'delete', { where: { id: randomUUID() }, select: { id: false } }],
  ['a row of nothing', 'nothing', 'WorkingCredential', 'create', { data: {} }],
  ['rows below', 'field', 'Host', 'create', { data: { name: 'x', ports: { create: [] } } }],
  ['an undefined value', 'undefined', 'Vlan', 'updateMany', { where: {}, data: { name: undefined } }],
  ['an undefined condition', 'undefined', 'Vlan', 'deleteMany', { where: undefined }],
  [
    'a made value that one row has and another gives',
    'rows',
    'Vlan',
    'createMany',
    { data: [{ id: randomUUID() }, {}] },
  ],
  [
    'relations of a row without an id',
    'answer',
    'UserNetwork',
    'create',
    { data: { userId: randomUUID() }, select: { user: true } },
  ],
  ['relations that are none', 'field', 'Vlan', 'create', { data: {}, select: { subnets: true, nonsense: true } }],
  ['what it answers of many', 'operation', 'Vlan', 'createManyAndReturn', { data: [] }],
  ['a write or another', 'operation', 'Vlan', 'upsert', { where: {}, create: {}, update: {} }],
])('%s has no plan', (_name, reason, model, operation, args) => {
  const sentTexts: string[] = [];
  const send = (text: string) => {
    sentTexts.push(text);
    return Promise.resolve({ rows: [], rowCount: 0, bytes: 0 });
  };
  expect(directWrites(send, directReads(send)).write(model, operation, args)).toBe(NoPlan.because(reason));
  expect(sentTexts).toEqual([]);
});

test('rows that may be skipped as duplicates have no ids, which other tenants may have', async () => {
  const { write } = directWrites(jest.fn(), directReads(jest.fn()));
  const data = { id: randomUUID(), organizationId: world.organizationId, name: 'chosen', color: 'Red' };
  const writing = async () => write('Tag', 'createMany', { data, skipDuplicates: true });
  await expect(writing()).rejects.toThrow('must not set ids');
});

test('many rows are formatted in several turns of the event loop, with the same result as few', async () => {
  const { networkId } = world;
  const rowsOf = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      ...{ networkId, hostId: networkId, name: `\ud800 ${at}`, serviceDefinition: 'SSH', position: at },
    }));
  const sentOf = async (model: string, data: readonly object[]) => {
    const sentTexts: string[] = [];
    const send = (_text: string, [rows]: unknown[]) => {
      sentTexts.push(rows as string);
      return Promise.resolve({ rows: [], rowCount: data.length, bytes: 0 });
    };
    const { write } = directWrites(send, directReads(send));
    const { turns, answer } = await countTurns(async () => write(model, 'createMany', { data }));
    expect(answer).toEqual({ count: data.length });
    expect(sentTexts).toHaveLength(1);
    return { turns, rows: JSON.parse(sentTexts[0]!) as Row[] };
  };
  const [many, few] = [await sentOf('Service', rowsOf(1000)), await sentOf('Service', rowsOf(200))];
  expect([many.turns > 50, few.turns > 50]).toEqual([true, false]);
  // Removes the times of the writes, because the two statements ran at different times.
  const plain = (rows: readonly Row[]) =>
    rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !/_(at|from)$/.test(name))));
  expect(plain(many.rows).slice(0, 200)).toEqual(plain(few.rows));
  expect(many.rows).toHaveLength(1000);
  expect(many.rows[999]).toMatchObject({ name: '\ufffd 999', created_at: expect.stringMatching(/^\d{4}-.*Z$/) });
  const ports = Array.from({ length: 300 }, (_, at) => ({
    ...{ networkId, hostId: networkId, ifIndex: at, ifDescr: 'e', speedBps: 2n ** 62n },
  }));
  expect((await sentOf('Interface', ports)).rows[299]).toMatchObject({ if_index: 299, speed_bps: String(2n ** 62n) });
});

test('a row that is missing or out of reach is not written, as in Prisma', async () => {
  const { id } = await world.prisma.network.findFirstOrThrow({
    where: { organizationId: { not: world.organizationId } },
  });
  for (const one of [id, randomUUID()]) {
    await expect(db.network.update({ where: { id: one }, data: { name: 'mine' } })).rejects.toMatchObject({
      code: 'P2025',
    });
    await expect(db.network.delete({ where: { id: one } })).rejects.toMatchObject({ code: 'P2025' });
    expect(await db.network.updateMany({ where: { id: one }, data: { name: 'mine' } })).toEqual({ count: 0 });
    expect(await db.network.deleteMany({ where: { id: one } })).toEqual({ count: 0 });
  }
});

test('a violated constraint is a clear error, alone and in a transaction, for one row and for many', async () => {
  const { networkId, organizationId } = world;
  const takenVlan = { networkId, organizationId, name: 'twice', vlanNumber: 4001 };
  await db.vlan.create({ data: takenVlan });
  const refusal = { code: 'entity_already_exists', params: { entity: 'VLAN', field: 'vlanNumber', value: 4001 } };
  await expect(db.vlan.create({ data: takenVlan })).rejects.toMatchObject(refusal);
  await expect(db.$transaction((tx) => tx.vlan.create({ data: takenVlan }))).rejects.toMatchObject(refusal);
  const { id } = await db.vlan.create({ data: { ...takenVlan, vlanNumber: 4002 } });
  const sets = db.$transaction((tx) => setRows(tx, viewer, 'Vlan', ['vlanNumber'], [{ id, vlanNumber: 4001 }]));
  await expect(sets).rejects.toMatchObject({ code: 'entity_already_exists' });
});

test('the columns that other rows refer to are known: those that foreign keys name', async () => {
  const rows = await directSqlOf(world.prisma).query<{ column: string }>(
    `SELECT DISTINCT a.attname AS column FROM pg_constraint c
     JOIN pg_attribute a ON a.attrelid = c.confrelid AND a.attnum = ANY(c.confkey)
     WHERE c.contype = 'f' AND c.connamespace = current_schema()::regnamespace`,
    [],
  );
  const names = new Map(
    modelNames.flatMap((model) => [...columnsOf(model).values()].map((one) => [one.sqlName, one.name])),
  );
  const referencedColumns = rows.map(({ column }) => names.get(column)!);
  expect(referencedColumns).toContain('networkId');
  expect(referencedColumns.filter((name) => !isReferenced(name))).toEqual([]);
});
