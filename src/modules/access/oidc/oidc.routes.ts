// /api/auth/oidc/{slug}: to the provider and back, link and unlink, and the provider's own word that a session is over.
import express, { Router, type Request, type RequestHandler, type Response } from 'express';
import { requireViewer, type Authenticator } from '../../../auth/authenticate';
import { cookieOptions, sessionTokenOf, setSessionCookie } from '../../../auth/sessions';
import { generateSessionToken, hashToken, isSessionForm } from '../../../auth/tokens';
import { asOperation } from '../../../data/tenancy/acting';
import { userOf, type Viewer } from '../../../data/tenancy/viewer';
import { AppError, toPublicError } from '../../../errors';
import type { PrismaClient } from '../../../generated/prisma/client';
import { methodNotAllowed, requireAcceptable } from '../../../platform/http/negotiation';
import { sendData } from '../../../rest/envelope';
import { originOf } from '../sign-in/sign-in-events';
import { createOidcAccounts } from './oidc-accounts';
import { createProvider, logoutTokenMinutes, type Provider, type ProviderSettings } from './provider';

export interface OidcOptions {
  readonly prisma: PrismaClient;
  readonly authenticator: Pick<Authenticator, 'authenticate'>;
  readonly oidcProviders: readonly ProviderSettings[];
  readonly registration: 'open' | 'closed';
  readonly publicUrl: string | undefined;
  readonly userAsWire: (viewer: Viewer, req: Request) => Promise<unknown>;
}

const flowCookie = 'oidc_flow';
const flowMs = 10 * 60_000;
const longestLogoutToken = 16_384;
type Params = { slug: string };

