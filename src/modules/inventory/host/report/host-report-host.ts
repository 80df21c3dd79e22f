// Finds or creates the hosts that reports describe. Merges hosts if a report proves that they are one machine, and
// undoes merges that a report disproves.
import { randomUUID } from 'node:crypto';
import type { Prisma } from '../../../../generated/prisma/client';
import type { Viewer } from '../../../../data/tenancy/viewer';
import { updateVisible, type Db } from '../../../../data/tenancy/rows';
import { withoutUndefined } from '../../../../platform/text/members';
import type { MachineEvidence } from '../../identity/identity';
import { judge, type Candidate, type Judgement, type ReasonedHost } from '../../identity/judge';
import { judgeAmong, knownToEach, wantedEvidence, type Judged, type KnownHosts } from '../../identity/known-hosts';
import { findLeaves, findMoves } from '../../identity/moves';
import { storedHosts } from '../../identity/stored-hosts.sql';
import { suggest } from '../../identity/suggestions.sql';
import { isKnownByGroupsAlone, findAnsweringMember } from '../../fhrp-group/virtual-hosts.sql';
import type { HostRef } from '../../shared/host-children';
import { outranks } from '../../shared/source-ranks';
import { mergeHosts } from '../consolidation/host-consolidation';
import { splitMerge } from '../consolidation/split-merge.sql';
import { derivedRole, newRole, type Role } from '../host-role';
import { isPlaceholder, isSameMachine } from '../consolidation/host-give-way.sql';
import { completedHost } from './host-report-merge';
import { forgetFormerMacs, leaveAddresses, markAnsweringForOthers, moveAddresses } from './host-report-moves.sql';
import { requireStoredParts } from './host-report-references';
import type { CheckedReport } from './host-report.fields';
import type { ReportHost } from './host-report.input';
import { collectEvidence } from './reported-evidence';

/**
 * Thrown if a report proves that two hosts are one machine, or that two merged hosts are two machines. Merging and
 * undoing a merge need the lock of all host writes in the network.
 */
export class MergeNeeded extends Error {}

/**
 * Thrown if a report has only virtual addresses of a redundancy group (VRRP, HSRP), so that it describes no machine of
 * its own. Such a report is not written. `memberId` is the host of the router that responds at the addresses.
 */
export class OfRouterGroup extends Error {
  constructor(readonly memberId: string) {
    super();
  }
}

/**
 * How a report may be written. `beside others`: concurrently with other host writes; if a merge is needed, MergeNeeded
 * is thrown. `alone`: no other transaction writes hosts of the network, so hosts may be merged. `without merging`:
 * hosts are never merged.
 */
export type WriteMode = 'beside others' | 'alone' | 'without merging';

/** A report whose addresses are assigned to stored subnets. */
export interface PlacedReport {
  readonly input: ReportHost;
  readonly report: CheckedReport;
  readonly evidence: MachineEvidence;
}

/** A Prisma `include`: the stored parts of a host that reports may change. They are read after the host is locked. */
const withParts = {
  ipAddresses: true,
  ports: true,
  interfaces: true,
  services: { orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] },
  bindings: true,
} satisfies Prisma.HostInclude;
type StoredHost = Prisma.HostGetPayload<{ include: typeof withParts }>;
export type StoredParts = Pick<StoredHost, keyof typeof withParts>;
const noParts: StoredParts = { ipAddresses: [], ports: [], interfaces: [], services: [], bindings: [] };

export interface MatchedReport extends PlacedReport {
  readonly host: HostRef;
  readonly storedParts: StoredParts;
  readonly answeringForOthers: ReadonlySet<string>;
  /**
   * Ids of the host's addresses that the current discovery run has already seen. These addresses are still in use, so a
   * reported address with the same MAC address does not replace them, but is added.
   */
  readonly seenInRun: ReadonlySet<string>;
  /** The stored host into which this host is merged after the report is written; undefined if no merge is needed. */
  readonly partOf: ReturnType<typeof partOfNic>;
  /**
   * Whether stored values take precedence over the report, because the source of the host, such as a user, is more
   * reliable than discovery.
   */
  readonly isOutranked: boolean;
}

/**
 * Assigns the report's addresses to stored subnets. `subnetIds` maps subnet ids in the report to ids of stored rows.
 */
