// For all readers of DHCP lease files: converts leases to hosts. A file may contain several leases of an address; the
// last is valid.
import { ImportFileError, mostEntries, type ImportedEntry } from './imported-entries';
import { isHostAddress, lengths, quote, readText } from './values';

/** The end time, in seconds since 1970, of a lease that does not end. */
export const never = Infinity;

export interface Lease {
  readonly line: number;
  readonly ip: string;
  readonly mac?: string;
  readonly hostname?: string;
  /** Time at which the lease ends, in seconds since 1970. */
  readonly ends: number;
  readonly state: 'active' | 'ended' | 'abandoned';
}

export const wrong = (line: number, text: string): ImportedEntry => ({
  kind: 'Refused',
  line,
  code: 'invalid_value',
  text: quote(text),
});

/**
 * Handles a lease file that ends in the middle of a lease, because it was copied while the DHCP server wrote it.
 * Returns an entry that tells the user that the file is incomplete. Throws ImportFileError `truncated` if the file
 * contains no complete lease.
 */
export function cutOffEntry(line: number, wholeLeases: number, detail?: string): ImportedEntry {
  if (wholeLeases === 0) throw new ImportFileError('truncated', line, detail);
  return { kind: 'Refused', line, code: 'incomplete_file', text: 'the file ends within a lease' };
}

/** Parses a host name from DHCP. The dot of the root domain at the end, which some files have, is removed. */
export const readHostname = (text: string | undefined): string | undefined =>
  readText(text, lengths.short)?.replace(/\.$/, '') || undefined;

export function leaseEntry({ line, ip, mac, hostname, ends, state }: Lease, now: Date): ImportedEntry {
  const refusedEntry = (code: 'lease_abandoned' | 'lease_expired' | 'no_host_address'): ImportedEntry => ({
    kind: 'Refused',
    line,
    code,
    text: hostname === undefined ? ip : `${ip} ${hostname}`,
  });
  if (!isHostAddress(ip)) return refusedEntry('no_host_address');
  if (state === 'abandoned') return refusedEntry('lease_abandoned');
  if (state === 'ended' || ends * 1000 <= now.getTime()) return refusedEntry('lease_expired');
  const address = mac === undefined ? { ip } : { ip, mac };
  return {
    kind: 'Host',
    line,
    host: {
      ...(hostname !== undefined && { hostname }),
      addresses: [address],
      ports: [],
      services: [],
      interfaces: [],
    },
  };
}

/** Collects leases; a later lease of an IP address replaces the earlier lease. */
export class LastLeases {
  private readonly byIp = new Map<string, Lease>();

  add(lease: Lease): void {
    // Deletes the earlier lease first, so that the new lease goes to the end: a `Map` keeps the position of a key that
    // is set again.
    this.byIp.delete(lease.ip);
    this.byIp.set(lease.ip, lease);
    if (this.byIp.size > mostEntries)
      throw new ImportFileError('too_many_entries', lease.line, `at most ${mostEntries} addresses`);
  }

  get size(): number {
    return this.byIp.size;
  }

  *entries(now: Date): Generator<ImportedEntry> {
    for (const lease of this.byIp.values()) yield leaseEntry(lease, now);
  }
}
