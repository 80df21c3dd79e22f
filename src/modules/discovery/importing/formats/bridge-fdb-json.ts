// `bridge -j fdb`: the MAC addresses that a bridge has learned on its ports. The file does not name the machine.
import { hostCalled } from './host-called';
import { mostParts, type ImportedEntry, type ImportRefusal, type ReadOptions } from './imported-entries';
import { objectsIn } from './json';
import { lengths, macOf, quoted, textOf } from './values';

/** States of learned entries; others are the bridge's own or configured. */
const learned: readonly unknown[] = [undefined, '', 'reachable', 'stale', 'delay', 'probe'];

export async function* bridgeFdbJson(
  text: AsyncIterable<string>,
  { host: given }: ReadOptions,
): AsyncGenerator<ImportedEntry> {
  const host = hostCalled(given);
  const ports = new Map<string, Set<string>>();
  let isTooMuch = false;
  for await (const { line, fields } of objectsIn(text)) {
    if (Object.keys(fields).length === 0) continue;
    const mac = macOf(fields['mac']);
    const port = textOf(fields['ifname'], lengths.short);
    const refused = (code: ImportRefusal): ImportedEntry => ({
      ...{ kind: 'Refused', line, code },
      text: quoted(`${String(fields['mac'])} on ${port ?? 'no port'}`),
    });
    if (mac === undefined || port === undefined) yield refused('invalid_value');
    // Groups are configured, not learned.
    else if (!learned.includes(fields['state']) || isGroup(mac)) yield refused('not_seen');
    else {
      const macs = ports.get(port) ?? new Set();
      if (macs.size === mostParts || (macs.size === 0 && ports.size === mostParts)) isTooMuch = true;
      else ports.set(port, macs.add(mac));
    }
  }
  if (isTooMuch) yield { kind: 'Refused', line: 1, code: 'too_many_parts', text: given! };
  if (ports.size === 0) return;
  host.interfaces = [...ports].map(([ifName, macs]) => ({ ifName, fdbMacs: [...macs].sort(), neighbors: [] }));
  yield { kind: 'Host', line: 1, host };
}

/** IEEE 802: the lowest bit of the first byte. */
const isGroup = (mac: string): boolean => (parseInt(mac.slice(0, 2), 16) & 1) === 1;