/** Mount at /api/auth/oidc, behind authentication, the forgery check and the rate limit. */
export function oidcRoutes({ prisma, oidcProviders, registration, publicUrl = '', userAsWire }: OidcOptions): Router {
  const router = Router({ caseSensitive: true });
  const accounts = createOidcAccounts(prisma, registration === 'open');
  const callbackOf = (slug: string) => `${publicUrl}/api/auth/oidc/${slug}/callback`;
  const providers = new Map<string, Provider>(
    oidcProviders.map((settings) => [settings.slug, createProvider(settings, callbackOf(settings.slug))]),
  );
  const providerOf = ({ params }: Request<Params>): Provider => {
    const provider = providers.get(params.slug);
    if (!provider) throw new AppError('route_not_found');
    return provider;
  };
  const flowCookieOptions = (req: Request) => ({ ...cookieOptions(req, publicUrl), path: '/api/auth/oidc' });

  /** Remembers the browser, and answers where it is to go. */
  const begin = async (
    req: Request,
    res: Response,
    provider: Provider,
    { userId, returnPath }: { userId?: string; returnPath: string },
  ): Promise<URL> => {
    const secret = generateSessionToken();
    // The provider is asked first: one that does not answer leaves nothing behind.
    const url = await provider.authorizationUrl(secret);
    const expiresAt = new Date(Date.now() + flowMs);
    await prisma.oidcFlow.deleteMany({ where: { expiresAt: { lt: new Date() } } });
    const { slug } = provider.settings;
    await prisma.oidcFlow.create({ data: { browserHash: hashToken(secret), slug, userId, returnPath, expiresAt } });
    res.cookie(flowCookie, secret, { ...flowCookieOptions(req), maxAge: flowMs });
    return url;
  };

  const authorize: RequestHandler<Params> = async (req, res) => {
    const { next, ...others } = req.query;
    refuseParameters(others);
    const url = await begin(req as Request, res, providerOf(req), { returnPath: ownPath(next, publicUrl) });
    res.status(303).set('Location', url.href).end();
  };

  const link: RequestHandler<Params> = async (req, res) => {
    refuseParameters(req.query);
    const { userId } = sessionUser(req as Request);
    const user = await prisma.user.findUniqueOrThrow({ where: { id: userId }, select: { oidcProvider: true } });
    if (user.oidcProvider !== null) throw new AppError('auth_oidc_already_linked');
    const url = await begin(req as Request, res, providerOf(req), { userId, returnPath: '/' });
    sendData(res, { url: url.href });
  };

  const unlink: RequestHandler<Params> = async (req, res) => {
    refuseParameters(req.query);
    const viewer = sessionUser(req as Request);
    const { slug } = providerOf(req).settings;
    const user = await prisma.user.findUniqueOrThrow({ where: { id: viewer.userId }, select: { oidcProvider: true } });
    if (user.oidcProvider !== slug) throw new AppError('entity_not_found', { entity: 'OidcProvider', id: slug });
    await accounts.unlink(viewer.userId);
    sendData(res, await userAsWire(viewer, req as Request));
  };

  /** The flow of this browser with this provider, taken: an answer is heard once, also a wrong one. */
  const takeFlow = async (req: Request, slug: string) => {
    const secret = cookieOf(req, flowCookie);
    if (secret === undefined || !isSessionForm(secret)) throw new AppError('auth_oidc_failed');
    const browserHash = hashToken(secret);
    const flow = await prisma.oidcFlow.findFirst({ where: { browserHash, slug, expiresAt: { gt: new Date() } } });
    const { count } = await prisma.oidcFlow.deleteMany({ where: { browserHash } });
    if (!flow || count === 0) throw new AppError('auth_oidc_failed');
    return { ...flow, secret };
  };

  const finish = async (req: Request<Params>, res: Response): Promise<string> => {
    const provider = providerOf(req);
    const { slug } = provider.settings;
    const { secret, userId, returnPath } = await takeFlow(req as Request, slug);
    const query = req.originalUrl.indexOf('?');
    const answer = new URL(callbackOf(slug) + (query < 0 ? '' : req.originalUrl.slice(query)));
    const person = await provider.personOf(secret, answer);
    if (userId === null) {
      const token = await accounts.signIn(provider.settings, person, sessionTokenOf(req) || undefined, originOf(req));
      setSessionCookie(req as Request, res, token, publicUrl);
      return returnPath;
    }
    // Whoever began to link has to be the one who ends it.
    if (sessionUser(req as Request).userId !== userId) throw new AppError('auth_oidc_failed');
    await accounts.link(provider.settings, person, userId);
    return returnPath;
  };

  /** A browser is led on, or to the page that says what was wrong. */
  const callback: RequestHandler<Params> = async (req, res) => {
    providerOf(req);
    res.clearCookie(flowCookie, flowCookieOptions(req as Request));
    const goTo = (path: string) => res.status(303).set('Location', path).end();
    try {
      goTo(await asOperation('oidc_callback', () => finish(req, res)));
    } catch (error) {
      const { code, status } = toPublicError(error);
      if (status >= 500) throw error;
      if (code === 'auth_oidc_failed')
        req.log.info({ err: (error as { cause?: unknown }).cause }, 'sign-in by OIDC failed');
      goTo(`/sign-in#problem=${code}`);
    }
  };

  const logout: RequestHandler<Params> = async (req, res) => {
    const provider = providerOf(req);
    const { logout_token: token } = (req.body ?? {}) as { logout_token?: unknown };
    const said = typeof token === 'string' ? await provider.logoutOf(token) : undefined;
    const expiresAt = new Date(Date.now() + 2 * logoutTokenMinutes * 60_000);
    // The form of refusals is the provider's to read: OpenID Connect Back-Channel Logout 1.0, 2.8.
    const refuse = () => void res.status(400).json({ error: 'invalid_request' });
    if (!said) return refuse();
    const tokenHash = hashToken(JSON.stringify([provider.settings.issuer, said.id]));
    await prisma.oidcLogout.deleteMany({ where: { expiresAt: { lt: new Date() } } });
    const { count } = await prisma.oidcLogout.createMany({ data: { tokenHash, expiresAt }, skipDuplicates: true });
    if (count === 0) return refuse();
    await accounts.signOut(provider.settings.slug, said.subject);
    res.status(200).end();
  };

  const noStore: RequestHandler = (req, res, next) => {
    req.operationName = `oidc_${req.path.split('/').at(-1)!.replaceAll('-', '_')}`;
    res.set('Cache-Control', 'no-store');
    next();
  };
  const form = express.urlencoded({ extended: false, limit: longestLogoutToken, parameterLimit: 10 });
  router.get('/:slug/authorize', noStore, authorize);
  router.get('/:slug/callback', noStore, callback);
  router.post('/:slug/link', noStore, requireAcceptable(), link);
  router.post('/:slug/unlink', noStore, requireAcceptable(), unlink);
  router.post('/:slug/backchannel-logout', noStore, form, logout);
  for (const name of ['authorize', 'callback']) router.all(`/:slug/${name}`, methodNotAllowed(['GET']));
  for (const name of ['link', 'unlink', 'backchannel-logout']) router.all(`/:slug/${name}`, methodNotAllowed(['POST']));
  return router;
}

function refuseParameters(query: object): void {
  const [unknown] = Object.keys(query);
  if (unknown !== undefined) throw new AppError('validation_unknown_parameter', { field: unknown });
}

function sessionUser(req: Pick<Request, 'authentication'>) {
  const viewer = requireViewer(req);
  if (viewer.via !== 'session') throw new AppError('auth_user_context_required');
  return userOf(viewer);
}

/** A page of ours, or the first one: nothing that a caller sends leads elsewhere. */
export function ownPath(next: unknown, publicUrl: string): string {
  const url = typeof next === 'string' && URL.canParse(next, publicUrl) ? new URL(next, publicUrl) : undefined;
  const path = url && url.origin === new URL(publicUrl).origin ? url.pathname + url.search + url.hash : '/topology';
  // A path that begins with two slashes is another host's address.
  return path.length > 2_000 || /^\/[/\\]/.test(path) ? '/topology' : path;
}

function cookieOf({ headers }: Pick<Request, 'headers'>, name: string): string | undefined {
  const found = (headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='));
  return found.find(([given]) => given === name)?.[1];
}
