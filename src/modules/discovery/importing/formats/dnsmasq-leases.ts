// Reads dnsmasq's lease file: lines `expiry mac ip name client-id`. After a line `duid …`, the lines are DHCPv6 leases:
// `expiry iaid ip name duid`.
import { splitLines } from './decode';
import type { ImportedEntry, ReadOptions } from './imported-entries';
import { cutOffEntry, readHostname, leaseEntry, never, wrong, type Lease } from './leases';
import { readInteger, readIp, readMac } from './values';

const longestLine = 8 * 1024;
// Matches the hardware address of a client. For hardware other than Ethernet, dnsmasq writes the type before the
// address: `06-00:11:22…`.
const hardware = /^(?:[0-9a-f]{2}-)?((?:[0-9a-f]{2}:)*[0-9a-f]{2})$/i;
const iaid = /^T?\d+$/;
/**
 * dnsmasq writes the end of a lease in seconds since 1970, or, on machines without a clock, the duration of the lease
 * in seconds. Numbers below this one (a time in 2001) are durations.
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
