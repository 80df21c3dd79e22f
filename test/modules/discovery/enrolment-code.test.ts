// Enrolment codes over REST and GraphQL: a code gives one agent one daemon key, within 15 minutes, while its creator
// may create such keys.
import { randomUUID } from 'node:crypto';
import { hashToken } from '../../../src/auth/tokens';
import { mostCodes } from '../../../src/modules/discovery/enrolment-code/enrolment-codes.sql';
import { createClient, type Client } from '../../support/client';
import { createWorld, type Caller, type World } from '../../support/world';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

interface CreatedCode {
  readonly code: string;
  readonly enrolment_code: { readonly id: string; readonly expires_at: string; readonly used_at: string | null };
}
async function createCode(creator: Caller = world.member, fields: object = {}): Promise<CreatedCode> {
  const body = { name: 'probe', network_id: world.networkId, ...fields };
  const reply = await creator.rest.post('/enrolment-codes', body);
  if (reply.status !== 200) throw new Error(reply.story);
  return reply.body.data as CreatedCode;
}
const exchange = (code: unknown, caller: Client = world.anonymous) =>
  caller.rest.post('/enrolment-codes/exchange', { code });
const keysNamed = (name: string) => world.prisma.daemonApiKey.findMany({ where: { name, networkId: world.networkId } });
const refused = { status: 403, body: { success: false, code: 'enrolment_code_invalid', params: {} } };

describe('an enrolment code', () => {
  test('is shown once, stored as a hash, and valid for 15 minutes', async () => {
    const before = Date.now();
    const { code, enrolment_code: row } = await createCode();
    expect(code).toMatch(/^nlm_e_[0-9A-Za-z]{32}$/);
    expect(row).toMatchObject({ name: 'probe', network_id: world.networkId, used_at: null });
    const lifetimeMs = Date.parse(row.expires_at) - before;
    expect(lifetimeMs).toBeGreaterThanOrEqual(15 * 60_000 - 1);
    expect(lifetimeMs).toBeLessThan(16 * 60_000);
    const stored = await world.prisma.enrolmentCode.findUniqueOrThrow({ where: { id: row.id } });
    expect(stored).toMatchObject({ codeHash: hashToken(code), createdBy: world.member.userId });
    expect(JSON.stringify(stored)).not.toContain(code.slice(6));
    const read = await world.viewer.rest.get(`/enrolment-codes/${row.id}`);
    expect(read.body.data).toEqual(row);
    const list = await world.viewer.rest.get(`/enrolment-codes?network_id=${world.networkId}&ids=${row.id}`);
    expect(list.body.data).toEqual([row]);
    expect(JSON.stringify([read.body, list.body])).not.toContain(code.slice(6));
  });

  test('gives an anonymous caller a daemon key, whose daemon registers in the network', async () => {
    const name = randomUUID();
    const { code, enrolment_code: row } = await createCode(world.member, { name });
    const reply = await exchange(code);
    expect([reply.status, reply.body.data]).toEqual([200, expect.stringMatching(/^nlm_d_[0-9A-Za-z]{32}$/)]);
    expect(await keysNamed(name)).toMatchObject([{ keyHash: hashToken(reply.body.data), isEnabled: true }]);
    const codeReply = await world.viewer.rest.get(`/enrolment-codes/${row.id}`);
    expect(codeReply.body.data.used_at).toEqual(expect.any(String));
    const daemonId = randomUUID();
    const daemon = createClient(world.url, { key: reply.body.data as string, daemonId });
    const registered = await daemon.send('POST', '/api/daemons/register', {
      body: { daemon_id: daemonId, network_id: world.networkId, name, mode: 'daemon_poll', version: '0.17.22' },
    });
    expect(registered.body.data.daemon).toMatchObject({ id: daemonId, network_id: world.networkId });
  });

  test('works the same over GraphQL', async () => {
    const create = `mutation($input: CreateEnrolmentCodeInput!) {
      made: createEnrolmentCode(input: $input) { code enrolmentCode { id name usedAt network { id } createdByUser { id } } }
    }`;
    const { made } = await world.key.query(create, { input: { name: 'probe', networkId: world.networkId } });
    expect(made.enrolmentCode).toMatchObject({
      ...{ name: 'probe', usedAt: null, network: { id: world.networkId } },
      createdByUser: { id: world.owner.userId },
    });
    const use = 'mutation($code: String!) { key: exchangeEnrolmentCode(code: $code) }';
    expect((await world.anonymous.query(use, { code: made.code })).key).toMatch(/^nlm_d_/);
    expect(await world.anonymous.refusal(use, { code: made.code })).toEqual({
      code: 'enrolment_code_used',
      params: {},
    });
  });
});

