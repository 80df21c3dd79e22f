// `npm run build:agent` produces a single file that runs on plain Node.js, even on old versions, without any other file
// of the project.
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { version } from '../../package.json';
import { eventually } from '../support/eventually';
import { createWorld } from '../support/world';
import { Child, projectDir } from '../start/child';
import { closeAll, freePort, recordFile, startSimulator } from './sources/snmp/simulator';
import { newFolder, removeFolder } from './support/agent';
import { FakeServer } from './support/fake-server';
import { oldestNode, oldestVersion, withOldestNode } from './support/oldest-node';

let folder: string;
let file: string;
beforeAll(() => {
  execFileSync(process.execPath, ['scripts/build-agent.mjs'], { cwd: projectDir, stdio: 'ignore' });
  folder = newFolder();
  file = path.join(folder, 'agent.cjs');
  copyFileSync(path.join(projectDir, 'dist', 'netloom-agent.cjs'), file);
});
afterAll(() => removeFolder(folder));

const run = (...args: string[]) => spawnSync(process.execPath, [file, ...args], { cwd: folder, encoding: 'utf8' });

test('the built file prints its version, and says what is wrong with its arguments', () => {
  expect(run('--version')).toMatchObject({ status: 0, stdout: `${version}\n`, stderr: '' });
  expect(run()).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/^--server and --enrol or --key are required\.\n\nUsage/),
  });
  expect(run('--server', 'x', '--key', 'y').stderr).toBe(
    '--server is "x"; it must be an http or https address such as https://netloom.example.\n',
  );
  expect(run('--server', 'http://localhost', '--key', 'y', '--allow', '8.8.8.8').stderr).toMatch(/--yes/);
});

test('the built file runs a session, stops in time on request, and ends without an error', async () => {
  const server = await new FakeServer().start();
  const agentArguments = ['--server', server.url.href, '--key', 'k', '--allow', '127.0.0.78', '--state', folder];
  const options = [file, ...agentArguments, '--rate', '20000'];
  const child = new Child(options);
  try {
    await server.heard(/request-work$/, 30);
    server.work = { session_id: '00000000-0000-4000-8000-000000000001' };
    // While idle, the agent requests work only every half minute. So it is stopped, and a new agent is started, which
    // requests work immediately.
    child.send('SIGTERM');
    expect(await child.ended).toEqual({ code: 0, signal: null });
    expect(child.output).toMatch(/Connected to .*\n(.*\n)*.*Stopped\.\n$/);
    const second = new Child(options);
    await eventually(async () => server.updates('Complete').length > 0 || server.updates('Scanning').length > 0, 60);
    second.send('SIGTERM');
    const startedAt = performance.now();
    expect(await second.ended).toEqual({ code: 0, signal: null });
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  } finally {
    await server.stop();
  }
});

withOldestNode.test('the oldest Node that it runs on finds a device, which the service has then', async () => {
  const version = spawnSync(oldestNode, ['--version'], { encoding: 'utf8' }).stdout.trim();
  expect(version).toBe(`v${oldestVersion}`);
  const world = await createWorld();
  try {
    const daemon = await world.addDaemon({ isRegistered: false });
    const port = await freePort();
    await startSimulator('127.0.0.79', port, recordFile('switch-8'));
    const credentials = path.join(folder, 'credentials.json');
    writeFileSync(credentials, JSON.stringify([{ version: 'v2c', community: 'public', port }]), { mode: 0o600 });
    const child = new Child(
      [
        ...[file, '--server', world.url, '--key', daemon.credential.key!, '--state', path.join(folder, 'oldest')],
        ...['--allow', '127.0.0.79', '--rate', '20000', '--credentials', credentials],
      ],
      {},
      { command: oldestNode },
    );
    const where = { networkId: world.networkId, runType: 'Historical' as const };
    const [record] = await eventually(async () => {
      const records = await world.prisma.discovery.findMany({ where });
      return records.length > 0 && records;
    }, 120);
    expect(record).toMatchObject({ results: { phase: 'Complete', error: null } });
    child.send('SIGTERM');
    expect(await child.ended).toEqual({ code: 0, signal: null });
    const hosts = await world.prisma.host.findMany({
      where: { networkId: world.networkId, sysName: { not: null } },
      include: { interfaces: true },
    });
    expect(hosts).toHaveLength(1);
    expect(hosts[0]!.interfaces).toHaveLength(8);
  } finally {
    await closeAll();
    await world.close();
  }
});
