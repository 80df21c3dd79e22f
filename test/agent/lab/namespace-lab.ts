// A lab of network namespaces, created by `test/lab/lab.sh` with a unique prefix of names, and methods that move
// cables.
import { execFile, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { accessSync, chmodSync, constants, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { errorMessage } from '../../../src/agent/failure';
import { eventually } from '../../support/eventually';
import { projectDir } from '../../start/child';
import type { World } from '../../support/world';
import { findCable, hasCable, type Cable, type Lab, type Port, type Truth } from './truth';

const run = promisify(execFile);
const script = path.join(projectDir, 'test', 'lab', 'lab.sh');
const commands = ['ip', 'bridge', 'lldpd', 'lldpcli', 'snmpd', 'snmpwalk', 'nmap', 'python3', 'unshare'];

/** The path of a program; undefined if it is not installed. */
export const findProgram = (command: string): string | undefined =>
  (process.env.PATH ?? '')
    .split(':')
    .map((folder) => path.join(folder, command))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });

/** Returns the reason why the lab cannot be built on this machine; undefined if it can be built. */
export function whyNoNamespaces(): string | undefined {
  const missing = commands.filter((command) => findProgram(command) === undefined);
  if (missing.length > 0)
    return `${missing.join(', ')} not found (Debian: apt-get install lldpd snmpd snmp nmap iproute2 python3)`;
  const name = `netloom-try-${randomBytes(3).toString('hex')}`;
  const ip = (...args: string[]) => execFileSync('ip', args, { stdio: 'pipe' });
  try {
    ip('netns', 'add', name);
    try {
      ip('-n', name, 'link', 'add', 'br0', 'type', 'bridge');
      ip('-n', name, 'link', 'add', 'p1', 'type', 'veth', 'peer', 'name', 'p2');
      // lldpd runs with a host name of its own and with a file system in memory at /run. This command checks that the
      // kernel allows that.
      ip('netns', 'exec', name, 'unshare', '-m', '-u', 'mount', '-t', 'tmpfs', 'tmpfs', '/run');
    } finally {
      ip('netns', 'del', name);
    }
  } catch (error) {
    return `network namespaces are refused: ${errorMessage(error).trim()}`;
  }
  return undefined;
}

/** The namespace that holds the ends of cables to which no machine is connected. */
export const shelf = 'shelf';
const secondsToSettle = 60;

/**
 * The program that runs `npm run discover` in a namespace of the lab. `build` bundles the program once, because
 * compiling TypeScript in each run is slow.
 */
const commandSource = path.join(__dirname, 'in-namespace.ts');

export interface LabSize {
  readonly switches: number;
  readonly hostsPerSwitch: number;
  /** Environment variables for `lab.sh`. */
  readonly env: Readonly<Record<string, string>>;
  /** The address ranges that the agent scans. */
  readonly ranges: readonly string[];
}
/** Four switches in a ring with two hosts each, and a router with a machine behind it. */
const wholeLab: LabSize = { switches: 4, hostsPerSwitch: 2, env: {}, ranges: ['10.77.0.0/24', '10.78.0.10'] };
const createCredential = 'mutation($input: CreateCredentialInput!) { createCredential(input: $input) { id } }';
/**
 * The organization's SNMPv3 credential, with the values that `lab.sh` configures on the devices. The server sends the
 * credential to the agent.
 */
const credential = {
  ...{ name: 'lab', credentialType: 'SnmpV3', username: 'labuser', isDefault: true },
  ...{ authenticationProtocol: 'SHA256', authenticationKey: 'labauthpass' },
  ...{ privacyProtocol: 'AES128', privacyKey: 'labprivpass' },
};

export class NamespaceLab implements Lab {
  private readonly folder = mkdtempSync(path.join(tmpdir(), 'netloom-lab-'));
  protected readonly runFolder = path.join(this.folder, 'run');
  protected readonly prefix = `nl${randomBytes(3).toString('hex')}-`;
  private readonly env: NodeJS.ProcessEnv;
  private readonly socket = path.join(this.folder, 'service');
  private readonly command = path.join(this.folder, 'command.cjs');
  private readonly relay = createServer();
  private known: Truth | undefined;
  readonly agentsNode = 'probe';
  readonly sweeps = true;
  private readonly pulled = new Map<string, Cable>();
  readonly eventsOfRun = ['CredentialsSent'];