export function placedReport(
  input: ReportHost,
  checkedInput: CheckedReport,
  subnetIds: ReadonlyMap<string, string>,
): PlacedReport {
  const placeOf = (id: string) => subnetIds.get(id) ?? id;
  const ipAddresses = checkedInput.ipAddresses.map((row) => ({ ...row, subnetId: placeOf(row.subnetId) }));
  const report = { ...checkedInput, ipAddresses };
  const types = checkedInput.subnets.flatMap(({ id, subnetType }) => (id ? [[placeOf(id), subnetType] as const] : []));
  return { input, report, evidence: collectEvidence(report.host, report, new Map(types)) };
}

/**
 * Finds or creates the host of each report. Addresses at which the reported machine responds move to its host. All
 * reports are of one network. Resolves with the hosts in the order of the reports. Throws MergeNeeded, OfRouterGroup,
 * or, if two reports may describe the same host, SharedCandidate.
 */
export async function findOrMakeHosts(
  tx: Db,
  viewer: Viewer,
  reports: readonly PlacedReport[],
  at: Date,
  writeMode: WriteMode,
): Promise<MatchedReport[]> {
  const { networkId } = reports[0]!.input.host;
  const searches = reports.map(({ evidence, input }) => wantedEvidence(evidence, input.host.id ?? undefined));
  const knownHosts = await knownToEach(storedHosts(tx, networkId, { areLocked: true }), searches);
  const judgedReports: JudgedReport[] = [];
  for (const [index, report] of reports.entries())
    judgedReports.push(await judgeReport(tx, viewer, report, knownHosts[index]!, writeMode));
  const unknown = judgedReports.filter(({ hostId }) => hostId === undefined);
  const newIds = await makeHosts(tx, unknown, at);
  const idOf = (one: JudgedReport): string => one.hostId ?? newIds[unknown.indexOf(one)]!;
  for (const one of judgedReports) {
    if (one.newlyAnswering.size > 0) await markAnsweringForOthers(tx, networkId, one.newlyAnswering, at);
    await moveToOwner(tx, one, idOf(one), at);
  }
  const withRows = judgedReports.filter(({ hostId, moves }) => hostId !== undefined || moves.length > 0);
  const storedParts = await readHosts(tx, withRows.map(idOf));
  const foundHosts: MatchedReport[] = [];
  for (const one of judgedReports)
    foundHosts.push(await completeHost(tx, one, idOf(one), storedParts.get(idOf(one)), at));
  return foundHosts;
}

interface JudgedReport extends PlacedReport, Judged {
  readonly partOf: ReturnType<typeof partOfNic>;
  readonly moves: ReturnType<typeof findMoves>;
  /** Id of the host that the report describes; undefined for a new host. */
  readonly hostId: string | undefined;
}

/** Decides which host the report describes. If necessary and allowed by `writeMode`, merges hosts and undoes merges. */
async function judgeReport(
  tx: Db,
  viewer: Viewer,
  report: PlacedReport,
  knownHosts: KnownHosts,
  writeMode: WriteMode,
): Promise<JudgedReport> {
  const { networkId, id: namedId } = report.input.host;
  const judgedReport = await judgeAmong(knownHosts, report.evidence, namedId ?? undefined);
  const { evidence, candidates, answeringForOthers, newlyAnswering } = judgedReport;
  if (judgedReport.judgement.verdict !== 'Same' && isKnownByGroupsAlone(evidence, judgedReport.virtualPlaces)) {
    const memberId = await findAnsweringMember(tx, networkId, evidence.addresses);
    if (memberId) throw new OfRouterGroup(memberId);
  }
  const twin =
    namedId && (await isPlaceholder(tx, candidates, namedId))
      ? judge(
          evidence,
          candidates.filter(({ hostId }) => hostId !== namedId),
          { answeringForOthers },
        )
      : undefined;
  const isTwin = twin?.verdict === 'Same' && isSameMachine(twin, evidence, candidates);
  const judgement = isTwin && writeMode !== 'without merging' ? twin : judgedReport.judgement;
  const wantedMerges =
    judgement.verdict === 'Same' && writeMode !== 'without merging'
      ? mergesOf(judgement, isTwin ? namedId! : undefined)
      : [];
  const partOf = writeMode === 'without merging' || namedId ? undefined : partOfNic(judgement, evidence);
  const sharedMerges = newlyAnswering.size === 0 ? [] : await mergesBy(tx, networkId, newlyAnswering);
  if (writeMode === 'beside others' && (wantedMerges.length > 0 || partOf || sharedMerges.length > 0))
    throw new MergeNeeded();
  for (const { hostId, other, reasons } of wantedMerges) await mergeHosts(tx, viewer, hostId, other, { reasons });
  for (const merge of writeMode === 'alone' ? sharedMerges : []) await splitMerge(tx, merge);
  const moves = findMoves(evidence, candidates, judgement);
  const hostId = judgement.verdict === 'Same' && !partOf ? judgement.hostId : undefined;
  return { ...report, ...judgedReport, judgement, partOf, moves, hostId };
}

