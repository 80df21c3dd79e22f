// Reads the output of `ip -j neigh`: the neighbor table of a Linux machine. Each IP address that has answered becomes a
// host.
import type { ImportedEntry } from './imported-entries';
import { readObjects } from './json';
import { readIp, isHostAddress, readMac, quote } from './values';

/** States of entries whose MAC address was not resolved. */
const unseen: readonly unknown[] = ['FAILED', 'INCOMPLETE', 'NONE', 'NOARP'];

export async function* ipNeighJson(text: AsyncIterable<string>): AsyncGenerator<ImportedEntry> {
  for await (const { line, fields } of readObjects(text)) {
    // Some versions print an empty object for an entry that was filtered out.
    if (Object.keys(fields).length === 0) continue;
    const { dst, lladdr, state } = fields;
    const ip = readIp(dst);
    const refusedEntry = (code: 'invalid_value' | 'no_host_address' | 'not_seen', text: string): ImportedEntry => ({
      kind: 'Refused',
      line,
      code,
      text,
    });
    const mac = readMac(lladdr);
    const isUnseen = Array.isArray(state) && state.some((one) => unseen.includes(one));
    if (ip === undefined)
      yield refusedEntry('invalid_value', quote(typeof dst === 'string' ? dst : 'an entry without dst'));
    else if (!isHostAddress(ip)) yield refusedEntry('no_host_address', ip);
    else if (isUnseen || lladdr === undefined) yield refusedEntry('not_seen', ip);
    else if (mac === undefined) yield refusedEntry('invalid_value', quote(`${ip} ${String(lladdr)}`));
    else yield { kind: 'Host', line, host: { addresses: [{ ip, mac }], ports: [], services: [], interfaces: [] } };
  }
}
