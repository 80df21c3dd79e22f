// The lab's network as records for the SNMP simulator, for machines on which network namespaces cannot be created.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { networkCollectors } from '../../../src/agent/collectors';
import type { DaemonCaller, World } from '../../support/world';
import { closeAll, freePort, startSimulator } from '../sources/snmp/simulator';
import { newFolder, noCollectors, removeFolder, startAgent } from '../support/agent';
import { findCable, type Cable, type Lab, type Port, type Truth } from './truth';

const cable = (text: string): Cable => {
  const [a, aPort, b, bPort] = text.split(' ') as [string, string, string, string];
  return { a, aPort, b, bPort };
};
/**
 * The cables that `lab.sh up 4 2` creates between network namespaces: four switches with a loop, two hosts at each
 * switch, and a router with a further subnet.
 */
const cables = [
  ...['sw1 p1 sw2 p1', 'sw1 p2 sw3 p1', 'sw2 p2 sw4 p1', 'sw2 p3 sw4 p2'],
  ...['sw1 p3 h1 eth0', 'sw1 p4 h2 eth0', 'sw2 p4 h3 eth0', 'sw2 p5 h4 eth0'],
  ...['sw3 p2 h5 eth0', 'sw3 p3 h6 eth0', 'sw4 p3 h7 eth0', 'sw4 p4 h8 eth0'],
  ...['sw1 p5 probe eth0', 'sw1 p6 r1 eth0', 'r1 eth1 far1 eth0'],
].map(cable);
/** STP blocks this cable, so the switches learn no addresses through it. */
const blockedCable = cables[3]!;
const switches = ['sw1', 'sw2', 'sw3', 'sw4'];

function nodes(): Truth['nodes'] {
  const names = [...new Set(cables.flatMap(({ a, b }) => [a, b]))];
  const others: Readonly<Record<string, string>> = {
    ...{ 'probe eth0': '10.77.0.250', 'r1 eth0': '10.77.0.254' },
    ...{ 'r1 eth1': '10.78.0.1', 'far1 eth0': '10.78.0.10' },
  };
  const addressOf = (node: string, port: string): string | undefined => {
    const number = Number(node.slice(node.search(/\d|$/)));
    if (switches.includes(node)) return port === 'br0' ? `10.77.0.${number}` : undefined;
    return others[`${node} ${port}`] ?? `10.77.0.${50 + number}`;
  };
  return Object.fromEntries(
    names.map((node, place) => {
      const ends = cables.flatMap(({ a, aPort, b, bPort }) => [
        ...(a === node ? [aPort] : []),
        ...(b === node ? [bPort] : []),
      ]);
      const isSwitch = switches.includes(node);
      const ports = [...(isSwitch ? ['br0'] : []), ...ends.sort(), ...(node === 'sw4' ? ['p9'] : [])];
      return [
        node,
        ports.map((name, at): Port => {
          const ip = addressOf(node, name);
          const mac = [0x02, 0x4c, 0, place, 0, at].map(hex).join(':');
          return { name, index: at + 2, mac, ips: ip === undefined ? [] : [`${ip}/24`] };
        }),
      ];
    }),
  );
}

const hex = (byte: number): string => byte.toString(16).padStart(2, '0');
const bytesOf = (mac: string): string => mac.replaceAll(':', '');
const keyOf = (mac: string): string =>
  mac
    .split(':')
    .map((byte) => parseInt(byte, 16))
    .join('.');

export class SimulatedLab implements Lab {
  readonly agentsNode = undefined;
  readonly sweeps = false;
  readonly eventsOfRun = [];
  private readonly folder = newFolder();
  private readonly state = newFolder();
  private links: readonly Cable[] = cables;
  private daemon: DaemonCaller | undefined;

  constructor(private readonly world: World) {}

