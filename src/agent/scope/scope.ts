// Which addresses may be scanned: what the owner of the agent allows, whatever the server orders.
import { Failure } from '../failure';
import { contains, intersect, merged, numberOf, rangeOf, sizeOf, subtract, type AddressRange } from './ranges';

const rangesOf = (...texts: string[]): AddressRange[] => texts.map((text) => rangeOf(text)!);

/** RFC 1918 and RFC 4193: scanned by default, where the agent has an interface in them. */
const ownable = rangesOf('10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7');
/** No public addresses either: loopback, link-local, shared by providers (RFC 6598). Only by name, with --allow. */
const special = rangesOf('127.0.0.0/8', '169.254.0.0/16', '100.64.0.0/10', '::1/128', 'fe80::/10');
/** No machine has one of these: this network, multicast, reserved. */
const never = rangesOf('0.0.0.0/8', '224.0.0.0/3', '::/128', 'ff00::/8');

/** Most addresses that one run goes through one by one. */
export const mostAddresses = 65_536n;

export interface OwnSubnet {
  readonly interfaceName: string;
  readonly address: string;
  readonly cidr: string;
  readonly mac?: string;
  /** Made by a container runtime: its machines are known without going through its addresses. */
  readonly isContainerBridge: boolean;
}

export interface ScopeOptions {
  readonly allow: readonly string[];
  readonly exclude: readonly string[];
  /** The owner has said that public addresses are meant. */
  readonly yes: boolean;
  readonly own: readonly OwnSubnet[];
}

export interface Targets {
  /** Gone through address by address. */
  readonly swept: readonly AddressRange[];
  readonly warnings: readonly string[];
}

function parsed(option: string, texts: readonly string[]): AddressRange[] {
  return texts.map((text) => {
    const range = rangeOf(text.trim());
    if (range) return range;
    throw new Failure('usage', `${option} ${text} is no address and no CIDR, for example 192.168.1.0/24.`);
  });
}

export class Scope {
  /** Everything that may be written to. */
  private readonly allowed: readonly AddressRange[];
  private readonly isByName: boolean;

  constructor(private readonly options: ScopeOptions) {
    const named = parsed('--allow', options.allow);
    const excluded = [...parsed('--exclude', options.exclude), ...never];
    this.isByName = named.length > 0;
    const own = intersect(
      options.own.map(({ cidr }) => rangeOf(cidr)!),
      ownable,
    );
    this.allowed = subtract(this.isByName ? named : own, excluded);
    const isPublic = subtract(this.allowed, [...ownable, ...special]).length > 0;
    if (this.isByName && isPublic && !options.yes)
      throw new Failure(
        'usage',
        'The ranges of --allow hold public addresses. Scan what is yours only; if they are, say so with --yes.',
      );
  }

  get isEmpty(): boolean {
    return this.allowed.length === 0;
  }

  allows(address: string): boolean {
    return this.allowed.some((range) => contains(range, address));
  }

  /** Whether every address of the network may be scanned, so that all of its machines may be asked at once. */
  allowsAll(cidr: string): boolean {
    const range = rangeOf(cidr);
    return range !== undefined && subtract([range], this.allowed).length === 0;
  }

  /** All own subnets, scanned or not: what the machine knows of itself. */
  get interfaces(): readonly OwnSubnet[] {
    return this.options.own;
  }

  /** Own subnets that may be scanned, by CIDR. */
  get ownSubnets(): readonly OwnSubnet[] {
    return this.options.own.filter(({ cidr }) => intersect([rangeOf(cidr)!], this.allowed).length > 0);
  }

  /** What an order comes to; without subnets, everything that is allowed. IPv6 is found by neighbour tables alone. */
  targets(ordered: readonly string[] | null): Targets {
    const warnings: string[] = [];
    const isBridge = (range: AddressRange) =>
      !this.isByName &&
      this.options.own.some(({ cidr, isContainerBridge }) => {
        const bridge = rangeOf(cidr)!;
        return isContainerBridge && bridge.first <= range.first && bridge.last >= range.last;
      });
    const wanted = ordered === null ? this.allowed : ordered.flatMap((cidr) => rangeOf(cidr) ?? []);
    const common = intersect(this.allowed, wanted);
    if (ordered !== null) {
      const refused = ordered.filter((cidr) => {
        const range = rangeOf(cidr);
        return range && intersect([range], this.allowed).length === 0;
      });
      if (refused.length > 0)
        warnings.push(
          `Not scanned, because the owner of the agent has not allowed it: ${refused.slice(0, 20).join(', ')}. Name it with --allow.`,
        );
    }
    let left = mostAddresses;
    const swept = common.filter((range) => {
      if (isBridge(range)) return false;
      const count = sizeOf(range);
      if (range.family === 6 && count > 1024n) return false;
      if (count <= left) {
        left -= count;
        return true;
      }
      warnings.push(
        `Not scanned: a range of ${count} addresses, and one run goes through ${mostAddresses}. Name smaller ones with --allow.`,
      );
      return false;
    });
    return { swept: merged(swept), warnings };
  }

  /** The network and the broadcast address of an own subnet are no machines. */
  isHostAddress(address: string): boolean {
    return !this.options.own.some(({ cidr }) => {
      const range = rangeOf(cidr)!;
      if (range.family !== 4 || sizeOf(range) < 4n || !contains(range, address)) return false;
      const value = numberOf(address);
      return value === range.first || value === range.last;
    });
  }
}
