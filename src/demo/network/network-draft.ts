// A demo network while it is built: its VLANs, subnets and hosts, and the rows generated from them.
import { Chance } from './chance';
import { HostDraft } from './host-draft';
import { NetworkParts, type HostSpec, type SourceType, type SubnetDraft, type VlanDraft } from './network-parts';
import { toNumber } from './numbering';
import type { NetworkRows } from './rows';
import type { Seen } from './timeline';

type SubnetType = NetworkRows['subnets'][number]['subnetType'];

export class NetworkDraft extends NetworkParts {
  readonly hosts: HostDraft[] = [];
  readonly vlans = new Map<number, VlanDraft>();
  private readonly subnets: SubnetDraft[] = [];
  private readonly endpointChance = new Chance(`${this.scope.seed} ${this.scope.networkId} seen`);

  /** When a host of an end user was first and last seen: some of these hosts are new, some have been away for weeks. */
  drawSeen(): Seen {
    return this.timeline.draw(this.endpointChance);
  }

  addVlan(number: number, name: string, description: string | null = null, isManual = false): VlanDraft {
    const id = this.id(`vlan/${number}`);
    const { isStale: _, ...seen } = isManual ? this.timeline.manual(70) : this.timeline.always();
    const { organizationId, networkId } = this.scope;
    const sourceType = isManual ? 'Manual' : 'Discovery';
    this.rows.vlans.push({ id, ...seen, organizationId, networkId, sourceType, name, vlanNumber: number, description });
    const vlan = { id, number };
    this.vlans.set(number, vlan);
    return vlan;
  }

  addSubnet(
    name: string,
    cidr: string,
    subnetType: SubnetType,
    options: {
      vlan?: number;
      description?: string;
      source?: SourceType;
      runtimeServiceId?: string;
      cidrSource?: string;
      seenColumns?: Seen;
    } = {},
  ): SubnetDraft {
    const { source = 'Discovery', runtimeServiceId = null, description = null, cidrSource = 'ipAddrTable' } = options;
    const id = this.id(`subnet/${runtimeServiceId ?? ''}/${cidr}/${source === 'System' ? subnetType : ''}`);
    const isEntered = source === 'Manual' || source === 'System';
    const { isStale: _, ...seen } =
      options.seenColumns ?? (isEntered ? this.timeline.manual(90) : this.timeline.always());
    this.rows.subnets.push({
      id,
      ...seen,
      networkId: this.scope.networkId,
      sourceType: source,
      name,
      cidr,
      cidrSource: isEntered ? null : cidrSource,
      description,
      subnetType,
      virtualizationServiceId: runtimeServiceId,
    });
    const [base = '', length = '32'] = cidr.split('/');
    const vlan = options.vlan === undefined ? undefined : this.vlans.get(options.vlan);
    const subnet = { id, cidr, base: toNumber(base), size: 2 ** (32 - Number(length)), vlan, next: 10 };
    this.subnets.push(subnet);
    return subnet;
  }

  /** The subnets in which a host has an address. */
  subnetsOf(host: HostDraft): SubnetDraft[] {
    const ids = new Set(host.addresses.map((address) => address.subnetId));
    return this.subnets.filter((subnet) => ids.has(subnet.id));
  }

  addHost(spec: HostSpec): HostDraft {
    const host = new HostDraft(this, spec);
    this.hosts.push(host);
    this.rows.hosts.push(host.row);
    for (const tag of spec.tags ?? []) this.tag('hostId', host.id, tag);
    return host;
  }
}