  get truth(): Truth {
    const speaksSnmp = [...switches, 'r1'];
    return { nodes: allNodes, links: this.links, speaksSnmp, speaksLldp: [...speaksSnmp, 'h3', 'h6'] };
  }

  async build(): Promise<void> {
    this.daemon = await this.world.addDaemon({ isRegistered: false });
  }

  async tearDown(): Promise<void> {
    await closeAll();
    for (const folder of [this.folder, this.state]) removeFolder(folder);
  }

  async move(host: string, to: Pick<Cable, 'a' | 'aPort'>): Promise<void> {
    const movedCable = findCable(this.truth, host);
    this.links = this.links.map((one) => (one === movedCable ? { ...one, ...to } : one));
  }

  async unplug(...hosts: readonly string[]): Promise<void> {
    this.links = this.links.filter(({ b }) => !hosts.includes(b));
  }

  async plugIn(...hosts: readonly string[]): Promise<void> {
    this.links = [...this.links, ...hosts.map((host) => cables.find(({ b }) => b === host)!)];
  }

  /**
   * Runs a discovery. The agent reads the simulated devices at loopback addresses, and finds all other machines in the
   * tables of these devices.
   */
  async discover(): Promise<void> {
    await closeAll();
    const { speaksSnmp } = this.truth;
    const addresses = speaksSnmp.map((_node, at) => `127.0.78.${at + 1}`);
    const port = await freePort();
    for (const [at, node] of speaksSnmp.entries()) {
      const file = path.join(this.folder, `${node}.snmprec`);
      writeFileSync(file, this.records(node).join('\n'));
      await startSimulator(addresses[at]!, port, file);
    }
    await this.startRun();
    const summary = await startAgent({
      server: new URL(this.world.url),
      key: this.daemon!.credential.key!,
      state: this.state,
      allow: addresses,
      once: true,
      collectors: { ...noCollectors, trySnmp: networkCollectors.trySnmp, readDevice: networkCollectors.readDevice },
      settings: {
        ...{ rate: 10_000, allPorts: false, ports: [port], dockerSocket: '/none', snmpPort: port },
        credentials: [{ version: 'v2c', community: 'public' }],
      },
    }).ended;
    if (summary?.phase !== 'Complete') throw new Error(`the discovery was not done: ${JSON.stringify(summary)}`);
  }

  /**
   * Starts another run of the scheduled discovery. Does nothing before the daemon has registered, because the
   * registration starts the first run.
   */
  private async startRun(): Promise<void> {
    const where = { networkId: this.world.networkId, runType: 'Scheduled' as const };
    const job = await this.world.prisma.discovery.findFirst({ where });
    if (!job) return;
    const reply = await this.world.owner.rest.post('/discovery/start-session', job.id);
    if (reply.status !== 200) throw new Error(reply.story);
  }

  /** The node's ports that have a cable, each with the node and port at the other end. */
  private endsOf(node: string): { readonly port: string; readonly far: string; readonly farPort: string }[] {
    return this.links.flatMap(({ a, aPort, b, bPort }) => [
      ...(a === node ? [{ port: aPort, far: b, farPort: bPort }] : []),
      ...(b === node ? [{ port: bPort, far: a, farPort: aPort }] : []),
    ]);
  }

  /**
   * The MAC addresses that a switch learns at a port: the machines behind the port, up to and including the next
   * router.
   */
  private behind(node: string, port: string): string[] {
    const { a, aPort, b, bPort } = blockedCable;
    const isBlocked = (a === node && aPort === port) || (b === node && bPort === port);
    const end = this.endsOf(node).find((one) => one.port === port);
    if (!end || isBlocked) return [];
    const { far, farPort } = end;
    const ports = allNodes[far]!;
    if (!switches.includes(far)) return [ports.find(({ name }) => name === farPort)!.mac];
    const others = this.endsOf(far).filter((one) => one.port !== farPort);
    return [ports[0]!.mac, ...others.flatMap((one) => this.behind(far, one.port))];
  }

