// Public shares over REST and GraphQL: what a visitor with the link sees, how a share is protected, and that the link
// gives access to nothing else.
import { createHmac, randomUUID } from 'node:crypto';
import { createWorld, type World } from '../../support/world';

let world: World;
let topologyId: string;
beforeAll(async () => {
  world = await createWorld();
  const { prisma, networkId } = world;
  topologyId = (await prisma.topology.findFirstOrThrow({ where: { networkId, snapshotId: null } })).id;
});
afterAll(() => world.close());

const share = async (fields: object = {}): Promise<string> => {
  const body = { name: 'Wall display', network_id: world.networkId, topology_id: topologyId, ...fields };
  const reply = await world.member.rest.post('/shares', body);
  if (reply.status !== 200) throw new Error(reply.story);
  return reply.body.data.id;
};
const change = async (id: string, fields: object) => {
  const body = { name: 'Wall display', network_id: world.networkId, topology_id: topologyId, ...fields };
  expect((await world.member.rest.put(`/shares/${id}`, body)).status).toBe(200);
};
type ErrorReply = { status: number; body: { code: string; params: object } };
const describeReply = ({ status, body }: ErrorReply) => [status, body.code, body.params];
const metadata = (id: string) => world.anonymous.rest.get(`/shares/public/${id}`);
const verify = (id: string, password: unknown) =>
  world.anonymous.rest.post(`/shares/public/${id}/verify`, { password });
const topology = (id: string, body?: object, query = '', headers: Record<string, string> = {}) =>
  world.anonymous.send('POST', `/api/v1/shares/public/${id}/topology${query}`, { body, headers });
const tokenFor = async (id: string, password: string) => (await verify(id, password)).body.data as string;

const documents = {
  share: `query($id: UUID!) { publicShare(id: $id) { id: shareId name requiresPassword enabledViews options { showInspectPanel showZoomControls showExportButton } } }`,
  topology: `query($id: UUID!, $token: String, $embed: Boolean) { publicShareTopology(id: $id, token: $token, embed: $embed) { share { name } topology { id: topologyId networkId snapshotId options { local { bundleEdges } } } } }`,
  verify: `mutation($id: UUID!, $password: String!) { verifySharePassword(id: $id, password: $password) }`,
};

describe('an open share', () => {
  test('shows anonymous callers its name and options, and nothing of its owner', async () => {
    const id = await share({ options: { show_export_button: false } });
    const { status, body } = await metadata(id);
    const options = { show_inspect_panel: true, show_zoom_controls: true, show_export_button: false };
    expect([status, body.data]).toEqual([200, { id, name: 'Wall display', requires_password: false, options }]);
    expect((await world.anonymous.query(documents.share, { id })).publicShare).toEqual({
      id,
      name: 'Wall display',
      requiresPassword: false,
      enabledViews: null,
      options: { showInspectPanel: true, showZoomControls: true, showExportButton: false },
    });
  });

  test('shows the topology and its options to strangers and to users of other organizations', async () => {
    const id = await share({ enabled_views: ['Workloads', 'L3Logical'] });
    const ownData = (await world.member.rest.get(`/topology/${topologyId}`)).body.data;
    const replies = [
      await topology(id),
      await topology(id, {}),
      await world.stranger.rest.post(`/shares/public/${id}/topology`),
      await world.strangerKey.rest.post(`/shares/public/${id}/topology`, { token: 'not needed' }),
    ];
    for (const { status, body } of replies) {
      expect([status, body.data?.topology]).toEqual([200, ownData]);
      expect(body.data.share).toMatchObject({ id, enabled_views: ['Workloads', 'L3Logical'] });
    }
    const { publicShareTopology } = await world.anonymous.query(documents.topology, { id });
    expect(publicShareTopology).toMatchObject({
      share: { name: 'Wall display' },
      topology: { id: topologyId, networkId: world.networkId, snapshotId: null },
    });
  });

  test('accepts the password as a bare JSON string too', async () => {
    const id = await share({ password: 'open sesame' });
    const bare = (body: unknown) => world.anonymous.rest.post(`/shares/public/${id}/verify`, body);
    const reply = await bare('open sesame');
    expect([reply.status, (await topology(id, { token: reply.body.data })).status]).toEqual([200, 200]);
    expect(describeReply(await bare('open'))).toEqual([403, 'share_password_incorrect', {}]);
    for (const body of [7, true, null, ['open sesame']])
      expect(describeReply(await bare(body))).toEqual([400, 'validation_invalid_format', { field: 'body' }]);
  });

  test('opens with any password, because it has none', async () => {
    const id = await share();
    expect((await verify(id, 'whatever')).status).toBe(200);
  });

  test('is shown even if the request has an expired credential', async () => {
    const id = await share();
    const headers = { cookie: `session_id=${'x'.repeat(43)}`, authorization: `Bearer nlm_u_${'x'.repeat(32)}` };
    expect((await world.anonymous.send('GET', `/api/v1/shares/public/${id}`, { headers })).status).toBe(200);
  });
});

