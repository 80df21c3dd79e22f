// Writes host reports: finds or creates the host of a report, and writes all of its parts. The number of statements
// does not depend on the number of parts.
import type { Viewer } from '../../../../data/tenancy/viewer';
import { isIdTaken } from '../../../../data/tenancy/constraints';
import { idsOfParts, findUnknownIds, withNewIds } from '../../shared/part-ids';
import { lockHostWrites, lockToReport } from '../../shared/host-locks.sql';
import type { ScopedDb } from '../../../../data/tenancy/scoped-db';
import { AppError } from '../../../../errors';
import { mergeHosts } from '../consolidation/host-consolidation';
import {
  findOrMakeHosts,
  MergeNeeded,
  OfRouterGroup,
  placedReport,
  type MatchedReport,
  type WriteMode,
} from './host-report-host';
import { fittingReport } from './host-report-limits';
import { writeParticulars } from './host-report-parts';
import { requireReportReferences } from './host-report-references';
import { markSeen } from './host-report-seen.sql';
import { storableReports, type Storable } from './host-report-storable';
import { isOwnBridge, writeOwnBridges } from './host-report-bridges';
import { writeReportedSubnets } from './host-report-subnets';
import { checkedReport } from './host-report.fields';
import type { ReportHost } from './host-report.input';

/**
 * Writes a report and resolves with the host's id. All written rows get the same time. The caller has checked that the
 * viewer may access the network.
 */
export async function reportHost(db: ScopedDb, viewer: Viewer, report: ReportHost): Promise<string> {
  const { skipInvalidParts } = report;
  const { inputs, cidrs } = await readReports(db, [report]);
  const input = inputs[0]!;
  return writeAlone(db, viewer, input, cidrs).catch(async (error: unknown) => {
    if (!isIdTaken(error)) throw error;
    // If a row of another network already has an id that the report contains, the row of the report gets a new id.
    const ids = skipInvalidParts ? idsOfParts(input) : await findUnknownIds(db, input.host.networkId, input);
    const host = error.params.entity === 'Host' ? { ...input.host, id: undefined } : input.host;
    return writeAlone(db, viewer, { ...withNewIds(input, ids), host }, cidrs);
  });
}

/**
 * Writes several reports in one transaction, all or none. Resolves with the ids of their hosts, in the order of the
 * reports. The reports must be of one network, have the same `skipInvalidParts`, and share no identifying value. Throws
 * if a report needs its own transaction, for example to merge hosts; then write each report separately.
 */
export async function reportTogether(
  db: ScopedDb,
  viewer: Viewer,
  hostReports: readonly ReportHost[],
): Promise<readonly string[]> {
  const { inputs, cidrs } = await readReports(db, hostReports);
  return writeReports(db, viewer, inputs, cidrs, 'beside others');
}

/**
 * Prepares the reports. With `skipInvalidParts`, removes invalid parts and references. Otherwise, throws if a report
 * has an invalid reference.
 */
async function readReports(db: ScopedDb, reports: readonly ReportHost[]): Promise<Storable> {
  if (reports[0]!.skipInvalidParts) return storableReports(db, reports);
  const cidrs = new Map<string, string>();
  for (const report of reports) for (const row of await requireReportReferences(db, report)) cidrs.set(...row);
  return { inputs: reports, cidrs };
}

async function writeAlone(
  db: ScopedDb,
  viewer: Viewer,
  input: ReportHost,
  cidrs: ReadonlyMap<string, string>,
): Promise<string> {
  const write = async (writeMode: WriteMode) => (await writeReports(db, viewer, [input], cidrs, writeMode))[0]!;
  try {
    return await write('beside others');
  } catch (error) {
    if (error instanceof OfRouterGroup) return error.memberId;
    if (!(error instanceof MergeNeeded)) throw error;
  }
  try {
    return await write('alone');
  } catch (error) {
    // `hosts_consolidate_failed` means that the remaining host would have more parts than allowed. The report is then
    // written without a merge.
    if (!(error instanceof AppError) || error.code !== 'hosts_consolidate_failed') throw error;
    return write('without merging');
  }
}

async function writeReports(
  db: ScopedDb,
  viewer: Viewer,
  inputs: readonly ReportHost[],
  cidrs: ReadonlyMap<string, string>,
  writeMode: WriteMode,
): Promise<readonly string[]> {
  const { networkId } = inputs[0]!.host;
  const checkedReports = inputs.map((input) => checkedReport(input, cidrs));
  return db.$transaction(async (tx) => {
    if (writeMode === 'alone') await lockHostWrites(tx, networkId, { isAlone: true });
    const at = await lockToReport(tx, networkId);
    const otherSubnets = checkedReports.flatMap((one) => one.subnets.filter((subnet) => !isOwnBridge(subnet, one)));
    const otherIds = await writeReportedSubnets(tx, networkId, otherSubnets, at);
    const placedReports = inputs.map((input, index) => placedReport(input, checkedReports[index]!, otherIds));
    const matchedHosts = await findOrMakeHosts(tx, viewer, placedReports, at, writeMode);
    // The bridges of a container runtime in the same report are written once the host of the runtime is known. Their
    // addresses do not identify the host, because each host with this runtime may have the same addresses.
    const { hosts: foundHosts, subnetIds: bridgeIds } = await writeOwnBridges(tx, viewer, networkId, matchedHosts, at);
    const subnetIds = new Map([...otherIds, ...bridgeIds]);
    const fitting = foundHosts.map((one) => fittingFound(one, cidrs, subnetIds));
    const confirmedParts = await writeParticulars(tx, viewer, fitting, at);
    const isKnown = ({ host }: MatchedReport) => !host.isNew;
    const knownHostIds = foundHosts.filter(isKnown).map(({ host }) => host.id);
    if (knownHostIds.length > 0)
      await markSeen(
        tx,
        viewer,
        knownHostIds,
        confirmedParts.filter((_one, index) => isKnown(foundHosts[index]!)),
        at,
      );
    for (const { host, partOf } of foundHosts) if (partOf) await mergeHosts(tx, viewer, partOf.hostId, host.id, partOf);
    return foundHosts.map(({ host, partOf }) => partOf?.hostId ?? host.id);
  });
}

/** Returns the report with only those parts that fit into the limits of the host's lists. */
function fittingFound(
  foundHost: MatchedReport,
  cidrs: ReadonlyMap<string, string>,
  subnetIds: ReadonlyMap<string, string>,
): MatchedReport {
  const fitting = fittingReport(foundHost.input, foundHost.report, foundHost.storedParts);
  if (fitting === foundHost.input) return foundHost;
  return { ...foundHost, ...placedReport(fitting, checkedReport(fitting, cidrs), subnetIds) };
}
