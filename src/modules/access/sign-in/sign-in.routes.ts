// The endpoints below /api/auth: accounts, sessions and the links in mails. Plain handlers, because they deal in cookies.
import { randomUUID } from 'node:crypto';
import { Router, type Request, type RequestHandler, type Response } from 'express';
import { methodNotAllowed, requireAcceptable } from '../../../platform/http/negotiation';
import { asOperation } from '../../../data/tenancy/acting';
import { AppError } from '../../../errors';
import type { PrismaClient } from '../../../generated/prisma/client';
import { sendData } from '../../../rest/envelope';
import { createAccounts } from './accounts';
import { createMailedLinks } from './mailed-links';
import { requireViewer, type Authenticator } from '../../../auth/authenticate';
import {
  bodyObject,
  optionalText,
  requiredBoolean,
  requiredEmail,
  requiredName,
  requiredObject,
  requiredText,
} from '../../../auth/body-fields';
import { jsonBody } from '../../../auth/request-body';
import {
  clearSessionCookie,
  hasPendingInvite,
  rememberRegistration,
  sessionTokenOf,
  setSessionCookie,
} from '../../../auth/sessions';
import { originOf } from './sign-in-events';
import type { Viewer } from '../../../data/tenancy/viewer';

export interface SignInOptions {
  readonly prisma: PrismaClient;
  readonly authenticator: Pick<Authenticator, 'authenticate'>;
  readonly registration: 'open' | 'closed';
  readonly publicUrl: string | undefined;
  /** Whether mail is sent: registrations are then verified by a link. */
  readonly sendsMail: boolean;
  readonly bodyLimitBytes: number;
  /** The viewer's own user in wire shape, as GET /api/v1/users/{id} answers it. */
  readonly userAsWire: (viewer: Viewer, req: Request) => Promise<unknown>;
}

type Answer = (req: Request, res: Response) => Promise<unknown>;

interface Endpoint {
  readonly methods: readonly ('get' | 'post')[];
  /** Refuses who may not ask, before the body is read. */
  readonly admit?: (req: Request) => unknown;
  readonly answer: Answer;
}

/** Mount at /api/auth, behind authentication, the forgery check and the rate limit. */
export function signInRoutes(options: SignInOptions): Router {
  const { prisma, authenticator, registration, publicUrl, sendsMail, bodyLimitBytes, userAsWire } = options;
  const accounts = createAccounts(prisma);
  const links = createMailedLinks(prisma);
  const mayFound = registration === 'open';
  const router = Router();

  /** The cookie's token; what could not be ours at all counts as none. */
  const tokenOf = (req: Request) => sessionTokenOf(req) || undefined;

  const assertRegistrationOpen = () => {
    if (registration === 'closed') throw new AppError('auth_registration_disabled');
  };

  /** Hands the new session out, and answers with its user. */
  const signedIn = async (req: Request, res: Response, token: string): Promise<unknown> => {
    const { viewer } = await authenticator.authenticate({
      ip: req.ip,
      socket: req.socket,
      headers: { ...req.headers, authorization: undefined, cookie: `session_id=${token}` },
    });
    if (!viewer) throw new Error('a session that was just made is not accepted');
    const user = await userAsWire(viewer, req);
    setSessionCookie(req, res, token, publicUrl);
    return user;
  };

  const sessionViewer = (req: Request): Viewer => {
    const viewer = requireViewer(req);
    if (viewer.via !== 'session') throw new AppError('auth_user_context_required');
    return viewer;
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
    if (token === undefined || !(await hasPendingInvite(prisma, token))) assertRegistrationOpen();
  };

  const register: Answer = async (req, res) => {
    const token = tokenOf(req);
    const body = bodyObject(req.body);
    const account = {
      email: requiredEmail(body, 'email'),
      password: requiredText(body, 'password'),
      termsAccepted: requiredBoolean(body, 'terms_accepted'),
    };
    if (!sendsMail) return signedIn(req, res, await accounts.register(account, token, mayFound, originOf(req)));
    await payForMail(req);
    setSessionCookie(req, res, await links.register(account, token, mayFound), publicUrl);
    res.status(202);
    return { email: account.email, email_verified: false };
  };

  const login: Answer = async (req, res) => {
    const body = bodyObject(req.body);
    const email = requiredEmail(body, 'email');
    return signedIn(
      req,
      res,
      await accounts.signIn(email, requiredText(body, 'password'), tokenOf(req), originOf(req)),
    );
  };

  const logout: Answer = async (req, res) => {
    await accounts.signOut(sessionViewer(req), tokenOf(req) ?? '', originOf(req));
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
    const by = { token: tokenOf(req), viewer, password, mayFound, origin: originOf(req) };
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

  const endpoints: Record<string, Endpoint> = {
    '/setup': { methods: ['post'], admit: assertRegistrationOpen, answer: setup },
    '/register': { methods: ['post'], admit: assertMayRegister, answer: register },
    '/login': { methods: ['post'], answer: login },
    '/logout': { methods: ['post'], admit: sessionViewer, answer: logout },
    '/me': { methods: ['get', 'post'], admit: sessionViewer, answer: me },
    '/update': { methods: ['post'], admit: sessionViewer, answer: update },
    '/forgot-password': { methods: ['post'], admit: assertSendsMail, answer: forgotPassword },
    '/reset-password': { methods: ['post'], answer: resetPassword },
    '/verify-email': { methods: ['post'], answer: verifyEmail },
    '/resend-verification': { methods: ['post'], admit: assertSendsMail, answer: resendVerification },
    '/request-email-change': { methods: ['post'], admit: admitForMail, answer: requestEmailChange },
  };
  const readBody = jsonBody(bodyLimitBytes);
  for (const [path, { methods, admit, answer }] of Object.entries(endpoints)) {
    const admitted: RequestHandler = async (req, _res, next) => {
      req.operationName = operationOf(path);
      await admit?.(req);
      next();
    };
    for (const method of methods)
      router[method](path, admitted, requireAcceptable(), readBody, answered(operationOf(path), answer));
    router.all(path, methodNotAllowed(methods.map((method) => method.toUpperCase())));
  }
  return router;
}

/** `/forgot-password` → `forgot_password`. */
const operationOf = (path: string): string => path.slice(1).replaceAll('-', '_');

/** What a request costs that makes the service write to somebody: a caller may make few of them. */
const tokensOfMail = 5;
const payForMail = async (req: Request): Promise<void> => req.rateLimit?.raiseTo(tokensOfMail);

function answered(operationName: string, answer: Answer): RequestHandler {
  return async (req, res) => {
    const [unknown] = Object.keys(req.query);
    if (unknown !== undefined) throw new AppError('validation_unknown_parameter', { field: unknown });
    // These answers are about one person: no cache may keep them.
    res.set('Cache-Control', 'no-store');
    const data = await asOperation(operationName, () => answer(req, res));
    sendData(res, data, undefined, res.statusCode);
  };
}