  constructor(
    private readonly world: World,
    private readonly size = wholeLab,
  ) {
    this.env = { PATH: process.env.PATH, ...size.env, PREFIX: this.prefix, RUN: this.runFolder };
  }

  get truth(): Truth {
    return this.known!;
  }

  /** Additional arguments of `npm run discover`; subclasses override them. */
  protected get moreArguments(): readonly string[] {
    return [];
  }

  /** Builds the lab with `lab.sh`, and adds a free port, p9, to the last switch. */
  async build(): Promise<void> {
    // lldpd runs as another user, and opens its sockets in the folder of the lab.
    chmodSync(this.folder, 0o755);
    const { switches, hostsPerSwitch } = this.size;
    const output = { outfile: this.command, platform: 'node', format: 'cjs' } as const;
    // ssh2 works without its optional native code, which cannot be bundled.
    const external = ['cpu-features', '*.node'];
    await build({ ...output, entryPoints: [commandSource], bundle: true, external, logLevel: 'warning' });
    await run(script, ['up', String(switches), String(hostsPerSwitch)], { env: this.env });
    await this.readTruth();
    await run('ip', ['netns', 'add', this.prefix + shelf]);
    await this.addCable({ a: `sw${switches}`, aPort: 'p9', b: shelf, bPort: 'p9' });
    await this.readTruth();
    const { port, hostname } = new URL(this.world.url);
    this.relay.on('connection', (inside: Socket) => {
      const outside = connect(Number(port), hostname);
      inside.on('error', () => outside.destroy()).pipe(outside);
      outside.on('error', () => inside.destroy()).pipe(inside);
    });
    await new Promise<void>((resolve) => this.relay.listen(this.socket, resolve));
    await this.world.admin.query(createCredential, { input: credential });
    await this.settle();
  }

  /** Removes the lab, and ends the processes that run in it. */
  async tearDown(): Promise<void> {
    await new Promise((resolve) => this.relay.close(resolve));
    await run(script, ['down'], { env: this.env });
    rmSync(this.folder, { recursive: true, force: true });
  }

  /**
   * Runs `npm run discover` with a user's API key on the machine `probe`. The kernel's neighbor table there is flushed
   * before: with old entries, the agent would wait ten seconds to find out which machines are gone.
   */
  async discover(): Promise<void> {
    await this.in(this.agentsNode, 'neigh', 'flush', 'dev', 'eth0');
    const probe = ['netns', 'exec', this.prefix + this.agentsNode, 'unshare', '-u'];
    const namedCommand = ['sh', '-c', 'hostname "$0" && exec "$@"', this.agentsNode];
    const node = [process.execPath, this.command, this.socket, path.join(this.folder, 'state')];
    const args = [
      ...this.size.ranges,
      '--key',
      this.world.narrowKey.credential.key!,
      '--rate',
      '20000',
      '--docker',
      '/none',
      ...this.moreArguments,
    ];
    const { stdout } = await run('ip', [...probe, ...namedCommand, ...node, ...args], {
      env: { PATH: process.env.PATH, HOME: this.folder },
      cwd: projectDir,
    });
    if (!/^Done\./m.test(stdout)) throw new Error(`the discovery was not done:\n${stdout}`);
  }

  /** Runs nmap on the machine `probe`, over the address ranges of the lab. Returns nmap's XML output. */
  async nmap(): Promise<string> {
    // nmap scans only the ports on which machines of the lab listen.
    const args = ['-n', '-sV', '-p', '22,80,443,8001-8008', '-oX', '-', ...this.size.ranges];
    const { stdout } = await run('ip', ['netns', 'exec', this.prefix + this.agentsNode, 'nmap', ...args]);
    return stdout;
  }

