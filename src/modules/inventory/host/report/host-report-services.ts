// Plans and writes the services of reports. A reported service matches a stored service or is new. Each port belongs to
// one service.
import type { Viewer } from '../../../../data/tenancy/viewer';
import { writePartsOfHosts, type HostRef } from '../../shared/host-children';
import { parts, positionAfterLast, storedIds, type MatchedChild, type Row } from '../../shared/part-matching';
import { outranks } from '../../shared/source-ranks';
import { listLimits } from '../../../../data/tenancy/list-limits';
import { lockServices } from '../../shared/host-locks.sql';
import type { Db } from '../../../../data/tenancy/rows';
import type { IdsInRequest } from '../../shared/service-parts';
import type { Binding, Service } from '../../../../generated/prisma/client';
import { Claims } from './host-report-claims';
import type { CheckedReport } from './host-report.fields';
import type { ReportHost } from './host-report.input';
import type { Confirmed } from './host-report-seen.sql';
import { isKnownByPort, KnownServices, type KnownService } from './host-report-service-match';
import { highestInt32 } from '../../../../platform/text/integers';

/** The host's services, oldest first. */
export interface StoredServices {
  readonly services: readonly Service[];
  readonly bindings: readonly Binding[];
}
interface Reported {
  readonly host: HostRef;
  readonly storedServices: StoredServices;
  readonly input: ReportHost;
  readonly report: CheckedReport;
  /** Ids of the ports in the report, as stored in the database. */
  readonly portIds: readonly string[];
  readonly newIds: { readonly addresses: IdsInRequest; readonly ports: IdsInRequest };
}

/** The planned writes of a host's services. */
interface PlannedServices {
  readonly host: HostRef;
  readonly rows: readonly MatchedChild[];
  readonly goneBindings: readonly string[];
  readonly addedBindings: Claims['added'];
  /**
   * Ids of the host's stored services. The rows are locked if bindings change, so that no other transaction deletes a
   * service meanwhile.
   */
  readonly storedIds: readonly string[];
  /** The ids with which services are stored, by their ids in the report; without services that are not written. */
  readonly serviceIds: IdsInRequest;
  /** The stored rows that the report confirms. */
  readonly confirmedParts: Confirmed;
}

/**
 * Plans the writes of a host's services. A port that belongs to no service is bound to the host's service `OpenPorts`.
 * Returns undefined if there is nothing to write.
 */
export function plannedServices({
  host,
  storedServices: { services, bindings },
  input,
  report,
  portIds,
  newIds,
}: Reported): PlannedServices | undefined {
  if (report.services.length === 0 && portIds.length === 0) return undefined;
  const knownServices = new KnownServices<Service, CheckedReport['services'][number]>(services, bindings);

  const bindingTargets = report.services.map((_row, index) =>
    (input.services?.[index]?.bindings ?? []).map(({ id, ipAddressId, portId }) => ({
      id,
      ipAddressId: ipAddressId == null ? null : (newIds.addresses.get(ipAddressId) ?? ipAddressId),
      portId: portId == null ? null : (newIds.ports.get(portId) ?? portId),
    })),
  );
  const matchedServices = report.services.map((row, index) => knownServices.take(row, bindingTargets[index]!));
  const claims = new Claims(bindings, knownServices.openPorts?.id);
  // A port can be bound to one service only. The bindings that the report lists for `OpenPorts`, the service of ports
  // without a known service, are added last, so that other services get their ports first.
  const byClaim = matchedServices.map((one, index) => ({ one, targets: bindingTargets[index]! }));
  const isRest = ({ one }: { one: KnownService }) => one === knownServices.openPorts;
  for (const { one, targets } of [...byClaim.filter((row) => !isRest(row)), ...byClaim.filter(isRest)])
    for (const target of targets) claims.add(one.id, target);
  const unclaimedPorts = portIds.filter((id) => !claims.isClaimed(id));
  if (unclaimedPorts.length > 0) {
    const rest = knownServices.takeOpenPorts();
    for (const portId of unclaimedPorts) claims.addLeftOver(rest.id, portId);
  }

  const firstPosition = positionAfterLast(services);
  const ids = new Map(
    matchedServices.flatMap(({ id }, index) => (report.services[index]!.id ? [[report.services[index]!.id!, id]] : [])),
  );
  // A host with the maximum number of services gets no new services and no bindings of new services.
  let room = listLimits.services - services.length;
  const excess = new Set(knownServices.matches.filter((one) => !one.storedService && room-- <= 0).map(({ id }) => id));
  const wantsPorts = new Set(byClaim.filter(({ targets }) => targets.length > 0).map(({ one }) => one));
  // Omits a new service that only ports identify if none of its ports is free. Such a service would be stored without
  // ports, and each report would create it again.
  const rows = knownServices.matches
    .filter(({ id }) => !excess.has(id))
    .filter(
      (one) => one.storedService || !wantsPorts.has(one) || claims.isBound(one.id) || !one.reports.every(isKnownByPort),
    )
    .map((one, index) => identifiedOf(one, ids, Math.min(firstPosition + index, highestInt32)))
    .map((one) => (excess.has(one.reportedRow.virtualizationServiceId as string) ? withoutRuntime(one) : one));
  const writtenIds = new Set(rows.map(({ id }) => id));
  const fitting = fittingBindings(claims.added, bindings, excess);
  return {
    host,
    rows,
    goneBindings: claims.gone,
    addedBindings: fitting,
    storedIds: services.map(({ id }) => id),
    serviceIds: new Map([...ids].filter(([, id]) => writtenIds.has(id))),
    confirmedParts: { Service: storedIds(rows), Binding: claims.seen },
  };
}

