// Tests that the real Prometheus and Ansible can read the service's responses with the shipped configuration and
// script, as the docs describe.
import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { addInventory, type Inventory } from '../support/inventory';
import { createWorld, type World } from '../support/world';
import { requirement } from '../support/requirement';

const folderOf = path.resolve(__dirname, '../../integrations');
const script = path.join(folderOf, 'netloom_inventory.py');

const runs = (program: string, ...args: string[]): boolean => {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};
const has = {
  promtool: runs('promtool', '--version'),
  ansible: runs('ansible-inventory', '--version'),
  python: runs('python3', '--version'),
};
const describeWith = (program: keyof typeof has) => requirement(program, has[program]).describe;

interface DiscoveredTarget {
  readonly discoveredLabels: Record<string, string>;
  readonly labels: Record<string, string>;
}

let world: World;
let inventory: Inventory;
let folder: string;
let key: string;
/** A file that exists only if Ansible has evaluated the template in a device's name. */
let trap: string;
/** The targets that Prometheus finds. Finding them takes 10 s, so promtool runs during the other tests. */
let discoveredTargets: Promise<Record<'hosts' | 'databases', DiscoveredTarget[]>>;

beforeAll(async () => {
  world = await createWorld();
  inventory = await addInventory(world.prisma, { networkId: world.networkId, organizationId: world.organizationId }, 4);
  // The path of the folder becomes part of a host name. The x separates the random characters of the path from the `-`:
  // Python warns if it parses `-1or` as a number and a keyword.
  folder = await mkdtemp(path.join(tmpdir(), 'netloom-programs-x'));
  trap = path.join(folder, 'trapped');
  const hostile = `{{ lookup('pipe', 'touch ${trap}') }}`;
  const [first, second] = inventory.hostIds as [string, string];
  const texts = {
    description: hostile,
    sysLocation: hostile,
    manufacturer: `{% if lookup('pipe', 'touch ${trap}') %}{% endif %}`,
  };
  await world.prisma.host.update({
    where: { id: first },
    data: { name: hostile.slice(0, 100), hostname: hostile, ...texts },
  });
  await world.prisma.host.update({ where: { id: second }, data: { name: 'localhost' } });
  await world.prisma.tag.update({ where: { id: inventory.tagId }, data: { name: hostile.slice(0, 100) } });
  key = (world.key.credential as { key: string }).key;
  await writeFile(path.join(folder, 'netloom.key'), key);
  if (!has.promtool) return;
  discoveredTargets = discoverTargets();
  // Without a handler, a rejection before the test awaits the promise would end the process.
  discoveredTargets.catch(() => undefined);
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await world.close();
});

/** Runs a program and returns its exit code and output. */
function output(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const settings = {
    ...{ PATH: process.env.PATH, HOME: folder, LC_ALL: 'C.UTF-8', ANSIBLE_LOCALHOST_WARNING: 'False' },
    ...{ NETLOOM_URL: world.url, NETLOOM_KEY: key, ...env },
  };
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) =>
    execFile(program, args, { env: settings, cwd: folder, maxBuffer: 10_000_000 }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    ),
  );
}

const configuration = () => path.join(folder, 'prometheus.yml');

async function discoverTargets(): Promise<Record<'hosts' | 'databases', DiscoveredTarget[]>> {
  const shippedFile = await readFile(path.join(folderOf, 'prometheus.yml'), 'utf8');
  const ownFile = shippedFile
    .replaceAll('http://localhost:4000', world.url)
    .replace('categories=Database', `network_id=${world.networkId}`)
    .replace('regex: .*,Monitoring,.*', 'regex: .*');
  await writeFile(configuration(), ownFile);
  const targetsOf = async (job: string) => {
    // promtool watches for changes for the whole timeout, even after the first result.
    const args = ['check', 'service-discovery', '--timeout=10s', configuration(), job];
    const { code, stdout, stderr } = await output('promtool', args);
    if (code !== 0) throw new Error(stdout + stderr);
    return JSON.parse(stdout) as DiscoveredTarget[];
  };
  const [hosts, databases] = await Promise.all([targetsOf('hosts'), targetsOf('databases')]);
  return { hosts: hosts!, databases: databases! };
}

