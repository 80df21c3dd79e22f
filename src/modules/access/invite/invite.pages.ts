// Handles the link of an invite: redirects browsers to the sign-in page, and answers other clients with the invite as
// JSON.
import { Router, type Request, type RequestHandler } from 'express';
import { methodNotAllowed, requireAcceptable } from '../../../platform/http/negotiation';
import { AppError } from '../../../errors';
import type { PrismaClient } from '../../../generated/prisma/client';
import { sendData } from '../../../rest/envelope';
import { isUuid } from '../../../platform/text/validation';
import { openInvite } from './invites';
import { storePendingRegistration, readSessionToken, setSessionCookie } from '../../../auth/sessions';
import { userOf } from '../../../data/tenancy/viewer';

const path = '/v1/invites/:id/accept';

/**
 * Returns the router for the links of invites. Mount it at /api, after authentication and the rate limit. A link is no
 * REST route, because its response sets a cookie. The cookie connects a later registration with the invite. Opening the
 * link does not accept the invite, so mail scanners that open links do no harm.
 */
export function invitePages({ prisma, publicUrl }: { prisma: PrismaClient; publicUrl?: string }): Router {
  const router = Router({ caseSensitive: true });

  const accept: RequestHandler<{ id: string }> = async (req, res) => {
    req.operationName = 'accept_invite';
    const { id } = req.params;
    const [unknown] = Object.keys(req.query);
    if (unknown !== undefined) throw new AppError('validation_unknown_parameter', { field: unknown });
    if (!isUuid(id)) throw new AppError('validation_invalid_format', { field: 'id' });
    res.set('Cache-Control', 'no-store').vary('Accept');
    if (req.accepts(['json', 'html']) === 'html') {
      res.status(303).set('Location', `/sign-in?invite=${id}`).end();
      return;
    }
    const invite = await openInvite(prisma, id);
    await refuseMembers(prisma, req as Request);
    const token = await storePendingRegistration(prisma, { inviteId: id }, readSessionToken(req) || undefined);
    setSessionCookie(req as Request, res, token, publicUrl);
    const { organizationName, permissions, sendTo, expiresAt } = invite;
    sendData(res, { id, organization_name: organizationName, permissions, send_to: sendTo, expires_at: expiresAt });
  };

  router.get(path, requireAcceptable(['application/json', 'text/html']), accept);
  router.all(path, methodNotAllowed(['GET']));
  return router;
}

/**
 * Throws if the visitor is signed in. An account always belongs to the same organization, so joining another
 * organization requires another e-mail address.
 */
async function refuseMembers(prisma: PrismaClient, { authentication }: Request): Promise<void> {
  const { viewer } = authentication ?? {};
  if (!viewer) return;
  const { email } = await prisma.user.findUniqueOrThrow({
    where: { id: userOf(viewer).userId },
    select: { email: true },
  });
  throw new AppError('entity_already_exists', { entity: 'User', field: 'email', value: email });
}