  private records(node: string): string[] {
    const ports = allNodes[node]!;
    const ends = this.endsOf(node);
    const rows = [`1.3.6.1.2.1.1.1.0|4|Netloom lab node ${node}`, `1.3.6.1.2.1.1.5.0|4|${node}`];
    rows.push('1.0.8802.1.1.2.1.3.1.0|2|4', `1.0.8802.1.1.2.1.3.2.0|4x|${bytesOf(ports[0]!.mac)}`);
    for (const { name, index, mac, ips } of ports) {
      const end = ends.find(({ port }) => port === name);
      rows.push(
        `1.3.6.1.2.1.2.2.1.2.${index}|4|${name}`,
        `1.3.6.1.2.1.2.2.1.3.${index}|2|6`,
        `1.3.6.1.2.1.2.2.1.6.${index}|4x|${bytesOf(mac)}`,
        `1.3.6.1.2.1.2.2.1.7.${index}|2|1`,
        `1.3.6.1.2.1.2.2.1.8.${index}|2|${end || name === 'br0' ? 1 : 2}`,
        `1.3.6.1.2.1.31.1.1.1.1.${index}|4|${name}`,
        `1.0.8802.1.1.2.1.3.7.1.2.${index}|2|5`,
        `1.0.8802.1.1.2.1.3.7.1.3.${index}|4|${name}`,
      );
      for (const ip of ips)
        rows.push(
          `1.3.6.1.2.1.4.20.1.2.${ip.split('/')[0]}|2|${index}`,
          `1.3.6.1.2.1.4.20.1.3.${ip.split('/')[0]}|64|255.255.255.0`,
        );
      if (end && this.truth.speaksLldp.includes(end.far)) rows.push(...neighborRows(index, end));
      if (switches.includes(node) && name !== 'br0') {
        // Bridge port numbers differ from interface indexes on purpose, as on many real switches.
        rows.push(`1.3.6.1.2.1.17.1.4.1.2.${index - 2}|2|${index}`);
        for (const mac_ of this.behind(node, name))
          rows.push(
            `1.3.6.1.2.1.17.4.3.1.2.${keyOf(mac_)}|2|${index - 2}`,
            `1.3.6.1.2.1.17.4.3.1.3.${keyOf(mac_)}|2|3`,
          );
      }
    }
    // The router's ARP table lists the machines of the subnets on both sides. Devices with SNMP are omitted, because
    // they report their own addresses.
    if (node === 'r1')
      for (const [name, others] of Object.entries(allNodes))
        if (!this.truth.speaksSnmp.includes(name) && this.endsOf(name).length > 0) {
          const [address] = others[0]!.ips[0]!.split('/');
          const index = address!.startsWith('10.78.') ? ports[1]!.index : ports[0]!.index;
          rows.push(`1.3.6.1.2.1.4.22.1.2.${index}.${address}|4x|${bytesOf(others[0]!.mac)}`);
        }
    return rows;
  }
}

/**
 * The SNMP rows for an LLDP neighbor. A chassis id is always a MAC address; a port id is a MAC address on hosts, and an
 * interface name on other devices.
 */
function neighborRows(index: number, { far, farPort }: { far: string; farPort: string }): string[] {
  const ports = allNodes[far]!;
  const { mac } = ports.find(({ name }) => name === farPort)!;
  const column = (number: number) => `1.0.8802.1.1.2.1.4.1.1.${number}.0.${index}.1`;
  const isHost = far.startsWith('h');
  return [
    `${column(4)}|2|4`,
    `${column(5)}|4x|${bytesOf(ports[0]!.mac)}`,
    `${column(6)}|2|${isHost ? 3 : 5}`,
    isHost ? `${column(7)}|4x|${bytesOf(mac)}` : `${column(7)}|4|${farPort}`,
    `${column(9)}|4|${far}`,
  ];
}

const allNodes = nodes();
