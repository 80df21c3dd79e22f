// Finds MAC addresses that several machines of a file have, because one machine answers ARP requests for other
// machines. Such a MAC address identifies no machine.
import { isIP } from 'node:net';
import { isVendorAssigned } from '../../../../platform/text/identifiers';
import type { ImportedEntry } from '../formats/imported-entries';
import { readPrefix } from '../formats/values';

/**
 * One machine may have two IPv4 addresses in a /24. If more entries of a file have the same MAC address with different
 * addresses in the same /24, several machines share it.
 */
const mostOfNic = 2;

/**
 * Counts, for each MAC address and each /24, the IPv4 addresses with this MAC address in separate entries of the file.
 */
export class SharedMacs {
  private readonly hostsByMac = new Map<string, Set<string>>();
  private readonly sharedMacs = new Set<string>();

  note(entry: ImportedEntry): void {
    if (entry.kind !== 'Host') return;
    const hostMacs = new Set<string>();
    for (const { ip, mac, namespace = '' } of entry.host.addresses) {
      const key = `${mac} ${readPrefix(`${ip}/24`)} ${namespace}`;
      // All addresses of an entry belong to one machine. So of an entry's addresses with the same MAC address in the
      // same /24, only the first one counts.
      if (!isVendorAssigned(mac) || isIP(ip) !== 4 || hostMacs.has(key) || this.sharedMacs.has(mac)) continue;
      hostMacs.add(key);
      const addresses = this.hostsByMac.get(key) ?? this.hostsByMac.set(key, new Set()).get(key)!;
      if (addresses.add(ip).size > mostOfNic) this.sharedMacs.add(mac);
    }
  }

  /** Returns the shared MAC addresses, sorted. */
  all = (): string[] => [...this.sharedMacs].sort();
}
