// A network while it is being made up: its VLANs, subnets and hosts, and the rows they come to.
import { Chance, idOf } from './chance';
import type { Device } from '../equipment/device-families';
import { HostDraft } from './host-draft';
import { MacPool, toAddress, toNumber } from './numbering';
import { emptyNetworkRows, type NetworkRows } from './rows';
import type { TagName } from './tags';
import { type Seen, Timeline } from './timeline';

type SubnetType = NetworkRows['subnets'][number]['subnetType'];
type SourceType = NonNullable<NetworkRows['hosts'][number]['sourceType']>;

export interface VlanDraft {
  readonly id: string;
  readonly number: number;
}

export interface SubnetDraft {
  readonly id: string;
  readonly cidr: string;
  readonly base: number;
  readonly size: number;
  readonly vlan: VlanDraft | undefined;
  /** Distance from the base of the next address to give out. */
  next: number;
}

export interface NetworkScope {
  readonly seed: string;
  readonly organizationId: string;
  readonly networkId: string;
  readonly tagIds: Readonly<Record<TagName, string>>;
  readonly now: number;
  readonly hosts: number;
  readonly domain: string;
  readonly lagDays?: number;
  readonly delayDays?: number;
}

export interface HostSpec {
  /** Unique in the network; ids depend on it. */
  readonly name: string;
  readonly device: Device;
  readonly seen?: Seen;
  readonly source?: SourceType;
  /** False for what has no name in the DNS. */
  readonly hasHostname?: boolean;
  readonly description?: string;
  readonly location?: string;
  readonly hidden?: boolean;
  readonly tags?: readonly TagName[];
  readonly os?: string;
  readonly machine?: { type: 'Proxmox' | 'ESXi' | 'VCenter'; vmId: string; hypervisor: HostDraft; serviceId: string };
}

type TaggedColumn =
  'hostId' | 'serviceId' | 'subnetId' | 'groupId' | 'taggedNetworkId' | 'discoveryId' | 'daemonId' | 'daemonApiKeyId';

export class NetworkDraft {
  readonly rows: NetworkRows = emptyNetworkRows();
  readonly chance: Chance;
  readonly macs: MacPool;
  readonly timeline: Timeline;
  readonly hosts: HostDraft[] = [];
  readonly vlans = new Map<number, VlanDraft>();
  private readonly subnets: SubnetDraft[] = [];
  private readonly endpointChance: Chance;

  constructor(readonly scope: NetworkScope) {
    this.chance = new Chance(`${scope.seed} ${scope.networkId}`);
    this.endpointChance = new Chance(`${scope.seed} ${scope.networkId} seen`);
    this.macs = new MacPool(scope.networkId);
    const runChance = new Chance(`${scope.networkId} runs`);
    const { now, hosts, lagDays, delayDays } = scope;
    this.timeline = new Timeline(now, runChance, (path) => this.id(path), hosts, lagDays, delayDays);
  }

  id(path: string): string {
    return idOf(this.scope.seed, `${this.scope.networkId}/${path}`);
  }

  /** When a host of people was seen: some are new, some have been away for weeks. */
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
      seen?: Seen;
    } = {},
  ): SubnetDraft {
    const { source = 'Discovery', runtimeServiceId = null, description = null, cidrSource = 'ipAddrTable' } = options;
    const id = this.id(`subnet/${runtimeServiceId ?? ''}/${cidr}/${source === 'System' ? subnetType : ''}`);
    const isEntered = source === 'Manual' || source === 'System';
    const { isStale: _, ...seen } = options.seen ?? (isEntered ? this.timeline.manual(90) : this.timeline.always());
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

  /** An address of the subnet that nobody has; `offset` asks for a certain one, e.g. 1 for the gateway. */
  takeAddress(subnet: SubnetDraft, offset?: number): string {
    const position = offset ?? subnet.next++;
    if (position >= subnet.size - 1) throw new Error(`Subnet ${subnet.cidr} is full`);
    return toAddress(subnet.base + position);
  }

  tag(column: TaggedColumn, entityId: string, tag: TagName): void {
    const time = this.timeline.manual(60);
    const { organizationId, networkId, tagIds } = this.scope;
    this.rows.tag_assignments.push({
      id: this.id(`tag/${tag}/${entityId}`),
      createdAt: time.createdAt,
      updatedAt: time.createdAt,
      validFrom: time.createdAt,
      organizationId,
      networkId,
      tagId: tagIds[tag],
      [column]: entityId,
    });
  }
}
