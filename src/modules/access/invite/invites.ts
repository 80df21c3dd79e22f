// Reads an invite that can be accepted, and marks the invite as accepted when its recipient registers.
import type { Db } from '../../../data/tenancy/rows';
import { isStillGrantable } from '../../../auth/makers';
import { AppError } from '../../../errors';
import type { Permissions } from '../../../data/tenancy/viewer';

export interface OpenInvite {
  readonly organizationId: string;
  readonly organizationName: string;
  readonly permissions: Permissions;
  readonly networkIds: readonly string[];
  readonly sendTo: string | null;
  readonly expiresAt: Date;
}

const select = {
  organizationId: true,
  permissions: true,
  sendTo: true,
  expiresAt: true,
  acceptedAt: true,
  organization: { select: { name: true } },
  createdByUser: { select: { permissions: true } },
  networkAccess: { select: { networkId: true } },
} as const;

async function findInvite(db: Db, id: string) {
  const invite = await db.invite.findUnique({ where: { id }, select });
  if (!invite || !isStillGood(invite)) throw new AppError('entity_not_found', { entity: 'Invite', id });
  return invite;
}

/**
 * Whether an invite is valid: the user who created the invite still exists and may still invite somebody with the
 * invite's role.
 */
export function isStillGood(invite: {
  readonly permissions: Permissions;
  readonly createdByUser: { readonly permissions: Permissions } | null;
}): boolean {
  const { permissions, createdByUser } = invite;
  // Only users with access to all networks may invite, so the list of the creator's networks is not needed.
  const maker = createdByUser && { ...createdByUser, networkAccess: [] };
  return isStillGrantable(maker, 'createInvite', { permissions, networkIds: [] });
}

const asOpen = (invite: Awaited<ReturnType<typeof findInvite>>): OpenInvite => ({
  ...invite,
  organizationName: invite.organization.name,
  networkIds: invite.networkAccess.map(({ networkId }) => networkId),
});

/**
 * Resolves with an invite that can be accepted. Throws 404 `entity_not_found` if the invite does not exist or its
 * creator may no longer grant its role. Throws 403 `invite_already_accepted` or `entity_expired`.
 */
export async function openInvite(db: Db, id: string): Promise<OpenInvite> {
  const invite = await findInvite(db, id);
  if (invite.acceptedAt !== null) throw new AppError('invite_already_accepted');
  if (invite.expiresAt.getTime() <= Date.now()) throw new AppError('entity_expired', { entity: 'Invite' });
  return asOpen(invite);
}

/**
 * Accepts the invite for the user that the transaction creates. A concurrent acceptance waits for this transaction and
 * then fails.
 */
export async function takeInvite(tx: Db, id: string): Promise<OpenInvite> {
  const now = new Date();
  const { count } = await tx.invite.updateMany({
    where: { id, acceptedAt: null, expiresAt: { gt: now } },
    data: { acceptedAt: now },
  });
  if (count > 0) return asOpen(await findInvite(tx, id));
  await openInvite(tx, id);
  throw new AppError('invite_already_accepted');
}
