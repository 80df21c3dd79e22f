// Signs in to UniFi with an account, on UniFi OS or on a controller without UniFi OS. The requests are described at
// https://ubntwiki.com/products/software/unifi-controller/api.
import type { IncomingHttpHeaders } from 'node:http';
import { ApiFailure, type ApiClient, type ApiSession, type Headers } from '../http/api-client';

export interface Account {
  readonly username: string;
  readonly password: string;
}

/** The path prefix of the Network application on a console with UniFi OS. */
export const rootOfConsole = '/proxy/network';

/** Finds the path prefix of the Network application. Throws ApiFailure if the server is no UniFi controller. */
export async function findRoot(client: ApiClient): Promise<string> {
  const status = await client.statusOf('/');
  // UniFi OS responds with a start page. A controller without UniFi OS redirects to the application's page.
  if (status === 200) return rootOfConsole;
  if (status >= 300 && status <= 399) return '';
  throw new ApiFailure('broken', `the answer ${status} to / is not that of a UniFi controller`);
}

export async function sessionOf({ username, password }: Account, client: ApiClient): Promise<ApiSession> {
  const api = (await findRoot(client)) === rootOfConsole ? '/api/auth' : '/api';
  return {
    path: `${api}/login`,
    body: { username, password },
    headersOf: (_answer, headers) => headersOfSession(headers),
    ending: { method: 'POST', path: `${api}/logout` },
    refusalOf,
  };
}

/**
 * Why the controller refuses the account; undefined if it does not. UniFi OS responds with 499 if a second factor is
 * required.
 */
function refusalOf(status: number, body: string): string | undefined {
  if (status === 499 || (status >= 400 && /mfa|2fa/i.test(body)))
    return 'requires a second factor for this account: use a local account without one, or an API key';
  if (status === 429 || (status >= 400 && /limit_?reached/i.test(body)))
    return 'accepts no more attempts to sign in for now: try again later';
  if (status === 400 || status === 401 || status === 403)
    return `answers ${status}: it does not accept the user with this password`;
  return undefined;
}

/** Names of the session cookie: on UniFi OS, and on a controller without UniFi OS. */
const sessionCookies = ['TOKEN', 'unifises'];
const csrfCookie = 'csrf_token';
/**
 * A cookie in a response (RFC 6265, section 4.1.1) that the agent sends back: its name, and a value of up to 4,000
 * characters.
 */
const cookie =
  /^(?<name>TOKEN|unifises|csrf_token)=(?<value>[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]{1,4000})(?:;|$)/;

function headersOfSession(headers: IncomingHttpHeaders): Headers {
  const cookies = new Map(
    (headers['set-cookie'] ?? []).slice(0, 20).flatMap((line) => {
      const { name, value } = cookie.exec(line)?.groups ?? {};
      return name !== undefined && value !== undefined ? [[name, value] as const] : [];
    }),
  );
  if (!sessionCookies.some((name) => cookies.has(name)))
    throw new ApiFailure('broken', 'the answer to the request to sign in has no session');
  // Requests that change something, such as signing out, must contain this CSRF token.
  const csrfHeader = headers['x-csrf-token'];
  const token =
    typeof csrfHeader === 'string' && /^[\x21-\x7e]{1,1000}$/.test(csrfHeader) ? csrfHeader : cookies.get(csrfCookie);
  return {
    cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    ...(token !== undefined && { 'x-csrf-token': token }),
  };
}
