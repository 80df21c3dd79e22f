// Types of the machines that a data source reads, and functions for these machines. The agent merges these machines
// with those that its scan found.
import type { Fields } from '../evidence/json';
import { cutText } from '../protocol/bounds';
import type { Engine } from './container-engine';
import { deviceTables, type DeviceFacts, type EntityFacts, type InterfaceFacts, type RowFacts } from './snmp';

/** What every data source can read of a machine, whatever its protocol. */
export type MachineFacts = Pick<DeviceFacts, 'interfaces' | 'addresses' | 'arp' | 'routes' | 'vlans' | 'incomplete'> &
  Partial<RowFacts>;

/** A service that a data source lists. */
export interface FoundService {
  readonly definition: string;
  readonly name: string;
  /** TCP ports of the service. Required for a service that can occur several times on a host. */
  readonly ports: readonly number[];
  /** The only address at which the service's ports are open; undefined if they are open at all addresses. */
  readonly address?: string;
  /** Explanation for users of how the service was recognized. */
  readonly reason?: string;
}

/** A machine that a data source lists. */
export interface FoundMachine {
  /** Name of the data source. Reports give it as the source of the machine's values. */
  readonly source: string;
  /** Key of the machine, unique among all machines that a run reads from data sources. */
  readonly key: string;
  /**
   * Number of the reading in the run; a reading is one read of one API. Several readings may contain the same machine.
   */
  readonly reading?: number;
  readonly name?: string | undefined;
  readonly os?: string | undefined;
  readonly entity?: EntityFacts;
  readonly chassisId?: string;
  /**
   * The machine's MAC address, if it is unknown which port has it. IP addresses without a port belong to this MAC
   * address.
   */
  readonly mac?: string | undefined;
  readonly facts: MachineFacts;
  /** Whether the `ifIndex` values of this reading are port numbers printed on the device, not the ifIndex of IF-MIB. */
  readonly hasPanelNumbers?: true;
  /**
   * Whether the machine is only an address that other machines of the same API can take over, such as a load
   * balancer's.
   */
  readonly isTakenOver?: true;
  /** Whether the machine is only known from an ARP table, which also contains machines that are gone. */
  readonly isOnlyInArp?: true;
  /**
   * For guests (virtual machines and containers): their id on the hypervisor, and the key of the hypervisor's machine.
   */
  readonly guest?: {
    readonly platform: 'Proxmox' | 'Libvirt' | 'VCenter';
    readonly id: string;
    readonly name: string;
    readonly hypervisorKey: string;
  };
  /** For hypervisors: the definition of the service that runs the guests, and its TCP port if known. */
  readonly hypervisor?: { readonly definition: string; readonly port?: number };
  /** The container engine of the machine, with its containers. */
  readonly engine?: Engine;
  readonly services?: readonly FoundService[];
}

export interface Reading {
  readonly machines: readonly FoundMachine[];
  /** Texts about what could not be read, and why. */
  readonly notes: readonly string[];
}

/** Adds empty lists for tables that `facts` lacks. Tables count as incomplete, except those in `complete`. */
export const someFacts = (
  facts: Partial<Omit<MachineFacts, 'incomplete'>>,
  complete: readonly DeviceFacts['incomplete'][number][] = [],
): MachineFacts => ({
  ...{ interfaces: [], addresses: [], arp: [], routes: [], vlans: [], ...facts },
  incomplete: deviceTables.filter((table) => !complete.includes(table)),
});

/**
 * Maximum number of characters of a port's name: below the server's limit of 255, to leave space for a suffix such as `
 * (2)`.
 */
const longestName = 240;

/**
 * The ports that have a name. If several ports have the same name, the second and later ports get a numbered suffix.
 */
export function withDistinctNames(ports: readonly InterfaceFacts[]): InterfaceFacts[] {
  const counts = new Map<string, number>();
  return ports.flatMap((port) => {
    const name = cutText(port.name, longestName);
    if (name === undefined) return [];
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return [count === 1 ? { ...port, name } : { ...port, name: `${name} (${count})` }];
  });
}

/**
 * Adds empty lists that `port` lacks. A port without a known ifIndex has a negative number as its `ifIndex`, which is
 * not reported.
 */
export const somePort = (port: Partial<InterfaceFacts> & Pick<InterfaceFacts, 'ifIndex'>): InterfaceFacts => ({
  ...{ taggedVlans: [], fdbMacs: [], neighbors: [] },
  ...port,
});

/**
 * A MAC address with more IPv4 addresses than this in an ARP table is that of another router, so its entries are
 * skipped.
 */
const mostInArp = 2;

/** The neighbors in this device's ARP table as machines, each with its MAC address and IP addresses. */
export function machinesInArp(device: FoundMachine): FoundMachine[] {
  const { source, key, facts } = device;
  const ownAddresses = new Set(facts.addresses.map(({ address }) => address));
  const ownMacs = new Set(facts.interfaces.map(({ mac }) => mac));
  const byMac = new Map<string, string[]>();
  for (const { address, mac } of facts.arp) {
    if (ownAddresses.has(address) || ownMacs.has(mac)) continue;
    const addresses = byMac.get(mac);
    if (addresses) addresses.push(address);
    else byMac.set(mac, [address]);
  }
  return [...byMac]
    .filter(([, addresses]) => addresses.filter((address) => !address.includes(':')).length <= mostInArp)
    .map(([mac, addresses]) => ({
      ...{ source, key: `${key} ${mac}`, mac, isOnlyInArp: true },
      facts: someFacts({ addresses: addresses.map((address) => ({ address, ifIndex: 0 })) }),
    }));
}

/**
 * The rows by the MAC address in their member `mac`. Rows without a MAC address are left out. If several rows have the
 * same MAC address, the first is used.
 */
export function firstByMac(
  rows: readonly Fields[],
  macOf: (value: unknown) => string | undefined,
): ReadonlyMap<string, Fields> {
  const rowsByMac = new Map<string, Fields>();
  for (const row of rows) {
    const mac = macOf(row.mac);
    if (mac !== undefined && !rowsByMac.has(mac)) rowsByMac.set(mac, row);
  }
  return rowsByMac;
}
