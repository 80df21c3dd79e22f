// Merges a report into the stored row: values set by people stay; values read only by discovery are replaced, all others only filled.
import type { Host } from '../../../../generated/prisma/client';
import type { EntitySourceType } from '../../../../generated/prisma/enums';
import type { MatchedChild, Row } from '../../shared/host-children';
import type { CheckedReport } from './host-report.fields';
import { namesOf, readColumns } from '../host-columns';
import { facts, sourceOfFact } from './host-report.input';

/** Stronger than what a scan says. */
export const isStronger = (source: EntitySourceType): boolean => ['Manual', 'System', 'Imported'].includes(source);
/** Known only from what others say: the word of a scan of the thing itself is stronger. */
const isWeaker = (source: EntitySourceType): boolean => ['Inferred', 'Unknown'].includes(source);
const isEmpty = (value: unknown): boolean => value == null || value === '';

/** What a host is called comes with the place where that was read. */
const names = ['name', 'hostname'] as const;
const sourceOfName = (name: (typeof names)[number]) => `${name}Source` as const;

const saidOfItself: readonly string[] = namesOf(readColumns);

/** The columns to write. A fact comes with the place where it was read, be that unknown. */
export function completedHost(stored: Host, reported: CheckedReport['host']): Row {
  const before = stored as unknown as Row;
  const [stronger, weaker] = [isStronger(stored.sourceType), isWeaker(stored.sourceType)];
  const sources: readonly string[] = [...facts.map(sourceOfFact), ...names.map(sourceOfName)];
  const written: Row = weaker ? { sourceType: 'Discovery' } : {};
  // Name and id on a platform are of no use on another one.
  const isElsewhere =
    !weaker && stored.virtualizationType !== null && stored.virtualizationType !== reported.virtualizationType;
  const machine = ['virtualizationType', 'vmName', 'vmId'];
  for (const [name, value] of Object.entries(reported)) {
    if (isEmpty(value) || sources.includes(name) || (isElsewhere && machine.includes(name))) continue;
    const replaces = weaker || (saidOfItself.includes(name) && !stronger);
    if (replaces || isEmpty(before[name])) written[name] = value;
  }
  for (const name of names) if (name in written) written[sourceOfName(name)] = reported[sourceOfName(name)] ?? null;
  for (const fact of facts)
    if (!isEmpty(reported[fact]))
      Object.assign(written, { [fact]: reported[fact], [sourceOfFact(fact)]: reported[sourceOfFact(fact)] ?? null });
  return written;
}

/** A new address comes behind those that are there; a MAC address that is known stays. */
export function completedAddress({ id, wanted, stored }: MatchedChild, firstPosition: number): MatchedChild {
  const position = Math.min(firstPosition + (wanted.position as number), 2 ** 31 - 1);
  if (!stored) return { id, stored, wanted: { ...wanted, position } };
  const kept = {
    name: isEmpty(stored.name) ? wanted.name : stored.name,
    macAddress: stored.macAddress ?? wanted.macAddress,
    position: stored.position,
  };
  return { id, stored, wanted: { ...wanted, ...kept } };
}

interface Complete {
  readonly table: boolean;
  readonly fdb: boolean;
  readonly vlanMembership: boolean;
}

/** A complete reading replaces the stored values, also by nothing; an incomplete one only fills empty ones. */
export function completedInterface({ id, wanted, stored }: MatchedChild, complete: Complete): MatchedChild {
  if (!stored) return { id, wanted, stored };
  const { fdbMacs, nativeVlanId, ...rest } = wanted;
  const reported: Row = Object.fromEntries(
    Object.entries(rest).filter(([name, value]) => value != null && (complete.table || stored[name] == null)),
  );
  // False may also mean that it was not examined.
  if (wanted.ipConfigured === true) reported.ipConfigured = true;
  const learned = (fdbMacs ?? []) as string[];
  if (complete.fdb || (stored.fdbMacs as string[]).length === 0) reported.fdbMacs = learned;
  if (complete.vlanMembership || stored.nativeVlanId === null) reported.nativeVlanId = nativeVlanId ?? null;
  return { id, wanted: reported, stored };
}
