// Links in mails: they verify a registration's address, reset a password, or change an address. A request gets the same
// response after the same work whether or not the address has an account, so only the mail's reader finds out.
import type { Viewer } from '../../../data/tenancy/viewer';
import type { PrismaClient } from '../../../generated/prisma/client';
import type { Origin } from '../sign-in-events';
import type { Registration } from './accounts';
import { changeEmail, requestEmailChange } from './email-change';
import { linkHash, type LinkOpener } from './link-tokens';
import { forgotPassword, resetPassword } from './password-reset';
import { openRegistration, register, resendVerification } from './registration-links';
import type { RegistrationGate } from './registration.sql';

export interface MailedLinks {
  /** Stores the registration until its link is opened. Resolves with the token of a session that has no user. */
  register(registration: Registration, token: string | undefined): Promise<string>;
  /**
   * Sends the verification link again: that of the registration begun in this browser, or otherwise that of the newest
   * registration with the address.
   */
  resendVerification(email: string, token: string | undefined): Promise<void>;
  forgotPassword(email: string): Promise<void>;
  /**
   * `resetPassword` and `verifyEmail` resolve with the token of a new session and end the previous one. If the account
   * has a second factor, the password is set but the factor is still required, because reading somebody's mail must not
   * suffice.
   */
  resetPassword(link: string, password: string, token: string | undefined, origin: Origin): Promise<string>;
  verifyEmail(link: string, by: LinkOpener): Promise<string>;
  requestEmailChange(viewer: Viewer, email: string, password: string | undefined): Promise<void>;
}

export function createMailedLinks(prisma: PrismaClient, gate: RegistrationGate): MailedLinks {
  return {
    register: (registration, token) => register(prisma, gate, registration, token),
    resendVerification: (email, token) => resendVerification(prisma, email, token),
    forgotPassword: (email) => forgotPassword(prisma, email),
    resetPassword: (link, password, token, origin) => resetPassword(prisma, link, password, token, origin),
    async verifyEmail(link, by) {
      const tokenHash = linkHash(link);
      return (await openRegistration(prisma, gate, tokenHash, by)) ?? changeEmail(prisma, tokenHash, by);
    },
    requestEmailChange: (viewer, email, password) => requestEmailChange(prisma, viewer, email, password),
  };
}
