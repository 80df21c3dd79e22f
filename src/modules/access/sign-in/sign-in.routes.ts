// The endpoints below /api/auth: setup, register, login, logout, me, update. Plain handlers, because they deal in cookies.
import { randomUUID } from 'node:crypto';
import { Router, type Request, type RequestHandler, type Response } from 'express';
import { methodNotAllowed, requireAcceptable } from '../../../platform/http/negotiation';
import { asOperation } from '../../../data/tenancy/acting';
import { AppError } from '../../../errors';
import type { PrismaClient } from '../../../generated/prisma/client';
import { sendData } from '../../../rest/envelope';
import { createAccounts } from './accounts';
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
  const { prisma, authenticator, registration, publicUrl, bodyLimitBytes, userAsWire } = options;
  const accounts = createAccounts(prisma);
  const router = Router();

  /** The cookie's token; what could not be ours at all counts as none. */
  const tokenOf = (req: Request) => sessionTokenOf(req) || undefined;

  const assertRegistrationOpen = () => {
    if (registration === 'closed') throw new AppError('auth_registration_disabled');
  };

  /** Hands the new session out, and answers with its user. */
  const signedIn = async (req: Request, res: Response, token: string): Promise<unknown> => {
    const { viewer } = await authenticator.authenticate({ ip: req.ip, headers: { cookie: `session_id=${token}` } });
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
    return signedIn(req, res, await accounts.register(account, token, registration === 'open', originOf(req)));
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

  const endpoints: Record<string, Endpoint> = {
    '/setup': { methods: ['post'], admit: assertRegistrationOpen, answer: setup },
    '/register': { methods: ['post'], admit: assertMayRegister, answer: register },
    '/login': { methods: ['post'], answer: login },
    '/logout': { methods: ['post'], admit: sessionViewer, answer: logout },
    '/me': { methods: ['get', 'post'], admit: sessionViewer, answer: me },
    '/update': { methods: ['post'], admit: sessionViewer, answer: update },
  };
  const readBody = jsonBody(bodyLimitBytes);
  for (const [path, { methods, admit, answer }] of Object.entries(endpoints)) {
    const admitted: RequestHandler = async (req, _res, next) => {
      req.operationName = path.slice(1);
      await admit?.(req);
      next();
    };
    for (const method of methods)
      router[method](path, admitted, requireAcceptable(), readBody, answered(path.slice(1), answer));
    router.all(path, methodNotAllowed(methods.map((method) => method.toUpperCase())));
  }
  return router;
}

function answered(operationName: string, answer: Answer): RequestHandler {
  return async (req, res) => {
    const [unknown] = Object.keys(req.query);
    if (unknown !== undefined) throw new AppError('validation_unknown_parameter', { field: unknown });
    // These answers are about one person: no cache may keep them.
    res.set('Cache-Control', 'no-store');
    sendData(res, await asOperation(operationName, () => answer(req, res)));
  };
}
