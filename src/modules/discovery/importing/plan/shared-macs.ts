// MAC addresses that stand at several machines of a file: they answer for many and identify none.
import { isIP } from 'node:net';
import { isVendorAssigned } from '../../../../platform/text/identifiers';
import type { ImportedEntry } from '../formats/imported-entries';
import { readPrefix } from '../formats/values';

/** Addresses of one MAC that a NIC may have in a subnet, where each is an entry of its own. */
const mostOfNic = 2;

/** Counts, over the whole file, at how many IPv4 addresses of a subnet entries of their own have a MAC address. */
export class SharedMacs {
  private readonly hostsByMac = new Map<string, Set<string>>();
  private readonly sharedMacs = new Set<string>();

  note(entry: ImportedEntry): void {
    if (entry.kind !== 'Host') return;
    const hostMacs = new Set<string>();
    for (const { ip, mac, namespace = '' } of entry.host.addresses) {
      const key = `${mac} ${readPrefix(`${ip}/24`)} ${namespace}`;
      // What one entry tells together is of one machine.
      if (!isVendorAssigned(mac) || isIP(ip) !== 4 || hostMacs.has(key) || this.sharedMacs.has(mac)) continue;
      hostMacs.add(key);
      const addresses = this.hostsByMac.get(key) ?? this.hostsByMac.set(key, new Set()).get(key)!;
      if (addresses.add(ip).size > mostOfNic) this.sharedMacs.add(mac);
    }
  }

  /** In a stable order. */
  all = (): string[] => [...this.sharedMacs].sort();
}
