// Tests every GraphQL field with generated arguments. No request causes an internal error or a half-written row, and
// every error has the form of GraphQL.
import fc from 'fast-check';
import { getNamedType, isLeafType, type GraphQLField, type GraphQLOutputType } from 'graphql';
import { schema } from '../../src/modules/types';
import type { Reply } from '../support/client';
import type { World } from '../support/world';
import { findOwner } from '../tenancy/id-places';
import { junk, oddText, arbitraryValues } from './arbitraries';
import { askersOf, bounds, createGeneratedWorld, type GeneratedWorld } from './generated-world';
import { refusedCode } from './refusals';

let generatedWorld: GeneratedWorld;
let world: World;
beforeAll(async () => {
  generatedWorld = await createGeneratedWorld();
  ({ world } = generatedWorld);
});
afterAll(() => generatedWorld.close());
beforeEach(() => generatedWorld.restore());

const isRefusedInForm = (reply: Reply): boolean => {
  if (!reply.body.errors) return false;
  if (refusedCode(reply) === 'internal_error' || reply.status >= 500) throw new Error(reply.story);
  return true;
};

/** A document that selects the field and passes all its arguments as variables. */
function documentOf(kind: 'query' | 'mutation', field: GraphQLField<unknown, unknown>): string {
  const answer = getNamedType(field.type as GraphQLOutputType);
  const declaredText = field.args.map(({ name, type }) => `$${name}: ${String(type)}`).join(', ');
  const passedArguments = field.args.map(({ name }) => `${name}: $${name}`).join(', ');
  const selection = isLeafType(answer)
    ? ''
    : answer.name.endsWith('Connection')
      ? '{ totalCount nodes { id } }'
      : '{ __typename }';
  const list = (text: string) => (text === '' ? '' : `(${text})`);
  return `${kind}${list(declaredText)} { ${field.name}${list(passedArguments)} ${selection} }`;
}

/** Whether the operation comes last. Resetting the organization deletes the callers' keys and nearly all rows. */
const isLast = (name: string) => name === 'resetOrganization' || name === 'deleteOrganization';

async function judgeAnyArguments(kind: 'query' | 'mutation', field: GraphQLField<unknown, unknown>): Promise<void> {
  const document = documentOf(kind, field);
  const owner = findOwner(field.name, getNamedType(field.type as GraphQLOutputType).name);
  const inputs = new Map(field.args.map(({ name, type: declaredType }) => [name, declaredType]));
  const property = fc.asyncProperty(
    askersOf(generatedWorld, field.name),
    arbitraryValues(inputs, generatedWorld.idsFor(owner)),
    (caller, values) =>
      generatedWorld.unchangedIfRefused(kind === 'mutation', () => caller.graphql(document, values), isRefusedInForm),
  );
  // A few runs for each field suffice: with hundreds of fields, the code that reads arguments gets thousands of
  // requests.
  await fc.assert(property, bounds(kind === 'mutation' ? 10 : 6));
}

describe.each(['query', 'mutation'] as const)('any arguments for the %s', (kind) => {
  const type = kind === 'query' ? schema.getQueryType()! : schema.getMutationType()!;
  // Requests about deleted rows test little, so operations that delete come last.
  const rank = ({ name }: { name: string }) => (!name.startsWith('delete') ? 0 : name === 'deleteNetwork' ? 2 : 1);
  const fields = Object.values(type.getFields())
    .filter(({ name }) => !isLast(name))
    .sort((a, b) => rank(a) - rank(b));

  test.each(fields.map((field) => [field.name, field] as const))('%s', (_name, field) =>
    judgeAnyArguments(kind, field as GraphQLField<unknown, unknown>),
  );
});

test('any document is answered without an internal error', async () => {
  const words = [
    '{',
    '}',
    '(',
    ')',
    '...',
    'on',
    'query',
    'mutation',
    'fragment',
    'F',
    'vlans',
    'nodes',
    'id',
    'first:',
    '1',
    '$a',
    '"x"',
    '@skip',
    ':',
    '__schema',
    '"""',
    '#',
  ];
  const text = fc.oneof(
    fc.array(fc.constantFrom(...words), { maxLength: 40 }).map((someText) => someText.join(' ')),
    oddText,
  );
  const valid = '{ vlans(first: 3, filter: { name: { contains: "a" } }) { totalCount nodes { id network { name } } } }';
  const damagedDocument = fc
    .tuple(fc.nat(valid.length), fc.nat(8), oddText)
    .map(([at, length, put]) => valid.slice(0, at) + put + valid.slice(at + length));
  const property = fc.asyncProperty(
    fc.oneof(text, damagedDocument),
    junk,
    fc.option(junk),
    async (query, variables, operationName) => {
      const body = { query, variables, ...(operationName !== null && { operationName }) };
      isRefusedInForm(await world.key.send('POST', '/graphql', { body }));
    },
  );
  await fc.assert(property, bounds(200));
});

test('any arguments for the mutations that delete everything, which run last', async () => {
  for (const field of Object.values(schema.getMutationType()!.getFields()).filter(({ name }) => isLast(name)))
    await judgeAnyArguments('mutation', field as GraphQLField<unknown, unknown>);
});
