// Finds objects by their GraphQL node ids, in batches by type.
import { findIdentity, rememberType } from './identities';
import type { ObjectsOrErrors, NodeName, Sought } from './node-ids';

/**
 * Returns the objects in the order of `names`. For an object that cannot be found, the list contains an error. Objects
 * of the same type and instant are read by one statement.
 */
export async function findNamed(
  names: readonly (NodeName | Error)[],
  request: Pick<Sought, 'context' | 'info' | 'field'>,
): Promise<ObjectsOrErrors> {
  const keysByType = new Map<string, Set<string>>();
  for (const name of names)
    if (!(name instanceof Error))
      keysByType.set(name.type, (keysByType.get(name.type) ?? new Set<string>()).add(name.key));
  const objectsByType = new Map<string, ReadonlyMap<string, object | Error>>();
  for (const [type, keys] of keysByType)
    objectsByType.set(type, await findOfType({ ...request, type, keys: [...keys] }));
  return names.map((name) => (name instanceof Error ? name : objectsByType.get(name.type)!.get(name.key)!));
}

async function findOfType(sought: Sought): Promise<ReadonlyMap<string, object | Error>> {
  const { type, keys } = sought;
  const objects = await findIdentity(type)!
    .find(sought)
    .catch((error: Error) => keys.map(() => error));
  for (const one of objects) if (!(one instanceof Error)) rememberType(one, type);
  return new Map(keys.map((key, index) => [key, objects[index]!]));
}
