// Tests `npm run watch`: it prints each event once, continues after a lost connection, and has the documented exit
// codes.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import type { Prisma } from '../../src/generated/prisma/client';
import { runWatch } from '../../src/watcher/command';
import { jsonLine, textLine } from '../../src/watcher/lines';
import { eventually } from '../support/eventually';
import { createWorld, type World } from '../support/world';

let world: World;
let key: string;
beforeAll(async () => {
  world = await createWorld();
  const body = { name: 'watch', permissions: 'Viewer', network_ids: [world.networkId], tags: [] };
  key = (await world.owner.rest.post('/auth/keys', body)).body.data.key;
});
afterEach(() => world.prisma.networkEvent.deleteMany({ where: { networkId: world.networkId } }));
afterAll(() => world.close());

const addEvent = async (host: string, columns: Partial<Prisma.NetworkEventUncheckedCreateInput> = {}) => {
  const { networkId, organizationId } = world;
  const data = { networkId, organizationId, kind: 'MachineNew', severity: 'Info', code: 'machine_new' } as const;
  return world.prisma.networkEvent.create({ data: { ...data, happenedAt: new Date(), params: { host }, ...columns } });
};

/** Starts the command. The result has the printed lines, and `end`, which resolves with the exit code. */
function start(...args: string[]) {
  const outputs = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    jest.spyOn(process[name], 'write').mockImplementation((chunk) => {
      outputs[name] += String(chunk);
      return true;
    }),
  );
  const end = runWatch(args, '4000').then(() => {
    const code = process.exitCode ?? 0;
    process.exitCode = undefined;
    for (const spy of spies) spy.mockRestore();
    return code;
  });
  const lines = () => outputs.stdout.split('\n').slice(0, -1);
  return {
    ...{ outputs, end, lines },
    events: () => lines().map((line) => JSON.parse(line) as { cursor: string; hasGap: boolean; message: string }),
    isWatching: () => eventually(async () => outputs.stderr.includes('after the cursor')),
    hasLines: (count: number) => eventually(async () => lines().length >= count),
    stop: (signal: 'SIGINT' | 'SIGTERM' = 'SIGINT') => {
      // Calls only the listener of the command. The other listeners of the signal would end the process of the suite.
      (process.listeners(signal).at(-1) as () => void)();
      return end;
    },
  };
}
const watch = (...args: string[]) => start('--key', key, '--url', world.url, ...args);

test('prints events as they happen, one per line, and exits with 0 when interrupted', async () => {
  await addEvent('earlier');
  const command = watch('--network', world.networkId, '--kinds', 'MachineNew,PortDown');
  await command.isWatching();
  const { happenedAt } = await addEvent('first');
  await addEvent('other kind', { kind: 'MachineGone', code: 'machine_gone' });
  await addEvent('switch', {
    ...{ kind: 'PortDown', severity: 'Critical', code: 'port_down' },
    params: { host: 'switch', count: 1, names: ['Gi1/0/1'] },
  });
  await command.hasLines(2);
  expect(await command.stop()).toBe(0);
  expect(command.lines()).toEqual([
    `${happenedAt.toISOString()}  Info      MachineNew       first is new.`,
    expect.stringMatching(/ {2}Critical {2}PortDown {9}switch: ports that went down: 1\. Gi1\/0\/1\.$/),
  ]);
});

test('a reader of JSON lines goes on after the cursor of its last line', async () => {
  const first = watch('--json');
  await first.isWatching();
  for (const name of ['one', 'two', 'three']) await addEvent(name);
  await first.hasLines(3);
  expect(await first.stop('SIGTERM')).toBe(0);
  const events = first.events();
  expect(events.map(({ message, hasGap }) => [message, hasGap])).toEqual(
    ['one', 'two', 'three'].map((name) => [`${name} is new.`, false]),
  );
  for (const [index, { cursor }] of events.entries()) {
    const last = await addEvent(`after ${index}`);
    const next = watch('--json', '--since', cursor);
    await eventually(async () => next.events().some(({ message }) => message === `after ${index} is new.`));
    await next.stop();
    expect(next.events().map(({ message }) => message)).toEqual([
      ...events.slice(index + 1).map(({ message }) => message),
      `after ${index} is new.`,
    ]);
    await world.prisma.networkEvent.delete({ where: { id: last.id } });
  }
});

test('says where events are missing, because that of the cursor is no longer kept', async () => {
  const first = watch('--json');
  await first.isWatching();
  const { id } = await addEvent('gone');
  await first.hasLines(1);
  await first.stop();
  await world.prisma.networkEvent.delete({ where: { id } });
  await addEvent('later');
  const next = watch('--json', '--since', first.events()[0]!.cursor);
  await next.hasLines(1);
  await next.stop();
  expect(next.events()).toMatchObject([{ hasGap: true, message: 'later is new.' }]);
  expect(next.outputs.stderr).toContain('Events may be missing here');
});

