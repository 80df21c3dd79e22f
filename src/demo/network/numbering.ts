// Addresses of a network: IPv4 arithmetic, and MAC addresses with the manufacturer's prefix.
import { Chance } from './chance';

export function toNumber(address: string): number {
  return address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
}

export function toAddress(value: number): string {
  return [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join('.');
}

const pairs = (hex: string): string => hex.replace(/(..)(?!$)/g, '$1:');

/** Allocates MAC addresses for a network, each once. */
export class MacPool {
  private readonly next = new Map<string, number>();

  constructor(private readonly seed: string) {}

  /**
   * Returns `count` consecutive addresses. The first one is a multiple of `count`, as manufacturers number the ports of
   * a device.
   */
  take(prefix: string, count = 1): string[] {
    let start = this.next.get(prefix) ?? new Chance(`${this.seed} ${prefix}`).between(0x100000, 0xefffff);
    const step = 2 ** Math.ceil(Math.log2(count));
    start = Math.ceil(start / step) * step;
    this.next.set(prefix, start + step);
    return Array.from({ length: count }, (_, index) => {
      const tail = (start + index) % 0x1000000;
      return `${prefix}:${pairs(tail.toString(16).padStart(6, '0'))}`;
    });
  }
}

/**
 * The MAC address that container runtimes derive from an IPv4 address. It is locally administered and contains the IPv4
 * address.
 */
export function containerMac(address: string): string {
  return `02:42:${pairs(toNumber(address).toString(16).padStart(8, '0'))}`;
}

/** The virtual MAC address of a VRRP group, which its routers share (RFC 9568). */
export const virtualRouterMac = (group: number): string => `00:00:5e:00:01:${group.toString(16).padStart(2, '0')}`;
