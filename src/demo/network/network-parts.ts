// State that the generators of a demo network share: rows, random sequence, times, ids, addresses and tags.
import { Chance, derivedDemoId } from './chance';
import type { Device } from '../equipment/device-families';
import { MacPool, toAddress } from './numbering';
import { emptyNetworkRows, type NetworkRows } from './rows';
import type { TagName } from './tags';
import { type Seen, Timeline } from './timeline';

export type SourceType = NonNullable<NetworkRows['hosts'][number]['sourceType']>;

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
  /** Offset of the next free address from the subnet's base address. */
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
  /** The name is unique in the network, because ids are derived from it. */
  readonly name: string;
  readonly device: Device;
  readonly seenColumns?: Seen;
  readonly source?: SourceType;
  /** Whether the host has a DNS name. */
  readonly hasHostname?: boolean;
  readonly description?: string;
  readonly location?: string;
  readonly hidden?: boolean;
  readonly tags?: readonly TagName[];
  readonly os?: string;
  readonly machine?: { type: 'Proxmox' | 'ESXi' | 'VCenter'; vmId: string; serviceId: string };
}

type TaggedColumn =
  'hostId' | 'serviceId' | 'subnetId' | 'groupId' | 'taggedNetworkId' | 'discoveryId' | 'daemonId' | 'daemonApiKeyId';

export class NetworkParts {
  readonly rows: NetworkRows = emptyNetworkRows();
  readonly chance: Chance;
  readonly macs: MacPool;
  readonly timeline: Timeline;

  constructor(readonly scope: NetworkScope) {
    this.chance = new Chance(`${scope.seed} ${scope.networkId}`);
    this.macs = new MacPool(scope.networkId);
    const runChance = new Chance(`${scope.networkId} runs`);
    const { now, hosts, lagDays, delayDays } = scope;
    this.timeline = new Timeline(now, runChance, (path) => this.id(path), hosts, lagDays, delayDays);
  }

  id(path: string): string {
    return derivedDemoId(this.scope.seed, `${this.scope.networkId}/${path}`);
  }

  /** Returns a free address of the subnet, or with `offset` a certain address, such as 1 for the gateway. */
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
