// Merges a report into the stored host. Values that people set are kept. Imported and inferred values are replaced.
// Discovery replaces values that only it writes, and fills empty ones.
import type { Host } from '../../../../generated/prisma/client';
import { isEmpty, type Row } from '../../shared/part-matching';
import { outranks } from '../../shared/source-ranks';
import type { CheckedReport } from './host-report.fields';
import { facts, columnNames, readColumns, sourceOfFact } from '../host-columns';

/** Name columns that have a column for their source. */
const names = ['name', 'hostname'] as const;
const sourceOfName = (name: (typeof names)[number]) => `${name}Source` as const;

const saidOfItself: readonly string[] = columnNames(readColumns);

/** The changed columns. A fact is written with its source, even if that is unknown. */
export function completedHost(storedHost: Host, reportedHost: CheckedReport['host']): Row {
  const before = storedHost as Row;
  const [stronger, weaker] = [
    outranks(storedHost.sourceType, 'Discovery'),
    outranks('Discovery', storedHost.sourceType),
  ];
  const sources: readonly string[] = [...facts.map(sourceOfFact), ...names.map(sourceOfName)];
  const sourceColumns: Row = weaker ? { sourceType: 'Discovery', sourceReason: null } : {};
  // A name and id that a machine has on one platform must not be combined with a different platform that is stored.
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
  // The spanning tree data are undefined if they were not read completely, and null if the device has none.
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
