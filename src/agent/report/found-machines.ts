// Matches machines that data sources (APIs, SSH) list with machines that the scan found: by MAC address, otherwise by
// IP address.
import { identifyingSerialNumber, isStationMac, isVendorAssigned } from '../../platform/text/identifiers';
import { macOfCard } from '../../platform/text/network-cards';
import type { FoundMachine } from '../sources';
import { withEnginesOnce } from './containers';
import { DisjointSets, groupItems, isMachineAddress, type Machine, type MachineAddress } from './machines';
import { nameOf } from './same-ports';

export interface JoinOptions {
  /** Whether to leave out machines that the scan did not find, as in a rescan of certain hosts. */
  readonly isOfHosts: boolean;
  /** Whether the agent swept the address on its own link. A machine that does not respond to such a sweep is gone. */
  readonly isSwept?: (address: string) => boolean;
  readonly warn: (text: string) => void;
}

/** Maximum number of addresses that a warning lists. */
const mostListed = 5;

/** A machine from a data source, with the values that identify it. */
interface SourceMachine {
  readonly found: FoundMachine;
  /** MAC addresses in lower case. Excludes addresses that the same data source lists for several machines. */
  readonly macs: ReadonlySet<string>;
  /**
   * IP addresses, each with its MAC address if known. Excludes addresses that the same data source lists for several
   * machines.
   */
  readonly addresses: ReadonlyMap<string, string | undefined>;
}

/**
 * Merges machines that data sources list into the scanned machines, and adds those that the scan did not find. An
 * address that one data source lists for several machines identifies none of them.
 */
export function joinFound(
  machines: readonly Machine[],
  foundMachines: readonly FoundMachine[],
  { isOfHosts, isSwept = () => false, warn }: JoinOptions,
): Machine[] {
  const sourceMachines = [...groupItems(foundMachines, kindOf).values()].flatMap((ofKind) =>
    toSourceMachines(ofKind, warn),
  );
  const groups = new DisjointSets();
  const ofMachine = (at: number) => `machine ${at}`;
  const ofSourceMachine = (at: number) => `known ${at}`;
  const places = placesOf(machines);
  const matchedIndexes = new Set<number>();
  for (const [at, one] of sourceMachines.entries())
    for (const match of matches(one, machines, places)) {
      matchedIndexes.add(at);
      groups.join(ofSourceMachine(at), ofMachine(match));
    }
  // Entries of two data sources are one machine if they have a MAC address in common.
  const byMac = groupItems(
    sourceMachines.flatMap(({ macs }, at) => [...macs].map((mac) => ({ mac, at }))),
    ({ mac }) => mac,
  );
  for (const members of byMac.values())
    for (const [index, { at }] of members.entries())
      for (const { at: before } of members.slice(0, index))
        if (!areReadApart(sourceMachines[at]!, sourceMachines[before]!))
          groups.join(ofSourceMachine(at), ofSourceMachine(before));
  for (const [one, other] of pairsByAddress(sourceMachines, matchedIndexes))
    groups.join(ofSourceMachine(one), ofSourceMachine(other));

  const membersOf = <T>(items: readonly T[], nameOf: (at: number) => string) =>
    groupItems(
      items.map((item, at) => ({ item, group: groups.find(nameOf(at)) })),
      ({ group }) => group,
    );
  const machinesByGroup = membersOf(machines, ofMachine);
  const sourceMachinesByGroup = membersOf(sourceMachines, ofSourceMachine);
  const scannedAddresses = new Set(machines.flatMap(({ addresses }) => addresses.map(({ address }) => address)));
  const joined = [...machinesByGroup].flatMap(([group, members]) => {
    const parts = members.map(({ item }) => item);
    const sourceMembers = (sourceMachinesByGroup.get(group) ?? []).map(({ item }) => item);
    return joinGroup(parts, sourceMembers, scannedAddresses, warn);
  });
  if (isOfHosts) return joined;
  const isGone = ({ found, addresses }: SourceMachine) =>
    found.isOnlyInArp === true && [...addresses.keys()].every((address) => isSwept(address));
  const alone = [...sourceMachinesByGroup]
    .filter(([group, members]) => !machinesByGroup.has(group) && !members.every(({ item }) => isGone(item)))
    .flatMap(([, members]) =>
      joinAlone(
        members.map(({ item }) => item),
        scannedAddresses,
        warn,
      ),
    );
  return [...joined, ...alone];
}

/**
 * Entries of data sources with the same key are certainly different machines: one read of an API lists each machine
 * once. A guest runs in one cluster only, so all reads of a data source together list each guest once. An entry that is
 * only an address (`isTakenOver`) may repeat another entry of its read, so it has a key of its own.
 */
function kindOf({ source, key, guest, reading = 0, isTakenOver }: FoundMachine): string {
  if (isTakenOver) return key;
  return guest === undefined ? `${source} ${reading}` : `${source} guests`;
}

/**
 * The MAC addresses that identify the machine. Locally administered addresses count only for network cards, because
 * software gives bridges such as `cni0` the same address on many machines.
 */
