// The core of a campus: pairs of core switches, and trunks that carry every VLAN of the campus.
import { devices } from '../equipment/devices';
import { addGateways, addManaged, type Site } from '../network/equipment';
import type { HostDraft } from '../network/host-draft';
import type { SubnetDraft } from '../network/network-parts';
import type { Software } from '../equipment/software';

export interface Backbone {
  readonly cores: readonly [HostDraft, HostDraft];
  bundles: number;
}

export function trunkAll(
  { network, cabling }: Site,
  upper: HostDraft,
  lower: HostDraft,
  options: { ports?: number; bundle?: [number, number]; uses?: ['access' | 'uplink', 'access' | 'uplink'] },
): void {
  const taggedVlans = [...network.vlans.values()].filter((vlan) => vlan.number !== 999);
  cabling.trunk(upper, lower, { ...options, native: network.vlans.get(999), taggedVlans });
}

export function addCores(
  site: Site,
  name: string,
  management: SubnetDraft,
  servers: SubnetDraft | undefined,
  block: number,
): Backbone {
  const [first, second] = [1, 2].map((number) => {
    const software: Software[] = number === 1 ? ['core-switch', 'NTP Server'] : ['core-switch'];
    return addManaged(site, {
      name: `${name}-${number}`,
      device: devices.coreSwitch,
      management,
      offset: block === 0 ? number + 1 : undefined,
      software,
      location: 'Server room',
      tags: ['Critical'],
    });
  }) as [HostDraft, HostDraft];
  site.cabling.trunk(first, second, {
    native: site.network.vlans.get(999),
    taggedVlans: [...site.network.vlans.values()].filter((vlan) => vlan.number !== 999),
    ports: 2,
    bundle: [1, 1],
    uses: ['uplink', 'uplink'],
    protocols: ['LLDP', 'CDP'],
  });
  site.cabling.facts.adjacencies.push({ protocol: 'Ospf', between: [first, second], subnet: management });
  addGateways(site, [first, second], servers ? [management, servers] : [management]);
  return { cores: [first, second], bundles: 10 };
}
