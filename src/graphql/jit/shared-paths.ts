// Gives fields of compiled operations one path object for each place in the document, as Pothos needs and as costs least.
import type { FieldNode, GraphQLFieldResolver, GraphQLObjectType, GraphQLResolveInfo, GraphQLSchema } from 'graphql';
import { isObjectType } from 'graphql';

interface Path {
  readonly prev?: Path | undefined;
  readonly key: string | number;
}
/** A place in an operation with those below it. */
interface Place extends Path {
  readonly below: Map<string | number, Place>;
}
type Field = ReturnType<GraphQLObjectType['getFields']>[string];

const roots = new WeakMap<object, Map<string | number, Place>>();
const known = new WeakMap<readonly FieldNode[], Place>();

/**
 * Pothos finds what a nested selection has loaded by the identity of its field's path; graphql-jit makes a new path for
 * each call, so each nested relation would be read again. All rows of a list share the place's path: Pothos leaves list
 * indices out of its keys, and keeps what holds for one row only by that row.
 */
export function sharePaths(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields()))
      if (readsSelection(field)) field.resolve = sharing(field.resolve!);
  }
  return schema;
}

const readsSelection = ({ extensions, resolve }: Field): boolean =>
  resolve !== undefined && extensions.pothosPrismaSelect !== undefined;

const sharing =
  (resolve: GraphQLFieldResolver<unknown, object>): GraphQLFieldResolver<unknown, object> =>
  (parent, args, context, info) => {
    // The paths of graphql-js name their type, are shared already, and its info must stay as it is.
    if ('typename' in info.path) return resolve(parent, args, context, info);
    return resolve(parent, args, context, Object.assign(info, { path: placeOf(info) }));
  };

/** A compiled operation has one list of nodes for each place that a field is answered at. */
function placeOf({ fieldNodes, operation, path }: GraphQLResolveInfo): Place {
  let place = known.get(fieldNodes);
  if (!place) {
    let top = roots.get(operation);
    if (!top) roots.set(operation, (top = new Map()));
    known.set(fieldNodes, (place = placeAt(top, path)!));
  }
  return place;
}

function placeAt(top: Map<string | number, Place>, path: Path | undefined): Place | undefined {
  if (!path) return undefined;
  const prev = placeAt(top, path.prev);
  if (typeof path.key === 'number') return prev;
  const siblings = prev ? prev.below : top;
  let place = siblings.get(path.key);
  if (!place) siblings.set(path.key, (place = { prev, key: path.key, below: new Map() }));
  return place;
}
