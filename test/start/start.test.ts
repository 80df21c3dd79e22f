// Tests `npm start`: an error is reported in one clear line with a non-zero exit code, and a stop interrupts no
// request.
import { connect, createServer, type AddressInfo } from 'node:net';
import { eventually } from '../support/eventually';
import { createOwnDatabase } from '../support/own-database';
import { type Child, service } from './child';
import { copyFolder, isRunning, makeFolder, readPostmaster, removeFolder } from '../platform/postgres/data-folder';

/** The folder as a first start with a demo has left it. */
let template: string;
let firstFollowed: Awaited<ReturnType<typeof followed>>;
let dataDir: string;
let children: Child[];

const start = (env: NodeJS.ProcessEnv = {}) => {
  const child = service({ DATA_DIR: dataDir, DEMO: 'off', LOG_LEVEL: 'warn', ...env });
  children.push(child);
  return child;
};

const portOf = async (child: Child): Promise<number> =>
  Number((await child.waitFor(/REST {7}http:\/\/localhost:(\d+)\/api\/v1/))[1]);

/** The only line that contains the error. Progress lines before it are ignored. */
async function refusalOf(child: Child): Promise<string> {
  expect(await child.ended).toEqual({ code: 1, signal: null });
  const lines = child.output
    .trim()
    .split('\n')
    .filter((line) => !line.endsWith(' …') && !/: [\d.]+ s$/.test(line));
  expect(lines).toHaveLength(1);
  return lines[0]!;
}

/** Sends the request that a start with a demo prints as an example. */
async function followed(child: Child) {
  await child.waitFor(/Ctrl-C stops it/);
  const [, header, address] = /Try it {5}curl -H "([^"]+)" "([^"]+)"/.exec(child.output)!;
  const [name, value] = header!.split(': ');
  const answer = await fetch(address!, { headers: { [name!]: value! } });
  const { data } = (await answer.json()) as { data: unknown[] };
  const makesDemo = child.output.includes('Making the demo organization');
  return { status: answer.status, rows: data.length, makesDemo };
}

beforeAll(async () => {
  children = [];
  dataDir = template = makeFolder();
  const first = start({ DEMO: 'on' });
  firstFollowed = await followed(first);
  first.send('SIGTERM');
  expect(await first.ended).toEqual({ code: 0, signal: null });
});

afterAll(() => removeFolder(template));

beforeEach(() => {
  dataDir = copyFolder(template);
  children = [];
});

afterEach(async () => {
  for (const child of children) child.send('SIGKILL');
  await Promise.all(children.map((child) => child.ended));
  removeFolder(dataDir);
});

test('the printed curl command works after a first and a later start; a removed setting is one line', async () => {
  expect(firstFollowed).toEqual({ status: 200, rows: 3, makesDemo: true });
  const later = start({ DEMO: 'on', WORKERS: '2' });
  expect(await followed(later)).toEqual({ status: 200, rows: 3, makesDemo: false });
  expect(later.output.match(/^WORKERS is no longer used and changes nothing: .*\.$/gm)).toHaveLength(1);
  later.send('SIGTERM');
  expect(await later.ended).toEqual({ code: 0, signal: null });
});

test('an invalid setting is reported', async () => {
  expect(await refusalOf(start({ PORT: 'eighty' }))).toBe(
    'Netloom cannot start: PORT is "eighty", but must be a whole number from 0 to 65535.',
  );
});

test('an unreachable DATABASE_URL is reported without its password', async () => {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  expect(await refusalOf(start({ DATABASE_URL: `postgresql://me:hidden@127.0.0.1:${port}/netloom` }))).toBe(
    `Netloom cannot start: The database 127.0.0.1:${port}/netloom (DATABASE_URL) cannot be used: nothing listens there.`,
  );
});

test('a taken port is reported, and PostgreSQL is stopped again', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as AddressInfo;
  expect(await refusalOf(start({ PORT: String(port) }))).toBe(
    `Netloom cannot start: Port ${port} on 127.0.0.1 is taken by another program: stop that one, or set PORT.`,
  );
  expect(() => readPostmaster(dataDir)).toThrow('ENOENT');
  other.close();
});

test('a second start on the same data folder is refused; the first one later stops gracefully', async () => {
  const child = start();
  const port = await portOf(child);
  expect(await refusalOf(start())).toBe(
    `Netloom cannot start: Netloom is already running on the data folder ${dataDir} (process ${child.pid}).`,
  );
  expect((await fetch(`http://127.0.0.1:${port}/api/health`)).status).toBe(200);
  const server = readPostmaster(dataDir);
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const body = JSON.stringify({ email: 'nobody@example.com', password: 'Not-this-one-1' });
  socket.write(
    `POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
  );
  // Waits for `100 Continue`. From here on the service is handling the request.
  await new Promise((resolve) => socket.once('data', resolve));
  child.send('SIGINT');
  // npm passes a Ctrl-C on a second time, which must not force the stop.
  child.send('SIGINT');
  await child.waitFor(/Stopping: finishing the requests in flight/);
  // The service logs this line just before it stops listening.
  await eventually(() =>
    fetch(`http://127.0.0.1:${port}/api/health`).then(
      () => false,
      () => true,
    ),
  );
  expect(isRunning(server)).toBe(true);
  socket.write(body);
  await closed;
  expect(answer).toMatch(/HTTP\/1\.1 401 /);
  expect(await child.ended).toEqual({ code: 0, signal: null });
  expect(isRunning(server)).toBe(false);
});

test('the service ends with a message if PostgreSQL is killed; after being killed it starts again', async () => {
  const first = start();
  await portOf(first);
  process.kill(readPostmaster(dataDir), 'SIGKILL');
  expect(await first.ended).toEqual({ code: 1, signal: null });
  expect(first.output).toMatch(/^Netloom stops: PostgreSQL stopped/m);
  const second = start();
  await portOf(second);
  const server = readPostmaster(dataDir);
  second.send('SIGKILL');
  await second.ended;
  const third = start({ SHUTDOWN_TIMEOUT_SECONDS: '0' });
  const port = await portOf(third);
  expect(readPostmaster(dataDir)).toBe(server);
  expect((await fetch(`http://127.0.0.1:${port}/api/health`)).status).toBe(200);
  // The service cuts off a request that never ends after SHUTDOWN_TIMEOUT_SECONDS.
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write('POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n');
  await new Promise((resolve) => socket.once('data', resolve));
  third.send('SIGTERM');
  expect(await third.ended).toEqual({ code: 0, signal: null });
});

test('two replicas on an empty database migrate it once, and both serve', async () => {
  const { url, drop } = await createOwnDatabase();
  try {
    const replicas = [start({ DATABASE_URL: url, HOST: '127.0.0.1' }), start({ DATABASE_URL: url, HOST: '127.0.0.1' })];
    const ports = await Promise.all(replicas.map(portOf));
    for (const port of ports) expect((await fetch(`http://127.0.0.1:${port}/api/health`)).status).toBe(200);
    for (const replica of replicas) replica.send('SIGTERM');
    for (const replica of replicas) expect(await replica.ended).toEqual({ code: 0, signal: null });
  } finally {
    await drop();
  }
});
