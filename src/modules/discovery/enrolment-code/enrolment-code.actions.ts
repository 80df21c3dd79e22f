// Creates enrolment codes, and exchanges codes for daemon API keys. A code can be exchanged once.
import { randomUUID } from 'node:crypto';
import type { Enrolment } from '../../../auth/enrolments';
import { isStillGrantable } from '../../../auth/makers';
import { generateKey } from '../../../auth/tokens';
import type { Db } from '../../../data/tenancy/rows';
import type { ScopedDb } from '../../../data/tenancy/scoped-db';
import { userOf, type Viewer } from '../../../data/tenancy/viewer';
import { AppError } from '../../../errors';
import { lockNetwork } from '../../inventory/writes';
import { requireRoomForCode } from './enrolment-codes.sql';

/** Minutes for which an enrolment code can be exchanged. */
export const validMinutes = 15;

/** A new enrolment code. The database does not store the text of the code. */
export interface MadeCode {
  readonly id: string;
  readonly code: string;
}

/** Creates an enrolment code. The caller has checked that the viewer may access the network. */
export async function createCode(
  db: ScopedDb,
  viewer: Viewer,
  { name, networkId }: { readonly name: string; readonly networkId: string },
): Promise<MadeCode> {
  const id = randomUUID();
  const { token: code, keyHash: codeHash } = generateKey('enrolment');
  const { organizationId, userId: createdBy } = userOf(viewer);
  const now = new Date();
  const expiresAt = new Date(now.getTime() + validMinutes * 60_000);
  await db.$transaction(async (tx) => {
    await lockNetwork(tx, networkId);
    await requireRoomForCode(tx, viewer, networkId, now);
    await tx.enrolmentCode.create({ data: { id, name, networkId, organizationId, createdBy, codeHash, expiresAt } });
  });
  return { id, code };
}

/**
 * Exchanges an enrolment code for a new daemon API key of its network, and resolves with the token of the key. Throws
 * 403 `enrolment_code_used`, 403 `entity_expired`, or 403 `enrolment_code_invalid` if the code was revoked or if its
 * creator has lost the right to create codes.
 */
export function exchangeCode({ codeId, networkId, createdBy, db }: Enrolment): Promise<string> {
  return db.$transaction(async (tx) => {
    // The network is locked before the code, as in other transactions, so that a concurrent deletion of the network
    // cannot cause a deadlock.
    await lockNetwork(tx, networkId);
    const now = new Date();
    const { count } = await tx.enrolmentCode.updateMany({
      where: { id: codeId, usedAt: null, expiresAt: { gt: now } },
      data: { usedAt: now },
    });
    if (count === 0) throw await refusalOf(tx, codeId);
    await requireCreatorsRight(tx, createdBy, networkId);
    const select = { name: true } as const;
    const { name } = await tx.enrolmentCode.findUniqueOrThrow({ where: { id: codeId }, select });
    const { token, keyHash, keyPrefix } = generateKey('daemon');
    await tx.daemonApiKey.create({ data: { name, networkId, keyHash, keyPrefix }, select: { id: true } });
    return token;
  });
}

/** Resolves with the error that explains why the code cannot be exchanged any more. */
async function refusalOf(tx: Db, id: string): Promise<AppError> {
  const code = await tx.enrolmentCode.findUnique({ where: { id }, select: { usedAt: true } });
  if (!code) return new AppError('enrolment_code_invalid');
  return code.usedAt
    ? new AppError('enrolment_code_used')
    : new AppError('entity_expired', { entity: 'EnrolmentCode' });
}

async function requireCreatorsRight(tx: Db, userId: string, networkId: string): Promise<void> {
  const creator = await tx.user.findUnique({
    where: { id: userId },
    select: { permissions: true, networkAccess: { where: { networkId }, select: { networkId: true } } },
  });
  if (!isStillGrantable(creator, 'createEnrolmentCode', { networkIds: [networkId] }))
    throw new AppError('enrolment_code_invalid');
}
