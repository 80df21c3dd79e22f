// What is known while a piece of work is done, in every step of it: an AsyncLocalStorage for all such facts together.
import { AsyncLocalStorage } from 'node:async_hooks';

/** Each storage is carried from promise to promise by itself, at a cost that every request pays: there is one. */
const facts = new AsyncLocalStorage<ReadonlyMap<Surrounding<unknown>, unknown>>();

/** One such fact; it is used as an AsyncLocalStorage of its own would be. */
export class Surrounding<T> {
  getStore(): T | undefined {
    return facts.getStore()?.get(this) as T | undefined;
  }

  /** Does the work with this known, beside all that is known already. */
  run<R>(value: T, work: () => R): R {
    return facts.run(new Map(facts.getStore()).set(this, value), work);
  }

  /** Does the work without it. */
  exit<R>(work: () => R): R {
    const others = new Map(facts.getStore());
    others.delete(this);
    return facts.run(others, work);
  }
}
