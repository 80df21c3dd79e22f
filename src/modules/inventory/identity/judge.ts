// Pure functions that decide which host of a network a report describes, among all hosts that match any evidence of the
// report.
import { isIP } from 'node:net';
import { isVendorAssigned, mostAddressesOfNic } from '../../../platform/text/identifiers';
import { compare, covers, type Comparison } from './compare';
import {
  decidingKinds,
  hasDecidingEvidence,
  buildIdentity,
  addressPlace,
  type Identity,
  type MachineEvidence,
  type Reason,
} from './identity';

/** A stored host that has some evidence in common with the report, so that it may be the reported machine. */
export interface Candidate extends MachineEvidence {
  readonly hostId: string;
  readonly createdAt: Date;
  /**
   * Whether users entered or imported the host, or a daemon runs on it. Such a host is merged into another host only if
   * a user agrees.
   */
  readonly isKept: boolean;
  /**
   * Ids of hosts that count as other machines than this host: a user said so, or users have not yet answered whether
   * this host is the same machine.
   */
  readonly apartFrom: readonly string[];
  /** Ids of deleted hosts that were merged into this host. Only ids that the report contains are listed. */
  readonly aliases?: readonly string[];
}

export interface ReasonedHost {
  readonly hostId: string;
  readonly reasons: readonly Reason[];
}
interface Displaced {
  /**
   * Other hosts than the reported machine. An IP address that the report has is moved away from these hosts to the
   * machine's host.
   */
  readonly displacedHosts: readonly ReasonedHost[];
}
export type Judgement = Displaced & Verdict;
type Verdict =
  /**
   * The reported machine is a stored host. `absorbedHosts` are ports of the machine that discovery had stored as hosts.
   * `suspectedHosts` may be the same machine too; users are asked.
   */
  | ({
      readonly verdict: 'Same';
      readonly absorbedHosts: readonly ReasonedHost[];
      readonly suspectedHosts: readonly ReasonedHost[];
    } & ReasonedHost)
  | { readonly verdict: 'Different' }
  /**
   * The reported machine becomes a new host. For each suspected host, users are asked whether it is the same machine.
   */
  | { readonly verdict: 'Unclear'; readonly suspectedHosts: readonly ReasonedHost[] };

interface Compared {
  readonly candidate: Candidate;
  readonly identity: Identity;
  readonly comparison: Comparison;
}

/**
 * Maximum number of suspected hosts about which users are asked. If there are more, users are not asked, because a long
 * list would not help.
 */
const mostSuspected = 3;

/**
 * Sorts two hosts by how well they match a report. The strongest kind of evidence in which they differ counts: the host
 * with more equal values matches better. The result is positive if `one` matches better.
 */
function byVotes({ comparison: one }: Compared, { comparison: other }: Compared): number {
  const at = decidingKinds.findIndex((_kind, index) => one.votes[index] !== other.votes[index]);
  return at >= 0 ? one.votes[at]! - other.votes[at]! : one.support - other.support;
}

const keptFirst = (one: Compared, other: Compared): number =>
  Number(other.candidate.isKept) - Number(one.candidate.isKept) || olderFirst(one, other);
const olderFirst = ({ candidate: one }: Compared, { candidate: other }: Compared): number =>
  Number(one.createdAt) - Number(other.createdAt) || (one.hostId < other.hostId ? -1 : 1);

const toNamed = ({ candidate, comparison }: Compared): ReasonedHost => ({
  hostId: candidate.hostId,
  reasons: comparison.reasons,
});

/**
 * Returns the MAC addresses of a report that do not identify its machine, because the machine answers ARP requests for
 * others (proxy ARP): other reports of this discovery run had the same MAC address at several other IPv4 addresses of
 * the subnet.
 */
export function macsOfMany(machine: MachineEvidence, candidates: readonly Candidate[]): Set<string> {
  const many = new Set<string>();
  const ownPlaces = new Set(machine.addresses.map(addressPlace));
  for (const { macAddress, subnetId, ipAddress } of machine.addresses) {
    if (!isVendorAssigned(macAddress) || isIP(ipAddress) !== 4) continue;
    const elsewhere = candidates.flatMap(({ addresses }) =>
      addresses.filter(
        (one) =>
          one.isSeenInRun && one.macAddress === macAddress && one.subnetId === subnetId && isIP(one.ipAddress) === 4,
      ),
    );
    const places = new Set(elsewhere.map(addressPlace).filter((place) => !ownPlaces.has(place)));
    if (places.size + 1 > mostAddressesOfNic) many.add(macAddress);
  }
  return many;
}

export interface JudgeOptions {
  /**
   * MAC addresses whose owner answers ARP requests for many machines of this network (proxy ARP). They identify no
   * machine.
   */
  readonly answeringForOthers?: ReadonlySet<string>;
  /** Host id that the report contains, if any. This id takes precedence over all evidence. */
  readonly namedId?: string | undefined;
}

const givenBack = (hostId: string): Comparison => ({
  verdict: 'Same',
  reasons: [{ evidence: 'RowId', strength: 'Decides', values: [hostId] }],
  votes: decidingKinds.map((_kind, index) => (index === 0 ? Infinity : 0)),
  support: 0,
});

/**
 * Decides which candidate, if any, is the reported machine. The result does not depend on the order of candidates or of
 * their parts.
 */
