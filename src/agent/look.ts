// Finds live hosts: sweeps addresses one by one, and sends multicast queries to a link if every address of the link may
// be scanned.
import type { findAnnounced } from './sources/scan/link-queries';
import { sweep, type LiveHost } from './sources/scan/sweep';
import type { Pool, Rate } from './sources/scan/limits';
import {
  enumerateAddresses,
  toCidrs,
  contains,
  intersect,
  parseRange,
  rangeSize,
  subtract,
  type AddressRange,
} from './scope/ranges';
import type { OwnSubnet, Scope } from './scope/scope';

export interface LiveHostOptions {
  readonly scope: Scope;
  /** Subnets of all interfaces of this machine. Container bridges are marked. */
  readonly interfaces: readonly OwnSubnet[];
  /** Address ranges to sweep one by one. */
  readonly ranges: readonly AddressRange[];
  /** Whether the address may be scanned: the operator allows it, and the server requested it. */
  readonly isInScope: (address: string) => boolean;
  /** Whether every address of a subnet may be scanned. */
  readonly isWhollyInScope: (cidr: string) => boolean;
  readonly findAnnounced: typeof findAnnounced;
  readonly rate: Rate;
  readonly pool: Pool;
  readonly signal: AbortSignal;
  readonly onProgress: (share: number, liveCount: number) => void;
}

export interface LiveHosts {
  readonly live: readonly LiveHost[];
  /**
   * Swept addresses on this machine's links. If such an address does not respond, its host is absent, even if a
   * device's ARP table still contains the address.
   */
  readonly onLink: ReadonlySet<string>;
  /**
   * Subnets of this machine in which each address was swept, so that an address without a response is certainly unused.
   */
  readonly swept: readonly string[];
}

/**
 * Sweeps the ranges, and sends multicast queries to links of which every address may be scanned. Rejects with the
 * signal's reason if the signal aborts.
 */
export async function findLiveHosts(options: LiveHostOptions): Promise<LiveHosts> {
  const { scope, interfaces, ranges, isInScope: isWanted, ...limits } = options;
  const ownAddresses = new Set(scope.ownSubnets.map(({ address }) => address));
  const links = process.platform === 'linux' ? scope.ownSubnets.map(({ cidr }) => parseRange(cidr)!) : [];
  const isOnLink = (address: string) => links.some((range) => contains(range, address));
  const [onLink, routed]: [string[], string[]] = [[], []];
  for (const address of enumerateAddresses(ranges))
    if (!ownAddresses.has(address) && scope.isHostAddress(address)) (isOnLink(address) ? onLink : routed).push(address);
  const live = new Map<string, LiveHost>();
  for (const { address, mac } of scope.ownSubnets)
    if (isWanted(address)) live.set(address, { address, ...(mac !== undefined && { mac }) });

  const isOnBridge = (address: string) =>
    interfaces.some(({ cidr, isContainerBridge }) => isContainerBridge && contains(parseRange(cidr)!, address));
  const accepts = (address: string) =>
    isWanted(address) &&
    (address.includes(':') || ranges.some((range) => contains(range, address)) || isOnBridge(address));
  const [{ live: liveHosts, unsure }, announcedAddresses] = await Promise.all([
    sweep({ onLink, routed, accepts, ...limits }),
    findAnnouncedOnLinks(options),
  ]);
  for (const one of liveHosts) if (!live.has(one.address)) live.set(one.address, one);

  // Hosts that respond to multicast announce addresses. These addresses are swept too, which also tells the kernel the
  // MAC addresses of those on this machine's links.
  const newAddresses = new Set(
    announcedAddresses.filter((address) => isWanted(address) && !live.has(address) && !ownAddresses.has(address)),
  );
  if (newAddresses.size > 0) {
    const [near, far] = [[...newAddresses].filter(isOnLink), [...newAddresses].filter((address) => !isOnLink(address))];
    const quiet = { ...limits, onProgress: () => undefined };
    const secondSweep = await sweep({
      onLink: near,
      routed: far,
      accepts: (address) => newAddresses.has(address),
      ...quiet,
    });
    for (const one of secondSweep.live) live.set(one.address, one);
  }

  // Links on which no host responded are left out: the cable may be unplugged, so their hosts may still exist.
  const answeringLinks = links.filter((link) => liveHosts.some(({ address }) => contains(link, address)));
  const sweptRanges = subtract(
    intersect(ranges, answeringLinks),
    unsure.flatMap((address) => parseRange(address) ?? []),
  );
  return { live: [...live.values()], onLink: new Set(onLink), swept: sweptRanges.flatMap(toCidrs) };
}

/**
 * The links on which queries to all hosts are allowed: each has several addresses, all of them in scope, and is not a
 * container bridge.
 */
export const wholeLinks = ({
  interfaces,
  isWhollyInScope: isWhollyWanted,
}: Pick<LiveHostOptions, 'interfaces' | 'isWhollyInScope'>) =>
  interfaces.filter(
    ({ cidr, isContainerBridge }) => !isContainerBridge && rangeSize(parseRange(cidr)!) > 1n && isWhollyWanted(cidr),
  );

async function findAnnouncedOnLinks({
  findAnnounced: announced,
  rate,
  signal,
  ...options
}: LiveHostOptions): Promise<string[]> {
  const links = wholeLinks(options);
  return links.length === 0 ? [] : announced({ links, rate, signal });
}
