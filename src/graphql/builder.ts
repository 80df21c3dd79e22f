// The one Pothos schema builder: plugins, scalars, nullability and the shape of every connection.
import SchemaBuilder from '@pothos/core';
import ComplexityPlugin from '@pothos/plugin-complexity';
import PrismaPlugin from '@pothos/plugin-prisma';
import RelayPlugin from '@pothos/plugin-relay';
import ScopeAuthPlugin from '@pothos/plugin-scope-auth';
import { assertMay, type Action } from '../auth/permissions';
import { getDatamodel } from '../generated/pothos-prisma-types';
import type { PrismaClient } from '../generated/prisma/client';
import type PrismaTypes from '../generated/pothos-prisma-types';
import type { GraphqlContext } from './context';

export interface SchemaTypes {
  Context: GraphqlContext;
  PrismaTypes: PrismaTypes;
  AuthScopes: { action: Action };
  DefaultFieldNullability: false;
  DefaultEdgesNullability: false;
  DefaultNodeNullability: false;
  Connection: { totalCount?: number | (() => number | Promise<number>) | null };
  Scalars: {
    ID: { Input: string; Output: string };
    UUID: { Input: string; Output: string };
    DateTime: { Input: Date; Output: Date };
    BigInt: { Input: bigint; Output: bigint };
    JSON: { Input: unknown; Output: unknown };
  };
}

export const builder = new SchemaBuilder<SchemaTypes>({
  plugins: [ScopeAuthPlugin, RelayPlugin, PrismaPlugin, ComplexityPlugin],
  defaultFieldNullability: false,
  scopeAuth: {
    // A scope that fails throws its own AppError, which says what is missing.
    authScopes: ({ viewer }) => ({
      action: (action) => {
        assertMay(viewer, action);
        return true;
      },
    }),
  },
  relay: {
    nodeQueryOptions: false,
    nodesQueryOptions: false,
    nodesOnConnection: true,
    edgesFieldOptions: { nullable: false },
    nodeFieldOptions: { nullable: false },
  },
  prisma: {
    // Pothos calls model operations only; the scoped client has no others.
    client: (ctx) => ctx.db as PrismaClient,
    dmmf: getDatamodel(),
    exposeDescriptions: true,
    filterConnectionTotalCount: true,
    onUnusedQuery: process.env.NODE_ENV === 'test' ? 'error' : null,
  },
  // The cost door (graphql/cost.ts) enforces the maximum before anything runs; here only the weights are declared.
  complexity: { disabled: true, defaultComplexity: 0, defaultListMultiplier: 10 },
});

builder.queryType({ description: 'Everything that can be read. Lists and rows are limited to what the caller reaches.' });
builder.mutationType({ description: 'Everything that can be changed. Each mutation is one transaction: all or nothing.' });

builder.globalConnectionField('totalCount', (t) =>
  t.int({
    description: 'Rows that match, whatever the page. Counted only when selected.',
    resolve: ({ totalCount }) => (typeof totalCount === 'function' ? totalCount() : totalCount!),
  }),
);
