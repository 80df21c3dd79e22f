// One report of a host, written at once: the same host found again or a new one, with all its parts, in a fixed number of statements.
import type { Viewer } from '../../../../data/tenancy/viewer';
import { linkPortsByMac } from '../../shared/layer2-links.sql';
import { AppError } from '../../../../errors';
import { matchChildren, nextPosition, removeParts, writeParts, type HostRef } from '../../shared/host-children';
import { parts, type MatchedChild } from '../../shared/part-matching';
import { changeTime } from '../../../../data/tenancy/change-times';
import { lockHostWrites, lockNetwork } from '../../../../data/tenancy/row-locks';
import { updateVisible, withoutUndefined, type Db } from '../../../../data/tenancy/rows';
import type { ScopedDb } from '../../../../data/tenancy/scoped-db';
import { idsInRequest, replaceTaggedVlans } from '../host-links';
import { giveWay, knownTwin } from './host-give-way.sql';
import { matchingHost, storedHosts } from './host-match';
import { storableParts, withNewIds } from './host-report-storable';
import { replaceArpEvidence, replaceEvidence, replaceForwardingEvidence } from './host-report-evidence';
import { completedHost } from './host-report-merge';
import { completedAddress, completedInterface } from '../../shared/part-matching';
import { requireReportReferences, requireStoredParts } from './host-report-references';
import { writeReportedServices } from './host-report-services';
import { writeReportedSubnets } from './host-report-subnets';
import { checkedReport, type CheckedReport } from './host-report.fields';
import type { ReportHost } from './host-report.input';

/** The caller has checked that the network is within reach. Answers the host's id. All rows share one time. */
export async function reportHost(db: ScopedDb, viewer: Viewer, given: ReportHost): Promise<string> {
  if (!given.skipInvalidParts) return writeReport(db, viewer, given, await requireReportReferences(db, given));
  // What is storable names nothing that would have to be refused.
  const { input, cidrs } = await storableParts(db, given);
  return writeReport(db, viewer, input, cidrs).catch((error: unknown) => {
    const isIdTaken =
      error instanceof AppError && error.code === 'entity_already_exists' && error.params.field === 'id';
    if (!isIdTaken) throw error;
    return writeReport(db, viewer, withNewIds(input), cidrs);
  });
}

async function writeReport(
  db: ScopedDb,
  viewer: Viewer,
  input: ReportHost,
  cidrs: ReadonlyMap<string, string>,
): Promise<string> {
  const { networkId } = input.host;
  const checked = checkedReport(input, cidrs);
  return db.$transaction(async (tx) => {
    await lockHostWrites(tx, networkId);
    await lockNetwork(tx, networkId);
    const at = await changeTime(tx);
    const subnetIds = await writeReportedSubnets(tx, networkId, checked.subnets, at);
    const ipAddresses = checked.ipAddresses.map((row) => ({
      ...row,
      subnetId: subnetIds.get(row.subnetId) ?? row.subnetId,
    }));
    const report = { ...checked, ipAddresses };
    const host = await findOrMakeHost(tx, input, report, at);
    await writeParticulars(tx, viewer, host, input, report, at);
    return host.id;
  });
}

/** The host that the report names or its known twin, else the one that it matches, else a new one. */
async function findOrMakeHost(tx: Db, input: ReportHost, report: CheckedReport, at: Date): Promise<HostRef> {
  const { networkId, chassisId, id: namedId } = input.host;
  const { ipAddresses, interfaces } = report;
  const named = namedId ? await tx.host.findUnique({ where: { id: namedId } }) : null;
  const twinId = named ? await knownTwin(tx, named, ipAddresses) : undefined;
  if (named && twinId !== undefined) await giveWay(tx, named.id, twinId);
  const match = named
    ? undefined
    : await matchingHost(storedHosts(tx, networkId), { chassisId, ipAddresses, interfaces });
  const storedId = twinId ?? match?.hostId;
  const stored = storedId === undefined ? named : await tx.host.findUnique({ where: { id: storedId } });
  await requireStoredParts(tx, stored?.id, input);
  if (stored) {
    const data = { ...completedHost(stored, report.host), lastSeenAt: at, updatedAt: at, missingSince: null };
    // Its lock makes writers of the same host follow one another.
    await updateVisible(tx, 'Host', stored.id, data, { query: { select: { id: true } } });
    return { id: stored.id, networkId, isNew: false };
  }
  const { name = '', ...columns } = report.host;
  const times = { createdAt: at, validFrom: at, lastSeenAt: at, updatedAt: at };
  const data = { ...withoutUndefined(columns), ...times, networkId, name, sourceType: 'Discovery' as const };
  const made = await tx.host.create({ data: { ...data, ...(namedId && { id: namedId }) }, select: { id: true } });
  return { id: made.id, networkId, isNew: true };
}

