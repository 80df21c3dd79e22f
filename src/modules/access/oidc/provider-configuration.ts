// Fetches and caches what an OpenID Connect provider publishes: its discovery document and its keys.
import * as jose from 'jose';
import * as client from 'openid-client';
import { AppError } from '../../../errors';
import { readBody } from '../../../platform/http/outbound';

/** Maximum size of a provider's response in bytes, far above the size of discovery documents, keys and claims. */
const maximumBytes = 512 * 1024;
/**
 * Milliseconds for which a discovery document is cached. After that time, the service fetches the document again, so
 * that it finds moved endpoints without a restart.
 */
const configurationMs = 3_600_000;

export interface ProviderConfiguration {
  readonly configuration: client.Configuration;
  /**
   * The provider's keys, to verify logout tokens. The library verifies ID tokens by keys of its own in `configuration`.
   */
  readonly keys: jose.JWTVerifyGetKey;
}
interface Discovered extends ProviderConfiguration {
  readonly until: number;
}
interface Issuer {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/**
 * Fetches a URL of a provider, with a limit on the size of the response. The operator configures the issuer and so
 * trusts all addresses in its discovery document. Therefore the rules for addresses from users (platform/http/outbound)
 * do not apply. Plain http is allowed only if the issuer has an http address, which must be on this machine.
 */
async function boundedFetch(url: string, options: object, isInsecure: boolean): Promise<Response> {
  if (!isInsecure && !url.startsWith('https:')) throw new Error('the provider names an address without https');
  const { body, status, headers } = await fetch(url, options);
  const whole = body && (await readBody(body, maximumBytes));
  return new Response([204, 205, 304].includes(status) ? null : whole, { status, headers });
}

async function discover({ issuer, clientId, clientSecret }: Issuer, timeoutSeconds: number): Promise<Discovered> {
  const isInsecure = issuer.startsWith('http:');
  const fetchBounded = (url: string, options: object) => boundedFetch(url, options, isInsecure);
  const configuration = await client.discovery(new URL(issuer), clientId, undefined, byEitherSecret(clientSecret), {
    // `enableNonRepudiationChecks` makes the library check the signature of the ID token. By default the library does
    // not check it, because the token comes from the provider over TLS.
    execute: [client.enableNonRepudiationChecks, ...(isInsecure ? [client.allowInsecureRequests] : [])],
    timeout: timeoutSeconds,
    [client.customFetch]: fetchBounded,
  });
  const { jwks_uri: keys } = configuration.serverMetadata();
  if (!keys) throw new Error('the discovery document has no jwks_uri');
  const options = { timeoutDuration: timeoutSeconds * 1000, [jose.customFetch]: fetchBounded };
  return {
    until: Date.now() + configurationMs,
    configuration,
    keys: jose.createRemoteJWKSet(new URL(keys), options),
  };
}

/**
 * Returns a function that resolves with the provider's configuration, and caches the configuration for an hour. If
 * loading fails, the function throws 503 `auth_oidc_unavailable`, and its next call tries again.
 */
export function cacheConfiguration(settings: Issuer, timeoutSeconds: number): () => Promise<ProviderConfiguration> {
  let pending: Promise<Discovered> | undefined;
  return async function current(): Promise<ProviderConfiguration> {
    const fresh = (pending ??= discover(settings, timeoutSeconds));
    try {
      const discovered = await fresh;
      if (discovered.until > Date.now()) return discovered;
      if (pending === fresh) pending = undefined;
      return await current();
    } catch (error) {
      if (pending === fresh) pending = undefined;
      throw error instanceof AppError
        ? error
        : providerError('auth_oidc_unavailable', withIssuers(error, settings.issuer));
    }
  };
}

/**
 * Sends the client secret by HTTP Basic authentication, or in the body if the provider does not support HTTP Basic.
 * HTTP Basic is the default if the provider names no method.
 */
function byEitherSecret(secret: string): client.ClientAuth {
  const [basic, post] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)];
  return (provider, ...request) => {
    const { token_endpoint_auth_methods_supported: supportedMethods = ['client_secret_basic'] } = provider;
    return (supportedMethods.includes('client_secret_basic') ? basic : post)(provider, ...request);
  };
}

/**
 * If the error is about a wrong issuer, returns an error that names both the expected issuer and the issuer in the
 * provider's response. Returns any other error unchanged.
 */
export function withIssuers(error: unknown, configured: string): unknown {
  const actualIssuer = issuerIn(error);
  if (actualIssuer === undefined) return error;
  const words = `the provider names the issuer ${JSON.stringify(actualIssuer).slice(0, 120)}, configured is "${configured}"`;
  return new Error(words, { cause: error });
}

/**
 * Returns the wrong issuer in a discovery document, ID token or response. Undefined if the error is not about a wrong
 * issuer.
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
  // The library's error has no field with the name of the wrong response parameter, so the name is searched in the
  // message.
  if (parameters && error.message.includes('"iss"')) return parameters.get('iss');
  return issuerIn(error.cause);
}

const retryAfterSeconds = { auth_oidc_failed: undefined, auth_oidc_unavailable: 10 };

/** Creates the error that callers get. `cause` is logged, but not sent to callers. */
export const providerError = (code: keyof typeof retryAfterSeconds, cause: unknown): AppError =>
  Object.assign(new AppError(code, {}, retryAfterSeconds[code]), { cause });
