// Tests the descriptions from which the inventory's forms are generated. Every kind that the API can write has a form
// or a reason for having none, and every input has a field or a reason. The generator refuses a description that
// contradicts the schema, and names the field.
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { buildSchema, getNamedType, isInputObjectType } from 'graphql';
import { kinds } from '../../../../src/pages/inventory/address/kinds-by-list';
import { formDescriptions } from '../../../../src/pages/inventory/form-descriptions';
import { formHints } from '../../../../src/pages/inventory/form-hints';
import {
  allForms,
  findForm,
  listLeftOutFields,
  type FormPart,
  type RowForm,
} from '../../../../src/pages/inventory/address/form-facts';
import { kindDescriptions, referredKinds } from '../../../../src/pages/inventory/kinds';
import { projectDir } from '../../../start/child';

const sdl = readFileSync(path.join(projectDir, 'schema/schema.graphql'), 'utf8');
const schema = buildSchema(sdl);
const mutations = schema.getMutationType()!.getFields();
const scope = ['networkId', 'organizationId', 'expectedUpdatedAt'];

function inputsOf(mutation: string): string[] {
  const type = getNamedType(mutations[mutation]?.args.find(({ name }) => name === 'input')?.type);
  return type && isInputObjectType(type) ? Object.keys(type.getFields()) : [];
}

test.each(kinds.map(({ list, type }) => [list, type] as const))(
  '%s: each input has a form field or is documented as set elsewhere',
  (list, type) => {
    const writable = [`create${type}`, `update${type}`].filter((name) => mutations[name]);
    const { leftOut = {} } = formDescriptions[list] ?? { first: [] };
    if (writable.length === 0) return expect(formDescriptions[list]).toBeUndefined();
    expect(Object.keys(formDescriptions)).toContain(list);
    const inputs = new Set(writable.flatMap(inputsOf).filter((name) => !scope.includes(name)));
    const { fields, parts } = findForm(list)!;
    const shownNames = [...fields, ...parts].map(({ name }) => name.split('.')[0]!);
    expect([...inputs].filter((name) => !shownNames.includes(name) && !(name in leftOut))).toEqual([]);
    expect(Object.keys(leftOut).filter((name) => !inputs.has(name))).toEqual([]);
  },
);

test('only kinds with a list have a form description', () => {
  const lists = kinds.map(({ list }) => list);
  expect(Object.keys(formDescriptions).filter((list) => !lists.includes(list))).toEqual([]);
});

test('a kind has no form for new rows only if its required inputs are set elsewhere', () => {
  const without = kinds.filter(({ list, type }) => mutations[`create${type}`] && !findForm(list)?.create);
  expect(without.map(({ list }) => list).sort()).toEqual(['plans', 'savedViews']);
});

/**
 * A process that runs the generator of the forms, because Jest cannot load its modules. It prints one line of output
 * for each line of input.
 */
let generator: ChildProcessWithoutNullStreams;
let answers: AsyncIterator<string>;
const script = `
  import { readFileSync } from 'node:fs';
  import { createInterface } from 'node:readline';
  import { inventoryFacts } from './scripts/inventory-kinds.mjs';
  import { formFacts } from './scripts/inventory-forms.mjs';
  let kinds;
  for await (const line of createInterface(process.stdin)) {
    const { sdl, descriptions, referred, forms, hints } = JSON.parse(line);
    kinds ??= (await inventoryFacts({ sdl: readFileSync('schema/schema.graphql', 'utf8'), descriptions, referred })).kinds;
    const answer = await formFacts({ sdl, kinds, descriptions: forms, hints }).catch((error) => error.message);
    console.log(JSON.stringify(answer));
  }`;
beforeAll(() => {
  generator = spawn(process.execPath, ['--input-type=module', '-e', script], { cwd: projectDir });
  generator.stderr.pipe(process.stderr);
  answers = createInterface(generator.stdout)[Symbol.asyncIterator]();
});
afterAll(() => generator.stdin.end());

/** The forms that the generator makes from changed descriptions, or the generator's error message. */
async function generateForms(
  change: object,
  grownSdl = sdl,
  hints: object = formHints,
): Promise<{ forms: RowForm[] } | string> {
  const generatorInput = { sdl: grownSdl, descriptions: kindDescriptions, referred: referredKinds, hints };
  generator.stdin.write(`${JSON.stringify({ ...generatorInput, forms: { ...formDescriptions, ...change } })}\n`);
  const { value, done } = await answers.next();
  if (done) throw new Error('the generator ended');
  return JSON.parse(value) as { forms: RowForm[] } | string;
}

