// A Prisma client for Pothos that combines lookups. If a document selects a relation twice, Pothos reloads each row,
// which would take one statement per row.
import DataLoader from 'dataloader';
import { delegateOf } from '../../data/model/delegate';
import type { Prisma, PrismaClient } from '../../generated/prisma/client';
import type { ScopedDb } from '../../data/tenancy/scoped-db';
import type { GraphqlContext } from '../context';

type Row = Record<string, unknown>;
interface FindUnique {
  where: Row;
  select?: Row;
}

/**
 * Creates a client that combines lookups of rows by id into one `findMany`. It combines `findUnique…({ where: { id }
 * })` calls with the same selection in the same tick of the event loop.
 */
export function batchedClient(db: ScopedDb): PrismaClient {
  const loaders = new Map<string, DataLoader<string, Row | null>>();

  const loaderOf = (model: string, { where: _where, ...query }: FindUnique): DataLoader<string, Row | null> => {
    const key = `${model} ${JSON.stringify(query, (_name, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))}`;
    const cachedLoader = loaders.get(key);
    if (cachedLoader) return cachedLoader;
    const loader = new DataLoader<string, Row | null>(
      async (ids) => {
        const select = query.select && { select: { ...query.select, id: true } };
        const rows = await delegateOf(db, model).findMany({ ...query, ...select, where: { id: { in: [...ids] } } });
        const byId = new Map(rows.map((row) => [row.id, row]));
        return ids.map((id) => byId.get(id) ?? null);
      },
      // Results are not cached, because rows may change between two fields of a mutation.
      { cache: false, maxBatchSize: 1000 },
    );
    loaders.set(key, loader);
    return loader;
  };

  const batchedDelegate = (model: string) => {
    const findUnique = (args: FindUnique) => loaderOf(model, args).load(args.where.id as string);
    const findUniqueOrThrow = async (args: FindUnique) => {
      const row = await findUnique(args);
      if (!row) throw new Error(`${model} ${String(args.where.id)} was deleted while it was read`);
      return row;
    };
    return { findUnique, findUniqueOrThrow };
  };
  // Before it reads rows, Pothos tests with the operator `in` whether the client has the model.
  return new Proxy({} as PrismaClient, { has: () => true, get: (_target, name) => batchedDelegate(String(name)) });
}

const clients = new WeakMap<GraphqlContext, PrismaClient>();

/**
 * Loads the row with this id; null if the viewer may not see the row. Used for ids that have no relation in the data
 * model. Lookups in the same tick of the event loop become one statement.
 */
export function loadRow(ctx: GraphqlContext, model: Prisma.ModelName, id: string, query: object): Promise<unknown> {
  const client = clients.get(ctx) ?? batchedClient(ctx.db);
  clients.set(ctx, client);
  return delegateOf(client, model).findUnique({ where: { id }, ...query });
}
