// Defines fields that resolve an id to its row where the data model has no relation.
import { getRefFromModel, queryFromInfo } from '@pothos/plugin-prisma';
import { BREAK, TypeInfo, visit, visitWithTypeInfo, type ASTNode, type GraphQLResolveInfo } from 'graphql';
import type { Prisma } from '../generated/prisma/client';
import { loadRow } from './loaders/batched-client';
import { builder } from './builder';
import type { GraphqlContext } from './context';

/** Marks a field whose value is a row that a separate statement reads. */
export const rowExtension = { isRow: true };

/**
 * Defines a field that resolves an id to a row. The value is null if there is no id, or if the row was just deleted.
 */
export function rowField<T>(
  t: object,
  model: Prisma.ModelName,
  idOf: (parent: T) => string | null,
  description?: string,
): never {
  return (t as { field(options: object): never }).field({
    type: getRefFromModel(model, builder),
    nullable: true,
    description,
    extensions: rowExtension,
    resolve: (parent: T, _args: object, context: GraphqlContext, info: GraphQLResolveInfo) => {
      const id = idOf(parent);
      return id === null ? null : loadRow(context, model, id, queryFromInfo({ context, info }));
    },
  });
}

/**
 * Whether the selection below a list contains a field that `rowField` defined. If so, each item of the list waits for
 * the database.
 */
export function asksForRows({ schema, fieldNodes, fragments, parentType }: GraphQLResolveInfo): boolean {
  const types = new TypeInfo(schema, parentType);
  let isFound = false;
  const visitor = visitWithTypeInfo(types, {
    Field: () => (types.getFieldDef()?.extensions.isRow ? ((isFound = true), BREAK) : undefined),
    FragmentSpread: ({ name }) => void (isFound ||= reach(fragments[name.value]!)),
  });
  const reach = (node: ASTNode): boolean => (visit(node, visitor), isFound);
  return fieldNodes.some(reach);
}
