// Rejects malformed cursors of nested lists. The error names the argument, whereas Pothos's own error would not.
import { isObjectType, type GraphQLSchema } from 'graphql';
import { selecting, prismaSelection } from '../pothos-extensions';
import { idOfCursor } from './keyset';

type Select = (args: { after?: string | null; before?: string | null }, ...rest: unknown[]) => unknown;

/** Makes nested lists check their cursors when they build their selection, before any row is read. */
export function checkNestedCursors(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const select = prismaSelection(field);
      if (typeof select !== 'function' || !field.args.some(({ name }) => name === 'after')) continue;
      const checkedSelect: Select = (args, ...rest) => {
        for (const name of ['after', 'before'] as const) if (args[name] != null) idOfCursor(name, args[name]);
        return (select as Select)(args, ...rest);
      };
      Object.assign(field.extensions, selecting(checkedSelect));
    }
  }
  return schema;
}
