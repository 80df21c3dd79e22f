// Reads the libvirt guests of a Linux machine by `virsh` with a read-only connection.
import sax from 'sax';
import { isVlanNumber } from '../../../../platform/text/vlan-numbers';
import { parsePrefixed, type PrefixedAddress } from '../../../evidence/addresses';
import type { GuestAdapter, GuestFacts } from '../../guests';
import type { Output } from '../connection/client';
import { readRecords, skip, valueOf } from '../text/line-rules';
import { macOf } from '../text/values';

const virsh = 'virsh -r -c qemu:///system';
const anyGuest = 'UUID';

export const guestCommands = {
  all: { text: `${virsh} list --all --uuid`, yields: 'guests of libvirt, if it is installed' },
  running: { text: `${virsh} list --uuid`, yields: 'guests that run' },
  guest: { text: `${virsh} dumpxml ${anyGuest}`, yields: 'name, adapters, bridges and VLAN tags of a guest' },
  leases: { text: `${virsh} domifaddr ${anyGuest}`, yields: 'addresses that libvirt has leased to a guest that runs' },
} as const;

/** Maximum number of guests to read per machine. Each guest takes up to two commands. */
export const mostGuests = 400;
const uuidForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A libvirt guest. `taps` are the hypervisor's ports to which the guest's adapters are connected. */
export interface LibvirtGuest extends GuestFacts {
  readonly taps: readonly { readonly port: string; readonly adapter: GuestAdapter }[];
}

export interface GuestReading {
  readonly guests: readonly LibvirtGuest[];
  readonly notes: readonly string[];
}

/**
 * Reads the libvirt guests of a machine; undefined if libvirt is not installed. Guests that cannot be read are left
 * out, and `notes` says so.
 */
export async function readGuests(run: (command: string) => Promise<Output>): Promise<GuestReading | undefined> {
  const all = await run(guestCommands.all.text);
  if (all.problem === undefined && all.status !== 0) return undefined;
  const notes: string[] = [];
  const uuids = uuidsOf(all.text);
  const running = await run(guestCommands.running.text);
  if (all.problem !== undefined) notes.push(`the list of guests was not read completely (${all.problem})`);
  if (uuids.length > mostGuests) notes.push(`only the first ${mostGuests} of its ${uuids.length} guests were read`);
  const active = new Set(uuidsOf(running.text));
  const guests: LibvirtGuest[] = [];
  let unread = 0;
  for (const uuid of uuids.slice(0, mostGuests)) {
    const isRunning = active.has(uuid);
    const { text, status, problem } = await run(guestCommands.guest.text.replace(anyGuest, uuid));
    const guest = problem === undefined && status === 0 ? parseGuest(text, uuid, isRunning) : undefined;
    if (!guest) {
      unread++;
      continue;
    }
    const leases = isRunning ? await run(guestCommands.leases.text.replace(anyGuest, uuid)) : undefined;
    guests.push({ ...guest, addresses: leases?.status === 0 ? parseLeases(leases.text) : new Map() });
  }
  if (unread > 0) notes.push(`${unread} guests of libvirt could not be read`);
  return { guests, notes };
}

const uuidsOf = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim().toLowerCase())
      .filter((line) => uuidForm.test(line)),
  ),
];

const mostAdapters = 64;
const deepest = 64;

interface Adapter {
  type: string;
  mac?: string;
  source: Readonly<Record<string, string>>;
  target?: string;
  isLinkDown: boolean;
  isTrunk: boolean;
  tags: { readonly number: number; readonly isNative: boolean }[];
}

/**
 * Parses the XML description of a guest (https://libvirt.org/formatdomain.html). Undefined if it is incomplete or not a
 * domain.
 */
