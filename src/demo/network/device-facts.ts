// Generates SNMP facts of devices: duplex modes and counters of ports, spanning trees, redundancy groups, roles.
import { derivedRole } from '../../modules/inventory';
import type { Adjacency, Association, Report, Ring, SharedGateway } from './cabling';
import { Chance } from './chance';
import type { HostDraft, PortDraft } from './host-draft';
import type { NetworkDraft } from './network-draft';
import type { SubnetDraft } from './network-parts';
import { addAssociation, addGuests } from './wireless';

interface Cables {
  readonly reports: readonly Report[];
  readonly facts: DeviceFacts;
}

const jumbo = 9216;
const usual = 1500;
const ethernet = 6;
const readingMs = 3_600_000;

/** Roles of devices that get their power from switch ports (PoE). */
const poweredKinds: readonly string[] = ['Phone', 'AccessPoint', 'Camera'];
const classOf: Readonly<Record<string, number>> = { Phone: 2, Camera: 3, AccessPoint: 4 };
/**
 * The least and the most power that a device draws, in milliwatts, by role. The most is below the maximum of the PoE
 * class of the role (IEEE 802.3).
 */
const drawnBy: Readonly<Record<string, readonly [least: number, most: number]>> = {
  ...{ Phone: [2_400, 4_900], Camera: [5_200, 9_800], AccessPoint: [11_500, 19_000] },
};

/** Facts that the generators of a network declare for its devices. */
export interface DeviceFacts {
  readonly sharedGateways: readonly SharedGateway[];
  readonly adjacencies: readonly Adjacency[];
  readonly rings: readonly Ring[];
  readonly associations: readonly Association[];
}

export function addDeviceFacts(network: NetworkDraft, { reports, facts }: Cables): void {
  addRoles(network);
  const roleByName = new Map(network.hosts.map(({ name, row }) => [name, row.role ?? null] as const));
  for (const host of network.hosts)
    if (host.device.sysObjectId && host.device.ports) addModes(network, host, roleByName);
  for (const ring of facts.rings) addSpanningTree(reports, ring);
  for (const gateway of facts.sharedGateways) addGroup(network, gateway);
  for (const adjacency of facts.adjacencies) addAdjacency(network, adjacency);
  for (const association of facts.associations) addAssociation(network, association);
  for (const accessPoint of new Set(facts.associations.map((one) => one.accessPoint))) addGuests(network, accessPoint);
}

function addRoles({ hosts }: NetworkDraft): void {
  for (const { row, services, interfaces } of hosts) {
    const software = services.map(({ serviceDefinition }) => serviceDefinition);
    const ports = interfaces.map((port) => ({ ifType: port.row.ifType ?? null, fdbMacs: port.learned }));
    Object.assign(row, derivedRole({ sysObjectId: row.sysObjectId ?? null, software, ports }));
  }
}

/** Adds MTU and duplex of ports, the power that attached devices draw, and the last two readings of counters. */
function addModes(network: NetworkDraft, host: HostDraft, roleByName: ReadonlyMap<string, string | null>): void {
  const isSwitch = host.row.role === 'Switch';
  for (const port of host.interfaces) {
    const { row } = port;
    row.mtu = row.speedBps !== null && Number(row.speedBps) >= 1e10 ? jumbo : usual;
    if (row.ifType !== ethernet) continue;
    const isUp = row.operStatus === 'Up';
    const role = roleByName.get(row.ifAlias ?? '') ?? '';
    if (isSwitch && port.use === 'access') {
      row.poeStatus =
        isUp && poweredKinds.includes(role) ? 'Delivering' : row.adminStatus === 'Down' ? 'Disabled' : 'Searching';
      row.poeClass = row.poeStatus === 'Delivering' ? (classOf[role] ?? null) : null;
    }
    if (isUp) {
      row.duplex = 'Full';
      addCounters(network, port, row.poeStatus === 'Delivering' ? drawnBy[role] : undefined);
    }
  }
}

function addCounters(
  { rows, scope }: NetworkDraft,
  { row, host }: PortDraft,
  powerRange: readonly [least: number, most: number] | undefined,
): void {
  const chance = new Chance(`counters/${row.id}`);
  const readAt = new Date(host.seenColumns.lastSeenAt).getTime();
  const [seconds, share] = [readingMs / 1000, chance.next() ** 3];
  const perSecond = Math.round(((Number(row.speedBps ?? 0) / 8) * share) / 20);
  const upTime = 86_400 * (20 + chance.between(1, 300));
  const reading = (at: number, errors: number): Record<string, string | number> => ({
    inOctets: String(BigInt(perSecond) * BigInt(at)),
    outOctets: String(BigInt(Math.round(perSecond * 0.4)) * BigInt(at)),
    ...{ inErrors: String(errors), outErrors: '0', inDiscards: '0', outDiscards: String(errors * 2) },
    ...{
      octetBits: 64,
      upTimeTicks: String(at * 100),
      ...(powerRange && { poeMilliwatts: chance.between(...powerRange) }),
    },
  });
  const errors = chance.happens(0.1) ? chance.between(1, 90) : 0;
  rows.interface_counters.push({
    interfaceId: row.id,
    networkId: scope.networkId,
    readAt: new Date(readAt),
    latest: reading(upTime, errors),
    previousReadAt: new Date(readAt - readingMs),
    previous: reading(upTime - seconds, errors),
  });
}

