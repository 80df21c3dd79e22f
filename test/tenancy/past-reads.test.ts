// Tests every way to read a list as of a past instant (order, filters, groups, pages, nested pages and files), and
// tenant isolation of these reads.
import {
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  type GraphQLEnumType,
  type GraphQLInputObjectType,
  type GraphQLInputType,
} from 'graphql';
import { asksOnlyPublic } from '../../src/graphql/documents/public-operations';
import { schema } from '../../src/modules/types';
import { databaseInstant } from '../support/instants';
import { endpoints, sendRequest } from './rest-endpoints';
import { batchTitle, readRelations, relationBatches } from './relation-documents';
import { listDocument, findMiscounted, rootLists, wholeListSize } from './schema-shape';
import { findLeaks } from './leaks';
import { createWalledWorld, type WalledWorld } from './walled-world';

let walled: WalledWorld;
/** An instant at which all rows existed, before the deletions below. */
let then: string;
beforeAll(async () => {
  walled = await createWalledWorld();
  then = (await databaseInstant(walled.world.prisma)).toISOString();
  // Deletes rows that existed at `then`, with all rows that depend on them.
  const { prisma, organizationId, stranger } = walled.world;
  const ofBoth = { in: [organizationId, stranger.organizationId] };
  await prisma.service.deleteMany({ where: { network: { organizationId: ofBoth } } });
  await prisma.vlan.deleteMany({ where: { organizationId: ofBoth } });
});
afterAll(() => walled.close());

/** Adds to the query the directive that reads as of `then`. */
const ofThen = (document: string): string =>
  document.replace(/^(query(?:\s*\([^)]*\))?)/, `$1 @at(instant: "${then}") `);
interface Page {
  readonly nodes: readonly { readonly id: string }[];
  readonly pageInfo: { readonly endCursor: string | null };
}
const ranks = new Set(['auth_permission_denied', 'auth_user_context_required']);

const inputFields = (name: string) => Object.values((schema.getType(name) as GraphQLInputObjectType).getFields());
const someValue: Record<string, string> = {
  UUID: `"00000000-0000-4000-8000-000000000001"`,
  String: '"10.0.0.1"',
  Int: '1',
  BigInt: '1',
  Boolean: 'true',
  DateTime: '"2026-01-01T00:00:00Z"',
};

/**
 * Groups the filter fields by the conditions that they accept: the name of the column's type, or `rows` and `row` for a
 * relation to many rows or to one row.
 */
function readingOf(type: GraphQLInputType): string {
  const { name } = getNamedType(type);
  const isRelation = /Filter$/.test(name) && !/ColumnFilter$/.test(name);
  if (isRelation) return /ListFilter$/.test(name) ? 'rows' : 'row';
  return isListType(getNullableType(type)) ? `[${name}]` : name;
}
const filterFields = rootLists.flatMap(({ model }) =>
  inputFields(`${model}Filter`)
    .filter(({ name }) => name !== 'stale')
    .map(({ name, type }) => ({ model, name, type })),
);

/**
 * How many conditions are tested for each field, by group (see `readingOf`); 2 for other groups. More are tested if a
 * group has too few fields to test all of its conditions.
 */
const formsPerField: Readonly<Record<string, number>> = { rows: 4, row: 4 };

/**
 * Conditions to test for each filter field, including empty ones and ones that the service refuses. The fields of a
 * group share the conditions among them, so that each condition is sent at least once.
 */
const formsOf = new Map<(typeof filterFields)[number], readonly string[]>();
for (const [reading, fields] of Map.groupBy(filterFields, ({ type }) => readingOf(type)))
  for (const isNull of [false, true]) {
    const most = Math.max(...fields.map(({ type }) => formsOfKind(type, isNull).length));
    const each = Math.max(isNull ? 1 : (formsPerField[reading] ?? 2), Math.ceil(most / fields.length));
    for (const [turn, field] of fields.entries()) {
      const forms = formsOfKind(field.type, isNull);
      // Conditions next to each other in the list are alike: they have the same quantifier. So conditions at equal
      // distances are tested.
      const step = Math.ceil(forms.length / each);
      const chosenForms = Array.from({ length: each }, (_, at) => forms[(turn + at * step) % forms.length]!);
      formsOf.set(field, [...(formsOf.get(field) ?? []), ...new Set(chosenForms)]);
    }
  }
function formsOfKind(type: GraphQLInputType, isNull: boolean): string[] {
  return valuesOf(type).filter((value) => value.includes('null') === isNull);
}

