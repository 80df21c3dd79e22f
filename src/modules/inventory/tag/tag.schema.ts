// Tags in GraphQL: type with all that carries the tag, list, create, update, delete.
import type { Color } from '../../../generated/prisma/enums';
import { builder } from '../../../graphql/builder';
import { notNull, text } from '../../../graphql/plugin/bounds';
import { baseFields, historyFields } from '../../../graphql/common-fields';
import { connectionThrough } from '../../../graphql/lists/connection-through';
import { enumRef } from '../../../graphql/enums';
import { defineDeletes } from '../../../graphql/deletes';
import { defineGetter } from '../../../graphql/getter';
import { defineList, defineRootList } from '../../../graphql/lists/list';
import { requireScope, requireVisible, updateVisible, withoutUndefined } from '../../../data/tenancy/rows';
import { blankToNull } from '../../../platform/text/validation';

const carriers = {
  hosts: 'host',
  services: 'service',
  subnets: 'subnet',
  groups: 'group',
  discoveries: 'discovery',
} as const;
const moreCarriers = { networks: 'taggedNetwork', daemons: 'daemon', daemonApiKeys: 'daemonApiKey' } as const;
const carrying = (to: string) => ({ where: { [to]: { isNot: null } } });

builder.prismaObject('Tag', {
  select: { id: true },
  fields: (t) => ({
    ...baseFields(t),
    ...historyFields(t),
    organizationId: t.expose('organizationId', { type: 'UUID' }),
    name: t.exposeString('name'),
    description: t.exposeString('description', { nullable: true }),
    color: t.expose('color', { type: enumRef('Color') }),
    isApplication: t.exposeBoolean('isApplication'),
    organization: t.relation('organization'),
    ...(Object.fromEntries(
      Object.entries({ ...carriers, ...moreCarriers }).map(([name, to]) => [
        name,
        connectionThrough(t, 'Tag', 'assignments', to, carrying(to)),
      ]),
    ) as object),
    userApiKeys: connectionThrough(t, 'Tag', 'assignments', 'userApiKey', {
      description: "The caller's own API keys with this tag. Open to sessions only.",
      ...carrying('userApiKey'),
      action: 'userApiKeys',
    }),
  }),
});

defineList('Tag', {
  filter: {
    columns: ['id', 'name', 'description', 'color', 'isApplication', 'createdAt', 'updatedAt'],
    relations: Object.fromEntries(
      Object.entries({ ...carriers, ...moreCarriers }).map(([name, to]) => [name, ['assignments', to] as const]),
    ),
  },
  order: ['name', 'color', 'isApplication', 'createdAt', 'updatedAt'],
});
defineRootList('tags', 'Tag', { description: 'The tags of the organization.' });
defineGetter('tag', 'Tag');

const createInput = builder.inputType('CreateTagInput', {
  fields: (t) => ({
    name: t.string({ required: true, ...text(1, 100, ', unique in the organization') }),
    description: t.string(text(0, 2000)),
    color: t.field({ type: enumRef('Color'), description: 'Yellow if left out.' }),
    isApplication: t.boolean({ description: 'Marks an application; false if left out.' }),
    organizationId: t.field({ type: 'UUID', description: "The caller's own if left out." }),
  }),
});
const updateInput = builder.inputType('UpdateTagInput', {
  description: 'Fields left out keep their value; a null description clears it.',
  fields: (t) => ({
    name: t.string(notNull(text(1, 100, ', unique in the organization'))),
    description: t.string(text(0, 2000)),
    color: t.field({ type: enumRef('Color'), ...notNull() }),
    isApplication: t.boolean(notNull()),
    organizationId: t.field({ type: 'UUID', description: 'Never changes; another one is refused.' }),
    expectedUpdatedAt: t.field({
      type: 'DateTime',
      description: 'Refuse with `entity_changed` if the row changed since.',
    }),
  }),
});

interface TagFields {
  name?: string | null;
  description?: string | null;
  color?: Color | null;
  isApplication?: boolean | null;
}

function checkedFields({ name, description, color, isApplication }: TagFields) {
  return { name, description: blankToNull(description), color, isApplication };
}

builder.mutationField('createTag', (t) =>
  t.prismaField({
    type: 'Tag',
    authScopes: { action: 'createTag' },
    args: { input: t.arg({ type: createInput, required: true }) },
    resolve: (query, _root, { input }, { db, viewer }) => {
      requireScope(viewer, input);
      const fields = checkedFields({
        ...input,
        color: input.color ?? undefined,
        isApplication: input.isApplication ?? undefined,
      });
      const data = { ...fields, name: input.name, organizationId: viewer.organizationId };
      return db.tag.create({
        ...query,
        data: withoutUndefined(data) as typeof data & { color?: Color; isApplication?: boolean },
      });
    },
  }),
);

builder.mutationField('updateTag', (t) =>
  t.prismaField({
    type: 'Tag',
    authScopes: { action: 'updateTag' },
    args: { id: t.arg({ type: 'UUID', required: true }), input: t.arg({ type: updateInput, required: true }) },
    resolve: async (query, _root, { id, input }, { db, viewer }) => {
      await requireVisible(db, 'Tag', id, { select: { id: true } });
      requireScope(viewer, input);
      return updateVisible(db, 'Tag', id, checkedFields(input), { query, expectedUpdatedAt: input.expectedUpdatedAt });
    },
  }),
);

defineDeletes('Tag', { effect: 'taking it off everything that carries it' });