/**
 * If the reported machine responds at addresses of other hosts, moves these addresses to the machine's host. Also
 * deletes addresses that the machine no longer uses.
 */
async function moveToOwner(tx: Db, report: JudgedReport, hostId: string, at: Date): Promise<void> {
  const { evidence, judgement, candidates, moves, answeringForOthers } = report;
  if (moves.length > 0) {
    await moveAddresses(tx, hostId, moves, at);
    const leaves = findLeaves(evidence, hostId, candidates, moves, answeringForOthers);
    if (leaves.length > 0) await leaveAddresses(tx, leaves);
  }
  if (judgement.verdict !== 'Same') return;
  // The MAC addresses in the report belong to the machine, so they are removed from the former MAC addresses of all
  // hosts.
  const macs = [...evidence.portMacs, ...evidence.addresses.flatMap(({ macAddress }) => macAddress ?? [])];
  const remembering = candidates.filter(({ formerMacs = [] }) => formerMacs.some((mac) => macs.includes(mac)));
  const ids = remembering.map((one) => one.hostId);
  if (ids.length > 0) await forgetFormerMacs(tx, ids, macs, at);
}

async function readHosts(tx: Db, ids: readonly string[]): Promise<ReadonlyMap<string, StoredHost>> {
  const [id, ...others] = ids;
  if (id === undefined) return new Map();
  const rows =
    others.length === 0
      ? [await tx.host.findUnique({ where: { id }, include: withParts })]
      : await tx.host.findMany({ where: { id: { in: [...ids] } }, include: withParts });
  return new Map(rows.flatMap((row) => (row ? [[row.id, row] as const] : [])));
}

/**
 * Writes the values of a report to its host. `storedHost` is undefined for a new host, and for a host that the viewer
 * may no longer read.
 */
async function completeHost(
  tx: Db,
  judgedReport: JudgedReport,
  madeId: string,
  storedHost: StoredHost | undefined,
  at: Date,
): Promise<MatchedReport> {
  const { input, report, evidence, judgement, partOf, answeringForOthers } = judgedReport;
  const { networkId } = input.host;
  const isNew = judgedReport.hostId === undefined;
  await requireStoredParts(tx, storedHost?.id, input);
  const isOutranked = storedHost !== undefined && outranks(storedHost.sourceType, 'Discovery');
  const seenInterfaces = seenInRun(judgedReport.candidates, storedHost?.id);
  const rest = { input, report, evidence, answeringForOthers, isOutranked, partOf, seenInRun: seenInterfaces };
  if (!storedHost) {
    // If the viewer may no longer read the stored host, a new host is created for the report.
    const id = isNew ? madeId : (await makeHosts(tx, [judgedReport], at))[0]!;
    await suggestFor(tx, networkId, id, judgement);
    return { host: { id, networkId, isNew: true }, storedParts: noParts, ...rest };
  }
  await suggestFor(tx, networkId, storedHost.id, judgement);
  if (!isNew) {
    const changedColumns = {
      ...completedHost(storedHost, notOnItself(storedHost, report.host)),
      ...roleAfter(storedHost, report),
    };
    if (Object.keys(changedColumns).length > 0)
      await updateVisible(tx, 'Host', storedHost.id, changedColumns, { query: { select: { id: true } } });
  }
  return { host: { id: storedHost.id, networkId, isNew }, storedParts: storedHost, ...rest };
}

interface Merge extends Pick<ReasonedHost, 'reasons'> {
  readonly hostId: string;
  readonly other: string;
}

/**
 * Returns the hosts to merge into the report's host: the empty host that was created for a new daemon, and hosts that
 * the report proves to be the same machine.
 */
