// Tests `npm run check`: the exit code and the report tell which checks of a network pass or fail.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { CheckResult } from '../../src/checker/check-result';
import { exitCodeOf, runCheck } from '../../src/checker/command';
import { junitXml } from '../../src/checker/junit';
import { createWorld, type World } from '../support/world';

let world: World;
let folder: string;
let key: string;
beforeAll(async () => {
  world = await createWorld();
  folder = mkdtempSync(path.join(tmpdir(), 'check-command-'));
  const body = { name: 'check', permissions: 'Viewer', network_ids: [world.networkId], tags: [] };
  key = (await world.owner.rest.post('/auth/keys', body)).body.data.key;
});
afterEach(() => world.prisma.check.deleteMany({ where: { organizationId: world.organizationId } }));
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await world.close();
});

async function run(...args: string[]) {
  const writtenTexts: string[] = [];
  const take = (chunk: unknown) => writtenTexts.push(String(chunk)) > 0;
  const spies = [process.stdout, process.stderr].map((stream) => jest.spyOn(stream, 'write').mockImplementation(take));
  try {
    await runCheck([...args, '--server', world.url], '4000');
    return { code: process.exitCode ?? 0, output: writtenTexts.join('') };
  } finally {
    process.exitCode = undefined;
    for (const spy of spies) spy.mockRestore();
  }
}

/**
 * Adds a check with a stored result, as the background job would store it. Without `state`, the check has no result.
 */
async function addCheck(name: string, state?: 'Passing' | 'Failing' | 'Unknown', columns: object = {}): Promise<void> {
  const { organizationId, networkId, prisma } = world;
  const data = { organizationId, name, kind: 'NoAddressTwice', ...columns };
  const { id: checkId } = await prisma.check.create({ data });
  await prisma.checkNetwork.create({ data: { checkId, networkId, organizationId } });
  if (!state) return;
  const host = await prisma.host.create({ data: { networkId, name: 'h' } });
  const params = { count: 2, address: '10.0.0.9', host: 'a<b', otherHost: 'c' };
  const finding = {
    key: 'k',
    code: 'address_twice',
    subject: 'Host',
    elementIds: [host.id],
    params,
    isAccepted: false,
  };
  const missing = { code: 'no_cables', params: {}, elementIds: [] };
  await prisma.checkVerdict.create({
    data: {
      ...{ checkId, networkId, organizationId, state, since: new Date('2026-01-31T12:00:00Z'), sinceIsAtLeast: true },
      ...{ judged: 1, findingCount: state === 'Failing' ? 1 : 0, acceptedCount: 0 },
      findings: state === 'Failing' ? [finding] : [],
      missing: state === 'Unknown' ? [missing] : [],
    },
  });
}

test('exits with 0 if all checks pass', async () => {
  await addCheck('first', 'Passing');
  await addCheck('off', 'Failing', { enabled: false });
  await addCheck('muted', 'Failing', { mutedUntil: new Date('2999-01-01') });
  const { code, output } = await run('--key', key);
  expect([code, output]).toEqual([
    0,
    expect.stringMatching(/: 2 checks\n {2}passes +first \(Warning\)\n {2}FAILS +muted/),
  ]);
});

test('exits with 1 if a check fails, says why, and writes a report', async () => {
  await addCheck('addresses', 'Failing');
  await addCheck('cables', 'Unknown');
  const file = path.join(folder, 'report.xml');
  const { code, output } = await run('--key', key, '--network', world.networkId, '--junit', file);
  expect(code).toBe(1);
  expect(output).toContain('FAILS          addresses (Warning) since at least 2026-01-31T12:00:00.000Z');
  expect(output).toContain('    2 hosts have the address 10.0.0.9: a<b, c.\n');
  expect(output).toContain('    The network has no known cable.');
  const report = readFileSync(file, 'utf8');
  expect(report).toContain('tests="2" failures="1" errors="1" skipped="0"');
  expect(report).toContain('2 hosts have the address 10.0.0.9: a&lt;b, c.</failure>');
});

test('exits with 2 if a check is unknown, or was not judged yet', async () => {
  await addCheck('unknown', 'Unknown');
  expect((await run('--key', key)).code).toBe(2);
  await world.prisma.check.deleteMany({ where: { organizationId: world.organizationId } });
  await addCheck('new');
  expect(await run('--key', key)).toEqual({ code: 2, output: expect.stringContaining('not judged yet new') });
});