describeWith('ansible')('Ansible', () => {
  const play = async (name: string, text: string, inventory: string) => {
    const file = path.join(folder, `${name}.yml`);
    await writeFile(file, text);
    return output('ansible-playbook', ['-i', inventory, file]);
  };
  /**
   * An Ansible play for the machine on which Ansible runs. A device of the network that is named `localhost` must not
   * add variables to this machine.
   */
  const local = `
- hosts: localhost
  gather_facts: false
  tasks:
    - debug:
        var: netloom_id
`;
  /** A play that prints every variable of every host, without connecting to any host. */
  const printing = `
- hosts: all
  gather_facts: false
  connection: local
  tasks:
    - debug:
        msg: "{{ inventory_hostname }} {{ netloom_name }} {{ netloom_description }} {{ netloom_hostname }} {{ netloom_tags | join(' ') }} {{ netloom_location | upper }} {{ netloom_manufacturer }} {{ group_names }}"
    - debug:
        var: hostvars[inventory_hostname]
`;

  test('Ansible lists every host with its variables, in groups, without a warning', async () => {
    const { code, stdout, stderr } = await output('ansible-inventory', ['-i', script, '--list']);
    expect([code, stderr]).toEqual([0, '']);
    const { _meta, all, network_north } = JSON.parse(stdout) as {
      _meta: { hostvars: Record<string, { netloom_id: string; ansible_host: string }> };
      all: { children: string[] };
      network_north: { hosts: string[] };
    };
    expect(new Set(Object.values(_meta.hostvars).map(({ netloom_id }) => netloom_id))).toEqual(
      new Set(inventory.hostIds),
    );
    expect(Object.keys(_meta.hostvars)).toContain('host-2');
    expect(_meta.hostvars['host-2']!.ansible_host).toBe('10.40.0.2');
    expect(all.children).toEqual(expect.arrayContaining(['network_north', 'subnet_north_10_40_0_0_16']));
    expect(network_north.hosts).toContain('host-2');
  });

  test('Ansible takes no device for the machine that it runs on, and runs no template in a text from a device', async () => {
    const { code, stdout, stderr } = await play('printing', `${local}${printing}`, script);
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('ERROR')]);
    expect(stdout).toContain('"netloom_id": "VARIABLE IS NOT DEFINED');
    expect(stdout).toContain("lookup('pipe'");
    expect(existsSync(trap)).toBe(false);
  });

  test('Ansible would run the template without the marks', async () => {
    const { stdout } = await output(script, ['--list']);
    const unmarkedJson = JSON.stringify(JSON.parse(stdout), (_name, value: unknown) =>
      typeof value === 'object' && value !== null && '__ansible_unsafe' in value ? value.__ansible_unsafe : value,
    );
    const careless = path.join(folder, 'careless');
    await writeFile(careless, `#!/bin/sh\ncat <<'END'\n${unmarkedJson}\nEND\n`, { mode: 0o755 });
    await play('printing', printing, careless);
    expect(existsSync(trap)).toBe(true);
    await rm(trap);
  });
});

