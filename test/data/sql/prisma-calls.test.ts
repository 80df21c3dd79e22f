// What Prisma still answers: nothing of a scoped client, and of the raw one what stands in the table.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createPrismaClient } from '../../../src/data/client';
import { modelNames } from '../../../src/data/model/model-fields';
import { NoPlan, rawPlaces, reasons, UnplannedCall, type Reason } from '../../../src/data/sql/no-plan';
import { dbFor } from '../../../src/data/tenancy/scoped-db';
import { uncapitalized } from '../../../src/platform/text/names';
import { viewerIn } from '../../support/viewers';
import { createWorld, type World } from '../../support/world';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const largest = { _max: { vlanNumber: true } } as const;

test('a call without a plan throws, alone and in a transaction, and says what it asks for', async () => {
  const db = dbFor(world.prisma, viewerIn(world));
  const why = `Vlan.aggregate has no plan in src/data/sql: ${reasons.operation}`;
  expect(() => db.vlan.aggregate(largest)).toThrow(why);
  await expect(db.$transaction(async (tx) => await tx.vlan.aggregate(largest))).rejects.toThrow(why);
  const sameCase = { where: { name: { equals: 'x', mode: 'insensitive' } } } as const;
  expect(() => db.vlan.findMany(sameCase)).toThrow(UnplannedCall);
  expect(() => db.vlan.findUnique({ where: { id: world.networkId }, select: { nonsense: true } as never })).toThrow(
    UnplannedCall,
  );
  const { networkId } = world;
  const grown = { where: { networkId }, data: { vlanNumber: { multiply: 2 } } };
  await expect(db.vlan.updateMany(grown)).rejects.toThrow(UnplannedCall);
});

test('where that is listened for Prisma answers it, and it is said once', async () => {
  const said: string[] = [];
  const onUnplanned = ({ message }: UnplannedCall) => void said.push(message);
  const prisma = createPrismaClient(process.env.TEST_DATABASE_URL!, { poolSize: 2, onUnplanned });
  try {
    const { networkId, organizationId } = world;
    await world.prisma.vlan.create({ data: { networkId, organizationId, name: 'one', vlanNumber: 77 } });
    for (let round = 0; round < 2; round += 1)
      expect(await dbFor(prisma, viewerIn(world)).vlan.aggregate(largest)).toEqual({ _max: { vlanNumber: 77 } });
    expect(said).toEqual([new UnplannedCall('Vlan', 'aggregate', NoPlan.because('operation')).message]);
  } finally {
    await prisma.$disconnect();
  }
});

const projectDir = path.resolve(__dirname, '..', '..', '..');
const sources = readdirSync(path.join(projectDir, 'src'), { recursive: true, encoding: 'utf8' })
  .map((file) => `src/${file.split(path.sep).join('/')}`)
  .filter((file) => file.endsWith('.ts') && !file.startsWith('src/generated/'));
const textOf = new Map(sources.map((file) => [file, readFileSync(path.join(projectDir, file), 'utf8')]));
const models = modelNames.map(uncapitalized).join('|');
const called = new RegExp(String.raw`\.(${models})\s*\.(find\w+|create\w*|update\w*|delete\w*|upsert|count|groupBy)\(`);
const holdsRaw = /\b(PrismaClient|TransactionClient|Parameters<typeof \w+>)\b/;
const rawCallers = sources.filter((file) => holdsRaw.test(textOf.get(file)!) && called.test(textOf.get(file)!));

test.each(rawCallers)('%s asks Prisma by the raw client, which stands in the table', (file) => {
  expect(Object.keys(rawPlaces).filter((place) => file === place || file.startsWith(`${place}/`))).toHaveLength(1);
});

test.each(Object.keys(rawPlaces))('%s still asks Prisma by the raw client', (place) => {
  expect(rawCallers.filter((file) => file === place || file.startsWith(`${place}/`))).not.toEqual([]);
});

test.each(Object.keys(reasons) as Reason[])('something has no plan because of: %s', (reason) => {
  const because = `NoPlan.because('${reason}')`;
  expect([...textOf.values()].some((text) => text.includes(because))).toBe(true);
});
