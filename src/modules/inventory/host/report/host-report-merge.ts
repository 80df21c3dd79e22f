// Merges a report into the stored host: values set by people stay, imported and inferred ones are replaced; discovery
// replaces what only it writes, and fills empty values.
import type { Host } from '../../../../generated/prisma/client';
import { isEmpty, type Row } from '../../shared/part-matching';
import { outranks } from '../../shared/source-ranks';
import type { CheckedReport } from './host-report.fields';
import { facts, namesOf, readColumns, sourceOfFact } from '../host-columns';

/** Names with a column for their source. */
const names = ['name', 'hostname'] as const;
const sourceOfName = (name: (typeof names)[number]) => `${name}Source` as const;

const saidOfItself: readonly string[] = namesOf(readColumns);

/** The changed columns. A fact is written with its source, even an unknown one. */
export function completedHost(stored: Host, reported: CheckedReport['host']): Row {
  const before = stored as Row;
  const [stronger, weaker] = [outranks(stored.sourceType, 'Discovery'), outranks('Discovery', stored.sourceType)];
  const sources: readonly string[] = [...facts.map(sourceOfFact), ...names.map(sourceOfName)];
  const written: Row = weaker ? { sourceType: 'Discovery', sourceReason: null } : {};
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
  // Undefined if it was not read completely, null if there is none.
  for (const name of ['stpRootBridgeId', 'stpRootCost'] as const)
    if (reported[name] !== undefined) written[name] = reported[name];
  for (const fact of facts)
    if (!isEmpty(reported[fact]))
      Object.assign(written, { [fact]: reported[fact], [sourceOfFact(fact)]: reported[sourceOfFact(fact)] ?? null });
  return Object.fromEntries(Object.entries(written).filter(([name, value]) => value !== before[name]));
}
