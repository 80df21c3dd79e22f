// Tests writes with the header `Idempotency-Key`: a repeated request takes effect once.
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import type { Reply } from '../support/client';
import { sendAndLose } from '../support/lost-statements';
import { someoneWaitsFor } from '../support/row-queue';
import { createWorld, type Caller, type World } from '../support/world';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

interface Write {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}
const sendWrite = (caller: Caller, { method, path, body }: Write, key: string): Promise<Reply> =>
  caller.send(method, `/api/v1${path}`, { body, headers: { 'idempotency-key': key } });
const newVlan = (vlanNumber: number, name = 'Guests'): Write => ({
  method: 'POST',
  path: '/vlans',
  body: { organization_id: world.organizationId, network_id: world.networkId, vlan_number: vlanNumber, name },
});
const codeOf = ({ status, body }: Reply) => [status, body.code];
const replayed = ({ headers }: Reply) => headers.get('idempotency-replayed');

describe('the rules of a key', () => {
  test('a repeated request gets the first answer again, and writes nothing', async () => {
    const key = randomUUID();
    const first = await sendWrite(world.owner, newVlan(101), key);
    expect([first.status, replayed(first)]).toEqual([200, null]);
    const second = await sendWrite(world.owner, newVlan(101), key);
    expect([second.status, replayed(second)]).toEqual([200, 'true']);
    expect(second.body).toEqual(first.body);
    // Without an idempotency key, the same request is executed again, and finds that the VLAN exists already.
    expect(codeOf(await world.owner.rest.post('/vlans', newVlan(101).body))).toEqual([409, 'entity_already_exists']);
  });

  test('a key with quotes is the same key, and a malformed key is refused', async () => {
    const key = randomUUID();
    const first = await sendWrite(world.owner, newVlan(102), `"${key}"`);
    expect((await sendWrite(world.owner, newVlan(102), key)).body).toEqual(first.body);
    for (const malformed of ['"', 'a"b', 'k'.repeat(256), '"\\x"'])
      expect(codeOf(await sendWrite(world.owner, newVlan(103), malformed))).toEqual([400, 'validation_invalid_format']);
  });

  test('the same key with another body or address is refused', async () => {
    const key = randomUUID();
    const { body } = await sendWrite(world.owner, newVlan(104), key);
    expect(codeOf(await sendWrite(world.owner, newVlan(105), key))).toEqual([409, 'idempotency_conflict']);
    const update = (id: string): Write => ({ ...newVlan(104, 'Staff'), method: 'PUT', path: `/vlans/${id}` });
    expect((await sendWrite(world.owner, update(body.data.id), key)).status).toBe(200);
    expect(codeOf(await sendWrite(world.owner, update(randomUUID()), key))).toEqual([409, 'idempotency_conflict']);
  });

  test('a refused request stores nothing, so that it can be corrected', async () => {
    const key = randomUUID();
    expect(codeOf(await sendWrite(world.owner, newVlan(4_095), key))).toEqual([400, 'validation_out_of_range']);
    expect((await sendWrite(world.owner, newVlan(106), key)).status).toBe(200);
  });

  test('the lock of a key cannot be computed to be another lock', async () => {
    // Each idempotency key has an advisory lock, whose number is computed with a secret. Otherwise a caller could
    // choose a key with the same lock as, for example, all host writes of a network.
    const [knownKey, key] = [randomUUID(), randomUUID()];
    expect((await sendWrite(world.owner, newVlan(98), knownKey)).status).toBe(200);
    const { credentialId, route } = await world.prisma.idempotentAnswer.findFirstOrThrow({ where: { key: knownKey } });
    const holder = new Client({ connectionString: process.env.TEST_DATABASE_URL });
    await holder.connect();
    const lock = 'SELECT pg_advisory_lock(hashtextextended($1, 0))';
    await holder.query(lock, [JSON.stringify([credentialId, route, key])]);
    const reply = await sendWrite(world.owner, newVlan(99), key);
    await holder.end();
    expect(reply.status).toBe(200);
  });

  test('a key belongs to one credential', async () => {
    const key = randomUUID();
    await sendWrite(world.owner, newVlan(107), key);
    expect(codeOf(await sendWrite(world.key, newVlan(107), key))).toEqual([409, 'entity_already_exists']);
    const { organizationId: organization_id } = world.stranger;
    const strangersVlan = { organization_id, network_id: world.strangerNetworkId, vlan_number: 108, name: 'Guests' };
    const reply = await sendWrite(world.stranger, { method: 'POST', path: '/vlans', body: strangersVlan }, key);
    expect([reply.status, replayed(reply)]).toEqual([200, null]);
  });

  test('an answer is judged by the rights of today', async () => {
    const caller = await world.addUser('Member', [world.networkId]);
    const key = randomUUID();
    expect((await sendWrite(caller, newVlan(109), key)).status).toBe(200);
    await world.prisma.userNetwork.deleteMany({ where: { userId: caller.userId } });
    expect(codeOf(await sendWrite(caller, newVlan(109), key))).toEqual([409, 'idempotency_answer_unavailable']);
    await world.prisma.user.update({ where: { id: caller.userId }, data: { permissions: 'Viewer' } });
    expect(codeOf(await sendWrite(caller, newVlan(109), key))).toEqual([403, 'auth_permission_denied']);
  });

  test('an answer with a secret is not stored, and the repeated request says that the write was done', async () => {
    const write: Write = {
      method: 'POST',
      path: '/auth/keys',
      body: { name: 'exporter', network_ids: [world.networkId], tags: [] },
    };
    const key = randomUUID();
    expect((await sendWrite(world.owner, write, key)).body.data.key).toMatch(/^nlm_u_/);
    expect(codeOf(await sendWrite(world.owner, write, key))).toEqual([409, 'idempotency_answer_unavailable']);
  });

  test('of ten requests at once, one takes effect and the others say so or wait', async () => {
    const key = randomUUID();
    const replies = await Promise.all(Array.from({ length: 10 }, () => sendWrite(world.owner, newVlan(110), key)));
    const waiting = replies.filter(({ status }) => status === 409);
    expect(
      waiting.every(({ body, headers }) => body.code === 'idempotency_in_progress' && headers.has('retry-after')),
    ).toBe(true);
    const okReplies = replies.filter(({ status }) => status === 200);
    expect(okReplies.filter((reply) => replayed(reply) === null)).toHaveLength(1);
    expect(new Set(okReplies.map(({ body }) => body.data.id)).size).toBe(1);
  });

  test('a session has a bounded number of keys', async () => {
    const caller = await world.addUser('Admin');
    await world.prisma.$executeRaw`
      INSERT INTO idempotent_answers
        (organization_id, credential_id, route, key, digest, permissions, network_ids, reached_all)
      SELECT ${world.organizationId}::uuid, s.id, 'POST /vlans', n::text, '', 'Admin', '{}', true
      FROM sessions s, generate_series(1, 10000) n WHERE s.user_id = ${caller.userId}::uuid`;
    expect(codeOf(await sendWrite(caller, newVlan(111), 'one more'))).toEqual([429, 'idempotency_keys_exceeded']);
    expect((await world.owner.rest.post('/vlans', newVlan(111).body)).status).toBe(200);
  });
});

