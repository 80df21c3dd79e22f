// Counts the taken and reserved addresses of a subnet, in the same way as the API field `Subnet.addressCounts`.
import { groupRows } from '../../graph/lookup';
import { memoizeByIdentity } from '../../graph/remembered';
import { isPresentHost, type FactsIndex } from '../facts-index';
import type { ReservationFacts, VirtualAddress } from '../facts';
import {
  compareValues,
  containsPrefix,
  parseIp,
  parseRow,
  subnetRanges,
  type Prefix,
  type SubnetRange,
} from './prefixes';

export interface UseOfAddresses {
  /** Number of addresses that are taken or reserved. */
  readonly used: bigint;
  /** `used` as a percentage of the addresses that hosts can have. */
  readonly usedPercent: number;
}

interface UsedAddress {
  readonly value: bigint;
  readonly version: 4 | 6;
}
interface UsedNextHop extends UsedAddress {
  readonly hostId: string;
}

/**
 * The addresses in use, as lists sorted by value. A list may contain an address several times, for example if two
 * interfaces have it.
 */
interface UseIndex {
  /** Sorted lists of the addresses in use, by the key that `poolOf` returns for a subnet. */
  readonly takenByPool: ReadonlyMap<string, readonly UsedAddress[]>;
  /**
   * Virtual addresses (VRRP, HSRP) by namespace, without those of groups whose hosts are all missing. A group of which
   * no host is known counts as present.
   */
  readonly virtual: ReadonlyMap<string, readonly UsedAddress[]>;
  readonly nextHops: readonly UsedNextHop[];
  readonly reservations: ReadonlyMap<string, readonly ReservationFacts[]>;
  /**
   * For each subnet: its own id, and the ids of the subnets that overlap it and so have addresses in common with it.
   */
  readonly sharing: ReadonlyMap<string, ReadonlySet<string>>;
}

/**
 * Addresses are counted once, even if subnets overlap. So the subnets of a namespace have a common list of addresses. A
 * System subnet or a subnet inside one machine has a list of its own.
 */
const poolOf = ({ isInsideMachine, isSystem, namespace, subnet }: SubnetRange): string =>
  isInsideMachine || isSystem ? `subnet ${subnet.id}` : `namespace ${namespace}`;

const isAnswered =
  (index: FactsIndex) =>
  ({ hostIds }: VirtualAddress): boolean =>
    hostIds.length === 0 || hostIds.some((id) => isPresentHost(index, id));

const indexUse = memoizeByIdentity((index: FactsIndex): UseIndex => {
  const { facts, lookup } = index;
  const pools = new Map(subnetRanges(index).map((range) => [range.subnet.id, poolOf(range)]));
  const takenByPool = new Map<string, UsedAddress[]>();
  const add = (pool: string | undefined, ip: UsedAddress | null | undefined): void => {
    if (pool === undefined || !ip) return;
    const values = takenByPool.get(pool);
    if (values) values.push(ip);
    else takenByPool.set(pool, [ip]);
  };
  for (const row of lookup.inventory.ipAddresses) add(pools.get(row.subnetId), parseRow(row));
  for (const { namespace, ipAddress } of facts.virtualAddresses) add(`namespace ${namespace}`, parseIp(ipAddress));
  const byValue = (a: UsedAddress, b: UsedAddress) => a.version - b.version || compareValues(a.value, b.value);
  const virtual = groupRows(facts.virtualAddresses.filter(isAnswered(index)), ({ namespace }) => namespace);
  return {
    takenByPool: new Map([...takenByPool].map(([pool, values]) => [pool, values.sort(byValue)])),
    virtual: new Map(
      [...virtual].map(([namespace, rows]) => [
        namespace,
        rows.flatMap(({ ipAddress }) => parseIp(ipAddress) ?? []).sort(byValue),
      ]),
    ),
    reservations: groupRows(facts.reservations, ({ subnetId }) => subnetId),
    sharing: sharingSubnets(subnetRanges(index)),
    nextHops: facts.nextHops
      .flatMap(({ hostId, ipAddress }): UsedNextHop | readonly UsedNextHop[] => {
        const ip = parseIp(ipAddress);
        return ip ? { ...ip, hostId } : [];
      })
      .sort(byValue),
  };
});

/** The items whose values are inside the prefix. `items` must be sorted by version and value. */
function inside<Item extends UsedAddress>(items: readonly Item[], { version, first, last }: Prefix): Item[] {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = items[middle]!;
    if (item.version < version || (item.version === version && item.value < first)) low = middle + 1;
    else high = middle;
  }
  const itemsInside: Item[] = [];
  for (let at = low; at < items.length && items[at]!.version === version && items[at]!.value <= last; at += 1)
    itemsInside.push(items[at]!);
  return itemsInside;
}

