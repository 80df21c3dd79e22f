// One report of a host, written at once: the same host found again or a new one, with all its parts, in a fixed number of statements.
import { delegateOf } from '../../../../data/model/delegate';
import type { Prisma } from '../../../../generated/prisma/client';
import type { Viewer } from '../../../../data/tenancy/viewer';
import { linkPortsByMac } from '../../shared/layer2-links.sql';
import { isIdTaken } from '../../../../data/tenancy/constraints';
import { idsOfParts, idsUnknownTo, withNewIds } from '../../shared/part-ids';
import { matchStored, positionAfter, removeParts, writeParts, type HostRef } from '../../shared/host-children';
import { parts, storedIds, type MatchedChild } from '../../shared/part-matching';
import { lockHostWrites, lockToReport } from '../../../../data/tenancy/row-locks';
import { updateVisible, withoutUndefined, type Db } from '../../../../data/tenancy/rows';
import type { ScopedDb } from '../../../../data/tenancy/scoped-db';
import { idsInRequest, replaceTaggedVlans } from '../host-links';
import { isSameMachine, isPlaceholder } from './host-give-way.sql';
import { mergeHosts } from '../consolidation/host-consolidation';
import { splitMerge } from '../consolidation/split-merge.sql';
import { suggest } from '../../identity/suggestions.sql';
import { judgeAmong } from '../../identity/known-hosts';
import { storedHosts } from '../../identity/stored-hosts.sql';
import { evidenceOf } from './reported-evidence';
import { movesOf } from '../../identity/moves';
import { markAnsweringForOthers, moveAddresses } from './host-report-moves.sql';
import { storableParts } from './host-report-storable';
import { storeCounters } from './host-report-counters.sql';
import { replaceArpEvidence, replaceEvidence, replaceForwardingEvidence } from './host-report-evidence';
import { fittingReport } from './host-report-limits';
import { completedHost } from './host-report-merge';
import { completedAddress, completedInterface, type Part, type Row } from '../../shared/part-matching';
import { outranks } from '../../shared/source-ranks';
import { isStationMac } from '../../../../platform/text/identifiers';
import { judge, type Candidate, type Judgement, type Named } from '../../identity/judge';
import type { MachineEvidence } from '../../identity/identity';
import { AppError } from '../../../../errors';
import { requireReportReferences, requireStoredParts } from './host-report-references';
import { writeReportedRouting } from './host-report-routing';
import { derivedRole, newRole, type Role } from '../host-role';
import { markSeen, type Confirmed } from './host-report-seen.sql';
import { writeReportedServices } from './host-report-services';
import { writeReportedSubnets } from './host-report-subnets';
import { checkedReport, type CheckedReport } from './host-report.fields';
import type { ReportHost } from './host-report.input';

/** The caller has checked that the network is within reach. Answers the host's id. All rows share one time. */
export async function reportHost(db: ScopedDb, viewer: Viewer, given: ReportHost): Promise<string> {
  const { skipInvalidParts } = given;
  // What is storable names nothing that would have to be refused.
  const { input, cidrs } = skipInvalidParts
    ? await storableParts(db, given)
    : { input: given, cidrs: await requireReportReferences(db, given) };
  return writeAlone(db, viewer, input, cidrs).catch(async (error: unknown) => {
    if (!isIdTaken(error)) throw error;
    // A part with the id of another row gets one of its own; so does a new host whose id a host elsewhere has.
    const ids = skipInvalidParts ? idsOfParts(input) : await idsUnknownTo(db, input.host.networkId, input);
    const host = error.params.entity === 'Host' ? { ...input.host, id: undefined } : input.host;
    return writeAlone(db, viewer, { ...withNewIds(input, ids), host }, cidrs);
  });
}

/** The report shows that hosts are one, or are not: that is written while nobody else writes hosts of the network. */
class MergeNeeded extends Error {}

/** How a report may be written: merging and splitting hosts wants the network alone. */
type Way = 'beside others' | 'alone' | 'without merging';

