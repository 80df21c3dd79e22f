// Tests that the OpenAPI document has an example for every JSON operation. Each example is a recorded response, and
// current responses have the same structure.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { recordedExamples } from '../../src/rest/openapi/openapi';
import { mountedPath } from '../../src/rest/route';
import { expectContract } from '../support/contract';
import { jsonRoutes, recordDemo, withoutSecrets } from './record-examples';

// The type is `any` because the OpenAPI linter checks the structure of the document.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any;

const file = path.resolve(__dirname, '../../schema/examples.json');
const examples = recordedExamples() as Readonly<Record<string, Json>>;
const document: Json = JSON.parse(readFileSync(path.resolve(__dirname, '../../schema/openapi.json'), 'utf8'));
const ids = jsonRoutes.map(({ id }) => id).sort();

test('every JSON operation has a recorded example, and nothing else has: see `npm run record-examples`', () => {
  expect(ids.length).toBeGreaterThan(100);
  expect(ids.filter((id) => !(id in examples))).toEqual([]);
  expect(Object.keys(examples).filter((id) => !ids.includes(id))).toEqual([]);
});

const headers = new Headers({ 'content-type': 'application/json; charset=utf-8' });
test.each(jsonRoutes.map((route) => [route.id, route] as const))(
  'the example of %s is in the document and true to the schema beside it',
  (id, { route }) => {
    const template = `/api${mountedPath(route)}`.replace(/:(\w+)/g, '{$1}');
    const status = route.status ?? 200;
    expect(examples[id].success).toBe(true);
    expect(() => expectContract(route.method, template, { status, headers, body: examples[id] })).not.toThrow();
    expect(document.paths[template][route.method].responses[status].content['application/json'].example).toEqual(
      examples[id],
    );
  },
);

test('an example with a member that no answer has would be refused', () => {
  const body = { ...examples.list_vlans, data: examples.list_vlans.data.map((row: Json) => ({ ...row, made_up: 1 })) };
  expect(() => expectContract('get', '/api/v1/vlans', { status: 200, headers, body })).toThrow(/unevaluated/);
});

test('examples contain no valid secrets and no rows marked for tests, and are short', () => {
  const text = readFileSync(file, 'utf8');
  expect(withoutSecrets(text) === text).toBe(true);
  expect(text).toContain('ExampleKeyThatOpensNothing');
  expect(text.match(/.*(secret-[0-9a-f]{12}|10\.111\.|127\.0\.0\.1:|localhost).*/g) ?? []).toEqual([]);
  expect(Buffer.byteLength(text)).toBeLessThan(300_000);
});

/** Paths of all members of a value. Elements of a list share one path. */
function membersOf(value: unknown, at = ''): string[] {
  if (typeof value !== 'object' || value === null) return [at];
  if (Array.isArray(value)) return [at, ...value.flatMap((element) => membersOf(element, `${at}[]`))];
  return Object.entries(value).flatMap(([name, member]) => membersOf(member, `${at}.${name}`));
}
const memberNames = (value: unknown) => [...new Set(membersOf(value))].sort();

test('reads of the demo answer exactly the members of their examples today', async () => {
  const live = await recordDemo();
  expect(Object.keys(live).length).toBeGreaterThan(40);
  for (const [id, answer] of Object.entries(live))
    expect([id, memberNames(answer)]).toEqual([id, memberNames(examples[id])]);
});
