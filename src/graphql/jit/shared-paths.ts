// Gives each field of a compiled operation one path object per position in the document, as Pothos expects.
import type { FieldNode, GraphQLFieldResolver, GraphQLObjectType, GraphQLResolveInfo, GraphQLSchema } from 'graphql';
import { isObjectType } from 'graphql';
import { prismaSelection } from '../pothos-extensions';

interface Path {
  readonly prev?: Path | undefined;
  readonly key: string | number;
}
/** A position in an operation, with the positions of the fields below it. */
interface Place extends Path {
  readonly below: Map<string | number, Place>;
}
type Field = ReturnType<GraphQLObjectType['getFields']>[string];

const roots = new WeakMap<object, Map<string | number, Place>>();
const places = new WeakMap<readonly FieldNode[], Place>();

/**
 * Pothos finds preloaded selections by the identity of a field's path. graphql-jit creates a new path per call, so
 * Pothos would read each nested relation again. This function makes calls for the same position share a path. The rows
 * of a list share one too, because Pothos's keys contain no list indices.
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
    // Paths of graphql-js contain a type name. They need no sharing, because graphql-js already shares them, and its
    // info object must not be changed.
    if ('typename' in info.path) return resolve(parent, args, context, info);
    return resolve(parent, args, context, Object.assign(info, { path: placeOf(info) }));
  };

/**
 * The position of a field in its operation. A compiled operation has one array of field nodes per position, which
 * identifies the position.
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
