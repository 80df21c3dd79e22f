// Undoes merges of hosts, and stores users' answers to suggestions that two hosts are one machine.
import { storedJson } from '../../../../data/model/stored-json';
import { recordAuditEvent } from '../../../../data/tenancy/audit-events';
import { lockHostWrites } from '../../shared/host-locks.sql';
import { requireVisible, updateVisible } from '../../../../data/tenancy/rows';
import type { ScopedDb } from '../../../../data/tenancy/scoped-db';
import type { Viewer } from '../../../../data/tenancy/viewer';
import { AppError } from '../../../../errors';
import { consolidateHosts } from '../consolidation/host-consolidation';
import { splitMerge } from '../consolidation/split-merge.sql';
import { findSurvivors } from '../../identity/aliases';
import { compare } from '../../identity/compare';
import { buildIdentity, type MachineEvidence, type Reason } from '../../identity/identity';
import { wantedEvidence } from '../../identity/known-hosts';
import { storedHosts } from '../../identity/stored-hosts.sql';
import { refusePair } from '../../identity/suggestions.sql';

/**
 * Undoes the merge of a host, and records that the two hosts are different machines. Throws 404 if the host is not
 * merged, or if two accessible networks have a merge with this id. Resolves with the id of the restored host: its
 * former id if this is free, otherwise a new id.
 */
export async function splitHost(db: ScopedDb, viewer: Viewer, mergedHostId: string): Promise<string> {
  const [splitHostId, another] = await db.hostMerge.findMany({
    where: { mergedHostId },
    select: { networkId: true },
    take: 2,
  });
  if (!splitHostId || another) throw new AppError('entity_not_found', { entity: 'Host', id: mergedHostId });
  return db.$transaction(async (tx) => {
    await lockHostWrites(tx, splitHostId.networkId, { isAlone: true });
    const merge = await tx.hostMerge.findFirst({
      where: { mergedHostId, networkId: splitHostId.networkId },
      select: { id: true, hostId: true, mergedHostId: true, networkId: true, mergedName: true },
    });
    if (!merge) throw new AppError('entity_not_found', { entity: 'Host', id: mergedHostId });
    const hostId = await splitMerge(tx, merge);
    await refusePair(tx, merge.networkId, hostId, merge.hostId);
    await recordAuditEvent(tx, {
      ...{ eventType: 'HostSplit', organizationId: viewer.organizationId, subjectType: 'Host' },
      ...{ subjectId: hostId, subjectName: merge.mergedName },
      details: { network_id: merge.networkId, from_host_id: merge.hostId },
    });
    return hostId;
  });
}

export type Answer = 'Accept' | 'Refuse' | 'Later';

/**
 * Stores a user's answer to the suggestion that two hosts are one machine. Resolves with the id of the remaining host
 * if the answer merges the hosts, otherwise with the suggestion's `hostId`.
 */
export async function answerSuggestion(db: ScopedDb, viewer: Viewer, id: string, answer: Answer): Promise<string> {
  const { hostId, otherHostId, networkId } = await requireVisible(db, 'IdentitySuggestion', id);
  if (answer !== 'Accept') {
    const state = answer === 'Refuse' ? ('Refused' as const) : ('Later' as const);
    return db.$transaction(async (tx) => {
      await updateVisible(tx, 'IdentitySuggestion', id, { state }, { query: { select: { id: true } } });
      const host = await requireVisible(tx, 'Host', hostId, { select: { name: true, hostname: true } });
      await recordAuditEvent(tx, {
        ...{ eventType: 'IdentitySuggestionAnswered', organizationId: viewer.organizationId, subjectType: 'Host' },
        ...{ subjectId: hostId, subjectName: host.name || host.hostname || '' },
        details: { network_id: networkId, other_host_id: otherHostId, answer },
      });
      return hostId;
    });
  }
  // If a daemon runs on one of the two hosts, the merge must keep this host as the destination, because daemons refer
  // to it.
  const daemons = await db.daemon.findMany({ where: { hostId }, select: { id: true }, take: 1 });
  const [destination, other] = daemons.length > 0 ? [hostId, otherHostId] : [otherHostId, hostId];
  await consolidateHosts(db, viewer, destination, other);
  return destination;
}

export interface HostComparison {
  readonly verdict: 'Same' | 'Different' | 'Unclear';
  readonly reasons: readonly Reason[];
}

/**
 * Resolves with the comparison of two hosts: whether they are the same machine, and why. The id of a merged host stands
 * for the remaining host. If both ids stand for one host, returns the reasons of its merges. Throws 404 for a missing
 * host, and 400 for two hosts at a past instant.
 */
export async function whySameHost(
  { db, at }: { readonly db: ScopedDb; readonly at?: Date | undefined },
  a: string,
  b: string,
): Promise<HostComparison> {
  const survivors = await findSurvivors(db, [a, b]);
  const [one, other] = [survivors.get(a) ?? a, survivors.get(b) ?? b];
  // Evidence of past states is not available, so two hosts can be compared only at present.
  if (one !== other && at) throw new AppError('validation_invalid_format', { field: 'at' });
  if (one !== other) return compareHosts(db, one, other);
  await requireVisible(db, 'Host', one, { select: { id: true } });
  const merges = await db.hostMerge.findMany({
    where: { hostId: one, mergedHostId: { in: [a, b] } },
    select: { reasons: true },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  return { verdict: 'Same', reasons: merges.flatMap(({ reasons }) => storedJson<Reason[]>(reasons)) };
}

async function compareHosts(db: ScopedDb, a: string, b: string): Promise<HostComparison> {
  const { networkId } = await requireVisible(db, 'Host', a, { select: { networkId: true } });
  await requireVisible(db, 'Host', b, { select: { id: true } });
  const noEvidence: MachineEvidence = { addresses: [], portMacs: [] };
  const [one, other] = await Promise.all(
    [a, b].map(async (id) => {
      const { hosts } = await storedHosts(db, networkId).candidates(wantedEvidence(noEvidence, id));
      return hosts.find(({ hostId }) => hostId === id);
    }),
  );
  // Hosts in different networks are never the same machine.
  if (!one || !other) return { verdict: 'Different', reasons: [] };
  const { verdict, reasons } = compare(buildIdentity(one), buildIdentity(other));
  const peopleReason: Reason = { evidence: 'AnsweredByPeople', strength: 'Contradicts', values: [] };
  const isRefused = await db.identitySuggestion.count({
    where: {
      state: 'Refused',
      OR: [
        { hostId: a, otherHostId: b },
        { hostId: b, otherHostId: a },
      ],
    },
  });
  if (isRefused > 0) return { verdict: 'Different', reasons: [peopleReason, ...reasons] };
  if (verdict === 'Same') return { verdict: 'Same', reasons };
  return { verdict: verdict === 'Supported' || verdict === 'Unclear' ? 'Unclear' : 'Different', reasons };
}
