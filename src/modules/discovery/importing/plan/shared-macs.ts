// Finds MAC addresses that several machines of a file have. A machine with such a MAC address answers ARP for others,
// so it identifies none.
import { isIP } from 'node:net';
import { isVendorAssigned } from '../../../../platform/text/identifiers';
import type { ImportedEntry } from '../formats/imported-entries';
import { readPrefix } from '../formats/values';

/**
 * Maximum number of addresses in a /24 for which separate entries may have the MAC address of one network card. A MAC
 * address with more addresses is shared by machines.
 */
const mostOfNic = 2;

/** For each MAC address, counts the IPv4 addresses per /24 that have it in separate entries of the file. */
export class SharedMacs {
  private readonly hostsByMac = new Map<string, Set<string>>();
  private readonly sharedMacs = new Set<string>();

  note(entry: ImportedEntry): void {
    if (entry.kind !== 'Host') return;
    const hostMacs = new Set<string>();
    for (const { ip, mac, namespace = '' } of entry.host.addresses) {
      const key = `${mac} ${readPrefix(`${ip}/24`)} ${namespace}`;
      // An entry counts once, because all of its addresses belong to one machine.
      if (!isVendorAssigned(mac) || isIP(ip) !== 4 || hostMacs.has(key) || this.sharedMacs.has(mac)) continue;
      hostMacs.add(key);
      const addresses = this.hostsByMac.get(key) ?? this.hostsByMac.set(key, new Set()).get(key)!;
      if (addresses.add(ip).size > mostOfNic) this.sharedMacs.add(mac);
    }
  }

  /** The shared MAC addresses, sorted. */
  all = (): string[] => [...this.sharedMacs].sort();
}