/** Conditions on each field of the filter, one negation for each field, and one combination with `or` and `and`. */
function filtersOf(model: string): string[] {
  const forms = filterFields
    .filter((field) => field.model === model)
    .map((field) => formsOf.get(field)!.map((value) => `{ ${field.name}: ${value} }`));
  const plainFilters = forms.flat();
  const negated = forms.map((all, turn) => `{ not: ${all[turn % all.length]} }`);
  const [some, other] = plainFilters.filter((filter) => /ListFilter|some/.test(filter)).concat(plainFilters);
  return [...plainFilters, ...negated, `{ or: [${some}, { not: { and: [${other}, {}] } }] }`];
}

function valuesOf(type: GraphQLInputType): string[] {
  const inner = getNamedType(type);
  const isList = isListType(getNullableType(type));
  if (!isInputObjectType(inner)) {
    const value = someValue[inner.name] ?? (inner as GraphQLEnumType).getValues()[0]!.name;
    return isList ? [`[${value}]`, '[]', 'null'] : [value, 'null'];
  }
  const isAnotherRow = !/(Column|List)Filter$/.test(inner.name);
  const deeper = isAnotherRow
    ? ['{ not: {} }', '{ id: { in: [] } }', '{ or: [] }']
    : Object.values(inner.getFields()).flatMap((field) =>
        (/ListFilter$/.test(inner.name) ? ['{}', '{ not: {} }', '{ or: [] }', 'null'] : valuesOf(field.type)).map(
          (value) => `{ ${field.name}: ${value} }`,
        ),
      );
  const all = ['{}', ...deeper];
  return [...(isList ? ['[]', ...all.map((one) => `[${one}]`)] : all), 'null'];
}

const inTurns = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_one, turn) => all.slice(turn * size, (turn + 1) * size));

const reading = endpoints.filter(
  ({ route }) => route.method === 'get' && !route.path.includes(':') && !asksOnlyPublic(route.document),
);
test.each(reading.map((endpoint) => [endpoint.title, endpoint] as const))(
  '%s accepts for a past instant the arguments that it accepts for the present',
  async (_title, endpoint) => {
    const { owner, networkId } = walled.world;
    const examples: Record<string, readonly unknown[]> = {
      ...{
        UUID: [networkId],
        String: ['10.0.0.1'],
        Int: [1],
        Boolean: [true, false],
        DateTime: ['2026-01-01T00:00:00Z'],
      },
    };
    for (const [name, type] of endpoint.inputs) {
      const kind = getNamedType(type);
      // Two values of each enum suffice: the tests of lists below use every order and grouping in GraphQL, and REST
      // only gives these values other names.
      const chosenValues = isEnumType(kind) ? [kind.getValues()[0]!, kind.getValues().at(-1)!] : [];
      const values = isEnumType(kind) ? new Set(chosenValues.map((one) => one.name)) : (examples[kind.name] ?? []);
      for (const value of name === 'stale' || name === 'at' ? [] : values) {
        const [now, past] = await Promise.all([
          sendRequest(owner, endpoint, { [name]: value }),
          sendRequest(owner, endpoint, { [name]: value, at: then }),
        ]);
        const { status, body } = now;
        // Routes that read no rows have no parameter `at`.
        const takesNone = past.body.code === 'validation_unknown_parameter' && past.body.params.field === 'at';
        if (!takesNone) expect([name, value, past.status, past.body.code]).toEqual([name, value, status, body.code]);
      }
    }
  },
);

