// `npm run discover`: one command creates an account, scans a network, and stores rows. The command refuses the demo
// account. Only the owner can read the files with the command's secrets.
import { randomUUID } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import path from 'node:path';
import { demo } from '../../src/agent/discover/account';
import { runDiscover } from '../../src/agent/discover/command';
import { startIfNeeded } from '../../src/agent/discover/netloom';
import { progressReporter, summaryText } from '../../src/agent/discover/show';
import { demoAccess } from '../../src/auth/published-access';
import { createWorld, type World } from '../support/world';
import { newFolder, removeFolder } from './support/agent';

let world: World;
let folder: string;
let ftp: Server;
beforeAll(async () => {
  world = await createWorld();
  ftp = createServer(
    (socket) =>
      void socket
        .on('error', () => undefined)
        .resume()
        .write('220 FTP ready\r\n'),
  );
  // An FTP server on one of the ports that agents scan, at a loopback address at which nothing else on this machine
  // listens.
  await new Promise<void>((resolve) => ftp.listen(2121, '127.0.0.77', resolve));
});
afterAll(async () => {
  await new Promise((resolve) => ftp.close(resolve));
  await world.close();
});
beforeEach(() => (folder = newFolder()));
afterEach(() => {
  removeFolder(folder);
  process.exitCode = undefined;
});

/** Runs `npm run discover` in this process, without a terminal. Returns the command's output and exit code. */
async function discover(...args: string[]) {
  const logLines: string[] = [];
  const take = (chunk: unknown) => logLines.push(String(chunk)) > 0;
  const spies = [process.stdout, process.stderr].map((stream) => jest.spyOn(stream, 'write').mockImplementation(take));
  const { isTTY } = process.stdin;
  process.stdin.isTTY = false;
  try {
    await runDiscover(['--server', world.url, '--rate', '20000', '--docker', '/none', ...args], {
      startScript: '/none',
      stateFolder: folder,
      port: '4000',
      environment: {},
    });
    return { code: process.exitCode ?? 0, output: logLines.join('') };
  } finally {
    process.exitCode = undefined;
    process.stdin.isTTY = isTTY;
    for (const spy of spies) spy.mockRestore();
  }
}

test('the command creates an account, scans, and prints the address of the map; later runs ask nothing', async () => {
  const email = `${randomUUID()}@netloom.example`;
  const account = ['--email', email, '--password', 'Secret-Word-1', '--organization', 'Mine', '--network', 'Home'];
  const first = await discover('127.0.0.77', ...account);
  expect(first).toMatchObject({ code: 0, output: expect.stringContaining('Created an account') });
  expect(first.output).toMatch(/Machines {3}1\n.*Ports {6}1 open\n.*Services {3}1 identified/);
  expect(first.output).toContain(`${world.url}/topology`);
  expect(first.output).not.toContain('Secret-Word-1');

  const user = await world.prisma.user.findFirstOrThrow({ where: { email }, include: { organization: true } });
  try {
    expect(user).toMatchObject({ permissions: 'Owner', organization: { name: 'Mine' } });
    const [network] = await world.prisma.network.findMany({ where: { organizationId: user.organizationId } });
    expect(network!.name).toBe('Home');
    const foundHostFilter = { networkId: network!.id, ipAddresses: { some: { ipAddress: '127.0.0.77' } } };
    expect(await world.prisma.host.count({ where: foundHostFilter })).toBe(1);

    for (const file of ['discover.json', 'identity.json'])
      expect([file, statSync(path.join(folder, file)).mode & 0o777]).toEqual([file, 0o600]);
    expect(readFileSync(path.join(folder, 'discover.json'), 'utf8')).not.toContain('Secret-Word-1');

    const again = await discover('127.0.0.77');
    expect(again).toMatchObject({ code: 0, output: expect.stringContaining('Done.') });
    const runs = { networkId: network!.id, runType: 'Historical' as const };
    expect(await world.prisma.discovery.count({ where: runs })).toBe(2);
    expect(await world.prisma.daemon.count({ where: { networkId: network!.id } })).toBe(1);

    // Without its saved state, the command signs in to the account that the first run created.
    removeFolder(folder);
    const third = await discover('127.0.0.77', ...account);
    expect(third).toMatchObject({ code: 0, output: expect.stringContaining(`Signed in as ${email}`) });
    expect(await world.prisma.organization.count({ where: { name: 'Mine', id: user.organizationId } })).toBe(1);
  } finally {
    await world.prisma.daemon.deleteMany({ where: { organizationId: user.organizationId } });
    await world.prisma.organization.deleteMany({ where: { id: user.organizationId } });
  }
});

