// Types with identity: how their objects are named and found, and the interface `Node`.
import { specifiedScalarTypes } from 'graphql';
import { builder } from '../builder';
import type { GraphqlContext } from '../context';
import { modelOfType } from '../pothos-extensions';
import { encodeNodeId, type Identity } from './node-ids';
import { rows } from './rows';

const identities = new Map<string, Identity>();
/** Gives a type without rows an identity; for an interface, to all implementing types. */
export const identify = (type: string, identity: Identity): void => void identities.set(type, identity);

/** The type of an object found by its node id. */
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

/** Undefined for types whose objects belong to others. */
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
/** Makes every type and interface with an identity a Node. Call after all types are declared. */
export function makeNodes(): void {
  if (isDone) return;
  isDone = true;
  // Reading the declared fields requires GraphQL's own scalars.
  for (const scalar of specifiedScalarTypes) builder.addScalarType(scalar.name as 'ID', scalar);
  builder.configStore.prepareForBuild();
  for (const [name, config] of [...builder.configStore.typeConfigs]) {
    if ((config.kind !== 'Object' && config.kind !== 'Interface') || !findIdentity(name)) continue;
    // Pothos's types do not allow adding an interface later.
    config.interfaces.push(nodeRef as never);
    // Names are known at run time only.
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
