// Tests that an entity definition that does not fit its model is refused. Compiling this file tests the type checker,
// and running it tests the checks at run time.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { buildSchema, isInputObjectType, isObjectType } from 'graphql';
import { entity } from '../../src/graphql/entity/entity';
import { inputColumns } from '../../src/graphql/entity/inputs';
import { listedEntity } from '../../src/graphql/entity/listed-entity';
import {
  choice,
  withDefault,
  requiredNullable,
  flag,
  id,
  inForm,
  integer,
  of,
  optional,
  readOnly,
  withColumns,
  text,
} from '../../src/graphql/entity/sheet-fields';

const rest = {
  mixins: [],
  list: { name: 'some', description: 'Some.' },
  getter: { name: 'one' },
  filter: {},
  order: [],
  deletes: { effect: 'with nothing else' },
} as const;

const { deletes: _deletes, ...listed } = rest;

/** Entity definitions that the type checker refuses because of the line below each `@ts-expect-error`. */
export const refusedSheets = [
  // @ts-expect-error -- a number is no text
  () => entity('Vlan', { ...rest, fields: { vlanNumber: text(1, 4) } }),
  // @ts-expect-error -- a color is no edge style
  () => entity('Tag', { ...rest, fields: { color: choice('EdgeStyle') } }),
  // @ts-expect-error -- the column may be null
  () => entity('Vlan', { ...rest, fields: { description: text(0, 2000) } }),
  // @ts-expect-error -- the column is never null
  () => entity('Vlan', { ...rest, fields: { name: optional(text(1, 100)) } }),
  // @ts-expect-error -- no such column
  () => entity('Vlan', { ...rest, fields: { nmae: text(1, 100) } }),
  // @ts-expect-error -- no such column to order by
  () => entity('Vlan', { ...rest, fields: {}, order: ['nmae'] }),
  // @ts-expect-error -- the table of permissions has no action to create this model
  () => entity('InterfaceVlan', { ...rest, fields: {} }),
  // @ts-expect-error -- the column may be null
  () => listedEntity('Route', { ...listed, fields: { metric: integer(0) } }),
  // @ts-expect-error -- no such column
  () => listedEntity('Route', { ...listed, fields: { matric: integer(0) } }),
  // @ts-expect-error -- the definition of a listed entity has no member `deletes`
  () => listedEntity('Route', { ...rest, fields: {}, deletes: { effect: 'Nothing else.' } }),
  () =>
    entity('Vlan', {
      ...rest,
      fields: { name: text(1, 100), description: readOnly(optional(text(0, 2000))) },
      write: {
        // @ts-expect-error -- a read-only field is no input
        create: ({ input }) => Promise.resolve(input.description),
        update: () => Promise.resolve(),
      },
    }),
];

test('a text field for an id column is an error at the start', () => {
  expect(() => entity('Port', { ...rest, fields: { hostId: text(1, 100) } })).toThrow('Port.hostId is of another kind');
});

const schema = buildSchema(readFileSync(path.join(__dirname, '../../schema/schema.graphql'), 'utf8'));

test('all kinds with a list have a sheet, except four', () => {
  const modules = path.join(__dirname, '../../src/modules');
  const files = readdirSync(modules, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.schema.ts'),
  );
  const sources = files.map((file) => readFileSync(path.join(modules, file), 'utf8'));
  const sheets = sources.flatMap((source) =>
    [...source.matchAll(/^(?:entity|listedEntity)\('(\w+)'/gm)].map(([, kind]) => kind!),
  );
  const lists = Object.values(schema.getQueryType()!.getFields()).flatMap(({ type }) => {
    const kind = /^(\w+)Connection!$/.exec(String(type))?.[1];
    return kind !== undefined && schema.getType(`${kind}OrderField`) ? [kind] : [];
  });
  expect(lists.length).toBeGreaterThan(30);
  const plain = lists.filter((kind) => !sheets.includes(kind)).sort();
  expect(plain).toEqual(['AuditEvent', 'DiscoverySession', 'ImportPlanRow', 'NeighborEvidence']);
});

test('all entities that discovery sees can be filtered by the time and the runs in which they were seen', () => {
  const seenTypes = Object.values(schema.getTypeMap()).filter(
    (type) => isObjectType(type) && 'lastDiscoveryId' in type.getFields() && schema.getType(`${type.name}Filter`),
  );
  expect(seenTypes.length).toBeGreaterThan(7);
  for (const { name } of seenTypes) {
    const filter = schema.getType(`${name}Filter`);
    const members = isInputObjectType(filter) ? Object.keys(filter.getFields()) : [];
    expect([name, ...members]).toEqual(
      expect.arrayContaining([name, 'lastSeenAt', 'firstDiscoveryId', 'lastDiscoveryId']),
    );
  }
});

describe('columnsIn', () => {
  const fields = {
    name: text(1, 100),
    description: optional(text(0, 2000)),
    vlanNumber: integer(1, 4094),
  };

  test('leaves out fields that the input leaves out, and stores an empty text as null if the column allows null', () => {
    expect(inputColumns('Vlan', fields, { name: '', description: '' })).toEqual({ name: '', description: null });
    expect(inputColumns('Vlan', fields, { description: null })).toEqual({ description: null });
    expect(inputColumns('Vlan', fields, { name: undefined })).toEqual({});
  });

  test('stores for null the default of the sheet, else that of the database', () => {
    const namedFields = {
      edgeStyle: withDefault(choice('EdgeStyle'), 'SmoothStep'),
      color: withDefault(choice('Color')),
    };
    expect(inputColumns('Group', namedFields, { edgeStyle: null, color: null })).toEqual({ edgeStyle: 'SmoothStep' });
  });

  test('never stores null for a required value, although its column allows it', () => {
    expect(inputColumns('Interface', { ifDescr: requiredNullable(text(0, 255)) }, { ifDescr: null })).toEqual({});
    expect(inputColumns('Interface', { ifDescr: requiredNullable(text(0, 255)) }, { ifDescr: '' })).toEqual({
      ifDescr: '',
    });
  });

  test('converts values to the form of their column, whose name is the key; null stays null', () => {
    const form = inForm(of('String'), (name, value) => `${name}=${value}`);
    const macs = { macAddress: optional(form) };
    expect(inputColumns('Interface', macs, { macAddress: 'A' }, 'interfaces.')).toEqual({
      macAddress: 'interfaces.macAddress=A',
    });
    expect(inputColumns('Interface', macs, { macAddress: null })).toEqual({ macAddress: null });
  });

  test('leaves out inputs that are no columns, or stores them in the columns that the sheet names', () => {
    const source = withColumns(optional(of('String')), (value) => ({ sourceReason: value }));
    expect(inputColumns('Vlan', { source, other: id() }, { source: null, other: 'x' })).toEqual({ sourceReason: null });
  });

  test('stores the replacement that the sheet names for null', () => {
    const options = withColumns(withDefault(flag()), (value) => ({ showInspectPanel: value ?? true }));
    expect(inputColumns('Share', { options }, { options: null })).toEqual({ showInspectPanel: true });
    expect(inputColumns('Share', { options }, {})).toEqual({});
  });

  test('treats an empty list like null where the sheet says so', () => {
    const domains = { allowedDomains: withDefault(of(['String']), []) };
    expect(inputColumns('Share', domains, { allowedDomains: null })).toEqual({ allowedDomains: [] });
  });
});
