// Decides which host of a network a report describes, among all hosts that match any of its evidence. Pure functions.
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
   * Whether people entered or imported the host, or a daemon runs on it. Such a host is only merged into another with
   * people's consent.
   */
  readonly isKept: boolean;
  /**
   * Ids of hosts that are known to be other machines, because this host was created apart from them or people decided
   * so.
   */
  readonly apartFrom: readonly string[];
  /** The requested ids that belong to hosts which were merged into this one. */
  readonly aliases?: readonly string[];
}

export interface Named {
  readonly hostId: string;
  readonly reasons: readonly Reason[];
}
interface Displaced {
  /** Hosts that are other machines. Those of their addresses at which the reported machine responds move to it. */
  readonly displacedHosts: readonly Named[];
}
export type Judgement = Displaced & Verdict;
type Verdict =
  /**
   * `absorbedHosts` are interfaces of the machine that were mistaken for machines. `suspectedHosts` may be the same
   * machine.
   */
  | ({
      readonly verdict: 'Same';
      readonly absorbedHosts: readonly Named[];
      readonly suspectedHosts: readonly Named[];
    } & Named)
  | { readonly verdict: 'Different' }
  /**
   * The machine becomes a new host. For each suspected host, a suggestion asks people whether it is the same machine.
   */
  | { readonly verdict: 'Unclear'; readonly suspectedHosts: readonly Named[] };

interface Compared {
  readonly candidate: Candidate;
  readonly identity: Identity;
  readonly comparison: Comparison;
}

/**
 * Maximum number of suspected hosts. If there are more, none is suggested, because a long list would not help people.
 */
const mostSuspected = 3;

/**
 * Compares two candidates by their votes: the first kind with different votes decides, otherwise the support. Positive
 * if `one` matches better.
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
 * MAC addresses of the report that answer for many machines: this run reported them at further IPv4 addresses of the
 * subnet for other machines. All addresses of one report belong to one machine.
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
  /** The host whose id the report contains. The id takes precedence over all evidence. */
  readonly namedId?: string | undefined;
}

const givenBack = (hostId: string): Comparison => ({
  verdict: 'Same',
  reasons: [{ evidence: 'RowId', strength: 'Decides', values: [hostId] }],
  votes: decidingKinds.map((_kind, index) => (index === 0 ? Infinity : 0)),
  support: 0,
});

/**
 * Decides which candidate the reported machine is. The result does not depend on the order of candidates or of their
 * parts.
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
  // A machine without decisive evidence takes no addresses from other hosts.
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
    // The machine is judged for the first time, so it becomes a new host. Later reports of it match that host.
    return { verdict: 'Unclear', suspectedHosts: suspects(unclear) };
  }
  const others = sameHosts.length > 0 ? [...sameHosts, ...withVerdict('Supported')] : likely;
  const partsOf = (whole: Compared) => others.filter((one) => one !== whole && isPartOf(identity, whole, one));
  // A host that people entered absorbs the others. If there is nothing to absorb, the oldest host is chosen.
  const keptHost = [...top].sort(keptFirst)[0]!;
  const best = partsOf(keptHost).length > 0 ? keptHost : top[0]!;
  const absorbedParts = partsOf(best);
  const rest = top.filter((one) => one !== best);
  const open = rest.filter((one) => !absorbedParts.includes(one));
  if (open.length > 0 && sameHosts.length > 0) return { verdict: 'Unclear', suspectedHosts: suspects([best, ...open]) };
  // If several hosts have equal evidence at one address, the oldest is chosen and people are asked about the others.
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

/** Whether the host may be the same machine as the best match, because no evidence contradicts that. */
const mayBe = (best: Compared, one: Compared): boolean =>
  !areApart(best.candidate, one.candidate) && compare(best.identity, one.identity).verdict !== 'Different';

const suspects = (comparisons: readonly Compared[]): Named[] =>
  comparisons.length > mostSuspected ? [] : [...comparisons].sort(olderFirst).map(toNamed);

/**
 * If exactly one host was created apart from all the others, only that host, because an earlier judgment created it for
 * this machine. Otherwise all hosts.
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

/** The hosts with the best votes, oldest first. */
function atTheTop(comparisons: readonly Compared[]): Compared[] {
  return comparisons.filter((one) => comparisons.every((other) => byVotes(one, other) >= 0)).sort(olderFirst);
}

/**
 * Whether a host is an interface of the best match that was mistaken for a machine: the report has all of the host's
 * evidence.
 */
function isPartOf(machineIdentity: Identity, best: Compared, one: Compared): boolean {
  if (one.candidate.isKept || areApart(best.candidate, one.candidate)) return false;
  if (!covers(machineIdentity, one.identity)) return false;
  // Two hosts that each share evidence with the report need not be the same machine, so they are compared with each
  // other as well.
  const { reasons } = compare(best.identity, one.identity);
  if (reasons.some(({ strength, evidence }) => strength === 'Contradicts' && evidence !== 'MacAddress')) return false;
  return hasDecidingEvidence(machineIdentity) || reasons.every(({ evidence }) => evidence !== 'Address');
}