async function writeAlone(...report: ReportArguments): Promise<string> {
  try {
    return await writeReport(...report, 'beside others');
  } catch (error) {
    if (!(error instanceof MergeNeeded)) throw error;
  }
  try {
    return await writeReport(...report, 'alone');
  } catch (error) {
    // Together they would have more parts than a host may have.
    if (!(error instanceof AppError) || error.code !== 'hosts_consolidate_failed') throw error;
    return writeReport(...report, 'without merging');
  }
}

type ReportArguments = [db: ScopedDb, viewer: Viewer, input: ReportHost, cidrs: ReadonlyMap<string, string>];

async function writeReport(...[db, viewer, input, cidrs, way]: [...ReportArguments, Way]): Promise<string> {
  const { networkId } = input.host;
  const checked = checkedReport(input, cidrs);
  /** A value of the report with the subnets of its addresses as they are stored. */
  const placed = (report: CheckedReport, subnetIds: ReadonlyMap<string, string>): CheckedReport => ({
    ...report,
    ipAddresses: report.ipAddresses.map((row) => ({ ...row, subnetId: subnetIds.get(row.subnetId) ?? row.subnetId })),
  });
  return db.$transaction(async (tx) => {
    if (way === 'alone') await lockHostWrites(tx, networkId, { isAlone: true });
    const at = await lockToReport(tx, networkId);
    const subnetIds = await writeReportedSubnets(tx, networkId, checked.subnets, at);
    const report = placed(checked, subnetIds);
    const found = await findOrMakeHost(tx, viewer, input, report, subnetIds, at, way);
    const { host, stored } = found;
    const fitting = fittingReport(input, report, stored);
    const rest = fitting === input ? report : placed(checkedReport(fitting, cidrs), subnetIds);
    const confirmed = await writeParticulars(tx, viewer, found, fitting, rest, at);
    if (!host.isNew) await markSeen(tx, viewer, host.id, confirmed, at);
    if (!found.partOf) return host.id;
    await mergeHosts(tx, viewer, found.partOf.hostId, host.id, found.partOf);
    return found.partOf.hostId;
  });
}

/** What is stored of a host, read once its lock is held. */
const withParts = {
  ipAddresses: true,
  ports: true,
  interfaces: true,
  services: { orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] },
  bindings: true,
} satisfies Prisma.HostInclude;
type StoredParts = Prisma.HostGetPayload<{ include: typeof withParts }>;
interface Reported {
  readonly host: HostRef;
  readonly stored: Pick<StoredParts, keyof typeof withParts>;
}
interface Found extends Reported {
  readonly answeringForOthers: ReadonlySet<string>;
  /** Ids of its addresses that the run that reports has seen: none of them is moving. */
  readonly seenInRun: ReadonlySet<string>;
  /** The host that it is merged into once it is written. */
  readonly partOf: ReturnType<typeof partOfNic>;
  /** What people say of the host counts more than what the report says. */
  readonly isOutranked: boolean;
}
const nothing: Reported['stored'] = { ipAddresses: [], ports: [], interfaces: [], services: [], bindings: [] };

