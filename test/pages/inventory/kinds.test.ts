// Tests the kinds of rows in the inventory. Every list of the API has a page in the inventory or belongs to another
// page, and the generated facts about a kind follow from the schema alone.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { buildSchema } from 'graphql';
import { kinds, type Field } from '../../../src/pages/inventory/address/kinds-by-list';
import { kindDescriptions, listedElsewhere } from '../../../src/pages/inventory/kinds';
import { projectDir } from '../../start/child';

const sdl = readFileSync(path.join(projectDir, 'schema/schema.graphql'), 'utf8');
const schema = buildSchema(sdl);

/** Row types whose rows the API lists in an order that the caller chooses. A page must list each of these types. */
const listed = Object.values(schema.getQueryType()!.getFields()).flatMap(({ type }) => {
  const kind = /^(\w+)Connection!$/.exec(String(type))?.[1];
  return kind !== undefined && schema.getType(`${kind}OrderField`) ? [kind] : [];
});

test('every list has a description in src/pages/inventory/kinds.ts or belongs to another page', () => {
  const shownTypes = kinds.map(({ type }) => type);
  expect(listed.filter((type) => !shownTypes.includes(type) && !(type in listedElsewhere))).toEqual([]);
  expect(Object.keys(listedElsewhere).filter((type) => shownTypes.includes(type) || !listed.includes(type))).toEqual(
    [],
  );
  expect(new Set(shownTypes).size).toBe(kindDescriptions.length);
});

test.each(kinds.map((kind) => [kind.list, kind] as const))(
  '%s have columns beyond their title, a hint for empty lists, and different singular and plural names',
  (_n, kind) => {
    expect(kind.fields.length).toBeGreaterThan(2);
    expect(kind.columns.filter((name) => kind.title.includes(name))).toEqual([]);
    expect(kind.nextStep).toMatch(/\.$/);
    expect(kind.plural).not.toBe(kind.singular);
    for (const field of kind.fields.filter((one: Field) => one.order !== null))
      expect(kind.orders).toContain(field.order);
  },
);

/**
 * Evaluates an expression with scripts/inventory-kinds.mjs in a process of its own, because Jest does not load this
 * module. Returns the value, or the message of the error that was thrown.
 */
function evaluate(expression: string, input: unknown): unknown {
  const script = `
    import * as generator from './scripts/inventory-kinds.mjs';
    import { readFileSync } from 'node:fs';
    const input = JSON.parse(readFileSync(0, 'utf8'));
    try { console.log(JSON.stringify(await (async () => ${expression})())); } catch (error) { console.log(JSON.stringify(String(error.message))); }`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: projectDir,
    input: JSON.stringify(input),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (!stdout) throw new Error(stderr);
  return JSON.parse(stdout);
}

const grown = sdl
  .replace(/type Vlan implements Node \{/, 'type Vlan implements Node {\n  flavor: Color\n  secretIds: [UUID!]!\n')
  .replace(/enum VlanOrderField \{/, 'enum VlanOrderField {\n  flavor\n');
const describedWith = (change: object) =>
  kindDescriptions.map((one) => (one.list === 'vlans' ? { ...one, ...change } : one));

test('a new field in the schema becomes a column that can be sorted, without further code', () => {
  const both = `await (async () => {
    const facts = await generator.inventoryFacts(input);
    return { facts, documents: await generator.inventoryDocuments(facts) };
  })()`;
  const { facts, documents } = evaluate(both, { sdl: grown, descriptions: kindDescriptions }) as {
    facts: { kinds: { list: string; fields: Field[] }[] };
    documents: string;
  };
  const { fields } = facts.kinds.find(({ list }) => list === 'vlans')!;
  const field = fields.find(({ name }) => name === 'flavor');
  expect(field).toMatchObject({ shape: 'Enum', isColumn: true, order: 'flavor' });
  expect(fields.map(({ name }) => name)).not.toContain('secretIds');
  expect(documents).toContain('flavor @include(if: $withFlavor)');
  expect(documents.match(/\bflavor\b/g)).toHaveLength(2);
});

test('a description that contradicts the schema is refused with the name of the field', () => {
  const changes = [{ columns: ['colour'] }, { list: 'vlanz' }, { title: ['nmae'] }, { search: ['subnets.some.nmae'] }];
  const refusals = `await Promise.all(
    input.map((one) => generator.inventoryFacts(one).then(() => 'accepted', ({ message }) => message)),
  )`;
  expect(
    evaluate(
      refusals,
      changes.map((change) => ({ sdl, descriptions: describedWith(change) })),
    ),
  ).toEqual([
    'vlans has no column colour.',
    'vlanz is no list of the API.',
    'vlans has no field nmae.',
    'vlans has no filter subnets.some.nmae.',
  ]);
});

test('downloads take exactly the filters that their documents have as parameters', () => {
  const downloads = evaluate('await generator.downloadsIn(input)', {
    routes: [`csvRoute('/things/export/csv', ListThingsDocument, 'ExportThingsCsv'), csvRoute('/things/:id/csv', X)`],
    documents: [
      'query ListThings($a: Int, $b: [UUID!]) { page: things(filter: { size: { eq: $a }, tagIds: $b }) { nodes { id } } }',
      'query Others { page: others { nodes { id } } }',
    ],
  });
  expect(downloads).toEqual({
    things: { path: '/things/export/csv', parameters: { 'size.eq': 'a', tagIds: 'b' } },
  });
});
