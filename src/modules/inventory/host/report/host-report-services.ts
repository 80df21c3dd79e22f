// The services of a report: each matches an existing service or is new, and each port belongs to one service.
import type { Viewer } from '../../../../data/tenancy/viewer';
import { positionAfter, writePartsOfHosts, type HostRef } from '../../shared/host-children';
import { parts, storedIds, type MatchedChild, type Row } from '../../shared/part-matching';
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

/** The host's services, oldest first. */
export interface StoredServices {
  readonly services: readonly Service[];
  readonly bindings: readonly Binding[];
}
interface Reported {
  readonly host: HostRef;
  readonly stored: StoredServices;
  readonly input: ReportHost;
  readonly report: CheckedReport;
  /** Rows of the ports in the report. */
  readonly portIds: readonly string[];
  readonly renamed: { readonly addresses: IdsInRequest; readonly ports: IdsInRequest };
}

/** The planned writes of a host's services. */
interface PlannedServices {
  readonly host: HostRef;
  readonly rows: readonly MatchedChild[];
  readonly goneBindings: readonly string[];
  readonly addedBindings: Claims['added'];
  /** Services to lock because their bindings change, so that they cannot be deleted meanwhile. */
  readonly storedIds: readonly string[];
  /** The stored rows that the report confirms. */
  readonly confirmed: Confirmed;
}

/** Unbound ports of the report are bound to the host's OpenPorts service. Undefined if there is nothing to write. */
export function plannedServices({
  host,
  stored: { services, bindings },
  input,
  report,
  portIds,
  renamed,
}: Reported): PlannedServices | undefined {
  if (report.services.length === 0 && portIds.length === 0) return undefined;
  const known = new KnownServices<Service, CheckedReport['services'][number]>(services, bindings);

  const given = (input.services ?? []).map((service) =>
    (service.bindings ?? []).map(({ id, ipAddressId, portId }) => ({
      id,
      ipAddressId: ipAddressId == null ? null : (renamed.addresses.get(ipAddressId) ?? ipAddressId),
      portId: portId == null ? null : (renamed.ports.get(portId) ?? portId),
    })),
  );
  const matched = report.services.map((row, index) => known.take(row, given[index]!));
  const claims = new Claims(bindings, known.openPorts?.id);
  // Identified software claims ports before the OpenPorts service.
  const byClaim = matched.map((one, index) => ({ one, targets: given[index]! }));
  const isRest = ({ one }: { one: KnownService }) => one === known.openPorts;
  for (const { one, targets } of [...byClaim.filter((row) => !isRest(row)), ...byClaim.filter(isRest)])
    for (const target of targets) claims.add(one.id, target);
  const left = portIds.filter((id) => !claims.isClaimed(id));
  if (left.length > 0) {
    const rest = known.takeOpenPorts();
    for (const portId of left) claims.addLeftOver(rest.id, portId);
  }

  const firstPosition = positionAfter(services);
  const ids = new Map(
    matched.flatMap(({ id }, index) => (report.services[index]!.id ? [[report.services[index]!.id!, id]] : [])),
  );
  // A host with the maximum of services gets no further ones, nor their bindings.
  let room = listLimits.services - services.length;
  const excess = new Set(known.taken.filter((one) => !one.stored && room-- <= 0).map(({ id }) => id));
  const wantsPorts = new Set(byClaim.filter(({ targets }) => targets.length > 0).map(({ one }) => one));
  // A service known only by ports that others have claimed would be created again by every report: skip it.
  const rows = known.taken
    .filter(({ id }) => !excess.has(id))
    .filter((one) => one.stored || !wantsPorts.has(one) || claims.isBound(one.id) || !one.reports.every(isKnownByPort))
    .map((one, index) => identifiedOf(one, ids, Math.min(firstPosition + index, 2 ** 31 - 1)))
    .map((one) => (excess.has(one.wanted.virtualizationServiceId as string) ? withoutRuntime(one) : one));
  const fitting = fittingBindings(claims.added, bindings, excess);
  return {
    host,
    rows,
    goneBindings: claims.gone,
    addedBindings: fitting,
    storedIds: services.map(({ id }) => id),
    confirmed: { Service: storedIds(rows), Binding: claims.seen },
  };
}

