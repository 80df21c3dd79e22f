// Finds the subnets of the IP addresses of an entry. This file does not access the database.
import type { Subnet } from '../../../../generated/prisma/client';
import type { ImportedAddress, ImportedHost } from '../formats/imported-entries';
import { readPrefix } from '../formats/values';
import type { HostDraft } from './host-draft';
import type { HostIndex } from './host-index';
import { prefixLength, type Draft, type NetworkDrafts } from './network-drafts';

/** A host that has an IP address, and the subnet of the address. */
interface Holding {
  readonly host: HostDraft;
  readonly subnet: Draft<Subnet>;
}

export class AddressPlaces {
  /** The hosts that have the addresses of the entry, by IP address. */
  private readonly holdings = new Map<string, Holding[]>();
  /** The host of the network that the entry describes; undefined if the addresses and the id do not show it. */
  private readonly host: HostDraft | undefined;

  constructor(
    private readonly network: NetworkDrafts,
    hosts: HostIndex,
    { id, addresses }: ImportedHost,
  ) {
    for (const { ip } of addresses) this.holdings.set(ip, []);
    const holders = new Set([...this.holdings.keys()].flatMap((ip) => hosts.holdersOf(ip)));
    for (const host of holders)
      for (const { ipAddress, subnetId } of host.addresses) {
        const subnet = network.subnet(subnetId as string);
        if (subnet) this.holdings.get(ipAddress as string)?.push({ host, subnet });
      }
    this.host = hosts.hostCalled(id) ?? this.onlyHolder(addresses);
  }

  /**
   * Returns the namespace of an IP address. The caller of an import may name a host by its address (`isName`). Such an
   * address is looked up: returns the namespace in which it is stored; undefined if it is stored in several namespaces.
   */
  namespaceOf({ ip, namespace, isName }: ImportedAddress): string | undefined {
    if (namespace !== undefined || !isName || this.network.namespace !== '') return namespace ?? this.network.namespace;
    const namespaces = new Set(this.holdings.get(ip)?.map(({ subnet }) => subnet.row.namespace as string));
    return namespaces.size > 1 ? undefined : ([...namespaces][0] ?? '');
  }

  /**
   * Returns the subnet for an IP address, always one of the namespace: the subnet in which the host of the entry has
   * the address, or otherwise the subnet that the file names, or that in which another host has the address, or the
   * smallest subnet that contains the address. An address of a container bridge belongs to one machine, so the bridges
   * of other hosts do not count.
   */
  subnetOf({ ip, subnetId }: ImportedAddress, namespace: string): Draft<Subnet> | undefined {
    const holdings = this.holdingsIn(ip, namespace);
    const ofHost = holdings.filter(({ host }) => host === this.host).map(({ subnet }) => subnet);
    const namedSubnet = subnetId === undefined ? undefined : this.namedSubnet(subnetId, ip, namespace);
    // Two container runtimes of one host have the same addresses. An address of another subnet that the host has in a
    // different one was moved there since the export.
    const isCertain = namedSubnet && (ofHost.includes(namedSubnet) || this.network.isOnBridge(namedSubnet.id));
    if (namedSubnet && (isCertain || ofHost.length === 0)) return namedSubnet;
    if (ofHost.length > 0) return smallestOf(ofHost);
    // Without another trace of the host, the only holder of an address is its host, on a container bridge as well.
    const others =
      this.host || holdings.length > 1
        ? holdings.filter(({ subnet }) => !this.network.isOnBridge(subnet.id))
        : holdings;
    return smallestOf(others.map(({ subnet }) => subnet)) ?? this.network.smallestWith(ip, namespace);
  }

  private holdingsIn = (ip: string, namespace: string): readonly Holding[] =>
    (this.holdings.get(ip) ?? []).filter(({ subnet }) => subnet.row.namespace === namespace);

  /** Returns the only host that has addresses of the entry in subnets other than container bridges. */
  private onlyHolder(addresses: readonly ImportedAddress[]): HostDraft | undefined {
    const holders = new Set<HostDraft>();
    for (const { ip, namespace = this.network.namespace } of addresses)
      for (const { host, subnet } of this.holdingsIn(ip, namespace))
        if (!this.network.isOnBridge(subnet.id)) holders.add(host);
    return holders.size === 1 ? [...holders][0] : undefined;
  }

  /** Returns the subnet with the id if the network has it and it contains the address. */
  private namedSubnet(id: string, ip: string, namespace: string): Draft<Subnet> | undefined {
    const subnet = this.network.subnet(id);
    if (subnet?.row.namespace !== namespace) return undefined;
    return readPrefix(`${ip}/${prefixLength(subnet.row.cidr)}`) === subnet.row.cidr ? subnet : undefined;
  }
}

const smallestOf = (subnets: readonly Draft<Subnet>[]): Draft<Subnet> | undefined =>
  subnets.toSorted((a, b) => prefixLength(b.row.cidr) - prefixLength(a.row.cidr))[0];
