// Reads the kernel's ARP and IPv6 neighbor tables: addresses on this machine's links, with their MAC addresses.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { promisify } from 'node:util';

export interface Neighbor {
  readonly address: string;
  readonly mac: string;
  readonly interfaceName: string;
  /** Whether the kernel has confirmed the entry recently. The machine of an unconfirmed entry may be gone. */
  readonly isConfirmed: boolean;
}

const macForm = /^[0-9a-f]{2}(:[0-9a-f]{2}){5}$/i;
const noMac = '00:00:00:00:00:00';
/**
 * Flags of entries (Linux include/uapi/linux/if_arp.h): ATF_COM for a complete entry, ATF_PERM for an entry that was
 * set manually.
 */
const [complete, permanent] = [0x2, 0x4];
const confirmedStates = ['REACHABLE', 'PERMANENT', 'NOARP'];

/** Parses /proc/net/arp, which does not say when an entry was confirmed. */
export function parseProcArp(text: string): Neighbor[] {
  return text
    .split('\n')
    .slice(1)
    .flatMap((line) => {
      const [address = '', , flags = '', mac = '', , interfaceName = ''] = line.trim().split(/\s+/);
      const isKnown = (Number(flags) & complete) !== 0 && macForm.test(mac) && mac !== noMac;
      return isIP(address) === 4 && isKnown
        ? [{ address, mac: mac.toLowerCase(), interfaceName, isConfirmed: (Number(flags) & permanent) !== 0 }]
        : [];
    });
}

/** Parses the output of `ip -j neigh`. Failed and incomplete entries are omitted. */
export function parseIpNeigh(text: string): Neighbor[] {
  let rows: unknown;
  try {
    rows = JSON.parse(text);
  } catch {
    return [];
  }
  if (!Array.isArray(rows)) return [];
  return rows.flatMap((row: unknown) => {
    if (typeof row !== 'object' || row === null) return [];
    const { dst, dev, lladdr, state } = row as Record<string, unknown>;
    const states: unknown[] = Array.isArray(state) ? state : [];
    if (typeof dst !== 'string' || isIP(dst) === 0 || typeof lladdr !== 'string' || !macForm.test(lladdr)) return [];
    if (lladdr === noMac || states.includes('FAILED') || states.includes('INCOMPLETE')) return [];
    const isConfirmed = states.some((one) => confirmedStates.includes(one as string));
    return [
      { address: dst, mac: lladdr.toLowerCase(), interfaceName: typeof dev === 'string' ? dev : '', isConfirmed },
    ];
  });
}

const run = promisify(execFile);

/**
 * The current entries of the kernel's ARP and IPv6 neighbor tables. If the command `ip` is missing, only IPv4 entries
 * are read. The result is empty on systems other than Linux.
 */
export async function readNeighbors(signal: AbortSignal): Promise<Neighbor[]> {
  const options = { signal, timeout: 5_000, maxBuffer: 64 * 2 ** 20 };
  return run('ip', ['-j', 'neigh'], options).then(
    ({ stdout }) => parseIpNeigh(stdout),
    () => readFile('/proc/net/arp', 'utf8').then(parseProcArp, () => []),
  );
}