  /** Moves the host's cable to a free port of a switch. */
  async move(host: string, to: { a: string; aPort: string }): Promise<void> {
    const from = findCable(this.truth, host);
    await this.removeCable(from);
    await this.removeCable({ ...to, b: shelf, bPort: to.aPort });
    // The cables that are added below get ports with the same names and indexes as before. lldpd must first notice that
    // the old ports are gone; otherwise, it continues to use their sockets.
    for (const [node, port] of [
      [from.a, from.aPort],
      [to.a, to.aPort],
      [from.b, from.bPort],
    ] as const)
      await eventually(async () => !(await this.lldpPorts(node)).includes(port), secondsToSettle);
    await this.addCable({ ...from, b: shelf, bPort: `${from.a}-${from.aPort}` });
    await this.addCable({ ...to, b: host, bPort: from.bPort });
    this.writeLinks(this.truth.links.map((one) => (one === from ? { ...one, ...to } : one)));
    await this.readTruth();
    await this.settle();
  }

  /** Unplugs the cables at the hosts' ends. */
  async unplug(...hosts: readonly string[]): Promise<void> {
    for (const host of hosts) {
      const cable = findCable(this.truth, host);
      await this.in(host, 'link', 'set', cable.bPort, 'down');
      this.pulled.set(host, cable);
      this.writeLinks(this.truth.links.filter((one) => one !== cable));
      await this.readTruth();
    }
    await this.settle();
  }

  /** Takes all ports of a switch down, as if it had lost its power. */
  fail(node: string): Promise<void> {
    return this.setPorts(node, 'down');
  }

  /** Takes all ports of a switch up again, and waits until the devices' LLDP neighbors are as expected. */
  async revive(node: string): Promise<void> {
    await this.setPorts(node, 'up');
    await this.settle();
  }

  private async setPorts(node: string, state: 'up' | 'down'): Promise<void> {
    for (const { name } of this.truth.nodes[node]!.filter((port) => hasCable(port.name)))
      await this.in(node, 'link', 'set', name, state);
  }

  async plugIn(...hosts: readonly string[]): Promise<void> {
    for (const host of hosts) {
      const cable = this.pulled.get(host)!;
      await this.in(host, 'link', 'set', cable.bPort, 'up');
      // The kernel removes the routes of an interface that goes down, so the default route is set again.
      await this.in(host, 'route', 'replace', 'default', 'via', '10.77.0.254');
      this.writeLinks([...this.truth.links, cable]);
      await this.readTruth();
    }
    await this.settle();
  }

  protected in(node: string, ...args: string[]) {
    return run('ip', ['-n', this.prefix + node, ...args]);
  }

  protected exec(node: string, ...command: string[]): Promise<unknown> {
    return run('ip', ['netns', 'exec', this.prefix + node, ...command]);
  }

  /** Sends a packet from the node, so that the switches learn the node's MAC address. */
  protected speak(node: string): Promise<unknown> {
    return this.exec(node, 'bash', '-c', 'echo >/dev/udp/10.77.0.1/9');
  }

  private removeCable({ a, aPort }: Cable): Promise<unknown> {
    return this.in(a, 'link', 'del', aPort);
  }

  /**
   * Adds a cable. A port that existed before gets its former index and MAC address again, and a host its IP addresses.
   */
  protected async addCable({ a, aPort, b, bPort }: Cable): Promise<void> {
    const portOf = (node: string, name: string) => this.truth.nodes[node]?.find((port) => port.name === name);
    const [near, far] = [portOf(a, aPort), portOf(b, bPort)];
    const samePort = (port: Port | undefined) => (port ? ['index', String(port.index), 'address', port.mac] : []);
    const peer = ['peer', 'name', bPort, ...samePort(far), 'netns', this.prefix + b];
    await this.in(a, 'link', 'add', aPort, ...samePort(near), 'type', 'veth', ...peer);
    await this.in(a, 'link', 'set', aPort, 'master', 'br0', 'up');
    if (!far) return;
    await this.in(b, 'link', 'set', bPort, 'up');
    for (const ip of far.ips) await this.in(b, 'addr', 'add', ip, 'dev', bPort);
    await this.in(b, 'route', 'add', 'default', 'via', '10.77.0.254');
  }

