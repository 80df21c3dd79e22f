// A ring of three switches in network namespaces. Two cables between the first two switches are an aggregate, the
// kernel's spanning tree blocks one port, and the first two switches share a virtual address.
import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { eventually } from '../../support/eventually';
import type { World } from '../../support/world';
import { NamespaceLab } from './namespace-lab';
import type { Cable } from './truth';

/** The virtual address of VRRP group 10. Its MAC address contains the number of the group (RFC 5798, 7.3). */
export const virtual = { address: '10.77.0.200', mac: '00:00:5e:00:01:0a', port: 'vrrp10', group: 10 } as const;
export const routers = [
  { node: 'sw1', address: '10.77.0.1', peer: '10.77.0.2', routerId: '10.255.0.1', isMaster: true },
  { node: 'sw2', address: '10.77.0.2', peer: '10.77.0.1', routerId: '10.255.0.2', isMaster: false },
] as const;

export const aggregate = 'lag1';
/** Names of the aggregate's member ports. A cable connects the ports of the same name on the first two switches. */
export const members = ['p1', 'p21'] as const;
const closing: Cable = { a: 'sw2', aPort: 'p22', b: 'sw3', bPort: 'p22' };

const vrrpMib = '1.3.6.1.2.1.68';
const ospfMib = '1.3.6.1.2.1.14';
const lagMib = '1.2.840.10006.300.43';
/**
 * The lowest maximum age of BPDUs that the kernel accepts, in hundredths of a second. A topology change lasts for the
 * sum of this age and the forward delay, so a low value shortens the tests.
 */
const shortestAge = '600';
/** Values of vrrpOperState (backup, master) and of ospfNbrState (full). */
const [backup, master, full] = [2, 3, 8];

export class RingLab extends NamespaceLab {
  constructor(world: World) {
    const env = { RING: '1', ROUTER: '0', ROWS: [vrrpMib, ospfMib, lagMib].map((oid) => `.${oid}`).join(' ') };
    super(world, { ...{ switches: 3, hostsPerSwitch: 1, env }, ranges: ['10.77.0.0/24'] });
  }

  override async build(): Promise<void> {
    await super.build();
    for (const node of this.truth.speaksSnmp)
      await this.in(node, 'link', 'set', 'br0', 'type', 'bridge', 'max_age', shortestAge);
    await this.aggregateCables();
    await this.connect(closing);
    for (const { node, isMaster } of routers) await this.share(node, isMaster);
    await this.readTruth();
    for (const router of routers) this.serve(router);
    await this.settleTree();
  }

  /** The ports that the kernel's spanning tree blocks, each in the form `NODE PORT`. */
  async blockedPorts(): Promise<string[]> {
    const ports = await Promise.all(
      this.truth.speaksSnmp.map(async (node) => (await this.bridgePorts(node)).map((port) => ({ node, ...port }))),
    );
    return ports.flat().flatMap(({ node, ifname, state }) => (state === 'blocking' ? [`${node} ${ifname}`] : []));
  }

  /**
   * Waits until the lab has settled, the spanning tree has blocked one port, and the topology change has ended. During
   * a topology change, bridges forget learned addresses within seconds (802.1D, 8.3.5).
   */
  private async settleTree(): Promise<void> {
    await this.settle();
    await eventually(async () => (await this.blockedPorts()).length === 1);
    for (const node of this.truth.speaksSnmp)
      await eventually(async () => (await this.bridgeOf(node)).topology_change === 0);
    for (const { b } of this.truth.links.filter(({ bPort }) => bPort === 'eth0')) await this.speak(b);
  }

  /**
   * Imitates an aggregate, because some kernels lack the bonding driver. An ordinary port carries its traffic. The
   * member ports only have the same MAC address as this port, and send LLDP.
   */
  private async aggregateCables(): Promise<void> {
    const [a, b] = [routers[0].node, routers[1].node];
    const [first, ...others] = members;
    for (const port of [...others, aggregate]) await this.addCable({ a, aPort: port, b, bPort: port });
    for (const node of [a, b]) {
      const mac = this.truth.nodes[node]!.find(({ name }) => name === first)!.mac;
      for (const port of [...members, aggregate]) {
        const master_ = port === aggregate ? ['master', 'br0'] : ['nomaster'];
        await this.in(node, 'link', 'set', port, 'address', mac, ...master_, 'up');
      }
    }
    this.writeLinks([...this.truth.links, ...others.map((port): Cable => ({ a, aPort: port, b, bPort: port }))]);
    await this.readTruth();
  }

  private async connect(cable: Cable): Promise<void> {
    await this.addCable(cable);
    await this.in(cable.b, 'link', 'set', cable.bPort, 'master', 'br0', 'up');
    this.writeLinks([...this.truth.links, cable]);
  }

  /**
   * Sets up the virtual address as keepalived does: on a macvlan port with the MAC address of the VRRP group. Only the
   * master has the address.
   */
  private async share(node: string, isMaster: boolean): Promise<void> {
    const { address, mac, port } = virtual;
    // With `arp_ignore=1`, a port responds to ARP requests for its own addresses only. Without IPv6, the new port gets
    // no link-local address.
    await this.exec(node, 'sysctl', '-qw', 'net.ipv4.conf.all.arp_ignore=1', 'net.ipv6.conf.all.disable_ipv6=1');
    await this.in(node, 'link', 'add', port, 'link', 'br0', 'address', mac, 'type', 'macvlan', 'mode', 'private');
    await this.in(node, 'link', 'set', port, 'up');
    if (isMaster) await this.in(node, 'addr', 'add', `${address}/32`, 'dev', port);
  }

  /**
   * Adds SNMP rows for the aggregate's members, the VRRP group and the OSPF neighbor, because no program in Debian
   * serves such rows.
   */
  private serve({ node, peer, isMaster }: (typeof routers)[number]): void {
    const indexOf = (name: string) => this.truth.nodes[node]!.find((port) => port.name === name)!.index;
    const attachedLines = members.map((port) => `${lagMib}.1.2.1.1.13.${indexOf(port)} integer ${indexOf(aggregate)}`);
    const group = `${indexOf('br0')}.${virtual.group}`;
    const other = routers.find((one) => one.address === peer)!;
    const rows = [
      ...attachedLines,
      `${vrrpMib}.1.3.1.3.${group} integer ${isMaster ? master : backup}`,
      `${vrrpMib}.1.3.1.5.${group} integer ${isMaster ? 200 : 100}`,
      `${vrrpMib}.1.4.1.2.${group}.${virtual.address} integer 1`,
      `${ospfMib}.10.1.3.${peer}.0 ipaddress ${other.routerId}`,
      `${ospfMib}.10.1.6.${peer}.0 integer ${full}`,
    ];
    appendFileSync(path.join(this.runFolder, node, 'rows'), `${rows.join('\n')}\n`);
  }
}
