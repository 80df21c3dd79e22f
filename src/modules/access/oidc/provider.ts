// One OpenID Connect provider with its discovery document: redirects browsers, and identifies them on return.
import { createHmac } from 'node:crypto';
import * as jose from 'jose';
import * as client from 'openid-client';
import { hashToken } from '../../../auth/tokens';
import { AppError } from '../../../errors';
import { bodyOf } from '../../../platform/http/outbound';
import { checkedEmail } from '../../../platform/text/validation';

export interface ProviderSettings {
  readonly slug: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly name: string;
  readonly organizationId: string | undefined;
  readonly domains: readonly string[];
  readonly groupsClaim: string;
  readonly roles: readonly { readonly group: string; readonly role: 'Viewer' | 'Member' | 'Admin' }[];
}

/** An identity at the provider. */
export interface Person {
  readonly subject: string;
  /** Only if the provider has verified the address. */
  readonly email: string | undefined;
  readonly groups: readonly string[];
}

/** The provider's word that the sessions of a person are over. */
export interface Logout {
  readonly subject: string;
  /** Hash of the logout token, and the time until which it could be replayed. */
  readonly tokenHash: string;
  readonly expiresAt: Date;
}

export interface Provider {
  readonly settings: ProviderSettings;
  /**
   * The address to redirect the browser with this secret to; 503 `auth_oidc_unavailable` without a usable answer of the
   * provider.
   */
  authorizationUrl(secret: string): Promise<URL>;
  /** The identity that returned; 403 `auth_oidc_failed` for any response that does not match the request. */
  personOf(secret: string, callback: URL): Promise<Person>;
  /** The content of a logout token; undefined for a token of another issuer. */
  logoutOf(token: string): Promise<Logout | undefined>;
}

/** Far above the size of discovery documents, keys and claims. */
const maximumBytes = 512 * 1024;
/** So that moved endpoints are found without a restart. */
const configurationMs = 3_600_000;
/** How old a logout token may be. */
const logoutTokenMinutes = 10;
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';

interface Known {
  readonly until: number;
  readonly configuration: client.Configuration;
  /** Of logout tokens; those of ID tokens are in the configuration. */
  readonly keys: jose.JWTVerifyGetKey;
}

/** State, nonce and code verifier are derived from the browser's secret, so that none is stored. */
const derived = (secret: string, what: string): string => createHmac('sha256', secret).update(what).digest('base64url');

/**
 * The operator configures the issuer, and with it every address in its discovery document, so the rules for addresses
 * from users (platform/http/outbound) do not apply. Plain http is allowed on this machine only.
 */
// eslint-disable-next-line max-lines-per-function -- three questions to one provider, whose keys they share
export function createProvider(settings: ProviderSettings, redirectUri: string, timeoutSeconds = 5): Provider {
  const { issuer, clientId, clientSecret } = settings;
  const isInsecure = issuer.startsWith('http:');
  let asked: Promise<Known> | undefined;

  const boundedFetch = async (url: string, options: object): Promise<Response> => {
    if (!isInsecure && !url.startsWith('https:')) throw new Error('the provider names an address without https');
    const { body, status, headers } = await fetch(url, options);
    const whole = body && (await bodyOf(body, maximumBytes));
    return new Response([204, 205, 304].includes(status) ? null : whole, { status, headers });
  };

  const discover = async (): Promise<Known> => {
    const configuration = await client.discovery(new URL(issuer), clientId, undefined, byEitherSecret(clientSecret), {
      // By default the library does not check the ID token's signature, because the token comes from the provider over
      // TLS.
      execute: [client.enableNonRepudiationChecks, ...(isInsecure ? [client.allowInsecureRequests] : [])],
      timeout: timeoutSeconds,
      [client.customFetch]: boundedFetch,
    });
    const { jwks_uri: keys } = configuration.serverMetadata();
    if (!keys) throw new Error('the discovery document has no jwks_uri');
    const options = { timeoutDuration: timeoutSeconds * 1000, [jose.customFetch]: boundedFetch };
    return {
      until: Date.now() + configurationMs,
      configuration,
      keys: jose.createRemoteJWKSet(new URL(keys), options),
    };
  };

  /** Discovered at the first sign-in instead of at the start; repeated after a failure. */
  const known = async (): Promise<Known> => {
    const fresh = (asked ??= discover());
    try {
      const found = await fresh;
      if (found.until > Date.now()) return found;
      if (asked === fresh) asked = undefined;
      return await known();
    } catch (error) {
      if (asked === fresh) asked = undefined;
      throw error instanceof AppError ? error : failed('auth_oidc_unavailable', withIssuers(error, issuer));
    }
  };

  return {
    settings,

    async authorizationUrl(secret) {
      return client.buildAuthorizationUrl((await known()).configuration, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state: derived(secret, 'state'),
        nonce: derived(secret, 'nonce'),
        code_challenge: await client.calculatePKCECodeChallenge(derived(secret, 'verifier')),
        code_challenge_method: 'S256',
      });
    },

    async personOf(secret, callback) {
      const { configuration } = await known();
      try {
        const tokens = await client.authorizationCodeGrant(configuration, callback, {
          pkceCodeVerifier: derived(secret, 'verifier'),
          expectedState: derived(secret, 'state'),
          expectedNonce: derived(secret, 'nonce'),
          idTokenExpected: true,
        });
        const claims = tokens.claims()!;
        const more = configuration.serverMetadata().userinfo_endpoint
          ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
          : {};
        return personIn(claims, more, settings.groupsClaim);
      } catch (error) {
        throw failed('auth_oidc_failed', withIssuers(error, issuer));
      }
    },

    async logoutOf(token) {
      const { configuration, keys } = await known();
      const claims = await jose
        .jwtVerify(token, keys, {
          ...{ issuer: configuration.serverMetadata().issuer, audience: clientId },
          ...{ maxTokenAge: `${logoutTokenMinutes} minutes`, clockTolerance: 30 },
          requiredClaims: ['iat', 'jti', 'sub', 'events'],
        })
        .then(({ payload }) => payload)
        .catch((error: unknown) => {
          const isAnswered = error instanceof jose.errors.JOSEError && !(error instanceof jose.errors.JWKSTimeout);
          if (!isAnswered) throw failed('auth_oidc_unavailable', error);
        });
      if (!claims) return undefined;
      const { sub, jti, events, nonce } = claims;
      const isLogout = typeof events === 'object' && events !== null && Object.hasOwn(events, logoutEvent);
      // An ID token is signed with the same keys but has a nonce: reject it.
      if (!isLogout || nonce !== undefined || !isSubject(sub)) return undefined;
      const expiresAt = new Date(Date.now() + 2 * logoutTokenMinutes * 60_000);
      return { subject: sub, tokenHash: hashToken(JSON.stringify([issuer, jti])), expiresAt };
    },
  };
}

