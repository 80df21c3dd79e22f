// Merges a report into the stored host: values set by people stay, imported and inferred ones are replaced; discovery
// replaces what only it writes, and fills empty values.
import type { Host } from '../../../../generated/prisma/client';
import { isEmpty, type Row } from '../../shared/part-matching';
import { outranks } from '../../shared/source-ranks';
import type { CheckedReport } from './host-report.fields';
import { facts, columnNames, readColumns, sourceOfFact } from '../host-columns';

/** Names with a column for their source. */
const names = ['name', 'hostname'] as const;
const sourceOfName = (name: (typeof names)[number]) => `${name}Source` as const;

const saidOfItself: readonly string[] = columnNames(readColumns);

/** The changed columns. A fact is written with its source, even an unknown one. */
export function completedHost(storedHost: Host, reportedHost: CheckedReport['host']): Row {
  const before = storedHost as Row;
  const [stronger, weaker] = [
    outranks(storedHost.sourceType, 'Discovery'),
    outranks('Discovery', storedHost.sourceType),
  ];
  const sources: readonly string[] = [...facts.map(sourceOfFact), ...names.map(sourceOfName)];
  const sourceColumns: Row = weaker ? { sourceType: 'Discovery', sourceReason: null } : {};
  // A name and id on one platform must not be combined with another stored platform.
  const isElsewhere =
    !weaker &&
    storedHost.virtualizationType !== null &&
    storedHost.virtualizationType !== reportedHost.virtualizationType;
  const machine = ['virtualizationType', 'vmName', 'vmId'];
  for (const [name, value] of Object.entries(reportedHost)) {
    if (isEmpty(value) || sources.includes(name) || (isElsewhere && machine.includes(name))) continue;
    const replaces = weaker || (saidOfItself.includes(name) && !stronger);
    if (replaces || isEmpty(before[name])) sourceColumns[name] = value;
  }
  for (const name of names)
    if (name in sourceColumns) sourceColumns[sourceOfName(name)] = reportedHost[sourceOfName(name)] ?? null;
  // Undefined if it was not read completely, null if there is none.
  for (const name of ['stpRootBridgeId', 'stpRootCost'] as const)
    if (reportedHost[name] !== undefined) sourceColumns[name] = reportedHost[name];
  for (const fact of facts)
    if (!isEmpty(reportedHost[fact]))
      Object.assign(sourceColumns, {
        [fact]: reportedHost[fact],
        [sourceOfFact(fact)]: reportedHost[sourceOfFact(fact)] ?? null,
      });
  return Object.fromEntries(Object.entries(sourceColumns).filter(([name, value]) => value !== before[name]));
}
