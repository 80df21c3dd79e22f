// Reads nodes and guests of a Proxmox VE cluster by its public API (https://pve.proxmox.com/pve-docs/api-viewer).
import { parsePrefixed, type PrefixedAddress } from '../../evidence/addresses';
import { fieldsOf, integerOf, listOf, textOf, type Fields } from '../../evidence/json';
import { macFromText } from '../../evidence/mac';
import { ApiFailure, type ApiClient } from '../http/api-client';
import { Notes } from '../http/notes';
import { forEachConcurrently } from '../scan/limits';
import { parseAdapters, type NetworkAdapter } from './network-adapters';

export interface Node {
  readonly name: string;
  /** The node's address in the cluster network. */
  readonly address?: string;
  /** Whether this node is the one that responds to the API requests. */
  readonly isLocal: boolean;
  /** The version of Proxmox VE, such as `8.2.4`. */
  readonly version?: string;
  /** The rows of the node's network configuration; undefined if they could not be read. */
  readonly network?: readonly Fields[];
  /** Whether all guests of the node were read. */
  readonly isWhole: boolean;
}

export interface Guest {
  readonly id: number;
  readonly kind: 'qemu' | 'lxc';
  readonly node: string;
  readonly name: string;
  readonly isRunning: boolean;
  readonly adapters: readonly NetworkAdapter[];
  /** IP addresses that the guest's operating system reports, by the MAC address of their adapter. */
  readonly addresses: ReadonlyMap<string, readonly PrefixedAddress[]>;
  readonly os?: string;
}

export interface Cluster {
  /** The name of the cluster; undefined for a single node. */
  readonly name?: string;
  readonly nodes: readonly Node[];
  readonly guests: readonly Guest[];
  readonly notes: readonly string[];
}

const mostGuests = 3_000;
const mostNodes = 100;
const guestsAtOnce = 4;
const root = '/api2/json';
/** Valid names of nodes. They are host names, so they need no encoding in paths. */
const nodeName = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;

/** Functions that request a list or an object. The content of each response is in its member `data`. */
function requestsOf(client: ApiClient) {
  const data = async (path: string) => fieldsOf(await client.get(`${root}${path}`)).data;
  return {
    list: async (path: string) => listOf(await data(path)),
    one: async (path: string) => fieldsOf(await data(path)),
  };
}

/**
 * Reads a cluster. Throws ApiFailure if its nodes or guests cannot be listed. Other failures give a text in `notes`.
 */
export async function readCluster(client: ApiClient): Promise<Cluster> {
  const notes = new Notes();
  const { list, one } = requestsOf(client);
  const members = (await list('/nodes')).filter(({ node }) => nodeName.test(textOf(node)));
  // If a node is offline, neither the node nor its guests can be read.
  const isOffline = ({ status }: Fields) => ['offline', 'unknown'].includes(textOf(status));
  for (const { node } of members.filter(isOffline)) notes.add(`the node ${textOf(node)} is offline: it is left out`);
  const online = members.filter((row) => !isOffline(row)).map(({ node }) => textOf(node));
  const names = [...new Set(online)].slice(0, mostNodes);
  if (names.length === 0) throw new ApiFailure('broken', 'the answer to /nodes names no node that is online');
  const rows = (await list('/cluster/resources?type=vm')).filter(({ template }) => integerOf(template) !== 1);
  const byId = new Map(rows.flatMap((row) => guestRow(row, names)).map((row) => [row.id, row] as const));
  const listed = [...byId.values()].sort((a, b) => a.id - b.id);
  if (listed.length === 0) notes.add('it shows no guests: if there are some, give the token the role PVEAuditor on /');
  if (listed.length > mostGuests) notes.add(`only the first ${mostGuests} of its ${listed.length} guests were read`);

  const unread = new Set(listed.slice(mostGuests).map(({ node }) => node));
  const guests: Guest[] = [];
  await forEachConcurrently(listed.slice(0, mostGuests), guestsAtOnce, async (row) => {
    const guest = await notes.catching('a guest', async () => readGuest(row, await one(`${guestPath(row)}/config`)));
    if (!guest) return void unread.add(row.node);
    guests.push(guest.isRunning ? await withOwnFacts(guest, { list, one }, notes) : guest);
  });

  const status = (await notes.catching('the state of the cluster', () => list('/cluster/status'))) ?? [];
  const nodes: Node[] = [];
  for (const name of names) {
    const member = status.find((row) => textOf(row.type) === 'node' && textOf(row.name) === name) ?? {};
    const network = await notes.catching('the network of a node', () => list(`/nodes/${name}/network`));
    const system = await notes.catching('the state of a node', () => one(`/nodes/${name}/status`));
    const [address] = parsePrefixed(textOf(member.ip));
    const version = /^pve-manager\/(\d[\w.-]{0,20})/.exec(textOf(system?.pveversion))?.[1];
    nodes.push({
      name,
      ...(address && { address: address.address }),
      isLocal: names.length === 1 || integerOf(member.local) === 1,
      ...(version !== undefined && { version }),
      ...(network && { network }),
      isWhole: !unread.has(name),
    });
  }
  const name = textOf(status.find((row) => textOf(row.type) === 'cluster')?.name);
  return {
    ...(name !== '' && { name }),
    ...{ nodes, guests: guests.sort((a, b) => a.id - b.id), notes: notes.texts },
  };
}

