// The wall for the REST door, generated from its routes: ids in path, query and body beyond reach are like missing ones.
import { Kind, visit, getNamedType, TypeInfo, visitWithTypeInfo } from 'graphql';
import { schema } from '../../src/graphql/schema';
import { compileOperation, type CompiledOperation } from '../../src/rest/compiled-operation';
import { pagingVariables } from '../../src/rest/request-variables';
import type { Route } from '../../src/rest/route';
import { routes } from '../../src/rest/routes';
import { wireName } from '../../src/rest/wire-names';
import type { Reply } from '../support/client';
import type { Caller } from '../support/world';
import { idPlaces, ownerOf, valuesWith, type IdPlace, type Inputs } from './id-places';
import { expectIndistinguishable } from './indistinguishable';
import { createWalledWorld, leaksIn, type WalledWorld } from './walled-world';

let walled: WalledWorld;
beforeAll(async () => {
  walled = await createWalledWorld();
});
afterAll(() => walled.close());

interface Endpoint {
  readonly title: string;
  readonly route: Route;
  readonly inputs: Inputs;
  readonly owner: string;
  readonly isList: boolean;
}

/** The root field of the document and the type of what it answers. */
function rootOf({ document }: CompiledOperation): { field: string; type: string } {
  const typeInfo = new TypeInfo(schema);
  let root: { field: string; type: string } | undefined;
  visit(
    document,
    visitWithTypeInfo(typeInfo, {
      Field: (node) => {
        root ??= { field: node.name.value, type: getNamedType(typeInfo.getType()!)!.name };
      },
    }),
  );
  return root!;
}

const endpoints: Endpoint[] = routes.map((route) => {
  const operation = compileOperation(schema, route.document);
  const { field, type } = rootOf(operation);
  const isList = operation.definition.selectionSet.selections.some(
    (node) => node.kind === Kind.FIELD && node.alias?.value === 'page',
  );
  const variables = [...operation.variables.values()].filter(({ name }) => !pagingVariables.includes(name as never));
  return {
    title: `${route.method.toUpperCase()} ${route.path}`,
    route,
    inputs: new Map(variables.map(({ name, type: declared }) => [name, declared])),
    owner: ownerOf(field, type),
    isList,
  };
});

/** Members of input objects in the wire's spelling. */
function inWireNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inWireNames);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [wireName(name), inWireNames(member)]));
}

function send(caller: Caller, { route }: Endpoint, values: Record<string, unknown>): Promise<Reply> {
  const left = { ...values };
  const path = route.path.replace(/:(\w+)/g, (_all, name: string) => {
    const value = left[name];
    delete left[name];
    return encodeURIComponent(String(value));
  });
  const isRead = route.method === 'get' || route.method === 'delete';
  const query = isRead ? new URLSearchParams(Object.entries(left).map(([name, value]) => [name, String(value)])) : '';
  const suffix = String(query) === '' ? '' : `?${String(query)}`;
  const body = inWireNames(route.body ? left[route.body] : left);
  return caller.send(route.method.toUpperCase(), `/api/v1${path}${suffix}`, isRead ? {} : { body });
}

const lists = endpoints.filter(({ isList, route }) => isList && !route.path.includes(':'));
test.each(lists.map((endpoint) => [endpoint.title, endpoint] as const))(
  '%s lists and counts no row beyond reach',
  async (_title, { route }) => {
    let seen = 0;
    for (const caller of walled.callers) {
      for (const limit of [1000, 0]) {
        const { status, body } = await caller.caller.rest.get(`${route.path}?limit=${limit}`);
        expect(leaksIn(caller, JSON.stringify(body))).toEqual([]);
        if (status === 403) continue;
        expect([status, body.meta.pagination.total_count]).toEqual([200, body.data.length]);
        seen += body.data.length;
      }
    }
    expect(seen).toBeGreaterThan(0);
  },
);

const places = endpoints.flatMap((endpoint) =>
  idPlaces(endpoint.inputs, endpoint.owner).map((place): [string, IdPlace, Endpoint] => [
    `${endpoint.title} with ${place.path.join('.')}${place.entityType ? ` of a ${place.entityType}` : ''}`,
    place,
    endpoint,
  ]),
);
test.each(places)('%s beyond reach is like a missing one and changes nothing', async (_title, place, endpoint) => {
  const { narrowKey, member, stranger } = walled;
  await expectIndistinguishable(
    walled,
    [narrowKey, member, stranger],
    place,
    ({ caller, home }, value) =>
      send(caller, endpoint, valuesWith(endpoint.inputs, endpoint.owner, home, { place, value })),
    { isRead: endpoint.isList },
  );
});

test.each(
  endpoints
    .filter(({ route }) => !route.path.includes(':') && route.method === 'get')
    .map((one) => [one.title, one] as const),
)('%s answers nothing beyond reach', async (_title, endpoint) => {
  for (const caller of walled.callers)
    expect(leaksIn(caller, JSON.stringify((await send(caller.caller, endpoint, {})).body))).toEqual([]);
});