describe('403', () => {
  test('a used code is refused', async () => {
    const name = randomUUID();
    const { code } = await createCode(world.member, { name });
    expect((await exchange(code)).status).toBe(200);
    expect(await exchange(code)).toMatchObject({ status: 403, body: { code: 'enrolment_code_used', params: {} } });
    expect(await keysNamed(name)).toHaveLength(1);
  });

  test('of agents that send one code simultaneously, exactly one gets a key', async () => {
    for (let round = 0; round < 5; round += 1) {
      const name = randomUUID();
      const { code } = await createCode(world.member, { name });
      const replies = await Promise.all(Array.from({ length: 8 }, () => exchange(code)));
      const outcomes = replies.map(({ status, body }) => (status === 200 ? 'key' : body.code)).sort();
      expect(outcomes).toEqual([...Array.from({ length: 7 }, () => 'enrolment_code_used'), 'key']);
      expect(await keysNamed(name)).toHaveLength(1);
    }
  });

  test('an expired code is refused', async () => {
    const name = randomUUID();
    const { code, enrolment_code: row } = await createCode(world.member, { name });
    await world.prisma.enrolmentCode.update({ where: { id: row.id }, data: { expiresAt: new Date() } });
    expect(await exchange(code)).toMatchObject({
      status: 403,
      body: { code: 'entity_expired', params: { entity: 'EnrolmentCode' } },
    });
    expect(await keysNamed(name)).toEqual([]);
  });

  test.each([
    ['guessed', `nlm_e_${'A'.repeat(32)}`],
    ['too short', 'nlm_e_1'],
    ['a key of a user', `nlm_u_${'A'.repeat(32)}`],
    ['no text of a code', 'x'],
    ['with a blank before it', ` nlm_e_${'A'.repeat(32)}`],
  ])('a code that is %s is refused', async (_what, code) => {
    expect(await exchange(code)).toMatchObject(refused);
  });

  test('a revoked code is refused, also one of several', async () => {
    const [one, two, three] = [await createCode(), await createCode(), await createCode()];
    expect((await world.member.rest.delete(`/enrolment-codes/${one.enrolment_code.id}`)).status).toBe(200);
    const ids = [two.enrolment_code.id, one.enrolment_code.id];
    const many = await world.admin.rest.post('/enrolment-codes/bulk-delete', ids);
    expect(many.body.data).toEqual({ deleted_count: 1, requested_count: 2 });
    for (const { code } of [one, two]) expect(await exchange(code)).toMatchObject(refused);
    expect((await exchange(three.code)).status).toBe(200);
  });

  test('a code of a deleted network is refused', async () => {
    const body = { name: randomUUID(), organization_id: world.organizationId, tags: [] };
    const network_id = (await world.owner.rest.post('/networks', body)).body.data.id as string;
    const { code } = await createCode(world.owner, { network_id });
    expect((await world.owner.rest.delete(`/networks/${network_id}`)).status).toBe(200);
    expect(await exchange(code)).toMatchObject(refused);
  });

  test('a Viewer can neither create nor revoke codes', async () => {
    const { enrolment_code: row } = await createCode();
    const body = { name: 'probe', network_id: world.networkId };
    for (const reply of [
      await world.viewer.rest.post('/enrolment-codes', body),
      await world.viewer.rest.delete(`/enrolment-codes/${row.id}`),
      await world.viewer.rest.post('/enrolment-codes/bulk-delete', [row.id]),
    ])
      expect([reply.status, reply.body.code]).toEqual([403, 'auth_permission_denied']);
  });

  test('a code for a network out of reach is refused', async () => {
    const body = { name: 'probe', network_id: world.otherNetworkId };
    const reply = await world.narrowKey.rest.post('/enrolment-codes', body);
    expect([reply.status, reply.body.code]).toEqual([403, 'entity_access_denied']);
  });

  test('a daemon cannot exchange a code', async () => {
    const { code } = await createCode();
    const daemon = await world.addDaemon();
    expect((await exchange(code, daemon)).body.code).toBe('auth_user_context_required');
    expect((await exchange(code)).status).toBe(200);
  });
});

test('400: values that are no text, and names that are too long', async () => {
  for (const [code, refusal] of [
    [undefined, 'validation_required'],
    [null, 'validation_required'],
    [7, 'validation_invalid_format'],
  ] as const) {
    const reply = await exchange(code);
    expect([reply.status, reply.body.code, reply.body.params]).toEqual([400, refusal, { field: 'code' }]);
  }
  const body = { name: 'x'.repeat(101), network_id: world.networkId };
  expect((await world.member.rest.post('/enrolment-codes', body)).body.code).toBe('validation_max_length');
});

test('409: a network has a limited number of open codes, and keeps a limited number of used ones', async () => {
  const body = { name: randomUUID(), organization_id: world.organizationId, tags: [] };
  const network_id = (await world.owner.rest.post('/networks', body)).body.data.id as string;
  const createdCodes: CreatedCode[] = [];
  for (let count = 0; count < mostCodes; count += 1) createdCodes.push(await createCode(world.owner, { network_id }));
  const full = await world.owner.rest.post('/enrolment-codes', { name: 'one more', network_id });
  expect([full.status, full.body.code, full.body.params]).toEqual([
    409,
    'enrolment_codes_exceeded',
    { max: mostCodes },
  ]);
  for (const { code } of createdCodes) expect((await exchange(code)).status).toBe(200);
  for (let count = 0; count < 3; count += 1) {
    const { code } = await createCode(world.owner, { network_id });
    expect((await exchange(code)).status).toBe(200);
  }
  expect(await world.prisma.enrolmentCode.count({ where: { networkId: network_id } })).toBeLessThanOrEqual(
    mostCodes + 1,
  );
});