export function countAddresses(index: FactsIndex, range: SubnetRange): UseOfAddresses {
  const { takenByPool, nextHops, sharing: sharingOf } = indexUse(index);
  const { version, first, last, length } = range;
  const sharing = sharingOf.get(range.subnet.id)!;
  const usedValues = new Set(inside(takenByPool.get(poolOf(range)) ?? [], range).map(({ value }) => value));
  for (const { hostId, value } of inside(nextHops, range))
    if (index.lookup.addressesOf(hostId).some(({ subnetId }) => sharing.has(subnetId))) usedValues.add(value);
  // Addresses of the subnet that no host can have. IPv4: network and broadcast address (RFC 950). IPv6: the
  // subnet-router anycast address (RFC 4291).
  const specials = version === 4 ? (length <= 30 ? [first, last] : []) : length <= 126 ? [first] : [];
  const freeSpecials = specials.filter((value) => !usedValues.has(value));
  const reserved = countReserved(index, range, sharing, [...usedValues, ...freeSpecials]);
  const usable = last - first + 1n - BigInt(freeSpecials.length);
  const sum = BigInt(usedValues.size) + reserved;
  return { used: sum, usedPercent: usable === 0n ? 0 : (Number(sum) / Number(usable)) * 100 };
}

/**
 * For each subnet: its own id and the ids of all subnets that overlap it. Two prefixes overlap only if one contains the
 * other.
 */
function sharingSubnets(ranges: readonly SubnetRange[]): ReadonlyMap<string, ReadonlySet<string>> {
  const sharing = new Map(ranges.map(({ subnet }) => [subnet.id, new Set([subnet.id])]));
  for (const pool of groupRows(ranges, poolOf).values()) {
    const stack: SubnetRange[] = [];
    for (const range of pool) {
      while (stack.length > 0 && !containsPrefix(stack.at(-1)!, range)) stack.pop();
      for (const { subnet } of stack) {
        sharing.get(subnet.id)!.add(range.subnet.id);
        sharing.get(range.subnet.id)!.add(subnet.id);
      }
      stack.push(range);
    }
  }
  return sharing;
}

/** Whether a virtual address (VRRP, HSRP) is in the subnet, of a group whose hosts are not all missing. */
export const hasVirtualAddress = (index: FactsIndex, range: SubnetRange): boolean =>
  inside(indexUse(index).virtual.get(range.namespace) ?? [], range).length > 0;

const vacantKey = (pool: string, { version, value }: UsedAddress): string => `${pool} ${version} ${value}`;

/** Keys of the addresses that only missing hosts have. */
const vacantAddresses = memoizeByIdentity((index: FactsIndex): ReadonlySet<string> => {
  const { facts, lookup } = index;
  const pools = new Map(subnetRanges(index).map((range) => [range.subnet.id, poolOf(range)]));
  const vacant = new Set<string>();
  const forRows = (arePresent: boolean, visit: (key: string) => void) => {
    for (const row of lookup.inventory.ipAddresses) {
      if (isPresentHost(index, row.hostId) !== arePresent) continue;
      const [pool, ip] = [pools.get(row.subnetId), parseRow(row)];
      if (pool !== undefined && ip) visit(vacantKey(pool, ip));
    }
  };
  forRows(false, (key) => vacant.add(key));
  if (vacant.size === 0) return vacant;
  forRows(true, (key) => vacant.delete(key));
  for (const { namespace, ipAddress } of facts.virtualAddresses.filter(isAnswered(index))) {
    const ip = parseIp(ipAddress);
    if (ip) vacant.delete(vacantKey(`namespace ${namespace}`, ip));
  }
  return vacant;
});

/**
 * Ids of hosts that have a route whose next hop is in the subnet. Leaves out next hops that are addresses of missing
 * hosts alone.
 */
export function hostsWithNextHop(index: FactsIndex, range: SubnetRange): string[] {
  const nextHops = inside(indexUse(index).nextHops, range);
  if (nextHops.length === 0) return [];
  const vacant = vacantAddresses(index);
  return nextHops.flatMap((nextHop) => (vacant.has(vacantKey(poolOf(range), nextHop)) ? [] : nextHop.hostId));
}

/**
 * Number of reserved addresses that are not counted yet. An address counts once, even if several reservations contain
 * it.
 */
function countReserved(
  index: FactsIndex,
  range: SubnetRange,
  sharing: ReadonlySet<string>,
  counted: readonly bigint[],
): bigint {
  const now = Date.parse(index.facts.at);
  const { reservations } = indexUse(index);
  const reserved = [...sharing]
    .flatMap((subnetId) => reservations.get(subnetId) ?? [])
    .filter(({ until }) => until === null || Date.parse(until) > now)
    .flatMap(({ firstAddress, lastAddress }) => {
      const [first, last] = [parseIp(firstAddress), parseIp(lastAddress)];
      if (!first || !last || first.version !== range.version) return [];
      const clipped = {
        first: first.value < range.first ? range.first : first.value,
        last: last.value > range.last ? range.last : last.value,
      };
      return clipped.first <= clipped.last ? [clipped] : [];
    })
    .sort((a, b) => compareValues(a.first, b.first));
  let count = 0n;
  let end = range.first - 1n;
  for (const { first, last } of reserved) {
    const start = first > end ? first : end + 1n;
    if (start > last) continue;
    count += last - start + 1n - BigInt(counted.filter((value) => start <= value && value <= last).length);
    end = last;
  }
  return count;
}
