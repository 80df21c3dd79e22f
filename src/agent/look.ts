// Who is there: every address is asked where that can be done, and links as a whole where all of them may be asked.
import type { announced } from './scan/announced';
import { sweep, type Live } from './scan/sweep';
import type { Pool, Rate } from './scan/limits';
import {
  addressesIn,
  cidrsOf,
  contains,
  intersect,
  rangeOf,
  sizeOf,
  subtract,
  type AddressRange,
} from './scope/ranges';
import type { OwnSubnet, Scope } from './scope/scope';

export interface LookOptions {
  readonly scope: Scope;
  /** All own subnets, with the bridges of containers marked. */
  readonly interfaces: readonly OwnSubnet[];
  /** Gone through address by address. */
  readonly ranges: readonly AddressRange[];
  /** Allowed by the owner, and within what the server orders. */
  readonly isWanted: (address: string) => boolean;
  /** Whether every machine of a subnet is wanted. */
  readonly isWhollyWanted: (cidr: string) => boolean;
  readonly announced: typeof announced;
  readonly rate: Rate;
  readonly pool: Pool;
  readonly signal: AbortSignal;
  readonly onProgress: (share: number, found: number) => void;
}

export interface Looked {
  readonly live: readonly Live[];
  /** Addresses of the own links that were asked for: who did not answer is not there, whatever other tables remember. */
  readonly onLink: ReadonlySet<string>;
  /** Networks on the own links of which every address was asked for. */
  readonly swept: readonly string[];
}

export async function look(options: LookOptions): Promise<Looked> {
  const { scope, interfaces, ranges, isWanted, ...limits } = options;
  const own = new Set(scope.ownSubnets.map(({ address }) => address));
  const links = process.platform === 'linux' ? scope.ownSubnets.map(({ cidr }) => rangeOf(cidr)!) : [];
  const isOnLink = (address: string) => links.some((range) => contains(range, address));
  const [onLink, routed]: [string[], string[]] = [[], []];
  for (const address of addressesIn(ranges))
    if (!own.has(address) && scope.isHostAddress(address)) (isOnLink(address) ? onLink : routed).push(address);
  const live = new Map<string, Live>();
  for (const { address, mac } of scope.ownSubnets)
    if (isWanted(address)) live.set(address, { address, ...(mac !== undefined && { mac }) });

  const isOnBridge = (address: string) =>
    interfaces.some(({ cidr, isContainerBridge }) => isContainerBridge && contains(rangeOf(cidr)!, address));
  const accepts = (address: string) =>
    isWanted(address) &&
    (address.includes(':') || ranges.some((range) => contains(range, address)) || isOnBridge(address));
  const [{ found, unsure }, told] = await Promise.all([sweep({ onLink, routed, accepts, ...limits }), askAll(options)]);
  for (const one of found) if (!live.has(one.address)) live.set(one.address, one);

  // Who was told of is asked itself: then the kernel has its MAC, and a router in between is no matter.
  const more = new Set(told.filter((address) => isWanted(address) && !live.has(address) && !own.has(address)));
  if (more.size > 0) {
    const [near, far] = [[...more].filter(isOnLink), [...more].filter((address) => !isOnLink(address))];
    const quiet = { ...limits, onProgress: () => undefined };
    const answering = await sweep({ onLink: near, routed: far, accepts: (address) => more.has(address), ...quiet });
    for (const one of answering.found) live.set(one.address, one);
  }

  // Where no other machine has answered, it may be the own cable that is out.
  const answering = links.filter((link) => found.some(({ address }) => contains(link, address)));
  const asked = subtract(
    intersect(ranges, answering),
    unsure.flatMap((address) => rangeOf(address) ?? []),
  );
  return { live: [...live.values()], onLink: new Set(onLink), swept: asked.flatMap(cidrsOf) };
}

/** Links on which questions to all machines go out: every one of them may be asked. */
export const wholeLinks = ({ interfaces, isWhollyWanted }: Pick<LookOptions, 'interfaces' | 'isWhollyWanted'>) =>
  interfaces.filter(
    ({ cidr, isContainerBridge }) => !isContainerBridge && sizeOf(rangeOf(cidr)!) > 1n && isWhollyWanted(cidr),
  );

async function askAll({ announced, rate, signal, ...options }: LookOptions): Promise<string[]> {
  const links = wholeLinks(options);
  return links.length === 0 ? [] : announced({ links, rate, signal });
}
