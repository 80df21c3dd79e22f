// Real OpenID providers (oidc-provider in separate processes), and a browser that visits them and returns.
import { fork, type ChildProcess } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { generateKeyPairSync } from 'node:crypto';
import path from 'node:path';
import { SignJWT, type JWTPayload } from 'jose';

export const publicUrl = 'http://netloom.example';

export interface Person {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly groups?: readonly string[] | undefined;
  /** Claims that the provider leaves out, and the sources of their values (OpenID Connect Core 1.0, section 5.6.2). */
  readonly _claim_names?: Readonly<Record<string, string>>;
  readonly _claim_sources?: Readonly<Record<string, object>>;
}

export interface TestProvider {
  readonly issuer: string;
  become(person: Person): Promise<void>;
  /**
   * Sets the actual address of the service. The provider sends requests for the public address of the service to it.
   */
  calls(serviceUrl: string): Promise<void>;
  /** Returns a token with these claims, signed by the provider. By default it was issued just now. */
  signed(claims: JWTPayload, times?: { readonly issued?: string }): Promise<string>;
  stop(): void;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Starts a provider. `authentication` is the only method of client authentication that it accepts. */
export async function startProvider(
  slug: string,
  authentication: 'client_secret_basic' | 'client_secret_post',
): Promise<TestProvider> {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const client = {
    ...{ client_id: 'netloom', client_secret: 'a secret of tests', response_types: ['code'] },
    redirect_uris: [`${publicUrl}/api/auth/oidc/${slug}/callback`],
    grant_types: ['authorization_code'],
    token_endpoint_auth_method: authentication,
    backchannel_logout_uri: `${publicUrl}/api/auth/oidc/${slug}/backchannel-logout`,
  };
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = { ...privateKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' };
  const child: ChildProcess = fork(path.join(__dirname, 'provider.mjs'), {
    env: {
      ...{ PORT: String(port), PUBLIC_URL: publicUrl },
      ...{ CLIENT: JSON.stringify(client), JWKS: JSON.stringify({ keys: [key] }) },
    },
    // The output is ignored, because it contains warnings about settings for tests.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  await new Promise((resolve, reject) => child.once('message', resolve).once('exit', reject));
  const order = async (path: string, responseBody: unknown): Promise<void> => {
    await fetch(issuer + path, { method: 'PUT', body: JSON.stringify(responseBody) });
  };
  return {
    issuer,
    become: (person) => order('/person', person),
    calls: (serviceUrl) => order('/service', serviceUrl),
    signed: (claims, { issued } = {}) =>
      new SignJWT({ iss: issuer, aud: 'netloom', ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: 'one', typ: 'logout+jwt' })
        .setIssuedAt(issued)
        .setExpirationTime('2m')
        .sign(privateKey),
    stop: () => void child.kill(),
  };
}

export interface Step {
  readonly status: number;
  readonly location: string;
}

/** A browser that stores cookies by host and follows redirects one by one. */
export class Browser {
  private readonly jars = new Map<string, Map<string, string>>();
  constructor(private readonly serviceUrl: string) {}

  private jar(url: URL): Map<string, string> {
    const jar = this.jars.get(url.host) ?? new Map<string, string>();
    this.jars.set(url.host, jar);
    return jar;
  }
  cookie(name: string): string | undefined {
    return this.jar(new URL(publicUrl)).get(name);
  }
  setCookie(name: string, value: string): void {
    this.jar(new URL(publicUrl)).set(name, value);
  }

  async go(address: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(address, publicUrl);
    const real = url.origin === publicUrl ? this.serviceUrl + url.pathname + url.search : url.href;
    const jar = this.jar(url);
    const cookie = [...jar].map((pair) => pair.join('=')).join('; ');
    const headers = { accept: 'text/html', ...(init.headers as Record<string, string>), ...(cookie && { cookie }) };
    const response = await fetch(real, { ...init, headers, redirect: 'manual' });
    for (const set of response.headers.getSetCookie()) {
      const [pair = ''] = set.split(';');
      const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
      if (value === '' || /expires=Thu, 01 Jan 1970/i.test(set)) jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  }

  /**
   * Follows redirects from this address until one leads to the service's callback. Returns the address of that
   * callback.
   */
  async toCallback(address: string): Promise<string> {
    let next = address;
    for (let step = 0; step < 10; step += 1) {
      const response = await this.go(next);
      const location = response.headers.get('location');
      if (!location) throw new Error(`no way on from ${next}: ${response.status} ${await response.text()}`);
      next = new URL(location, new URL(next, publicUrl)).href;
      if (next.startsWith(publicUrl) && next.includes('/callback')) return next;
    }
    throw new Error('too many steps');
  }

  async end(callback: string): Promise<Step> {
    const { status, headers } = await this.go(callback);
    return { status, location: headers.get('location') ?? '' };
  }

  async signIn(slug: string, next?: string): Promise<Step> {
    const query = next === undefined ? '' : `?next=${encodeURIComponent(next)}`;
    return this.end(await this.toCallback(`/api/auth/oidc/${slug}/authorize${query}`));
  }

  /** Signs out at the provider, which then notifies the services to which the person has signed in. */
  async signOutAt(issuer: string): Promise<string> {
    const page = await (await this.go(`${issuer}/session/end`)).text();
    const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(page) ?? [];
    const body = new URLSearchParams({ xsrf, logout: 'yes' });
    const confirmedReply = await this.go(`${issuer}/session/end/confirm`, { method: 'POST', body });
    const last = await this.go(new URL(confirmedReply.headers.get('location') ?? '', issuer).href);
    return last.text();
  }

  /** The user of the session, or undefined if no user is signed in. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as the wire has it
  async me(): Promise<any> {
    const response = await this.go('/api/auth/me', { headers: { accept: 'application/json' } });
    return ((await response.json()) as { data?: unknown }).data;
  }
}
