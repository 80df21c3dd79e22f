// One OpenID Connect provider, by its discovery document: where a browser is sent, and who it is when it comes back.
import { createHmac } from 'node:crypto';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import * as client from 'openid-client';
import { AppError } from '../../../errors';
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

/** Somebody whom the provider knows. */
export interface Person {
  readonly subject: string;
  /** Only where the provider says that it has verified the address. */
  readonly email: string | undefined;
  readonly groups: readonly string[];
}

export interface Provider {
  readonly settings: ProviderSettings;
  /** Where the browser with this secret is sent. */
  authorizationUrl(secret: string): Promise<URL>;
  /** Who came back, at this address; 403 `auth_oidc_failed` for every answer that is not the one to our question. */
  personOf(secret: string, callback: URL): Promise<Person>;
  /** Whom a logout token is about, and what identifies it; undefined: the token is none of this provider's. */
  logoutOf(token: string): Promise<{ readonly subject: string; readonly id: string } | undefined>;
}

const timeoutSeconds = 10;
/** How old a logout token may be. */
export const logoutTokenMinutes = 10;
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';

/** State, nonce and code verifier follow from the browser's secret, so that none of them is stored. */
const derived = (secret: string, what: string): string => createHmac('sha256', secret).update(what).digest('base64url');

/**
 * The issuer is the operator's choice, as the database is, and with it every address that its discovery document names:
 * the rule for addresses that users give (platform/http/outbound) does not apply. Plain http is for issuers of this machine.
 */
export function createProvider(settings: ProviderSettings, redirectUri: string): Provider {
  const { issuer, clientId, clientSecret } = settings;
  let known: Promise<client.Configuration> | undefined;

  /** Asked for once; where the provider did not answer, by the next who wants to sign in again. */
  const configuration = (): Promise<client.Configuration> => {
    const execute = issuer.startsWith('http:') ? [client.allowInsecureRequests] : [];
    known ??= client
      .discovery(new URL(issuer), clientId, clientSecret, undefined, { execute, timeout: timeoutSeconds })
      .catch((error: unknown) => {
        known = undefined;
        throw failed(error);
      });
    return known;
  };
  let keys: ReturnType<typeof createRemoteJWKSet> | undefined;

  return {
    settings,

    async authorizationUrl(secret) {
      return client.buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state: derived(secret, 'state'),
        nonce: derived(secret, 'nonce'),
        code_challenge: await client.calculatePKCECodeChallenge(derived(secret, 'verifier')),
        code_challenge_method: 'S256',
      });
    },

    async personOf(secret, callback) {
      const config = await configuration();
      try {
        const tokens = await client.authorizationCodeGrant(config, callback, {
          pkceCodeVerifier: derived(secret, 'verifier'),
          expectedState: derived(secret, 'state'),
          expectedNonce: derived(secret, 'nonce'),
          idTokenExpected: true,
        });
        const claims = tokens.claims()!;
        const more = config.serverMetadata().userinfo_endpoint
          ? await client.fetchUserInfo(config, tokens.access_token, claims.sub)
          : {};
        return personIn({ ...more, ...claims }, settings.groupsClaim);
      } catch (error) {
        throw failed(error);
      }
    },

    async logoutOf(token) {
      const { jwks_uri: address } = (await configuration()).serverMetadata();
      if (!address) return undefined;
      keys ??= createRemoteJWKSet(new URL(address), { timeoutDuration: timeoutSeconds * 1000 });
      try {
        const { payload } = await jwtVerify(token, keys, {
          ...{ issuer, audience: clientId, maxTokenAge: `${logoutTokenMinutes} minutes`, clockTolerance: 30 },
          requiredClaims: ['iat', 'jti', 'sub', 'events'],
        });
        const isLogout = Object.hasOwn((payload.events ?? {}) as object, logoutEvent);
        // An ID token is signed with the same keys, and is none: it has a nonce.
        if (!isLogout || payload.nonce !== undefined) return undefined;
        return { subject: payload.sub!, id: payload.jti! };
      } catch {
        return undefined;
      }
    },
  };
}

function failed(cause: unknown): AppError {
  return Object.assign(new AppError('auth_oidc_failed'), { cause });
}

function personIn(claims: Readonly<Record<string, unknown>>, groupsClaim: string): Person {
  const { sub, email, email_verified: isVerified } = claims;
  const groups = claims[groupsClaim];
  return {
    subject: String(sub),
    email: isVerified === true && typeof email === 'string' ? plainEmail(email) : undefined,
    groups: Array.isArray(groups) ? groups.filter((group) => typeof group === 'string') : [],
  };
}

function plainEmail(email: string): string | undefined {
  try {
    return checkedEmail('email', email);
  } catch {
    return undefined;
  }
}