test('creation, use and revocation are audited, and no event or log line contains a code or key', async () => {
  const lines: string[] = [];
  const logged = await createWorld({ LOG_LEVEL: 'trace' }, { write: (line: string) => void lines.push(line) });
  const post = async (name: string) => {
    const body = { name, network_id: logged.networkId };
    return (await logged.member.rest.post('/enrolment-codes', body)).body.data as CreatedCode;
  };
  const [usedCode, revokedCode, spentCode] = [await post('used'), await post('revoked'), await post('spent')];
  const reply = await logged.anonymous.rest.post('/enrolment-codes/exchange', { code: usedCode.code });
  await logged.anonymous.rest.post('/enrolment-codes/exchange', { code: usedCode.code });
  await logged.member.rest.delete(`/enrolment-codes/${revokedCode.enrolment_code.id}`);
  // This code has been exchanged before it is deleted, so the deletion writes no event EnrolmentCodeRevoked.
  await logged.anonymous.rest.post('/enrolment-codes/exchange', { code: spentCode.code });
  await logged.member.rest.delete(`/enrolment-codes/${spentCode.enrolment_code.id}`);
  const events = await logged.prisma.auditEvent.findMany({
    where: { organizationId: logged.organizationId, subjectName: { in: ['used', 'revoked', 'spent'] } },
  });
  const eventLines = events.map(({ eventType, subjectName, subjectType, userId, operation }) =>
    [eventType, subjectName, subjectType, userId === logged.member.userId, operation].join(' '),
  );
  expect(eventLines.sort()).toEqual(
    [
      ...['used', 'revoked', 'spent'].map(
        (name) => `EnrolmentCodeCreated ${name} EnrolmentCode true createEnrolmentCode`,
      ),
      ...['used', 'spent'].flatMap((name) => [
        `EnrolmentCodeUsed ${name} EnrolmentCode true exchangeEnrolmentCode`,
        `KeyCreated ${name} DaemonApiKey true exchangeEnrolmentCode`,
      ]),
      'EnrolmentCodeRevoked revoked EnrolmentCode true deleteEnrolmentCode',
    ].sort(),
  );
  await logged.close();
  const text = JSON.stringify(events) + lines.join('');
  expect(lines.join('')).toContain('/enrolment-codes/exchange');
  for (const secret of [usedCode.code, revokedCode.code, spentCode.code, reply.body.data as string])
    expect(text).not.toContain(secret.slice(6));
});

test("guesses of codes count towards the address's limit, and one document cannot guess many", async () => {
  const limited = await createWorld({ RATE_LIMIT: 'on' });
  const replies = await Promise.all(Array.from({ length: 14 }, () => exchange('nlm_e_1', limited.anonymous)));
  expect(replies.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(3);
  for (const { headers } of replies) expect(headers.get('x-ratelimit-limit')).toBe('40');
  const many = Array.from({ length: 40 }, (_, at) => `a${at}: exchangeEnrolmentCode(code: "nlm_e_${at}")`).join(' ');
  const { body } = await limited.anonymous.graphql(`mutation { ${many} }`);
  expect(['query_too_expensive', 'rate_limit_exceeded']).toContain(body.errors[0].extensions.code);
  await limited.close();
});

describe('the installation command of an agent', () => {
  const ask = '{ agentInstallation { own others path sha256 } }';

  test('names the addresses of the service and the checksum of the agent', async () => {
    const local = await createWorld({ HOST: '127.0.0.1' });
    const { agentInstallation } = await local.member.query(ask);
    expect(agentInstallation).toMatchObject({ own: local.url, others: [], path: '/agent/netloom-agent.cjs' });
    const at = local.url + agentInstallation.path;
    const plain = { 'accept-encoding': 'identity' };
    const file = await fetch(at, { headers: plain });
    const text = await file.text();
    expect(hashToken(text)).toBe(agentInstallation.sha256);
    const tag = file.headers.get('etag')!;
    expect(tag).toBe(`"${agentInstallation.sha256}"`);
    expect((await fetch(at, { headers: { ...plain, 'if-none-match': tag } })).status).toBe(304);
    expect(await (await fetch(`${at}.sha256`)).text()).toBe(`${agentInstallation.sha256}  netloom-agent.cjs\n`);
    const zipped = await fetch(at, { headers: { 'accept-encoding': 'gzip' } });
    expect([zipped.headers.get('content-encoding'), await zipped.text()]).toEqual(['gzip', text]);
    expect((await fetch(at, { method: 'POST' })).status).toBe(405);
    await local.close();
  });

  test('needs the role Member', async () => {
    expect((await world.viewer.refusal(ask)).code).toBe('auth_permission_denied');
  });
});