  protected writeLinks(links: readonly Cable[]): void {
    const lines = links.map(({ a, aPort, b, bPort }) => `${a} ${aPort} ${b} ${bPort}\n`);
    writeFileSync(path.join(this.runFolder, 'links'), lines.join(''));
  }

  protected async readTruth(): Promise<void> {
    const { stdout } = await run(script, ['truth'], { env: this.env });
    this.known = JSON.parse(stdout) as Truth;
  }

  /**
   * Waits until each device with SNMP reports the expected LLDP neighbors and the expected number of ports that are up,
   * and until no bridge port is in the state listening or learning.
   */
  protected async settle(): Promise<void> {
    for (const node of this.truth.speaksSnmp) {
      const { heard, up } = expectedOf(this.truth, node);
      await eventually(async () => {
        const names = await this.walk(node, '1.0.8802.1.1.2.1.4.1.1.9');
        if (names.sort().join() !== heard.join()) return false;
        const states = await this.walk(node, '1.3.6.1.2.1.2.2.1.8');
        if (states.filter((state) => state === '1').length !== up) return false;
        return (await this.bridgePorts(node)).every(({ state }) => !/^(listening|learning)$/.test(state));
      }, secondsToSettle);
    }
  }

  /** Reads all values of an SNMP column from the node, by `snmpwalk`. */
  private async walk(node: string, oid: string): Promise<string[]> {
    const args = ['-v2c', '-c', 'public', '-Oqv', '-Oe', '127.0.0.1', oid];
    const { stdout } = await run('ip', ['netns', 'exec', this.prefix + node, 'snmpwalk', ...args]);
    return stdout
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('No '))
      .map((line) => line.replaceAll('"', ''));
  }

  /** The names of the ports on which the node's lldpd sends. Empty for a node without lldpd. */
  private async lldpPorts(node: string): Promise<string[]> {
    if (!this.truth.speaksLldp.includes(node)) return [];
    const socket = path.join(this.runFolder, node, 'lldpd.sock');
    const { stdout } = await run('lldpcli', ['-u', socket, '-f', 'keyvalue', 'show', 'interfaces', 'summary']);
    return [...new Set([...stdout.matchAll(/^lldp\.(\w+)\./gm)].map(([, name]) => name!))];
  }

  /** Properties of the node's bridge `br0`, as the kernel reports them. */
  protected async bridgeOf(node: string): Promise<Readonly<Record<string, unknown>>> {
    const { stdout } = await run('ip', ['-n', this.prefix + node, '-j', '-d', 'link', 'show', 'dev', 'br0']);
    return (JSON.parse(stdout) as { linkinfo: { info_data: Record<string, unknown> } }[])[0]!.linkinfo.info_data;
  }

  protected async bridgePorts(node: string): Promise<{ readonly ifname: string; readonly state: string }[]> {
    const { stdout } = await run('bridge', ['-n', this.prefix + node, '-j', 'link', 'show']);
    return JSON.parse(stdout || '[]') as { ifname: string; state: string }[];
  }
}

/**
 * What a node must report by SNMP: its LLDP neighbors, sorted, and how many of its interfaces are up, including
 * loopback.
 */
function expectedOf({ links, nodes, speaksLldp }: Truth, node: string) {
  const ends = links.flatMap(({ a, aPort, b, bPort }) => [
    { node: a, port: aPort, other: b },
    { node: b, port: bPort, other: a },
  ]);
  const ownEnds = ends.filter((end) => end.node === node);
  const lldpNeighbors = ownEnds.map(({ other }) => other).filter((other) => speaksLldp.includes(other));
  const cabledPorts = new Set(ownEnds.map(({ port }) => port));
  const up = nodes[node]!.filter(({ name }) => cabledPorts.has(name) || !hasCable(name)).length + 1;
  return { heard: lldpNeighbors.sort(), up };
}