describeWith('python')('the script', () => {
  test('the script prints the variables of one host, and none of a missing host', async () => {
    const { code, stdout } = await output(script, ['--host', 'host-2']);
    expect([code, JSON.parse(stdout)]).toMatchObject([
      0,
      { ansible_host: '10.40.0.2', netloom_id: inventory.hostIds[2] },
    ]);
    expect((await output(script, ['--host', 'nobody'])).stdout).toBe('{}');
  });

  test('the script passes parameters on, and reads the key from a file', async () => {
    const env = {
      NETLOOM_KEY: '',
      NETLOOM_KEY_FILE: path.join(folder, 'netloom.key'),
      NETLOOM_FILTER: `search=host-3&network_id=${world.networkId}`,
    };
    const { stdout } = await output(script, ['--list'], env);
    const { _meta } = JSON.parse(stdout) as { _meta: { hostvars: object } };
    expect(Object.keys(_meta.hostvars)).toEqual(['host-3']);
  });

  test.each([
    ['a key that is none', { NETLOOM_KEY: 'nlm_u_nothing' }, /answered 401: /],
    ['no key', { NETLOOM_KEY: '' }, /set NETLOOM_KEY/],
    ['a file that is missing', { NETLOOM_KEY: '', NETLOOM_KEY_FILE: '/nowhere' }, /No such file/],
    ['a parameter that is none', { NETLOOM_FILTER: 'limit=1' }, /answered 400: unknown parameter limit/],
    ['nobody there', { NETLOOM_URL: 'http://127.0.0.1:1' }, /refused/],
    ['an address that is none', { NETLOOM_URL: 'nowhere' }, /unknown url type/],
    ['a parameter that is no part of an address', { NETLOOM_FILTER: 'search=a b' }, /control characters/],
    ['a key in two lines', { NETLOOM_KEY: 'nlm_u_first\nsecond' }, /characters that no key has/],
  ])('the script reports an error in one line, without the key: %s', async (_name, env, reason) => {
    const { code, stdout, stderr } = await output(script, ['--list'], env);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(reason);
    expect(stderr).not.toContain(key);
    expect(stderr).not.toContain('nlm_u_');
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  test('the script sends the key to no address that it is redirected to', async () => {
    const authorizations: (string | undefined)[] = [];
    const other = createServer((req, res) => {
      authorizations.push(req.headers.authorization);
      res.end('{}');
    }).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    const first = createServer((_req, res) => void res.writeHead(302, { location: address }).end()).listen(
      0,
      '127.0.0.1',
    );
    await once(first, 'listening');
    const { code, stderr } = await output(script, ['--list'], {
      NETLOOM_URL: `http://127.0.0.1:${(first.address() as AddressInfo).port}`,
    });
    expect([code, stderr]).toEqual([1, expect.stringContaining('answered 302')]);
    expect(authorizations).toEqual([]);
    for (const server of [first, other]) server.close();
  });
});

describeWith('promtool')('Prometheus', () => {
  test('Prometheus accepts the configuration', async () => {
    const { code, stdout } = await output('promtool', ['check', 'config', configuration()]);
    expect([code, stdout]).toEqual([0, expect.stringContaining('SUCCESS')]);
  });

  test('Prometheus finds every host, with the labels that the rules make', async () => {
    const { hosts } = await discoveredTargets;
    expect(hosts.map(({ labels }) => labels.instance).sort()).toEqual(
      inventory.hostIds.map((_id, index) => `10.40.0.${index}:9100`),
    );
    const ids = hosts.map(({ discoveredLabels }) => discoveredLabels.__meta_netloom_host_id);
    expect(new Set(ids)).toEqual(new Set(inventory.hostIds));
    expect(hosts.map(({ labels }) => labels.network)).toEqual(inventory.hostIds.map(() => 'North'));
  });

  test('Prometheus finds the services that are bound to a port', async () => {
    const { databases } = await discoveredTargets;
    expect(databases.length).toBeGreaterThan(0);
    for (const { discoveredLabels } of databases) expect(discoveredLabels.__address__).toMatch(/^10\.40\.0\.\d+:443$/);
  });

  test('Prometheus accepts the metric of checks', async () => {
    const { prisma, organizationId, networkId } = world;
    const { id: checkId } = await prisma.check.create({
      data: { organizationId, name: 'c', kind: 'NoAddressTwice', allNetworks: true },
    });
    await prisma.checkVerdict.create({
      data: {
        ...{ checkId, networkId, organizationId, state: 'Failing', since: new Date(), sinceIsAtLeast: false },
        ...{ judged: 1, findingCount: 1, acceptedCount: 0 },
      },
    });
    const { body } = await world.key.rest.get('/integrations/prometheus/checks');
    await writeFile(path.join(folder, 'metrics.txt'), body as string);
    const { code, stdout, stderr } = await output('sh', ['-c', 'promtool check metrics < metrics.txt']);
    expect([code, stdout, stderr]).toEqual([0, '', '']);
    expect(body).toMatch(/^netloom_check_failing{.*} 1$/m);
  });
});