describe('a share with a password', () => {
  test('reports that it needs a password, and opens with the token for the password', async () => {
    const id = await share({ password: 'open sesame' });
    expect((await metadata(id)).body.data.requires_password).toBe(true);
    expect(describeReply(await topology(id))).toEqual([403, 'share_password_required', {}]);
    expect(describeReply(await verify(id, 'Open Sesame'))).toEqual([403, 'share_password_incorrect', {}]);
    const token = await tokenFor(id, 'open sesame');
    expect((await topology(id, { token })).body.data.topology.id).toBe(topologyId);
    const { verifySharePassword } = await world.anonymous.query(documents.verify, { id, password: 'open sesame' });
    const openedAnswer = await world.anonymous.query(documents.topology, { id, token: verifySharePassword });
    expect(openedAnswer.publicShareTopology.topology.id).toBe(topologyId);
    expect(await world.anonymous.refusal(documents.topology, { id })).toMatchObject({
      code: 'share_password_required',
    });
  });

  test('a token is valid for one share, one password and one hour', async () => {
    const id = await share({ password: 'open sesame' });
    const token = await tokenFor(id, 'open sesame');
    const [expiry, signature] = token.split('.') as [string, string];
    const seconds = Number(expiry) - Date.now() / 1000;
    expect([seconds > 3500, seconds <= 3600]).toEqual([true, true]);
    const { passwordHash } = await world.prisma.share.findUniqueOrThrow({ where: { id } });
    const signToken = (expiresAt: number) =>
      `${expiresAt}.${createHmac('sha256', `share ${passwordHash}`).update(`${id} ${expiresAt}`).digest('base64url')}`;
    const now = Math.floor(Date.now() / 1000);
    expect((await topology(id, { token: signToken(now + 60) })).status).toBe(200);
    const twin = await share({ password: 'open sesame' });
    const open = await tokenFor(await share(), 'open sesame');
    for (const forgedToken of [
      signToken(now - 1),
      await tokenFor(twin, 'open sesame'),
      open,
      `${Number(expiry) + 3600}.${signature}`,
      `${expiry}.${'A'.repeat(43)}`,
      signature,
      'x',
    ])
      expect(describeReply(await topology(id, { token: forgedToken }))).toEqual([403, 'share_token_invalid', {}]);
    await change(id, { password: 'open sesame' });
    expect(describeReply(await topology(id, { token }))).toEqual([403, 'share_token_invalid', {}]);
    await change(id, { password: null });
    expect((await topology(id)).status).toBe(200);
  });

  test('five wrong guesses lock it for everyone; issued tokens and other shares keep working', async () => {
    const [id, other] = [await share({ password: 'open sesame' }), await share({ password: 'open sesame' })];
    const token = await tokenFor(id, 'open sesame');
    const guesses = await Promise.all(Array.from({ length: 8 }, (_, index) => verify(id, `guess ${index}`)));
    expect(guesses.map(({ status }) => status).sort()).toEqual([403, 403, 403, 403, 403, 429, 429, 429]);
    const lockedReply = await verify(id, 'open sesame');
    expect([lockedReply.body.code, Number(lockedReply.headers.get('retry-after')) > 800]).toEqual([
      'auth_login_locked',
      true,
    ]);
    expect((await topology(id, { token })).status).toBe(200);
    expect((await verify(other, 'open sesame')).status).toBe(200);
    await world.prisma.loginFailure.deleteMany({ where: { email: { startsWith: 'share ' } } });
  });
});

