// Tests the page of a share over HTTP: who may embed it, the three documents that its visitors may send, and how its
// streams end. Visitors get access to nothing else.
import { randomUUID } from 'node:crypto';
import { openEvents, type Events } from '../../support/events';
import { eventually } from '../../support/eventually';
import { createWorld, type World } from '../../support/world';

let world: World;
let topologyId: string;
let otherTopologyId: string;
let otherHostId: string;
const cidr = '10.77.0.0/24';

/** Adds a host with an address in a subnet, so that graphs contain the host. */
async function addHost(networkId: string, name: string): Promise<string> {
  const { prisma } = world;
  const subnet =
    (await prisma.subnet.findFirst({ where: { networkId, cidr } })) ??
    (await prisma.subnet.create({ data: { networkId, name: 'Shared LAN', cidr, subnetType: 'Lan' } }));
  const host = await prisma.host.create({ data: { networkId, name } });
  const position = await prisma.ipAddress.count({ where: { networkId } });
  await prisma.ipAddress.create({
    data: {
      ...{ networkId, hostId: host.id, subnetId: subnet.id, subnetCidr: cidr, position },
      ipAddress: `10.77.0.${position + 1}`,
    },
  });
  return host.id;
}

beforeAll(async () => {
  world = await createWorld();
  const { prisma, networkId, otherNetworkId } = world;
  const live = async (id: string) =>
    (await prisma.topology.findFirstOrThrow({ where: { networkId: id, snapshotId: null } })).id;
  [topologyId, otherTopologyId] = [await live(networkId), await live(otherNetworkId)];
  await addHost(networkId, 'host-of-the-share');
  otherHostId = await addHost(otherNetworkId, 'host-beyond-the-share');
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
const tokenFor = async (id: string, password: string): Promise<string> =>
  (await world.anonymous.rest.post(`/shares/public/${id}/verify`, { password })).body.data;

const view = 'L3Logical';
const send = (id: string, body: unknown, headers: Record<string, string> = {}, caller = world.anonymous) =>
  caller.send('POST', `/share/${id}/graphql`, { body, headers });
const graph = (id: string, variables: object = {}, token?: string) =>
  send(id, { document: 'PageSharedGraph', variables: { view, ...variables }, ...(token && { token }) });
const visit = (id: string, token?: string) => send(id, { document: 'PageSharedVisit', ...(token && { token }) });
const refusalIn = ({ status, body }: { status: number; body: { errors?: { extensions: { code: string } }[] } }) => [
  status,
  body.errors?.[0]?.extensions.code,
];
const follow = (id: string, token?: string, variables: object = {}): Promise<Events> =>
  openEvents(
    world.url,
    `/share/${id}/graphql`,
    {},
    {
      document: 'PageSharedChanges',
      variables: { view, ...variables },
      ...(token && { token }),
    },
  );

describe('the share page', () => {
  const page = (id: string, headers: Record<string, string> = {}) =>
    world.anonymous.send('GET', `/share/${id}`, { headers });
  const frameOf = async (id: string, headers?: Record<string, string>) => {
    const { status, headers: answered } = await page(id, headers);
    const ancestors = /frame-ancestors ([^;]*)/.exec(answered.get('content-security-policy') ?? '')?.[1];
    return [status, ancestors, answered.get('x-frame-options')];
  };

  test('may be embedded by the allowed domains, or anywhere if there are none', async () => {
    expect(await frameOf(await share())).toEqual([200, '*', null]);
    const id = await share({ allowed_domains: ['wiki.example.com', '*.example.org'] });
    const sources = ['wiki.example.com', '*.example.org'].flatMap((domain) => [
      `https://${domain}:*`,
      `http://${domain}:*`,
    ]);
    expect(await frameOf(id)).toEqual([200, sources.join(' '), null]);
    const policy = (await page(id)).headers.get('content-security-policy')!;
    expect(policy).toContain("default-src 'none'; script-src 'self'; ");
    expect(policy).not.toContain('unsafe');
  });

  test('has a status for disabled and expired shares; a share whose creator lost access is missing', async () => {
    expect(await frameOf(await share({ is_enabled: false }))).toEqual([403, '*', null]);
    expect(await frameOf(await share({ expires_at: '2020-01-01T00:00:00Z' }))).toEqual([403, '*', null]);
    const leaver = await world.addUser('Member', [world.networkId]);
    const body = { name: 'Lost', network_id: world.networkId, topology_id: topologyId };
    const lost = (await leaver.rest.post('/shares', body)).body.data.id as string;
    await world.prisma.user.update({ where: { id: leaver.userId }, data: { permissions: 'Viewer' } });
    for (const id of [lost, randomUUID(), 'x', '%00', "'"]) {
      const { status, body: html, headers } = await page(id);
      expect([id, status, headers.get('x-frame-options')]).toEqual([id, 404, 'DENY']);
      expect(html).toBe((await page(randomUUID())).body);
      const answer = await visit(id);
      expect(refusalIn(answer)).toEqual([404, 'entity_not_found']);
    }
  });

  /**
   * Whether a source of a policy matches the page that embeds another page, which is served with the scheme `self` (CSP
   * Level 3, 6.7.2.8 and 6.7.2.9). Only sources of the forms that shares have.
   */
  const matchesSource = (source: string, parent: URL, self: 'http' | 'https'): boolean => {
    const parentScheme = parent.protocol.slice(0, -1);
    // The wildcard matches network schemes only.
    if (source === '*') return ['http', 'https', self].includes(parentScheme);
    const [, scheme = self, host, port] = /^(?:(https?):\/\/)?([^:]+)(?::(.+))?$/.exec(source)!;
    const isOfScheme = parentScheme === scheme || (scheme === 'http' && parentScheme === 'https');
    const isOfHost = host!.startsWith('*.') ? parent.hostname.endsWith(host!.slice(1)) : parent.hostname === host;
    const isOfPort = port === '*' || (port ?? '') === parent.port;
    return isOfScheme && isOfHost && isOfPort;
  };
  const hostNames = ['wiki.example.com', 'a.example.org', 'example.org', 'wiki.example.com.evil.example'];
  const parents = hostNames.flatMap((name) =>
    ['http', 'https'].flatMap((scheme) => ['', ':8443'].map((port) => `${scheme}://${name}${port}/page`)),
  );

  test.each([[['wiki.example.com', '*.example.org']], [[]]])(
    'with the allowed domains %j, the policy allows exactly the parents whose Referer is accepted',
    async (allowedDomains) => {
      const id = await share({ allowed_domains: allowedDomains });
      const [, policySources] = await frameOf(id);
      for (const referer of parents) {
        const [status] = await frameOf(id, { 'sec-fetch-dest': 'iframe', referer });
        for (const self of ['http', 'https'] as const) {
          const isMatched = String(policySources)
            .split(' ')
            .some((source) => matchesSource(source, new URL(referer), self));
          expect({ referer, self, isMatched }).toEqual({ referer, self, isMatched: status === 200 });
        }
      }
    },
  );

  test.each<[string | undefined, number]>([
    ['https://wiki.example.com/page', 200],
    ['https://a.example.org:8443/', 200],
    ['https://example.org/', 403],
    ['https://wiki.example.com.evil.example/', 403],
    [undefined, 403],
  ])('in a frame of %s: %i', async (referer, status) => {
    const id = await share({ allowed_domains: ['wiki.example.com', '*.example.org'] });
    const headers = { 'sec-fetch-dest': 'iframe', ...(referer !== undefined && { referer }) };
    const [answered, ancestors, options] = await frameOf(id, headers);
    expect([answered, ancestors === "'none'", options]).toEqual([
      status,
      status === 403,
      status === 403 ? 'DENY' : null,
    ]);
  });

  test('only the share page may be embedded', async () => {
    for (const path of ['/', '/topology', '/sign-in', `/share/${await share()}/more`]) {
      const { headers } = await world.anonymous.send('GET', path);
      expect([path, headers.get('x-frame-options')]).toEqual([path, 'DENY']);
    }
  });
});

describe('a visitor', () => {
  test('reads the map of the share, and nothing of another network', async () => {
    const id = await share({ options: { show_export_button: false } });
    const { data } = (await visit(id)).body;
    expect(data.visit.share).toEqual({
      ...{ shareId: id, name: 'Wall display', enabledViews: null },
      options: { showInspectPanel: true, showZoomControls: true, showExportButton: false },
    });
    expect(data.topology).toMatchObject({ id: topologyId, networkId: world.networkId, snapshotId: null });
    // Ids of rows of another network, which the test sends in every variable that takes ids.
    const ids = [otherTopologyId, otherHostId];
    const detail = { groupBy: 'Auto', expanded: ids, collapsed: ids, reveal: ids };
    for (const variables of [{}, { topologyId: otherTopologyId, id: otherTopologyId }, { detail }]) {
      const { status, body } = await graph(id, variables);
      const text = JSON.stringify(body);
      expect([status, body.errors, text.includes('host-of-the-share')]).toEqual([200, undefined, true]);
      expect(text).not.toContain('beyond-the-share');
    }
  });

  test('can send three documents only, even while signed in', async () => {
    const id = await share();
    const texts = ['{ hosts { totalCount } }', 'query PageSharedGraph { hosts { totalCount } }', '{ __typename }'];
    const bodies = [
      ...texts.map((document) => ({ document })),
      ...texts.map((query) => ({ query })),
      ...texts.map((query) => ({ document: 'PageGraph', query })),
      ...['PageStart', 'PageSearch', 'GetHostById', '__proto__', 'constructor', ''].map((document) => ({ document })),
      {},
      ...[null, 7, ['PageSharedVisit'], {}].map((document) => ({ document })),
    ];
    for (const body of bodies)
      for (const caller of [world.anonymous, world.owner, world.key])
        expect([body, ...refusalIn(await send(id, body, {}, caller))]).toEqual([body, 400, 'document_not_trusted']);
    // If a request contains the name of a document and also the text of a query, the service ignores the text.
    const { body } = await send(id, { document: 'PageSharedVisit', query: texts[0], operationName: 'X' });
    expect(Object.keys(body.data)).toEqual(['visit', 'topology']);
    for (const wrong of [[], 'x', 7, [{ document: 'PageSharedVisit' }]])
      expect(refusalIn(await send(id, wrong))).toEqual([400, 'validation_invalid_format']);
    for (const fields of [{ variables: [] }, { variables: 'x' }, { token: 7 }])
      expect(refusalIn(await send(id, { document: 'PageSharedVisit', ...fields }))).toEqual([
        400,
        'validation_invalid_format',
      ]);
    const others = await Promise.all(
      ['GET', 'PUT', 'DELETE'].map((method) => world.owner.send(method, `/share/${id}/graphql`)),
    );
    expect(others.map(({ status }) => status)).toEqual([405, 405, 405]);
  });

  test('reads the present only', async () => {
    const id = await share();
    const before = new Date().toISOString();
    const added = await addHost(world.networkId, 'host-of-later');
    for (const variables of [{ at: before }, { asOf: before, rowsAt: before }]) {
      const { body } = await graph(id, variables);
      expect(JSON.stringify(body)).toContain('host-of-later');
    }
    const replyWithInstant = await world.anonymous.send('POST', `/share/${id}/graphql?at=${before}`, {
      body: { document: 'PageSharedGraph', variables: { view } },
    });
    expect(refusalIn(replyWithInstant)).toEqual([400, 'validation_unknown_parameter']);
    await world.prisma.host.delete({ where: { id: added } });
  });

  test("of a snapshot reads the snapshot's instant", async () => {
    const { prisma, networkId } = world;
    const added = await addHost(networkId, 'host-of-the-snapshot');
    const snapshot = (await world.member.rest.post('/snapshots', { network_id: networkId })).body.data.id as string;
    await prisma.host.delete({ where: { id: added } });
    const pinned = await prisma.topology.findFirstOrThrow({ where: { snapshotId: snapshot } });
    const id = await share({ topology_id: pinned.id });
    expect((await visit(id)).body.data.topology.snapshotId).toBe(snapshot);
    expect(JSON.stringify((await graph(id)).body)).toContain('host-of-the-snapshot');
    expect(JSON.stringify((await graph(await share())).body)).not.toContain('host-of-the-snapshot');
    const stream = await follow(id);
    expect(JSON.stringify(await stream.rest())).toContain('entity_reference_invalid');
  });

  test('sees the shared views only', async () => {
    const id = await share({ enabled_views: ['Workloads', 'L3Logical'] });
    expect((await visit(id)).body.data.visit.share.enabledViews).toEqual(['Workloads', 'L3Logical']);
    expect((await graph(id, { view: 'Workloads' })).status).toBe(200);
    expect(refusalIn(await graph(id, { view: 'L2Physical' }))).toEqual([403, 'entity_access_denied']);
    expect((await follow(id, undefined, { view: 'L2Physical' })).status).toBe(403);
    expect(refusalIn(await graph(id, { view: 'Rack' }))).toEqual([403, 'entity_access_denied']);
    expect((await graph(await share(), { view: 'Rack' })).status).toBe(400);
  });

  test('needs the token for the password, which opens nothing else', async () => {
    const id = await share({ password: 'open sesame' });
    const token = await tokenFor(id, 'open sesame');
    const twin = await tokenFor(await share({ password: 'open sesame' }), 'open sesame');
    expect([refusalIn(await visit(id)), refusalIn(await graph(id))]).toEqual([
      [403, 'share_password_required'],
      [403, 'share_password_required'],
    ]);
    expect(refusalIn(await visit(id, twin))).toEqual([403, 'share_token_invalid']);
    expect((await visit(id, token)).body.data.visit.share.name).toBe('Wall display');
    expect((await graph(id, {}, token)).status).toBe(200);
    const headers = { authorization: `Bearer ${token}` };
    for (const [method, path] of [
      ['GET', '/api/v1/hosts'],
      ['GET', `/api/v1/topology/${topologyId}`],
      ['POST', '/graphql'],
      ['POST', '/mcp'],
    ] as const) {
      const body = method === 'POST' ? { query: '{ hosts { totalCount } }' } : undefined;
      expect([path, (await world.anonymous.send(method, path, { headers, ...(body && { body }) })).status]).toEqual([
        path,
        401,
      ]);
    }
    // The service accepts the share's token in the request body only, not in the URL.
    const replyWithToken = await world.anonymous.send('POST', `/share/${id}/graphql?token=${token}`, {
      body: { document: 'PageSharedVisit' },
      headers,
    });
    expect(refusalIn(replyWithToken)).toEqual([400, 'validation_unknown_parameter']);
    const beside = await send(id, { document: 'PageSharedVisit' }, { ...headers, cookie: `session_id=${token}` });
    expect(refusalIn(beside)).toEqual([403, 'share_password_required']);
  });

  test('is served even if only trusted documents are allowed', async () => {
    const strict = await createWorld({ TRUSTED_DOCUMENTS_ONLY: 'on' });
    const { prisma, networkId, member } = strict;
    const topology = await prisma.topology.findFirstOrThrow({ where: { networkId, snapshotId: null } });
    const body = { name: 'Strict', network_id: networkId, topology_id: topology.id };
    const id = (await member.rest.post('/shares', body)).body.data.id as string;
    for (const [document, variables] of [
      ['PageSharedVisit', {}],
      ['PageSharedGraph', { view }],
    ] as const) {
      const reply = await strict.anonymous.send('POST', `/share/${id}/graphql`, { body: { document, variables } });
      expect([document, reply.status, reply.body.errors]).toEqual([document, 200, undefined]);
    }
    await strict.close();
  });

  test('counts towards the limit of the address, even while signed in', async () => {
    const limited = await createWorld({ RATE_LIMIT: 'on' });
    const id = randomUUID();
    const replies = await Promise.all(
      Array.from({ length: 60 }, (_none, index) =>
        (index % 2 ? limited.owner : limited.anonymous).send('POST', `/share/${id}/graphql`, {
          body: { document: 'PageSharedVisit' },
        }),
      ),
    );
    expect(replies.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(2);
    expect(replies[0]!.headers.get('x-ratelimit-limit')).toBe('40');
    await limited.close();
  });
});

describe('a stream', () => {
  interface Event {
    readonly data?: { topologyGraphChanges: { isWhole: boolean; addedNodes: { header: string | null }[] } };
    readonly errors?: { readonly extensions: { readonly code: string } }[];
  }
  const codeAtEnd = async (events: Events): Promise<string | undefined> =>
    ((await events.rest()).at(-1) as Event | undefined)?.errors?.[0]?.extensions.code;

  test('begins with the map and sends its changes', async () => {
    const id = await share();
    const events = await follow(id);
    const first = (await events.next()) as Event;
    expect([events.status, first.data?.topologyGraphChanges.isWhole]).toEqual([200, true]);
    const added = await addHost(world.networkId, 'host-seen-live');
    let text = '';
    while (!text.includes('host-seen-live')) text = JSON.stringify(await events.next());
    events.leave();
    await world.prisma.host.delete({ where: { id: added } });
  });

  test.each<[string, object, string]>([
    ['is disabled', { is_enabled: false }, 'entity_disabled'],
    ['expires', { expires_at: '2020-01-01T00:00:00Z' }, 'entity_expired'],
    ['gets another password', { password: 'other' }, 'share_token_invalid'],
    ['loses its password', { password: null }, 'share_token_invalid'],
    ['shows other views', { enabled_views: ['Workloads'] }, 'share_token_invalid'],
  ])('ends when the share %s', async (_what, fields, code) => {
    const id = await share({ password: 'open sesame' });
    const events = await follow(id, await tokenFor(id, 'open sesame'));
    await events.next();
    await change(id, fields);
    expect(await codeAtEnd(events)).toBe(code);
  });

  test('continues when the share is renamed, and ends when it is deleted', async () => {
    const id = await share();
    const events = await follow(id);
    await events.next();
    await change(id, { name: 'Renamed' });
    const added = await addHost(world.networkId, 'host-after-renaming');
    let text = '';
    while (!text.includes('host-after-renaming')) text = JSON.stringify(await events.next());
    expect((await world.member.rest.delete(`/shares/${id}`)).status).toBe(200);
    expect(await codeAtEnd(events)).toBe('entity_not_found');
    await world.prisma.host.delete({ where: { id: added } });
  });

  test('ends when the creator of the share loses the network', async () => {
    const leaver = await world.addUser('Member', [world.networkId]);
    const body = { name: 'Leaving', network_id: world.networkId, topology_id: topologyId };
    const id = (await leaver.rest.post('/shares', body)).body.data.id as string;
    const events = await follow(id);
    await events.next();
    await world.prisma.userNetwork.deleteMany({ where: { userId: leaver.userId } });
    expect(await codeAtEnd(events)).toBe('entity_not_found');
  });

  test('an address can have ten streams per share; users have their own limit', async () => {
    const [id, other] = [await share(), await share()];
    const open = await Promise.all(Array.from({ length: 10 }, () => follow(id)));
    expect(open.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    await Promise.all(open.map((events) => events.next()));
    expect((await follow(id)).status).toBe(429);
    const beside = await follow(other);
    expect([beside.status, ((await beside.next()) as Event).data?.topologyGraphChanges.isWhole]).toEqual([200, true]);
    for (const events of [...open, beside]) events.leave();
    const again = await eventually(async () => {
      const events = await follow(id);
      return events.status === 200 && events;
    });
    again.leave();
  });
});
