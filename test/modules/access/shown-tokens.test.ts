// Each response that contains a new token, over REST and GraphQL, has it under the documented name and in a valid form.
import { hashToken } from '../../../src/auth/tokens';
import { createClient, type Client } from '../../support/client';
import { createWorld, type World } from '../../support/world';
import examples from '../../../schema/examples.json';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

type Row = Readonly<Record<string, unknown>>;
interface ShownToken {
  readonly kind: 'user' | 'daemon' | 'enrolment';
  /**
   * Paths in the `data` of the REST response: `token` leads to the new token, and `row` to the row of the new key if
   * the response contains that row.
   */
  readonly token: readonly string[];
  readonly row?: readonly string[];
  /**
   * Sends the request over REST. `graphql` sends it over GraphQL and returns the response in the form that REST has.
   */
  rest(): Promise<unknown>;
  graphql(): Promise<unknown>;
}
const namedFields = { name: 'shown', tags: [] };
const expectSuccess = async (pendingReply: ReturnType<Client['send']>) => {
  const { status, body, story } = await pendingReply;
  if (status >= 300) throw new Error(story);
  return body.data as Row;
};
const createKey = async (path: string) =>
  ((await expectSuccess(world.member.rest.post(path, { ...namedFields, network_id: world.networkId }))).api_key as Row)
    .id;
const createCode = () =>
  expectSuccess(world.member.rest.post('/enrolment-codes', { name: 'shown', network_id: world.networkId }));
const provisionInput = () => ({ name: 'shown', url: 'https://branch.netloom.example' });

const shownTokens: Readonly<Record<string, ShownToken>> = {
  create_user_api_key: {
    kind: 'user',
    token: ['key'],
    row: ['api_key'],
    rest: () => expectSuccess(world.member.rest.post('/auth/keys', namedFields)),
    graphql: async () =>
      (
        await world.member.query(
          'mutation { made: createUserApiKey(input: { name: "shown" }) { key api_key: apiKey { id key } } }',
        )
      ).made,
  },
  create_daemon_api_key: {
    kind: 'daemon',
    token: ['key'],
    row: ['api_key'],
    rest: () => expectSuccess(world.member.rest.post('/auth/daemon', { ...namedFields, network_id: world.networkId })),
    graphql: async () =>
      (
        await world.member.query(
          'mutation($networkId: UUID!) { made: createDaemonApiKey(input: { name: "shown", networkId: $networkId }) { key api_key: apiKey { id key } } }',
          { networkId: world.networkId },
        )
      ).made,
  },
  provision_daemon: {
    kind: 'daemon',
    token: ['daemon_api_key'],
    rest: () =>
      expectSuccess(world.member.rest.post('/daemons/provision', { ...provisionInput(), network_id: world.networkId })),
    graphql: async () =>
      (
        await world.member.query(
          'mutation($input: ProvisionDaemonInput!) { made: provisionDaemon(input: $input) { daemon_api_key: daemonApiKey } }',
          { input: { ...provisionInput(), networkId: world.networkId } },
        )
      ).made,
  },
  create_enrolment_code: {
    kind: 'enrolment',
    token: ['code'],
    rest: () => createCode(),
    graphql: async () =>
      (
        await world.member.query(
          'mutation($networkId: UUID!) { made: createEnrolmentCode(input: { name: "shown", networkId: $networkId }) { code } }',
          { networkId: world.networkId },
        )
      ).made,
  },
  exchange_enrolment_code: {
    kind: 'daemon',
    token: [],
    rest: async () =>
      expectSuccess(world.anonymous.rest.post('/enrolment-codes/exchange', { code: (await createCode()).code })),
    graphql: async () =>
      (
        await world.anonymous.query('mutation($code: String!) { made: exchangeEnrolmentCode(code: $code) }', {
          code: (await createCode()).code,
        })
      ).made,
  },
  rotate_user_api_key: {
    kind: 'user',
    token: [],
    rest: async () => expectSuccess(world.member.rest.post(`/auth/keys/${await createKey('/auth/keys')}/rotate`)),
    graphql: async () =>
      (
        await world.member.query('mutation($id: UUID!) { made: rotateUserApiKey(id: $id) }', {
          id: await createKey('/auth/keys'),
        })
      ).made,
  },
  rotate_daemon_api_key: {
    kind: 'daemon',
    token: [],
    rest: async () => expectSuccess(world.member.rest.post(`/auth/daemon/${await createKey('/auth/daemon')}/rotate`)),
    graphql: async () =>
      (
        await world.member.query('mutation($id: UUID!) { made: rotateDaemonApiKey(id: $id) }', {
          id: await createKey('/auth/daemon'),
        })
      ).made,
  },
};
const forms = {
  user: /^nlm_u_[0-9A-Za-z]{32}$/,
  daemon: /^nlm_d_[0-9A-Za-z]{32}$/,
  enrolment: /^nlm_e_[0-9A-Za-z]{32}$/,
};
const at = (answer: unknown, path: readonly string[]) =>
  path.reduce((foundTokens, name) => (foundTokens as Row)[name], answer);

test('no other response shows a token', () => {
  const withToken = Object.entries(examples).filter(([, example]) =>
    /"nlm_._[0-9A-Za-z]{32}"/.test(JSON.stringify(example)),
  );
  expect(withToken.map(([id]) => id).sort()).toEqual(Object.keys(shownTokens).sort());
});

describe.each(['rest', 'graphql'] as const)('%s', (door) => {
  test.each(Object.entries(shownTokens))('%s', async (_id, { kind, token, row, ...doors }) => {
    const answer = await doors[door]();
    const text = at(answer, token) as string;
    expect(text).toMatch(forms[kind]);
    expect(JSON.stringify(answer).split(text)).toHaveLength(2);
    if (row) expect(at(answer, row)).toMatchObject({ id: expect.any(String), key: `${text.slice(0, 12)}…` });
    const { prisma, url } = world;
    if (kind === 'enrolment') {
      // An enrolment code alone gives access to nothing, so the test checks only that the hash of the code is stored.
      expect(await prisma.enrolmentCode.count({ where: { codeHash: hashToken(text) } })).toBe(1);
      expect((await createClient(url, { key: text }).rest.get('/subnets')).status).toBe(401);
      return;
    }
    const where = { keyHash: hashToken(text) };
    const rows = kind === 'user' ? prisma.userApiKey.findMany({ where }) : prisma.daemonApiKey.findMany({ where });
    expect((await rows).map(({ id }) => id)).toEqual([row ? (at(answer, row) as Row).id : expect.any(String)]);
    // A user's key gives access to its owner's lists, a daemon's key to lists that daemons may read.
    expect((await createClient(url, { key: text }).rest.get('/subnets')).status).toBe(200);
  });
});
