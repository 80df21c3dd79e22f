// The hosts of one network among which a judgement is made: those that are stored, or those that an import has read and made.
import { identifyingChassisId, identifyingText, isStationMac } from '../../../platform/text/identifiers';
import { isOfManyMachines, addressPlace, type MachineEvidence } from './identity';
import { judge, macsOfMany, type Candidate, type Judgement } from './judge';

/** Values by which candidates are found: a host with one of them is one. */
export interface WantedEvidence {
  readonly hostIds: readonly string[];
  readonly ips: readonly string[];
  readonly addressIds: readonly string[];
  readonly macs: readonly string[];
  /** In the spellings in which they may be stored. */
  readonly chassisIds: readonly string[];
  readonly serialNumbers: readonly string[];
  /** Only beside the same object id. */
  readonly sysNames: readonly string[];
  readonly sysObjectId: string | null;
  readonly machineId: MachineEvidence['machineId'];
}

export interface Candidates {
  readonly hosts: readonly Candidate[];
  /** Of the wanted MAC addresses those that are known to answer for many machines. */
  readonly answeringForOthers: ReadonlySet<string>;
  /** Of the wanted addresses the places (subnet and address) that groups of routers share; absent: none is known. */
  readonly virtualPlaces?: ReadonlySet<string>;
}

export interface KnownHosts {
  candidates(wanted: WantedEvidence): Promise<Candidates>;
}

/** The spellings of a value that identifies, in which it may be stored. */
export const spellings = (raw: string | null | undefined, comparedName: string | null): string[] =>
  comparedName === null ? [] : [...new Set([raw!, raw!.trim(), comparedName, comparedName.toUpperCase()])];

export function wantedEvidence(machine: MachineEvidence, namedId?: string): WantedEvidence {
  const { addresses, portMacs, chassisId, serialNumber, sysName, hostname, sysObjectId = null } = machine;
  const single = addresses.filter((one) => !isOfManyMachines(one));
  const macs = [...addresses.flatMap(({ macAddress }) => macAddress ?? []), ...portMacs].filter(isStationMac);
  const names = sysObjectId === null ? [] : [sysName, hostname];
  return {
    hostIds: namedId === undefined ? [] : [namedId],
    // Addresses that many machines have lead to all of them: they are looked up where there is no other.
    ips: [...new Set((single.length > 0 ? single : addresses).map(({ ipAddress }) => ipAddress))],
    addressIds: addresses.flatMap(({ id }) => (id ? [id] : [])),
    macs: [...new Set(macs)],
    chassisIds: spellings(chassisId, identifyingChassisId(chassisId)),
    serialNumbers: spellings(serialNumber, identifyingText(serialNumber)),
    sysNames: names.flatMap((name) => spellings(name, identifyingText(name))),
    sysObjectId: sysObjectId || null,
    machineId: machine.machineId ?? null,
  };
}

export interface Judged {
  /** What was reported, with the virtual addresses of known groups marked. */
  readonly evidence: MachineEvidence;
  readonly virtualPlaces: ReadonlySet<string>;
  readonly judgement: Judgement;
  readonly candidates: readonly Candidate[];
  /** MAC addresses of the report that answer for many machines: known so before, and found so by it. */
  readonly answeringForOthers: ReadonlySet<string>;
  readonly newlyAnswering: ReadonlySet<string>;
}

/** Judges a machine among the known hosts. `namedId`: the host whose id it gives back. */
export async function judgeAmong(knownHosts: KnownHosts, machine: MachineEvidence, namedId?: string): Promise<Judged> {
  const candidateHosts = await knownHosts.candidates(wantedEvidence(machine, namedId));
  const { hosts, answeringForOthers: before, virtualPlaces = new Set<string>() } = candidateHosts;
  const machineWithVirtual = withVirtual(machine, virtualPlaces);
  const newlyAnswering = new Set([...macsOfMany(machineWithVirtual, hosts)].filter((mac) => !before.has(mac)));
  const answeringForOthers = new Set([...before, ...newlyAnswering]);
  // The id of a host that was merged names the one that it was merged into.
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

/** Two machines that are judged at the same time may both be the same host: one is to be judged after the other is stored. */
export class SharedCandidate extends Error {}

/**
 * The known hosts for each of several machines, whose candidates are looked up at once. They have nothing in common that
 * identifies, are found by addresses, chassis ID and serial number alone, and give back no id.
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
  // Counted for each host: one that two name and one that none names would make up for each other in a sum.
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
