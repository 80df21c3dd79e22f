// Tests the descriptions of the forms. Every kind that the API can write has a form or a stated reason for having none,
// every input has a field or a place where it is set, and a description that contradicts the schema is refused by name.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { buildSchema, getNamedType, isInputObjectType } from 'graphql';
import { kinds } from '../../../../src/pages/inventory/address/kinds-by-list';
import { formDescriptions } from '../../../../src/pages/inventory/form-descriptions';
import { formOf, type RowForm } from '../../../../src/pages/inventory/address/form-facts';
import { kindDescriptions } from '../../../../src/pages/inventory/kinds';
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
  '%s: each input is a field, or is said to be set elsewhere',
  (list, type) => {
    const writable = [`create${type}`, `update${type}`].filter((name) => mutations[name]);
    const { leftOut = {} } = formDescriptions[list] ?? { first: [] };
    if (writable.length === 0) return expect(formDescriptions[list]).toBeUndefined();
    // Every kind that the API can write has a description.
    expect(Object.keys(formDescriptions)).toContain(list);
    const inputs = new Set(writable.flatMap(inputsOf).filter((name) => !scope.includes(name)));
    const { fields, parts } = formOf(list)!;
    const shown = [...fields, ...parts].map(({ name }) => name);
    expect([...inputs].filter((name) => !shown.includes(name) && !(name in leftOut))).toEqual([]);
    expect(Object.keys(leftOut).filter((name) => !inputs.has(name))).toEqual([]);
  },
);

test('forms are described of listed kinds alone', () => {
  const lists = kinds.map(({ list }) => list);
  expect(Object.keys(formDescriptions).filter((list) => !lists.includes(list))).toEqual([]);
});

test('kinds without a form for new rows are those whose required inputs are set elsewhere', () => {
  const without = kinds.filter(({ list, type }) => mutations[`create${type}`] && !formOf(list)?.create);
  expect(without.map(({ list }) => list).sort()).toEqual(['discoveries', 'savedViews']);
});

/** The forms that the generator makes, or its refusal. */
function made(change: object, grownSdl = sdl): { forms: RowForm[] } | string {
  const script = `
    import { inventoryFacts } from './scripts/inventory-kinds.mjs';
    import { formFacts } from './scripts/inventory-forms.mjs';
    import { readFileSync } from 'node:fs';
    const { sdl, descriptions, forms } = JSON.parse(readFileSync(0, 'utf8'));
    const { kinds } = await inventoryFacts({ sdl, descriptions });
    try { console.log(JSON.stringify(await formFacts({ sdl, kinds, descriptions: forms }))); }
    catch (error) { console.log(JSON.stringify(error.message)); }`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: projectDir,
    input: JSON.stringify({
      ...{ sdl: grownSdl, descriptions: kindDescriptions },
      forms: { ...formDescriptions, ...change },
    }),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (!stdout) throw new Error(stderr);
  return JSON.parse(stdout) as { forms: RowForm[] } | string;
}

test('a description that the schema does not bear out is refused by name', () => {
  expect(made({ vlans: { first: ['colour'] } })).toBe('vlans has no input colour.');
  expect(made({ vlans: { first: [], leftOut: { flavour: 'x' } } })).toBe('vlans has no input flavour.');
  expect(made({ vlans: { first: [] } })).toBe(
    'vlans: the form cannot have source. Leave it out and say where it is set.',
  );
  const ofHosts = (parts: object) => made({ hosts: { ...formDescriptions.hosts, parts } });
  expect(ofHosts({ ...formDescriptions.hosts!.parts, ports: ['colour'] })).toBe('hosts has no input ports.colour.');
  expect(ofHosts({ ...formDescriptions.hosts!.parts, services: ['bindings'] })).toBe(
    'hosts: the form cannot have services.virtualizationMetadata. Leave it out.',
  );
});

test('a new input of a type is a field by the schema alone', () => {
  const grown = sdl
    .replace(/type Vlan implements Node \{/, 'type Vlan implements Node {\n  flavor: Color\n')
    .replace(
      /input (Create|Update)VlanInput \{/g,
      'input $1VlanInput {\n  """Taste. At most 300 characters."""\n  flavor: Color\n',
    );
  const { forms } = made({}, grown) as { forms: RowForm[] };
  expect(forms.find(({ list }) => list === 'vlans')!.fields.find(({ name }) => name === 'flavor')).toMatchObject({
    ...{ type: 'Color', isRequired: false, isFirst: false, hint: 'Taste. At most 300 characters.' },
  });
});
