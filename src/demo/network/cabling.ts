// Cables between ports: trunks, link aggregates and attached hosts, with their VLANs and the MAC addresses that ports
// learn.
import type { AddressRow, HostDraft, PortDraft } from './host-draft';
import type { NetworkDraft } from './network-draft';
import type { SubnetDraft, VlanDraft } from './network-parts';

/** Routers that share a subnet's gateway address by VRRP. The active router comes first. */
export interface SharedGateway {
  readonly routers: readonly HostDraft[];
  readonly subnet: SubnetDraft;
  readonly address: string;
  readonly group: number;
}
/** Two routers that exchange routes by a routing protocol, and the subnet in which both have an address. */
export interface Adjacency {
  readonly protocol: 'Ospf' | 'Bgp';
  readonly between: readonly [HostDraft, HostDraft];
  readonly subnet: SubnetDraft;
}
/**
 * Three switches in a ring: the root of the spanning tree, a second switch, and a third one whose link to the second is
 * blocked.
 */
export interface Ring {
  readonly root: HostDraft;
  readonly second: HostDraft;
  readonly third: HostDraft;
}

/** A wireless client at an access point, with the kind of the client's subnet. */
export interface Association {
  readonly client: HostDraft;
  readonly accessPoint: HostDraft;
  readonly subnet: string;
}

export type Protocol = 'LLDP' | 'CDP';

/** What one end of a cable reports about its neighbor. A remote host without ports is reported by name only. */
export interface Report {
  readonly by: PortDraft;
  readonly about: PortDraft | HostDraft;
  readonly protocol: Protocol;
}

type Use = 'access' | 'uplink' | 'management';

export interface TrunkOptions {
  readonly native?: VlanDraft;
  readonly taggedVlans?: readonly VlanDraft[];
  readonly ports?: number;
  /** The number of the aggregate at each end; undefined if the ports are not aggregated. */
  readonly bundle?: readonly [atFirst: number, atSecond: number];
  readonly uses?: readonly [atFirst: Use, atSecond: Use];
  readonly protocols?: readonly Protocol[];
}

const isPort = (end: PortDraft | HostDraft): end is PortDraft => 'learned' in end;

export class Cabling {
  readonly reports: Report[] = [];
  /**
   * Facts about devices besides cables: shared gateway addresses, routing neighbors, spanning trees and wireless
   * clients.
   */
  readonly facts = {
    sharedGateways: [] as SharedGateway[],
    adjacencies: [] as Adjacency[],
    rings: [] as Ring[],
    associations: [] as Association[],
  };

  constructor(private readonly network: NetworkDraft) {}

  /**
   * Adds one or more cables between two devices, with the VLANs that they carry. Each end reports the other end as its
   * neighbor.
   */
  trunk(first: HostDraft, second: HostDraft, options: TrunkOptions = {}): void {
    const { ports = 1, bundle, uses = ['access', 'uplink'], native, taggedVlans = [] } = options;
    const protocols = options.protocols ?? (first.device.speaksCdp && second.device.speaksCdp ? ['CDP'] : ['LLDP']);
    const ends: [PortDraft, PortDraft][] = [];
    for (let index = 0; index < ports; index++) {
      const pair: [PortDraft, PortDraft] = [first.takePort(uses[0]), second.takePort(uses[1])];
      const speed = Math.min(Number(pair[0].row.speedBps), Number(pair[1].row.speedBps));
      pair.forEach((port, side) => {
        const other = pair[1 - side]!;
        port.row.speedBps = speed;
        port.row.ifAlias = `${other.host.name} ${other.row.ifName}`;
        if (port.host.device.vlanPort) this.carry(port, native, taggedVlans);
      });
      for (const protocol of protocols) this.reportEachOther(pair[0], pair[1], protocol);
      ends.push(pair);
    }
    if (!bundle) return;
    [first, second].forEach((host, side) => {
      const other = side === 0 ? second : first;
      const { bundle: names } = host.device;
      if (!names) return;
      const number = String(bundle[side]);
      const gbps = ends.reduce((sum, pair) => sum + Number(pair[side]!.row.speedBps) / 1e9, 0);
      const port = host.addPort({
        ifName: names.name.replace('{n}', number),
        ifDescr: names.descr.replace('{n}', number),
        ifType: 161,
        gbps,
        use: 'bundle',
        isUp: true,
      });
      port.row.ifAlias = other.name;
      for (const pair of ends) pair[side]!.row.aggregateId = port.row.id;
      if (host.device.vlanPort) this.carry(port, native, taggedVlans);
    });
  }

