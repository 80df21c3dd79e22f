// Writes the container bridges of reports whose container runtimes are services of the same reports. A bridge is
// identified by its CIDR and its runtime, so the runtimes are written first.
import type { Db } from '../../../../data/tenancy/rows';
import type { Viewer } from '../../../../data/tenancy/viewer';
import { writePartsOfHosts } from '../../shared/host-children';
import { parts } from '../../shared/part-matching';
import { isBridge } from '../../shared/subnet-types';
import type { MatchedReport } from './host-report-host';
import { plannedServices } from './host-report-services';
import { writeReportedSubnets } from './host-report-subnets';
import type { CheckedReport, CheckedSubnet } from './host-report.fields';

/** Whether the subnet is a bridge of a container runtime that is a service of the same report. */
export const isOwnBridge = (subnet: CheckedSubnet, { services }: CheckedReport): boolean =>
  isBridge(subnet) &&
  subnet.virtualizationServiceId != null &&
  services.some(({ id }) => id === subnet.virtualizationServiceId);

interface WrittenBridges {
  /** The hosts, with the written runtimes among their stored services, and with addresses in the stored bridges. */
  readonly hosts: readonly MatchedReport[];
  /** Ids of stored bridges, by their ids in the reports. */
  readonly subnetIds: ReadonlyMap<string, string>;
}

/**
 * Writes the bridges of each host's own container runtimes, and the runtimes that are not stored yet. All hosts are in
 * the network. The caller holds the network's lock.
 */
export async function writeOwnBridges(
  tx: Db,
  viewer: Viewer,
  networkId: string,
  foundHosts: readonly MatchedReport[],
  at: Date,
): Promise<WrittenBridges> {
  const hosts: MatchedReport[] = [];
  const bridges: CheckedSubnet[] = [];
  for (const one of foundHosts) {
    const ownBridges = one.report.subnets.filter((subnet) => isOwnBridge(subnet, one.report));
    const runtimes = await writeRuntimes(tx, viewer, one, ownBridges, at);
    hosts.push({ ...one, storedParts: runtimes.storedParts });
    for (const bridge of ownBridges) {
      const runtimeId = runtimes.storedIds.get(bridge.virtualizationServiceId!) ?? null;
      bridges.push({ ...bridge, virtualizationServiceId: runtimeId });
    }
  }
  const subnetIds = await writeReportedSubnets(tx, networkId, bridges, at);
  return { hosts: hosts.map((one) => withSubnetIds(one, subnetIds)), subnetIds };
}

/**
 * Writes those services of a report that run the bridges, if they are not stored yet. Resolves with the host's stored
 * parts, and with the stored ids of the services by their ids in the report. A service that exceeds the limit of
 * services per host has no stored id.
 */
async function writeRuntimes(
  tx: Db,
  viewer: Viewer,
  { host, input, report, storedParts }: MatchedReport,
  bridges: readonly CheckedSubnet[],
  at: Date,
): Promise<{ storedParts: MatchedReport['storedParts']; storedIds: ReadonlyMap<string, string> }> {
  const runtimeIds = new Set(bridges.map(({ virtualizationServiceId }) => virtualizationServiceId));
  // The references of the runtimes to ports, addresses and other services are written later, with all services.
  const services = report.services.flatMap((row) =>
    row.id && runtimeIds.has(row.id) ? [{ ...row, virtualizationServiceId: null }] : [],
  );
  const plan = plannedServices({
    ...{ host, storedServices: storedParts, portIds: [] },
    input: { ...input, services: [] },
    report: { ...report, services },
    newIds: { addresses: new Map(), ports: new Map() },
  });
  if (!plan) return { storedParts, storedIds: new Map() };
  const newRuntimes = plan.rows.filter(({ storedRow }) => !storedRow);
  if (newRuntimes.length === 0) return { storedParts, storedIds: plan.serviceIds };
  const createdColumns = { createdAt: at, validFrom: at, lastSeenAt: at, updatedAt: at };
  await writePartsOfHosts(tx, viewer, parts.services, [{ host, matches: newRuntimes }], createdColumns);
  const rows = await tx.service.findMany({ where: { id: { in: newRuntimes.map(({ id }) => id) } } });
  return {
    storedParts: { ...storedParts, services: [...storedParts.services, ...rows] },
    storedIds: plan.serviceIds,
  };
}

/** Replaces the ids of the subnets of the host's addresses. Other ids stay. */
function withSubnetIds(one: MatchedReport, ids: ReadonlyMap<string, string>): MatchedReport {
  if (ids.size === 0) return one;
  const ipAddresses = one.report.ipAddresses.map((row) => ({
    ...row,
    subnetId: ids.get(row.subnetId) ?? row.subnetId,
  }));
  return { ...one, report: { ...one.report, ipAddresses } };
}
