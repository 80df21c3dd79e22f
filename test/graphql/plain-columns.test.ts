// Tests which fields need no resolver: columns that everyone who sees the row may read. Columns that require a right
// have a resolver.
import { isObjectType, type GraphQLObjectType } from 'graphql';
import { schema } from '../../src/modules/types';

const fieldsOf = (type: string) => (schema.getType(type) as GraphQLObjectType).getFields();

test('a column under its own name is read without a resolver', () => {
  for (const name of ['id', 'name', 'createdAt', 'hidden']) expect(fieldsOf('Host')[name]!.resolve).toBeUndefined();
});

test('a derived field, a relation and a column under another name keep their resolvers', () => {
  for (const name of ['displayName', 'ports', 'tagIds']) expect(fieldsOf('Host')[name]!.resolve).toBeDefined();
  expect(fieldsOf('GroupMember').type!.resolve).toBeDefined();
});

test('a field that requires a right keeps its resolver, which checks it', () => {
  for (const type of Object.values(schema.getTypeMap()).filter(isObjectType)) {
    for (const field of Object.values(type.getFields())) {
      const { authScopes } = (field.extensions.pothosOptions ?? {}) as { authScopes?: unknown };
      if (authScopes)
        expect([`${type.name}.${field.name}`, typeof field.resolve]).toEqual([expect.anything(), 'function']);
    }
  }
});
