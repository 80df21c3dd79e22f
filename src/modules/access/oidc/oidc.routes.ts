// /api/auth/oidc/{slug}: to the provider and back, link and unlink, and the provider's own word that a session is over.
import express, { Router, type Request, type RequestHandler, type Response } from 'express';
import { requireViewer } from '../../../auth/authenticate';
import { cookieOptions, sessionTokenOf, setSessionCookie } from '../../../auth/sessions';
import { generateSessionToken, hashToken, isSessionForm } from '../../../auth/tokens';
import { asOperation } from '../../../data/acting';
import { userOf, type Viewer } from '../../../data/tenancy/viewer';
import { AppError, toPublicError, type ErrorCode } from '../../../errors';
import type { PrismaClient } from '../../../generated/prisma/client';
import { methodNotAllowed, requireAcceptable } from '../../../platform/http/negotiation';
import { sendData } from '../../../rest/envelope';
import type { RegistrationGate } from '../sign-in/registration.sql';
import { originOf } from '../sign-in-events';
import type { OpenedChallenge } from '../second-factor/challenges';
import { createOidcAccounts } from './oidc-accounts';
import { createProvider, type Provider, type ProviderSettings } from './provider';

export interface OidcOptions {
  readonly prisma: PrismaClient;
  readonly oidcProviders: readonly ProviderSettings[];
  readonly registration: RegistrationGate;
  /** Always there where there are providers. */
  readonly publicUrl: string | undefined;
  /** The viewer's own user in wire shape, as GET /api/v1/users/{id} answers it. */
  readonly userAsWire: (viewer: Viewer, req: Request) => Promise<unknown>;
}

const flowCookie = 'oidc_flow';
const flowMs = 10 * 60_000;
const longestLogoutToken = 16_384;
const firstPage = '/topology';
type Params = { slug: string };

/** What a browser is shown on the sign-in page; other refusals are about the request itself. */
const shownToPeople: ReadonlySet<ErrorCode> = new Set([
  'auth_oidc_failed',
  'auth_oidc_unavailable',
  'auth_oidc_link_required',
  'auth_oidc_already_linked',
  'auth_not_authenticated',
  'auth_registration_disabled',
  'auth_email_verification_required',
  'entity_already_exists',
  'entity_not_found',
  'entity_expired',
  'invite_already_accepted',
]);

