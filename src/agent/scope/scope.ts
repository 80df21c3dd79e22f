// Decides which addresses may be scanned: the operator's options limit every request of the server.
import { Failure } from '../failure';
import {
  contains,
  intersect,
  mergeRanges,
  addressToNumber,
  parseRange,
  rangeSize,
  subtract,
  type AddressRange,
} from './ranges';

const parseRanges = (...texts: string[]): AddressRange[] => texts.map((text) => parseRange(text)!);

/**
 * Private ranges (RFC 1918, RFC 4193). They are scanned by default if this machine has an interface in the same range.
 */
const privateRanges = parseRanges('10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7');
/**
 * Special ranges: loopback, link-local and shared address space (RFC 6598). They are only scanned if `--allow` names
 * them.
 */
const specialRanges = parseRanges('127.0.0.0/8', '169.254.0.0/16', '100.64.0.0/10', '::1/128', 'fe80::/10');
/** Ranges that contain no hosts: this network, multicast, reserved. */
const unusableRanges = parseRanges('0.0.0.0/8', '224.0.0.0/3', '::/128', 'ff00::/8');

/** Maximum number of addresses that a run sweeps. */
export const maxSweptAddresses = 65_536n;

export interface OwnSubnet {
  readonly interfaceName: string;
  readonly address: string;
  readonly cidr: string;
  readonly mac?: string;
  /**
   * Whether the subnet is a bridge of a container runtime. The containers on such a bridge are read from the runtime,
   * not swept.
   */
  readonly isContainerBridge: boolean;
}

export interface ScopeOptions {
  readonly allow: readonly string[];
  readonly exclude: readonly string[];
  /** Whether the operator has confirmed public addresses by `--yes`. */
  readonly yes: boolean;
  readonly ownSubnets: readonly OwnSubnet[];
}

export interface Targets {
  /** Address ranges to sweep. */
  readonly swept: readonly AddressRange[];
  readonly warnings: readonly string[];
}

function parseOption(option: string, texts: readonly string[]): AddressRange[] {
  return texts.map((text) => {
    const range = parseRange(text.trim());
    if (range) return range;
    throw new Failure('usage', `${option} ${text} is not an address or a CIDR such as 192.168.1.0/24.`);
  });
}

export class Scope {
  /** Address ranges to which packets may be sent. */
  private readonly allowedRanges: readonly AddressRange[];
  private readonly isByName: boolean;

  constructor(private readonly options: ScopeOptions) {
    const allowedByOption = parseOption('--allow', options.allow);
    const excluded = [...parseOption('--exclude', options.exclude), ...unusableRanges];
    this.isByName = allowedByOption.length > 0;
    const ownRanges = intersect(
      options.ownSubnets.map(({ cidr }) => parseRange(cidr)!),
      privateRanges,
    );
    this.allowedRanges = subtract(this.isByName ? allowedByOption : ownRanges, excluded);
    const isPublic = subtract(this.allowedRanges, [...privateRanges, ...specialRanges]).length > 0;
    if (this.isByName && isPublic && !options.yes)
      throw new Failure(
        'usage',
        '--allow contains public addresses. Scan only networks that you own, and confirm that with --yes.',
      );
  }

  get isEmpty(): boolean {
    return this.allowedRanges.length === 0;
  }

  allows(address: string): boolean {
    return this.allowedRanges.some((range) => contains(range, address));
  }

  /** Whether every address of the CIDR may be scanned. */
  allowsAll(cidr: string): boolean {
    const range = parseRange(cidr);
    return range !== undefined && subtract([range], this.allowedRanges).length === 0;
  }

  /** All subnets of this machine, including those that must not be scanned. */
  get interfaces(): readonly OwnSubnet[] {
    return this.options.ownSubnets;
  }

  /** Subnets of this machine that may be scanned at least partly. */
  get ownSubnets(): readonly OwnSubnet[] {
    return this.options.ownSubnets.filter(({ cidr }) => intersect([parseRange(cidr)!], this.allowedRanges).length > 0);
  }

  /**
   * The ranges to sweep for the requested CIDRs (null: everything that is allowed), with warnings about what is not
   * swept. IPv6 ranges with more than 1,024 addresses are never swept.
   */
  targets(orderedCidrs: readonly string[] | null): Targets {
    const warnings: string[] = [];
    const isBridge = (range: AddressRange) =>
      !this.isByName &&
      this.options.ownSubnets.some(({ cidr, isContainerBridge }) => {
        const bridge = parseRange(cidr)!;
        return isContainerBridge && bridge.first <= range.first && bridge.last >= range.last;
      });
    const orderedRanges =
      orderedCidrs === null ? this.allowedRanges : orderedCidrs.flatMap((cidr) => parseRange(cidr) ?? []);
    const common = intersect(this.allowedRanges, orderedRanges);
    if (orderedCidrs !== null) {
      const disallowed = orderedCidrs.filter((cidr) => {
        const range = parseRange(cidr);
        return range && intersect([range], this.allowedRanges).length === 0;
      });
      if (disallowed.length > 0)
        warnings.push(
          `Not scanned, because the agent's owner has not allowed it: ${disallowed.slice(0, 20).join(', ')}. Allow it with --allow.`,
        );
    }
    let remaining = maxSweptAddresses;
    const swept = common.filter((range) => {
      if (isBridge(range)) return false;
      const count = rangeSize(range);
      if (range.family === 6 && count > 1024n) return false;
      if (count <= remaining) {
        remaining -= count;
        return true;
      }
      warnings.push(
        `Not scanned: a range of ${count} addresses; one run sweeps at most ${maxSweptAddresses}. Name smaller ranges with --allow.`,
      );
      return false;
    });
    return { swept: mergeRanges(swept), warnings };
  }

  /** Whether a host can have the address; false for network and broadcast addresses of this machine's IPv4 subnets. */
  isHostAddress(address: string): boolean {
    return !this.options.ownSubnets.some(({ cidr }) => {
      const range = parseRange(cidr)!;
      if (range.family !== 4 || rangeSize(range) < 4n || !contains(range, address)) return false;
      const value = addressToNumber(address);
      return value === range.first || value === range.last;
    });
  }
}
