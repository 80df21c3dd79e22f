// A field that leads to the row of an id, for what points to a row without a relation of the data model.
import { getRefFromModel, queryFromInfo } from '@pothos/plugin-prisma';
import type { GraphQLResolveInfo } from 'graphql';
import type { Prisma } from '../generated/prisma/client';
import { rowBehind } from './batched-client';
import { builder } from './builder';
import type { GraphqlContext } from './context';

/** A row by its id; null where there is none or it was deleted a moment ago. */
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
    resolve: (parent: T, _args: object, context: GraphqlContext, info: GraphQLResolveInfo) => {
      const id = idOf(parent);
      return id === null ? null : rowBehind(context, model, id, queryFromInfo({ context, info }));
    },
  });
}
