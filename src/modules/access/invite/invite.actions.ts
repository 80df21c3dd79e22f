// Creates an invite with its networks and its mail in one transaction.
import { randomUUID } from 'node:crypto';
import { userOf, type Permissions, type Viewer } from '../../../data/tenancy/viewer';
import { AppError } from '../../../errors';
import { queueMail } from '../mail/outbox.sql';
import { isEmailTaken } from '../user/email-taken.sql';
import type { ScopedDb } from '../../../data/tenancy/scoped-db';

const hourMs = 3_600_000;

interface NewInvite {
  readonly permissions: Permissions;
  readonly networkIds: readonly string[];
  /** The recipient's address in lower case; null sends no mail. */
  readonly sendTo: string | null;
  readonly expirationHours: number;
}

/**
 * Creates an invite and resolves with its id. The caller must have checked that the viewer may grant the role and the
 * networks.
 */
export async function createInvite(db: ScopedDb, viewer: Viewer, invite: NewInvite): Promise<string> {
  const { permissions, networkIds, sendTo, expirationHours } = invite;
  const id = randomUUID();
  const { organizationId, userId: createdBy } = userOf(viewer);
  const expiresAt = new Date(Date.now() + expirationHours * hourMs);
  await db.$transaction(async (tx) => {
    if (sendTo !== null && (await isEmailTaken(tx, sendTo)))
      throw new AppError('entity_already_exists', { entity: 'User', field: 'email', value: sendTo });
    await tx.invite.create({ data: { id, organizationId, createdBy, permissions, sendTo, expiresAt } });
    await tx.inviteNetwork.createMany({
      data: [...new Set(networkIds)].map((networkId) => ({ inviteId: id, networkId, organizationId })),
    });
    // If no recipient is given, no mail is sent. The creator of the invite then passes the link on.
    if (sendTo !== null) await queueMail(tx, { kind: 'Invite', recipient: sendTo, organizationId, subjectId: id });
  });
  return id;
}