describe('in GraphQL', () => {
  const send = (document: string, key: string) =>
    world.owner.graphql(document, { networkId: world.networkId }, { 'idempotency-key': key });
  const create = (...numbers: number[]) =>
    `mutation($networkId: UUID!) { ${numbers
      .map(
        (number) => `v${number}: createVlan(input: { networkId: $networkId, vlanNumber: ${number}, name: "V" }) { id }`,
      )
      .join(' ')} }`;

  test('a repeated mutation gets the first result again', async () => {
    const key = randomUUID();
    const first = await send(create(201, 202), key);
    const second = await send(create(201, 202), key);
    expect(first.body.data.v201.id).toBeDefined();
    expect(second.body).toEqual(first.body);
    expect(replayed(second)).toBe('true');
    const [error] = (await send(create(203), key)).body.errors;
    expect(error.extensions.code).toBe('idempotency_conflict');
  });

  test('an error of one field undoes the whole document', async () => {
    const key = randomUUID();
    const { body } = await send(create(204, 4_095), key);
    expect(body.data).toBeNull();
    expect(body.errors[0].extensions.code).toBe('validation_out_of_range');
    expect((await send(create(204), key)).body.data.v204.id).toBeDefined();
  });

  test('a query with a key is answered as without', async () => {
    const reply = await send('query($networkId: UUID!) { network(id: $networkId) { id } }', randomUUID());
    expect([reply.body.data.network.id, replayed(reply)]).toEqual([world.networkId, null]);
  });
});

// This test loses the response after COMMIT. In parity.test.ts, the connection breaks at other statements of each
// write.
test('a write whose COMMIT is executed and whose answer is lost is done once', async () => {
  const key = randomUUID();
  const send = () => sendWrite(world.owner, newVlan(301), key);
  const { statements, answer } = await sendAndLose(world.prisma, 'afterCommit', send);
  expect([statements.at(-1), answer.status, answer.body.code]).toEqual(['COMMIT', 503, 'service_unavailable']);
  const second = await send();
  expect([second.status, replayed(second)]).toEqual([200, 'true']);
  expect(await world.prisma.vlan.count({ where: { networkId: world.networkId, vlanNumber: 301 } })).toBe(1);
});

test('of two versions that lock a key differently during an upgrade, one write takes effect', async () => {
  const key = randomUUID();
  // A service of another version has inserted its response for the key, and has not committed yet.
  const other = new Client({ connectionString: process.env.TEST_DATABASE_URL });
  await other.connect();
  await other.query('BEGIN');
  const { rows: sessions } = await other.query<{ id: string }>('SELECT id FROM sessions WHERE user_id = $1', [
    world.owner.userId,
  ]);
  await other.query(
    `INSERT INTO idempotent_answers
       (organization_id, credential_id, route, key, digest, permissions, network_ids, reached_all)
     VALUES ($1, $2, 'POST /vlans', $3, '', 'Owner', '{}', true)`,
    [world.organizationId, sessions[0]!.id, key],
  );
  const reply = sendWrite(world.owner, newVlan(302), key);
  await someoneWaitsFor(other, world.prisma);
  await other.query('COMMIT');
  await other.end();
  expect(codeOf(await reply)).toEqual([409, 'idempotency_in_progress']);
  expect(await world.prisma.vlan.count({ where: { networkId: world.networkId, vlanNumber: 302 } })).toBe(0);
});
