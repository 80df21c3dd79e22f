// Tests that rights are checked before the service reads the body. A caller without the right to use a route gets the
// error about the right, whatever else is wrong.
import { request } from 'node:http';
import { publicOperations } from '../../src/auth/public-operations';
import { demandOf } from '../../src/auth/permissions';
import { schema } from '../../src/modules/types';
import { actionOfRoute, findRootField } from '../../src/rest/rights';
import { mountedPath, type Route } from '../../src/rest/route';
import { routes } from '../../src/modules/routes';
import type { Client, Credential, RequestOptions } from '../support/client';
import { createWorld, type Caller, type DaemonCaller, type World } from '../support/world';

let world: World;
let viewerKey: Caller;
let daemon: DaemonCaller;
beforeAll(async () => {
  world = await createWorld();
  viewerKey = await world.addKey(world.viewer, { permissions: 'Viewer' });
  daemon = await world.addDaemon();
});
afterAll(() => world.close());

const hasBody = ({ method }: Route) => method === 'post' || method === 'put';
const titled = (sampleRoutes: readonly Route[]) =>
  sampleRoutes.map((route) => [`${route.method.toUpperCase()} ${route.path}`, route] as const);
const fieldOf = ({ document }: Route) => findRootField(schema, document);
const demand = (route: Route) => {
  const action = actionOfRoute(schema, route);
  return action && demandOf(action);
};
const isPublic = (route: Route) => publicOperations.has(fieldOf(route).name);

/** The response to a request that announces a body but never sends the body. */
function answerBeforeBody(method: string, path: string, { session, key, daemonId }: Credential) {
  return new Promise<{ status: number; code: string }>((resolve, reject) => {
    const sentRequest = request(world.url + path, {
      method,
      headers: {
        ...(/POST|PUT/.test(method) && { 'content-type': 'application/json', 'content-length': 1000 }),
        ...(session && { cookie: `session_id=${session}` }),
        ...(key && { authorization: `Bearer ${key}` }),
        ...(daemonId && { 'x-daemon-id': daemonId }),
      },
    });
    sentRequest.on('error', reject).on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => {
        sentRequest.destroy();
        resolve({ status: response.statusCode!, code: (JSON.parse(text) as { code: string }).code });
      });
    });
    if (/POST|PUT/.test(method)) sentRequest.flushHeaders();
    else sentRequest.end();
  });
}

const brokenPathOf = (route: Route) => mountedPath(route).replace(/:\w+/g, 'no-id');

const ask = (route: Route, credential: Credential) =>
  answerBeforeBody(
    route.method.toUpperCase(),
    // Neither the path nor the query is valid for the route, so a refusal for missing rights proves that rights come
    // first.
    `/api${brokenPathOf(route)}?no_parameter=1&limit=x&at=x`,
    credential,
  );

describe('before the body is read', () => {
  test.each(titled(routes.filter((route) => !isPublic(route))))(
    '%s: 401 without a credential',
    async (_title, route) => {
      expect(await ask(route, {})).toEqual({ status: 401, code: 'auth_not_authenticated' });
    },
  );

  test.each(titled(routes.filter((route) => (demand(route)?.level ?? 'Viewer') !== 'Viewer')))(
    '%s: 403 for a role that is too low',
    async (_title, route) => {
      const { sessionOnly } = demand(route)!;
      expect(await ask(route, world.viewer.credential)).toEqual({ status: 403, code: 'auth_permission_denied' });
      // A route for sessions only refuses every key. If the route has its own `action`, its GraphQL field is checked
      // first and refuses this key because of its role.
      const code = sessionOnly && !route.action ? 'auth_user_context_required' : 'auth_permission_denied';
      expect(await ask(route, viewerKey.credential)).toEqual({ status: 403, code });
    },
  );

  test.each(titled(routes.filter((route) => demand(route)?.sessionOnly)))('%s: 403 for keys', async (_title, route) => {
    expect(await ask(route, world.key.credential)).toEqual({ status: 403, code: 'auth_user_context_required' });
  });

  test.each(titled(routes.filter((route) => demand(route)?.everyNetwork)))(
    '%s: 403 for keys that do not reach every network',
    async (_title, route) => {
      expect(await ask(route, world.narrowKey.credential)).toEqual({ status: 403, code: 'auth_permission_denied' });
    },
  );

  test.each(titled(routes.filter((route) => demand(route)?.daemonOnly)))('%s: 403 for users', async (_title, route) => {
    for (const { credential } of [world.owner, world.key])
      expect(await ask(route, credential)).toEqual({ status: 403, code: 'auth_daemon_required' });
  });

  test.each(titled(routes.filter((route) => (demand(route)?.daemon ?? 'none') === 'none')))(
    '%s: 403 for daemons',
    async (_title, route) => {
      expect(await ask(route, daemon.credential)).toEqual({ status: 403, code: 'auth_user_context_required' });
    },
  );

  test.each(['logout', 'me', 'update'])('POST /auth/%s: 401 without a session, 403 for keys', async (name) => {
    const path = `/api/auth/${name}?no_parameter=1`;
    expect(await answerBeforeBody('POST', path, {})).toEqual({ status: 401, code: 'auth_not_authenticated' });
    const refusal = { status: 403, code: 'auth_user_context_required' };
    expect(await answerBeforeBody('POST', path, world.key.credential)).toEqual(refusal);
  });
});

describe('callers with the right learn what is wrong with the body', () => {
  const ranked = () => ({ Viewer: world.viewer, Member: world.member, Admin: world.admin, Owner: world.owner });
  /** Callers with the fewest rights that suffice for the route, one of each kind. */
  async function rightCallers(route: Route): Promise<Client[]> {
    if (isPublic(route)) return [world.anonymous];
    const {
      level = 'Viewer',
      sessionOnly = false,
      daemonOnly = false,
      daemon: admittedDaemon = 'none',
    } = demand(route) ?? {};
    if (daemonOnly) return [daemon];
    const key = sessionOnly ? [] : [await world.addKey(world.owner, { permissions: level })];
    return [ranked()[level], ...key, ...(admittedDaemon === 'none' ? [] : [daemon])];
  }
  const nothing = '00000000-0000-4000-8000-000000000000';
  const soundPathOf = (route: Route) => `/api${mountedPath(route).replace(/:\w+/g, nothing)}`;

  test.each(titled(routes))('%s', async (_title, route) => {
    const method = route.method.toUpperCase();
    const path = soundPathOf(route);
    const sound: RequestOptions = hasBody(route) ? { body: {} } : {};
    const requests: (readonly [string, RequestOptions, number])[] = [[`${path}?no_parameter=1`, sound, 400]];
    if (path.includes(nothing)) requests.push([`/api${brokenPathOf(route)}`, sound, 400]);
    if (hasBody(route)) requests.push([path, { rawBody: '{', headers: { 'content-type': 'application/json' } }, 400]);
    // A body of another media type gets 415, except for uploads, which accept any media type.
    if (hasBody(route) && !route.upload)
      requests.push([path, { rawBody: 'name=x', headers: { 'content-type': 'text/plain' } }, 415]);
    for (const caller of await rightCallers(route))
      for (const [at, options, status] of requests) {
        const reply = await caller.send(method, at, options);
        if (reply.status !== status) throw new Error(`not ${status}: ${reply.story}`);
      }
  });
});