/** Mount at /api/auth, behind authentication, the forgery check and the rate limit. */
export function oidcRoutes({ prisma, oidcProviders, registration, publicUrl = '', userAsWire }: OidcOptions): Router {
  const router = Router({ caseSensitive: true });
  const accounts = createOidcAccounts(prisma, registration);
  const callbackOf = (slug: string) => `${publicUrl}/api/auth/oidc/${slug}/callback`;
  const providers = new Map<string, Provider>(
    oidcProviders.map((settings) => [settings.slug, createProvider(settings, callbackOf(settings.slug))]),
  );
  const providerOf = ({ params }: Request<Params>): Provider => {
    const provider = providers.get(params.slug);
    if (!provider) throw new AppError('route_not_found');
    return provider;
  };
  const flowCookieOptions = (req: Request<Params>) => ({
    ...cookieOptions(req as Request, publicUrl),
    path: '/api/auth/oidc',
  });

  /**
   * Leads a browser on; what went wrong is said on the sign-in page, from where it can be tried again. A program, which asks
   * for JSON, is answered where to go.
   */
  const lead = async (
    req: Request<Params>,
    res: Response,
    work: (goingTo: (path: string) => void) => Promise<string>,
    next = firstPage,
  ): Promise<void> => {
    const isBrowser = req.accepts(['json', 'html']) === 'html';
    const goTo = (address: string) => void res.status(303).set('Location', address).end();
    res.vary('Accept');
    try {
      const url = await work((path) => (next = path));
      if (isBrowser) goTo(url);
      else sendData(res, { url });
    } catch (error) {
      const { code, params } = toPublicError(error);
      logFailure(req, error);
      if (isBrowser && code === 'auth_second_factor_required')
        return goTo(`/sign-in?next=${encodeURIComponent(next)}#${secondStepOf(params)}`);
      if (!isBrowser || !shownToPeople.has(code)) throw error;
      goTo(`/sign-in?next=${encodeURIComponent(next)}#problem=${code}`);
    }
  };

  /** Remembers the browser, and answers where it is to go. */
  const begin = async (
    req: Request<Params>,
    res: Response,
    userId: string | null,
    returnPath: string,
  ): Promise<string> => {
    const provider = providerOf(req);
    const secret = generateSessionToken();
    // The provider is asked first: one that does not answer leaves nothing behind.
    const url = await provider.authorizationUrl(secret);
    const expiresAt = new Date(Date.now() + flowMs);
    await prisma.oidcFlow.deleteMany({ where: { expiresAt: { lt: new Date() } } });
    const { slug } = provider.settings;
    await prisma.oidcFlow.create({ data: { browserHash: hashToken(secret), slug, userId, returnPath, expiresAt } });
    res.cookie(flowCookie, secret, { ...flowCookieOptions(req), maxAge: flowMs });
    return url.href;
  };

  const authorize: RequestHandler<Params> = async (req, res) => {
    providerOf(req);
    const returnPath = nextOf(req, publicUrl);
    await lead(req, res, () => begin(req, res, null, returnPath), returnPath);
  };

  const link: RequestHandler<Params> = async (req, res) => {
    const { userId } = sessionUser(req);
    providerOf(req);
    const returnPath = nextOf(req, publicUrl);
    const user = await prisma.user.findUniqueOrThrow({ where: { id: userId }, select: { oidcProvider: true } });
    if (user.oidcProvider !== null) throw new AppError('auth_oidc_already_linked');
    try {
      sendData(res, { url: await begin(req, res, userId, returnPath) });
    } catch (error) {
      logFailure(req, error);
      throw error;
    }
  };

  // Also of a provider that is not configured any more.
  const unlink: RequestHandler<Params> = async (req, res) => {
    const viewer = sessionUser(req);
    refuseParameters(req.query);
    await asOperation('unlink_oidc_account', () => accounts.unlink(req.params.slug, viewer.userId));
    sendData(res, await userAsWire(viewer, req as Request));
  };

  /** The flow of this browser with this provider, taken: an answer is heard once, also a wrong one. */
  const takeFlow = async (req: Request<Params>, slug: string) => {
    const secret = flowSecretOf(req);
    if (secret === undefined || !isSessionForm(secret)) throw new AppError('auth_oidc_failed');
    const browserHash = hashToken(secret);
    const flow = await prisma.oidcFlow.findFirst({ where: { browserHash, slug, expiresAt: { gt: new Date() } } });
    const { count } = await prisma.oidcFlow.deleteMany({ where: { browserHash } });
    if (!flow || count === 0) throw new AppError('auth_oidc_failed');
    return { ...flow, secret };
  };

  const finish = async (req: Request<Params>, res: Response, goingTo: (path: string) => void): Promise<string> => {
    const provider = providerOf(req);
    const { slug } = provider.settings;
    const { secret, userId, returnPath } = await takeFlow(req, slug);
    goingTo(returnPath);
    const query = req.originalUrl.indexOf('?');
    const answer = new URL(callbackOf(slug) + (query < 0 ? '' : req.originalUrl.slice(query)));
    const person = await provider.personOf(secret, answer);
    if (userId === null) {
      const token = await accounts.signIn(provider.settings, person, sessionTokenOf(req) || undefined, originOf(req));
      setSessionCookie(req as Request, res, token, publicUrl);
      return returnPath;
    }
    // It takes the session of the user who began to link.
    if (sessionUser(req).userId !== userId) throw new AppError('auth_oidc_failed');
    await accounts.link(provider.settings, person, userId);
    return returnPath;
  };

  const callback: RequestHandler<Params> = async (req, res) => {
    providerOf(req);
    res.clearCookie(flowCookie, flowCookieOptions(req));
    await lead(req, res, (goingTo) => asOperation('oidc_callback', () => finish(req, res, goingTo)));
  };

  const logout: RequestHandler<Params> = async (req, res) => {
    const provider = providerOf(req);
    const { logout_token: token } = (req.body ?? {}) as { logout_token?: unknown };
    const said = typeof token === 'string' ? await provider.logoutOf(token) : undefined;
    const isHeard =
      said !== undefined &&
      (await asOperation('oidc_backchannel_logout', () =>
        accounts.signOut(provider.settings.slug, said, originOf(req)),
      ));
    if (!isHeard) throw new AppError('validation_invalid_format', { field: 'logout_token' });
    res.status(200).end();
  };

  const named =
    (operationName: string): RequestHandler<Params> =>
    (req, res, next) => {
      req.operationName = operationName;
      res.set('Cache-Control', 'no-store');
      next();
    };
  const form = express.urlencoded({ extended: false, limit: longestLogoutToken, parameterLimit: 10 });
  const toEither = requireAcceptable(['application/json', 'text/html']);
  router.get('/oidc/:slug/authorize', named('authorize_oidc'), toEither, authorize);
  router.get('/oidc/:slug/callback', named('oidc_callback'), toEither, callback);
  router.post('/oidc/:slug/link', named('link_oidc_account'), requireAcceptable(), link);
  router.post('/oidc/:slug/unlink', named('unlink_oidc_account'), requireAcceptable(), unlink);
  router.post('/oidc/:slug/backchannel-logout', named('oidc_backchannel_logout'), form, logout);
  for (const name of ['authorize', 'callback']) router.all(`/oidc/:slug/${name}`, methodNotAllowed(['GET']));
  for (const name of ['link', 'unlink', 'backchannel-logout'])
    router.all(`/oidc/:slug/${name}`, methodNotAllowed(['POST']));
  return router;
}

