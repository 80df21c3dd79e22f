// Finds MAC addresses that several machines of a file have: their owner answers for others, so they identify none.
import { isIP } from 'node:net';
import { isVendorAssigned } from '../../../../platform/text/identifiers';
import type { ImportedEntry } from '../formats/imported-entries';
import { readPrefix } from '../formats/values';

/**
 * Maximum number of addresses in a /24 that one NIC may have in separate entries; a MAC address with more is shared.
 */
const mostOfNic = 2;

/** Counts, over the whole file, the IPv4 addresses per /24 for which separate entries have the same MAC address. */
export class SharedMacs {
  private readonly hostsByMac = new Map<string, Set<string>>();
  private readonly sharedMacs = new Set<string>();

  note(entry: ImportedEntry): void {
    if (entry.kind !== 'Host') return;
    const hostMacs = new Set<string>();
    for (const { ip, mac, namespace = '' } of entry.host.addresses) {
      const key = `${mac} ${readPrefix(`${ip}/24`)} ${namespace}`;
      // Count once per entry: all addresses of one entry belong to one machine.
      if (!isVendorAssigned(mac) || isIP(ip) !== 4 || hostMacs.has(key) || this.sharedMacs.has(mac)) continue;
      hostMacs.add(key);
      const addresses = this.hostsByMac.get(key) ?? this.hostsByMac.set(key, new Set()).get(key)!;
      if (addresses.add(ip).size > mostOfNic) this.sharedMacs.add(mac);
    }
  }

  /** The shared MAC addresses, sorted. */
  all = (): string[] => [...this.sharedMacs].sort();
}
