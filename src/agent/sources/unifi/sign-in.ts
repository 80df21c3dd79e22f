// Signs in to UniFi by an account: a session of UniFi OS, or of a controller without it. The requests are those that
// https://ubntwiki.com/products/software/unifi-controller/api describes.
import type { IncomingHttpHeaders } from 'node:http';
import { ApiFailure, type ApiClient, type ApiSession, type Headers } from '../http/api-client';

export interface Account {
  readonly username: string;
  readonly password: string;
}

/** The prefix of the paths of the Network application on a console with UniFi OS. */
export const rootOfConsole = '/proxy/network';

/** The prefix of the paths of the Network application. Throws ApiFailure if the server is no controller. */
export async function findRoot(client: ApiClient): Promise<string> {
  const status = await client.statusOf('/');
  // UniFi OS has a start page. A controller without it redirects to the page of the application.
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

/** Why a controller does not sign the account in. UniFi OS answers 499 if a second factor is required. */
function refusalOf(status: number, body: string): string | undefined {
  if (status === 499 || (status >= 400 && /mfa|2fa/i.test(body)))
    return 'requires a second factor for this account: use a local account without one, or an API key';
  if (status === 429 || (status >= 400 && /limit_?reached/i.test(body)))
    return 'accepts no more attempts to sign in for now: try again later';
  if (status === 400 || status === 401 || status === 403)
    return `answers ${status}: it does not accept the user with this password`;
  return undefined;
}

/** Cookies of UniFi OS, and of a controller without it. */
const sessionCookies = ['TOKEN', 'unifises'];
const csrfCookie = 'csrf_token';
/** Values of cookies (RFC 6265, section 4.1.1), with the length that the agent sends back. */
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
  // Requests that change something need it, so it ends the session.
  const sent = headers['x-csrf-token'];
  const token = typeof sent === 'string' && /^[\x21-\x7e]{1,1000}$/.test(sent) ? sent : cookies.get(csrfCookie);
  return {
    cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    ...(token !== undefined && { 'x-csrf-token': token }),
  };
}