/** What the sign-in page goes on with; only this browser sees it. */
const secondStepOf = ({ challenge, factors }: AppError['params']): string =>
  `second-factor=${String(challenge)}&factors=${(factors as OpenedChallenge['factors']).join(',')}`;

/** Why it failed, in the words of the library: its errors carry answers of the provider, with tokens in them. */
function logFailure(req: Request<Params>, error: unknown): void {
  const reasons: string[] = [];
  for (let cause = (error as Error).cause; cause instanceof Error && reasons.length < 4; cause = cause.cause)
    reasons.push(cause.message.slice(0, 300));
  if (reasons.length > 0) req.log.warn({ provider: req.params.slug, reasons }, 'a sign-in by OIDC failed');
}

function refuseParameters(query: object): void {
  const [unknown] = Object.keys(query);
  if (unknown !== undefined) throw new AppError('validation_unknown_parameter', { field: unknown });
}

/** Where the browser goes in the end, by the parameter `next`; there is no other. */
function nextOf(req: Request<Params>, publicUrl: string): string {
  const { next, ...others } = req.query;
  refuseParameters(others);
  return ownPath(next, publicUrl);
}

function sessionUser(req: Pick<Request, 'authentication'>) {
  const viewer = requireViewer(req);
  if (viewer.via !== 'session') throw new AppError('auth_user_context_required');
  return userOf(viewer);
}

/** A page of ours, or the first one: nothing that a caller sends leads elsewhere. */
function ownPath(next: unknown, publicUrl: string): string {
  const url = typeof next === 'string' && URL.canParse(next, publicUrl) ? new URL(next, publicUrl) : undefined;
  const path = url && url.origin === new URL(publicUrl).origin ? url.pathname + url.search + url.hash : firstPage;
  // A path that begins with two slashes is another host's address.
  return path.length > 2_000 || /^\/[/\\]/.test(path) ? firstPage : path;
}

function flowSecretOf({ headers }: Pick<Request, 'headers'>): string | undefined {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='));
  return pairs.find(([name]) => name === flowCookie)?.[1];
}