/**
 * The ports of `from` from which a cable leads to `to`. Instead of a port that belongs to a link aggregate, the
 * aggregate's own port is returned.
 */
function portsTowards(reports: readonly Report[], from: HostDraft, to: HostDraft): PortDraft[] {
  const ownReports = reports.filter(({ by, about }) => by.host === from && 'learned' in about && about.host === to);
  const bundles = ownReports.map(({ by }) => from.interfaces.find(({ row }) => row.id === by.row.aggregateId) ?? by);
  return [...new Set(bundles)];
}

/** Path cost of 802.1D-2004: 20 Tbit/s divided by the speed. */
const costOf = ({ row }: PortDraft): number => Math.round(20e12 / Number(row.speedBps ?? 1e9));

/** The spanning tree of a ring: the third switch reaches the root directly, and blocks its link to the second one. */
function addSpanningTree(reports: readonly Report[], { root, second, third }: Ring): void {
  const forward = (from: HostDraft, to: HostDraft, isToRoot: boolean): number => {
    const [port] = portsTowards(reports, from, to);
    if (!port) return 0;
    port.row.stpState = 'Forwarding';
    port.row.isStpRootPort = isToRoot;
    return costOf(port);
  };
  const joins = (host: HostDraft, cost: number): void => {
    host.row.stpRootBridgeId = `4096/${root.chassisMac}`;
    host.row.stpRootCost = cost;
  };
  joins(root, 0);
  for (const other of [second, third]) {
    forward(root, other, false);
    joins(other, forward(other, root, true));
  }
  forward(second, third, false);
  for (const port of portsTowards(reports, third, second)) port.row.stpState = 'Blocking';
}

const vlanPortOf = (router: HostDraft, { vlan }: SubnetDraft): PortDraft | undefined =>
  router.interfaces.find((port) => port.use === 'vlan' && vlan && port.row.nativeVlanId === vlan.id);

function addGroup(network: NetworkDraft, { routers, subnet, address, group }: SharedGateway): void {
  const { rows, scope } = network;
  const groupId = network.id(`fhrp/${subnet.id}`);
  const timesOf = ({ row }: HostDraft) => ({
    createdAt: row.createdAt!,
    updatedAt: row.updatedAt!,
    validFrom: row.validFrom!,
  });
  rows.fhrp_groups.push({
    ...{ id: groupId, networkId: scope.networkId, ...timesOf(routers[0]!) },
    ...{ protocol: 'Vrrp2', groupNumber: group, virtualAddresses: [address] },
  });
  routers.forEach((router, index) =>
    rows.fhrp_members.push({
      ...{
        id: network.id(`fhrp/${subnet.id}/${router.name}`),
        networkId: scope.networkId,
        ...timesOf(router),
        groupId,
      },
      ...{ hostId: router.id, interfaceId: vlanPortOf(router, subnet)?.row.id ?? null },
      ...{ state: index === 0 ? 'Master' : 'Backup', priority: index === 0 ? 120 : 100, virtualAddresses: [address] },
    }),
  );
}

const autonomousSystem = 64_512;

function addAdjacency(network: NetworkDraft, { protocol, between, subnet }: Adjacency): void {
  const { rows, scope } = network;
  for (const [router, other] of [between, between.toReversed() as [HostDraft, HostDraft]]) {
    const address = other.addresses.find(({ subnetId, name }) => subnetId === subnet.id && !name?.startsWith('VRRP'));
    const { createdAt, updatedAt, validFrom } = router.row;
    rows.routing_neighbors.push({
      ...{ id: network.id(`routing/${protocol}/${router.name}/${other.name}`), networkId: scope.networkId },
      ...{ createdAt: createdAt!, updatedAt: updatedAt!, validFrom: validFrom! },
      ...{ hostId: router.id, interfaceId: vlanPortOf(router, subnet)?.row.id ?? null, protocol },
      ...{ neighborAddress: address!.ipAddress, neighborRouterId: other.firstAddress.ipAddress },
      ...{ neighborHostId: other.id, state: protocol === 'Bgp' ? 'Established' : 'Full' },
      remoteAs: protocol === 'Bgp' ? autonomousSystem : null,
    });
  }
}
