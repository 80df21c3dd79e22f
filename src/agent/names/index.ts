// Finds the names of addresses by reverse DNS, mDNS, LLMNR and NetBIOS.
import { Resolver } from 'node:dns/promises';
import { ipFromText } from '../evidence/addresses';
import type { NameSource } from './pending-queries';
import { toHostName, toReverseName } from './host-name';
import { openLlmnr, type LlmnrLink } from './llmnr';
import { openMdns } from './mdns';
import { openNetBios } from './netbios';

export interface FoundName {
  name: string;
  source: 'ReverseDns' | 'Mdns' | 'Llmnr' | 'NetBios';
}
export interface NameOptions {
  signal: AbortSignal;
  /** DNS servers as `address` or `address:port`; by default the system's. */
  dnsServers?: string[];
  /** Time limit per protocol and address in milliseconds; 1,500 by default. */
  perAddressMs?: number;
  /** Subnets in which LLMNR may send queries to all hosts by multicast; none by default. */
  links?: readonly LlmnrLink[];
  /** UDP ports to use instead of the ports that the protocols define (for tests). */
  ports?: { readonly mdns?: number; readonly netBios?: number };
  /** Destination to use instead of LLMNR's multicast group (for tests). */
  llmnrGroup?: { readonly address?: string; readonly port?: number };
}

/** Number of addresses that are resolved concurrently. */
const atOnce = 32;

/**
 * Resolves with the names of each address and the protocols that returned them. Addresses without a name are omitted.
 * mDNS and NetBIOS queries go to the host itself, LLMNR queries to all hosts of its link. NetBIOS supports IPv4 only.
 */
export async function findNames(
  addresses: readonly string[],
  { signal, dnsServers, perAddressMs = 1500, links = [], ports = {}, llmnrGroup }: NameOptions,
): Promise<Map<string, FoundName[]>> {
  const resolver = new Resolver({ timeout: perAddressMs, tries: 1 });
  if (dnsServers) resolver.setServers(dnsServers);
  const reverseDns: NameSource = {
    ask: async (address) => {
      const name = toReverseName(address);
      const names = name === undefined ? [] : await resolver.resolvePtr(name).catch(() => []);
      return names[0];
    },
    close: () => resolver.cancel(),
  };
  const sources = {
    ReverseDns: reverseDns,
    Mdns: openMdns(perAddressMs, ports.mdns),
    Llmnr: openLlmnr(perAddressMs, links, llmnrGroup),
    NetBios: openNetBios(perAddressMs, ports.netBios),
  };
  const close = (): void => Object.values(sources).forEach((source) => source.close());
  signal.addEventListener('abort', close);
  const namesByAddress = new Map<string, FoundName[]>();
  try {
    await forEachUntilAborted([...new Set(addresses)], atOnce, signal, async (address) => {
      const names = await Promise.all(
        Object.entries(sources).map(async ([source, { ask }]) => {
          const name = toHostName((await ask(ipFromText(address) ?? address)) ?? '');
          return name === undefined ? [] : [{ name, source: source as FoundName['source'] }];
        }),
      );
      if (names.flat().length > 0) namesByAddress.set(address, names.flat());
    });
  } finally {
    signal.removeEventListener('abort', close);
    close();
  }
  signal.throwIfAborted();
  return namesByAddress;
}

/** Runs `work` for each item, at most `limit` concurrently. After the signal aborts, no further item is started. */
async function forEachUntilAborted<T>(
  items: readonly T[],
  limit: number,
  signal: AbortSignal,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  const worker = async (): Promise<void> => {
    for (const item of queue) {
      if (signal.aborted) return;
      await work(item);
    }
  };
  await Promise.all(Array.from({ length: limit }, worker));
}
