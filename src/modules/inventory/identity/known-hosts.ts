// Finds the hosts of a network with which a report is compared: hosts in the database, or hosts that an import holds in
// memory.
import {
  identifyingChassisId,
  identifyingSerialNumber,
  identifyingText,
  isStationMac,
  isVendorAssigned,
  vendorMacOfChassis,
} from '../../../platform/text/identifiers';
import { isOfManyMachines, addressPlace, type MachineEvidence } from './identity';
import { judge, macsOfMany, type Candidate, type Judgement } from './judge';

/**
 * Values of a machine by which hosts that may be the machine are searched. A host with at least one of these values is
 * a candidate.
 */
export interface WantedEvidence {
  readonly hostIds: readonly string[];
  readonly ips: readonly string[];
  readonly addressIds: readonly string[];
  readonly macs: readonly string[];
  /**
   * Chassis ids, in all spellings in which they may be stored. The machine's MAC addresses are included, because a
   * neighbor may have announced the machine with a MAC address as its chassis id.
   */
  readonly chassisIds: readonly string[];
  readonly serialNumbers: readonly string[];
  /** System names. A system name counts as evidence only together with an equal sysObjectID. */
  readonly sysNames: readonly string[];
  readonly sysObjectId: string | null;
  readonly machineId: MachineEvidence['machineId'];
}

export interface Candidates {
  readonly hosts: readonly Candidate[];
  /** Those of the searched MAC addresses whose machines answer ARP requests for many other machines (proxy ARP). */
  readonly answeringForOthers: ReadonlySet<string>;
  /** Those of the searched IP addresses that the routers of an FHRP group share, as texts of subnet id and address. */
  readonly virtualPlaces?: ReadonlySet<string>;
}

export interface KnownHosts {
  candidates(evidence: WantedEvidence): Promise<Candidates>;
}

/**
 * Returns the spellings under which a value, such as a serial number, may be stored, so that one equality condition
 * finds all of them. `comparedName` is the spelling by which values are compared; if it is null, the result is empty.
 */
export const spellings = (raw: string | null | undefined, comparedName: string | null): string[] =>
  comparedName === null ? [] : [...new Set([raw!, raw!.trim(), comparedName, comparedName.toUpperCase()])];

export function wantedEvidence(machine: MachineEvidence, namedId?: string): WantedEvidence {
  const { addresses, portMacs, chassisId, serialNumber, sysName, hostname, sysObjectId = null } = machine;
  const single = addresses.filter((one) => !isOfManyMachines(one));
  const macs = [...addresses.flatMap(({ macAddress }) => macAddress ?? []), ...portMacs].filter(isStationMac);
  const chassis = identifyingChassisId(chassisId);
  const chassisMac = vendorMacOfChassis(chassis);
  const asChassis = macs.filter(isVendorAssigned).flatMap((mac) => [mac, mac.toUpperCase()]);
  const names = sysObjectId === null ? [] : [sysName, hostname];
  return {
    hostIds: namedId === undefined ? [] : [namedId],
    // Many machines have an address such as 172.17.0.1 on a container bridge, and a search for it would find all of
    // them. So such an address is searched only if the machine has no other.
    ips: [...new Set((single.length > 0 ? single : addresses).map(({ ipAddress }) => ipAddress))],
    addressIds: addresses.flatMap(({ id }) => (id ? [id] : [])),
    macs: [...new Set(chassisMac === null ? macs : [...macs, chassisMac])],
    chassisIds: [...new Set([...spellings(chassisId, chassis), ...asChassis])],
    serialNumbers: spellings(serialNumber, identifyingSerialNumber(serialNumber)),
    sysNames: names.flatMap((name) => spellings(name, identifyingText(name))),
    sysObjectId: sysObjectId || null,
    machineId: machine.machineId ?? null,
  };
}

export interface Judged {
  /** The reported evidence. `isVirtual` is set at addresses that routers of an FHRP group share. */
  readonly evidence: MachineEvidence;
  readonly virtualPlaces: ReadonlySet<string>;
  readonly judgement: Judgement;
  readonly candidates: readonly Candidate[];
  /**
   * Reported MAC addresses that do not identify a machine, because the interface that has such a MAC address answers
   * ARP requests for many machines (proxy ARP). `newlyAnswering` has those for which this was not known before this
   * report.
   */
  readonly answeringForOthers: ReadonlySet<string>;
  readonly newlyAnswering: ReadonlySet<string>;
}

