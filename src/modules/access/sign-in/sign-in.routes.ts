// The endpoints below /api/auth: accounts, sessions and the links in mails. Plain handlers, because they deal in cookies.
import { randomUUID } from 'node:crypto';
import { Router, type Request, type Response } from 'express';
import { AppError } from '../../../errors';
import type { PrismaClient } from '../../../generated/prisma/client';
import type { SecretBox } from '../../../platform/text/sealed-secrets';
import { createPasskeys } from '../second-factor/passkeys';
import { createProofs } from '../second-factor/proofs';
import { secondFactorEndpoints } from '../second-factor/second-factor.routes';
import { createSecondFactors } from '../second-factor/second-factors';
import { createAccounts } from './accounts';
import { mountEndpoints, sessionOfAnyKind, sessionViewer, type Answer, type Endpoints } from '../endpoints.routes';
import { createMailedLinks } from './mailed-links';
import { sessionEndpoints } from './own-sessions.routes';
import type { RegistrationGate } from './registration.sql';
import { refusalOf, type Authenticator } from '../../../auth/authenticate';
import {
  bodyObject,
  optionalText,
  requiredBoolean,
  requiredEmail,
  requiredName,
  requiredObject,
  requiredText,
} from '../../../auth/body-fields';
import { inTurnToSignIn } from '../../../auth/passwords';
import { createLoginLock } from '../../../auth/login-lock';
import {
  clearSessionCookie,
  hasPendingInvite,
  rememberRegistration,
  sessionTokenOf,
  setSessionCookie,
} from '../../../auth/sessions';
import { originOf } from '../sign-in-events';
import type { Viewer } from '../../../data/tenancy/viewer';

export interface SignInOptions {
  readonly prisma: PrismaClient;
  /** Seals the secrets of authenticator apps. */
  readonly secretBox: SecretBox;
  readonly authenticator: Pick<Authenticator, 'authenticate'>;
  readonly registration: RegistrationGate;
  readonly publicUrl: string | undefined;
  /** Whether mail is sent: registrations are then verified by a link. */
  readonly sendsMail: boolean;
  readonly bodyLimitBytes: number;
  /** The viewer's own user in wire shape, as GET /api/v1/users/{id} answers it. */
  readonly userAsWire: (viewer: Viewer, req: Request) => Promise<unknown>;
}

