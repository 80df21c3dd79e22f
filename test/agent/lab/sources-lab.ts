// A lab of network namespaces whose machines are also listed by data sources: a Linux machine by SSH, a Proxmox cluster
// with six guests, a UniFi switch that runs lldpd, and Kubernetes nodes. Each API is served at the address of its
// machine.
import { execFile, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { projectDir } from '../../start/child';
import type { World } from '../../support/world';
import { ApiStub, stubFingerprint, type StubAnswer, type StubRequest } from '../sources/api-stub';
import { answerOf as answerOfCluster, serviceAccount } from '../sources/kubernetes/cluster-stub';
import {
  answerOf as answerOfProxmox,
  guests,
  mac,
  tokenSettings,
  type StubGuest,
} from '../sources/proxmox/cluster-stub';
import { answerOf as answerOfSite, clientMac, keySettings, unifiMac } from '../sources/unifi/site-stub';
import { NamespaceLab } from './namespace-lab';
import { startSsh, type SshOfNode } from './ssh-of-node';
import type { Cable } from './truth';

const run = promisify(execFile);
const labFolder = path.join(projectDir, 'test', 'lab');
const nic = 'eth0';

/** A MAC address for a machine whose MAC address no API returns. */
const machineMac = (number: number): string => `00:1B:21:00:05:0${number}`;

/**
 * Maps addresses in a stub's responses to addresses in the lab, 10.77.0.0/24. The key is the third byte of the stub's
 * address; the function computes the lab's last byte from the stub's last byte. The Kubernetes node 10.99.4.12 becomes
 * 10.77.0.101, because in the lab it is the Proxmox guest `web`.
 */
const lastByte: Readonly<Record<string, (last: number) => number>> = {
  '0': (last) => last,
  '1': (last) => 160 + last,
  '4': (last) => ({ 11: 41, 12: 101, 13: 43 })[last] ?? last,
  '20': (last) => 180 + last,
};
const inLab = <Answer extends StubAnswer>(answer: Answer | undefined): Answer | undefined =>
  answer &&
  (JSON.parse(
    JSON.stringify(answer).replaceAll(
      /10\.99\.(\d+)\.(\d+)/g,
      (_, subnet: string, last: string) => `10.77.0.${lastByte[subnet]!(Number(last))}`,
    ),
  ) as Answer);

/**
 * Changes the stub's guest `spare`, which is stopped: in the lab it runs, without a guest agent, so Proxmox returns
 * only its MAC address.
 */
const running = (guest: StubGuest): StubGuest =>
  guest.name === 'spare' ? { ...guest, status: 'running', config: { net0: `virtio=${mac(7)},bridge=vmbr0` } } : guest;

/** The IP addresses that the guests have in the lab, by name. */
export const guestAddresses: Readonly<Record<string, readonly string[]>> = {
  // 10.77.0.200 is the address of a Kubernetes load balancer.
  web: ['10.77.0.101', '10.77.0.200'],
  db: ['10.77.0.102'],
  legacy: ['10.77.0.150'],
  dns: ['10.77.0.103'],
  proxy: ['10.77.0.104'],
  spare: ['10.77.0.105'],
};

interface Machine {
  readonly at: Pick<Cable, 'a' | 'aPort'>;
  readonly mac: string;
  readonly ips: readonly string[];
  /** Open TCP ports. */
  readonly ports?: readonly number[];
  /** Whether the machine has a bridge `br0`, to which its addresses belong. */
  readonly isBridge?: boolean;
}

export class SourcesLab extends NamespaceLab {
  private readonly stubs: readonly ApiStub[] = [new ApiStub(), new ApiStub(), new ApiStub()];
  private readonly relays: Server[] = [];
  private readonly sockets = new Set<Socket>();
  private ssh: SshOfNode | undefined;

  constructor(world: World) {
    const env = { RING: '0', ROUTER: '0', HOST_LLDP: '1' };
    super(world, { switches: 2, hostsPerSwitch: 1, env, ranges: ['10.77.0.0/24'] });
  }

  override async build(): Promise<void> {
    await super.build();
    for (const node of Object.keys(this.truth.nodes)) await this.withoutIpv6(node);
    const links = [...this.truth.links];
    const add = async (node: string, machine: Machine) => {
      await this.addMachine(node, machine);
      links.push({ ...machine.at, b: node, bPort: nic });
    };
    const bridge = { isBridge: true };
    await add('pve1', { at: { a: 'sw1', aPort: 'p21' }, mac: machineMac(1), ips: ['10.77.0.11'], ...bridge });
    await add('pve2', { at: { a: 'sw1', aPort: 'p22' }, mac: machineMac(2), ips: ['10.77.0.12'], ...bridge });
    for (const { vmid, kind, node, name, template, config } of guests) {
      if (template) continue;
      const [address] = /[\dA-F]{2}(:[\dA-F]{2}){5}/.exec(String(config.net0))!;
      const at = { a: node, aPort: `${kind === 'lxc' ? 'veth' : 'tap'}${vmid}i0` };
      await add(name, { at, mac: address, ips: guestAddresses[name]!, ports: [22, 80] });
    }
    await add('cp-1', { at: { a: 'sw2', aPort: 'p23' }, mac: machineMac(3), ips: ['10.77.0.41'], ports: [22] });
    await add('node-2', { at: { a: 'sw2', aPort: 'p24' }, mac: machineMac(4), ips: ['10.77.0.43'], ports: [22] });
    await add('sw-access', { at: { a: 'sw2', aPort: 'p25' }, mac: unifiMac(2), ips: ['10.77.0.162'], ...bridge });
    await add('gateway', { at: { a: 'sw-access', aPort: 'p1' }, mac: unifiMac(1), ips: ['10.77.0.161'] });
    await add('ap-hall', { at: { a: 'sw-access', aPort: 'p2' }, mac: unifiMac(3), ips: ['10.77.0.163'] });
    await add('pc', { at: { a: 'sw-access', aPort: 'p3' }, mac: clientMac(1), ips: ['10.77.0.191'], ports: [22] });
    this.startLldp('sw-access');
    this.writeLinks(links);
    await this.readTruth();
    await this.startSources();
    for (const node of links.map(({ b }) => b)) await this.speak(node);
    await this.settle();
  }

  override async tearDown(): Promise<void> {
    // Stops the processes in the namespaces first, which closes their connections to the servers in `relays`.
    await super.tearDown();
    await this.ssh?.stop();
    for (const stub of this.stubs) if (stub.port !== 0) await stub.stop();
    for (const socket of this.sockets) socket.destroy();
    for (const relay of this.relays) await new Promise((resolve) => relay.close(resolve));
  }

  private get sourcesFile(): string {
    return path.join(this.runFolder, 'sources.json');
  }

  protected override get moreArguments(): readonly string[] {
    return ['--sources', this.sourcesFile];
  }

  private async startSources(): Promise<void> {
    const [proxmox, unifi, kubernetes] = this.stubs as [ApiStub, ApiStub, ApiStub];
    const reply = (answer: (request: StubRequest) => StubAnswer | undefined) => (request: StubRequest) =>
      inLab(answer(request));
    proxmox.reply = reply((request) => answerOfProxmox(request, running));
    unifi.reply = reply(answerOfSite);
    kubernetes.reply = reply((request) => answerOfCluster(request));
    for (const stub of this.stubs) await stub.start();
    await this.forward('pve1', 8006, proxmox.port);
    await this.forward('gateway', 443, unifi.port);
    await this.forward('cp-1', 6443, kubernetes.port);
    this.ssh = await startSsh({
      ...{ namespace: `${this.prefix}h1`, name: 'h1', folder: path.join(this.runFolder, 'h1'), port: 2222 },
      relay: (port) => this.forward('h1', 2222, port),
    });
    const pinned = { fingerprint: stubFingerprint };
    const targets = [
      { source: 'proxmox', address: '10.77.0.11', ...pinned, ...tokenSettings },
      { source: 'unifi', address: '10.77.0.161', port: 443, ...pinned, ...keySettings },
      { source: 'kubernetes', address: '10.77.0.41', ...pinned, ...serviceAccount },
      { source: 'ssh', address: '10.77.0.51', port: 2222, ...this.ssh.settings },
    ];
    writeFileSync(this.sourcesFile, JSON.stringify(targets), { mode: 0o600 });
  }

  /** Forwards connections from a TCP port of the node to a TCP port on the loopback of this machine. */
  private async forward(node: string, port: number, to: number): Promise<void> {
    const socket = path.join(this.runFolder, node, `relay-${port}`);
    const server = createServer((inside) => {
      const outside = connect(to, '127.0.0.1');
      this.sockets.add(inside);
      inside.on('close', () => this.sockets.delete(inside));
      inside.on('error', () => outside.destroy()).pipe(outside);
      outside.on('error', () => inside.destroy()).pipe(inside);
    });
    this.relays.push(server);
    await new Promise<void>((resolve) => server.listen(socket, resolve));
    this.start(node, 'python3', path.join(labFolder, 'relay.py'), String(port), socket);
  }

  private async addMachine(node: string, { at, mac: address, ips, ports, isBridge }: Machine): Promise<void> {
    const name = this.prefix + node;
    await run('ip', ['netns', 'add', name]);
    await this.withoutIpv6(node);
    await this.in(node, 'link', 'set', 'lo', 'up');
    mkdirSync(path.join(this.runFolder, node));
    await this.addCable({ ...at, b: node, bPort: nic });
    await this.in(node, 'link', 'set', nic, 'address', address, 'up');
    if (isBridge) {
      await this.in(node, 'link', 'add', 'br0', 'address', address, 'type', 'bridge');
      await this.in(node, 'link', 'set', nic, 'master', 'br0');
      await this.in(node, 'link', 'set', 'br0', 'up');
    }
    for (const ip of ips) await this.in(node, 'addr', 'add', `${ip}/24`, 'dev', isBridge ? 'br0' : nic);
    if (ports) this.start(node, 'python3', path.join(labFolder, 'banners.py'), ...ports.map(String));
  }

  /**
   * IPv6 is off: otherwise each interface would get a link-local address a second after its cable is plugged in,
   * perhaps during a discovery run.
   */
  private withoutIpv6(node: string): Promise<unknown> {
    return this.exec(node, 'sysctl', '-qw', 'net.ipv6.conf.all.disable_ipv6=1', 'net.ipv6.conf.default.disable_ipv6=1');
  }

  /** Starts lldpd with the port id and description that a UniFi switch sends at its port 6. */
  private startLldp(node: string): void {
    const folder = path.join(this.runFolder, node);
    const lines = [
      ...[`system hostname ${node}`, 'lldp tx-interval 1', 'lldp tx-hold 20'],
      ...[`ports ${nic} lldp portidsubtype local "0/6"`, `ports ${nic} lldp portdescription "Port 6"`],
    ];
    writeFileSync(path.join(folder, 'lldpd.conf'), lines.map((line) => `configure ${line}\n`).join(''));
    chmodSync(folder, 0o755);
    const script = 'hostname "$0"; mount -t tmpfs tmpfs /run; mkdir -p /run/lldpd; exec lldpd "$@"';
    const options = ['-d', '-I', nic, '-C', nic, '-u', `${folder}/lldpd.sock`, '-O', `${folder}/lldpd.conf`];
    this.start(node, 'unshare', '-m', '-u', 'bash', '-c', script, node, ...options);
  }

  private start(node: string, ...command: readonly string[]): void {
    const process = spawn('ip', ['netns', 'exec', this.prefix + node, ...command], { stdio: 'ignore', detached: true });
    process.unref();
  }
}
