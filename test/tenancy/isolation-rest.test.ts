// Tests tenant isolation of features that only REST has: streamed lists, files, and reports of daemons, from which the
// service drops references to rows that the daemon cannot access. Tests of ids in mutations are in
// isolation-writes.test.ts. The file contract/parity.test.ts compares REST with GraphQL.
import { demandOf, isAction } from '../../src/auth/permissions';
import { asksOnlyPublic } from '../../src/graphql/documents/public-operations';
import { idPlaces, buildValues, type IdPlace } from './id-places';
import { expectIndistinguishable } from './indistinguishable';
import { endpoints as all, sendRequest, type Endpoint } from './rest-endpoints';
import { findLeaks } from './leaks';
import { listCallers, createWalledWorld, type WalledWorld } from './walled-world';

let walled: WalledWorld;
const isAudit = ({ path }: { path: string }) => path.startsWith('/audit-events');

beforeAll(async () => {
  walled = await createWalledWorld();
});
afterAll(() => walled.close());

// Routes that need no credential are left out, because every caller may use them. Other files test these routes.
const endpoints = all.filter(({ route }) => !asksOnlyPublic(route.document));
const lists = endpoints.filter(({ isList, route }) => isList && !route.path.includes(':'));
test.each(lists.map((endpoint) => [endpoint.title, endpoint] as const))(
  '%s lists and counts no row out of reach',
  async (_title, { route }) => {
    let seenCount = 0;
    for (const caller of [...walled.callers, walled.daemon]) {
      const { status, body } = await caller.caller.rest.get(`${route.path}?limit=0`);
      expect(findLeaks(caller, JSON.stringify(body), isAudit(route))).toEqual([]);
      if (status === 403) continue;
      expect([status, body.meta.pagination.total_count]).toEqual([200, body.data.length]);
      seenCount += body.data.length;
    }
    expect(seenCount).toBeGreaterThan(0);
  },
);

/**
 * Whether the route accepts requests of daemons only. Such a route drops references that cannot be stored, instead of
 * refusing the request.
 */
const isTolerant = ({ field, route }: Endpoint): boolean =>
  route.dialect !== undefined && isAction(field) && demandOf(field).daemonOnly;

const places = endpoints
  .filter(isTolerant)
  .flatMap((endpoint) =>
    idPlaces(endpoint.inputs, endpoint.owner).map((place): [string, IdPlace, Endpoint] => [
      `${endpoint.title} with ${place.path.join('.')}${place.entityType ? ` of a ${place.entityType}` : ''}`,
      place,
      endpoint,
    ]),
  );
test.each(places)(
  '%s for a row out of reach is answered like for a missing one and changes nothing',
  async (_title, place, endpoint) => {
    await expectIndistinguishable(
      walled,
      listCallers(walled, endpoint.field),
      place,
      ({ caller, home }, value) =>
        sendRequest(caller, endpoint, buildValues(endpoint.inputs, endpoint.owner, home, { place, value })),
      { isRead: endpoint.isRows, isTolerant: true },
    );
  },
);

test.each(
  endpoints
    .filter(({ route, isList }) => !isList && !route.path.includes(':') && route.method === 'get')
    .map((one) => [one.title, one] as const),
)('%s returns nothing out of reach', async (_title, endpoint) => {
  for (const caller of [...walled.callers, walled.daemon])
    expect(
      findLeaks(caller, JSON.stringify((await sendRequest(caller.caller, endpoint, {})).body), isAudit(endpoint.route)),
    ).toEqual([]);
});