async function writeParticulars(
  tx: Db,
  viewer: Viewer,
  host: HostRef,
  input: ReportHost,
  report: CheckedReport,
  at: Date,
): Promise<void> {
  const seen = { lastSeenAt: at, updatedAt: at };
  const made = { createdAt: at, validFrom: at, ...seen };
  const addresses = await matchChildren(tx, parts.ipAddresses, host, report.ipAddresses);
  const ports = await matchChildren(tx, parts.ports, host, report.ports);
  const renamed = { addresses: idsInRequest(addresses.identified), ports: idsInRequest(ports.identified) };

  const firstPosition = host.isNew ? 0 : await nextPosition(tx, 'IpAddress', host.id);
  const completed = addresses.identified.map((one) => completedAddress(one, firstPosition));
  await writeParts(tx, viewer, parts.ipAddresses, host, completed, made);
  await writeParts(tx, viewer, parts.ports, host, ports.identified, made);
  const interfaces = await writeInterfaces(tx, viewer, host, input, report, { addresses: renamed.addresses, made });
  await linkPortsByMac(tx, viewer, host.id);
  const portIds = ports.identified.map(({ id }) => id);
  await writeReportedServices(tx, viewer, host, { input, report, portIds, renamed, made });

  const idsOf = (rows: readonly MatchedChild[]) => ({ id: { in: rows.map(({ id }) => id) } });
  await tx.ipAddress.updateMany({ where: idsOf(completed), data: seen });
  await tx.port.updateMany({ where: idsOf(ports.identified), data: seen });
  await tx.interface.updateMany({ where: idsOf(interfaces), data: seen });
}

async function writeInterfaces(
  tx: Db,
  viewer: Viewer,
  host: HostRef,
  input: ReportHost,
  report: CheckedReport,
  { addresses, made }: { addresses: ReadonlyMap<string, string>; made: { readonly updatedAt: Date } },
): Promise<readonly MatchedChild[]> {
  const { interfaces: given, interfaceDataComplete } = input;
  if (given == null) return [];
  const { lldp = false, cdp = false, fdb = false, arp = false, vlanMembership = false } = interfaceDataComplete ?? {};
  const complete = { table: !!input.interfacesComplete, fdb: !!fdb, vlanMembership: !!vlanMembership };
  const { identified, gone } = await matchChildren(tx, parts.interfaces, host, report.interfaces);
  if (complete.table) {
    // What people have entered is nothing that a run has seen.
    const seen = { OR: [{ firstDiscoveryId: { not: null } }, { lastDiscoveryId: { not: null } }] };
    const left = await tx.interface.findMany({ where: { id: { in: gone }, ...seen }, select: { id: true } });
    await removeParts(
      tx,
      parts.interfaces,
      left.map(({ id }) => id),
    );
  }
  const linked = identified.map((one) => completedInterface(withAddress(one, addresses), complete));
  await writeParts(tx, viewer, parts.interfaces, host, linked, made);

  const vlans = given.map(({ vlanIds }) => ({ vlanIds: vlanIds ?? (complete.vlanMembership ? [] : undefined) }));
  const known = linked.flatMap(({ id, stored }) => (stored && !complete.vlanMembership ? [id] : []));
  const where = { interfaceId: { in: known } };
  const tagged = await tx.interfaceVlan.findMany({ where, select: { interfaceId: true }, distinct: ['interfaceId'] });
  const kept = new Set(tagged.map(({ interfaceId }) => interfaceId));
  const open = vlans.map((one, index) => (kept.has(linked[index]!.id) ? {} : one));
  await replaceTaggedVlans(tx, host, open, linked);

  const rows = report.evidence(linked.map(({ id }) => id));
  await replaceEvidence(tx, host, rows, { lldp, cdp }, made.updatedAt);
  if (complete.fdb) await replaceForwardingEvidence(tx, host, linked, made.updatedAt);
  if (arp) await replaceArpEvidence(tx, host, linked, report.arp, made.updatedAt);
  return linked;
}

/** A reference to an address of the same report, under the id that it has from now on. */
function withAddress(one: MatchedChild, ids: ReadonlyMap<string, string>): MatchedChild {
  const id = ids.get(one.wanted.ipAddressId as string);
  return id === undefined ? one : { ...one, wanted: { ...one.wanted, ipAddressId: id } };
}
