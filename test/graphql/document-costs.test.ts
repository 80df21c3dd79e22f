// Tests the estimated cost of Netloom's own GraphQL documents: the documents of REST routes, of MCP tools and of the
// guides each cost few tokens.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getOperationAST, parse, validate, type DocumentNode } from 'graphql';
import { costInTokens } from '../../src/graphql/documents/cost';
import { maximumLines, parseDocument } from '../../src/graphql/documents/document';
import * as operations from '../../src/generated/operations';
import { routes } from '../../src/modules/routes';
import { schema } from '../../src/modules/types';
import { pointsOf } from './document-points';

// A REST request costs one token (rest/one-token.test.ts). The GraphQL document of its route may cost two tokens when
// it is sent to /graphql.
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

/** The number of lines that graphql-js counts in a text that ends with a field. */
const linesInGraphql = (text: string) => parse(text).loc!.endToken.line;

describe.each([
  ['\\n', '\n'],
  ['\\r', '\r'],
  ['\\r\\n', '\r\n'],
  ['a comment', '#\n'],
])('lines that end with %s', (_name, end) => {
  const documentOf = (lines: number) => `{${end.repeat(lines - 1)} a }`;

  test('a document may have as many as the maximum', () => {
    const text = documentOf(maximumLines);
    expect(linesInGraphql(text)).toBe(maximumLines);
    expect(parseDocument(text).definitions).toHaveLength(1);
  });

  test('one line more is refused, before the document is parsed', () => {
    const params = { cost: maximumLines + 1, maximum: maximumLines, of: 'lines' };
    for (const text of [documentOf(maximumLines + 1), `${end.repeat(maximumLines)} this is no document }`])
      expect(() => parseDocument(text)).toThrow(expect.objectContaining({ code: 'query_too_expensive', params }));
  });
});
