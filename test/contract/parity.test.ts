// Tests that REST and GraphQL give the same results. Every REST route and its GraphQL document are requested, in the
// success case and in each error case.
import { randomUUID } from 'node:crypto';
import { getNamedType, getNullableType, isEnumType, isInputObjectType, isListType, isNonNullType } from 'graphql';
import type { Reply } from '../support/client';
import { sendAndLose } from '../support/lost-statements';
import { createTwins, type CallerName, type TwinWorlds } from '../support/twins';
import { idPlaces } from '../tenancy/id-places';
import { trialsOfRoute } from './bound-trials';
import { errorStatus } from '../../src/errors';
import { selectsSecret } from '../../src/graphql/plugin/secret-fields';
import { schema } from '../../src/modules/types';
import {
  chooseCaller,
  isKeyedWrite,
  isLast,
  isTolerant,
  Parity,
  parityRoutes,
  sendDocument,
  routeTurn,
  withoutNew,
  type ParityRoute,
  type Values,
} from './parity';
import type { Side } from '../support/samples';
import { findCase, createSide } from './parity-cases';

let twins: TwinWorlds;
let parity: Parity;
let sides: readonly [Side, Side];
/** The variables of the success cases by operation id, from which the error cases are derived. */
const succeededValues = new Map<string, readonly [Values, Values]>();

beforeAll(async () => {
  twins = await createTwins({ PUBLIC_URL: 'https://netloom.example' });
  parity = new Parity(twins);
  sides = [createSide(twins, twins.first, 'rest'), createSide(twins, twins.second, 'graphql')];
});
afterAll(() => twins.close());

test('every route has a case: add it to the samples of its kind (test/modules)', () => {
  const missing = parityRoutes.filter((route) => !findCase(route)).map(({ id, title }) => `${id}  (${title})`);
  expect(missing).toEqual([]);
});

const provable = parityRoutes.filter((route) => findCase(route)).sort((a, b) => routeTurn(a) - routeTurn(b));
const titledIf = (isIncluded: (route: ParityRoute) => boolean) =>
  provable.filter(isIncluded).map((route) => [`${route.id} (${route.title})`, route] as const);

async function succeedsAlike(_title: string, route: ParityRoute): Promise<void> {
  const make = findCase(route)!;
  const values = [await make(sides[0]), await make(sides[1])] as const;
  const key = randomUUID();
  if (isKeyedWrite(route))
    await loseEachStatement(route, () => parity.sendKeyed(route, chooseCaller(route), values[0], key));
  const { rest } = await parity.ask(route, chooseCaller(route), ...values, key);
  if (rest.status >= 400) throw new Error(`the case of ${route.id} is refused: ${rest.story}`);
  succeededValues.set(route.id, values);
  if (isKeyedWrite(route))
    expectReplayed(await parity.sendKeyed(route, chooseCaller(route), values[0], key), route, rest);
}

