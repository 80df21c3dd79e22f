// What goes by links in mails: verifying the address of a registration, a forgotten password, another address. Asking for one
// answers alike, and does the same work, whether the address has an account or not: the sender of the mail finds out.
import type { Viewer } from '../../../data/tenancy/viewer';
import type { PrismaClient } from '../../../generated/prisma/client';
import type { Origin } from '../sign-in-events';
import type { Registration } from './accounts';
import { changeEmail, requestEmailChange } from './email-change';
import { linkHash, type VerifiedBy } from './link-tokens';
import { forgotPassword, resetPassword } from './password-reset';
import { openRegistration, register, resendVerification } from './registration-links';
import type { RegistrationGate } from './registration.sql';

export interface MailedLinks {
  /** Keeps the registration until its link is opened; answers with the token of the browser's session, which has no user. */
  register(registration: Registration, token: string | undefined): Promise<string>;
  /** For the registration of this browser, else for the newest of the address. */
  resendVerification(email: string, token: string | undefined): Promise<void>;
  forgotPassword(email: string): Promise<void>;
  /**
   * The last two answer with the token of a new session; the session that was sent is over. Where the account has a second
   * factor the password is set, and it is asked for: who reads somebody's mail is not in yet.
   */
  resetPassword(link: string, password: string, token: string | undefined, origin: Origin): Promise<string>;
  verifyEmail(link: string, by: VerifiedBy): Promise<string>;
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
