// Functions that all OIDC endpoints share: finding the provider, redirecting browsers, and logging failures.
import type { Request, Response } from 'express';
import { cookieOptions } from '../../../auth/sessions';
import type { Viewer } from '../../../data/tenancy/viewer';
import { AppError, toPublicError, type ErrorCode } from '../../../errors';
import type { PrismaClient } from '../../../generated/prisma/client';
import { sendData } from '../../../rest/envelope';
import type { RegistrationGate } from '../sign-in/registration.sql';
import type { OpenedChallenge } from '../second-factor/challenges';
import { createOidcAccounts } from './oidc-accounts';
import { createProvider, type Provider, type ProviderSettings } from './provider';

export interface OidcOptions {
  readonly prisma: PrismaClient;
  readonly oidcProviders: readonly ProviderSettings[];
  readonly registration: RegistrationGate;
  /** The service's address for browsers; always set if there are providers. */
  readonly publicUrl: string | undefined;
  /** Resolves with the viewer's own user, in the form of the response of GET /api/v1/users/{id}. */
  readonly userAsWire: (viewer: Viewer, req: Request) => Promise<unknown>;
}

export type Params = { slug: string };

export interface OidcDoor extends Pick<OidcOptions, 'prisma' | 'userAsWire'> {
  readonly publicUrl: string;
  readonly accounts: ReturnType<typeof createOidcAccounts>;
  callbackOf(slug: string): string;
  /** Returns the provider whose slug is in the path. Throws 404 `route_not_found` if no provider has this slug. */
  providerOf(req: Request<Params>): Provider;
}

export function oidcDoor({ prisma, oidcProviders, registration, publicUrl = '', userAsWire }: OidcOptions): OidcDoor {
  const callbackOf = (slug: string) => `${publicUrl}/api/auth/oidc/${slug}/callback`;
  const providers = new Map<string, Provider>(
    oidcProviders.map((settings) => [settings.slug, createProvider(settings, callbackOf(settings.slug))]),
  );
  return {
    ...{ prisma, publicUrl, userAsWire, callbackOf },
    accounts: createOidcAccounts(prisma, registration),
    providerOf({ params }) {
      const provider = providers.get(params.slug);
      if (!provider) throw new AppError('route_not_found');
      return provider;
    },
  };
}

export const firstPage = '/topology';
export const flowCookie = 'oidc_flow';
export const flowCookieOptions = ({ publicUrl }: OidcDoor, req: Request<Params>) => ({
  ...cookieOptions(req as Request, publicUrl),
  path: '/api/auth/oidc',
});

/** Codes of errors that the sign-in page shows to the user. All other errors are sent as JSON. */
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

/**
 * Redirects a browser to the address that `work` returns. If `work` fails, redirects to the sign-in page, where the
 * user can try again. A client that asks for JSON gets the address as JSON, without a redirect.
 */
export async function lead(
  req: Request<Params>,
  res: Response,
  work: (goingTo: (path: string) => void) => Promise<string>,
  next = firstPage,
): Promise<void> {
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
}

/**
 * Returns the URL fragment that makes the sign-in page ask for the second factor. Browsers do not send fragments to
 * servers.
 */
const secondStepOf = ({ challenge, factors }: AppError['params']): string =>
  `second-factor=${String(challenge)}&factors=${(factors as OpenedChallenge['factors']).join(',')}`;

/**
 * Logs why a sign-in failed. Only the messages of the library's errors are logged, because the error objects contain
 * responses of the provider with tokens.
 */
export function logFailure(req: Request<Params>, error: unknown): void {
  const reasons: string[] = [];
  for (let cause = (error as Error).cause; cause instanceof Error && reasons.length < 4; cause = cause.cause)
    reasons.push(cause.message.slice(0, 300));
  if (reasons.length > 0) req.log.warn({ provider: req.params.slug, reasons }, 'a sign-in by OIDC failed');
}