type GuestRow = Pick<Guest, 'id' | 'kind' | 'node' | 'name' | 'isRunning'>;

function guestRow({ vmid, type, node, name, status }: Fields, nodes: readonly string[]): GuestRow[] {
  const [id, kind, on] = [integerOf(vmid), textOf(type), textOf(node)];
  if (id === undefined || id < 1 || (kind !== 'qemu' && kind !== 'lxc') || !nodes.includes(on)) return [];
  return [{ id, kind, node: on, name: textOf(name) || `${kind} ${id}`, isRunning: textOf(status) === 'running' }];
}

const guestPath = ({ node, kind, id }: Pick<Guest, 'node' | 'kind' | 'id'>) => `/nodes/${node}/${kind}/${id}`;

interface ConfiguredGuest extends Guest {
  readonly hasAgent: boolean;
}

const readGuest = (row: GuestRow, config: Fields): ConfiguredGuest => ({
  ...row,
  adapters: parseAdapters(config),
  addresses: new Map(),
  hasAgent: /^(1|enabled=1)\b/.test(typeof config.agent === 'number' ? String(config.agent) : textOf(config.agent)),
});

/**
 * Adds the addresses and operating system of a running guest: of a virtual machine by its guest agent, of a container
 * by the interfaces in its network namespace.
 */
async function withOwnFacts(
  guest: ConfiguredGuest,
  { list, one }: ReturnType<typeof requestsOf>,
  notes: Notes,
): Promise<Guest> {
  const { kind, hasAgent, adapters } = guest;
  const path = guestPath(guest);
  if (adapters.length === 0 || (kind === 'qemu' && !hasAgent)) return guest;
  if (kind === 'lxc') {
    const rows = await notes.catching('the addresses of a container', () => list(`${path}/interfaces`));
    return { ...guest, addresses: addressesOfContainer(rows ?? []) };
  }
  const answer = await notes.catching('the addresses of a guest agent', () =>
    one(`${path}/agent/network-get-interfaces`),
  );
  if (!answer) return guest;
  const system = await notes.catching('the system of a guest agent', () => one(`${path}/agent/get-osinfo`));
  const os = textOf(fieldsOf(system?.result)['pretty-name']);
  return { ...guest, addresses: addressesOfAgent(answer.result), ...(os !== '' && { os }) };
}

/** IP addresses by MAC address, from the guest agent's response to `guest-network-get-interfaces`. */
export function addressesOfAgent(result: unknown): Map<string, PrefixedAddress[]> {
  return addressesByMac(listOf(result), ({ 'hardware-address': mac, 'ip-addresses': addresses }) => ({
    mac,
    addresses: listOf(addresses).map(({ 'ip-address': address, prefix }) => `${textOf(address)}/${String(prefix)}`),
  }));
}

/** IP addresses by MAC address, from the list of a container's interfaces. */
export const addressesOfContainer = (rows: readonly Fields[]): Map<string, PrefixedAddress[]> =>
  addressesByMac(rows, ({ hwaddr, inet, inet6 }) => ({ mac: hwaddr, addresses: [textOf(inet), textOf(inet6)] }));

const mostAddresses = 100;

function addressesByMac(
  rows: readonly Fields[],
  of: (row: Fields) => { readonly mac: unknown; readonly addresses: readonly string[] },
): Map<string, PrefixedAddress[]> {
  const byMac = new Map<string, PrefixedAddress[]>();
  for (const row of rows) {
    const { mac: macText, addresses } = of(row);
    const mac = macFromText(textOf(macText));
    if (mac === undefined) continue;
    const earlierAddresses = byMac.get(mac) ?? [];
    byMac.set(mac, [...earlierAddresses, ...addresses.flatMap(parsePrefixed)].slice(0, mostAddresses));
  }
  return byMac;
}
