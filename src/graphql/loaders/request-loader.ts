// Loaders of a request. A loader combines what the fields of several rows request in one tick of the event loop into
// one read.
import DataLoader from 'dataloader';
import type { GraphqlContext } from '../context';

/**
 * Returns a function that reads a value through the loader of its request. `load` gets all keys of a tick, and resolves
 * with their values in the same order. Nothing is cached, because mutations of the same document change rows between
 * reads.
 */
export function createRequestLoader<Key, Value>(
  load: (context: GraphqlContext, keys: readonly Key[]) => Promise<Value[]>,
  maxBatchSize = Infinity,
): (context: GraphqlContext, key: Key) => Promise<Value> {
  const loaders = new WeakMap<GraphqlContext, DataLoader<Key, Value>>();
  return (context, key) => {
    const loader =
      loaders.get(context) ?? new DataLoader<Key, Value>((keys) => load(context, keys), { cache: false, maxBatchSize });
    loaders.set(context, loader);
    return loader.load(key);
  };
}
