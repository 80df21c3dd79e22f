// The judgement of what is reported among all hosts of a network that any evidence names: which one it is, if any. Pure.
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

/** A stored host that some evidence names. */
export interface Candidate extends MachineEvidence {
  readonly hostId: string;
  readonly createdAt: Date;
  /** Written or imported by people, or run by a daemon: never merged into another without their word. */
  readonly isKept: boolean;
  /** Hosts beside which it was made a host of its own, or from which people keep it apart. */
  readonly apartFrom: readonly string[];
  /** Of the ids that were asked for those of hosts that were merged into it. */
  readonly aliases?: readonly string[];
}

export interface Named {
  readonly hostId: string;
  readonly reasons: readonly Reason[];
}
interface Displaced {
  /** Hosts that the reported machine is not: an address of theirs that it answers for is its own now. */
  readonly displacedHosts: readonly Named[];
}
export type Judgement = Displaced & Verdict;
type Verdict =
  /** `absorbed`: interfaces of it that were found as machines of their own. `suspected`: hosts that may be it as well. */
  | ({
      readonly verdict: 'Same';
      readonly absorbedHosts: readonly Named[];
      readonly suspectedHosts: readonly Named[];
    } & Named)
  | { readonly verdict: 'Different' }
  /** A host of its own, and a suggestion for people for each of these. */
  | { readonly verdict: 'Unclear'; readonly suspectedHosts: readonly Named[] };

interface Compared {
  readonly candidate: Candidate;
  readonly identity: Identity;
  readonly comparison: Comparison;
}

/** More than these that something may be are no help to people. */
const mostSuspected = 3;

/** Of votes kind by kind the first difference counts: positive where `one` has more for it. */
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
 * MAC addresses of the report that answer for many machines: in this run they were seen at other IPv4 addresses of the
 * subnet too, each told on its own. What one report tells together is of one machine.
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
  /** MAC addresses that identify nobody here. */
  readonly answeringForOthers?: ReadonlySet<string>;
  /** The host whose id its owner gives back: that decides before all else. */
  readonly namedId?: string | undefined;
}

const givenBack = (hostId: string): Comparison => ({
  verdict: 'Same',
  reasons: [{ evidence: 'RowId', strength: 'Decides', values: [hostId] }],
  votes: decidingKinds.map((_kind, index) => (index === 0 ? Infinity : 0)),
  support: 0,
});

/**
 * Which of the candidates the reported machine is. The order of candidates and of their parts makes no difference.
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
  // What nothing decides of answers for nothing that is another one's.
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
    // What was unclear before is the host of its own that was made then.
    return { verdict: 'Unclear', suspectedHosts: suspects(unclear) };
  }
  const others = sameHosts.length > 0 ? [...sameHosts, ...withVerdict('Supported')] : likely;
  const partsOf = (whole: Compared) => others.filter((one) => one !== whole && isPartOf(identity, whole, one));
  // One that people wrote takes in the others; where there is nothing to take in the oldest goes on.
  const keptHost = [...top].sort(keptFirst)[0]!;
  const best = partsOf(keptHost).length > 0 ? keptHost : top[0]!;
  const absorbedParts = partsOf(best);
  const rest = top.filter((one) => one !== best);
  const open = rest.filter((one) => !absorbedParts.includes(one));
  if (open.length > 0 && sameHosts.length > 0) return { verdict: 'Unclear', suspectedHosts: suspects([best, ...open]) };
  // At one address several hosts that differ in nothing: the oldest goes on, and people are asked about the others.
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

/** Whether nothing speaks against the host being the best one too. */
const mayBe = (best: Compared, one: Compared): boolean =>
  !areApart(best.candidate, one.candidate) && compare(best.identity, one.identity).verdict !== 'Different';

const suspects = (comparisons: readonly Compared[]): Named[] =>
  comparisons.length > mostSuspected ? [] : [...comparisons].sort(olderFirst).map(toNamed);

/** Without those that an earlier judgement has made a host of their own beside: that host is meant. */
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

/** Those with the most votes, the one to go on first. */
function atTheTop(comparisons: readonly Compared[]): Compared[] {
  return comparisons.filter((one) => comparisons.every((other) => byVotes(one, other) >= 0)).sort(olderFirst);
}

/** Whether a host is an interface of the best one that was found as a machine: the report names all of it. */
function isPartOf(machineIdentity: Identity, best: Compared, one: Compared): boolean {
  if (one.candidate.isKept || areApart(best.candidate, one.candidate)) return false;
  if (!covers(machineIdentity, one.identity)) return false;
  // Two hosts that share what the report has do not become one by it: they differ in nothing but their age.
  const { reasons } = compare(best.identity, one.identity);
  if (reasons.some(({ strength, evidence }) => strength === 'Contradicts' && evidence !== 'MacAddress')) return false;
  return hasDecidingEvidence(machineIdentity) || reasons.every(({ evidence }) => evidence !== 'Address');
}
