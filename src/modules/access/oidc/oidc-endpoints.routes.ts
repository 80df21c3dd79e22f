// The OIDC endpoints: redirect to the provider and back, link, unlink, and back-channel logout.
import type { Request, RequestHandler, Response } from 'express';
import { requireViewer } from '../../../auth/authenticate';
import { readSessionToken, setSessionCookie } from '../../../auth/sessions';
import { generateSessionToken, hashToken, isSessionForm } from '../../../auth/tokens';
import { runAsOperation } from '../../../data/acting';
import { userOf } from '../../../data/tenancy/viewer';
import { AppError } from '../../../errors';
import { sendData } from '../../../rest/envelope';
import { requestOrigin } from '../../../platform/http/request-origin';
import {
  firstPage,
  flowCookie,
  flowCookieOptions,
  lead,
  logFailure,
  type OidcDoor,
  type Params,
} from './oidc-door.routes';

type OidcEndpoint = (door: OidcDoor) => RequestHandler<Params>;

/** Milliseconds within which a browser must return from the provider. */
const flowMs = 10 * 60_000;

/**
 * Stores a flow: a sign-in or linking that a browser has begun. Resolves with the address of the provider, to which the
 * browser is redirected.
 */
async function begin(
  door: OidcDoor,
  req: Request<Params>,
  res: Response,
  userId: string | null,
  returnPath: string,
): Promise<string> {
  const provider = door.providerOf(req);
  const secret = generateSessionToken();
  // The provider is contacted before the flow is stored, so that no flow is stored if the provider is unavailable.
  const url = await provider.authorizationUrl(secret);
  const expiresAt = new Date(Date.now() + flowMs);
  await door.prisma.oidcFlow.deleteMany({ where: { expiresAt: { lt: new Date() } } });
  const { slug } = provider.settings;
  await door.prisma.oidcFlow.create({ data: { browserHash: hashToken(secret), slug, userId, returnPath, expiresAt } });
  res.cookie(flowCookie, secret, { ...flowCookieOptions(door, req), maxAge: flowMs });
  return url.href;
}

export const authorize: OidcEndpoint = (door) => async (req, res) => {
  door.providerOf(req);
  const returnPath = nextOf(req, door.publicUrl);
  await lead(req, res, () => begin(door, req, res, null, returnPath), returnPath);
};

export const link: OidcEndpoint = (door) => async (req, res) => {
  const { userId } = sessionUser(req);
  door.providerOf(req);
  const returnPath = nextOf(req, door.publicUrl);
  const user = await door.prisma.user.findUniqueOrThrow({ where: { id: userId }, select: { oidcProvider: true } });
  if (user.oidcProvider !== null) throw new AppError('auth_oidc_already_linked');
  try {
    sendData(res, { url: await begin(door, req, res, userId, returnPath) });
  } catch (error) {
    logFailure(req, error);
    throw error;
  }
};

// Unlinks an account from a provider, even from a provider that is no longer configured.
export const unlink: OidcEndpoint =
  ({ accounts, userAsWire }) =>
  async (req, res) => {
    const viewer = sessionUser(req);
    refuseParameters(req.query);
    await runAsOperation('unlink_oidc_account', () => accounts.unlink(req.params.slug, viewer.userId));
    sendData(res, await userAsWire(viewer, req as Request));
  };

/**
 * Deletes and returns the flow (sign-in or linking) that the browser has begun with this provider. Each flow can be
 * used once, even if the provider returned an error.
 */
async function takeFlow({ prisma }: OidcDoor, req: Request<Params>, slug: string) {
  const secret = flowSecretOf(req);
  if (secret === undefined || !isSessionForm(secret)) throw new AppError('auth_oidc_failed');
  const browserHash = hashToken(secret);
  const flow = await prisma.oidcFlow.findFirst({ where: { browserHash, slug, expiresAt: { gt: new Date() } } });
  const { count } = await prisma.oidcFlow.deleteMany({ where: { browserHash } });
  if (!flow || count === 0) throw new AppError('auth_oidc_failed');
  return { ...flow, secret };
}

async function finish(
  door: OidcDoor,
  req: Request<Params>,
  res: Response,
  goingTo: (path: string) => void,
): Promise<string> {
  const { accounts, callbackOf, providerOf, publicUrl } = door;
  const provider = providerOf(req);
  const { slug } = provider.settings;
  const { secret, userId, returnPath } = await takeFlow(door, req, slug);
  goingTo(returnPath);
  const query = req.originalUrl.indexOf('?');
  const answer = new URL(callbackOf(slug) + (query < 0 ? '' : req.originalUrl.slice(query)));
  const person = await provider.personOf(secret, answer);
  if (userId === null) {
    const token = await accounts.signIn(
      provider.settings,
      person,
      readSessionToken(req) || undefined,
      requestOrigin(req),
    );
    setSessionCookie(req as Request, res, token, publicUrl);
    return returnPath;
  }
  // Linking must be completed in a session of the user who began the linking.
  if (sessionUser(req).userId !== userId) throw new AppError('auth_oidc_failed');
  await accounts.link(provider.settings, person, userId);
  return returnPath;
}

export const callback: OidcEndpoint = (door) => async (req, res) => {
  door.providerOf(req);
  res.clearCookie(flowCookie, flowCookieOptions(door, req));
  await lead(req, res, (goingTo) => runAsOperation('oidc_callback', () => finish(door, req, res, goingTo)));
};

export const logout: OidcEndpoint =
  ({ accounts, providerOf }) =>
  async (req, res) => {
    const provider = providerOf(req);
    const { logout_token: token } = (req.body ?? {}) as { logout_token?: unknown };
    const logoutClaims = typeof token === 'string' ? await provider.logoutOf(token) : undefined;
    const isHeard =
      logoutClaims !== undefined &&
      (await runAsOperation('oidc_backchannel_logout', () =>
        accounts.signOut(provider.settings.slug, logoutClaims, requestOrigin(req)),
      ));
    if (!isHeard) throw new AppError('validation_invalid_format', { field: 'logout_token' });
    res.status(200).end();
  };

function refuseParameters(query: object): void {
  const [unknown] = Object.keys(query);
  if (unknown !== undefined) throw new AppError('validation_unknown_parameter', { field: unknown });
}

/**
 * Returns the path to which the browser is redirected after the sign-in or linking, from the query parameter `next`.
 */
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

/**
 * Returns `next` if it is a path of this service, and otherwise the start page. So nobody can redirect a browser to
 * another service.
 */
function ownPath(next: unknown, publicUrl: string): string {
  const url = typeof next === 'string' && URL.canParse(next, publicUrl) ? new URL(next, publicUrl) : undefined;
  const path = url && url.origin === new URL(publicUrl).origin ? url.pathname + url.search + url.hash : firstPage;
  // A path that begins with two slashes would be an address on another host.
  return path.length > 2_000 || /^\/[/\\]/.test(path) ? firstPage : path;
}

function flowSecretOf({ headers }: Pick<Request, 'headers'>): string | undefined {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='));
  return pairs.find(([name]) => name === flowCookie)?.[1];
}
