// Tests calls of Prisma's API for which src/data/sql has no plan. Such a call throws an error. If the client has the
// listener `onUnplanned`, Prisma itself runs the call instead.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createPrismaClient, plannedClient } from '../../../src/data/client';
import { NoPlan, reasons, UnplannedCall, type Reason } from '../../../src/data/sql/no-plan';
import { dbFor } from '../../../src/data/tenancy/scoped-db';
import { createViewer } from '../../support/viewers';
import { createWorld, type World } from '../../support/world';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const largest = { _max: { vlanNumber: true } } as const;

test('a call without a plan throws, alone and in a transaction, and names the call', async () => {
  const db = dbFor(world.prisma, createViewer(world));
  const why = `Vlan.aggregate has no plan in src/data/sql: ${reasons.operation}`;
  expect(() => db.vlan.aggregate(largest)).toThrow(why);
  await expect(db.$transaction(async (tx) => await tx.vlan.aggregate(largest))).rejects.toThrow(why);
  const sameCase = { where: { name: { equals: 'x', mode: 'insensitive' } } } as const;
  expect(() => db.vlan.findMany(sameCase)).toThrow(UnplannedCall);
  expect(() => db.vlan.findUnique({ where: { id: world.networkId }, select: { nonsense: true } as never })).toThrow(
    UnplannedCall,
  );
  const { networkId } = world;
  const grownArguments = { where: { networkId }, data: { vlanNumber: { multiply: 2 } } };
  await expect(db.vlan.updateMany(grownArguments)).rejects.toThrow(UnplannedCall);
});

test('with a listener, Prisma runs such a call, and the listener is called once', async () => {
  const messages: string[] = [];
  const onUnplanned = ({ message }: UnplannedCall) => void messages.push(message);
  const prisma = createPrismaClient(process.env.TEST_DATABASE_URL!, { poolSize: 2, onUnplanned });
  try {
    const { networkId, organizationId } = world;
    await world.prisma.vlan.create({ data: { networkId, organizationId, name: 'one', vlanNumber: 77 } });
    for (let round = 0; round < 2; round += 1)
      expect(await dbFor(prisma, createViewer(world)).vlan.aggregate(largest)).toEqual({ _max: { vlanNumber: 77 } });
    expect(messages).toEqual([new UnplannedCall('Vlan', 'aggregate', NoPlan.because('operation')).message]);
  } finally {
    await prisma.$disconnect();
  }
});

test('the raw client has plans as well, for rows of every organization, and no call is left to Prisma', async () => {
  const raw = plannedClient(world.prisma);
  const { networkId, organizationId } = world;
  const row = { networkId, organizationId, name: 'raw', vlanNumber: 78 };
  expect(await raw.vlan.create({ data: row, select: { name: true } })).toEqual({ name: 'raw' });
  expect(await raw.vlan.updateMany({ where: { networkId, vlanNumber: 78 }, data: { name: 'renamed' } })).toEqual({
    count: 1,
  });
  expect(await raw.vlan.findFirst({ where: { networkId, vlanNumber: 78 }, select: { name: true } })).toEqual({
    name: 'renamed',
  });
  await expect(raw.vlan.findUniqueOrThrow({ where: { id: networkId } })).rejects.toMatchObject({ code: 'P2025' });
  await expect(raw.vlan.aggregate(largest)).rejects.toThrow(UnplannedCall);
  expect(plannedClient(raw)).toBe(raw);
});

const projectDir = path.resolve(__dirname, '..', '..', '..');
const sources = readdirSync(path.join(projectDir, 'src'), { recursive: true, encoding: 'utf8' })
  .map((file) => `src/${file.split(path.sep).join('/')}`)
  .filter((file) => file.endsWith('.ts') && !file.startsWith('src/generated/'));
const textOf = new Map(sources.map((file) => [file, readFileSync(path.join(projectDir, file), 'utf8')]));
const makers = [...textOf].filter(
  ([file, text]) => file !== 'src/data/client.ts' && text.includes('createPrismaClient('),
);

test("clients are created for the service, the demo and the operator's commands", () => {
  const files = ['src/demo/command.ts', 'src/main.ts', 'src/operator/account.ts'];
  expect(makers.map(([file]) => file).sort()).toEqual(files);
});

test.each(makers)('the client that %s creates has plans', (_file, text) => {
  const clientCreations = text.match(/(plannedClient\(\s*)?createPrismaClient\(/g) ?? [];
  expect(clientCreations.filter((call) => !call.startsWith('plannedClient('))).toEqual([]);
});

test.each(Object.keys(reasons) as Reason[])('a call has no plan because of: %s', (reason) => {
  const because = `NoPlan.because('${reason}')`;
  expect([...textOf.values()].some((text) => text.includes(because))).toBe(true);
});