function macsOf({ facts, mac: machineMac }: FoundMachine): string[] {
  const ofPorts = facts.interfaces.map((port) => {
    const mac = port.mac?.toLowerCase();
    return isVendorAssigned(mac) ? mac : macOfCard({ ...port, name: nameOf(port) });
  });
  return [...new Set([machineMac?.toLowerCase(), ...ofPorts].filter((mac) => isStationMac(mac)))];
}

function addressesOf({ facts, mac: machineMac }: FoundMachine): Map<string, string | undefined> {
  const macs = new Map(facts.interfaces.map(({ ifIndex, mac }) => [ifIndex, mac] as const));
  const ofMachine = facts.addresses.filter(({ address }) => isMachineAddress(address));
  return new Map(
    ofMachine.map(({ address, ifIndex }) => [
      address,
      (macs.has(ifIndex) ? macs.get(ifIndex) : machineMac)?.toLowerCase(),
    ]),
  );
}

/**
 * Whether two entries of a data source are different machines although they have a MAC address in common, as copies of
 * a virtual machine do.
 */
function areReadApart(one: SourceMachine, other: SourceMachine): boolean {
  const hasOwnList = ({ found, addresses }: SourceMachine) => found.facts.interfaces.length > 0 && addresses.size > 0;
  const isShared = [...one.addresses.keys()].some((address) => other.addresses.has(address));
  return one.found.source === other.found.source && hasOwnList(one) && hasOwnList(other) && !isShared;
}

/**
 * Converts entries with the same `kindOf`, which are different machines. A MAC or IP address that several of these
 * entries have is removed, because it identifies none of the machines.
 */
function toSourceMachines(machines: readonly FoundMachine[], warn: (text: string) => void): SourceMachine[] {
  const sharedMacs = sharedValues(machines.map(macsOf));
  const sharedAddresses = sharedValues(machines.map((one) => [...addressesOf(one).keys()]));
  for (const [addressType, values] of [
    ['MAC address', sharedMacs],
    ['IP address', sharedAddresses],
  ] as const)
    if (values.size > 0)
      warn(
        `Several machines of the source ${machines[0]!.source} have the ${addressType} ${[...values].slice(0, mostListed).join(', ')}: it is not reported for them.`,
      );
  return machines.map((one) => {
    const { facts, mac } = one;
    const interfaces = facts.interfaces.map((port) =>
      sharedMacs.has(port.mac?.toLowerCase() ?? '') ? { ...port, mac: undefined } : port,
    );
    const addresses = facts.addresses.filter(({ address }) => !sharedAddresses.has(address));
    const ownMac = mac !== undefined && sharedMacs.has(mac.toLowerCase()) ? undefined : mac;
    const machine: FoundMachine = { ...one, mac: ownMac, facts: { ...facts, interfaces, addresses } };
    return { found: machine, macs: new Set(macsOf(machine)), addresses: addressesOf(machine) };
  });
}

function sharedValues(lists: readonly (readonly string[])[]): Set<string> {
  const values = new Set<string>();
  return new Set(lists.flat().filter((value) => values.has(value) || !values.add(value)));
}

interface Places {
  readonly byMac: ReadonlyMap<string, readonly number[]>;
  readonly byAddress: ReadonlyMap<string, readonly number[]>;
}

function placesOf(machines: readonly Machine[]): Places {
  const [byMac, byAddress] = [new Map<string, number[]>(), new Map<string, number[]>()];
  const add = (places: Map<string, number[]>, key: string, at: number) => {
    const machinesThere = places.get(key) ?? [];
    if (!machinesThere.includes(at)) places.set(key, [...machinesThere, at]);
  };
  for (const [at, { addresses, device, ownMachine }] of machines.entries()) {
    const ports = [...(device?.interfaces ?? []), ...(ownMachine?.facts.interfaces ?? [])];
    for (const { mac } of [...addresses, ...ports]) if (mac !== undefined) add(byMac, mac.toLowerCase(), at);
    for (const { address } of addresses) add(byAddress, address, at);
  }
  return { byMac, byAddress };
}

/** Indexes of the scanned machines that a data source's entry describes. */
function matches(
  { macs, addresses }: SourceMachine,
  machines: readonly Machine[],
  { byMac, byAddress }: Places,
): number[] {
  const ofMac = [...macs].flatMap((mac) => {
    const withMac = byMac.get(mac) ?? [];
    // Several scanned machines have the same MAC address if they are behind a repeater: then an IP address must match.
    const isListed = (at: number) => machines[at]!.addresses.some(({ address }) => addresses.has(address));
    return withMac.length === 1 ? withMac : withMac.filter(isListed);
  });
  if (ofMac.length > 0) return [...new Set(ofMac)];
  const ofAddress = [...addresses].flatMap(([address, mac]) => {
    const [at, another] = byAddress.get(address) ?? [];
    if (at === undefined || another !== undefined) return [];
    const scannedMac = machines[at]!.addresses.find((one) => one.address === address)?.mac?.toLowerCase();
    // The scanned machine has the IP address of the entry but another MAC address, so it is a different machine.
    const isOther = scannedMac !== undefined && (mac === undefined ? macs.size > 0 : scannedMac !== mac);
    return isOther ? [] : [at];
  });
  return [...new Set(ofAddress)];
}

