// Reads this machine's routes from Linux's main routing tables.
import { readFileSync } from 'node:fs';
import { addressFromBytes, isOnEveryMachine, isUnspecified, toPrefix } from '../evidence/prefixes';
import type { RouteFacts } from '../sources/snmp';
import { highestInt32 } from '../../platform/text/integers';

/** Flags from linux/route.h and linux/ipv6_route.h. */
const flag = { up: 1, gateway: 2, reject: 0x200, anycast: 0x10_0000, cache: 0x100_0000, local: 0x8000_0000 } as const;

export interface RouteFiles {
  readonly ipv4: string;
  readonly ipv6: string;
  readonly indexOf: (interfaceName: string) => number | undefined;
}

/** Reads this machine's routes; undefined on systems without /proc/net/route. */
export function readOwnRoutes(indexOf: RouteFiles['indexOf']): RouteFacts[] | undefined {
  try {
    const ipv4 = readFileSync('/proc/net/route', 'utf8');
    return parseRoutes({ ipv4, ipv6: ipv6Routes(), indexOf });
  } catch {
    return undefined;
  }
}

/** Reads /proc/net/ipv6_route; an empty text if the system has no IPv6. */
function ipv6Routes(): string {
  try {
    return readFileSync('/proc/net/ipv6_route', 'utf8');
  } catch {
    return '';
  }
}

/** Parses `/proc/net/route` and `/proc/net/ipv6_route`. */
export function parseRoutes({ ipv4, ipv6, indexOf }: RouteFiles): RouteFacts[] {
  const rows = [...splitRows(ipv4).slice(1).flatMap(parseIpv4Row), ...splitRows(ipv6).flatMap(parseIpv6Row)];
  return rows.flatMap(({ name, flags, destination, nextHop, metric }) => {
    const isSkipped = !(flags & flag.up) || flags & flag.anycast || flags & flag.cache || flags >= flag.local;
    if (destination === undefined || isSkipped || name === 'lo' || isOnEveryMachine(destination)) return [];
    const type = flags & flag.reject ? 'Reject' : flags & flag.gateway ? 'Remote' : 'Local';
    const ifIndex = indexOf(name);
    return {
      ...{ destination, type },
      ...(type === 'Remote' && !isUnspecified(nextHop) && { nextHop }),
      ...(ifIndex !== undefined && { ifIndex }),
      ...(metric <= highestInt32 && { metric }),
      // /proc/net/route and /proc/net/ipv6_route do not contain the routing protocol that added a route.
      protocol: type === 'Local' ? 'Local' : 'Other',
    };
  });
}

const splitRows = (text: string): string[][] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.trim().split(/\s+/));

const bytesOfHex = (hex: string | undefined): number[] => [...Buffer.from(hex ?? '', 'hex')];

interface Row {
  readonly name: string;
  readonly flags: number;
  readonly destination: string | undefined;
  readonly nextHop: string;
  readonly metric: number;
}

/**
 * Parses `Iface Destination Gateway Flags RefCnt Use Metric Mask …`. Addresses are little-endian hexadecimal numbers.
 */
function parseIpv4Row([name, destination, gateway, flags, , , metric, mask]: string[]): Row[] {
  const [base, hop, bits] = [destination, gateway, mask].map((hex) => bytesOfHex(hex).reverse());
  if (name === undefined || [base, hop, bits].some((bytes) => bytes?.length !== 4)) return [];
  const length = bits!
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('')
    .replace(/0+$/, '').length;
  return [
    {
      ...{ name, flags: parseInt(flags!, 16), metric: Number(metric) },
      ...{ destination: toPrefix(base!, length), nextHop: addressFromBytes(hop!) },
    },
  ];
}

/**
 * Parses `destination length source length next-hop metric references use flags interface`. Numbers are hexadecimal.
 */
function parseIpv6Row([destination, length, , , gateway, metric, , , flags, name]: string[]): Row[] {
  const [base, hop] = [bytesOfHex(destination), bytesOfHex(gateway)];
  if (name === undefined || base.length !== 16 || hop.length !== 16) return [];
  return [
    {
      ...{ name, flags: parseInt(flags!, 16), metric: parseInt(metric!, 16) },
      ...{ destination: toPrefix(base, parseInt(length!, 16)), nextHop: addressFromBytes(hop) },
    },
  ];
}
