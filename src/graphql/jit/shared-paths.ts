// Lets Pothos find preloaded relations also in documents that graphql-jit has compiled.
import type { FieldNode, GraphQLFieldResolver, GraphQLObjectType, GraphQLResolveInfo, GraphQLSchema } from 'graphql';
import { isObjectType } from 'graphql';
import { prismaSelection } from '../pothos-extensions';

interface Path {
  readonly prev?: Path | undefined;
  readonly key: string | number;
}
interface Place extends Path {
  readonly below: Map<string | number, Place>;
}
type Field = ReturnType<GraphQLObjectType['getFields']>[string];

const roots = new WeakMap<object, Map<string | number, Place>>();
const places = new WeakMap<readonly FieldNode[], Place>();

/**
 * Pothos finds relations that it has loaded in advance by the path object of a field. graphql-jit creates a new path
 * object for each call, so Pothos would load them again. This function makes all calls for a field of the document
 * share one path object, also those for different rows of a list.
 */
export function sharePaths(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields()))
      if (readsSelection(field)) field.resolve = sharing(field.resolve!);
  }
  return schema;
}

const readsSelection = (field: Field): boolean => field.resolve !== undefined && prismaSelection(field) !== undefined;

const sharing =
  (resolve: GraphQLFieldResolver<unknown, object>): GraphQLFieldResolver<unknown, object> =>
  (parent, args, context, info) => {
    // Only graphql-js sets `typename`, for documents that it runs instead of graphql-jit. Its path objects are shared
    // already.
    if ('typename' in info.path) return resolve(parent, args, context, info);
    return resolve(parent, args, context, Object.assign(info, { path: placeOf(info) }));
  };

/**
 * The shared path object of a field. graphql-jit has one array of nodes for each field of the document, by which the
 * field is recognized.
 */
function placeOf({ fieldNodes, operation, path }: GraphQLResolveInfo): Place {
  let place = places.get(fieldNodes);
  if (!place) {
    let top = roots.get(operation);
    if (!top) roots.set(operation, (top = new Map()));
    places.set(fieldNodes, (place = placeAt(top, path)!));
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
