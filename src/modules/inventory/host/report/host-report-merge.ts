// Merges a report into the stored host. User-set values stay. Imported and inferred values are replaced, except names
// that a user has given since. Columns that only discovery writes are replaced too, and empty columns are filled.
import type { Host } from '../../../../generated/prisma/client';
import { identifyingChassisId, vendorMacOfChassis } from '../../../../platform/text/identifiers';
import { isEmpty, type Row } from '../../shared/part-matching';
import { outranks } from '../../shared/source-ranks';
import type { CheckedReport } from './host-report.fields';
import { facts, columnNames, readColumns, sourceOfFact } from '../host-columns';

const names = ['name', 'hostname'] as const;
const sourceOfName = (name: (typeof names)[number]) => `${name}Source` as const;

const saidOfItself: readonly string[] = columnNames(readColumns);

/**
 * Whether the stored chassis id stays. Some devices announce an id of their own by LLDP, while a controller identifies
 * them by a vendor's MAC address. Without this rule, the two ids would replace each other in each run.
 */
function isOwnChassisKept(storedHost: Host, reportedHost: CheckedReport['host']): boolean {
  const [stored, reported] = [storedHost.chassisId, reportedHost.chassisId].map(identifyingChassisId);
  const isChosen = stored != null && vendorMacOfChassis(stored) === null;
  return isChosen && reported != null && vendorMacOfChassis(reported) !== null && isEmpty(reportedHost.sysObjectId);
}

/**
 * Whether a user has given this name to a host that a report may replace. Imports and neighbors write the source of
 * each name that they give, and an update by a user clears it.
 */
const isGivenByUser = (storedHost: Host, column: string): boolean =>
  names.some((name) => name === column && storedHost[sourceOfName(name)] === null);

/**
 * Returns the columns of the host that change. The source of a value is written together with the value, even if the
 * source is unknown.
 */
export function completedHost(storedHost: Host, reportedHost: CheckedReport['host']): Row {
  const before = storedHost as Row;
  const [stronger, weaker] = [
    outranks(storedHost.sourceType, 'Discovery'),
    outranks('Discovery', storedHost.sourceType),
  ];
  const sources: readonly string[] = [...facts.map(sourceOfFact), ...names.map(sourceOfName)];
  const sourceColumns: Row = weaker ? { sourceType: 'Discovery', sourceReason: null } : {};
  // If the stored virtualization platform stays and differs from the reported one, the reported name and id of the
  // virtual machine are ignored: they belong to the reported platform.
  const isElsewhere =
    !weaker &&
    storedHost.virtualizationType !== null &&
    storedHost.virtualizationType !== reportedHost.virtualizationType;
  const machine = ['virtualizationType', 'vmName', 'vmId'];
  // A virtual machine keeps its id if it is renamed or moved to another hypervisor. So for an equal id, the reported
  // name and hypervisor replace the stored ones.
  const isSameGuest = reportedHost.vmId != null && storedHost.vmId === reportedHost.vmId && !isElsewhere && !stronger;
  const ofGuest = isSameGuest ? ['vmName', 'virtualizationServiceId'] : [];
  const keepsChassis = isOwnChassisKept(storedHost, reportedHost);
  for (const [name, value] of Object.entries(reportedHost)) {
    if (isEmpty(value) || sources.includes(name) || (isElsewhere && machine.includes(name))) continue;
    if (name === 'chassisId' && keepsChassis) continue;
    const replaces =
      (weaker && !isGivenByUser(storedHost, name)) ||
      (saidOfItself.includes(name) && !stronger) ||
      ofGuest.includes(name);
    if (replaces || isEmpty(before[name])) sourceColumns[name] = value;
  }
  for (const name of names)
    if (name in sourceColumns) sourceColumns[sourceOfName(name)] = reportedHost[sourceOfName(name)] ?? null;
  // For these columns, undefined means that the report does not know the value, and null means that the device has no
  // value.
  for (const name of ['stpRootBridgeId', 'stpRootCost', 'answersDefaultCommunity'] as const)
    if (reportedHost[name] !== undefined) sourceColumns[name] = reportedHost[name];
  for (const fact of facts)
    if (!isEmpty(reportedHost[fact]))
      Object.assign(sourceColumns, {
        [fact]: reportedHost[fact],
        [sourceOfFact(fact)]: reportedHost[sourceOfFact(fact)] ?? null,
      });
  return Object.fromEntries(Object.entries(sourceColumns).filter(([name, value]) => value !== before[name]));
}
