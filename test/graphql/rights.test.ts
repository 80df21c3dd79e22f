// Tests that rights are checked before anything else that can be wrong with a valid document: its variables, its
// instant and its cost.
import { randomUUID } from 'node:crypto';
import {
  getNamedType,
  isLeafType,
  isNonNullType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
} from 'graphql';
import { publicOperations } from '../../src/auth/public-operations';
import { demandOf } from '../../src/auth/permissions';
import { fieldAction } from '../../src/graphql/plugin/guarded-fields';
import { schema } from '../../src/modules/types';
import type { Client } from '../support/client';
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

type Field = GraphQLField<unknown, unknown>;
type Variables = Record<string, unknown>;
const rootFields = (['Query', 'Mutation'] as const).flatMap((type) =>
  Object.values((schema.getType(type) as GraphQLObjectType).getFields()).map(
    (field) => [`${type}.${field.name}`, field as Field, type === 'Query' ? 'query' : 'mutation'] as const,
  ),
);
const demand = (field: Field) => {
  const action = fieldAction(field);
  return action && demandOf(action);
};

function documentOf(field: Field, kind: string, directive = ''): string {
  const list = (text: readonly string[]) => (text.length > 0 ? `(${text.join(', ')})` : '');
  const declaredText = list(field.args.map(({ name, type }) => `$${name}: ${String(type)}`));
  const passedArguments = list(field.args.map(({ name }) => `${name}: $${name}`));
  const selection = isLeafType(getNamedType(field.type as GraphQLOutputType)) ? '' : '{ __typename }';
  return `${kind} Asked${declaredText} ${directive} { ${field.name}${passedArguments} ${selection} }`;
}

/** A value that no type accepts except JSON, which accepts any value. */
const wrong = { no: ['such', { value: null }] };
const missing = ({ args }: Field): Variables | undefined =>
  args.some(({ type, defaultValue }) => isNonNullType(type) && defaultValue === undefined) ? {} : undefined;
const misshapen = ({ args }: Field): Variables | undefined => {
  const typedArgs = args.filter(({ type }) => getNamedType(type).name !== 'JSON');
  return typedArgs.length > 0 ? Object.fromEntries(typedArgs.map(({ name }) => [name, wrong])) : undefined;
};

interface Refused {
  readonly who: string;
  readonly caller: Client;
  readonly code: string;
}
function refusedCallers(field: Field): Refused[] {
  const {
    level = 'Viewer',
    sessionOnly = false,
    everyNetwork = false,
    daemonOnly = false,
    daemon: admittedDaemon = 'none',
  } = demand(field) ?? {};
  const isPublic = publicOperations.has(field.name);
  const context = 'auth_user_context_required';
  const below = level === 'Viewer' || daemonOnly ? [] : [world.viewer, viewerKey];
  return [
    ...(isPublic ? [] : [{ who: 'nobody', caller: world.anonymous, code: 'auth_not_authenticated' }]),
    ...(admittedDaemon === 'none' ? [{ who: 'a daemon', caller: daemon, code: context }] : []),
    ...(daemonOnly
      ? [world.owner, world.key].map((caller) => ({ who: 'a user', caller, code: 'auth_daemon_required' }))
      : []),
    ...(sessionOnly ? [{ who: 'a key', caller: world.key, code: context }] : []),
    ...below.map((caller) => ({
      who: 'a Viewer',
      caller,
      code: sessionOnly && caller === viewerKey ? context : 'auth_permission_denied',
    })),
    ...(everyNetwork ? [{ who: 'a narrowed key', caller: world.narrowKey, code: 'auth_permission_denied' }] : []),
  ];
}

const statusOf = (code: string) => (code === 'auth_not_authenticated' ? 401 : 403);

test.each(rootFields)('%s', async (_name, field, kind) => {
  const requests: [string, Variables | undefined][] = [
    [documentOf(field, kind), missing(field)],
    [documentOf(field, kind), misshapen(field)],
    ...(kind === 'query'
      ? ([
          [documentOf(field, kind, '@at(instant: "2001-01-01T00:00:00Z")'), missing(field)],
          [documentOf(field, kind, '@at(instant: "2001-01-01T00:00:00Z")'), misshapen(field)],
        ] as [string, Variables | undefined][])
      : []),
  ];
  for (const [document, variables] of requests) {
    if (!variables) continue;
    for (const { who, caller, code } of refusedCallers(field)) {
      const reply = await caller.graphql(document, variables);
      const reportedCode = reply.body.errors?.[0]?.extensions.code;
      if (reportedCode !== code || reply.status !== statusOf(code))
        throw new Error(`${who} is not told ${code}: ${reply.story}`);
    }
  }
  // Callers with the required rights get an error about the variables. So the refusals above were due to missing
  // rights.
  const { sessionOnly = false, daemonOnly = false } = demand(field) ?? {};
  const caller = daemonOnly ? daemon : sessionOnly ? world.owner : world.key;
  for (const [document, variables] of requests.slice(0, 2)) {
    if (!variables) continue;
    const reply = await caller.graphql(document, variables);
    expect([reply.status, reply.body.errors[0].extensions.code]).toEqual([400, expect.stringMatching(/^validation_/)]);
  }
});

describe('of several fields', () => {
  const bad = { first: 'x' };
  const queries = [
    'query($first: Int) { vlans(first: $first) { totalCount } users(first: $first) { totalCount } }',
    'query($first: Int) { ...A } fragment A on Query { ...B } fragment B on Query { users(first: $first) { totalCount } }',
    'query($first: Int) { ... on Query { ... { users(first: $first) { totalCount } } } }',
    'query($first: Int) { ...A ...A } fragment A on Query { many: users(first: $first) { totalCount } }',
  ];
  test.each(queries)('a refused one is reported before the variables: %s', async (document) => {
    const reply = await world.viewer.graphql(document, bad);
    expect([reply.status, reply.body.errors[0].extensions]).toEqual([
      403,
      { code: 'auth_permission_denied', params: { action: 'users', required: 'Admin' } },
    ]);
    const { status, body } = await world.owner.graphql(document, bad);
    expect([status, body.errors[0].extensions.code]).toEqual([400, 'validation_invalid_format']);
  });

  test('one that @skip leaves out requires no right', async () => {
    const document = 'query($first: Int) { vlans(first: $first) { totalCount } users @skip(if: true) { totalCount } }';
    expect((await world.viewer.graphql(document)).status).toBe(200);
  });
});

test.each([
  ['createInvite', 'admin', 'createInvite(input: { permissions: Owner, networkIds: [], expirationHours: 0 })'],
  ['createUserApiKey', 'member', 'createUserApiKey(input: { name: "", permissions: Owner })'],
  ['updateUserApiKey', 'member', 'updateUserApiKey(id: "$ID", input: { name: "", permissions: Owner })'],
] as const)(
  'a role that %s may not grant is refused before the bounds of its values are checked',
  async (_name, role, field) => {
    const document = `mutation { ${field.replace('$ID', randomUUID())} { __typename } }`;
    const codeFor = async (caller: Caller) => (await caller.graphql(document)).body.errors[0].extensions.code as string;
    expect(await codeFor(world[role])).toBe('auth_permission_denied');
    expect(await codeFor(world.owner)).toMatch(/^validation_/);
  },
);

test('every field with arguments was requested with an invalid value', () => {
  const open = rootFields.filter(([, field]) => field.args.length > 0 && !missing(field) && !misshapen(field));
  expect(open.map(([name]) => name)).toEqual([]);
});
