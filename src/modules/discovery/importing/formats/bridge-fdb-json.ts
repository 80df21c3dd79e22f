// Reads the output of `bridge -j fdb`: the MAC addresses that a Linux bridge has learned on its ports. The output does
// not contain the name of the machine.
import { hostCalled } from './host-called';
import { mostParts, type ImportedEntry, type ImportRefusal, type ReadOptions } from './imported-entries';
import { readObjects } from './json';
import { lengths, readMac, quote, readText } from './values';

/**
 * States of addresses that a bridge learned from frames. Addresses with other states were configured or are the
 * bridge's own.
 */
const learnedStates: readonly unknown[] = [undefined, '', 'reachable', 'stale', 'delay', 'probe'];

export async function* bridgeFdbJson(
  text: AsyncIterable<string>,
  { host: hostOption }: ReadOptions,
): AsyncGenerator<ImportedEntry> {
  const host = hostCalled(hostOption);
  const ports = new Map<string, Set<string>>();
  let isTooMuch = false;
  for await (const { line, fields } of readObjects(text)) {
    if (Object.keys(fields).length === 0) continue;
    const mac = readMac(fields['mac']);
    const port = readText(fields['ifname'], lengths.short);
    const refusedEntry = (code: ImportRefusal): ImportedEntry => ({
      ...{ kind: 'Refused', line, code },
      text: quote(`${String(fields['mac'])} on ${port ?? 'no port'}`),
    });
    if (mac === undefined || port === undefined) yield refusedEntry('invalid_value');
    // A bridge learns addresses from the senders of frames, and a group address is never a sender. So it was
    // configured.
    else if (!learnedStates.includes(fields['state']) || isGroup(mac)) yield refusedEntry('not_seen');
    else {
      const macs = ports.get(port) ?? new Set();
      if (macs.size === mostParts || (macs.size === 0 && ports.size === mostParts)) isTooMuch = true;
      else ports.set(port, macs.add(mac));
    }
  }
  if (isTooMuch) yield { kind: 'Refused', line: 1, code: 'too_many_parts', text: hostOption! };
  if (ports.size === 0) return;
  host.interfaces = [...ports].map(([ifName, macs]) => ({ ifName, fdbMacs: [...macs].sort(), neighbors: [] }));
  yield { kind: 'Host', line: 1, host };
}

/** The lowest bit of the first byte marks a group address (IEEE 802). */
const isGroup = (mac: string): boolean => (parseInt(mac.slice(0, 2), 16) & 1) === 1;
