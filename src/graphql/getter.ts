// Getters such as `host(id)`: one visible row, or 404 for missing and inaccessible rows alike.
import { getRefFromModel } from '@pothos/plugin-prisma';
import type { Prisma } from '../generated/prisma/client';
import { requireVisible } from '../data/tenancy/rows';
import { builder } from './builder';
import { inWords } from '../platform/text/names';

/** Publishes the query `name(id)` of a model. */
export function defineGetter(name: string, model: Prisma.ModelName, options: { description?: string } = {}): void {
  const type = getRefFromModel(model, builder);
  builder.queryField(name, (t) =>
    t.prismaField({
      type: type,
      nullable: true,
      description:
        options.description ?? `Returns one ${inWords(type.name)}. Missing or not accessible: \`entity_not_found\`.`,
      args: { id: t.arg({ type: 'UUID', required: true }) },
      resolve: (query, _root, { id }, { db }) => requireVisible(db, model, id, query),
    }),
  );
}
