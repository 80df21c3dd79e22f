// Tests daemon keys over GraphQL and REST: which rows daemons may read, what the header X-Daemon-ID means, and which
// requests are refused.
import { randomUUID } from 'node:crypto';
import { isObjectType } from 'graphql';
import { generateKey } from '../../src/auth/tokens';
import { schema } from '../../src/modules/types';
import { visibleRows } from '../../src/data/tenancy/visible-rows';
import { createClient } from '../support/client';
import { eventually } from '../support/eventually';
import { fillOrganization, type Populated } from '../support/populate';
import { createWorld, type DaemonCaller, type World } from '../support/world';

let world: World;
let daemon: DaemonCaller;
let populatedNetwork: Populated;
let organization: Populated;
beforeAll(async () => {
  world = await createWorld();
  const filledOrganization = await fillOrganization(world.prisma, world.organizationId);
  organization = filledOrganization;
  populatedNetwork = await filledOrganization.fillNetwork(world.networkId);
  await filledOrganization.fillNetwork(world.otherNetworkId);
  daemon = await world.addDaemon();
});
afterAll(() => world.close());

const ask = async (caller: Pick<DaemonCaller, 'rest' | 'graphql'>) => {
  const rest = await caller.rest.get('/subnets?limit=1');
  const { body } = await caller.graphql('{ subnets(first: 1) { nodes { id } } }');
  const refusal = body.errors?.[0]?.extensions;
  expect(refusal?.code).toBe(rest.body.code);
  return [rest.status, ...(rest.body.code ? [rest.body.code, rest.body.params] : [])];
};
const as = (caller: DaemonCaller, daemonId: string | undefined) =>
  createClient(world.url, { key: caller.credential.key, daemonId });

describe('the key of a daemon', () => {
  test('is accepted if it is known, enabled and not expired', async () => {
    expect(await ask(daemon)).toEqual([200]);
  });

  test('is refused with 401 if it is unknown', async () => {
    const stranger = createClient(world.url, { key: generateKey('daemon').token });
    expect(await ask(stranger)).toEqual([401, 'auth_not_authenticated', {}]);
  });

  test('is refused with 403 entity_disabled if it is disabled', async () => {
    const disabledDaemon = await world.addDaemon({ key: { isEnabled: false } });
    expect(await ask(disabledDaemon)).toEqual([403, 'entity_disabled', { entity: 'DaemonApiKey' }]);
  });

  test('is refused with 403 entity_expired each time if it is expired, and gets disabled', async () => {
    const expiredDaemon = await world.addDaemon({ key: { expiresAt: new Date(Date.now() - 1_000) } });
    expect(await ask(expiredDaemon)).toEqual([403, 'entity_expired', { entity: 'DaemonApiKey' }]);
    const { isEnabled } = await world.prisma.daemonApiKey.findUniqueOrThrow({ where: { id: expiredDaemon.keyId } });
    expect(isEnabled).toBe(false);
  });

  test('works while the organization has no API access, which is only for users', async () => {
    const where = { id: world.organizationId };
    await world.prisma.organization.update({ where, data: { apiAccessEnabled: false } });
    expect(await ask(daemon)).toEqual([200]);
    expect((await world.key.rest.get('/subnets')).body.code).toBe('auth_api_access_disabled');
    await world.prisma.organization.update({ where, data: { apiAccessEnabled: true } });
  });

  test('has its last use written after the answer', async () => {
    const usedDaemon = await world.addDaemon();
    await ask(usedDaemon);
    await eventually(async () => {
      const { lastUsed } = await world.prisma.daemonApiKey.findUniqueOrThrow({ where: { id: usedDaemon.keyId } });
      return lastUsed !== null;
    });
  });

  test('costs one statement besides those of the request itself', async () => {
    const direct = await world.queries.during(() => daemon.graphql('{ hosts { totalCount } }'));
    expect(direct.filter((sql) => !/^\s*UPDATE/.test(sql))).toHaveLength(1);
  });
});

