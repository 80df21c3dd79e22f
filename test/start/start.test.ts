// Tests `npm start`: an error is reported in one clear line with a non-zero exit code, and a stop interrupts no
// request.
import { connect, createServer, type AddressInfo } from 'node:net';
import { eventually } from '../support/eventually';
import { type Child, service } from './child';
import { copyFolder, isRunning, makeFolder, readPostmaster, removeFolder } from '../platform/postgres/data-folder';

/** The data folder after a first start with a demo. Each test gets a copy of the folder. */
let template: string;
let firstLife: Awaited<ReturnType<typeof liveOnce>>;
let dataDir: string;
let children: Child[];

const start = (env: NodeJS.ProcessEnv = {}) => {
  const child = service({ DATA_DIR: dataDir, DEMO: 'off', LOG_LEVEL: 'warn', ...env });
  children.push(child);
  return child;
};

const portOf = async (child: Child): Promise<number> =>
  Number((await child.waitFor(/REST {7}http:\/\/localhost:(\d+)\/api\/v1/))[1]);

/**
 * The line in which the service says why it does not start. The service must exit with code 1, and print nothing else
 * except progress.
 */
async function refusalOf(child: Child): Promise<string> {
  expect(await child.ended).toEqual({ code: 1, signal: null });
  const lines = child.output
    .trim()
    .split('\n')
    .filter((line) => !line.endsWith(' …') && !/: [\d.]+ s$/.test(line));
  expect(lines).toHaveLength(1);
  return lines[0]!;
}

const isHealthyAt = async (port: number) => (await fetch(`http://127.0.0.1:${port}/api/health`)).status === 200;

const login = JSON.stringify({ email: 'nobody@example.com', password: 'Not-this-one-1' });

/** Sends the headers of a sign-in. When this resolves, the service is handling the request and waits for its body. */
async function beginLogin(port: number) {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(
    `POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${login.length}\r\nExpect: 100-continue\r\n\r\n`,
  );
  // The first bytes of the service are `100 Continue`, the response to `Expect: 100-continue`.
  await new Promise((resolve) => socket.once('data', resolve));
  return { socket, closed, received: () => answer };
}

/** Sends the example request that the service prints when it starts with a demo. */
async function followed(child: Child) {
  await child.waitFor(/Ctrl-C stops it/);
  const [, header, address] = /Try it {5}curl -H "([^"]+)" "([^"]+)"/.exec(child.output)!;
  const [name, value] = header!.split(': ');
  const answer = await fetch(address!, { headers: { [name!]: value! } });
  const { data } = (await answer.json()) as { data: unknown[] };
  const makesDemo = child.output.includes('Making the demo organization');
  return { status: answer.status, rows: data.length, makesDemo };
}

/**
 * Starts the service in an empty folder, tries a second start on the same folder, and stops the service during a
 * request. Returns the outcome of each step.
 */
async function liveOnce() {
  const child = start({ DEMO: 'on' });
  const answer = await followed(child);
  const port = await portOf(child);
  const refusal = await refusalOf(start());
  const isHealthy = await isHealthyAt(port);
  const server = readPostmaster(dataDir);
  const { socket, received, closed } = await beginLogin(port);
  child.send('SIGINT');
  // After `npm start`, the service gets a Ctrl-C twice: from the terminal and from npm. The second signal must not
  // force the stop.
  child.send('SIGINT');
  await child.waitFor(/Stopping: finishing the requests in flight/);
  // The service logs "Stopping" just before it stops listening, so the test waits until connections are refused.
  await eventually(() =>
    fetch(`http://127.0.0.1:${port}/api/health`).then(
      () => false,
      () => true,
    ),
  );
  const isServerKept = isRunning(server);
  socket.write(login);
  await closed;
  const ended = await child.ended;
  return {
    pid: child.pid,
    answer,
    refusal,
    isHealthy,
    isServerKept,
    login: received(),
    ended,
    isLeft: isRunning(server),
  };
}

beforeAll(async () => {
  children = [];
  dataDir = template = makeFolder();
  firstLife = await liveOnce();
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
  expect(firstLife.answer).toEqual({ status: 200, rows: 3, makesDemo: true });
  const later = start({ DEMO: 'on', WORKERS: '2', SHUTDOWN_TIMEOUT_SECONDS: '0' });
  expect(await followed(later)).toEqual({ status: 200, rows: 3, makesDemo: false });
  expect(later.output.match(/^WORKERS is no longer used and changes nothing: .*\.$/gm)).toHaveLength(1);
  // After SHUTDOWN_TIMEOUT_SECONDS, the service cuts off a request that does not end.
  await beginLogin(await portOf(later));
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

test('a second start on the same data folder is refused; the first one later stops gracefully', () => {
  const { pid, refusal, isHealthy, isServerKept, login: answer, ended, isLeft } = firstLife;
  expect(refusal).toBe(
    `Netloom cannot start: Netloom is already running on the data folder ${template} (process ${pid}).`,
  );
  expect({ isHealthy, isServerKept, ended, isLeft }).toEqual({
    ...{ isHealthy: true, isServerKept: true },
    ...{ ended: { code: 0, signal: null }, isLeft: false },
  });
  expect(answer).toMatch(/HTTP\/1\.1 401 /);
});

test('after being killed the service starts again; it ends with a message if PostgreSQL is killed', async () => {
  const first = start();
  await portOf(first);
  const server = readPostmaster(dataDir);
  first.send('SIGKILL');
  await first.ended;
  const second = start();
  const port = await portOf(second);
  expect(readPostmaster(dataDir)).toBe(server);
  expect(await isHealthyAt(port)).toBe(true);
  process.kill(server, 'SIGKILL');
  expect(await second.ended).toEqual({ code: 1, signal: null });
  expect(second.output).toMatch(/^Netloom stops: PostgreSQL stopped/m);
});
