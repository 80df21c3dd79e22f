// Properties by which hosts and subnets are grouped: building, tag, subnet, VLAN, kind, name prefix, and the devices
// that connect them.
import { isBridge, subnetKind } from '../../../inventory/shared/subnet-types';
import type { PreparedInventory } from '../build-graph';
import { hostLinks, portLinks } from '../edges/link-edges';
import type { Inventory, InventoryHost, MachinePlaces } from '../inventory';
import { groupAddressesBySubnet, addressLookup, interfacesByHost, servicesByHost } from '../lookup';
import { byText } from '../order';
import { memoizeByIdentity, samePart } from '../remembered';
import type { FoldBasis, Grouping } from './detail';
import { hangingTrees, type Connections, type Unit } from './hanging-tree';
import { siteIn } from './site';
import { kindBySoftware, nameOfKind, type FoldedKind } from './kinds';

/** The value of a property by which hosts or subnets are grouped, such as a building. `key` identifies the value. */
export interface Trait {
  readonly key: string;
  readonly label: string;
  /** Ids of the hosts or subnets to which the value refers, such as the subnet in which hosts have addresses. */
  readonly anchorIds?: readonly string[];
}
export type TraitOf = (id: string) => Trait | undefined;

export interface MachineFacts {
  readonly kindOf: (hostId: string) => FoldedKind;
  /**
   * Connections of hosts by cables. A machine without a known cable is connected to the device whose forwarding table
   * lists it.
   */
  readonly links: () => Connections;
  readonly linkTrees: () => readonly Unit[];
  readonly nameOf: (id: string) => string;
  readonly siteOf: TraitOf;
  readonly ofHost: Readonly<Record<HostBasis, TraitOf>>;
  readonly ofSubnet: Readonly<Record<HostBasis, TraitOf>>;
}
export type HostBasis = Exclude<FoldBasis, 'Contents' | 'Endpoints' | 'LearnedEndpoints' | 'Others' | 'Software'>;

/**
 * The name of a machine without its domain and trailing number: `rv-a-acc-12.example` becomes `rv-a-acc`. Empty text
 * for addresses and numeric names.
 */
export function nameStem(name: string): string {
  if (/^[\d.]+$/.test(name) || name.includes(':')) return '';
  return name
    .split('.')[0]!
    .replace(/[\d\s_-]+$/, '')
    .toLowerCase();
}

const memo = <T>(make: (id: string) => T): ((id: string) => T) => {
  const cachedValues = new Map<string, T>();
  return (id) => {
    if (!cachedValues.has(id)) cachedValues.set(id, make(id));
    return cachedValues.get(id)!;
  };
};
export const once = <T>(make: () => T): (() => T) => {
  let cachedValue: { value: T } | undefined;
  return () => (cachedValue ??= { value: make() }).value;
};

/**
 * The most frequent value. Among equally frequent values, the first in sort order. Empty text if there are no values.
 */
function mostFrequent(values: Iterable<string>): string {
  const counts = new Map<string, number>();
  let best = '';
  for (const value of values) if (value !== '') counts.set(value, (counts.get(value) ?? 0) + 1);
  for (const [value, count] of counts) {
    const most = counts.get(best) ?? 0;
    if (count > most || (count === most && value < best)) best = value;
  }
  return best;
}

const labelTrait = (label: string): Trait | undefined =>
  label === '' ? undefined : { key: label.toLowerCase(), label };

/** Adds a connection between two ids, in both directions. */
export function connect(connections: Map<string, Set<string>>, a: string, b: string): void {
  for (const [one, other] of [
    [a, b],
    [b, a],
  ] as const) {
    const existingConnections = connections.get(one);
    if (existingConnections) existingConnections.add(other);
    else connections.set(one, new Set([other]));
  }
}

const siteOfHost = memoizeByIdentity(({ location }: InventoryHost): string => siteIn(location));
const linksAmong = memoizeByIdentity((interfaces: Inventory['interfaces'], { portsOf }: MachinePlaces): Connections => {
  const connections = new Map<string, Set<string>>();
  const rows = { inventory: { interfaces } };
  for (const { a, b } of portLinks(rows)) connect(connections, a.hostId, b.hostId);
  for (const { hostA, hostB } of hostLinks(rows)) connect(connections, hostA, hostB);
  if (portsOf.size === 0) return connections;
  const deviceOf = new Map(interfaces.map(({ id, hostId }) => [id, hostId]));
  for (const [hostId, portIds] of portsOf)
    for (const portId of portIds) connect(connections, hostId, deviceOf.get(portId)!);
  return connections;
});
const noPlaces: MachinePlaces = { portsOf: new Map(), portIds: new Set(), withoutPort: [] };
const treesAmong = memoizeByIdentity((interfaces: Inventory['interfaces'], places: MachinePlaces): readonly Unit[] =>
  hangingTrees(linksAmong(interfaces, places)),
);
/** For each host: the device, or several redundant ones, through which it reaches the core of the network. */
const carriersAmong = memoizeByIdentity(
  (interfaces: Inventory['interfaces'], places: MachinePlaces): ReadonlyMap<string, Unit> => {
    const parents = new Map<string, Unit>();
    const pendingTrees = [...treesAmong(interfaces, places)];
    for (let unit = pendingTrees.pop(); unit; unit = pendingTrees.pop())
      for (const child of unit.children) {
        for (const id of child.members) parents.set(id, unit);
        pendingTrees.push(child);
      }
    return parents;
  },
);

