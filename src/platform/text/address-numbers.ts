// Converts IP addresses to numbers and back, so that code can compute with long ranges without listing their addresses.
import { isIP, SocketAddress } from 'node:net';

/** An IP address as a number of 32 or 128 bits. */
export interface AddressNumber {
  readonly version: 4 | 6;
  readonly value: bigint;
}

const ipv4Value = (address: string): bigint =>
  address.split('.').reduce((value, part) => value * 256n + BigInt(part), 0n);

/** The groups of one half of an IPv6 address, before or after `::`. The last group may be written as IPv4. */
function groupsOf(half: string): bigint[] {
  if (half === '') return [];
  return half.split(':').flatMap((group) => {
    if (!group.includes('.')) return [BigInt(`0x${group}`)];
    const value = ipv4Value(group);
    return [value >> 16n, value & 0xffffn];
  });
}

/** The number of a valid address without zone and prefix length. Throws for any other text. */
export function parseAddress(address: string): AddressNumber {
  const version = isIP(address);
  if (version === 4) return { version, value: ipv4Value(address) };
  if (version !== 6 || address.includes('%')) throw new Error(`${JSON.stringify(address)} is no address`);
  const [first = '', last] = address.split('::');
  const [before, after] = [groupsOf(first), groupsOf(last ?? '')];
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => 0n);
  return { version: 6, value: [...before, ...zeros, ...after].reduce((value, group) => value * 65_536n + group, 0n) };
}

/** The address of a number, in its shortest spelling. */
export function formatAddress({ version, value }: AddressNumber): string {
  const size = version === 4 ? 8n : 16n;
  const parts = Array.from({ length: version === 4 ? 4 : 8 }, (_none, at) => {
    const shift = size * BigInt((version === 4 ? 3 : 7) - at);
    return (value >> shift) & ((1n << size) - 1n);
  });
  if (version === 4) return parts.join('.');
  return new SocketAddress({ address: parts.map((part) => part.toString(16)).join(':'), family: 'ipv6' }).address;
}
