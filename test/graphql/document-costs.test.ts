// Tests the estimated cost of Netloom's own documents: those of REST, of the MCP tools and of the guides cost few
// tokens.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  getNullableType,
  getOperationAST,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  Kind,
  parse,
  typeFromAST,
  validate,
  type DocumentNode,
  type GraphQLInputType,
} from 'graphql';
import { documentCost, costInTokens } from '../../src/graphql/documents/cost';
import * as operations from '../../src/generated/operations';
import { routes } from '../../src/modules/routes';
import { schema } from '../../src/modules/types';

function valueOf(type: GraphQLInputType): unknown {
  const bare = getNullableType(type);
  if (isListType(bare)) return [];
  if (isEnumType(bare)) return bare.getValues()[0]!.name;
  if (isInputObjectType(bare)) {
    const fields = Object.values(bare.getFields());
    const requiredFields = bare.isOneOf ? fields.slice(0, 1) : fields.filter((field) => isNonNullType(field.type));
    return Object.fromEntries(requiredFields.map((field) => [field.name, valueOf(field.type)]));
  }
  const values: Readonly<Record<string, unknown>> = {
    Int: 7,
    Float: 7,
    Boolean: true,
    DateTime: '2026-01-01T00:00:00Z',
  };
  return values[(bare as { name: string }).name] ?? '6f2b5c1e-0000-4000-8000-000000000001';
}

/** The document's estimated cost in points, with values only for the variables that the document requires. */
function pointsOf(
  document: DocumentNode,
  name?: string,
  givenVariables: Readonly<Record<string, unknown>> = {},
): number {
  const operation = getOperationAST(document, name)!;
  const requiredVariables = (operation.variableDefinitions ?? []).filter(
    ({ type }) => type.kind === Kind.NON_NULL_TYPE,
  );
  const values = requiredVariables.map(({ variable, type }) => [
    variable.name.value,
    valueOf(typeFromAST(schema, type as never) as unknown as GraphQLInputType),
  ]);
  const variables = { ...Object.fromEntries(values), ...givenVariables } as Record<string, unknown>;
  return documentCost(schema, document, operation, variables, Number.MAX_SAFE_INTEGER);
}

// A REST request costs one token, whatever its document costs (answered-cost.test.ts). Sent to /graphql, the same
// document may cost two tokens.
test.each(routes.map((route) => [`${route.method} ${route.path}`, route.document] as const))(
  '%s: costs at most two tokens at /graphql',
  (_name, document) => {
    expect(costInTokens(pointsOf(document))).toBeLessThanOrEqual(2);
  },
);

const ofTools = Object.entries(operations).flatMap(([name, document]) =>
  /^Mcp.*Document$/.test(name) ? [[name, document as unknown as DocumentNode] as const] : [],
);

test.each(ofTools)('%s of a tool: costs at most three tokens', (_name, document) => {
  expect(costInTokens(pointsOf(document))).toBeLessThanOrEqual(3);
});

const root = join(__dirname, '..', '..');
const filesBelow = (folder: string, ending: RegExp) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name) && !name.includes('node_modules'))
    .map((name) => join(folder, name));
const ofGuides = filesBelow('docs', /\.md$/).flatMap((file) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/```graphql\n([^`]*)```/g)].flatMap(([, text], at) => {
    const document = parse(text!);
    return validate(schema, document).length === 0 && getOperationAST(document)
      ? [[`${file}, example ${at + 1}`, document] as const]
      : [];
  }),
);

test('the guides contain examples', () => expect(ofGuides.length).toBeGreaterThan(4));
test.each(ofGuides)('%s: costs at most five tokens', (_name, document) => {
  expect(costInTokens(pointsOf(document))).toBeLessThanOrEqual(5);
});

test.each([
  [
    'positions and routes of saved views',
    '{ savedViews(first: 100) { nodes { positions { elementId x y } routes { lineId points } } } }',
    3,
  ],
  [
    'all pages of hosts with what is on them',
    '{ hosts(first: 1000) { nodes { id ipAddresses { id } services { id bindings { id } } } } }',
    8,
  ],
  [
    'as many saved views as a page has',
    '{ savedViews(first: 1000) { nodes { positions { x } routes { points } } } }',
    20,
  ],
])('%s: %s is estimated by its usual length', (_name, text, most) => {
  expect(costInTokens(pointsOf(parse(text)))).toBeLessThanOrEqual(most);
});