function mergesOf(judgement: Judgement & { verdict: 'Same' }, placeholderId: string | undefined): Merge[] {
  const { hostId, reasons, absorbedHosts } = judgement;
  const placeholder = placeholderId === undefined ? [] : [{ hostId, other: placeholderId, reasons }];
  return [...placeholder, ...absorbedHosts.map((one) => ({ hostId, other: one.hostId, reasons: one.reasons }))];
}

/**
 * Returns the stored host into which the reported host must be merged, because one discovery run saw both at different
 * addresses with a common MAC address; otherwise undefined. The merge is undone if the machine with this MAC address
 * turns out to answer ARP requests for many machines.
 */
function partOfNic(judgement: Judgement, evidence: MachineEvidence) {
  if (judgement.verdict !== 'Same') return undefined;
  const { hostId, reasons } = judgement;
  if (!reasons.some(({ evidence: kind }) => kind === 'SeenApart')) return undefined;
  const ownMacs = new Set(evidence.addresses.map(({ macAddress }) => macAddress));
  const macs = reasons.find(({ evidence: kind }) => kind === 'MacAddress')?.values ?? [];
  return { hostId, reasons, sharedMac: macs.find((mac) => ownMacs.has(mac)) ?? macs[0]! };
}

const mergesBy = (tx: Db, networkId: string, macs: ReadonlySet<string>) =>
  tx.hostMerge.findMany({
    where: { networkId, sharedMac: { in: [...macs] } },
    select: { id: true, hostId: true, mergedHostId: true, networkId: true },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  });

async function suggestFor(tx: Db, networkId: string, hostId: string, judgement: Judgement): Promise<void> {
  if (judgement.verdict === 'Different' || judgement.suspectedHosts.length === 0) return;
  await suggest(tx, networkId, hostId, judgement.suspectedHosts);
}

/** Returns the ids of the host's addresses that the reporting run has already seen. */
const seenInRun = (candidates: readonly Candidate[], hostId: string | undefined): ReadonlySet<string> =>
  new Set(
    candidates
      .filter((one) => one.hostId === hostId)
      .flatMap(({ addresses }) => addresses.flatMap(({ id, isSeenInRun }) => (isSeenInRun ? [id!] : []))),
  );

/** Creates a host for each report. Resolves with the ids of the hosts, in the order of the reports. */
async function makeHosts(tx: Db, reports: readonly PlacedReport[], at: Date): Promise<readonly string[]> {
  const times = { createdAt: at, validFrom: at, lastSeenAt: at, updatedAt: at };
  const rows = reports.map(({ input, report }) => {
    const { networkId, id } = input.host;
    const { name = '', ...columns } = report.host;
    const sourceType = 'Discovery' as const;
    return {
      ...withoutUndefined(columns),
      ...roleAfter(null, report),
      ...{ ...times, networkId, name, sourceType },
      ...(id && { id }),
    };
  });
  const [row, ...others] = rows;
  if (!row) return [];
  if (others.length === 0) return [(await tx.host.create({ data: row, select: { id: true } })).id];
  const data = rows.map((one) => ({ id: randomUUID(), ...one }));
  await tx.host.createMany({ data });
  return data.map(({ id }) => id);
}

/** The reported columns, without a hypervisor that is a service of the host itself. */
const notOnItself = ({ services }: StoredHost, host: CheckedReport['host']): CheckedReport['host'] =>
  services.some(({ id }) => id === host.virtualizationServiceId)
    ? { ...host, virtualizationServiceId: undefined }
    : host;

/**
 * Returns the columns of the host's role according to the report and the stored data; empty if the role does not
 * change.
 */
function roleAfter(storedHost: StoredHost | null, { host, interfaces, services }: CheckedReport): Partial<Role> {
  const derivedFromFacts = derivedRole({
    sysObjectId: host.sysObjectId ?? storedHost?.sysObjectId,
    software: [...services, ...(storedHost?.services ?? [])].map(({ serviceDefinition }) => serviceDefinition!),
    ports: interfaces.length > 0 ? interfaces : (storedHost?.interfaces ?? []),
  });
  const role = newRole(storedHost, derivedFromFacts);
  return role.role === storedHost?.role && role.roleSource === storedHost?.roleSource ? {} : role;
}
