// Tests `npm run import`: one command imports files and NetBox data, and shows the changes before they are applied.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runImport } from '../../src/importer/command';
import { createWorld, type World } from '../support/world';

let world: World;
let folder: string;
let key: string;
let networkId: string;
beforeAll(async () => {
  world = await createWorld();
  folder = mkdtempSync(path.join(tmpdir(), 'import-command-'));
});
beforeEach(async () => {
  const { organizationId, owner } = world;
  const createdReply = await owner.rest.post('/networks', {
    name: 'Imports',
    organization_id: organizationId,
    tags: [],
  });
  networkId = createdReply.body.data.id;
  const body = { name: 'import', permissions: 'Member', network_ids: [networkId], tags: [] };
  key = (await owner.rest.post('/auth/keys', body)).body.data.key;
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await world.close();
});
afterEach(() => void (process.exitCode = undefined));

/** Runs the command without a terminal. Returns its output and its exit code. */
async function run(...args: string[]) {
  const writtenTexts: string[] = [];
  const take = (chunk: unknown) => writtenTexts.push(String(chunk)) > 0;
  const spies = [process.stdout, process.stderr].map((stream) => jest.spyOn(stream, 'write').mockImplementation(take));
  const { isTTY } = process.stdin;
  process.stdin.isTTY = false;
  try {
    await runImport(args, '4000');
    return { code: process.exitCode ?? 0, output: writtenTexts.join('') };
  } finally {
    process.exitCode = undefined;
    process.stdin.isTTY = isTTY;
    for (const spy of spies) spy.mockRestore();
  }
}
const asMember = (...args: string[]) => run(...args, '--server', world.url, '--key', key);

function fileOf(name: string, content: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, content);
  return file;
}
const neighbours = (...addresses: string[]) =>
  JSON.stringify(addresses.map((dst, n) => ({ dst, lladdr: `00:1b:21:00:00:0${n}`, state: ['REACHABLE'] })));
const hostsThere = () => world.prisma.host.count({ where: { networkId } });

test('a file is shown as a plan, applied on request, and changes nothing the second time', async () => {
  const file = fileOf('neighbours.json', neighbours('10.9.0.5', '10.9.0.6', '127.0.0.1'));
  const first = await asMember(file);
  expect(first).toMatchObject({ code: 0, output: expect.stringContaining('Nothing is applied') });
  expect(first.output).toMatch(/neighbours\.json → network "Imports"\n\n {2}created {4}3\n {2}changed {4}0\n/);
  expect(first.output).toMatch(/Left out:\n {2}line 1 {2}Entry {2}.*127\.0\.0\.1.*: no_host_address/);
  expect(await hostsThere()).toBe(0);
  const second = await asMember(file, '--apply', '--network', 'Imports', '--format', 'IpNeighJson');
  expect(second).toMatchObject({ code: 0, output: expect.stringContaining(`Applied: ${world.url}/topology`) });
  expect(await hostsThere()).toBe(2);
  expect(await asMember(file, '--apply')).toMatchObject({
    code: 0,
    output: expect.stringContaining('nothing to apply'),
  });
});

test('entries of one host, and the values in which they differ, are shown', async () => {
  const lease = (ip: string, name: string) => `0 00:1b:21:aa:00:01 ${ip} ${name} *\n`;
  const file = lease('10.9.0.5', 'printer') + lease('10.9.0.6', 'printer') + lease('10.9.0.5', 'scanner');
  const { output } = await asMember(fileOf('twice.leases', file));
  expect(output).toContain('Changed:\n  line 2  Host  printer, as in line 1: ipAddresses "10.9.0.6"\n');
  expect(output).toContain(
    'Left out:\n  line 3  Host  scanner, as in line 1: hostname stays "printer", not "scanner"\n',
  );
});

test('the effect of an entry on another host is shown with its reason', async () => {
  await asMember(fileOf('neighbours.json', neighbours('10.9.0.5')), '--apply');
  const { output } = await asMember(fileOf('dhcp.leases', '0 00:1b:21:aa:00:01 10.9.0.5 printer *\n'));
  expect(output.replace(/[0-9a-f-]{36}/g, 'ID')).toContain(
    'Changed:\n  line 1  Host  10.9.0.5: ipAddresses of 10.9.0.5 "10.9.0.5" → "printer" ' +
      '(10.9.0.5 from ID: different MAC address: 00:1b:21:aa:00:01 and 00:1b:21:00:00:00)\n',
  );
});

