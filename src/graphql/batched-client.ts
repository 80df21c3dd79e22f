// The client Pothos reloads rows with when one selection asks for a relation twice: those look-ups become one statement.
import DataLoader from 'dataloader';
import { delegateOf } from '../data/model/delegate';
import type { Prisma, PrismaClient } from '../generated/prisma/client';
import type { ScopedDb } from '../data/tenancy/scoped-db';
import type { GraphqlContext } from './context';

type Row = Record<string, unknown>;
interface FindUnique {
  where: Row;
  select?: Row;
}

/** `findUnique…({ where: { id } })` calls of one tick that select the same are answered by one `findMany`. */
export function batchedClient(db: ScopedDb): PrismaClient {
  const loaders = new Map<string, DataLoader<string, Row | null>>();

  const loaderOf = (model: string, { where: _where, ...query }: FindUnique): DataLoader<string, Row | null> => {
    const key = `${model} ${JSON.stringify(query, (_name, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))}`;
    const known = loaders.get(key);
    if (known) return known;
    const loader = new DataLoader<string, Row | null>(
      async (ids) => {
        const select = query.select && { select: { ...query.select, id: true } };
        const rows = await delegateOf(db, model).findMany({ ...query, ...select, where: { id: { in: [...ids] } } });
        const byId = new Map(rows.map((row) => [row.id, row]));
        return ids.map((id) => byId.get(id) ?? null);
      },
      // Rows may change between two fields of one mutation answer.
      { cache: false, maxBatchSize: 1000 },
    );
    loaders.set(key, loader);
    return loader;
  };

  const batched = (model: string) => {
    const findUnique = (args: FindUnique) => loaderOf(model, args).load(args.where.id as string);
    const findUniqueOrThrow = async (args: FindUnique) => {
      const row = await findUnique(args);
      if (!row) throw new Error(`${model} ${String(args.where.id)} was deleted while it was read`);
      return row;
    };
    return { findUnique, findUniqueOrThrow };
  };
  // Pothos asks `in` before it reads.
  return new Proxy({} as PrismaClient, { has: () => true, get: (_target, name) => batched(String(name)) });
}

const clients = new WeakMap<GraphqlContext, PrismaClient>();

/** The visible row that something without a relation points to, or null; those of one tick are one statement. */
export function rowBehind(ctx: GraphqlContext, model: Prisma.ModelName, id: string, query: object): Promise<unknown> {
  const client = clients.get(ctx) ?? batchedClient(ctx.db);
  clients.set(ctx, client);
  return delegateOf(client, model).findUnique({ where: { id }, ...query });
}