/** Runs after addresses and ports are written. `made` are columns of new rows. */
export async function writePlannedServices(
  tx: Db,
  viewer: Viewer,
  all: readonly (PlannedServices | undefined)[],
  made: Row,
): Promise<void> {
  const planned = all.filter((one) => one !== undefined);
  const gone = planned.flatMap(({ goneBindings }) => goneBindings);
  const added = planned.flatMap(({ host, addedBindings }) =>
    addedBindings.map((one) => ({ ...one, ...made, hostId: host.id, networkId: host.networkId })),
  );
  const locked = planned.flatMap((one) =>
    one.goneBindings.length > 0 || one.addedBindings.length > 0 ? one.storedIds : [],
  );
  if (locked.length > 0) await lockServices(tx, locked);
  const write = (isWritten: (row: MatchedChild) => boolean, values?: Row) => {
    const ofHosts = planned.map(({ host, rows }) => ({ host, identified: rows.filter(isWritten) }));
    return writePartsOfHosts(tx, viewer, parts.services, ofHosts, values);
  };
  // New ones first, because known ones may refer to them as their runtime.
  await write(({ stored }) => !stored, made);
  await write(({ stored }) => stored !== undefined);
  if (gone.length > 0) await tx.binding.deleteMany({ where: { id: { in: gone } } });
  if (added.length > 0) await tx.binding.createMany({ data: added });
}

const withoutRuntime = (one: MatchedChild): MatchedChild => ({
  ...one,
  wanted: { ...one.wanted, virtualizationServiceId: undefined },
});

/** Those of services that are written, until a service has as many as it may. */
function fittingBindings<B extends { readonly serviceId: string }>(
  added: readonly B[],
  stored: readonly { readonly serviceId: string }[],
  excess: ReadonlySet<string>,
): B[] {
  const counts = new Map<string, number>();
  const count = (serviceId: string): number => {
    const next = (counts.get(serviceId) ?? 0) + 1;
    counts.set(serviceId, next);
    return next;
  };
  for (const { serviceId } of stored) count(serviceId);
  return added.filter(({ serviceId }) => !excess.has(serviceId) && count(serviceId) <= listLimits.bindings);
}

const containerFields = ['virtualizationType', 'containerName', 'containerId', 'composeProject'] as const;

/** The values to write: for a known service, empty fields and its current container, which people do not enter. */
function identifiedOf({ id, stored, reports }: KnownService, ids: IdsInRequest, position: number): MatchedChild {
  // Of duplicate reports the first value wins.
  const first: Row = Object.assign({}, ...[...reports].reverse().map(withoutEmpty));
  delete first.id;
  const runtime = first.virtualizationServiceId as string | undefined;
  const runtimeId = runtime === undefined ? undefined : (ids.get(runtime) ?? runtime);
  const virtualizationServiceId = runtimeId === id ? undefined : runtimeId;
  const matched = { sourceType: first.sourceConfidence ? 'DiscoveryWithMatch' : 'Discovery' };
  if (!stored) return { id, stored, wanted: { name: '', ...first, ...matched, virtualizationServiceId, position } };
  const replaces = !outranks(stored.sourceType, 'Discovery');
  const wanted: Row = { name: stored.name === '' ? first.name : undefined };
  if (replaces && first.sourceConfidence)
    Object.assign(wanted, {
      ...matched,
      sourceConfidence: first.sourceConfidence,
      sourceReason: first.sourceReason ?? null,
    });
  if (virtualizationServiceId && (replaces || stored.virtualizationServiceId === null))
    wanted.virtualizationServiceId = virtualizationServiceId;
  const isSameKind = stored.virtualizationType === null || stored.virtualizationType === first.virtualizationType;
  if (first.virtualizationType && (replaces || isSameKind))
    for (const field of containerFields)
      // A person's word stays; names of another platform do not outlive it.
      wanted[field] = replaces
        ? (first[field] ?? (isSameKind ? stored[field] : null))
        : (stored[field] ?? first[field] ?? null);
  return { id, stored: stored as Row, wanted };
}

const withoutEmpty = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value != null && value !== ''));
