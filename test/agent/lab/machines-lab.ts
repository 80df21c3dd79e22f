// A small lab of network namespaces, with methods that move, replace and add machines. The machines have MAC addresses
// with a vendor's prefix.
import { execFile, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { World } from '../../support/world';
import { projectDir } from '../../start/child';
import { NamespaceLab, shelf } from './namespace-lab';
import { findCable, type Cable, type Port } from './truth';

const run = promisify(execFile);
const banners = path.join(projectDir, 'test', 'lab', 'banners.py');
const nic = 'eth0';

export type SwitchPort = Pick<Cable, 'a' | 'aPort'>;
export interface NewMachine {
  readonly mac: string;
  /** IP addresses with prefix length. */
  readonly ips: readonly string[];
  /** Open TCP ports. */
  readonly ports: readonly number[];
}

/**
 * The nth MAC address in a prefix that is registered to a vendor. By default, `lab.sh` gives machines locally
 * administered addresses, which belong to no vendor.
 */
export const vendorMac = (number: number): string => `00:1b:21:00:00:${number.toString(16).padStart(2, '0')}`;

export class MachinesLab extends NamespaceLab {
  constructor(world: World, hostsPerSwitch = 2) {
    const env = { RING: '0', ROUTER: '0', HOST_LLDP: '0' };
    super(world, { ...{ switches: 2, hostsPerSwitch, env }, ranges: ['10.77.0.0/26'] });
  }

  /** Builds the lab. The last switch gets three free ports: p9, p10 and p11. */
  override async build(): Promise<void> {
    await super.build();
    for (const port of ['p10', 'p11']) await this.addCable({ a: 'sw2', aPort: port, b: shelf, bPort: port });
    const machines = this.truth.links.map(({ b }) => b).filter((node) => /^h\d+$/.test(node));
    for (const node of machines) await this.in(node, 'link', 'set', nic, 'address', vendorMac(Number(node.slice(1))));
    await this.in(this.agentsNode, 'link', 'set', nic, 'address', vendorMac(250));
    for (const node of this.truth.speaksSnmp) {
      // IPv6 is off, because IPv6 link-local addresses appear and disappear a second after a cable is plugged in or
      // removed.
      await this.exec(node, 'sysctl', '-qw', 'net.ipv6.conf.all.disable_ipv6=1');
      // Removes the MAC addresses that the switch has learned, because the machines' MAC addresses have just been
      // replaced.
      await this.in(node, 'link', 'set', 'br0', 'type', 'bridge', 'fdb_flush');
    }
    for (const node of [...machines, this.agentsNode]) await this.speak(node);
    await this.readTruth();
    await this.settle();
  }

  /** Makes a change to the lab, and then waits until the switches report the change. */
  async change(change: () => Promise<void>): Promise<void> {
    await change();
    await this.settle();
  }

  /** Replaces all IPv4 addresses of the machine by `ips`. */
  async readdress(node: string, ips: readonly string[]): Promise<void> {
    await this.in(node, '-4', 'addr', 'flush', 'dev', nic);
    for (const ip of ips) await this.in(node, 'addr', 'add', ip, 'dev', nic);
    await this.speak(node);
    await this.readTruth();
  }

  /** Moves the machine's cable to a free port of a switch, and replaces the machine's IP addresses. */
  async relocate(node: string, to: SwitchPort, ips: readonly string[]): Promise<void> {
    const cable = findCable(this.truth, node);
    const { mac } = this.nicOf(node);
    await this.moveEnd(node, shelf, `${cable.a}-${cable.aPort}`);
    await this.take({ ...to, b: node }, { mac, ips });
    await this.hasCables(this.truth.links.map((one) => (one === cable ? { ...one, ...to } : one)));
  }

  /** Replaces the machine by a machine with a different MAC address, which gets the same cable and IP addresses. */
  async replace(node: string, by: string, { mac, ports }: Omit<NewMachine, 'ips'>): Promise<void> {
    const cable = findCable(this.truth, node);
    const { ips } = this.nicOf(node);
    await this.makeNode(by, ports);
    await this.moveEnd(node, by, nic);
    await this.setUp(by, { mac, ips });
    await this.hasCables(this.truth.links.map((one) => (one === cable ? { ...one, b: by } : one)));
  }

  /** Adds a machine at a free port of a switch. */
  async add(node: string, to: SwitchPort, machine: NewMachine): Promise<void> {
    await this.makeNode(node, machine.ports);
    await this.take({ ...to, b: node }, machine);
    await this.hasCables([...this.truth.links, { ...to, b: node, bPort: nic }]);
  }

  private nicOf(node: string): Port {
    return this.truth.nodes[node]!.find(({ name }) => name === nic)!;
  }

  private async makeNode(node: string, ports: readonly number[]): Promise<void> {
    const name = this.prefix + node;
    await run('ip', ['netns', 'add', name]);
    await this.in(node, 'link', 'set', 'lo', 'up');
    mkdirSync(path.join(this.runFolder, node));
    const listening = ['netns', 'exec', name, 'python3', banners, ...ports.map(String)];
    spawn('ip', listening, { stdio: 'ignore', detached: true }).unref();
  }

  /**
   * Moves the machine's network interface, which is one end of a cable, to another namespace, and renames the
   * interface.
   */
  private moveEnd(from: string, to: string, name: string): Promise<unknown> {
    return this.in(from, 'link', 'set', nic, 'netns', this.prefix + to, 'name', name);
  }

  /**
   * Connects the machine to a free port of a switch. A cable is a pair of interfaces; the free end of the port's cable
   * waits in the namespace `shelf`, and is moved to the machine.
   */
  private async take({ aPort, b }: Omit<Cable, 'bPort'>, has: Pick<NewMachine, 'mac' | 'ips'>): Promise<void> {
    await this.in(shelf, 'link', 'set', aPort, 'netns', this.prefix + b, 'name', nic);
    await this.setUp(b, has);
  }

  private async setUp(node: string, { mac, ips }: Pick<NewMachine, 'mac' | 'ips'>): Promise<void> {
    await this.in(node, 'link', 'set', nic, 'address', mac, 'up');
    for (const ip of ips) await this.in(node, 'addr', 'add', ip, 'dev', nic);
    await this.speak(node);
  }

  private async hasCables(cables: readonly Cable[]): Promise<void> {
    this.writeLinks(cables);
    await this.readTruth();
  }
}
