// Objects that the endpoints of accounts below /api/auth share: accounts, mailed links, and the function that sets the
// cookie of a new session.
import type { Request, Response } from 'express';
import { authenticationError, type Authenticator } from '../../../auth/authenticate';
import { createLoginLock } from '../../../auth/login-lock';
import { readSessionToken, setSessionCookie } from '../../../auth/sessions';
import type { Viewer } from '../../../data/tenancy/viewer';
import type { PrismaClient } from '../../../generated/prisma/client';
import type { SecretBox } from '../../../platform/text/sealed-secrets';
import { createPasskeys } from '../second-factor/passkeys';
import { createProofs } from '../second-factor/proofs';
import { createSecondFactors } from '../second-factor/second-factors';
import { createAccounts } from './accounts';
import { createMailedLinks } from './mailed-links';
import type { RegistrationGate } from './registration.sql';

export interface SignInOptions {
  readonly prisma: PrismaClient;
  /** Encrypts the secrets of authenticator apps. */
  readonly secretBox: SecretBox;
  readonly authenticator: Pick<Authenticator, 'authenticate'>;
  readonly registration: RegistrationGate;
  readonly publicUrl: string | undefined;
  /** Whether the service sends mail. If it does, a registered address must be verified by a link. */
  readonly sendsMail: boolean;
  readonly bodyLimitBytes: number;
  /** Resolves with the viewer's own user, in the form of the response of GET /api/v1/users/{id}. */
  readonly userAsWire: (viewer: Viewer, req: Request) => Promise<unknown>;
}

/** Returns the session token in the request's cookie; undefined if the cookie is missing or malformed. */
export const readToken = (req: Request) => readSessionToken(req) || undefined;

export type SignInDoor = ReturnType<typeof signInDoor>;

export function signInDoor(options: SignInOptions) {
  const { prisma, secretBox, authenticator, registration, publicUrl, sendsMail, userAsWire } = options;
  const lock = createLoginLock(prisma);
  const proofs = createProofs(prisma, lock, secretBox);

  /** Sets the cookie of the new session, and resolves with the session's user. */
  const signedIn = async (req: Request, res: Response, token: string): Promise<unknown> => {
    const authentication = await authenticator.authenticate({
      ip: req.ip,
      socket: req.socket,
      headers: { ...req.headers, authorization: undefined, cookie: `session_id=${token}` },
    });
    if (authentication.viewer) {
      const user = await userAsWire(authentication.viewer, req);
      setSessionCookie(req, res, token, publicUrl);
      return user;
    }
    // The organization requires a second factor, and the user has none. The session may only set up a factor. The
    // client gets the cookie of this session, and an error that tells it to set up a factor.
    if (authentication.enrolling) setSessionCookie(req, res, token, publicUrl);
    throw authenticationError({ authentication });
  };

  return {
    ...{ prisma, registration, publicUrl, sendsMail, userAsWire, signedIn },
    accounts: createAccounts(prisma, lock, registration),
    links: createMailedLinks(prisma, lock, registration),
    factors: createSecondFactors(prisma, proofs, secretBox),
    passkeys: createPasskeys(prisma, proofs),
    handOut: (req: Request, res: Response, token: string) => setSessionCookie(req, res, token, publicUrl),
  };
}
