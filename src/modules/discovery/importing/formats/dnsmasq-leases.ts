// Reads dnsmasq's lease file: lines `expiry mac ip name client-id`. After a line `duid …`, the lines are DHCPv6 leases:
// `expiry iaid ip name duid`.
import { splitLines } from './decode';
import type { ImportedEntry, ReadOptions } from './imported-entries';
import { cutOffEntry, readHostname, leaseEntry, never, wrong, type Lease } from './leases';
import { readInteger, readIp, readMac } from './values';

const longestLine = 8 * 1024;
// Matches a hardware address. If it is not an Ethernet address, the hardware type precedes it.
const hardware = /^(?:[0-9a-f]{2}-)?((?:[0-9a-f]{2}:)*[0-9a-f]{2})$/i;
const iaid = /^T?\d+$/;
/**
 * Smallest expiry that is a time, in seconds since 1970 (a time in 2001). On machines without a clock, dnsmasq writes
 * the duration of the lease, which is a smaller number.
 */
const leastTime = 10 ** 9;

export async function* dnsmasqLeases(
  text: AsyncIterable<string>,
  { now = new Date() }: ReadOptions,
): AsyncGenerator<ImportedEntry> {
  let wholeLeases = 0;
  for await (const { number, text: line, isEnded } of splitLines(text, longestLine)) {
    if (line.trim() === '' || /^duid [0-9a-f:]+$/i.test(line.trim())) continue;
    const lease = leaseOf(number, line);
    if (lease) wholeLeases += 1;
    if (lease) yield leaseEntry(lease, now);
    else yield isEnded ? wrong(number, line) : cutOffEntry(number, wholeLeases);
  }
}

function leaseOf(line: number, text: string): Lease | undefined {
  const [expiry, client = '', address, name, id, ...rest] = text.trim().split(/ +/);
  const ip = readIp(address);
  const ends = readInteger(expiry, 0, Number.MAX_SAFE_INTEGER);
  if (ends === undefined || ip === undefined || name === undefined || id === undefined || rest.length > 0)
    return undefined;
  const isVersion6 = ip.includes(':');
  if (!(isVersion6 ? iaid : hardware).test(client)) return undefined;
  return {
    line,
    ip,
    mac: isVersion6 ? undefined : readMac(hardware.exec(client)?.[1]),
    hostname: name === '*' ? undefined : readHostname(name),
    ends: ends < leastTime ? never : ends,
    state: 'active',
  };
}