/**
 * Writes planned services. Addresses and ports must have been written before. `createdColumns` are additional columns
 * of new rows.
 */
export async function writePlannedServices(
  tx: Db,
  viewer: Viewer,
  all: readonly (PlannedServices | undefined)[],
  createdColumns: Row,
): Promise<void> {
  const plannedHosts = all.filter((one) => one !== undefined);
  const goneBindings = plannedHosts.flatMap(({ goneBindings }) => goneBindings);
  const addedBindings = plannedHosts.flatMap(({ host, addedBindings }) =>
    addedBindings.map((one) => ({ ...one, ...createdColumns, hostId: host.id, networkId: host.networkId })),
  );
  const hostsToLock = plannedHosts.flatMap((one) =>
    one.goneBindings.length > 0 || one.addedBindings.length > 0 ? one.storedIds : [],
  );
  if (hostsToLock.length > 0) await lockServices(tx, hostsToLock);
  const write = (isWritten: (row: MatchedChild) => boolean, values?: Row) => {
    const ofHosts = plannedHosts.map(({ host, rows }) => ({ host, matches: rows.filter(isWritten) }));
    return writePartsOfHosts(tx, viewer, parts.services, ofHosts, values);
  };
  // New services are written first, because stored services may refer to a new service as their container runtime.
  await write(({ storedRow }) => !storedRow, createdColumns);
  await write(({ storedRow }) => storedRow !== undefined);
  if (goneBindings.length > 0) await tx.binding.deleteMany({ where: { id: { in: goneBindings } } });
  if (addedBindings.length > 0) await tx.binding.createMany({ data: addedBindings });
}

const withoutRuntime = (one: MatchedChild): MatchedChild => ({
  ...one,
  reportedRow: { ...one.reportedRow, virtualizationServiceId: undefined },
});

/**
 * Returns the new bindings that can be stored. Left out are bindings above the limit per service, and all bindings of
 * the services that exceed the limit of services per host (`excess`).
 */
function fittingBindings<B extends { readonly serviceId: string }>(
  addedRows: readonly B[],
  storedBindings: readonly { readonly serviceId: string }[],
  excess: ReadonlySet<string>,
): B[] {
  const counts = new Map<string, number>();
  const count = (serviceId: string): number => {
    const next = (counts.get(serviceId) ?? 0) + 1;
    counts.set(serviceId, next);
    return next;
  };
  for (const { serviceId } of storedBindings) count(serviceId);
  return addedRows.filter(({ serviceId }) => !excess.has(serviceId) && count(serviceId) <= listLimits.bindings);
}

const containerFields = ['virtualizationType', 'containerName', 'containerId', 'composeProject'] as const;

/**
 * Returns the columns to write for a service. A stored service that users entered only gets values for its empty
 * columns; for other stored services, the source and the container columns are replaced too.
 */
function identifiedOf({ id, storedService, reports }: KnownService, ids: IdsInRequest, position: number): MatchedChild {
  // If several reported rows describe the service, each column gets the first value that is not empty.
  const first: Row = Object.assign({}, ...[...reports].reverse().map(withoutEmpty));
  delete first.id;
  const runtime = first.virtualizationServiceId as string | undefined;
  const runtimeId = runtime === undefined ? undefined : (ids.get(runtime) ?? runtime);
  const virtualizationServiceId = runtimeId === id ? undefined : runtimeId;
  const matchedSource = { sourceType: first.sourceConfidence ? 'DiscoveryWithMatch' : 'Discovery' };
  if (!storedService)
    return {
      id,
      storedRow: storedService,
      reportedRow: { name: '', ...first, ...matchedSource, virtualizationServiceId, position },
    };
  const replaces = !outranks(storedService.sourceType, 'Discovery');
  const newColumns: Row = { name: storedService.name === '' ? first.name : undefined };
  if (replaces && first.sourceConfidence)
    Object.assign(newColumns, {
      ...matchedSource,
      sourceConfidence: first.sourceConfidence,
      sourceReason: first.sourceReason ?? null,
    });
  if (virtualizationServiceId && (replaces || storedService.virtualizationServiceId === null))
    newColumns.virtualizationServiceId = virtualizationServiceId;
  const isSameKind =
    storedService.virtualizationType === null || storedService.virtualizationType === first.virtualizationType;
  if (first.virtualizationType && (replaces || isSameKind))
    for (const field of containerFields)
      // Values that users set stay. If the container platform changed, container columns without a reported value are
      // cleared.
      newColumns[field] = replaces
        ? (first[field] ?? (isSameKind ? storedService[field] : null))
        : (storedService[field] ?? first[field] ?? null);
  return { id, storedRow: storedService as Row, reportedRow: newColumns };
}

const withoutEmpty = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value != null && value !== ''));
