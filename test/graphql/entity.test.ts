// Entity sheets: what does not fit the model is no sheet. The type checker reads this file; what it misses fails here.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { buildSchema, isInputObjectType, isObjectType } from 'graphql';
import { entity } from '../../src/graphql/entity/entity';
import { columnsIn } from '../../src/graphql/entity/entity';
import {
  choice,
  defaulted,
  demanded,
  id,
  inForm,
  integer,
  of,
  optional,
  shown,
  storedAs,
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

/** Sheets that the type checker refuses, each for the line below its mark. */
export const refused = [
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
  // @ts-expect-error -- no row in the table of permissions says who may create one
  () => entity('InterfaceVlan', { ...rest, fields: {} }),
  () =>
    entity('Vlan', {
      ...rest,
      fields: { name: text(1, 100), description: shown(optional(text(0, 2000))) },
      write: {
        // @ts-expect-error -- callers do not write what is only shown
        create: ({ input }) => Promise.resolve(input.description),
        update: () => Promise.resolve(),
      },
    }),
];

test('a text where the column is an id fails at the start', () => {
  expect(() => entity('Port', { ...rest, fields: { hostId: text(1, 100) } })).toThrow('Port.hostId is of another kind');
});

test('entities that discovery sees can all be filtered by when and in which runs they were seen', () => {
  const schema = buildSchema(readFileSync(path.join(__dirname, '../../schema/schema.graphql'), 'utf8'));
  const seen = Object.values(schema.getTypeMap()).filter(
    (type) => isObjectType(type) && 'lastDiscoveryId' in type.getFields() && schema.getType(`${type.name}Filter`),
  );
  expect(seen.length).toBeGreaterThan(7);
  for (const { name } of seen) {
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

  test('leaves out what the input does, and makes an empty text null where the column may be', () => {
    expect(columnsIn('Vlan', fields, { name: '', description: '' })).toEqual({ name: '', description: null });
    expect(columnsIn('Vlan', fields, { description: null })).toEqual({ description: null });
    expect(columnsIn('Vlan', fields, { name: undefined })).toEqual({});
  });

  test('a null is the default that the sheet gives, else what the database gives', () => {
    const named = { edgeStyle: defaulted(choice('EdgeStyle'), 'SmoothStep'), color: defaulted(choice('Color')) };
    expect(columnsIn('Group', named, { edgeStyle: null, color: null })).toEqual({ edgeStyle: 'SmoothStep' });
  });

  test('a demanded value is never null, though its column may be', () => {
    expect(columnsIn('Interface', { ifDescr: demanded(text(0, 255)) }, { ifDescr: null })).toEqual({});
    expect(columnsIn('Interface', { ifDescr: demanded(text(0, 255)) }, { ifDescr: '' })).toEqual({ ifDescr: '' });
  });

  test('values take the form of their column, named from above; null has none', () => {
    const form = inForm(of('String'), (name, value) => `${name}=${value}`);
    const macs = { macAddress: optional(form) };
    expect(columnsIn('Interface', macs, { macAddress: 'A' }, 'interfaces.')).toEqual({
      macAddress: 'interfaces.macAddress=A',
    });
    expect(columnsIn('Interface', macs, { macAddress: null })).toEqual({ macAddress: null });
  });

  test('an input that is no column is dropped, or stored where it says', () => {
    const source = storedAs(of('String'), (value) => ({ sourceReason: value }));
    expect(columnsIn('Vlan', { source, other: id() }, { source: null, other: 'x' })).toEqual({ sourceReason: null });
  });
});
