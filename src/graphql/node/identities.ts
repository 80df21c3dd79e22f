// Types with identity: how their objects are named, how they are found again, and the interface `Node` that they have in common.
import { specifiedScalarTypes } from 'graphql';
import { builder } from '../builder';
import type { GraphqlContext } from '../context';
import { nodeIdOf, type Identity } from './node-ids';
import { rows } from './rows';

const identities = new Map<string, Identity>();
/** Gives a type that is not made of rows an identity; of an interface: to the types that implement it. */
export const identify = (type: string, identity: Identity): void => void identities.set(type, identity);

/** The type of an object that was found by its node id. */
const typesOfFound = new WeakMap<object, string>();
export const rememberType = (value: object, type: string): void => void typesOfFound.set(value, type);
export const rememberedType = (value: object): string => typesOfFound.get(value)!;

export const nodeRef = builder.interfaceRef<object>('Node').implement({
  description:
    'What can be asked for again by its `nodeId`. Normalized caches keep objects by it: objects that may differ never have the same.',
  resolveType: rememberedType,
});

const description = 'Id among all objects, for caches and `node`.';
const nodeIdField = (type: string) => (t: object) =>
  (t as { field(options: object): never }).field({
    type: 'ID',
    description,
    resolve: (value: unknown, _args: object, context: GraphqlContext) =>
      nodeIdOf({ type, key: identityOf(type)!.keyOf(value, context, type) }),
  });

/** Undefined for types whose objects are part of others. */
export function identityOf(type: string): Identity | undefined {
  if (identities.has(type)) return identities.get(type);
  const config = builder.configStore.typeConfigs.get(type);
  if (config?.kind !== 'Object' && config?.kind !== 'Interface') return undefined;
  const above = config.interfaces.map((one) => identities.get(builder.configStore.getTypeConfig(one).name));
  const inherited = above.find((one) => one !== undefined);
  const isRow =
    config.kind === 'Object' &&
    config.extensions?.pothosPrismaModel !== undefined &&
    builder.configStore.getFields(type).has('id');
  return inherited ?? (isRow ? rows : undefined);
}

let isDone = false;
/** Makes every type with identity a Node, and each interface that has one. Call when all types are declared. */
export function makeNodes(): void {
  if (isDone) return;
  isDone = true;
  // Reads the fields that authors declare, for which the types of GraphQL itself must be there.
  for (const scalar of specifiedScalarTypes) builder.addScalarType(scalar.name as 'ID', scalar);
  builder.configStore.prepareForBuild();
  for (const [name, config] of [...builder.configStore.typeConfigs]) {
    if ((config.kind !== 'Object' && config.kind !== 'Interface') || !identityOf(name)) continue;
    // Its types do not know that an interface may be added later.
    config.interfaces.push(nodeRef as never);
    // Names that are known at run time alone.
    const ref = name as never;
    if (config.kind === 'Object') builder.objectField(ref, 'nodeId', nodeIdField(name));
    else builder.interfaceField(ref, 'nodeId', nodeIdField(name));
  }
  builder.interfaceField(nodeRef, 'nodeId', (t) =>
    t.field({
      type: 'ID',
      description:
        'Id among all objects: opaque, and unique over all types, instants, and graphs with their views and options. What arguments take are other ids.',
    }),
  );
}
