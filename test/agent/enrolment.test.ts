// Enrolment with the agent's single file, which the service offers for download. The agent exchanges a code for a key,
// which it stores in a file that only the owner can read. Later starts use the stored key. A failed exchange leaves no
// file behind.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createWorld, type World } from '../support/world';
import { Child } from '../start/child';
import { freePort } from './sources/snmp/simulator';
import { newFolder, removeFolder } from './support/agent';
import { oldestNode, withOldestNode } from './support/oldest-node';

let world: World;
let folder: string;
let file: string;
beforeAll(async () => {
  world = await createWorld();
  folder = newFolder();
  file = path.join(folder, 'agent.cjs');
  const response = await fetch(`${world.url}/agent/netloom-agent.cjs`);
  writeFileSync(file, await response.text());
});
afterAll(async () => {
  removeFolder(folder);
  await world.close();
});

let states = 0;
const newState = () => path.join(folder, `state-${(states += 1)}`);
const keyFile = (state: string) => path.join(state, 'key.json');
async function createCode(): Promise<{ code: string; id: string }> {
  const body = { name: 'enrolled', network_id: world.networkId };
  const reply = await world.member.rest.post('/enrolment-codes', body);
  if (reply.status !== 200) throw new Error(reply.story);
  return { code: reply.body.data.code as string, id: reply.body.data.enrolment_code.id as string };
}
const isUsed = async (id: string) =>
  (await world.prisma.enrolmentCode.findUniqueOrThrow({ where: { id } })).usedAt !== null;
const scan = ['--allow', '127.0.0.78', '--rate', '20000', '--docker', '/none'];
const start = (state: string, ...args: string[]) => new Child([file, '--state', state, ...scan, ...args]);
/** Waits until the agent exits, and checks that the exit code is `code`. Returns the agent's output. */
async function endsWith(code: number, agent: Child): Promise<string> {
  expect([await agent.ended, agent.output]).toEqual([{ code, signal: null }, agent.output]);
  return agent.output;
}
/** Waits until the agent is connected, stops it, and returns the id of the agent's daemon. */
async function connectedDaemon(agent: Child): Promise<string> {
  const [, daemonId] = await agent.waitFor(/Connected to \S+ as daemon (\S+)\./);
  agent.send('SIGTERM');
  expect(await agent.ended).toEqual({ code: 0, signal: null });
  return daemonId!;
}

test('a code is exchanged for a key that only its owner can read; later starts need no code', async () => {
  const state = newState();
  const { code, id } = await createCode();
  const first = start(state, '--server', world.url, '--enrol', code);
  const daemonId = await connectedDaemon(first);
  expect(first.output).toContain(`The key is stored in ${keyFile(state)}`);
  expect(await isUsed(id)).toBe(true);
  expect(statSync(keyFile(state)).mode & 0o777).toBe(0o600);
  const stored = JSON.parse(readFileSync(keyFile(state), 'utf8')) as { key: string; server: string };
  expect(stored).toEqual({
    key: expect.stringMatching(/^nlm_d_/),
    server: `${world.url}/`,
    codeHash: expect.any(String),
  });
  expect(first.output).not.toContain(stored.key);
  const daemon = await world.prisma.daemon.findUniqueOrThrow({ where: { id: daemonId }, include: { apiKey: true } });
  expect(daemon).toMatchObject({ networkId: world.networkId, confirmedAt: null, apiKey: { name: 'enrolled' } });
  expect(await connectedDaemon(start(state))).toBe(daemonId);
  expect(await connectedDaemon(start(state, '--server', world.url, '--enrol', code))).toBe(daemonId);
});

