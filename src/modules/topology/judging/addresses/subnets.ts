// Judges subnets: whether they overlap, how full they are, whether they have a gateway.
import { groupRows } from '../../graph/lookup';
import type { InventoryIpAddress } from '../../graph/inventory';
import type { Context, Judge } from '../context';
import { isMissing, type FactsIndex } from '../facts-index';
import { forwardingOf } from '../roles';
import { countAddresses, hasVirtualAddress, hostsWithNextHop } from './address-counts';
import { containsPrefix, isRepeatingSubnet, isTiny, subnetRanges, type SubnetRange } from './prefixes';

/** Subnets whose addresses are those of the network: no System subnets and nothing inside machines. */
const isOfNetwork = (range: SubnetRange): boolean =>
  !range.isSystem &&
  !range.isInsideMachine &&
  range.subnet.virtualizationServiceId === null &&
  !isRepeatingSubnet(range);

export const judgeOverlaps: Judge<'NoOverlappingSubnets'> = ({ index, selected, report }) => {
  const selectedIds = new Set(selected.subnets().map(({ id }) => id));
  const namespaces = groupRows(subnetRanges(index).filter(isOfNetwork), ({ namespace }) => namespace);
  for (const ranges of namespaces.values()) {
    // Prefixes overlap only if one contains the other. The stack has the subnets that contain the present one.
    const stack: SubnetRange[] = [];
    for (const range of ranges) {
      if (selectedIds.has(range.subnet.id)) report.addJudged(1);
      while (stack.length > 0 && !containsPrefix(stack.at(-1)!, range)) stack.pop();
      const outer = stack.at(-1);
      stack.push(range);
      if (!outer || (!selectedIds.has(range.subnet.id) && !selectedIds.has(outer.subnet.id))) continue;
      const [one, other] = [range.subnet, outer.subnet];
      report.find('subnets_overlap', [one.id, other.id, one.cidr, other.cidr], () => ({
        subject: 'Subnet',
        elementIds: [one.id, other.id],
        params: { subnet: one.name, cidr: one.cidr, otherSubnet: other.name, otherCidr: other.cidr },
      }));
    }
  }
};

/** The selected subnets for which there is a number of usable addresses. */
const selectedRanges = ({ index, selected }: Context): SubnetRange[] => {
  const selectedIds = new Set(selected.subnets().map(({ id }) => id));
  return subnetRanges(index).filter((range) => selectedIds.has(range.subnet.id) && !range.isSystem && !isTiny(range));
};

export const judgeFull: Judge<'SubnetNotFull'> = (context, { maxPercent: limit }) => {
  const { index, report } = context;
  for (const range of selectedRanges(context)) {
    // The two usable addresses of a /30 are those of a link between two routers, so it is meant to be full.
    if (range.version === 4 && range.length === 30) continue;
    const { id, name, cidr } = range.subnet;
    const { used, usedPercent } = countAddresses(index, range);
    report.addJudged(1);
    if (used === 0n) report.lack('subnet_without_addresses', id);
    else if (usedPercent > limit)
      // A subnet that is fuller by ten percent is another finding.
      report.find('subnet_too_full', [id, cidr, limit, Math.floor(usedPercent / 10)], () => ({
        subject: 'Subnet',
        elementIds: [id],
        params: { subnet: name, cidr, percent: Math.round(usedPercent * 10) / 10, limit },
      }));
  }
};

const withoutGateway: ReadonlySet<string> = new Set(['Loopback', 'VpnTunnel']);

export const judgeGateways: Judge<'EverySubnetHasGateway'> = (context) => {
  const { index, report } = context;
  const addressesOf = presentAddressesBySubnet(index);
  for (const range of selectedRanges(context)) {
    const { id, name, cidr, subnetType } = range.subnet;
    if (range.isInsideMachine || withoutGateway.has(subnetType) || isRepeatingSubnet(range)) continue;
    const addresses = addressesOf.get(id) ?? [];
    report.addJudged(1);
    const { hasGateway, undecidedIds } = findGateway(index, range, addresses);
    if (hasGateway) continue;
    if (addresses.length === 0) report.lack('subnet_without_addresses', id);
    else if (range.version === 6) report.lack('ipv6_gateway_not_known', id);
    else if (undecidedIds.length > 0) for (const hostId of undecidedIds) report.lack('role_not_known', hostId);
    else
      report.find('subnet_without_gateway', [id, cidr], () => ({
        subject: 'Subnet',
        elementIds: [id],
        params: { subnet: name, cidr },
      }));
  }
};

function presentAddressesBySubnet({ lookup }: FactsIndex): ReadonlyMap<string, InventoryIpAddress[]> {
  const presentAddresses = lookup.inventory.ipAddresses.filter(({ hostId }) => {
    const host = lookup.hosts.get(hostId);
    return host !== undefined && !isMissing(host);
  });
  return groupRows(presentAddresses, ({ subnetId }) => subnetId);
}

/** Whether the subnet has an address of a router, and which hosts may be routers. */
function findGateway(index: FactsIndex, range: SubnetRange, addresses: readonly InventoryIpAddress[]) {
  const forwarding = forwardingOf(index);
  const hostIds = new Set(addresses.map(({ hostId }) => hostId));
  const hasGateway =
    [...hostIds].some((hostId) => forwarding.ofPackets(hostId) === 'Yes') ||
    hasVirtualAddress(index, range) ||
    hostsWithNextHop(index, range).some((hostId) => hostIds.has(hostId));
  return { hasGateway, undecidedIds: [...hostIds].filter((hostId) => forwarding.ofPackets(hostId) === 'Maybe') };
}