describe.each(rootLists)('the list $field', ({ field, model }) => {
  test('answers every order, filter and grouping of the past, and pages both ways', async () => {
    const { owner } = walled.world;
    const key = inputFields(`${model}Order`).find(({ name }) => name === 'field')!;
    const names = (getNamedType(key.type) as GraphQLEnumType).getValues().map(({ name }) => name);
    const selections = [
      ...names.flatMap((name) =>
        ['asc', 'desc'].map(
          (direction) => `(first: 2, orderBy: [{ field: ${name}, direction: ${direction} }]) { nodes { id } }`,
        ),
      ),
      ...names.map((name) => `(last: 2, orderBy: [{ field: ${name} }]) { groupCounts(by: ${name}) { count } }`),
    ];
    const filtered = filtersOf(model).map((filter) => `(first: 2, filter: ${filter}) { totalCount nodes { id } }`);
    // The service refuses filters with null, and an error may hide other errors in its document. So these filters are
    // sent in documents of their own.
    const [refused, answered] = [true, false].map((isNull) =>
      filtered.filter((one) => one.includes('null') === isNull),
    );
    selections.push(...answered!);
    const documents = [...inTurns(selections, 50), ...inTurns(refused!, 10)];
    for (const lists of documents) {
      const parts = lists.map((one, index) => `l${index}: ${field}${one}`);
      const [past, now] = await Promise.all([
        owner.graphql(ofThen(`query { ${parts.join('\n')} }`)),
        owner.graphql(`query { ${parts.join('\n')} }`),
      ]);
      const failed = ({ body }: typeof past) =>
        (body.errors ?? []).map(({ path, extensions }: { path: string[]; extensions: object }) => [
          parts[Number(/\d+/.exec(path[0]!)![0])],
          extensions,
        ]);
      expect(failed(past)).toEqual(failed(now));
    }
  });

  test('shows the rows of the instant, and nothing out of reach', async () => {
    for (const caller of walled.callers) {
      const ask = (page: Record<string, unknown>) => caller.caller.graphql(ofThen(listDocument(field, model)), page);
      const { body, story } = await ask({ first: wholeListSize });
      expect(findLeaks(caller, JSON.stringify(body))).toEqual([]);
      if (body.errors) {
        if (!ranks.has(body.errors[0].extensions.code)) throw new Error(story);
        continue;
      }
      expect(findMiscounted(body.data)).toEqual([]);
      const whole = (body.data.list.nodes as { id: string }[]).map(({ id }) => id);
      if (model === 'Service' || model === 'Vlan') expect(whole.length).toBeGreaterThan(0);
      const paged: string[] = [];
      for (let after: string | null = null, more = true; more && paged.length < 6;) {
        const page = (await ask({ first: 2, after })).body.data.list as Page;
        paged.push(...page.nodes.map(({ id }) => id));
        after = page.pageInfo.endCursor;
        more = page.nodes.length === 2;
      }
      expect(paged).toEqual(whole.slice(0, paged.length));
      const beyond = await ask({ ids: caller.beyond[model], first: wholeListSize });
      expect(beyond.body.data.list.nodes).toEqual([]);
    }
  });
});

test.each(relationBatches(1).map((batch) => [batchTitle(batch), batch] as const))(
  'the relations of %s show nothing of the past out of reach',
  async (_title, batch) => {
    // Follows relations one step further than isolation-past.test.ts, but with one caller only.
    const caller = walled.narrowKey;
    for (const { reply } of await readRelations(caller.caller, batch, ofThen)) {
      expect(findLeaks(caller, JSON.stringify(reply.body))).toEqual([]);
      for (const { extensions } of reply.body.errors ?? [])
        if (!ranks.has(extensions.code)) throw new Error(reply.story);
    }
  },
);

test('nested lists of the past are paged', async () => {
  const { owner } = walled.world;
  const nested = (args: string) =>
    ofThen(`query { networks { nodes { services(${args}) { edges { cursor node { id } } } } } }`);
  const first = await owner.query(nested('first: 1'));
  const cursors = first.networks.nodes.flatMap(({ services }: { services: { edges: { cursor: string }[] } }) =>
    services.edges.map(({ cursor }) => cursor),
  );
  const network = await owner.query(
    ofThen(
      `query { network(id: "${walled.world.networkId}") { services(first: 2) { edges { cursor node { id } } } } }`,
    ),
  );
  const [one, two] = network.network.services.edges;
  const rest = await owner.query(
    ofThen(
      `query { network(id: "${walled.world.networkId}") { services(first: 1, after: "${one.cursor}") { nodes { id } } } }`,
    ),
  );
  expect(rest.network.services.nodes).toEqual([two.node]);
  const back = await owner.query(
    ofThen(
      `query { network(id: "${walled.world.networkId}") { services(last: 1, before: "${two.cursor}") { nodes { id } } } }`,
    ),
  );
  expect(back.network.services.nodes).toEqual([one.node]);
  expect(cursors.length).toBeGreaterThan(0);
});

test('a past instant refuses the filter `stale`, because past staleness is unknown', async () => {
  const { owner } = walled.world;
  const { code, params } = await owner.refusal(ofThen('query { hosts(filter: { stale: true }) { totalCount } }'));
  expect([code, params]).toEqual(['validation_invalid_format', { field: 'stale' }]);
  const reply = await owner.rest.get(`/hosts?stale=true&at=${then}`);
  expect([reply.status, reply.body.params]).toEqual([400, { field: 'stale' }]);
});
