// Prisma's adapter for PostgreSQL, and the means to put methods of ours over some of it.
import type { PrismaPg } from '@prisma/adapter-pg';

export type Factory = Pick<PrismaPg, 'connect' | 'provider' | 'adapterName'>;
export type Adapter = Awaited<ReturnType<PrismaPg['connect']>>;

/** What of an adapter is ours to change: the rest is inherited. */
type Written<T extends object> = { [K in keyof T]?: T[K] };

export const over = <T extends object>(inner: T, own: Written<T>): T => {
  const outer = Object.create(inner) as T;
  for (const [name, method] of Object.entries(own)) Object.defineProperty(outer, name, { value: method });
  return outer;
};
