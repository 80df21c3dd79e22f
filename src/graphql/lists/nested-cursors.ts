// Rejects malformed cursors of nested lists with the argument's name; Pothos would report an error of the query.
import { isObjectType, type GraphQLSchema } from 'graphql';
import { idOfCursor } from './keyset';

type Select = (args: { after?: string | null; before?: string | null }, ...rest: unknown[]) => unknown;

/** Checks the cursors where a nested list declares its selection, before anything is read. */
export function checkNestedCursors(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const { args, extensions } of Object.values(type.getFields())) {
      const select = extensions.pothosPrismaSelect;
      if (typeof select !== 'function' || !args.some(({ name }) => name === 'after')) continue;
      const checked: Select = (given, ...rest) => {
        for (const field of ['after', 'before'] as const) if (given[field] != null) idOfCursor(field, given[field]);
        return (select as Select)(given, ...rest);
      };
      Object.assign(extensions, { pothosPrismaSelect: checked });
    }
  }
  return schema;
}