const virtualHosts = samePart(({ isVirtual }: InventoryHost) => String(isVirtual));
const placedHosts = samePart(({ location }: InventoryHost) => location ?? '');
const kindsAmong = memoizeByIdentity((hosts: Inventory['hosts'], services: Inventory['services']) => {
  const virtual = new Set(hosts.flatMap(({ id, isVirtual }) => (isVirtual ? id : [])));
  const servicesOf = servicesByHost(services);
  return memo((hostId) =>
    virtual.has(hostId) ? 'VirtualMachine' : kindBySoftware(servicesOf.get(hostId) ?? noServices),
  );
});
const noServices: readonly never[] = [];

const mainSubnetsAmong = memoizeByIdentity((ipAddresses: Inventory['ipAddresses'], subnets: Inventory['subnets']) => {
  const lookup = addressLookup(ipAddresses, subnets);
  return memo((hostId) => {
    const hostSubnets = lookup.addressesOf(hostId).flatMap(({ subnetId }) => lookup.subnets.get(subnetId) ?? []);
    return hostSubnets.find((subnet) => !isBridge(subnet) && subnet.subnetType !== 'Loopback');
  });
});

/** Returns a function from the id of a host or subnet to the building in which it is. */
const sitesAmong = memoizeByIdentity(
  (
    hosts: Inventory['hosts'],
    interfaces: Inventory['interfaces'],
    ipAddresses: Inventory['ipAddresses'],
    subnets: Inventory['subnets'],
    places: MachinePlaces,
  ): TraitOf => {
    const siteByHost = new Map(hosts.map((host) => [host.id, siteOfHost(host)]));
    const ownSite = (hostId: string): string => siteByHost.get(hostId) ?? '';
    const isSubnet = new Set(subnets.map(({ id }) => id));
    const mainSubnetOf = mainSubnetsAmong(ipAddresses, subnets);
    const subnetSite = memo((subnetId) =>
      mostFrequent((groupAddressesBySubnet(ipAddresses).get(subnetId) ?? []).map(({ hostId }) => ownSite(hostId))),
    );
    /**
     * The building of a host. If the host reports no location, as most endpoints do: the most frequent building of the
     * hosts connected to it, or, if these have none, the building of its subnet.
     */
    const hostSite = (hostId: string): string =>
      ownSite(hostId) ||
      mostFrequent([...(linksAmong(interfaces, places).get(hostId) ?? [])].map(ownSite)) ||
      subnetSite(mainSubnetOf(hostId)?.id ?? '');
    return memo((id) => labelTrait(isSubnet.has(id) ? subnetSite(id) : hostSite(id)));
  },
);

/**
 * Returns a function from the id of a host to its VLAN: the untagged VLAN of most of its ports or, if these have none,
 * of most ports at the other ends of its cables.
 */
const vlansAmong = memoizeByIdentity((all: Inventory['interfaces'], drawnInterfaces: Inventory['interfaces']) => {
  const vlanOfPort = new Map(drawnInterfaces.map(({ id, nativeVlanId }) => [id, nativeVlanId]));
  return memo((hostId) => {
    const ports = interfacesByHost(all).get(hostId) ?? [];
    const nativeVlans = ports.flatMap(({ nativeVlanId }) => nativeVlanId ?? []);
    const far = ports.flatMap(({ neighbors }) =>
      neighbors.flatMap(({ interfaceId }) => vlanOfPort.get(interfaceId ?? '') ?? []),
    );
    return mostFrequent(nativeVlans.length > 0 ? nativeVlans : far);
  });
});

/**
 * Everything that influences how elements are grouped. As long as all of these objects are the same, a cached grouping
 * is used.
 */
export function groupingTraits({ lookup, visible }: PreparedInventory, grouping: Grouping): readonly unknown[] {
  const { hosts, interfaces, ipAddresses, services, subnets, tags, vlans } = lookup.inventory;
  return [
    lookup.machinePlaces,
    ...[grouping, placedHosts(hosts), virtualHosts(hosts), interfaces, visible.interfaces],
    ...[ipAddresses, services, subnets, tags, vlans],
    // The labels of groups by uplink contain names of devices, so a change of any host may change the grouping.
    ...(grouping === 'Uplink' ? [hosts] : []),
  ];
}

