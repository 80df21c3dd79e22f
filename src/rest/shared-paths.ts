// Gives the fields of one compiled execution the path objects that graphql-js would share among them.
import type { GraphQLFieldResolver, GraphQLObjectType, GraphQLSchema } from 'graphql';
import { isObjectType } from 'graphql';

interface Path {
  readonly prev?: Path | undefined;
  readonly key: string | number;
}
/** A path object with those below it, so that equal paths become the same object. */
interface Link extends Path {
  readonly below: Map<string | number, Link>;
}
type Field = ReturnType<GraphQLObjectType['getFields']>[string];

const prepared = new WeakSet<GraphQLSchema>();
const roots = new WeakMap<object, Map<string | number, Link>>();

/**
 * Pothos finds what a nested selection has loaded by the identity of its field's path; graphql-jit makes a new path for
 * each call, so each nested relation would be read again. Runs once per schema.
 */
export function sharePaths(schema: GraphQLSchema): void {
  if (prepared.has(schema)) return;
  prepared.add(schema);
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields()))
      if (readsSelection(field)) field.resolve = sharing(field.resolve!);
  }
}

const readsSelection = ({ extensions, resolve }: Field): boolean =>
  resolve !== undefined && extensions.pothosPrismaSelect !== undefined;

const sharing =
  (resolve: GraphQLFieldResolver<unknown, object>): GraphQLFieldResolver<unknown, object> =>
  (parent, args, context, info) => {
    // The paths of graphql-js name their type, are shared already, and its info must stay as it is.
    if ('typename' in info.path) return resolve(parent, args, context, info);
    return resolve(parent, args, context, Object.assign(info, { path: linkOf(context, info.path) }));
  };

function linkOf(context: object, path: Path): Link {
  let top = roots.get(context);
  if (!top) roots.set(context, (top = new Map()));
  const prev = path.prev && linkOf(context, path.prev);
  const siblings = prev ? prev.below : top;
  let link = siblings.get(path.key);
  if (!link) siblings.set(path.key, (link = { prev, key: path.key, below: new Map() }));
  return link;
}