  reportEachOther(first: PortDraft, second: PortDraft | HostDraft, protocol: Protocol): void {
    this.reports.push({ by: first, about: second, protocol });
    if (isPort(second)) this.reports.push({ by: second, about: first, protocol });
  }

  /** Assigns VLANs to a port: `native` untagged, `taggedVlans` tagged. */
  carry(port: PortDraft, native: VlanDraft | undefined, taggedVlans: readonly VlanDraft[] = []): void {
    const { rows, scope } = this.network;
    port.row.nativeVlanId = native?.id ?? null;
    for (const vlan of taggedVlans) {
      if (vlan === native) continue;
      rows.interface_vlans.push({
        id: this.network.id(`tagged/${port.row.id}/${vlan.number}`),
        createdAt: port.host.row.createdAt,
        updatedAt: port.host.row.updatedAt,
        validFrom: port.host.row.createdAt,
        networkId: scope.networkId,
        interfaceId: port.row.id,
        vlanId: vlan.id,
      });
    }
  }

  /**
   * Connects a host to an access port, which learns its MAC address, and gives the host an address. A host that was not
   * seen for weeks gets only the address, because no port still has its MAC address.
   */
  attach(
    device: HostDraft,
    host: HostDraft,
    subnet: SubnetDraft | undefined,
    options: { taggedVlans?: readonly VlanDraft[]; speaksLldp?: boolean; name?: string; use?: Use } = {},
  ): PortDraft | undefined {
    if (subnet && host.addresses.length === 0) host.addAddress(subnet, { name: options.name });
    if (host.seenColumns.isStale) return undefined;
    const port = device.takePort(options.use ?? 'access');
    port.row.ifAlias = host.name;
    port.learned.push(host.mac);
    if (device.device.vlanPort) this.carry(port, subnet?.vlan, options.taggedVlans);
    port.row.speedBps = Math.min(Number(port.row.speedBps), host.device.ports ? Infinity : 1e9);
    const card = host.interfaces.find((one) => !one.isTaken && one.use === 'uplink');
    if (card) {
      card.isTaken = true;
      card.row.operStatus = 'Up';
      card.row.speedBps = port.row.speedBps = Math.min(Number(card.row.speedBps), Number(port.row.speedBps));
      if (card.row.macAddress !== host.mac && card.row.macAddress) port.learned.push(card.row.macAddress);
    }
    if (options.speaksLldp) this.reportEachOther(port, card ?? host, 'LLDP');
    return port;
  }

  /** Adds an address on a VLAN interface. The first such interface has the switch's own MAC address. */
  addVlanAddress(host: HostDraft, subnet: SubnetDraft, offset: number): AddressRow {
    const { vlan } = subnet;
    const names = host.device.vlanPort;
    if (!vlan || !names) throw new Error(`${host.name} has no VLAN port for ${subnet.cidr}`);
    const isFirst = host.addresses.length === 0;
    const mac = isFirst ? host.chassisMac : this.network.macs.take(host.device.macPrefixes[0]!)[0]!;
    host.addPort({
      ifName: names.name.replace('{n}', String(vlan.number)),
      ifDescr: names.descr.replace('{n}', String(vlan.number)),
      ifType: host.device.manufacturer === 'Cisco' ? 53 : 136,
      gbps: 1,
      use: 'vlan',
      isUp: true,
      mac,
      vlan,
    });
    return host.addAddress(subnet, { mac, offset, name: names.name.replace('{n}', String(vlan.number)) });
  }
}