/** The host that all evidence of the report names, else a new one; addresses that others had before are its own now. */
async function findOrMakeHost(
  tx: Db,
  viewer: Viewer,
  input: ReportHost,
  report: CheckedReport,
  subnetIds: ReadonlyMap<string, string>,
  at: Date,
  way: Way,
): Promise<Found> {
  const { networkId, id: namedId } = input.host;
  const subnetTypes = new Map(
    report.subnets.flatMap(({ id, subnetType }) => (id ? [[subnetIds.get(id) ?? id, subnetType] as const] : [])),
  );
  const evidence = evidenceOf(report.host, report, subnetTypes);
  const known = storedHosts(tx, networkId, { areLocked: true });
  const judged = await judgeAmong(known, evidence, namedId ?? undefined);
  const { candidates, answeringForOthers, newlyAnswering } = judged;
  const twin =
    namedId && (await isPlaceholder(tx, candidates, namedId))
      ? judge(
          evidence,
          candidates.filter(({ hostId }) => hostId !== namedId),
          { answeringForOthers },
        )
      : undefined;
  const isTwin = twin?.verdict === 'Same' && isSameMachine(twin, evidence, candidates);
  const judgement = isTwin && way !== 'without merging' ? twin : judged.judgement;
  const wanted =
    judgement.verdict === 'Same' && way !== 'without merging' ? mergesOf(judgement, isTwin ? namedId! : undefined) : [];
  const partOf = way === 'without merging' || namedId ? undefined : partOfNic(judgement, evidence);
  const shared = newlyAnswering.size === 0 ? [] : await mergesBy(tx, networkId, newlyAnswering);
  if (way === 'beside others' && (wanted.length > 0 || partOf || shared.length > 0)) throw new MergeNeeded();
  for (const { hostId, other, reasons } of wanted) await mergeHosts(tx, viewer, hostId, other, { reasons });
  for (const merge of way === 'alone' ? shared : []) await splitMerge(tx, merge);

  if (newlyAnswering.size > 0) await markAnsweringForOthers(tx, networkId, newlyAnswering, at);
  const moves = movesOf(evidence, candidates, judgement);
  const hostId = judgement.verdict === 'Same' && !partOf ? judgement.hostId : undefined;
  const before = hostId ?? (moves.length > 0 ? await makeHost(tx, input, report, at) : undefined);
  if (moves.length > 0) await moveAddresses(tx, before!, moves, at);
  const stored = before === undefined ? null : await tx.host.findUnique({ where: { id: before }, include: withParts });
  await requireStoredParts(tx, stored?.id, input);
  const isOutranked = stored !== null && outranks(stored.sourceType, 'Discovery');
  const rest = { answeringForOthers, isOutranked, partOf, seenInRun: seenInRun(candidates, stored?.id) };
  if (!stored) {
    const id = await makeHost(tx, input, report, at);
    await suggestFor(tx, networkId, id, judgement);
    return { host: { id, networkId, isNew: true }, stored: nothing, ...rest };
  }
  await suggestFor(tx, networkId, stored.id, judgement);
  if (hostId !== undefined) {
    const changed = { ...completedHost(stored, report.host), ...roleAfter(stored, report) };
    if (Object.keys(changed).length > 0)
      await updateVisible(tx, 'Host', stored.id, changed, { query: { select: { id: true } } });
  }
  return { host: { id: stored.id, networkId, isNew: hostId === undefined }, stored, ...rest };
}

interface Merge extends Pick<Named, 'reasons'> {
  readonly hostId: string;
  readonly other: string;
}

/** Hosts that are to be merged into the one that the report is about. */
function mergesOf(judgement: Judgement & { verdict: 'Same' }, placeholderId: string | undefined): Merge[] {
  const { hostId, reasons, absorbed } = judgement;
  const placeholder = placeholderId === undefined ? [] : [{ hostId, other: placeholderId, reasons }];
  return [...placeholder, ...absorbed.map((one) => ({ hostId, other: one.hostId, reasons: one.reasons }))];
}

/** What a run tells apart is one by its MAC address alone: kept as a merge, which goes when that answers for many. */
function partOfNic(judgement: Judgement, evidence: MachineEvidence) {
  if (judgement.verdict !== 'Same') return undefined;
  const { hostId, reasons } = judgement;
  if (!reasons.some(({ evidence: kind }) => kind === 'SeenApart')) return undefined;
  const own = new Set(evidence.addresses.map(({ macAddress }) => macAddress));
  const macs = reasons.find(({ evidence: kind }) => kind === 'MacAddress')?.values ?? [];
  return { hostId, reasons, sharedMac: macs.find((mac) => own.has(mac)) ?? macs[0]! };
}

const mergesBy = (tx: Db, networkId: string, macs: ReadonlySet<string>) =>
  tx.hostMerge.findMany({
    where: { networkId, sharedMac: { in: [...macs] } },
    select: { id: true, hostId: true, mergedHostId: true, networkId: true },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  });

async function suggestFor(tx: Db, networkId: string, hostId: string, judgement: Judgement): Promise<void> {
  if (judgement.verdict === 'Different' || judgement.suspected.length === 0) return;
  await suggest(tx, networkId, hostId, judgement.suspected);
}

