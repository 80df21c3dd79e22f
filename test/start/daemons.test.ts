// Tests that a service that `npm start` has started on a database without rows serves daemons of every version. A user
// signs up, and each daemon reports a network.
import { runWork, ModelDaemon } from '../modules/discovery/generations/model-daemon';
import { generations } from '../../src/modules/discovery/protocol/generations/protocol-versions';
import { createMigratedDatabase, type OwnDatabase } from '../support/own-database';
import { service, type Child } from './child';

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any;

let database: OwnDatabase;
let child: Child;
let url: string;
let cookie = '';

async function call(method: 'GET' | 'POST', path: string, body?: object): Promise<Json> {
  const headers = { cookie, ...(body && { 'content-type': 'application/json' }) };
  const answer = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const sessionCookie = answer.headers.getSetCookie().find((line) => line.startsWith('session_id='));
  if (sessionCookie) cookie = sessionCookie.split(';')[0]!;
  const envelope: Json = await answer.json();
  if (!envelope.success) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(envelope)}`);
  return envelope.data;
}

beforeAll(async () => {
  database = await createMigratedDatabase();
  const settings = { DATABASE_URL: database.url, HOST: '127.0.0.1' };
  child = service({ ...settings, DEMO: 'off', LOG_LEVEL: 'warn' });
  const [, port] = await child.waitFor(/REST {7}http:\/\/localhost:(\d+)\/api\/v1/);
  url = `http://127.0.0.1:${port}`;
  await call('POST', '/api/auth/setup', { organization_name: 'Field', network: { name: 'Site' } });
  const account = { email: 'owner@netloom.example', password: 'Secret-Word-1', terms_accepted: true };
  await call('POST', '/api/auth/register', account);
});
afterAll(async () => {
  child.send('SIGTERM');
  const ended = await child.ended;
  await database.drop();
  expect([ended.code, child.output]).toEqual([0, expect.not.stringContaining('"level":50')]);
});

test.each(generations.map((generation, at) => [generation, `10.60.${at}`] as const))(
  'a daemon of generation %s registers, works and reports',
  async (generation, block) => {
    const [{ id: networkId }] = await call('GET', '/api/v1/networks');
    const { key } = await call('POST', '/api/v1/auth/daemon', { name: generation, network_id: networkId, tags: [] });
    const daemon = new ModelDaemon({ url, key, networkId, generation, seed: 1 });
    await daemon.start();
    for (;;) {
      const { work } = await daemon.requestWork();
      if (!work) break;
      await runWork(daemon, work, block);
    }
    const jobs: Json[] = await call('GET', `/api/v1/discovery?daemon_id=${daemon.id}&limit=0`);
    const runs = jobs.filter(({ run_type }) => run_type.type === 'Historical');
    expect(runs.map(({ run_type }) => run_type.results.phase)).toEqual(['Complete']);
    const hosts: Json[] = await call('GET', `/api/v1/hosts?network_id=${networkId}&limit=0`);
    const addresses = hosts.flatMap(({ ip_addresses }) => ip_addresses.map((one: Json) => one.ip_address));
    expect(addresses.filter((one) => one.startsWith(`${block}.`)).sort()).toEqual(
      [1, 2, 3].map((n) => `${block}.${n}`),
    );
  },
);