export function judge(
  machine: MachineEvidence,
  candidates: readonly Candidate[],
  { answeringForOthers = new Set(), namedId }: JudgeOptions = {},
): Judgement {
  const identity = buildIdentity(machine, answeringForOthers);
  const comparisons = candidates.map((candidate): Compared => {
    const candidateIdentity = buildIdentity(candidate, answeringForOthers);
    const comparison =
      candidate.hostId === namedId ? givenBack(candidate.hostId) : compare(identity, candidateIdentity);
    return { candidate, identity: candidateIdentity, comparison };
  });
  const verdict = verdictOf(identity, comparisons);
  const isOther = (one: Compared): boolean => {
    if (one.comparison.verdict === 'Different') return true;
    if (verdict.verdict !== 'Same' || one.candidate.hostId === verdict.hostId) return false;
    const best = comparisons.find(({ candidate }) => candidate.hostId === verdict.hostId)!;
    return compare(best.identity, one.identity).verdict === 'Different';
  };
  const isAbsorbed = ({ candidate: { hostId } }: Compared) =>
    verdict.verdict === 'Same' && verdict.absorbedHosts.some((one) => one.hostId === hostId);
  // Addresses move from other hosts to the reported machine only if the machine has deciding evidence, such as a MAC
  // address.
  const others = hasDecidingEvidence(identity) ? comparisons.filter((one) => isOther(one) && !isAbsorbed(one)) : [];
  return { ...verdict, displacedHosts: others.map(toNamed) };
}

function verdictOf(identity: Identity, comparisons: readonly Compared[]): Verdict {
  const withVerdict = (verdict: Comparison['verdict']) =>
    comparisons.filter(({ comparison }) => comparison.verdict === verdict);
  const unclear = withVerdict('Unclear');
  const sameHosts = withVerdict('Same');
  const likely = sameHosts.length > 0 ? sameHosts : withVerdict('Supported');
  const top = sameHosts.length > 0 ? withoutSuspects(atTheTop(sameHosts)) : atTheTop(likely);
  if (top.length === 0) {
    if (unclear.length === 0) return { verdict: 'Different' };
    // No stored host is the machine for certain, so the machine becomes a new host. Later reports of the machine match
    // the new host.
    return { verdict: 'Unclear', suspectedHosts: suspects(unclear) };
  }
  const others = sameHosts.length > 0 ? [...sameHosts, ...withVerdict('Supported')] : likely;
  const partsOf = (whole: Compared) => others.filter((one) => one !== whole && isPartOf(identity, whole, one));
  // Of hosts that match equally well, the oldest is chosen. Exception: a host that users entered is chosen if another
  // matching host is in fact one of its network ports. An entered host must not be merged into its port.
  const keptHost = [...top].sort(keptFirst)[0]!;
  const best = partsOf(keptHost).length > 0 ? keptHost : top[0]!;
  const absorbedParts = partsOf(best);
  const rest = top.filter((one) => one !== best);
  const open = rest.filter((one) => !absorbedParts.includes(one));
  if (open.length > 0 && sameHosts.length > 0) return { verdict: 'Unclear', suspectedHosts: suspects([best, ...open]) };
  // If the hosts match only by IP address, choose one of them, and ask users whether the others are the same machine.
  const undecided = [...open, ...unclear, ...(sameHosts.length > 0 ? withVerdict('Supported') : [])];
  const suspectHosts = undecided.filter((one) => !absorbedParts.includes(one) && mayBe(best, one));
  return {
    verdict: 'Same',
    ...toNamed(best),
    absorbedHosts: absorbedParts.map(toNamed),
    suspectedHosts: suspects(suspectHosts),
  };
}

const areApart = (one: Candidate, other: Candidate): boolean =>
  one.apartFrom.includes(other.hostId) || other.apartFrom.includes(one.hostId);

/**
 * Whether the host `one` may be the same machine as the best match: no evidence and no user's answer contradicts this.
 */
const mayBe = (best: Compared, one: Compared): boolean =>
  !areApart(best.candidate, one.candidate) && compare(best.identity, one.identity).verdict !== 'Different';

const suspects = (comparisons: readonly Compared[]): ReasonedHost[] =>
  comparisons.length > mostSuspected ? [] : [...comparisons].sort(olderFirst).map(toNamed);

/**
 * If it is unclear which of several stored hosts is the reported machine, the machine becomes a new host. If an earlier
 * report has created such a host, returns only this host, because later reports of the machine belong to it.
 */
function withoutSuspects(comparisons: readonly Compared[]): readonly Compared[] {
  const distinguished = comparisons.filter(
    ({ candidate }) =>
      comparisons.length > 1 &&
      comparisons.every(
        (other) => other.candidate === candidate || candidate.apartFrom.includes(other.candidate.hostId),
      ),
  );
  return distinguished.length === 1 ? distinguished : comparisons;
}

/** Returns the hosts that match the report best, oldest first. */
function atTheTop(comparisons: readonly Compared[]): Compared[] {
  return comparisons.filter((one) => comparisons.every((other) => byVotes(one, other) >= 0)).sort(olderFirst);
}

/**
 * Whether the host `one` is in fact a network port of the reported machine, which discovery had stored as a separate
 * host. The report must then contain all evidence of `one`.
 */
function isPartOf(machineIdentity: Identity, best: Compared, one: Compared): boolean {
  if (one.candidate.isKept || areApart(best.candidate, one.candidate)) return false;
  if (!covers(machineIdentity, one.identity)) return false;
  // Although both match the report, `best` and `one` are different machines if they contradict each other. Different
  // MAC addresses do not count, because each port of a machine may have its own.
  const { reasons } = compare(best.identity, one.identity);
  if (reasons.some(({ strength, evidence }) => strength === 'Contradicts' && evidence !== 'MacAddress')) return false;
  return hasDecidingEvidence(machineIdentity) || reasons.every(({ evidence }) => evidence !== 'Address');
}