/** Ids of the host's addresses that the run that reports has seen. */
const seenInRun = (candidates: readonly Candidate[], hostId: string | undefined): ReadonlySet<string> =>
  new Set(
    candidates
      .filter((one) => one.hostId === hostId)
      .flatMap(({ addresses }) => addresses.flatMap(({ id, isSeenInRun }) => (isSeenInRun ? [id!] : []))),
  );

async function makeHost(tx: Db, { host }: ReportHost, report: CheckedReport, at: Date): Promise<string> {
  const { networkId, id } = host;
  const { name = '', ...columns } = report.host;
  const times = { createdAt: at, validFrom: at, lastSeenAt: at, updatedAt: at };
  const data = {
    ...withoutUndefined(columns),
    ...roleAfter(null, report),
    ...times,
    networkId,
    name,
    sourceType: 'Discovery' as const,
  };
  return (await tx.host.create({ data: { ...data, ...(id && { id }) }, select: { id: true } })).id;
}

/** An address that the run has not seen yet and whose MAC is at another one now has moved there. */
function movingAddresses(seenInRun: ReadonlySet<string>): Part {
  const [byPlace, byMac] = [parts.ipAddresses.keys[0]!, parts.ipAddresses.keys[1]!];
  const of = (row: Row) => {
    const isStaying = row.answersForOthers === true || seenInRun.has(row.id as string);
    return isStaying || !isStationMac(row.macAddress as string | null) ? null : byMac.of(row);
  };
  return { ...parts.ipAddresses, keys: [byPlace, { ...byMac, of }] };
}

/** The role that the host has by the report and what is stored of it, where it is another one. */
function roleAfter(stored: StoredParts | null, { host, interfaces, services }: CheckedReport): Partial<Role> {
  const derived = derivedRole({
    sysObjectId: host.sysObjectId ?? stored?.sysObjectId,
    software: [...services, ...(stored?.services ?? [])].map(({ serviceDefinition }) => serviceDefinition!),
    ports: interfaces.length > 0 ? interfaces : (stored?.interfaces ?? []),
  });
  const role = newRole(stored, derived);
  return role.role === stored?.role && role.roleSource === stored?.roleSource ? {} : role;
}

/** Answers the stored parts that the report confirms. */
async function writeParticulars(
  tx: Db,
  viewer: Viewer,
  { host, stored, answeringForOthers, seenInRun, isOutranked }: Found,
  input: ReportHost,
  report: CheckedReport,
  at: Date,
): Promise<Confirmed> {
  const made = { createdAt: at, validFrom: at, lastSeenAt: at, updatedAt: at };
  const marked = report.ipAddresses.map((row) => ({
    ...row,
    answersForOthers: row.macAddress == null ? undefined : answeringForOthers.has(row.macAddress),
  }));
  const addresses = matchStored(movingAddresses(seenInRun), marked, stored.ipAddresses);
  const ports = matchStored(parts.ports, report.ports, stored.ports);
  const renamed = { addresses: idsInRequest(addresses.identified), ports: idsInRequest(ports.identified) };

  const firstPosition = positionAfter(stored.ipAddresses);
  const completed = addresses.identified.map((one) =>
    completedAddress(one, firstPosition, { replacesMac: !isOutranked }),
  );
  await writeParts(tx, viewer, parts.ipAddresses, host, completed, made);
  await writeParts(tx, viewer, parts.ports, host, ports.identified, made);
  const read = { input, report, addresses: renamed.addresses, made };
  const interfaces = await writeInterfaces(tx, viewer, { host, stored }, read);
  if (stored.interfaces.length > 0 || interfaces.length > 0) await linkPortsByMac(tx, viewer, host.id);
  await writeReportedRouting(tx, viewer, host, { input, stored: stored.interfaces, interfaces, at });
  const portIds = ports.identified.map(({ id }) => id);
  const services = await writeReportedServices(tx, viewer, host, { stored, input, report, portIds, renamed, made });
  return {
    IpAddress: storedIds(completed),
    Port: storedIds(ports.identified),
    Interface: storedIds(interfaces),
    ...services,
  };
}