test('after supposed changes, a check with a query is not judged, and does not change the exit code', async () => {
  const { prisma, networkId } = world;
  const { id: failing } = await prisma.host.create({ data: { networkId, name: 'fails' } });
  const { id: hostId } = await prisma.host.create({ data: { networkId, name: 'stays' } });
  const cidr = '10.78.1.0/24';
  const subnet = await prisma.subnet.create({ data: { networkId, cidr, name: 'lan', subnetType: 'Lan' } });
  await prisma.ipAddress.create({
    data: { networkId, hostId, subnetId: subnet.id, subnetCidr: cidr, ipAddress: '10.78.1.7' },
  });
  const document = 'query ($networkId: UUID!) { hosts(networkId: $networkId, first: 100) { nodes { id } } }';
  await addCheck('own query', 'Failing', { kind: 'QueryFindsNothing', rule: { document, expression: 'hosts.nodes' } });
  await addCheck('addresses');
  const changes = path.join(folder, 'fails.json');
  writeFileSync(changes, JSON.stringify([{ type: 'HostFails', host_id: failing }]));
  const report = path.join(folder, 'supposed.xml');
  const { code, output } = await run('--key', key, '--what-if', changes, '--junit', report);
  expect([code, output]).toEqual([0, expect.stringContaining('passes         addresses (Warning)')]);
  expect(output).toContain(
    'not judged     own query (Warning)\n    The query reads the network without the what-if changes.',
  );
  const text = readFileSync(report, 'utf8');
  expect(text).toContain('tests="2" failures="0" errors="0" skipped="1"');
  expect(text).toContain('<skipped message="not judged">The query reads the network without the what-if changes.');
  // A check that selects nothing to judge sets the exit code to 2.
  await addCheck('cables', undefined, { kind: 'LinkEndsAgree', rule: { properties: ['Mtu'] } });
  expect(await run('--key', key, '--what-if', changes)).toEqual({
    code: 2,
    output: expect.stringContaining(
      'unknown        cables (Warning)\n    The check selects nothing that it could judge.',
    ),
  });
});

test('refuses wrong arguments and keys', async () => {
  expect(await run('--key', key, '--network', 'no such')).toMatchObject({
    code: 2,
    output: expect.stringContaining('Which network?'),
  });
  expect((await run()).code).toBe(2);
  expect((await run('--key', 'nlm_u_wrong')).code).toBe(3);
  const unwritable = path.join(folder, 'no', 'such', 'folder.xml');
  expect((await run('--key', key, '--junit', unwritable)).output).toContain('cannot be written');
});

test('the exit code counts checks that are not muted, and a report has no characters that XML lacks', () => {
  const result = (state: CheckResult['state'], isMuted = false): CheckResult => ({
    ...{ name: 'n\u0000"&', severity: 'Info', isMuted, state, since: null, sentences: ['<\u000b>'] },
  });
  expect(exitCodeOf([])).toBe(0);
  expect(exitCodeOf([result('Failing', true), result('Unknown', true), result('Passing')])).toBe(0);
  expect(exitCodeOf([result('NotJudged'), result('Failing')])).toBe(1);
  const report = junitXml('n', [result('Failing'), result('Unknown', true)]);
  expect(report).toContain('name="n?&quot;&amp;"');
  expect(report).toContain('&lt;?&gt;');
  expect(report).toContain('<skipped message="muted"/>');
});

test('judges the network after supposed changes, and stores nothing', async () => {
  const { prisma, networkId } = world;
  const ends = await Promise.all(['one', 'other'].map((name) => prisma.host.create({ data: { networkId, name } })));
  const [first, second] = await Promise.all(
    ends.map(({ id: hostId }) => prisma.interface.create({ data: { networkId, hostId, ifName: 'eth0' } })),
  );
  await prisma.interfaceNeighbor.create({
    data: { networkId, interfaceId: first!.id, remoteInterfaceId: second!.id, protocol: 'LLDP' },
  });
  const rule = { view: 'L2Physical', fromHostId: ends[0]!.id, toHostId: ends[1]!.id };
  await addCheck('way', 'Passing', { kind: 'WayExists', rule });
  const file = path.join(folder, 'changes.json');
  writeFileSync(file, JSON.stringify([{ type: 'PortDisconnected', interface_id: first!.id }]));
  const { code, output } = await run('--key', key, '--what-if', file);
  expect([code, output]).toEqual([1, expect.stringContaining('FAILS          way (Warning)\n')]);
  expect(output).toContain('what if: 1 change, 1 device cut off');
  expect(output).toContain('There is no path from one to other.');
  expect(await prisma.checkVerdict.count({ where: { networkId, state: 'Failing' } })).toBe(0);
  writeFileSync(file, JSON.stringify([{ type: 'HostFails', host_id: randomUUID() }]));
  expect(await run('--key', key, '--what-if', file)).toMatchObject({
    code: 2,
    output: expect.stringContaining('Change 1 is not possible: No host has the id'),
  });
  await prisma.host.deleteMany({ where: { id: { in: ends.map(({ id }) => id) } } });
  writeFileSync(file, '{}');
  expect(await run('--key', key, '--what-if', file)).toMatchObject({
    code: 2,
    output: expect.stringContaining('is no JSON list of changes'),
  });
});
