// Composes mails about accounts and invites. The token of a link is created when its mail is sent, so that the database
// stores only the token's hash.
import type { PrismaClient } from '../../../generated/prisma/client';
import { generateSessionToken, hashToken } from '../../../auth/tokens';
import { onOneLine, withoutLinks, type Letter } from '../../../platform/mail/letter';
import { isStillGood } from '../invite/invites';
import { newestRegistration } from './accounts';
import { renewEmailToken } from './email-tokens.sql';
import { linkLifetimeMs } from './link-tokens';
import type { Composers } from '../mail/mailer';

type AccountKind = 'Registration' | 'PasswordReset' | 'PasswordChanged' | 'EmailChange' | 'EmailChanged' | 'Invite';

const ignore = 'If you did not ask for this, you need do nothing: without the link nothing happens.';

const addressInUse = (publicUrl: string): Letter => ({
  subject: 'You have an account at Netloom',
  paragraphs: [
    'Somebody, perhaps you, has asked to use this e-mail address for an account at Netloom. It has an account already.',
    { label: 'Sign in', url: `${publicUrl}/sign-in` },
    'If you have forgotten the password, ask for another one there. If you did not ask for this, you need do nothing.',
  ],
});

const verification = (publicUrl: string, token: string, reason: string): Letter => ({
  subject: 'Verify your e-mail address',
  paragraphs: [
    `${reason} The link is good for 24 hours.`,
    { label: 'Verify this address', url: `${publicUrl}/sign-in#verify=${token}` },
    ignore,
  ],
});

/**
 * Returns the functions that compose mails about accounts. The token of a link is in its fragment (after #), because
 * browsers do not send fragments to servers.
 */
export function accountLetters(prisma: PrismaClient, publicUrl: string): Pick<Composers, AccountKind> {
  const hasAccount = async (email: string) => (await prisma.user.count({ where: { email } })) > 0;

  return {
    async Registration({ recipient, subjectId }) {
      if (await hasAccount(recipient)) return addressInUse(publicUrl);
      const pendingRegistration = subjectId ? { id: subjectId } : await newestRegistration(prisma, recipient);
      if (!pendingRegistration) return undefined;
      const token = generateSessionToken();
      const { count } = await prisma.registration.updateMany({
        where: { id: pendingRegistration.id, expiresAt: { gt: new Date() } },
        data: { tokenHash: hashToken(token), expiresAt: new Date(Date.now() + linkLifetimeMs.Registration) },
      });
      if (count === 0) return undefined;
      return verification(publicUrl, token, 'An account at Netloom was registered with this e-mail address.');
    },

    async PasswordReset({ recipient }) {
      const user = await prisma.user.findUnique({ where: { email: recipient }, select: { id: true } });
      if (!user) return undefined;
      const token = await renewEmailToken(prisma, user.id, 'PasswordReset', recipient);
      return {
        subject: 'Set a new password',
        paragraphs: [
          'A new password was asked for, for the account at Netloom with this e-mail address. The link is good for one hour and for one time.',
          { label: 'Set a new password', url: `${publicUrl}/sign-in#reset=${token}` },
          ignore,
        ],
      };
    },

    PasswordChanged: () =>
      Promise.resolve({
        subject: 'Your password was changed',
        paragraphs: [
          'The password of your account at Netloom was set anew by a link in a mail, and all sessions have ended.',
          'If it was not you who did this, somebody else reads your mail: ask for another password once that has ended.',
          { label: 'Sign in', url: `${publicUrl}/sign-in` },
        ],
      }),

    async EmailChange({ recipient, subjectId: userId }) {
      if (await hasAccount(recipient)) return addressInUse(publicUrl);
      if (userId === null || (await prisma.user.count({ where: { id: userId } })) === 0) return undefined;
      const token = await renewEmailToken(prisma, userId, 'EmailChange', recipient);
      return verification(
        publicUrl,
        token,
        'Somebody wants to sign in to an account at Netloom with this e-mail address from now on. Open the link in the browser in which you are signed in.',
      );
    },

    EmailChanged: () =>
      Promise.resolve({
        subject: 'Your e-mail address was changed',
        paragraphs: [
          'Your account at Netloom has another e-mail address now, which was verified. This one is no longer good for signing in.',
          'If it was not you who did this, tell the Owner of your organization, or the operator of the service.',
        ],
      }),

    async Invite({ recipient, subjectId }) {
      const invite =
        subjectId === null
          ? null
          : await prisma.invite.findFirst({
              where: { id: subjectId, sendTo: recipient, acceptedAt: null, expiresAt: { gt: new Date() } },
              select: {
                ...{ id: true, permissions: true, expiresAt: true },
                organization: { select: { name: true } },
                createdByUser: { select: { permissions: true } },
              },
            });
      if (!invite || !isStillGood(invite)) return undefined;
      const organization = withoutLinks(invite.organization.name);
      return {
        subject: `Join ${organization} on Netloom`,
        paragraphs: [
          `You are invited to join the organization “${organization}” on Netloom, with the role ${invite.permissions}.`,
          { label: 'Accept the invite', url: `${publicUrl}/api/v1/invites/${invite.id}/accept` },
          `The invite is good until ${onOneLine(invite.expiresAt.toUTCString())}. If you do not know who invites you, you need do nothing.`,
        ],
      };
    },
  };
}