/** Returns functions for the properties by which hosts and subnets are grouped. */
export function machineFacts({ lookup, visible }: PreparedInventory): MachineFacts {
  const { hosts, interfaces, ipAddresses, services, subnets } = lookup.inventory;
  const kindOf = kindsAmong(virtualHosts(hosts), services);
  const nameOf = (id: string) =>
    lookup.hosts.get(id)?.displayName || lookup.subnets.get(id)?.name || lookup.subnets.get(id)?.cidr || 'unnamed';
  const places = lookup.machinePlaces ?? noPlaces;
  const links = () => linksAmong(interfaces, places);
  const linkTrees = () => treesAmong(interfaces, places);
  const addressesInSubnet = (subnetId: string) =>
    groupAddressesBySubnet(lookup.inventory.ipAddresses).get(subnetId) ?? [];
  const mainSubnetOf = mainSubnetsAmong(ipAddresses, subnets);
  const siteOf = sitesAmong(placedHosts(hosts), interfaces, ipAddresses, subnets, places);
  /** If a row has several tags, the first tag in the order of names is used, as in the Application view. */
  const tagIn = (tagIds: readonly string[]): Trait | undefined => {
    const [tag] = tagIds
      .flatMap((id) => lookup.tags.get(id) ?? [])
      .sort((a, b) => byText(a.name, b.name) || byText(a.id, b.id));
    return tag && { key: tag.id, label: tag.name };
  };
  const vlanOf = (vlanId: string): Trait | undefined => {
    const vlan = lookup.vlans.get(vlanId);
    return (
      vlan && {
        key: String(vlan.vlanNumber),
        label: `VLAN ${vlan.vlanNumber}${vlan.name === '' ? '' : ` (${vlan.name})`}`,
      }
    );
  };
  const hostVlan = (hostId: string) => vlansAmong(visible.interfaces, interfaces)(hostId);
  const subnetTrait = (subnetId: string | undefined): Trait | undefined => {
    const subnet = lookup.subnets.get(subnetId ?? '');
    return subnet && { key: subnet.id, label: subnet.name || subnet.cidr, anchorIds: [subnet.id] };
  };
  return {
    ...{ kindOf, links, linkTrees, nameOf, siteOf },
    ofHost: {
      Uplink(id) {
        const unit = carriersAmong(interfaces, places).get(id);
        return unit && { key: unit.id, label: joinedNames(unit.members, nameOf), anchorIds: unit.members };
      },
      Location: siteOf,
      Tag: (id) => tagIn(lookup.hosts.get(id)?.tagIds ?? []),
      Kind: (id) => ({ key: kindOf(id), label: capital(nameOfKind(kindOf(id), 2)) }),
      Subnet: (id) => subnetTrait(mainSubnetOf(id)?.id),
      Vlan: (id) => vlanOf(hostVlan(id)),
      Name: (id) => stemTrait(nameOf(id)),
    },
    ofSubnet: {
      Uplink: () => undefined,
      Location: siteOf,
      Tag: (id) => tagIn(lookup.subnets.get(id)?.tagIds ?? []),
      Kind(id) {
        const { subnetType } = lookup.subnets.get(id)!;
        return { key: subnetType, label: subnetKind(subnetType).label };
      },
      Subnet: subnetTrait,
      Vlan: (id) => vlanOf(mostFrequent(addressesInSubnet(id).map(({ hostId }) => hostVlan(hostId)))),
      Name: (id) => stemTrait(nameOf(id)),
    },
  };
}

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

export function stemTrait(name: string): Trait | undefined {
  const stem = nameStem(name);
  return stem === '' ? undefined : { key: stem, label: `${stem}…` };
}

/**
 * Names that differ only in their trailing number are grouped by ranges of `near` numbers. A group that is still too
 * large is divided into ranges of `close` numbers. IPv4 addresses are grouped by /24 network, then by ranges of `close`
 * addresses.
 */
const close = 32;
const near = 1024;

/**
 * A property that similar names share: the range of the trailing number or of the IPv4 address. For a name without a
 * number, it is the first letter of the name, or the first two letters if `isClose`.
 */
export function nearbyTrait(text: string, isClose: boolean): Trait | undefined {
  const [, network, last] = /^(\d+\.\d+\.\d+)\.(\d+)$/.exec(text) ?? [];
  if (network !== undefined)
    return isClose ? blockTrait(`${network}.`, Number(last), close) : labelTrait(`${network}.0/24`);
  const [name = ''] = text.trim().split('.');
  const [, stem, number] = /^(.*?)(\d{1,9})$/.exec(name) ?? [];
  if (number !== undefined) return blockTrait(stem!, Number(number), isClose ? close : near);
  const letters = [...name.toLowerCase()].slice(0, isClose ? 2 : 1).join('');
  return letters === '' ? undefined : { key: letters, label: `${letters}…` };
}

function blockTrait(stem: string, number: number, size: number): Trait {
  const first = Math.floor(number / size) * size;
  return { key: `${stem}${first} ${size}`, label: `${stem}${first} to ${stem}${first + size - 1}` };
}

/** Lists at most two names in sort order, then the number of the remaining names: `a, b and 3 more`. */
export function joinedNames(ids: readonly string[], nameOf: (id: string) => string): string {
  const names = ids.map((id) => nameOf(id)).sort(byText);
  if (names.length <= 2) return names.join(' and ');
  return `${names.slice(0, 2).join(', ')} and ${names.length - 2} more`;
}
