// Accepts findings, so that they no longer make a check fail, and withdraws acceptances. The stored verdict changes in
// the same transaction.
import { recordAuditEvent } from '../../../data/tenancy/audit-events';
import { listLimits } from '../../../data/tenancy/list-limits';
import { deleteVisible, requireScope, requireSelected, requireVisible } from '../../../data/tenancy/rows';
import type { ScopedDb } from '../../../data/tenancy/scoped-db';
import { userOf, type Viewer } from '../../../data/tenancy/viewer';
import { AppError } from '../../../errors';
import { storedJson } from '../../../data/model/stored-json';
import type { Finding } from '../judging/verdict';
import { lockChecks } from '../check/check-locks.sql';
import { refreshVerdict } from '../check/verdicts.sql';

interface Accepted {
  readonly checkId: string;
  readonly networkId: string;
  readonly findingKey: string;
  readonly note: string | null;
}

/**
 * Accepts a finding that the present verdict lists, and resolves with the id of the acceptance. Throws 404 for a check
 * or finding that is missing, and 409 `check_acceptances_exceeded`. An acceptance that exists already gets the new note.
 */
export async function acceptFinding(
  db: ScopedDb,
  viewer: Viewer,
  { checkId, networkId, findingKey, note }: Accepted,
): Promise<string> {
  const { organizationId, userId: acceptedByUserId } = userOf(viewer);
  return db.$transaction(async (tx) => {
    await requireVisible(tx, 'Check', checkId, { select: { id: true } });
    requireScope(viewer, { networkId });
    await lockChecks(tx, viewer, [checkId]);
    const key = { checkId, networkId };
    const verdict = await tx.checkVerdict.findFirst({ where: key, select: { findings: true } });
    const findings = verdict ? storedJson<Finding[]>(verdict.findings) : [];
    if (!findings.some(({ key: one }) => one === findingKey))
      throw new AppError('entity_not_found', { entity: 'Finding', id: findingKey });
    const before = await tx.checkAcceptance.findFirst({ where: { ...key, findingKey }, select: { id: true } });
    if (!before) requireRoom(await tx.checkAcceptance.count({ where: key }));
    const columns = { note, acceptedByUserId };
    const { id } = before
      ? await tx.checkAcceptance.update({ where: { id: before.id }, data: columns, select: { id: true } })
      : await tx.checkAcceptance.create({
          data: { ...key, ...columns, findingKey, organizationId },
          select: { id: true },
        });
    await refreshVerdict(tx, { networkId, organizationId, at: new Date() }, checkId);
    return id;
  });
}

function requireRoom(count: number): void {
  const { checkAcceptances: max } = listLimits;
  if (count >= max) throw new AppError('check_acceptances_exceeded', { max });
}

/** Withdraws an acceptance, so that its finding makes the check fail again. */
export async function withdrawAcceptance(db: ScopedDb, viewer: Viewer, id: string): Promise<void> {
  const { organizationId } = viewer;
  await db.$transaction(async (tx) => {
    const { checkId, networkId, findingKey } = await requireVisible(tx, 'CheckAcceptance', id);
    const { name } = await requireSelected(tx, 'Check', checkId, { name: true });
    await lockChecks(tx, viewer, [checkId]);
    await deleteVisible(tx, 'CheckAcceptance', id);
    await recordAuditEvent(tx, {
      ...{ eventType: 'FindingAcceptanceWithdrawn', organizationId },
      ...{ subjectType: 'CheckAcceptance', subjectId: id, subjectName: name },
      details: { check_id: checkId, network_id: networkId, finding_key: findingKey },
    });
    await refreshVerdict(tx, { networkId, organizationId, at: new Date() }, checkId);
  });
}
