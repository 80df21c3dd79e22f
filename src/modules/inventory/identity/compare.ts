// Pure functions that compare the evidence of two machines, one kind of evidence after the other.
import { isUuid } from '../../../platform/text/validation';
import { decidingKinds, isKnownByRepetitionOnly, type DecidingKind, type Identity, type Reason } from './identity';

/**
 * Result of a comparison of two machines. `Unclear`: evidence says that they are the same, but one discovery run saw
 * them at different addresses. `Supported`: there is evidence for the same machine, but none that is decisive.
 * `Nothing`: there is no evidence.
 */
export type PairVerdict = 'Same' | 'Different' | 'Unclear' | 'Supported' | 'Nothing';
export interface Comparison {
  readonly verdict: PairVerdict;
  readonly reasons: readonly Reason[];
  /**
   * Per kind of deciding evidence (same order as `decidingKinds`): the number of equal values; -1 if the values of the
   * two machines differ; 0 if one of the machines has no value. Used to rank hosts that match equally.
   */
  readonly votes: readonly number[];
  /**
   * Number of equal supporting values, such as IP addresses, to rank matching hosts. An equal name adds 0.5, so that it
   * only breaks a tie.
   */
  readonly support: number;
}

const intersection = <T>(one: Iterable<T>, other: { has(value: T): boolean }): T[] =>
  [...one].filter((value) => other.has(value));

/**
 * Compares a kind of evidence of which a machine has at most one value. Equal values decide for a match, different
 * values against a match. Returns undefined if a machine has no value.
 */
const single = (kind: DecidingKind, one: string | null, other: string | null): Reason | undefined => {
  if (one === null || other === null) return undefined;
  return one === other
    ? { evidence: kind, strength: 'Decides', values: [one] }
    : { evidence: kind, strength: 'Contradicts', values: [one, other] };
};

const several = (kind: DecidingKind, one: ReadonlySet<string>, other: ReadonlySet<string>): Reason | undefined => {
  if (one.size === 0 || other.size === 0) return undefined;
  const both = intersection(one, other).sort();
  if (both.length > 0) return { evidence: kind, strength: 'Decides', values: both };
  return { evidence: kind, strength: 'Contradicts', values: [[...one].sort()[0]!, [...other].sort()[0]!] };
};

/** Compares ids of virtual machines or containers within one runtime. Different runtimes may use the same ids. */
function ofRuntime(one: Identity['machineId'], other: Identity['machineId']): Reason | undefined {
  return one && other && one.runtimeId === other.runtimeId ? single('MachineId', one.id, other.id) : undefined;
}

/**
 * Compares serial numbers. Some sources know no serial number, but the machine's UUID (SMBIOS), and report it in its
 * place. A UUID and a serial number are not compared: both may be of the same machine.
 */
const ofSerial = (one: Identity, other: Identity): Reason | undefined =>
  isUuid(one.serialNumber) === isUuid(other.serialNumber)
    ? single('SerialNumber', one.serialNumber, other.serialNumber)
    : undefined;

const isMac = ({ chassisMac }: Identity): boolean => chassisMac !== null;

/**
 * Compares chassis ids. If one is a text that an administrator chose and the other a vendor's MAC address, they are not
 * compared: both may be ids of the same device.
 */
const ofChassis = (one: Identity, other: Identity): Reason | undefined =>
  isMac(one) === isMac(other) ? single('ChassisId', one.chassisId, other.chassisId) : undefined;

/**
 * Compares MAC addresses. If the chassis id of one machine is a MAC address of the other machine, this counts as a
 * common MAC address.
 */
function ofMacs(one: Identity, other: Identity): Reason | undefined {
  const isOf = (mac: string | null, { macs }: Identity): mac is string => mac !== null && macs.has(mac);
  const ofChassisIds = [
    ...(isOf(one.chassisMac, other) ? [one.chassisMac] : []),
    ...(isOf(other.chassisMac, one) ? [other.chassisMac] : []),
  ];
  const both = new Set([...intersection(one.macs, other.macs), ...ofChassisIds]);
  return both.size > 0
    ? { evidence: 'MacAddress', strength: 'Decides', values: [...both].sort() }
    : several('MacAddress', one.macs, other.macs);
}

const judges: Readonly<Record<DecidingKind, (one: Identity, other: Identity) => Reason | undefined>> = {
  RowId: (one, other) => {
    const ids = intersection(one.addressIds, other.addressIds).sort();
    return ids.length > 0 ? { evidence: 'RowId', strength: 'Decides', values: ids } : undefined;
  },
  DaemonId: (one, other) => several('DaemonId', one.daemonIds, other.daemonIds),
  MachineId: (one, other) => ofRuntime(one.machineId, other.machineId),
  SerialNumber: ofSerial,
  ChassisId: ofChassis,
  MacAddress: ofMacs,
  LocalChassisId: (one, other) => single('LocalChassisId', one.localChassisId, other.localChassisId),
};