export function parseGuest(xml: string, uuid: string, isRunning: boolean): LibvirtGuest | undefined {
  const path: string[] = [];
  const adapters: Adapter[] = [];
  let [name, isWhole, isBroken] = ['', false, false];
  const parser = sax.parser(true);
  parser.onerror = () => {
    isBroken = true;
  };
  parser.onopentag = ({ name: element, attributes }) => {
    if (path.push(element) > deepest) isBroken = true;
    const at = path.join('/');
    const of = attributes as Readonly<Record<string, string>>;
    if (at === 'domain/devices/interface' && adapters.length < mostAdapters)
      adapters.push({ type: of.type ?? '', source: {}, isLinkDown: false, isTrunk: false, tags: [] });
    else if (at.startsWith('domain/devices/interface/') && adapters.length > 0)
      describe(adapters.at(-1)!, at.slice('domain/devices/interface/'.length), of);
  };
  parser.ontext = (text) => {
    if (path.join('/') === 'domain/name') name += text;
  };
  parser.onclosetag = (element) => {
    isWhole ||= path.length === 1 && element === 'domain';
    path.pop();
  };
  try {
    parser.write(xml).close();
  } catch {
    return undefined;
  }
  if (isBroken || !isWhole) return undefined;
  const guestAdapters = adapters.flatMap((adapter, number) => adapterOf(adapter, number));
  return {
    ...{ id: uuid, name: name.trim() || uuid, isRunning, addresses: new Map() },
    adapters: guestAdapters.map(({ adapter }) => adapter),
    taps: isRunning
      ? guestAdapters.flatMap(({ port, adapter }) => (port === undefined ? [] : [{ port, adapter }]))
      : [],
  };
}

function describe(adapter: Adapter, element: string, of: Readonly<Record<string, string>>): void {
  if (element === 'mac') adapter.mac = of.address;
  else if (element === 'source') adapter.source = of;
  else if (element === 'target') adapter.target = of.dev;
  else if (element === 'link') adapter.isLinkDown = of.state === 'down';
  else if (element === 'vlan') adapter.isTrunk = of.trunk === 'yes';
  else if (element === 'vlan/tag') adapter.tags.push({ number: Number(of.id), isNative: of.nativeMode !== undefined });
}

function adapterOf(of: Adapter, number: number): { adapter: GuestAdapter; port?: string }[] {
  const mac = macOf(of.mac);
  if (mac === undefined) return [];
  const bridge = of.source.bridge ?? of.source.network ?? of.source.dev;
  const tags = of.tags.filter((tag) => Number.isInteger(tag.number) && isVlanNumber(tag.number));
  // An adapter that is no trunk has one VLAN tag, for its untagged frames. In a trunk, `nativeMode` marks the VLAN tag
  // of untagged frames.
  const isTrunk = of.isTrunk || tags.length > 1;
  const native = isTrunk ? tags.find(({ isNative }) => isNative) : tags[0];
  const trunks = isTrunk ? tags.filter((tag) => tag !== native).map((tag) => tag.number) : [];
  const adapter: GuestAdapter = {
    ...{ number, mac, trunks: [...new Set(trunks)], isLinkDown: of.isLinkDown, addresses: [] },
    ...(bridge !== undefined && { bridge }),
    ...(native && { vlan: native.number }),
  };
  return [{ adapter, ...(of.target !== undefined && { port: of.target }) }];
}

const mostAddresses = 100;

/**
 * Parses the table that `virsh domifaddr` prints. A row with `-` instead of a MAC address belongs to the adapter of the
 * row above.
 */
export function parseLeases(text: string): Map<string, readonly PrefixedAddress[]> {
  const { records } = readRecords(text, {
    start: [
      { line: /^\s*(?<name>\S+)\s+(?<mac>[0-9a-f:]{17}|-)\s+ipv[46]\s+(?<address>\S+)$/i, starts: true },
      skip(/./),
    ],
  });
  const byMac = new Map<string, readonly PrefixedAddress[]>();
  let current: string | undefined;
  for (const record of records) {
    const mac = valueOf(record, 'mac');
    current = mac === '-' ? current : macOf(mac);
    if (current === undefined) continue;
    const earlierAddresses = byMac.get(current) ?? [];
    byMac.set(
      current,
      [...earlierAddresses, ...parsePrefixed(valueOf(record, 'address') ?? '')].slice(0, mostAddresses),
    );
  }
  return byMac;
}