test('texts of a file are shown without control sequences of terminals', async () => {
  const lease = `${Math.floor(Date.now() / 1000) + 3600} 00:1b:21:aa:00:01 10.9.0.5 pr\u001b[2Jinter *\n`;
  const { output } = await asMember(fileOf('leases', lease));
  expect(output).toMatch(/pr\??\[2Jinter/);
  expect(output).not.toContain('\u001b');
});

describe('errors are reported in one line with an exit code', () => {
  const file = () => fileOf('one.json', neighbours('10.9.0.5'));
  it.each<[string, () => Promise<{ code: unknown; output: string }>, number, string]>([
    ['no file', () => asMember(), 2, 'One FILE or --netbox, and --key are needed.'],
    ['no key', () => run(file()), 2, 'One FILE or --netbox, and --key are needed.'],
    ['an unknown option', () => asMember(file(), '--none'), 2, "Unknown option '--none'"],
    [
      'an unknown format',
      () => asMember(file(), '--format', 'Excel'),
      2,
      '--format is "Excel"; it must be one of Nmap',
    ],
    ['a missing file', () => asMember('/none'), 2, '/none cannot be read: '],
    ['a folder', () => asMember(folder), 2, 'cannot be read: it is not a file.'],
    ['another network', () => asMember(file(), '--network', 'Other'), 2, 'Which network? Give --network'],
    ['a wrong key', () => run(file(), '--server', world.url, '--key', 'nlm_u_none'), 3, 'Netloom refused: '],
    ['a broken file', () => asMember(fileOf('broken.xml', '<nmaprun><host>')), 3, '(import_file_invalid).'],
    ['no server', () => run(file(), '--server', 'http://127.0.0.1:1', '--key', key), 4, 'cannot be reached'],
    ['no token', () => asMember('--netbox', 'http://127.0.0.1:1'), 2, '--netbox needs --token or --token-file.'],
    ['no NetBox', () => asMember('--netbox', 'http://127.0.0.1:1', '--token', 'x'), 4, 'dcim/devices: '],
  ])('%s', async (_what, command, code, message) => {
    const commandResult = await command();
    expect(commandResult).toMatchObject({ code, output: expect.stringContaining(message) });
    if (code !== 2) expect(commandResult.output.trim().split('\n')).toHaveLength(1);
    expect(commandResult.output).not.toContain(key);
    expect(await world.prisma.importPlan.count({ where: { networkId } })).toBe(0);
  });
});

test('NetBox is read over its API and imported with its name as the source, and no copy of its data stays', async () => {
  const lists: Readonly<Record<string, readonly object[]>> = {
    'dcim/devices': [{ id: 1, name: 'sw1', status: { value: 'active' }, device_type: { model: 'EX4300' } }],
    'dcim/interfaces': [{ id: 5, device: { id: 1 }, name: 'ge-0/0/1', enabled: true }],
    'ipam/ip-addresses': [
      {
        ...{ id: 1, address: '10.9.0.1/24', status: { value: 'active' } },
        ...{ assigned_object_type: 'dcim.interface', assigned_object_id: 5, assigned_object: { device: { id: 1 } } },
      },
    ],
    'ipam/prefixes': [{ id: 1, prefix: '10.9.0.0/24', status: { value: 'active' }, description: 'Servers' }],
    'ipam/vlans': [{ id: 1, vid: 20, name: 'voice', status: { value: 'active' } }],
  };
  const requestHeaders: (string | undefined)[] = [];
  const netbox = createServer((req: IncomingMessage, res: ServerResponse) => {
    requestHeaders.push(req.headers.authorization);
    const results = lists[new URL(req.url!, 'http://netbox').pathname.replace(/^\/api\/|\/$/g, '')] ?? [];
    res.end(JSON.stringify({ count: results.length, next: null, previous: null, results }));
  });
  await new Promise<void>((resolve) => netbox.listen(0, '127.0.0.1', resolve));
  const copies = () => readdirSync(tmpdir()).filter((name) => name.startsWith('netloom-netbox-'));
  const before = copies();
  try {
    const address = `127.0.0.1:${(netbox.address() as AddressInfo).port}`;
    const token = fileOf('token', 'secret-token\n');
    const commandResult = await asMember('--netbox', `http://${address}`, '--token-file', token, '--apply');
    expect(commandResult).toMatchObject({ code: 0, output: expect.stringContaining('Applied') });
    expect(new Set(requestHeaders)).toEqual(new Set(['Token secret-token']));
    const foundHosts = await world.prisma.host.findMany({
      where: { networkId },
      include: { interfaces: true, ipAddresses: { include: { subnet: true } } },
    });
    expect(foundHosts).toMatchObject([
      {
        ...{ name: 'sw1', model: 'EX4300', sourceType: 'Imported', sourceReason: `NetBox ${address}` },
        interfaces: [{ ifName: 'ge-0/0/1' }],
        ipAddresses: [{ ipAddress: '10.9.0.1', subnet: { cidr: '10.9.0.0/24' } }],
      },
    ]);
    expect(await world.prisma.vlan.findMany({ where: { networkId } })).toMatchObject([
      { vlanNumber: 20, name: 'voice' },
    ]);
    expect(copies()).toEqual(before);
  } finally {
    await new Promise((resolve) => netbox.close(resolve));
  }
});
