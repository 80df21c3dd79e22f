// Judges subnets: whether they overlap, how full they are, and whether they have a gateway.
import { groupRows } from '../../graph/lookup';
import type { InventoryIpAddress } from '../../graph/inventory';
import type { Context, Judge } from '../context';
import { isPresentHost, type FactsIndex } from '../facts-index';
import { forwardingOf } from '../roles';
import { countAddresses, hasVirtualAddress, hostsWithNextHop } from './address-counts';
import { containsPrefix, isRepeatingSubnet, isTiny, subnetRanges, type SubnetRange } from './prefixes';

/**
 * Whether machines of the network share the subnet. False for System subnets, and for subnets that exist inside
 * machines or on each machine.
 */
const isOfNetwork = (range: SubnetRange): boolean =>
  !range.isSystem &&
  !range.isInsideMachine &&
  range.subnet.virtualizationServiceId === null &&
  !isRepeatingSubnet(range);

export const judgeOverlaps: Judge<'NoOverlappingSubnets'> = ({ index, selected, report }) => {
  const selectedIds = new Set(selected.subnets().map(({ id }) => id));
  const namespaces = groupRows(subnetRanges(index).filter(isOfNetwork), ({ namespace }) => namespace);
  for (const ranges of namespaces.values()) {
    // Prefixes are sorted, and overlap only if one contains the other. So the stack has the subnets that contain the
    // current one.
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

/** The selected subnets that have usable addresses. */
const selectedRanges = ({ index, selected }: Context): SubnetRange[] => {
  const selectedIds = new Set(selected.subnets().map(({ id }) => id));
  return subnetRanges(index).filter((range) => selectedIds.has(range.subnet.id) && !range.isSystem && !isTiny(range));
};

export const judgeFull: Judge<'SubnetNotFull'> = (context, { maxPercent: limit }) => {
  const { index, report } = context;
  for (const range of selectedRanges(context)) {
    // A /30 is not judged: it usually connects two routers, which always use both of its addresses.
    if (range.version === 4 && range.length === 30) continue;
    const { id, name, cidr } = range.subnet;
    const { used, usedPercent } = countAddresses(index, range);
    report.addJudged(1);
    if (used === 0n) report.lack('subnet_without_addresses', id);
    else if (usedPercent > limit)
      // Users can accept a finding. Its key has the percentage in steps of ten, so that a new finding is reported when
      // the subnet has filled up further.
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

function presentAddressesBySubnet(index: FactsIndex): ReadonlyMap<string, InventoryIpAddress[]> {
  const presentAddresses = index.lookup.inventory.ipAddresses.filter(({ hostId }) => isPresentHost(index, hostId));
  return groupRows(presentAddresses, ({ subnetId }) => subnetId);
}

/**
 * Whether the subnet has a gateway: a router, a virtual address or a next hop, whose hosts are not all missing.
 * `undecidedIds` lists the hosts that may be routers.
 */
function findGateway(index: FactsIndex, range: SubnetRange, addresses: readonly InventoryIpAddress[]) {
  const forwarding = forwardingOf(index);
  const hostIds = new Set(addresses.map(({ hostId }) => hostId));
  const hasGateway =
    [...hostIds].some((hostId) => forwarding.ofPackets(hostId) === 'Yes') ||
    hasVirtualAddress(index, range) ||
    hostsWithNextHop(index, range).some((hostId) => hostIds.has(hostId));
  return { hasGateway, undecidedIds: [...hostIds].filter((hostId) => forwarding.ofPackets(hostId) === 'Maybe') };
}
