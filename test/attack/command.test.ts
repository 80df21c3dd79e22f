// `npm run attack`: the attack finds the misbehaviour of a fake service in this test, and a short attack on the real
// service runs from start to end.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Canaries } from '../../attack/canaries';
import type { Phase } from '../../attack/phase';
import { Report } from '../../attack/report';
import { Runner } from '../../attack/run';
import type { World } from '../../attack/world';
import { Child } from '../start/child';

test('each misbehaviour of a service becomes a finding, with the command that replays it, and is counted', async () => {
  const secret = 'secret-ba9876543210';
  const server = createServer((req, res) => {
    if (req.url === '/fails') res.writeHead(500).end('{"code":"internal_error"}');
    else if (req.url === '/leaks') res.end(`{"name":"${secret}"}`);
    else if (req.url === '/cuts') res.destroy();
    else res.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const canaries = new Canaries();
  canaries.addSecret(secret, 'B');
  const lines: string[] = [];
  const report = new Report('planted', (line) => lines.push(line));
  const world = { canaries, shareIds: ['none'], organizations: [{ letter: 'A', networks: [{ scope: 'A.N1' }] }] };
  const service = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    generation: 1,
    ready: () => Promise.resolve(),
    logOf: (id: string) => [`the log of ${id}`],
    takeLongest: () => Promise.resolve({ startedAt: 0, wallMs: 400, ownMs: 321, collectingMs: 0 }),
  };
  const runner = new Runner('planted', world as unknown as World, service, report);
  const caller = { name: 'somebody', headers: { authorization: 'Bearer x' }, reach: new Set(['A']) };
  const paths = ['/fine', '/fails', '/leaks', '/cuts'];
  const phase: Phase = {
    ...{ name: 'planted', duty: 'asks for what is planted', share: 1, together: 1, cases: paths.length },
    isMeasured: true,
    run: async ({ number, send }) => void (await send(caller, { method: 'GET', path: paths[number]! }, paths[number]!)),
  };
  await runner.run(phase, 10);
  runner.onSlow({ startedAt: Date.now(), wallMs: 400, ownMs: 300, collectingMs: 0 });
  runner.onInnocent({ path: 'GET /', startedAt: Date.now() - 3000, ms: 3000, ownDelayMs: 0, status: 200 });
  for (let requestedCount = 0; requestedCount < 100; requestedCount += 1)
    runner.onInnocent({ path: 'GET /', startedAt: Date.now(), ms: 600, ownDelayMs: 0, status: 200 });
  expect(runner.takeWaits('planted')).toHaveLength(101);
  server.closeAllConnections();
  server.close();
  const outputText = lines.join('\n');
  for (const [kind, number] of [
    ['5xx', 1],
    ['canary', 2],
    ['cut', 3],
  ] as const)
    expect(outputText).toMatch(
      new RegExp(`FINDING ${kind}: .*\\n  replay  npm run attack -- --seed planted --case planted:${number}\\n`),
    );
  expect(outputText).toContain('FINDING slow turn: ');
  expect(outputText).toContain('FINDING slow innocent: an innocent caller waited 3000 ms');
  expect(outputText).toContain('FINDING slow innocent: the p99 of 101 waits of innocent callers was 600 ms');
  expect(outputText).toMatch(/^  \/leaks +0 kB +slowest turn 321 ms/m);
  expect(outputText).toContain('  caller  somebody\n  request GET /fails\n  log     the log of attack-2');
  expect(outputText).not.toContain('Bearer');
  expect(report.findings).toBe(6);
});

test('a short run starts the service, attacks it and prints the result', async () => {
  const phases = ['documents', 'rest', 'races', 'mcp', 'narrowed', 'foreign', 'grants'];
  const args = ['--minutes', '0.05', '--seed', 'short', '--hosts', '20', '--phases', phases.join(',')];
  const child = new Child(['scripts/attack.mjs', ...args], { TEST_DATABASE_URL: process.env.TEST_DATABASE_URL });
  const { code } = await child.ended;
  expect(child.output).toMatch(/^Seed short, [\d,]+ requests$/m);
  for (const phase of ['calm', ...phases]) expect(child.output).toMatch(new RegExp(`^${phase} +\\d`, 'm'));
  expect(child.output).toMatch(/^Slowest turn of the service +[\d,]+ ms$/m);
  const findings = [...child.output.matchAll(/^Findings, .*?(\d+)$/gm)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  );
  expect(code).toBe(findings === 0 ? 0 : 1);
}, 240_000);
