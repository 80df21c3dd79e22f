// Defines getters such as `host(id)`, which read one visible row. Missing and inaccessible rows give the same 404.
import { getRefFromModel } from '@pothos/plugin-prisma';
import type { Action } from '../auth/permissions';
import type { Prisma } from '../generated/prisma/client';
import { requireVisible } from '../data/tenancy/rows';
import { builder } from './builder';
import { inWords } from '../platform/text/names';

/**
 * Adds the query `name(id)`, which reads one row of a model, to the schema. `action` names the right that is required;
 * if it is undefined, every caller may read.
 */
export function defineGetter(
  name: string,
  model: Prisma.ModelName,
  { description, action }: { description?: string; action?: Action } = {},
): void {
  const type = getRefFromModel(model, builder);
  builder.queryField(name, (t) =>
    t.prismaField({
      type,
      nullable: true,
      description: description ?? `Returns one ${inWords(type.name)}. Missing or not accessible: \`entity_not_found\`.`,
      ...(action && { authScopes: { action } }),
      args: { id: t.arg({ type: 'UUID', required: true }) },
      resolve: (query, _root, { id }, { db }) => requireVisible(db, model, id, query),
    }),
  );
}
