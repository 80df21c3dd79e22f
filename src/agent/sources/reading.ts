// What a source that reads an API knows of machines. The agent joins it with what it found itself, and reports both as
// one machine.
import type { Fields } from '../evidence/json';
import { cutText } from '../protocol/bounds';
import type { Engine } from './container-engine';
import { deviceTables, type DeviceFacts, type EntityFacts, type InterfaceFacts, type RowFacts } from './snmp';

/** The facts of a machine that do not say how they were read. */
export type MachineFacts = Pick<DeviceFacts, 'interfaces' | 'addresses' | 'arp' | 'routes' | 'vlans' | 'incomplete'> &
  Partial<RowFacts>;

/** A service that a source knows. */
export interface FoundService {
  readonly definition: string;
  readonly name: string;
  /** Its TCP ports. A service of which a host may have several needs one. */
  readonly ports: readonly number[];
  /** The only address at which its ports are open. */
  readonly address?: string;
  /** What people read of how it was recognized. */
  readonly reason?: string;
}

/** A machine that a source knows. */
export interface FoundMachine {
  /** Name of the source, which is reported as the source of the facts. */
  readonly source: string;
  /** Key of the machine, unique among the readings of a run. */
  readonly key: string;
  /** Number of the reading in the run. Several readings of a source may know the same machine. */
  readonly reading?: number;
  readonly name?: string | undefined;
  readonly os?: string | undefined;
  readonly entity?: EntityFacts;
  readonly chassisId?: string;
  /** The MAC address of the machine, where it is not known at which port. It is that of addresses without a port. */
  readonly mac?: string | undefined;
  readonly facts: MachineFacts;
  /** Whether the numbers of its ports are those on its panel, which need not be their ifIndex. */
  readonly hasPanelNumbers?: true;
  /** Whether the machine is an address that other machines of the reading may take over, such as a load balancer's. */
  readonly isTakenOver?: true;
  /** Whether the machine is only known from an ARP table, which also has machines that are gone. */
  readonly isOnlyInArp?: true;
  /** For virtual machines and containers of a hypervisor: their id there, and the key of the hypervisor's machine. */
  readonly guest?: {
    readonly platform: 'Proxmox' | 'Libvirt' | 'VCenter';
    readonly id: string;
    readonly name: string;
    readonly hypervisorKey: string;
  };
  /** For hypervisors: the service that runs the guests, and its TCP port if it is known. */
  readonly hypervisor?: { readonly definition: string; readonly port?: number };
  /** The container engine of the machine with its containers. */
  readonly engine?: Engine;
  readonly services?: readonly FoundService[];
}

export interface Reading {
  readonly machines: readonly FoundMachine[];
  /** What was not read, and why. */
  readonly notes: readonly string[];
}

/** The facts of a machine of which only the given values are known. Only the tables in `complete` were read to the end. */
export const someFacts = (
  facts: Partial<Omit<MachineFacts, 'incomplete'>>,
  complete: readonly DeviceFacts['incomplete'][number][] = [],
): MachineFacts => ({
  ...{ interfaces: [], addresses: [], arp: [], routes: [], vlans: [], ...facts },
  incomplete: deviceTables.filter((table) => !complete.includes(table)),
});

/** Maximum number of characters of a port's name; the server accepts 255. */
const longestName = 240;

/** The ports that have a name. A name that several ports have gets a number from the second port on. */
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
 * A port of a machine of which only the given values are known. A port without a number of its own has a negative
 * `ifIndex`, which is not reported.
 */
export const somePort = (port: Partial<InterfaceFacts> & Pick<InterfaceFacts, 'ifIndex'>): InterfaceFacts => ({
  ...{ taggedVlans: [], fdbMacs: [], neighbors: [] },
  ...port,
});

/** Most IPv4 addresses of a machine in an ARP table. A MAC address with more is that of another router. */
const mostInArp = 2;

/** The machines that are only known from the ARP table of a device that was read. */
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

/** The rows whose member `mac` is a MAC address; of several rows with the same one, the first. */
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