describe('X-Daemon-ID', () => {
  test('may be missing or unknown where any daemon is accepted', async () => {
    expect(await ask(as(daemon, undefined))).toEqual([200]);
    expect(await ask(as(daemon, randomUUID()))).toEqual([200]);
    expect(await ask(as(daemon, 'no uuid; DROP'))).toEqual([200]);
  });

  test('with a daemon id of another network or of another key is 403, each with its own code', async () => {
    const south = await world.addDaemon({ networkId: world.otherNetworkId });
    expect(await ask(as(daemon, south.daemonId))).toEqual([403, 'daemon_network_mismatch', {}]);
    const neighbour = await world.addDaemon();
    expect(await ask(as(daemon, neighbour.daemonId))).toEqual([403, 'daemon_identity_mismatch', {}]);
  });

  test('with the daemon id of another organization is answered like with a missing one', async () => {
    const { organizationId } = world.stranger;
    const foreign = await world.addDaemon({ networkId: world.strangerNetworkId, organizationId });
    expect(await ask(as(daemon, foreign.daemonId))).toEqual([200]);
  });

  test('has no effect beside a user key', async () => {
    const reply = await world.key.send('GET', '/api/v1/subnets', { headers: { 'x-daemon-id': daemon.daemonId } });
    expect(reply.status).toBe(200);
  });
});

describe('the rows of a daemon', () => {
  test("are those of its key's network, in lists, filters and nested rows", async () => {
    const { subnets } = await daemon.query(`{ subnets(first: 100) { nodes {
      networkId network { networkId: id hosts { nodes { networkId } } vlans { nodes { networkId } } } } } }`);
    const networks = new Set(JSON.stringify(subnets).match(/(?<="networkId":")[^"]+/g));
    expect([...networks]).toEqual([world.networkId]);
    const south = await daemon.rest.get(`/subnets?network_id=${world.otherNetworkId}`);
    expect([south.status, south.body.data]).toEqual([200, []]);
  });

  test('include no rows of the organization, not even nested ones', async () => {
    const hiddenModels = Object.entries(visibleRows).filter(([, rule]) => rule.isHiddenFromDaemons);
    expect(hiddenModels.map(([model]) => model)).toEqual(
      expect.arrayContaining([
        'Organization',
        'User',
        'UserApiKey',
        'DaemonApiKey',
        'Credential',
        'Invite',
        'Tag',
        'Share',
      ]),
    );
    const reply = await daemon.query(`{ subnets(first: 100) { nodes {
      tagIds tags { id } daemons { apiKeyId }
      network { tags { id } credentials { id } credentialIds daemonApiKeys { nodes { id } } shares { totalCount } } } } }`);
    const text = JSON.stringify(reply);
    const organizationRows = ['User', 'Tag', 'Credential', 'Invite'] as const;
    for (const id of organizationRows.flatMap((model) => organization.ids[model] ?? [])) expect(text).not.toContain(id);
    for (const id of populatedNetwork.ids.Share ?? []) expect(text).not.toContain(id);
    expect(text).not.toContain(organization.secret);
  });

  /** The fields by which a document could read an organization or a daemon key through other rows. */
  const references = Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .flatMap((type) =>
      Object.values(type.getFields())
        .filter(({ type: answer }) => /^(Organization|DaemonApiKey)!?$/.test(String(answer)))
        .map((field) => `${type.name}.${field.name}`),
    );

  test('cannot be joined with a row out of reach: such a reference is refused', async () => {
    expect(references).toEqual(expect.arrayContaining(['Network.organization', 'Daemon.apiKey']));
    for (const path of ['network { organization { id } }', 'network { daemons { nodes { apiKey { id } } } }']) {
      const { code } = await daemon.refusal(`{ subnets { nodes { ${path} } } }`);
      expect(code).toBe('auth_user_context_required');
    }
  });
});
