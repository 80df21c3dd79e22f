// The client Pothos reloads rows with when one selection asks for a relation twice: those look-ups become one statement.
import DataLoader from 'dataloader';
import { delegateOf } from '../db/delegate';
import type { PrismaClient } from '../generated/prisma/client';
import type { ScopedDb } from '../tenancy/scoped-db';

type Row = Record<string, unknown>;
interface FindUnique {
  where: Row;
  select?: Row;
}

/** `findUnique…({ where: { id } })` calls of one tick that select the same are answered by one `findMany`. */
export function batchedClient(db: ScopedDb): PrismaClient {
  const loaders = new Map<string, DataLoader<string, Row>>();

  const loaderOf = (model: string, { where: _where, ...query }: FindUnique): DataLoader<string, Row> => {
    const key = `${model} ${JSON.stringify(query, (_name, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))}`;
    const known = loaders.get(key);
    if (known) return known;
    const loader = new DataLoader<string, Row>(
      async (ids) => {
        const select = query.select && { select: { ...query.select, id: true } };
        const rows = await delegateOf(db, model).findMany({ ...query, ...select, where: { id: { in: [...ids] } } });
        const byId = new Map(rows.map((row) => [row.id, row]));
        return ids.map((id) => byId.get(id) ?? new Error(`${model} ${id} was deleted while it was read`));
      },
      // Rows may change between two fields of one mutation answer.
      { cache: false, maxBatchSize: 1000 },
    );
    loaders.set(key, loader);
    return loader;
  };

  const batched = (model: string) => {
    const find = (args: FindUnique) => loaderOf(model, args).load(args.where.id as string);
    return { findUnique: find, findUniqueOrThrow: find };
  };
  // Pothos asks `in` before it reads.
  return new Proxy({} as PrismaClient, { has: () => true, get: (_target, name) => batched(String(name)) });
}
