// Tests that the service stores the time of a key's last use without waiting for a transaction that locks the key, such
// as the deletion of an organization.
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { createKeyUsage } from '../../src/auth/key-usage';
import { createWorld, type World } from '../support/world';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

test('a key that another transaction holds is left out, and others are written', async () => {
  const { prisma, organizationId, owner } = world;
  const [heldKey, freeKey] = await Promise.all(
    ['held', 'free'].map((name) =>
      prisma.userApiKey.create({
        data: {
          name,
          organizationId,
          userId: owner.userId,
          keyHash: randomBytes(32).toString('hex'),
          keyPrefix: 'nlm_u_ab',
        },
      }),
    ),
  );
  const client = new Client({ connectionString: process.env.TEST_DATABASE_URL });
  await client.connect();
  const errors: unknown[] = [];
  const usage = createKeyUsage(prisma, 'user', (error) => void errors.push(error));
  const lastUsedOf = async (id: string) => (await prisma.userApiKey.findUniqueOrThrow({ where: { id } })).lastUsed;
  try {
    await client.query('BEGIN');
    await client.query('SELECT FROM user_api_keys WHERE id = $1 FOR UPDATE', [heldKey!.id]);
    for (const { id } of [heldKey!, freeKey!]) usage.record(id);
    // `close` must send only the statements that store when a key was used. `during` leaves out these statements,
    // because the service sends them at any time.
    expect(await world.queries.during(() => usage.close())).toEqual([]);
    expect([errors, await lastUsedOf(heldKey!.id)]).toEqual([[], null]);
    expect(await lastUsedOf(freeKey!.id)).not.toBeNull();
    await client.query('COMMIT');
    usage.record(heldKey!.id);
    await usage.close();
    expect(await lastUsedOf(heldKey!.id)).not.toBeNull();
  } finally {
    await client.end();
  }
});