/** Mount at /api/auth, behind authentication, the forgery check and the rate limit. */
export function signInRoutes(options: SignInOptions): Router {
  const { prisma, secretBox, authenticator, registration, publicUrl, sendsMail, bodyLimitBytes, userAsWire } = options;
  const lock = createLoginLock(prisma);
  const accounts = createAccounts(prisma, lock, registration);
  const proofs = createProofs(prisma, lock, secretBox);
  const factors = createSecondFactors(prisma, proofs, secretBox);
  const links = createMailedLinks(prisma, registration);
  const router = Router();

  /** The cookie's token; what could not be ours at all counts as none. */
  const tokenOf = (req: Request) => sessionTokenOf(req) || undefined;

  const assertRegistrationOpen = async () => {
    if (!(await registration.isOpen())) throw new AppError('auth_registration_disabled');
  };

  /** Hands the new session out, and answers with its user. */
  const signedIn = async (req: Request, res: Response, token: string): Promise<unknown> => {
    const judged = await authenticator.authenticate({
      ip: req.ip,
      socket: req.socket,
      headers: { ...req.headers, authorization: undefined, cookie: `session_id=${token}` },
    });
    if (judged.viewer) {
      const user = await userAsWire(judged.viewer, req);
      setSessionCookie(req, res, token, publicUrl);
      return user;
    }
    // That session is for setting the factor up, and the refusal says so.
    if (judged.enrolling) setSessionCookie(req, res, token, publicUrl);
    throw refusalOf({ authentication: judged });
  };

  const setup: Answer = async (req, res) => {
    const body = bodyObject(req.body);
    const organizationName = requiredName(body, 'organization_name');
    const network = { id: randomUUID(), name: requiredName(requiredObject(body, 'network'), 'name', 'network.name') };
    const token = await rememberRegistration(prisma, { organizationName, network }, tokenOf(req));
    setSessionCookie(req, res, token, publicUrl);
    return { network_id: network.id };
  };

  /** Invited people may come in where strangers may not. */
  const assertMayRegister = async (req: Request) => {
    const token = tokenOf(req);
    if (token === undefined || !(await hasPendingInvite(prisma, token))) await assertRegistrationOpen();
  };

  const register: Answer = async (req, res) => {
    const token = tokenOf(req);
    const body = bodyObject(req.body);
    const account = {
      email: requiredEmail(body, 'email'),
      password: requiredText(body, 'password'),
      termsAccepted: requiredBoolean(body, 'terms_accepted'),
    };
    if (!sendsMail) return signedIn(req, res, await accounts.register(account, token, originOf(req)));
    await payForMail(req);
    setSessionCookie(req, res, await links.register(account, token), publicUrl);
    res.status(202);
    return { email: account.email, email_verified: false };
  };

  const login: Answer = async (req, res) => {
    const body = bodyObject(req.body);
    const email = requiredEmail(body, 'email');
    const password = requiredText(body, 'password');
    return inTurnToSignIn(async () =>
      signedIn(req, res, await accounts.signIn(email, password, tokenOf(req), originOf(req))),
    );
  };

  const logout: Answer = async (req, res) => {
    await accounts.signOut(sessionOfAnyKind(req).userId, tokenOf(req) ?? '', originOf(req));
    clearSessionCookie(req, res, publicUrl);
    return null;
  };

  const me: Answer = (req) => userAsWire(sessionViewer(req), req);

  const update: Answer = async (req, res) => {
    const viewer = sessionViewer(req);
    const body = bodyObject(req.body);
    const current = optionalText(body, 'current_password');
    const wanted = requiredText(body, 'new_password');
    return signedIn(req, res, await accounts.changePassword(viewer, current, wanted, tokenOf(req) ?? ''));
  };

  const forgotPassword: Answer = async (req) => {
    const email = requiredEmail(bodyObject(req.body), 'email');
    await payForMail(req);
    await links.forgotPassword(email);
    return null;
  };

  const resendVerification: Answer = async (req) => {
    const email = requiredEmail(bodyObject(req.body), 'email');
    await payForMail(req);
    await links.resendVerification(email, tokenOf(req));
    return null;
  };

  const resetPassword: Answer = async (req, res) => {
    const body = bodyObject(req.body);
    const link = requiredText(body, 'token');
    const wanted = requiredText(body, 'new_password');
    return signedIn(req, res, await links.resetPassword(link, wanted, tokenOf(req), originOf(req)));
  };

  const verifyEmail: Answer = async (req, res) => {
    const body = bodyObject(req.body);
    const link = requiredText(body, 'token');
    const password = optionalText(body, 'password');
    const viewer = req.authentication?.viewer;
    const by = { token: tokenOf(req), viewer, password, origin: originOf(req) };
    return signedIn(req, res, await links.verifyEmail(link, by));
  };

  const requestEmailChange: Answer = async (req) => {
    const viewer = sessionViewer(req);
    const body = bodyObject(req.body);
    const email = requiredEmail(body, 'new_email');
    const password = optionalText(body, 'current_password');
    await payForMail(req);
    await links.requestEmailChange(viewer, email, password);
    return null;
  };

  const assertSendsMail = () => {
    if (!sendsMail) throw new AppError('mail_disabled');
  };
  const admitForMail = (req: Request) => {
    sessionViewer(req);
    assertSendsMail();
  };

  const endpoints: Endpoints = {
    '/setup': [{ methods: ['post'], admit: assertRegistrationOpen, answer: setup }],
    '/register': [{ methods: ['post'], admit: assertMayRegister, answer: register }],
    '/login': [{ methods: ['post'], answer: login }],
    '/logout': [{ methods: ['post'], admit: sessionOfAnyKind, answer: logout }],
    '/me': [{ methods: ['get', 'post'], admit: sessionViewer, answer: me }],
    '/update': [{ methods: ['post'], admit: sessionViewer, answer: update }],
    ...sessionEndpoints(prisma),
    '/forgot-password': [{ methods: ['post'], admit: assertSendsMail, answer: forgotPassword }],
    '/reset-password': [{ methods: ['post'], answer: resetPassword }],
    '/verify-email': [{ methods: ['post'], answer: verifyEmail }],
    '/resend-verification': [{ methods: ['post'], admit: assertSendsMail, answer: resendVerification }],
    '/request-email-change': [{ methods: ['post'], admit: admitForMail, answer: requestEmailChange }],
  };
  const handOut = (req: Request, res: Response, token: string) => setSessionCookie(req, res, token, publicUrl);
  const door = { factors, passkeys: createPasskeys(prisma, proofs), publicUrl, signedIn, handOut };
  mountEndpoints(router, { ...endpoints, ...secondFactorEndpoints(door) }, bodyLimitBytes);
  return router;
}

/** What a request costs that makes the service write to somebody: a caller may make few of them. */
const tokensOfMail = 5;
const payForMail = async (req: Request): Promise<void> => req.rateLimit?.raiseTo(tokensOfMail);
