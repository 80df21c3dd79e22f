// What daemons tell the service, through both doors, by status.
import { randomUUID } from 'node:crypto';
import { createWorld, type DaemonCaller, type World } from '../support/world';
import { clientOf } from '../support/client';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const call = (daemon: Pick<DaemonCaller, 'send'>, id: string, what: string, body: object) =>
  daemon.send('POST', `/api/daemons/${id}/${what}`, { body });
const storedOf = ({ daemonId }: DaemonCaller) => world.prisma.daemon.findUniqueOrThrow({ where: { id: daemonId } });

describe('heartbeat', () => {
  const body = { name: 'rack 4', mode: 'daemon_poll', url: '' };
  const document = `mutation($id: UUID!, $input: DaemonHeartbeatInput!) {
    recordDaemonHeartbeat(id: $id, input: $input) { id name mode url lastSeen } }`;

  test('200: is noted, with what the daemon is called now', async () => {
    const daemon = await world.addDaemon();
    const before = Date.now();
    const reply = await call(daemon, daemon.daemonId, 'heartbeat', body);
    expect([reply.status, reply.body.data]).toEqual([200, null]);
    const stored = await storedOf(daemon);
    expect(stored).toMatchObject({ name: 'rack 4', mode: 'daemon_poll', url: '' });
    expect(stored.lastSeen!.getTime()).toBeGreaterThanOrEqual(before);
    const { recordDaemonHeartbeat: told } = await daemon.query(document, {
      id: daemon.daemonId.toUpperCase(),
      input: { name: 'rack 5', mode: 'server_poll', url: 'https://10.0.0.7:60073' },
    });
    expect(told).toMatchObject({
      id: daemon.daemonId,
      name: 'rack 5',
      mode: 'server_poll',
      url: 'https://10.0.0.7:60073',
    });
    expect(Date.parse(told.lastSeen)).toBeGreaterThanOrEqual(before);
    // Where it is reached is kept while it does not say.
    await call(daemon, daemon.daemonId, 'heartbeat', { name: 'rack 5', mode: 'server_poll' });
    expect(await storedOf(daemon)).toMatchObject({ url: 'https://10.0.0.7:60073' });
  });

  test.each<[object, string, object]>([
    [{ name: '' }, 'validation_empty', { field: 'name' }],
    [{ name: 'x'.repeat(101) }, 'validation_max_length', { field: 'name', max: 100 }],
    [{ mode: 'pull' }, 'validation_invalid_format', { field: 'mode' }],
    [{ url: 'x'.repeat(2001) }, 'validation_max_length', { field: 'url', max: 2000 }],
    [{ url: 'ftp://10.0.0.1' }, 'validation_invalid_format', { field: 'url' }],
    [{ mode: 'server_poll', url: '' }, 'validation_required', { field: 'url' }],
  ])('400: %j is %s', async (wrong, code, params) => {
    const daemon = await world.addDaemon();
    const reply = await call(daemon, daemon.daemonId, 'heartbeat', { ...body, ...wrong });
    expect([reply.status, reply.body.code, reply.body.params]).toEqual([400, code, params]);
    expect((await storedOf(daemon)).lastSeen).toBeNull();
    const input = { ...body, ...wrong };
    expect((await daemon.refusal(document, { id: daemon.daemonId, input })).code).toBe(code);
  });

  test('200: bounds are within', async () => {
    const daemon = await world.addDaemon();
    const url = `http://${'x'.repeat(1993)}`;
    const reply = await call(daemon, daemon.daemonId, 'heartbeat', { ...body, name: 'x'.repeat(100), url });
    expect(reply.status).toBe(200);
  });
});

describe('whatever a daemon calls about itself', () => {
  const calls: [string, object][] = [['heartbeat', { name: 'x', mode: 'daemon_poll', url: '' }]];

  test.each(calls)('%s: 401 without a credential, 403 for users', async (what, body) => {
    const daemon = await world.addDaemon();
    expect((await call(world.anonymous, daemon.daemonId, what, body)).status).toBe(401);
    const reply = await call(world.owner, daemon.daemonId, what, body);
    expect([reply.status, reply.body.code]).toEqual([403, 'auth_daemon_required']);
  });

  test.each(calls)('%s: the header says who calls, and the path says the same', async (what, body) => {
    const daemon = await world.addDaemon();
    const other = await world.addDaemon();
    const south = await world.addDaemon({ networkId: world.otherNetworkId });
    const answerTo = async (header: string | undefined, id: string) => {
      const caller = clientOf(world.url, { key: daemon.credential.key, daemonId: header });
      const reply = await call(caller, id, what, body);
      return [reply.status, reply.body.code];
    };
    expect(await answerTo(undefined, daemon.daemonId)).toEqual([403, 'auth_daemon_required']);
    expect(await answerTo(randomUUID(), daemon.daemonId)).toEqual([404, 'daemon_not_registered']);
    expect(await answerTo(other.daemonId, other.daemonId)).toEqual([403, 'daemon_identity_mismatch']);
    expect(await answerTo(south.daemonId, south.daemonId)).toEqual([403, 'daemon_network_mismatch']);
    expect(await answerTo(daemon.daemonId, other.daemonId)).toEqual([403, 'daemon_identity_mismatch']);
    expect(await answerTo(daemon.daemonId, randomUUID())).toEqual([403, 'daemon_identity_mismatch']);
    expect((await answerTo(daemon.daemonId, daemon.daemonId))[0]).toBe(200);
  });
});
