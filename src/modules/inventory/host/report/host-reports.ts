// Stores the reports of one request. Reports without a common identifying value are stored together. Each report gets
// its own result.
import { isLostRace } from '../../../../data/tenancy/constraints';
import { scopeRefusal } from '../../../../data/tenancy/rows';
import type { ScopedDb } from '../../../../data/tenancy/scoped-db';
import type { Viewer } from '../../../../data/tenancy/viewer';
import { AppError, toPublicError } from '../../../../errors';
import { canonicalIpAddress, canonicalMacAddress } from '../../../../platform/text/addresses';
import { identifyingChassisId, identifyingText } from '../../../../platform/text/identifiers';
import { reportHost, reportTogether } from './host-report.actions';
import type { ReportHost } from './host-report.input';

/** The result of one report. */
export type Reported = { readonly hostId: string } | { readonly error: AppError; readonly cause?: unknown };

/**
 * Maximum number of parts of reports that one transaction stores. Other writers of the network wait during the
 * transaction.
 */
const mostParts = 2_000;

/**
 * Stores reports in their order. Resolves with their results in the same order. A report that could not be parsed is
 * null.
 */
export async function reportHosts(
  db: ScopedDb,
  viewer: Viewer,
  reports: readonly (ReportHost | null | undefined)[],
): Promise<readonly Reported[]> {
  const results: Reported[] = [];
  for (const group of groupsOf(viewer, reports)) results.push(...(await reportGroup(db, viewer, group)));
  return results;
}

/**
 * Stores reports in one transaction. If the transaction fails, tries each half of the reports separately, down to
 * single reports.
 */
async function reportGroup(
  db: ScopedDb,
  viewer: Viewer,
  group: readonly (ReportHost | null | undefined)[],
): Promise<readonly Reported[]> {
  const reports = group.filter((one) => one != null);
  if (group.length === 1) return [await reportOne(db, viewer, reports[0])];
  try {
    return (await reportTogether(db, viewer, reports)).map((hostId) => ({ hostId }));
  } catch (error) {
    assertStorable(error);
    const half = Math.ceil(group.length / 2);
    const first = await reportGroup(db, viewer, group.slice(0, half));
    return [...first, ...(await reportGroup(db, viewer, group.slice(half)))];
  }
}

async function reportOne(db: ScopedDb, viewer: Viewer, report: ReportHost | undefined): Promise<Reported> {
  const refusal = report
    ? scopeRefusal(viewer, report.host)
    : new AppError('validation_invalid_format', { field: 'reports' });
  if (refusal) return { error: refusal };
  try {
    return { hostId: await reportHost(db, viewer, report!) };
  } catch (error) {
    assertStorable(error);
    return { error: toPublicError(error), cause: error };
  }
}

/** Throws the error again if it is temporary and not caused by the report, so that the client repeats the request. */
function assertStorable(error: unknown): void {
  if (isLostRace(error) || toPublicError(error).code === 'service_unavailable') throw error;
}

/**
 * Divides reports into groups of consecutive reports that one transaction can store. A report that must be stored
 * separately is a group of its own.
 */
function groupsOf<R extends ReportHost | null | undefined>(viewer: Viewer, reports: readonly R[]): R[][] {
  const groups: R[][] = [];
  let open: { marks: Set<string>; parts: number; of: string } | undefined;
  for (const report of reports) {
    const plain = report && !scopeRefusal(viewer, report.host) ? plainReport(report) : undefined;
    const fits =
      plain &&
      open?.of === plain.of &&
      open.parts + plain.parts <= mostParts &&
      plain.marks.every((mark) => !open!.marks.has(mark));
    if (fits) groups.at(-1)!.push(report);
    else groups.push([report]);
    if (!plain) open = undefined;
    else if (!fits) open = { marks: new Set(plain.marks), parts: plain.parts, of: plain.of };
    else {
      for (const mark of plain.marks) open!.marks.add(mark);
      open!.parts += plain.parts;
    }
  }
  return groups;
}

/**
 * Returns the identifying values of a report and its number of parts. Undefined if the report must be stored
 * separately.
 */
function plainReport({ host, skipInvalidParts, ...parts }: ReportHost) {
  const { ipAddresses, ports, services, subnets, ...others } = parts;
  const { interfacesComplete: _all, interfaceDataComplete: _groups, ...device } = others;
  const isPlain = ![host.id, host.sysObjectId, host.virtualizationServiceId].some(Boolean);
  // Reports with interfaces, or with tables of network devices, are stored separately.
  if (!isPlain || Object.values(device).some((list) => list != null)) return undefined;
  const rows = [ipAddresses, ports, services, subnets].flatMap((list): readonly { id?: string | null }[] => list ?? []);
  const bound = (services ?? []).flatMap(({ bindings }) => bindings ?? []);
  const names = [host.name, host.hostname, host.sysName, host.serialNumber, host.managementUrl].map(identifyingText);
  try {
    const addresses = (ipAddresses ?? []).flatMap(({ ipAddress, macAddress }) => [
      canonicalIpAddress('ipAddress', ipAddress),
      macAddress ? canonicalMacAddress('macAddress', macAddress) : null,
    ]);
    const ids = [...rows, ...bound].map(({ id }) => id);
    const identifiers = [...names, identifyingChassisId(host.chassisId), ...addresses, ...ids];
    const marks = identifiers.flatMap((mark) => mark?.toLowerCase() ?? []);
    return { marks, parts: rows.length + bound.length, of: `${host.networkId} ${skipInvalidParts === true}` };
  } catch {
    return undefined;
  }
}
