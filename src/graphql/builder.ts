// The Pothos schema builder: plugins, scalars, nullability and the form of connections.
import SchemaBuilder from '@pothos/core';
import ComplexityPlugin from '@pothos/plugin-complexity';
import PrismaPlugin from '@pothos/plugin-prisma';
import RelayPlugin from '@pothos/plugin-relay';
import ScopeAuthPlugin from '@pothos/plugin-scope-auth';
import { getNamedType, getNullableType, isLeafType, isListType, type GraphQLField } from 'graphql';
import { assertEveryNetwork, assertMay, assertMayGrant, type Action } from '../auth/permissions';
import type { Permissions } from '../data/tenancy/viewer';
import { describedModels } from './descriptions/described-models';
import type PrismaTypes from '../generated/pothos-prisma-types';
import { batchedClient } from './loaders/batched-client';
import type { GraphqlContext } from './context';
import { valuesPerPoint } from './documents/cost';
import { usualItems, type DeclaredList } from './plugin/bounds';
import EnforcedBounds from './plugin/enforced-bounds';

export interface SchemaTypes {
  Context: GraphqlContext;
  PrismaTypes: PrismaTypes;
  AuthScopes: {
    action: Action;
    /**
     * Requires the right for the action. If the action gives a role to another user or key, the caller also needs at
     * least that role.
     */
    grant: { action: Action; role: Permissions | null | undefined };
    /**
     * If `isMeant`, requires access to every network of the organization. `isMeant` is true for arguments that affect
     * all networks, such as a credential that becomes a default credential.
     */
    everyNetwork: { action: Action; isMeant: boolean };
  };
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

/**
 * What a field adds to the cost of a document: 0 for a plain value, 1 for an object, and for a list the usual number of
 * its items, divided by ten for plain values. Paged lists (connections) use the page size.
 */
function weightOf(
  _args: object,
  _ctx: object,
  { name, type, extensions }: Pick<GraphQLField<unknown, unknown>, 'name' | 'type' | 'extensions'>,
) {
  const { name: typeName } = getNamedType(type);
  const { usual = usualItems } = extensions as DeclaredList;
  const isList = isListType(getNullableType(type));
  if (typeName === 'PageInfo') return 0;
  if (isLeafType(getNamedType(type))) return isList ? Math.floor(usual / valuesPerPoint) : 0;
  if (name === 'nodes') return { field: 1, multiplier: 1 };
  if (name === 'edges') return { field: 0, multiplier: 1 };
  const rows = isList ? usual : 1;
  return { field: rows, multiplier: rows };
}

export const builder = new SchemaBuilder<SchemaTypes>({
  // Each plugin wraps the plugins after it, so rights are checked before bounds.
  plugins: [ScopeAuthPlugin, EnforcedBounds, RelayPlugin, PrismaPlugin, ComplexityPlugin],
  defaultFieldNullability: false,
  scopeAuth: {
    // If a scope fails, it throws an AppError that names the missing right.
    authScopes: ({ viewer }) => ({
      action: (action) => {
        assertMay(viewer, action);
        return true;
      },
      grant: ({ action, role }) => {
        if (role != null) assertMayGrant(viewer, action, role);
        return true;
      },
      everyNetwork: ({ action, isMeant }) => {
        if (isMeant) assertEveryNetwork(viewer, action);
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
    client: (ctx) => batchedClient(ctx.db),
    dmmf: describedModels(),
    exposeDescriptions: true,
    filterConnectionTotalCount: true,
    onUnusedQuery: process.env.NODE_ENV === 'test' ? 'error' : null,
  },
  // The plugin only computes the weights of fields. `graphql/documents/cost.ts` adds them up and enforces the maximum
  // before a document runs.
  complexity: { disabled: true, fieldComplexity: weightOf },
});

builder.queryType({
  description: 'Reads. Lists and rows are limited to those that the caller can access.',
});
builder.mutationType({
  description: 'Writes. Each mutation is one transaction.',
});

builder.subscriptionType({
  description: 'Events, sent as server-sent events. Open to sessions only.',
});

builder.globalConnectionField('totalCount', (t) =>
  t.int({
    description: 'Number of matching rows on all pages. Counted only when selected.',
    resolve: ({ totalCount }) => (typeof totalCount === 'function' ? totalCount() : totalCount!),
  }),
);
