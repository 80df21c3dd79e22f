// Names of addresses: what reverse DNS, mDNS, LLMNR and NetBIOS say.
import { Resolver } from 'node:dns/promises';
import { ipOfText } from '../evidence/addresses';
import type { NameSource } from './asked';
import { hostNameOf, reverseNameOf } from './host-name';
import { openLlmnr, type NamedLink } from './llmnr';
import { openMdns } from './mdns';
import { openNetBios } from './netbios';

export interface FoundName {
  name: string;
  source: 'ReverseDns' | 'Mdns' | 'Llmnr' | 'NetBios';
}
export interface NameOptions {
  signal: AbortSignal;
  /** The system's by default; `address` or `address:port`. */
  dnsServers?: string[];
  /** How long each source may take for an address; 1,500 by default. */
  perAddressMs?: number;
  /** Subnets whose machines may all be asked at once, which LLMNR does; none by default. */
  links?: readonly NamedLink[];
  /** Where the machines are asked, elsewhere than at the ports of the protocols. */
  ports?: { readonly mdns?: number; readonly netBios?: number };
  /** Where LLMNR asks, elsewhere than at its group. */
  llmnrGroup?: { readonly address?: string; readonly port?: number };
}

/** Addresses that are asked for at the same time. */
const atOnce = 32;

/**
 * Names with their sources, of those addresses that have any. mDNS and NetBIOS ask the machines themselves, LLMNR all of
 * their link, with one packet for each address; NetBIOS knows IPv4 only.
 */
export async function findNames(
  addresses: readonly string[],
  { signal, dnsServers, perAddressMs = 1500, links = [], ports = {}, llmnrGroup }: NameOptions,
): Promise<Map<string, FoundName[]>> {
  const resolver = new Resolver({ timeout: perAddressMs, tries: 1 });
  if (dnsServers) resolver.setServers(dnsServers);
  const reverseDns: NameSource = {
    ask: async (address) => {
      const name = reverseNameOf(address);
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
  const found = new Map<string, FoundName[]>();
  try {
    await forEachAtOnce([...new Set(addresses)], atOnce, signal, async (address) => {
      const names = await Promise.all(
        Object.entries(sources).map(async ([source, { ask }]) => {
          const name = hostNameOf((await ask(ipOfText(address) ?? address)) ?? '');
          return name === undefined ? [] : [{ name, source: source as FoundName['source'] }];
        }),
      );
      if (names.flat().length > 0) found.set(address, names.flat());
    });
  } finally {
    signal.removeEventListener('abort', close);
    close();
  }
  signal.throwIfAborted();
  return found;
}

/** Does all, at most `limit` of them at once; none is begun after the signal. */
async function forEachAtOnce<T>(
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
