// A client of one OpenID Connect provider: makes the address to which a browser is redirected, and reads the identity
// with which the browser returns.
import { createHmac } from 'node:crypto';
import * as jose from 'jose';
import * as client from 'openid-client';
import { hashToken } from '../../../auth/tokens';
import { checkedEmail } from '../../../platform/text/validation';
import { cacheConfiguration, providerError, withIssuers, type ProviderConfiguration } from './provider-configuration';

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

/** The identity of a person at the provider. */
export interface Person {
  readonly subject: string;
  /** The e-mail address, if the provider has verified it. */
  readonly email: string | undefined;
  /**
   * The groups; an empty list if the provider knows of none. Undefined if the provider names the claim, but leaves it
   * out of its responses.
   */
  readonly groups: readonly string[] | undefined;
}

/** A provider's message that a person's sessions have ended. */
export interface Logout {
  readonly subject: string;
  /** Hash of the logout token. The hash is stored until the token expires, so that the token cannot be used twice. */
  readonly tokenHash: string;
  readonly expiresAt: Date;
}

export interface Provider {
  readonly settings: ProviderSettings;
  /**
   * Resolves with the provider's URL to which the browser is redirected. The URL contains values derived from `secret`,
   * which belongs to the browser. Throws 503 `auth_oidc_unavailable` if the provider gives no usable response.
   */
  authorizationUrl(secret: string): Promise<URL>;
  /**
   * Resolves with the identity with which a browser returned from the provider. Throws 403 `auth_oidc_failed` if the
   * provider's response does not match the browser's request.
   */
  personOf(secret: string, callback: URL): Promise<Person>;
  /** Resolves with the content of a logout token; undefined if another issuer made the token. */
  logoutOf(token: string): Promise<Logout | undefined>;
}

/** Maximum age of a logout token, in minutes. */
const logoutTokenMinutes = 10;
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';

/**
 * Derives one of the values that a sign-in needs (state, nonce, code verifier) from the browser's secret, so that the
 * database need not store these values.
 */
const deriveKey = (secret: string, purpose: string): string =>
  createHmac('sha256', secret).update(purpose).digest('base64url');

export function createProvider(settings: ProviderSettings, redirectUri: string, timeoutSeconds = 5): Provider {
  const published = cacheConfiguration(settings, timeoutSeconds);

  return {
    settings,

    async authorizationUrl(secret) {
      return client.buildAuthorizationUrl((await published()).configuration, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state: deriveKey(secret, 'state'),
        nonce: deriveKey(secret, 'nonce'),
        code_challenge: await client.calculatePKCECodeChallenge(deriveKey(secret, 'verifier')),
        code_challenge_method: 'S256',
      });
    },

    async personOf(secret, callback) {
      const { configuration } = await published();
      try {
        const tokens = await client.authorizationCodeGrant(configuration, callback, {
          pkceCodeVerifier: deriveKey(secret, 'verifier'),
          expectedState: deriveKey(secret, 'state'),
          expectedNonce: deriveKey(secret, 'nonce'),
          idTokenExpected: true,
        });
        const claims = tokens.claims()!;
        const more = configuration.serverMetadata().userinfo_endpoint
          ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
          : {};
        return personIn(claims, more, settings.groupsClaim);
      } catch (error) {
        throw providerError('auth_oidc_failed', withIssuers(error, settings.issuer));
      }
    },

    async logoutOf(token) {
      return logoutIn(token, settings, await published());
    },
  };
}

/**
 * Resolves with the content of a logout token; undefined if the token is no logout token or if another issuer made it.
 */
async function logoutIn(
  token: string,
  { issuer, clientId }: ProviderSettings,
  { configuration, keys }: ProviderConfiguration,
): Promise<Logout | undefined> {
  const claims = await jose
    .jwtVerify(token, keys, {
      ...{ issuer: configuration.serverMetadata().issuer, audience: clientId },
      ...{ maxTokenAge: `${logoutTokenMinutes} minutes`, clockTolerance: 30 },
      requiredClaims: ['iat', 'jti', 'sub', 'events'],
    })
    .then(({ payload }) => payload)
    .catch((error: unknown) => {
      const isAnswered = error instanceof jose.errors.JOSEError && !(error instanceof jose.errors.JWKSTimeout);
      if (!isAnswered) throw providerError('auth_oidc_unavailable', error);
    });
  if (!claims) return undefined;
  const { sub, jti, events, nonce } = claims;
  const isLogout = typeof events === 'object' && events !== null && Object.hasOwn(events, logoutEvent);
  // ID tokens are signed with the same keys as logout tokens, but have a nonce. So a token with a nonce is rejected.
  if (!isLogout || nonce !== undefined || !isSubject(sub)) return undefined;
  const expiresAt = new Date(Date.now() + 2 * logoutTokenMinutes * 60_000);
  return { subject: sub, tokenHash: hashToken(JSON.stringify([issuer, jti])), expiresAt };
}

type Claims = Readonly<Record<string, unknown>>;

function personIn(claims: Claims, more: Claims, groupsClaim: string): Person {
  // `email` and `email_verified` must come from the same response, because two responses may contain different
  // addresses.
  const { email, email_verified: isVerified } = claims.email === undefined ? more : claims;
  if (!isSubject(claims.sub)) throw new Error('the subject is not 1 to 255 characters of ASCII');
  const groups: unknown = claims[groupsClaim] ?? more[groupsClaim] ?? undefined;
  const isLeftOut = groups === undefined && [claims, more].some((response) => isElsewhere(response, groupsClaim));
  return {
    subject: claims.sub,
    email: isVerified === true && typeof email === 'string' ? plainEmail(email) : undefined,
    groups: isLeftOut ? undefined : [groups].flat().filter((group) => typeof group === 'string'),
  };
}

/**
 * Whether a response says that the value of a claim is at another source (OpenID Connect Core 1.0, section 5.6.2).
 * Microsoft Entra ID does so with the groups of a person who is in more than 200.
 */
const isElsewhere = ({ _claim_names: names }: Claims, claim: string): boolean =>
  typeof names === 'object' && names !== null && Object.hasOwn(names, claim);

/** Whether a subject has 1 to 255 ASCII characters, as OpenID Connect Core 1.0, section 2, requires. */
const isSubject = (subject: unknown): subject is string =>
  typeof subject === 'string' && /^[\x20-\x7e]{1,255}$/.test(subject);

function plainEmail(email: string): string | undefined {
  try {
    return checkedEmail('email', email);
  } catch {
    return undefined;
  }
}