test('a description that contradicts the schema is refused with the name of the field', async () => {
  expect(await generateForms({ vlans: { first: ['colour'] } })).toBe('vlans has no input colour.');
  expect(await generateForms({ vlans: { first: [], leftOut: { flavour: 'x' } } })).toBe('vlans has no input flavour.');
  expect(await generateForms({ vlans: { first: [], shownWith: { name: ['colour', 'Red'] } } })).toBe(
    'vlans has no input colour.',
  );
  expect(await generateForms({ savedViews: { first: [], leftOut: { comparedAt: 'x' } } })).toBe(
    'savedViews: the form cannot have positions. Leave it out and say why.',
  );
  const ofHosts = (parts: object) =>
    generateForms({ hosts: { ...formDescriptions.hosts, parts: { ...formDescriptions.hosts!.parts, ...parts } } });
  expect(await ofHosts({ ports: { leftOut: { colour: 'x' } } })).toBe('hosts has no input ports.colour.');
  expect(await ofHosts({ services: { parts: { bindings: {} } } })).toBe(
    'hosts: the form cannot have services.virtualizationMetadata. Leave it out.',
  );
  expect(await generateForms({}, sdl, { ...formHints, 'vlans.colour': 'Red.' })).toBe(
    'No form has vlans.colour, which has a hint.',
  );
});

const grownWith = (description: string): string =>
  sdl
    .replace(/type Vlan implements Node \{/, 'type Vlan implements Node {\n  flavor: Color\n')
    .replace(/input (Create|Update)VlanInput \{/g, `input $1VlanInput {\n  """${description}"""\n  flavor: Color\n`);

test('a new input in the schema becomes a form field without further code', async () => {
  const grown = grownWith('Taste (FLAVOR-MIB flavor, RFC 4188). At most 300 characters. Left out: unchanged.');
  const { forms } = (await generateForms({}, grown)) as { forms: RowForm[] };
  expect(forms.find(({ list }) => list === 'vlans')!.fields.find(({ name }) => name === 'flavor')).toMatchObject({
    ...{ type: 'Color', isRequired: false, isFirst: false, hint: 'Taste.' },
  });
});

const partFields = ({ fields, parts }: FormPart): FormPart['fields'] => [...fields, ...parts.flatMap(partFields)];
/** All texts that a form shows, except error messages of the API. */
const textsOf = (form: RowForm): string[] => [
  form.effect,
  ...[...form.fields, ...form.parts.flatMap(partFields)].map(({ hint }) => hint),
  ...[true, false].flatMap((isNew) =>
    listLeftOutFields(form, isNew).flatMap(([reason, labels]) => [reason, ...labels]),
  ),
];

test('texts of forms contain no API terms', () => {
  const texts = allForms.flatMap(textsOf).filter((text) => text !== '');
  expect(texts.length).toBeGreaterThan(100);
  const ofPrograms = [
    /\b(null|undefined|input|enum|boolean|string|integer|array|UUID|GraphQL|REST|mutation)\b/i,
    /\b(MIB|RFC|IEEE|IANA)\b|left out|on create|on update|complete list|`/,
    // API names in camelCase, PascalCase or snake_case. After a quotation mark, snake_case is an example of JSON.
    /\b[A-Za-z][a-z]+[A-Z]|^[^"]*\w_\w/,
  ];
  expect(texts.filter((text) => ofPrograms.some((words) => words.test(text)))).toEqual([]);
});

test('user-facing fields have an example or a plain label; optional ones are not marked as required', () => {
  const field = (list: string, path: string) => findForm(list)!.fields.find(({ name }) => name === path)!;
  expect(field('hosts', 'name')).toMatchObject({ isRequired: false, isSentEmpty: true });
  expect(field('vlans', 'name')).toMatchObject({ isRequired: true });
  expect(field('interfaces', 'speedBps').hint).toMatch(/1000000000 is 1 Gbit\/s/);
});

test.each([
  ['Taste; null leaves it to the cook.', 'null'],
  ['Id of the taste.', ''],
  ['Taste, as an enum.', 'enum'],
  ['Taste of firstAddress.', 'firstAddress'],
  ['Taste, HubAndSpoke by default.', 'HubAndSpoke'],
])('a new input that says "%s" must get a user-facing text: %s', async (description, word) => {
  const answer = await generateForms({}, grownWith(description));
  if (word === '') expect(typeof answer).toBe('object');
  else expect(answer).toBe(`vlans.flavor: its hint says "${word}". Say it for people in form-hints.ts.`);
  expect(
    typeof (await generateForms({}, grownWith(description), { ...formHints, 'vlans.flavor': 'Sweet or sour.' })),
  ).toBe('object');
});