interface Reading {
  readonly input: ReportHost;
  readonly report: CheckedReport;
  readonly addresses: ReadonlyMap<string, string>;
  /** Columns of new rows. */
  readonly made: { readonly updatedAt: Date };
}

async function writeInterfaces(
  tx: Db,
  viewer: Viewer,
  { host, stored }: Reported,
  { input, report, addresses, made }: Reading,
): Promise<readonly MatchedChild[]> {
  const { interfaces: given, interfaceDataComplete } = input;
  if (given == null) return [];
  const { lldp = false, cdp = false, fdb = false, arp = false, vlanMembership = false } = interfaceDataComplete ?? {};
  const { duplex, aggregates, stp, poe } = interfaceDataComplete ?? {};
  const groups = { duplex: !!duplex, aggregates: !!aggregates, stp: !!stp, poe: !!poe };
  const complete = { table: !!input.interfacesComplete, fdb: !!fdb, vlanMembership: !!vlanMembership, ...groups };
  const { identified, gone } = matchStored(parts.interfaces, report.interfaces, stored.interfaces);
  if (complete.table) {
    // What people have entered is nothing that a run has seen.
    const seen = stored.interfaces.filter((one) => one.firstDiscoveryId !== null || one.lastDiscoveryId !== null);
    const left = new Set(gone);
    await removeParts(
      tx,
      parts.interfaces,
      seen.map(({ id }) => id).filter((id) => left.has(id)),
    );
  }
  const inAggregates = withAggregates(identified, given);
  const linked = inAggregates.map((one) => completedInterface(withAddress(one, addresses), complete));
  await writeParts(tx, viewer, parts.interfaces, host, linked, made);

  const vlans = given.map(({ vlanIds }) => ({ vlanIds: vlanIds ?? (complete.vlanMembership ? [] : undefined) }));
  const known = linked.flatMap(({ id, stored }) => (stored && !complete.vlanMembership ? [id] : []));
  const kept = known.length > 0 ? await taggedOf(tx, known) : new Set<string>();
  const open = vlans.map((one, index) => (kept.has(linked[index]!.id) ? {} : one));
  await replaceTaggedVlans(tx, host, open, linked);

  const rows = report.evidence(linked.map(({ id }) => id));
  await replaceEvidence(tx, host, rows, { lldp, cdp }, made.updatedAt);
  if (complete.fdb) await replaceForwardingEvidence(tx, host, linked, made.updatedAt);
  if (arp) await replaceArpEvidence(tx, host, linked, report.arp, made.updatedAt);
  await storeCounters(tx, viewer, host, linked, given, made.updatedAt);
  return linked;
}

/** Those of the ports that are in any VLAN. */
async function taggedOf(tx: Db, interfaceIds: string[]): Promise<ReadonlySet<unknown>> {
  const groups = { by: ['interfaceId'], where: { interfaceId: { in: interfaceIds } }, _count: { _all: true } };
  return new Set((await delegateOf(tx, 'InterfaceVlan').groupBy(groups)).map(({ interfaceId }) => interfaceId));
}

/** `identified` and `given` go side by side. An index that several ports of the report have leads to none. */
function withAggregates(
  identified: readonly MatchedChild[],
  given: NonNullable<ReportHost['interfaces']>,
): readonly MatchedChild[] {
  const byIndex = new Map<number, string | undefined>();
  for (const [at, { ifIndex }] of given.entries())
    if (ifIndex != null) byIndex.set(ifIndex, byIndex.has(ifIndex) ? undefined : identified[at]!.id);
  return identified.map((one, at) => {
    const { aggregateIfIndex: index } = given[at]!;
    const aggregateId = index == null ? undefined : byIndex.get(index);
    return aggregateId === undefined || aggregateId === one.id
      ? one
      : { ...one, wanted: { ...one.wanted, aggregateId } };
  });
}

/** A reference to an address of the same report, under the id that it has from now on. */
function withAddress(one: MatchedChild, ids: ReadonlyMap<string, string>): MatchedChild {
  const id = ids.get(one.wanted.ipAddressId as string);
  return id === undefined ? one : { ...one, wanted: { ...one.wanted, ipAddressId: id } };
}