describe('behind a connection that is lost', () => {
  const sockets = new Set<Socket>();
  const proxy = createTcpServer((socket) => {
    const { hostname: host, port } = new URL(world.url);
    const upstream = connect(Number(port), host);
    for (const [one, other] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy()).on('close', () => (sockets.delete(one), other.destroy()));
      one.pipe(other);
    }
  });
  const cut = () => sockets.forEach((socket) => socket.destroy());
  let port = 0;
  const listen = async () => {
    proxy.listen(port, '127.0.0.1');
    await once(proxy, 'listening');
    ({ port } = proxy.address() as AddressInfo);
  };
  beforeAll(listen);
  afterAll(() => {
    cut();
    return new Promise((resolve) => proxy.close(resolve));
  });

  test('it goes on after its cursor, and prints no event twice', async () => {
    const command = start('--key', key, '--url', `http://127.0.0.1:${port}`, '--json');
    await command.isWatching();
    await addEvent('before');
    await command.hasLines(1);
    const closed = once(proxy, 'close');
    proxy.close();
    cut();
    await closed;
    await eventually(async () => command.outputs.stderr.includes('Trying again'));
    await addEvent('meanwhile');
    await listen();
    await command.hasLines(2);
    await addEvent('afterwards');
    await command.hasLines(3);
    expect(await command.stop()).toBe(0);
    expect(command.events().map(({ message }) => message)).toEqual(
      ['before', 'meanwhile', 'afterwards'].map((name) => `${name} is new.`),
    );
  });
});

test('refuses wrong arguments and keys with 2, and a server that it cannot reach with 4', async () => {
  const ends = async (command: ReturnType<typeof start>) => [await command.end, command.outputs.stderr] as const;
  expect(await ends(start('--url', world.url))).toEqual([2, expect.stringContaining('--key is needed')]);
  expect(await ends(watch('--no-such-option'))).toEqual([2, expect.stringContaining('Usage:')]);
  expect(await ends(watch('--network', 'no such'))).toEqual([2, expect.stringContaining('Which network?')]);
  expect(await ends(watch('--url', 'ftp://x'))).toEqual([2, expect.stringContaining('--url is "ftp://x"')]);
  expect(await ends(watch('--since', 'no cursor'))).toEqual([2, expect.stringContaining('validation_invalid_format')]);
  expect(await ends(watch('--kinds', 'NoKind'))).toEqual([
    2,
    expect.stringContaining('--kinds names a kind that Netloom does not have: NoKind.'),
  ]);
  expect(await ends(start('--key', 'nlm_u_wrong', '--url', world.url))).toEqual([
    2,
    expect.stringContaining('auth_not_authenticated'),
  ]);
  const closedServer: Server = createServer().listen(0, '127.0.0.1');
  await once(closedServer, 'listening');
  const { port } = closedServer.address() as AddressInfo;
  await new Promise((resolve) => closedServer.close(resolve));
  expect((await ends(start('--key', key, '--url', `http://127.0.0.1:${port}`)))[0]).toBe(4);
});

test('ends with 2 when the key is deleted', async () => {
  const body = { name: 'brief', permissions: 'Viewer', network_ids: [world.networkId], tags: [] };
  const { api_key: apiKey, key: briefKey } = (await world.owner.rest.post('/auth/keys', body)).body.data;
  const command = start('--key', briefKey, '--url', world.url);
  await command.isWatching();
  expect((await world.owner.rest.delete(`/auth/keys/${apiKey.id}`)).status).toBe(200);
  expect(await command.end).toBe(2);
  expect(command.outputs.stderr).toContain('Netloom refused');
});

test('ends with 0 when the reader of its lines has left', async () => {
  const command = watch();
  await command.isWatching();
  process.stdout.emit('error', Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
  expect(await command.end).toBe(0);
});

test('names of devices cannot control the terminal', () => {
  const name = 'a\u001b[31m\u009b1\u202e\u2028\n\u{e0041}é漢';
  const event = {
    ...{ cursor: 'c', id: 'i', kind: 'MachineNew', severity: 'Info', happenedAt: '2026-01-31T12:00:00.000Z', count: 1 },
    ...{ message: `${name} is new.`, code: 'machine_new', params: { host: name }, hostIds: [], subjectIds: [] },
  };
  expect(textLine(event)).toMatch(/ a\?\[31m\?1\?\?\?\?é漢 is new\.$/);
  const line = jsonLine(event, false);
  expect(line).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
  expect(JSON.parse(line)).toEqual({ ...event, hasGap: false });
});
