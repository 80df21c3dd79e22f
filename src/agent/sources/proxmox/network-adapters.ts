// Parses the network adapters (`net0`, `net1` …) in the configuration of a Proxmox VE guest.
import { parsePrefixed } from '../../evidence/addresses';
import { textOf, type Fields } from '../../evidence/json';
import { macFromText } from '../../evidence/mac';
import { isVlanNumber } from '../../../platform/text/vlan-numbers';
import type { GuestAdapter } from '../guests';

/** An adapter of a guest. `number` is the number in the name of the setting: 0 for `net0`. */
export type NetworkAdapter = GuestAdapter;

/** Proxmox VE accepts the settings `net0` to `net31`. */
const mostAdapters = 32;
const mostTrunks = 100;

/** The adapters that have a MAC address, sorted by number. */
export function parseAdapters(config: Fields): NetworkAdapter[] {
  return Array.from({ length: mostAdapters }, (_none, number) => number).flatMap((number) => {
    const text = textOf(config[`net${number}`]);
    return text === '' ? [] : parseAdapter(number, text);
  });
}

/**
 * Parses an adapter of a virtual machine, such as `virtio=BC:24:11:00:00:01,bridge=vmbr0,tag=20` (the first name is the
 * model), or of a container, such as `name=eth0,hwaddr=BC:24:11:00:00:02,ip=10.0.0.5/24`.
 */
function parseAdapter(number: number, text: string): NetworkAdapter[] {
  const pairs = text.split(',').map((pair) => {
    const at = pair.indexOf('=');
    return at === -1 ? ([pair.trim(), ''] as const) : ([pair.slice(0, at).trim(), pair.slice(at + 1).trim()] as const);
  });
  const values = new Map(pairs);
  const [, ofModel = ''] = pairs[0]!;
  const mac = macFromText(values.get('hwaddr') ?? values.get('macaddr') ?? ofModel);
  if (mac === undefined || mac === '00:00:00:00:00:00') return [];
  const [name, bridge, vlan] = [values.get('name'), values.get('bridge'), Number(values.get('tag') ?? NaN)];
  return [
    {
      number,
      ...(name && { name }),
      mac,
      ...(bridge && { bridge }),
      ...(isVlanNumber(vlan) && Number.isInteger(vlan) && { vlan }),
      trunks: parseTrunks(values.get('trunks') ?? ''),
      isLinkDown: values.get('link_down') === '1',
      addresses: [values.get('ip'), values.get('ip6')].flatMap((one) => parsePrefixed(one ?? '')),
    },
  ];
}

/** Parses a list of VLAN numbers such as `10;20;30-32`. */
function parseTrunks(text: string): number[] {
  const numbers = new Set<number>();
  for (const part of text.split(';')) {
    const [first = NaN, last = first] = part.split('-').map(Number);
    for (let one = first; one <= last && numbers.size < mostTrunks; one++)
      if (isVlanNumber(one) && Number.isInteger(one)) numbers.add(one);
      else break;
  }
  return [...numbers].sort((a, b) => a - b);
}
