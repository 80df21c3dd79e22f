// Reads odhcpd's state file (OpenWrt): lines `# device client iaid name expiry id length address/length …`, each
// followed by lines in the format of a hosts file.
import { splitLines } from './decode';
import type { ImportedEntry, ReadOptions } from './imported-entries';
import { cutOffEntry, readHostname, leaseEntry, never, wrong, type Lease } from './leases';
import { readInteger, readIp, readMac } from './values';

const longestLine = 64 * 1024;
/** Matches a lease line: device, DUID or MAC address, IAID or `ipv4`, name, expiry, id, prefix length. */
const leaseLine = /^# (\S+) ([0-9a-f]+) (ipv4|[0-9a-f]+) (\S+) (-?\d+) ([0-9a-f]+) (\d+)((?: \S+)*)\s*$/i;

export const isOdhcpdLine = (line: string): boolean => leaseLine.test(line);

export async function* odhcpdLeases(
  text: AsyncIterable<string>,
  { now = new Date() }: ReadOptions,
): AsyncGenerator<ImportedEntry> {
  let wholeLeases = 0;
  for await (const { number, text: line, isEnded } of splitLines(text, longestLine)) {
    // Lines in the format of a hosts file only repeat the lease line before them, so they are skipped.
    if (line.trim() === '' || (!line.startsWith('#') && readIp(line.split(/\s/, 1)[0]) !== undefined)) continue;
    const leases = leasesOf(number, line);
    wholeLeases += leases?.length ?? 0;
    if (!leases) yield isEnded ? wrong(number, line) : cutOffEntry(number, wholeLeases);
    else for (const lease of leases) yield typeof lease === 'string' ? wrong(number, lease) : prefixOrLease(lease, now);
  }
}

interface Assigned extends Lease {
  readonly length: number;
}

/**
 * Returns the leases in a line, one for each address. An invalid address is returned as its text. Undefined if the line
 * is no lease line.
 */
function leasesOf(line: number, text: string): (Assigned | string)[] | undefined {
  const [, , client = '', kind, name, expiry = '', , , addresses = ''] = leaseLine.exec(text) ?? [];
  if (kind === undefined) return undefined;
  const mac = kind.toLowerCase() === 'ipv4' ? readMac(client) : undefined;
  const hostname = name === '-' ? undefined : readHostname(name);
  // An expiry of -1 means that the lease does not expire.
  const ends = expiry === '-1' ? never : Number(expiry);
  return addresses
    .split(' ')
    .filter((one) => one !== '')
    .map((one) => {
      const [address, length] = one.split('/');
      const ip = readIp(address);
      const bits = readInteger(length, 0, 128);
      if (ip === undefined || bits === undefined) return one;
      return { line, ip, mac, hostname, ends, state: 'active', length: bits };
    });
}

/** Returns the entry for a lease. A delegated prefix is refused, because it is not the address of a machine. */
function prefixOrLease(lease: Assigned, now: Date): ImportedEntry {
  const { line, ip, length } = lease;
  if (length === (ip.includes(':') ? 128 : 32)) return leaseEntry(lease, now);
  return { kind: 'Refused', line, code: 'no_host_address', text: `${ip}, a prefix` };
}