describe('refused shares', () => {
  test.each<[string, object, string]>([
    ['switched off', { is_enabled: false }, 'entity_disabled'],
    ['over', { expires_at: '2020-01-01T00:00:00Z' }, 'entity_expired'],
  ])('a share that is %s is refused at every path, even with its token', async (_what, fields, code) => {
    const id = await share({ password: 'open sesame' });
    const token = await tokenFor(id, 'open sesame');
    await change(id, fields);
    for (const reply of [await metadata(id), await verify(id, 'open sesame'), await topology(id, { token })])
      expect(describeReply(reply)).toEqual([403, code, { entity: 'Share' }]);
    expect((await world.anonymous.refusal(documents.share, { id })).code).toBe(code);
  });

  test('a missing share and an invalid id are refused', async () => {
    const id = randomUUID();
    for (const reply of [await metadata(id), await verify(id, 'x'), await topology(id)])
      expect(describeReply(reply)).toEqual([404, 'entity_not_found', { entity: 'Share', id }]);
    expect(describeReply(await metadata('x'))).toEqual([400, 'validation_invalid_format', { field: 'id' }]);
    expect(describeReply(await verify(id, undefined))).toEqual([400, 'validation_required', { field: 'password' }]);
    expect(describeReply(await topology(id, {}, '?full=true'))).toEqual([
      400,
      'validation_unknown_parameter',
      { field: 'full' },
    ]);
    expect(describeReply(await topology(id, {}, '?token=x'))).toEqual([
      400,
      'validation_unknown_parameter',
      { field: 'token' },
    ]);
    expect(describeReply(await topology(id, {}, '?embed=1'))).toEqual([
      400,
      'validation_invalid_format',
      { field: 'embed' },
    ]);
  });

  test.each<[string | undefined, number]>([
    ['https://wiki.example.com/page', 200],
    ['https://WIKI.example.com:8443/', 200],
    ['https://a.b.example.org/', 200],
    ['https://example.org/', 403],
    ['https://evilexample.org/', 403],
    ['https://wiki.example.com.evil.example/', 403],
    ['https://evil.example/?https://wiki.example.com/', 403],
    ['wiki.example.com', 403],
    [undefined, 403],
  ])('embedding a share from %s: %i', async (referer, status) => {
    const id = await share({ allowed_domains: ['wiki.example.com', '*.example.org'] });
    const headers: Record<string, string> = referer ? { referer } : {};
    const reply = await topology(id, {}, '?embed=true', headers);
    expect(reply.status).toBe(status);
    if (status === 403) expect(describeReply(reply)).toEqual([403, 'entity_access_denied', { entity: 'Share', id }]);
    expect((await topology(id, { embed: true }, '?embed=false', headers)).status).toBe(200);
    const inGraphql = await world.anonymous.graphql(documents.topology, { id, embed: true }, headers);
    expect(inGraphql.body.errors?.[0].extensions.code).toBe(status === 403 ? 'entity_access_denied' : undefined);
  });

  test('a share without domains may be embedded anywhere', async () => {
    expect((await topology(await share(), {}, '?embed=true')).status).toBe(200);
  });
});

describe('without a credential', () => {
  test.each([
    '{ __typename }',
    '{ __schema { queryType { name } } }',
    '{ viewer { userId } }',
    `query($id: UUID!) { publicShare(id: $id) { shareId } hosts { totalCount } }`,
    `query($id: UUID!) { ...All } fragment All on Query { publicShare(id: $id) { shareId } hosts { totalCount } }`,
    `query A($id: UUID!) { publicShare(id: $id) { shareId } } query B { hosts { totalCount } }`,
    `query($id: UUID!) { ... on Query { hosts { totalCount } publicShare(id: $id) { shareId } } }`,
    `mutation { deleteVlans(ids: []) { deletedCount } }`,
    '{',
    '',
  ])('GraphQL answers 401 to %s', async (query) => {
    const id = await share();
    const get = `/graphql?query=${encodeURIComponent(query)}&variables=${encodeURIComponent(JSON.stringify({ id }))}`;
    for (const { status, body } of [
      await world.anonymous.send('POST', '/graphql', { body: { query, operationName: 'A', variables: { id } } }),
      await world.anonymous.send('GET', get),
    ])
      expect([status, body.errors?.[0].extensions.code]).toEqual([401, 'auth_not_authenticated']);
  });

  test('public fields give no access to rows of the network', async () => {
    const id = await share();
    for (const selection of [
      'share { network { id } }',
      'topology { network { id } }',
      'topology { shares { totalCount } }',
    ]) {
      const query = `query($id: UUID!) { publicShareTopology(id: $id) { ${selection} } }`;
      const { status, body } = await world.anonymous.graphql(query, { id });
      expect([status, body.data]).toEqual([400, undefined]);
    }
  });

  test('the same holds for GET requests', async () => {
    const id = await share();
    const requestedQuery = `query=${encodeURIComponent('query($id: UUID!) { publicShare(id: $id) { name } }')}`;
    const { body } = await world.anonymous.send(
      'GET',
      `/graphql?${requestedQuery}&variables=${JSON.stringify({ id })}`,
      {
        headers: { accept: 'application/json' },
      },
    );
    expect(body.data).toEqual({ publicShare: { name: 'Wall display' } });
  });

  test('all requests count towards the limit of the address; guesses sent together count each', async () => {
    const limitedWorld = await createWorld({ RATE_LIMIT: 'on' });
    const id = await share({ password: 'open sesame' });
    const five = Array.from(
      { length: 5 },
      (_, index) => `g${index}: verifySharePassword(id: $id, password: "${index}")`,
    );
    const { headers } = await limitedWorld.anonymous.graphql(`mutation($id: UUID!) { ${five.join(' ')} }`, { id });
    expect([headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')]).toEqual(['40', '5']);
    const replies = await Promise.all(
      Array.from({ length: 9 }, () => limitedWorld.anonymous.rest.get(`/shares/public/${id}`)),
    );
    expect(replies.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(3);
    await limitedWorld.close();
    await world.prisma.loginFailure.deleteMany({ where: { email: { startsWith: 'share ' } } });
  });
});