/** The kind of an SQL statement: its verb and the names of its tables. */
const kindOf = (text: string): string =>
  [
    /\w+/.exec(text)?.[0],
    ...[...text.matchAll(/\b(?:FROM|INTO|UPDATE|JOIN)\s+([\w".]+)/gi)].map(([, table]) => table),
  ].join(' ');
/**
 * Kinds of SQL statements at which a connection was already broken. Each kind is tested once, because many writes
 * contain statements of the same kinds.
 */
const lostKinds = new Set<string>();

/**
 * Repeats a write while its connection breaks: at COMMIT, and at one statement of each kind that was not tested yet.
 * The write must fail without any effect.
 */
async function loseEachStatement({ title }: ParityRoute, send: () => Promise<Reply>): Promise<void> {
  const lose = async (text: string) => {
    const { statements, pid, answer } = await sendAndLose(twins.first.server.prisma, { text }, send);
    if (answer.status !== 503 || answer.body.code !== 'service_unavailable' || pid === undefined)
      throw new Error(`${title} without ${text}: ${answer.story}`);
    lostKinds.add(kindOf(text));
    return statements;
  };
  for (const text of await lose('COMMIT')) if (!lostKinds.has(kindOf(text))) await lose(text);
}

/**
 * Expects that a write which is repeated with the same idempotency key gets the first response again. A response with a
 * secret or of more than 32 KiB is not stored, so the repeated write gets an error.
 */
function expectReplayed(repeated: Reply, { route, title }: ParityRoute, first: Reply): void {
  const isStored = !selectsSecret(schema, route.document) && JSON.stringify(first.body).length <= 32 * 1024;
  const { status, code, body } = isStored
    ? { status: first.status, code: undefined, body: first.body }
    : { status: 409, code: 'idempotency_answer_unavailable', body: undefined };
  if (repeated.status !== status || repeated.body.code !== code) throw new Error(`${title} again: ${repeated.story}`);
  if (!isStored) return;
  expect(repeated.body).toEqual(body);
  expect(repeated.headers.get('idempotency-replayed')).toBe('true');
}
test.each(titledIf((route) => !isLast(route)))('%s answers the same', succeedsAlike);

test('no stored answer has a token', async () => {
  const rows = await twins.first.server.prisma.idempotentAnswer.findMany({
    where: { body: { not: null } },
    select: { body: true },
  });
  expect(rows.length).toBeGreaterThan(50);
  expect(rows.filter(({ body }) => /nlm_[a-z]_[A-Za-z0-9]{20}|whsec_[A-Za-z0-9+/]{20}/.test(body!))).toEqual([]);
});

interface Refusal {
  readonly what: string;
  readonly as: CallerName;
  readonly statuses: readonly number[];
  /** Set if the request has two errors: the code of the error that the service must report. */
  readonly code?: string;
  /**
   * A second wrong id in the request. The error must name the first wrong id only, so the response must not contain
   * this second id.
   */
  readonly unnamed?: string;
  /** Changes to the variables of the success case. A variable that is undefined here is left out. */
  readonly change: Values | ((twins: TwinWorlds) => Values);
}

const lower: Readonly<Record<string, CallerName>> = { Member: 'viewer', Admin: 'member', Owner: 'admin' };
const absentId = '6f1c2a52-5f4e-4d0a-9a6e-0d3f5f1c7b11';
/**
 * Whether the route receives reports about discovery runs. If the discovery exists but the reported run does not, such
 * a report creates the run.
 */
const isMadeAgain = ({ id }: ParityRoute): boolean => id === 'receive_discovery_update';
const otherAbsentId = '0b9f7a34-8c21-4f5e-b1d7-52a86e3c9d04';

/** The error cases that follow from the route's variables and access rules. */
function refusalsOf(route: ParityRoute): Refusal[] {
  const as = chooseCaller(route);
  const { isPublic } = route;
  const { level, sessionOnly, everyNetwork, daemon, daemonOnly } = route.demand;
  const inPath = new Set([...route.route.path.matchAll(/:(\w+)/g)].map(([, name]) => name!));
  const variables = [...route.inputs];
  const requiredVariables = variables.filter(([name, type]) => isNonNullType(type) && !inPath.has(name));
  const wrong = variables.flatMap(([name, type]): [string, unknown][] => {
    const namedType = getNamedType(type);
    const isText =
      !isEnumType(namedType) && !isInputObjectType(namedType) && ['String', 'ID', 'JSON'].includes(namedType.name);
    // Values in a query string, a path or a file are texts, so a variable of type text cannot have a wrong type there.
    const isTextThere = route.route.method === 'get' || inPath.has(name) || route.route.query?.includes(name);
    if (isText && (isTextThere || route.route.upload)) return [];
    if (namedType.name === 'JSON' || route.route.body === name) return [];
    return [[name, isText ? { a: 1 } : 'x y']];
  });
  const places = idPlaces(route.inputs, route.owner).filter(({ path }) => path.length === 1);
  const isSilent = (name: string) =>
    route.route.method === 'get'
      ? // For an unknown network, `search` and the counts of a field are empty, as lists are.
        (route.isRows || route.route.countsField === true || route.id === 'search') && !inPath.has(name)
      : ['ids', 'entity_ids', ...(isTolerant(route) ? ['interfaced_subnet_ids', 'discovery_id'] : [])].includes(name);
  const withId = (name: string, id: string): Values => {
    const type = getNullableType(route.inputs.get(name));
    return { [name]: isListType(type) ? [id] : id };
  };
  const refusalCases = [
    ...(isPublic ? [] : [{ what: 'without a credential', as: 'anonymous' as const, status: 401 }]),
    ...(daemonOnly ? [{ what: 'as owner', as: 'owner' as const, status: 403 }] : []),
    ...(daemon === 'none' ? [{ what: 'as a daemon', as: 'daemon' as const, status: 403 }] : []),
    ...(lower[level] ? [{ what: `as ${lower[level]}`, as: lower[level], status: 403 }] : []),
    ...(sessionOnly ? [{ what: 'by key', as: 'key' as const, status: 403 }] : []),
    ...(everyNetwork ? [{ what: 'by a narrowed key', as: 'narrowKey' as const, status: 403 }] : []),
  ];
  // If a request has several errors, the service reports the first in this order: rights, bounds, access to rows,
  // state.
  const [, outside] = trialsOfRoute(route).find(([, trial]) => trial.refused) ?? [];
  const outOfBounds: Values = outside ? { [outside.field]: outside.value } : {};
  const ownPlace = places.find(({ path: [name] }) => inPath.has(name!));
  const others = places.filter(({ path: [name] }) => !inPath.has(name!) && !isSilent(name!));
  return [
    ...(outside?.refused
      ? places
          .filter(({ path: [name] }) => name !== outside.field)
          .map(({ path: [name] }) => ({
            what: `out of bounds, with an unknown ${name}`,
            as,
            statuses: [400],
            code: outside.refused![0],
            change: { ...outOfBounds, ...withId(name!, absentId) },
          }))
      : []),
    ...(ownPlace && route.route.method !== 'get' && !isMadeAgain(route)
      ? [
          ...others.map(({ path: [name] }) => ({
            what: `with an unknown ${ownPlace.path[0]} and an unknown ${name}`,
            as,
            statuses: [403, 404],
            unnamed: otherAbsentId,
            change: { ...withId(ownPlace.path[0]!, absentId), ...withId(name!, otherAbsentId) },
          })),
          ...(route.inputs.has('expected_updated_at')
            ? [
                {
                  what: `of an older state, with an unknown ${ownPlace.path[0]}`,
                  as,
                  statuses: [403, 404],
                  change: { expected_updated_at: '2020-01-01T00:00:00Z', ...withId(ownPlace.path[0]!, absentId) },
                },
              ]
            : []),
        ]
      : []),
    ...refusalCases.map(({ what, as, status }) => ({ what, as, statuses: [status], change: outOfBounds })),
    ...requiredVariables.map(([name]) => ({
      what: `without ${name}`,
      as,
      statuses: [400],
      change: { [name]: undefined },
    })),
    ...wrong.map(([name, value]) => ({ what: `with a wrong ${name}`, as, statuses: [400], change: { [name]: value } })),
    ...(route.inputs.has('expected_updated_at')
      ? [{ what: 'of an older state', as, statuses: [409], change: { expected_updated_at: '2020-01-01T00:00:00Z' } }]
      : []),
    ...places.flatMap(({ path: [name], model, entityType }) => {
      // A report of an unknown run recreates the run. A report of another organization's run is refused.
      const statuses = isSilent(name!) ? [200] : isMadeAgain(route) && inPath.has(name!) ? [200, 403] : [403, 404];
      const type = entityType === undefined ? {} : { entity_type: entityType };
      const of = entityType === undefined ? '' : ` of a ${entityType}`;
      return [
        { what: `with an unknown ${name}${of}`, as, statuses, change: { ...type, ...withId(name!, absentId) } },
        // Public operations need no credential, and an anonymous caller belongs to no organization, so no row is
        // foreign to that caller.
        ...(isPublic
          ? []
          : [
              {
                what: `with a foreign ${name}${of}`,
                as,
                statuses,
                change: ({ foreignIds }: TwinWorlds) => ({ ...type, ...withId(name!, foreignIds[model]![0]!) }),
              },
            ]),
      ];
    }),
  ];
}

const refusals = provable.flatMap((route) =>
  refusalsOf(route).map((refusal) => [`${route.id} ${refusal.what}`, route, refusal] as const),
);

test.each(refusals)('%s is answered the same', async (_title, route, { as, statuses, code, unnamed, change }) => {
  const make = findCase(route)!;
  const values = succeededValues.get(route.id) ?? [await make(sides[0]), await make(sides[1])];
  const changedValues = typeof change === 'function' ? change(twins) : change;
  const [first, second] = values.map((one) =>
    Object.fromEntries(Object.entries({ ...one, ...changedValues }).filter(([, value]) => value !== undefined)),
  ) as [Values, Values];
  if (isTolerant(route) && as === chooseCaller(route) && !statuses.includes(200)) {
    // REST drops invalid values in reports of daemons, so only the refusal by GraphQL is tested.
    const { body, story } = await sendDocument(twins.second.callers[as], route, second);
    const refusedCode = body.errors?.[0].extensions.code;
    if (!statuses.includes(errorStatus(refusedCode)) || (code && refusedCode !== code))
      throw new Error(`not ${code ?? statuses.join(' or ')}: ${story}`);
    return;
  }
  const { rest } = await parity.ask(route, as, first, second);
  if (!statuses.includes(rest.status)) throw new Error(`not ${statuses.join(' or ')}: ${rest.story}`);
  if (code && rest.body.code !== code) throw new Error(`not ${code}: ${rest.story}`);
  if (unnamed && rest.story.split(' → ')[1]!.includes(unnamed))
    throw new Error(`names what comes later: ${rest.story}`);
});

/**
 * Rows as sorted texts, without the values that differ between the two databases, such as ids of new rows. One database
 * gets all requests over REST, the other the same requests over GraphQL.
 */
const describeRows = (rows: unknown) =>
  (rows as object[]).map((row) => withoutNew(JSON.stringify(row)).replace(/(?<="last_used":)(""|null)/, '')).sort();

test('after all that, both worlds hold the same rows', async () => {
  const { first, second } = twins;
  const isWhole = ({ isList, route: { path } }: ParityRoute) => isList && !path.includes(':');
  for (const { route } of provable.filter(isWhole)) {
    const path = `${route.path}?limit=0`;
    const [one, other] = [await first.callers.owner.rest.get(path), await second.callers.owner.rest.get(path)];
    expect(one.body.data.length).toBeGreaterThan(0);
    expect(describeRows(one.body.data)).toEqual(describeRows(other.body.data));
  }
});

describe('at the end', () => {
  // A user without a password may delete an organization only in a session of at most ten minutes. This suite may take
  // longer on a busy machine.
  beforeAll(async () => {
    for (const [{ server }, { userIds }] of [[twins.first, sides[0]] as const, [twins.second, sides[1]] as const])
      await server.prisma.session.updateMany({ where: { userId: userIds.owner }, data: { createdAt: new Date() } });
  });

  test.each(titledIf(isLast))('%s answers the same', succeedsAlike);
});
