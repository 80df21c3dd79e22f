// Reads hosts and virtual machines of VMware vCenter by its public vSphere Automation API
// (https://developer.broadcom.com/xapis/vsphere-automation-api/latest/).
import { lookup } from 'node:dns/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { ipFromText } from '../../evidence/addresses';
import { fieldsOf, listOf, textOf, type Fields } from '../../evidence/json';
import { ApiFailure, type ApiClient } from '../http/api-client';
import { Notes } from '../http/notes';
import { forEachConcurrently } from '../scan/limits';

export interface EsxiHost {
  readonly id: string;
  /** The host's DNS name or IP address, as it was added to vCenter. */
  readonly name: string;
  readonly addresses: readonly string[];
}

export interface VirtualMachine {
  readonly id: string;
  readonly hostId: string;
  readonly name: string;
  readonly isRunning: boolean;
  /** The virtual machine's configuration, with its identity and network adapters. */
  readonly config: Fields;
  /**
   * Network interfaces, and the operating system (`identity`), as VMware Tools report them. Both are empty without
   * VMware Tools.
   */
  readonly interfaces: readonly Fields[];
  readonly identity: Fields;
}

export interface Inventory {
  readonly hosts: readonly EsxiHost[];
  readonly machines: readonly VirtualMachine[];
  /** Names of networks (such as port groups) by network id. */
  readonly networks: ReadonlyMap<string, string>;
  readonly notes: readonly string[];
}

const mostHosts = 500;
const mostMachines = 3_000;
const machinesAtOnce = 4;
const lookupMs = 10_000;
const root = '/api/vcenter';
const hostName = /^[\w.-]{1,253}$/;
const isId = (text: string): boolean => /^[\w-]{1,64}$/.test(text);

/**
 * Reads the hosts and their virtual machines. Throws ApiFailure if the hosts cannot be listed. The notes list what else
 * could not be read.
 */
export async function readInventory(client: ApiClient): Promise<Inventory> {
  const notes = new Notes();
  const list = async (path: string): Promise<readonly Fields[]> => {
    const answer = await client.get(`${root}${path}`);
    if (!Array.isArray(answer)) throw new ApiFailure('broken', `the answer to ${path} is no list`);
    return listOf(answer);
  };
  const all = (await list('/host')).filter(({ host }) => isId(textOf(host)));
  if (all.length === 0) throw new ApiFailure('broken', 'the list of hosts is empty: give the account a read-only role');
  const isConnected = ({ connection_state: state }: Fields) => textOf(state) === 'CONNECTED';
  const others = all.filter((row) => !isConnected(row)).length;
  if (others > 0) notes.add(`${others} of its hosts are not connected: they are left out with their machines`);
  const connected = all.filter(isConnected);
  if (connected.length > mostHosts) notes.add(`only the first ${mostHosts} of its ${connected.length} hosts were read`);
  const hosts = connected.slice(0, mostHosts).map(({ host, name }) => ({ id: textOf(host), name: textOf(name) }));

  const rows: (Fields & { readonly hostId: string })[] = [];
  for (const { id } of hosts) {
    const ofHost = await notes.catching('the machines of a host', () => list(`/vm?hosts=${id}`));
    for (const row of ofHost ?? []) if (isId(textOf(row.vm))) rows.push({ ...row, hostId: id });
  }
  const distinct = [...new Map(rows.map((row) => [textOf(row.vm), row] as const)).values()];
  if (distinct.length > mostMachines)
    notes.add(`only the first ${mostMachines} of its ${distinct.length} machines were read`);
  const networks = (await notes.catching('the networks', () => list('/network'))) ?? [];
  const machines: VirtualMachine[] = [];
  await forEachConcurrently(distinct.slice(0, mostMachines), machinesAtOnce, async (row) => {
    const path = `/vm/${textOf(row.vm)}`;
    const one = async (end: string) => fieldsOf(await client.get(`${root}${path}${end}`));
    const config = await notes.catching('a machine', () => one(''));
    if (!config) return;
    const isRunning = textOf(row.power_state) === 'POWERED_ON';
    const tools = isRunning ? await notes.catching('the state of VMware Tools', () => one('/tools')) : undefined;
    const hasTools = textOf(tools?.run_state) === 'RUNNING';
    const read = async <T>(subject: string, work: () => Promise<T>) =>
      hasTools ? notes.catching(subject, work) : undefined;
    machines.push({
      ...{ id: textOf(row.vm), hostId: row.hostId, name: textOf(row.name), isRunning, config },
      interfaces: (await read('the addresses of a machine', () => list(`${path}/guest/networking/interfaces`))) ?? [],
      identity: (await read('the system of a machine', () => one('/guest/identity'))) ?? {},
    });
  });
  return {
    hosts: await withAddresses(hosts),
    machines: machines.sort((a, b) => (a.id < b.id ? -1 : 1)),
    networks: new Map(networks.map(({ network, name }) => [textOf(network), textOf(name)] as const)),
    notes: notes.texts,
  };
}

/**
 * Adds IP addresses to the hosts. The API returns only the name by which a host was added, so a DNS name is resolved.
 */
async function withAddresses(hosts: readonly Omit<EsxiHost, 'addresses'>[]): Promise<EsxiHost[]> {
  const addressesByName = new Map<string, readonly string[]>();
  const resolve = async (name: string) => {
    const literalAddress = ipFromText(name);
    if (literalAddress !== undefined) return void addressesByName.set(name, [literalAddress]);
    if (!hostName.test(name)) return;
    const rows = await lookup(name, { all: true }).catch(() => []);
    addressesByName.set(
      name,
      rows.flatMap(({ address }) => ipFromText(address) ?? []),
    );
  };
  const stop = new AbortController();
  const limit = sleep(lookupMs, undefined, { signal: stop.signal, ref: false }).catch(() => undefined);
  await Promise.race([Promise.all(hosts.map(({ name }) => resolve(name))), limit]);
  stop.abort();
  return hosts.map((host) => ({ ...host, addresses: addressesByName.get(host.name) ?? [] }));
}
