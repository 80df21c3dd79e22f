// For each type, the functions that compute an object's node id and find an object by its node id. Also the GraphQL
// interface `Node`.
import { specifiedScalarTypes } from 'graphql';
import { builder } from '../builder';
import type { GraphqlContext } from '../context';
import { modelOfType } from '../pothos-extensions';
import { encodeNodeId, type Identity } from './node-ids';
import { rows } from './rows';

const identities = new Map<string, Identity>();
/**
 * Registers how a type whose objects are no database rows computes and resolves node ids. For an interface, this
 * applies to all types that implement it.
 */
export const identify = (type: string, identity: Identity): void => void identities.set(type, identity);

/** The GraphQL type of each object that was found by its node id. */
const typesOfFound = new WeakMap<object, string>();
export const rememberType = (value: object, type: string): void => void typesOfFound.set(value, type);
export const rememberedType = (value: object): string => typesOfFound.get(value)!;

export const nodeRef = builder.interfaceRef<object>('Node').implement({
  description:
    'An object that can be read again by its `nodeId`, the key for normalized caches: objects that may differ never share one.',
  resolveType: rememberedType,
});

const description = 'Id among all objects, for caches and `node`.';
const nodeIdField = (type: string) => (t: object) =>
  (t as { field(options: object): never }).field({
    type: 'ID',
    description,
    resolve: (value: unknown, _args: object, context: GraphqlContext) =>
      encodeNodeId({ type, key: findIdentity(type)!.keyOf(value, context, type) }),
  });

/** The functions that compute a node id and find an object, for this type; undefined if its objects have no node id. */
export function findIdentity(type: string): Identity | undefined {
  if (identities.has(type)) return identities.get(type);
  const config = builder.configStore.typeConfigs.get(type);
  if (config?.kind !== 'Object' && config?.kind !== 'Interface') return undefined;
  const above = config.interfaces.map((one) => identities.get(builder.configStore.getTypeConfig(one).name));
  const inheritedIdentity = above.find((one) => one !== undefined);
  const isRow =
    config.kind === 'Object' && modelOfType(config) !== undefined && builder.configStore.getFields(type).has('id');
  return inheritedIdentity ?? (isRow ? rows : undefined);
}

let isDone = false;
/** Makes every type and interface with an identity implement `Node`. Call it after all types are declared. */
export function makeNodes(): void {
  if (isDone) return;
  isDone = true;
  // Without this call, `prepareForBuild` fails on fields of the built-in scalar types, which Pothos adds only when it
  // builds the schema.
  for (const scalar of specifiedScalarTypes) builder.addScalarType(scalar.name as 'ID', scalar);
  builder.configStore.prepareForBuild();
  for (const [name, config] of [...builder.configStore.typeConfigs]) {
    if ((config.kind !== 'Object' && config.kind !== 'Interface') || !findIdentity(name)) continue;
    // Pothos's types do not allow adding an interface to a type after the type was declared, hence the cast.
    config.interfaces.push(nodeRef as never);
    // The name of the type is only known at run time, so TypeScript cannot match it with Pothos's union of type names.
    const ref = name as never;
    if (config.kind === 'Object') builder.objectField(ref, 'nodeId', nodeIdField(name));
    else builder.interfaceField(ref, 'nodeId', nodeIdField(name));
  }
  builder.interfaceField(nodeRef, 'nodeId', (t) =>
    t.field({
      type: 'ID',
      description:
        'Opaque id, unique over all types, instants, and graphs with their views and options. Arguments take other ids, such as `id`.',
    }),
  );
}