test('the code is read from the environment, and from standard input', async () => {
  const fromEnvironment = await createCode();
  const args = [file, '--state', newState(), ...scan, '--server', world.url];
  await connectedDaemon(new Child(args, { NETLOOM_ENROLMENT_CODE: fromEnvironment.code }));
  const fromInput = await createCode();
  const codeFile = path.join(folder, 'code.txt');
  writeFileSync(codeFile, `${fromInput.code}\n`);
  const words = [process.execPath, file, '--state', newState(), ...scan, '--server', world.url, '--enrol', '-'];
  const command = `exec ${words.map((word) => `'${word}'`).join(' ')} < '${codeFile}'`;
  const piped = new Child(['-c', command], {}, { command: '/bin/sh' });
  await piped.waitFor(/Connected to/);
  piped.send('SIGTERM');
  await piped.ended;
  expect([await isUsed(fromEnvironment.id), await isUsed(fromInput.id)]).toEqual([true, true]);
});

describe('an enrolment that fails leaves no key, and the reason is printed', () => {
  test('the code was used by another machine, is unknown, or has expired', async () => {
    const { code, id } = await createCode();
    expect((await world.anonymous.rest.post('/enrolment-codes/exchange', { code })).status).toBe(200);
    const state = newState();
    const at = ['--server', world.url, '--enrol'];
    expect(await endsWith(3, start(state, ...at, code))).toMatch(
      /The code was used already, and is good for one agent/,
    );
    expect(await endsWith(3, start(state, ...at, 'nlm_e_wrong'))).toMatch(/The code is unknown or was revoked/);
    await world.prisma.enrolmentCode.update({ where: { id }, data: { usedAt: null, expiresAt: new Date() } });
    expect(await endsWith(3, start(state, ...at, code))).toMatch(/The code has expired: it is good for 15 minutes/);
    expect(existsSync(keyFile(state))).toBe(false);
  });

  test('no server, invalid ranges, a folder that is in use: the code stays valid', async () => {
    const { code, id } = await createCode();
    const state = newState();
    const port = await freePort();
    const output = await endsWith(4, start(state, '--server', `http://127.0.0.1:${port}`, '--enrol', code));
    expect(output).toMatch(/cannot be reached .* Check the address/);
    expect(await endsWith(2, start(state, '--server', world.url, '--enrol', code, '--allow', '8.8.8.8'))).toMatch(
      /--yes/,
    );
    const other = await createCode();
    const running = start(state, '--server', world.url, '--enrol', other.code);
    await running.waitFor(/Connected to/);
    expect(await endsWith(2, start(state, '--server', world.url, '--enrol', code))).toMatch(/Another agent/);
    running.send('SIGTERM');
    await running.ended;
    expect(await isUsed(id)).toBe(false);
  });
});

test('a key file that others can read is refused; a key for another server is not used', async () => {
  const state = newState();
  const { code } = await createCode();
  await connectedDaemon(start(state, '--server', world.url, '--enrol', code));
  const otherServer = await endsWith(2, start(state, '--server', 'https://netloom.example'));
  expect(otherServer).toMatch(/is for http:\/\/127\.0\.0\.1:\d+\/, not for https:\/\/netloom\.example\//);
  chmodSync(keyFile(state), 0o640);
  expect(await endsWith(2, start(state))).toMatch(/Other users can read .*key\.json/);
  chmodSync(keyFile(state), 0o600);
  writeFileSync(keyFile(state), '{}');
  expect(await endsWith(2, start(state))).toMatch(/has no key: delete it, and enrol with a new code/);
});

test('a code together with a key is refused, and so is neither of them', async () => {
  const state = newState();
  const both = start(state, '--server', world.url, '--key', 'k', '--enrol', 'c');
  expect(await endsWith(2, both)).toMatch(/not both/);
  expect(await endsWith(2, start(state, '--server', world.url, '--enrol', ' '))).toMatch(/code is empty/);
  expect(await endsWith(2, start(state, '--server', world.url))).toMatch(/does not exist: pass --enrol CODE/);
  expect(await endsWith(2, start(state))).toMatch(/^--server and --enrol or --key are required\.\n\nUsage/);
});

withOldestNode.test('the oldest Node enrols', async () => {
  const { code } = await createCode();
  expect(spawnSync(oldestNode, ['--version'], { encoding: 'utf8' }).status).toBe(0);
  const args = [file, '--state', newState(), ...scan, '--server', world.url, '--enrol', code];
  await connectedDaemon(new Child(args, {}, { command: oldestNode }));
});