/** Returns the evidence for a match that is not decisive by itself, such as a common IP address. */
function supporting(one: Identity, other: Identity): Reason[] {
  const supports = (evidence: Reason['evidence'], values: readonly string[]): Reason[] =>
    values.length > 0 ? [{ evidence, strength: 'Supports', values }] : [];
  const places = intersection(one.places.keys(), other.places).map((place) => one.places.get(place)!);
  const reasons = [
    ...supports('Address', places.sort()),
    ...supports('SystemName', one.systemName !== null && one.systemName === other.systemName ? [one.systemName] : []),
    ...supports(
      'ManagementAddress',
      one.managementUrl !== null && one.managementUrl === other.managementUrl ? [one.managementUrl] : [],
    ),
  ];
  if (reasons.length > 0 || !isKnownByRepetitionOnly(one) || !isKnownByRepetitionOnly(other)) return reasons;
  // Compare addresses that exist on many machines, such as 172.17.0.1, only if both machines have nothing better.
  // Without this comparison, each report of such a machine would create a new host.
  const repeating = intersection(one.repeatingPlaces.keys(), other.repeatingPlaces);
  const isOneName = one.name === other.name || one.name === null || other.name === null;
  return isOneName
    ? supports('RepeatingAddress', repeating.map((place) => one.repeatingPlaces.get(place)!).sort())
    : [];
}

/** Whether one discovery run saw both machines, and saw them at different IP addresses. */
const areSeenApart = (one: Identity, other: Identity): boolean =>
  one.places.size > 0 && other.seenPlaces.size > 0 && intersection(one.places.keys(), other.places).length === 0;

/** Kinds of deciding evidence that copied virtual machines may have in common although they are different machines. */
const weakKinds: ReadonlySet<Reason['evidence']> = new Set(['MacAddress', 'LocalChassisId']);

/**
 * Compares a reported machine (`one`) with a stored one. The strongest kind of evidence that both machines have
 * decides. If one discovery run saw the machines at different addresses, the result is `Unclear` if only supporting
 * evidence matches, or if only weak evidence (`weakKinds`) matches and the names differ: one machine may be a copy of
 * the other.
 */
export function compare(one: Identity, other: Identity): Comparison {
  const judgements = decidingKinds.map((kind) => judges[kind](one, other));
  const deciding = judgements.filter((reason) => reason !== undefined);
  const supports = supporting(one, other);
  const votes = judgements.map((reason) => (!reason ? 0 : reason.strength === 'Decides' ? reason.values.length : -1));
  const isOneName = one.name !== null && one.name === other.name;
  const support = supports.reduce((sum, { values }) => sum + values.length, isOneName ? 0.5 : 0);
  const comparison = (verdict: PairVerdict, ...more: Reason[]): Comparison => ({
    verdict,
    reasons: [...deciding, ...supports, ...more],
    votes,
    support,
  });
  const apart: Reason = {
    evidence: 'SeenApart',
    strength: 'Contradicts',
    values: [[...one.places.values()].sort()[0] ?? '', [...other.places.values()].sort()[0] ?? ''],
  };
  const first = deciding[0];
  if (first?.strength === 'Contradicts') return comparison('Different');
  if (first) {
    const isWeak = weakKinds.has(first.evidence) && areSeenApart(one, other);
    const areNamed = one.name !== null && other.name !== null && one.name !== other.name;
    return isWeak && areNamed ? comparison('Unclear', apart) : comparison('Same', ...(isWeak ? [apart] : []));
  }
  if (supports.length === 0) return comparison('Nothing');
  return areSeenApart(one, other) ? comparison('Unclear', apart) : comparison('Supported');
}

/**
 * Discovery may have stored a network port of machine `one` as a separate host `other`. Returns true if so: `one` has
 * all MAC addresses of `other` or, if `other` has no MAC address, all its IP addresses or its chassis id.
 */
export function covers(one: Identity, other: Identity): boolean {
  const isWithin = (part: Iterable<string>, whole: { has(value: string): boolean }) =>
    [...part].every((value) => whole.has(value));
  if (other.macs.size > 0) return isWithin(other.macs, one.macs);
  if (other.places.size > 0) return isWithin(other.places.keys(), one.places);
  if (other.chassisMac !== null && one.macs.has(other.chassisMac)) return true;
  if (other.chassisId !== null) return other.chassisId === one.chassisId;
  return other.localChassisId !== null && other.localChassisId === one.localChassisId;
}