/**
 * Compares a reported machine with the known hosts and decides which host is the machine. `namedId` is the host id in
 * the report.
 */
export async function judgeAmong(knownHosts: KnownHosts, machine: MachineEvidence, namedId?: string): Promise<Judged> {
  const candidateHosts = await knownHosts.candidates(wantedEvidence(machine, namedId));
  const { hosts, answeringForOthers: before, virtualPlaces = new Set<string>() } = candidateHosts;
  const machineWithVirtual = withVirtual(machine, virtualPlaces);
  const newlyAnswering = new Set([...macsOfMany(machineWithVirtual, hosts)].filter((mac) => !before.has(mac)));
  const answeringForOthers = new Set([...before, ...newlyAnswering]);
  // The report may have the id of a host that was deleted by a merge. Use the host into which it was merged.
  const namedHost =
    hosts.find(({ hostId }) => hostId === namedId) ??
    hosts.find(({ aliases = [] }) => namedId !== undefined && aliases.includes(namedId));
  const judgement = judge(machineWithVirtual, hosts, { answeringForOthers, namedId: namedHost?.hostId });
  return {
    evidence: machineWithVirtual,
    virtualPlaces,
    judgement,
    candidates: hosts,
    answeringForOthers,
    newlyAnswering,
  };
}

const withVirtual = (evidence: MachineEvidence, places: ReadonlySet<string>): MachineEvidence =>
  places.size === 0
    ? evidence
    : {
        ...evidence,
        addresses: evidence.addresses.map((one) => (places.has(addressPlace(one)) ? { ...one, isVirtual: true } : one)),
      };

/**
 * Thrown if two machines that are looked up together may be the same host. The machines must then be stored one after
 * the other.
 */
export class SharedCandidate extends Error {}

/**
 * Finds the known hosts of several machines by one lookup instead of one per machine, and resolves with a source of
 * known hosts for each machine. Host ids, system names and ids of virtual machines are not compared. Throws
 * SharedCandidate if a stored host matches more than one machine, or none.
 */
export async function knownToEach(
  knownHosts: KnownHosts,
  searches: readonly WantedEvidence[],
): Promise<readonly KnownHosts[]> {
  if (searches.length === 1) return [knownHosts];
  const all = <K extends 'ips' | 'addressIds' | 'macs' | 'chassisIds' | 'serialNumbers'>(name: K) => ({
    [name]: [...new Set(searches.flatMap((one) => one[name]))],
  });
  const emptyResult = { hostIds: [], sysNames: [], sysObjectId: null, machineId: null };
  const { hosts, answeringForOthers, virtualPlaces } = await knownHosts.candidates({
    ...{ ...emptyResult, ips: [], addressIds: [], macs: [], chassisIds: [], serialNumbers: [] },
    ...Object.assign({}, all('ips'), all('addressIds'), all('macs'), all('chassisIds'), all('serialNumbers')),
  });
  const byWanted = searches.map((one) => hosts.filter((host) => isNamedBy(one, host)));
  if (hosts.some((host) => byWanted.filter((ownHosts) => ownHosts.includes(host)).length !== 1))
    throw new SharedCandidate();
  return searches.map(({ macs }, index) => ({
    candidates: () =>
      Promise.resolve({
        hosts: byWanted[index]!,
        answeringForOthers: new Set(macs.filter((mac) => answeringForOthers.has(mac))),
        ...(virtualPlaces && { virtualPlaces }),
      }),
  }));
}

function isNamedBy({ ips, addressIds, macs, chassisIds, serialNumbers }: WantedEvidence, host: Candidate): boolean {
  const isOf = (values: readonly string[], value: string | null | undefined) => value != null && values.includes(value);
  return (
    isOf(chassisIds, host.chassisId) ||
    isOf(serialNumbers, host.serialNumber) ||
    [...host.portMacs, ...(host.formerMacs ?? [])].some((mac) => isOf(macs, mac)) ||
    host.addresses.some(
      (one) =>
        isOf(ips, one.ipAddress) ||
        isOf(addressIds, one.id) ||
        (isOf(macs, one.macAddress) && one.answersForOthers !== true),
    )
  );
}