test('the key of a user is enough if a network exists, and so is the key of a daemon', async () => {
  const byKey = await discover('127.0.0.77', '--key', world.key.credential.key!, '--network', 'South');
  expect(byKey).toMatchObject({ code: 0, output: expect.stringContaining('the network "South"') });
  expect(await world.prisma.daemon.count({ where: { networkId: world.otherNetworkId } })).toBe(1);
  removeFolder(folder);
  const daemon = await world.addDaemon({ isRegistered: false });
  const byDaemonKey = await discover('127.0.0.77', '--key', daemon.credential.key!);
  expect(byDaemonKey).toMatchObject({ code: 0, output: expect.stringContaining('Done.') });
});

test.each([
  [['--key', demo.key], /key of the demo/],
  [['--email', demo.email, '--password', 'Netloom-Demo-1'], /account of the demo/],
  [[], /--email and --password, or --key/],
  [['--key', 'nlm_u_unknown'], /refused/],
  [['--rate', 'fast', '--key', 'x'], /--rate is "fast".*whole number/],
])('%j ends in a line that says what next, and leaves no files', async (args, line) => {
  const { code, output } = await discover('127.0.0.77', ...args);
  expect(output).toMatch(line);
  expect(code).toBeGreaterThan(0);
});

test('the demo account that the command refuses is the account of the demo data', () => {
  expect(demo).toEqual({ email: demoAccess.email, key: demoAccess.apiKey });
});

test('if there are several networks and none is named, the error lists them', async () => {
  const { code, output } = await discover('127.0.0.77', '--key', world.key.credential.key!);
  expect([code, output]).toEqual([
    2,
    expect.stringMatching(/Several networks exist: pass --network with one of "North", "South"/),
  ]);
});

describe('starting Netloom', () => {
  const script = (text: string): string => {
    const file = path.join(folder, 'start.mjs');
    writeFileSync(file, text);
    return file;
  };
  const serving = `import { createServer } from 'node:http';
    createServer((_request, response) => response.end('{}')).listen(Number(process.env.PORT), '127.0.0.1');
    process.on('SIGTERM', () => process.exit(0));`;
  async function freePort(): Promise<number> {
    const probe = createServer();
    await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
    const { port } = probe.address() as AddressInfo;
    await new Promise((resolve) => probe.close(resolve));
    return port;
  }
  const never = new AbortController().signal;

  test('is done if no service runs, which the command says, and the service stops on request', async () => {
    const server = new URL(`http://127.0.0.1:${await freePort()}`);
    const logLines: string[] = [];
    const options = { startScript: script(serving), environment: process.env };
    const startedServer = await startIfNeeded(server, options, never, (line) => logLines.push(line));
    expect(logLines).toEqual([expect.stringMatching(/does not run.*starting it/)]);
    expect((await fetch(new URL('/api/health', server))).status).toBe(200);
    expect(await startIfNeeded(server, options, never, () => undefined)).toBeUndefined();
    await startedServer!.stop();
    await expect(fetch(new URL('/api/health', server))).rejects.toThrow();
  });

  test('fails: the command prints the output of the service', async () => {
    const server = new URL(`http://127.0.0.1:${await freePort()}`);
    const options = {
      startScript: script(`console.error('The port is taken.'); process.exit(1);`),
      environment: process.env,
    };
    await expect(startIfNeeded(server, options, never, () => undefined)).rejects.toThrow(
      /could not be started:\nThe port is taken\./,
    );
  });
});

test('progress is one line that is overwritten on a terminal, and a few lines elsewhere', () => {
  const writtenTexts: string[] = [];
  const stream = (isTTY: boolean) => ({ isTTY, write: (text: string) => writtenTexts.push(text) > 0 }) as never;
  const steps = Array.from({ length: 100 }, (_none, percent) => ({
    phase: 'scanning' as const,
    percent,
    machines: 3,
    ports: 9,
    secondsLeft: 61,
  }));
  const lines = progressReporter(stream(false));
  for (const step of steps) lines.show(step);
  expect(writtenTexts).toHaveLength(10);
  expect(writtenTexts[0]).toBe('Scanning ports: 0 %, 3 machines, 9 open ports, about 61 s left\n');
  writtenTexts.length = 0;
  const bar = progressReporter(stream(true));
  for (const step of steps) bar.show(step);
  bar.end();
  expect(writtenTexts[0]).toMatch(/^\rScanning/);
  expect(writtenTexts.at(-1)).toBe('\n');
  const summary = {
    ...{ phase: 'Complete' as const, machines: 1, ports: 2, services: 1, guesses: 1, devices: 0, warnings: ['odd'] },
    ...{ credentialResults: [], swept: [] },
  };
  expect(summaryText(summary, 'http://x/topology')).toMatch(
    /1 guessed from their ports[^]*- odd[^]*SNMP[^]*http:\/\/x\/topology/,
  );
  const emptySummary = summaryText({ ...summary, machines: 0 }, 'http://x/topology');
  expect(emptySummary).toMatch(/No machine answered: check the range/);
  expect(emptySummary).not.toMatch(/No device was read/);
});
