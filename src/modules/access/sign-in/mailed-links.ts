// Links in mails: they verify a registration's address, reset a password, or change an address. The response and its
// duration do not reveal whether an address has an account.
import type { LoginLock } from '../../../auth/login-lock';
import type { Viewer } from '../../../data/tenancy/viewer';
import type { PrismaClient } from '../../../generated/prisma/client';
import type { Origin } from '../../../platform/http/request-origin';
import type { Registration } from './accounts';
import { changeEmail, requestEmailChange, type EmailChange } from './email-change';
import { linkHash, type LinkOpener } from './link-tokens';
import { forgotPassword, resetPassword } from './password-reset';
import { openRegistration, register, resendVerification } from './registration-links';
import type { RegistrationGate } from './registration.sql';

export interface MailedLinks {
  /** Stores a registration until its link is opened. Resolves with the token of a session that has no user. */
  register(registration: Registration, token: string | undefined): Promise<string>;
  /**
   * Sends the verification link again. The link belongs to the registration that was begun in this browser, or
   * otherwise to the newest registration with the address.
   */
  resendVerification(email: string, token: string | undefined): Promise<void>;
  forgotPassword(email: string): Promise<void>;
  /**
   * Sets a new password. Resolves with the token of a new session, and ends the session of `token`. If the account has
   * a second factor, sets the password, but throws the error that requires the factor.
   */
  resetPassword(link: string, password: string, token: string | undefined, origin: Origin): Promise<string>;
  verifyEmail(link: string, by: LinkOpener): Promise<string>;
  requestEmailChange(viewer: Viewer, change: EmailChange, origin: Origin): Promise<void>;
}

export function createMailedLinks(prisma: PrismaClient, lock: LoginLock, gate: RegistrationGate): MailedLinks {
  return {
    register: (registration, token) => register(prisma, gate, registration, token),
    resendVerification: (email, token) => resendVerification(prisma, email, token),
    forgotPassword: (email) => forgotPassword(prisma, email),
    resetPassword: (link, password, token, origin) => resetPassword(prisma, link, password, token, origin),
    async verifyEmail(link, by) {
      const tokenHash = linkHash(link);
      return (await openRegistration(prisma, gate, tokenHash, by)) ?? changeEmail(prisma, tokenHash, by);
    },
    requestEmailChange: (viewer, change, origin) => requestEmailChange(prisma, lock, viewer, change, origin),
  };
}