/** The secret in the form that the provider supports; by default the one that all must support. */
function byEitherSecret(secret: string): client.ClientAuth {
  const [basic, post] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)];
  return (provider, ...request) => {
    const { token_endpoint_auth_methods_supported: taken = ['client_secret_basic'] } = provider;
    return (taken.includes('client_secret_basic') ? basic : post)(provider, ...request);
  };
}

/** Adds both issuers to the library's error about a wrong issuer, which names neither. */
function withIssuers(error: unknown, configured: string): unknown {
  const named = issuerIn(error);
  if (named === undefined) return error;
  const words = `the provider names the issuer ${JSON.stringify(named).slice(0, 120)}, configured is "${configured}"`;
  return new Error(words, { cause: error });
}

/**
 * The issuer in a discovery document, ID token or response instead of the expected one; undefined if the error is about
 * something else.
 */
function issuerIn(error: unknown): unknown {
  if (!(error instanceof Error)) return undefined;
  const { attribute, body, claim, claims, parameters } = (error.cause ?? {}) as {
    attribute?: string;
    body?: { issuer: unknown };
    claim?: string;
    claims?: { iss: unknown };
    parameters?: URLSearchParams;
  };
  if (attribute === 'issuer') return body?.issuer;
  if (claim === 'iss') return claims?.iss;
  // The library's error about response parameters does not name the parameter.
  if (parameters && error.message.includes('"iss"')) return parameters.get('iss');
  return issuerIn(error.cause);
}

const retryAfterSeconds = { auth_oidc_failed: undefined, auth_oidc_unavailable: 10 };

/** `cause` is for the log. */
export const failed = (code: keyof typeof retryAfterSeconds, cause: unknown): AppError =>
  Object.assign(new AppError(code, {}, retryAfterSeconds[code]), { cause });

type Claims = Readonly<Record<string, unknown>>;

function personIn(claims: Claims, more: Claims, groupsClaim: string): Person {
  // Take both claims from one response: the other does not say whether its address is verified.
  const { email, email_verified: isVerified } = claims.email === undefined ? more : claims;
  if (!isSubject(claims.sub)) throw new Error('the subject is not 1 to 255 characters of ASCII');
  const groups = claims[groupsClaim] ?? more[groupsClaim];
  return {
    subject: claims.sub,
    email: isVerified === true && typeof email === 'string' ? plainEmail(email) : undefined,
    groups: [groups].flat().filter((group) => typeof group === 'string'),
  };
}

/** As OpenID Connect Core 1.0, 2 has it. */
const isSubject = (subject: unknown): subject is string =>
  typeof subject === 'string' && /^[\x20-\x7e]{1,255}$/.test(subject);

function plainEmail(email: string): string | undefined {
  try {
    return checkedEmail('email', email);
  } catch {
    return undefined;
  }
}
