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

/** A stored host that matches some evidence. */
export interface Candidate extends MachineEvidence {
  readonly hostId: string;
  readonly createdAt: Date;
  /**
   * Whether users entered or imported the host, or a daemon runs on it. Such a host is merged into another host only if
   * a user agrees.
   */
  readonly isKept: boolean;
  /**
   * Ids of hosts that are other machines: this host was created although the evidence was unclear, or a user has
   * decided so.
   */
  readonly apartFrom: readonly string[];
  /** Requested ids of hosts that were merged into the candidate. */
  readonly aliases?: readonly string[];
}

export interface Named {
  readonly hostId: string;
  readonly reasons: readonly Reason[];
}
interface Displaced {
  /**
   * Hosts that are other machines. Addresses of these hosts at which the reported machine responds move to its host.
   */
  readonly displacedHosts: readonly Named[];
}
export type Judgement = Displaced & Verdict;
type Verdict =
  /**
   * The reported machine is a stored host. `absorbedHosts` are its interfaces that were mistaken for machines.
   * `suspectedHosts` may be the same machine.
   */
  | ({
      readonly verdict: 'Same';
      readonly absorbedHosts: readonly Named[];
      readonly suspectedHosts: readonly Named[];
    } & Named)
  | { readonly verdict: 'Different' }
  /**
   * The machine becomes a new host. For each suspected host, a suggestion asks users whether the two are the same
   * machine.
   */
  | { readonly verdict: 'Unclear'; readonly suspectedHosts: readonly Named[] };

interface Compared {
  readonly candidate: Candidate;
  readonly identity: Identity;
  readonly comparison: Comparison;
}

/**
 * Maximum number of suspected hosts. If there are more, no suggestion is made, because a long list would not help
 * users.
 */
const mostSuspected = 3;

/**
 * Orders two candidates by how well they match the report. The first kind of evidence with different numbers of common
 * values decides, otherwise the support. The result is positive if `one` matches better.
 */
function byVotes({ comparison: one }: Compared, { comparison: other }: Compared): number {
  const at = decidingKinds.findIndex((_kind, index) => one.votes[index] !== other.votes[index]);
  return at >= 0 ? one.votes[at]! - other.votes[at]! : one.support - other.support;
}

const keptFirst = (one: Compared, other: Compared): number =>
  Number(other.candidate.isKept) - Number(one.candidate.isKept) || olderFirst(one, other);
const olderFirst = ({ candidate: one }: Compared, { candidate: other }: Compared): number =>
  Number(one.createdAt) - Number(other.createdAt) || (one.hostId < other.hostId ? -1 : 1);

const toNamed = ({ candidate, comparison }: Compared): Named => ({
  hostId: candidate.hostId,
  reasons: comparison.reasons,
});

/**
 * Returns the MAC addresses of the report that answer ARP for many machines: the same run has reported them at other
 * IPv4 addresses of the subnet for other machines. All addresses of one report belong to one machine.
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
  /** MAC addresses that identify no machine in this network. */
  readonly answeringForOthers?: ReadonlySet<string>;
  /** Id of the host, if the report contains it. The id takes precedence over all evidence. */
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
  // Addresses move from other hosts only to a machine with deciding evidence.
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
    // The machine has no host of its own yet, so it becomes a new host. Later reports of the machine match that host.
    return { verdict: 'Unclear', suspectedHosts: suspects(unclear) };
  }
  const others = sameHosts.length > 0 ? [...sameHosts, ...withVerdict('Supported')] : likely;
  const partsOf = (whole: Compared) => others.filter((one) => one !== whole && isPartOf(identity, whole, one));
  // Among equal matches, a host that users entered or imported, or with a daemon, is the best match, if it absorbs
  // other hosts. Otherwise, the oldest host is the best match.
  const keptHost = [...top].sort(keptFirst)[0]!;
  const best = partsOf(keptHost).length > 0 ? keptHost : top[0]!;
  const absorbedParts = partsOf(best);
  const rest = top.filter((one) => one !== best);
  const open = rest.filter((one) => !absorbedParts.includes(one));
  if (open.length > 0 && sameHosts.length > 0) return { verdict: 'Unclear', suspectedHosts: suspects([best, ...open]) };
  // If several hosts match equally well by an address, the oldest is the best match, and suggestions ask users about
  // the other hosts.
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

/** Whether the host may be the same machine as the best match: no evidence and no user's answer contradicts this. */
const mayBe = (best: Compared, one: Compared): boolean =>
  !areApart(best.candidate, one.candidate) && compare(best.identity, one.identity).verdict !== 'Different';

const suspects = (comparisons: readonly Compared[]): Named[] =>
  comparisons.length > mostSuspected ? [] : [...comparisons].sort(olderFirst).map(toNamed);

/**
 * Returns only one of the hosts if an earlier report of the machine created it although the evidence for the other
 * hosts was unclear. Otherwise, returns all hosts.
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
 * Whether a host is an interface of the best match that was mistaken for a machine. If so, the report contains all
 * evidence of the host.
 */
function isPartOf(machineIdentity: Identity, best: Compared, one: Compared): boolean {
  if (one.candidate.isKept || areApart(best.candidate, one.candidate)) return false;
  if (!covers(machineIdentity, one.identity)) return false;
  // Two hosts may match the report by different evidence without being the same machine, so the two hosts are compared
  // with each other.
  const { reasons } = compare(best.identity, one.identity);
  if (reasons.some(({ strength, evidence }) => strength === 'Contradicts' && evidence !== 'MacAddress')) return false;
  return hasDecidingEvidence(machineIdentity) || reasons.every(({ evidence }) => evidence !== 'Address');
}