/**
 * Pairs of entries that are one machine because they have an IP address in common. At least one entry of each pair,
 * such as a node of a cluster, has no MAC address.
 */
function pairsByAddress(
  sourceMachines: readonly SourceMachine[],
  matchedIndexes: ReadonlySet<number>,
): (readonly [number, number])[] {
  const unmatched = [...sourceMachines.entries()].filter(([at]) => !matchedIndexes.has(at));
  const byAddress = groupItems(
    unmatched.flatMap(([at, { macs, addresses }]) => {
      return [...addresses.keys()].map((address) => ({ address, at, isWithoutMac: macs.size === 0 }));
    }),
    ({ address }) => address,
  );
  return [...byAddress.values()].flatMap(([one, other, ...more]) =>
    one && other && more.length === 0 && (one.isWithoutMac || other.isWithoutMac) ? [[one.at, other.at] as const] : [],
  );
}

/**
 * Merges scanned machines that are one machine. The agent's own machine and machines that were read by SNMP stay
 * separate.
 */
function joinGroup(
  parts: readonly Machine[],
  sourceMachines: readonly SourceMachine[],
  scannedAddresses: ReadonlySet<string>,
  warn: (text: string) => void,
): Machine[] {
  if (sourceMachines.length === 0) return [...parts];
  const isRead = ({ device, ownMachine }: Machine) => device !== undefined || ownMachine !== undefined;
  const [main, ...others] = [...parts.filter(isRead), ...parts.filter((one) => !isRead(one))] as [
    Machine,
    ...Machine[],
  ];
  const joined = others.filter((one) => !isRead(one));
  const firstMachines = firstOfEachKind(sourceMachines, main.addresses[0]?.address, warn);
  const addresses = [main, ...joined].flatMap((part) => part.addresses);
  const machine: Machine = {
    ...main,
    addresses: withFoundAddresses(addresses, firstMachines, scannedAddresses),
    names: [main, ...joined].flatMap(({ names }) => names),
    findings: [main, ...joined].flatMap(({ findings }) => findings),
    services: [main, ...joined].flatMap(({ services }) => services),
    container: [main, ...joined].map(({ container }) => container).find((name) => name !== undefined),
    found: withEnginesOnce(
      main.ownMachine?.engine,
      firstMachines.map((one) => one.found),
    ),
  };
  return [machine, ...others.filter(isRead)];
}

/**
 * Machines that only data sources list. A machine without any identifier would become a new host in each run, so it is
 * left out.
 */
function joinAlone(
  sourceMachines: readonly SourceMachine[],
  scannedAddresses: ReadonlySet<string>,
  warn: (text: string) => void,
): Machine[] {
  const firstMachines = firstOfEachKind(sourceMachines, sourceMachines[0]!.found.name, warn);
  const addresses = withFoundAddresses([], firstMachines, scannedAddresses);
  const isIdentified = ({ macs, found: { chassisId, entity } }: SourceMachine) =>
    macs.size > 0 || chassisId !== undefined || identifyingSerialNumber(entity?.serialNumber) !== null;
  if (addresses.length === 0 && !firstMachines.some(isIdentified)) {
    const { source, name, key } = sourceMachines[0]!.found;
    warn(`The machine ${name ?? key} of the source ${source} has no address of its own: it is left out.`);
    return [];
  }
  const alone = withEnginesOnce(
    undefined,
    firstMachines.map((one) => one.found),
  );
  return [{ addresses, names: [], findings: [], services: [], found: alone }];
}

/**
 * Entries with the same `kindOf` are different machines. If several of them match the same machine, only the first is
 * used.
 */
function firstOfEachKind(
  sourceMachines: readonly SourceMachine[],
  name: string | undefined,
  warn: (text: string) => void,
): readonly SourceMachine[] {
  const byKind = groupItems(sourceMachines, ({ found }) => kindOf(found));
  return [...byKind.values()].map(([first, ...others]) => {
    if (others.length > 0) {
      const names = [first!, ...others].slice(0, mostListed).map(({ found }) => found.name ?? found.key);
      const listed = `${name ?? 'a machine'} several times, as ${names.join(', ')}`;
      warn(`The source ${first!.found.source} lists ${listed}: only the first is used.`);
    }
    return first!;
  });
}

/** Adds the IP addresses that data sources list for a machine, except addresses at which another machine responded. */
function withFoundAddresses(
  addresses: readonly MachineAddress[],
  sourceMachines: readonly SourceMachine[],
  scannedAddresses: ReadonlySet<string>,
): MachineAddress[] {
  const byAddress = new Map(addresses.map((one) => [one.address, one] as const));
  for (const { found, addresses: more } of sourceMachines)
    for (const [address, mac] of more) {
      const before = byAddress.get(address);
      if (!before && scannedAddresses.has(address)) continue;
      const isMacNew = mac !== undefined && before?.mac === undefined;
      const withMac = isMacNew ? { mac: mac.toUpperCase(), macSource: found.source } : {};
      byAddress.set(address, { address, ports: [], ...before, ...withMac });
    }
  return [...byAddress.values()];
}
