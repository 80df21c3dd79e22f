// GraphQL mutations that assign and remove tags: all tags of one entity, or one tag of many entities of a kind.
import { builder } from '../../../graphql/builder';
import { list } from '../../../graphql/plugin/bounds';
import { enumRef } from '../../../graphql/enums';
import { maximumTagged, replaceTags } from '../../../data/tenancy/entity-tags';
import { requireVisible, updateVisible } from '../../../data/tenancy/rows';
import { addTag, removeTag, touchOwner } from '../../../data/tenancy/tag-statements';

const bulkInput = builder.inputType('TagEntitiesInput', {
  description: 'One tag and entities of one type.',
  fields: (t) => ({
    tagId: t.field({ type: 'UUID', required: true }),
    entityType: t.field({ type: enumRef('TaggableEntityType'), required: true }),
    entityIds: t.field({
      type: ['UUID'],
      required: true,
      ...list(maximumTagged),
      description: `Ids of the entities, at most ${maximumTagged}. Missing and inaccessible ones are skipped, duplicates count once.`,
    }),
  }),
});

const bulkResult = builder.objectRef<{ affectedCount: number }>('TagEntitiesResult').implement({
  description: 'Result of a bulk change of tags.',
  fields: (t) => ({
    affectedCount: t.exposeInt('affectedCount', { description: 'Number of entities whose tags changed.' }),
  }),
});

for (const [name, change, description] of [
  ['addTagToEntities', addTag, 'Adds a tag to entities.'],
  ['removeTagFromEntities', removeTag, 'Removes a tag from entities.'],
] as const) {
  builder.mutationField(name, (t) =>
    t.field({
      type: bulkResult,
      description: `${description} A tag that is missing or not accessible: \`entity_not_found\`.`,
      authScopes: { action: name },
      args: { input: t.arg({ type: bulkInput, required: true }) },
      resolve: async (_root, { input: { tagId, entityType, entityIds } }, { db, viewer }) => {
        await requireVisible(db, 'Tag', tagId, { select: { id: true } });
        return { affectedCount: entityIds.length === 0 ? 0 : await change(db, viewer, tagId, entityType, entityIds) };
      },
    }),
  );
}

const setInput = builder.inputType('SetEntityTagsInput', {
  description: 'An entity and all its tags.',
  fields: (t) => ({
    entityId: t.field({ type: 'UUID', required: true }),
    entityType: t.field({ type: enumRef('TaggableEntityType'), required: true }),
    tagIds: t.field({
      type: ['UUID'],
      required: true,
      ...list(maximumTagged),
      description: `Ids of the tags, at most ${maximumTagged}; the complete list, empty for none.`,
    }),
    expectedUpdatedAt: t.field({
      type: 'DateTime',
      description: 'Expected `updatedAt` of the stored entity; if it differs: `entity_changed`.',
    }),
  }),
});

const setResult = builder.objectRef<{ entityId: string; tagIds: string[] }>('SetEntityTagsResult').implement({
  description: 'Tags of the entity after the change.',
  fields: (t) => ({
    entityId: t.expose('entityId', { type: 'UUID' }),
    tagIds: t.expose('tagIds', { type: ['UUID'] }),
  }),
});

builder.mutationField('setEntityTags', (t) =>
  t.field({
    type: setResult,
    description:
      'Replaces all tags of an entity. An entity or tag that is missing or not accessible: `entity_not_found`.',
    authScopes: { action: 'setEntityTags' },
    args: { input: t.arg({ type: setInput, required: true }) },
    resolve: async (_root, { input: { entityId, entityType, tagIds, expectedUpdatedAt } }, { db, viewer }) => {
      await db.$transaction(async (tx) => {
        await touchOwner(tx, viewer, entityType, entityId);
        const row = await updateVisible(tx, entityType, entityId, { updatedAt: new Date() }, { expectedUpdatedAt });
        const networkId =
          entityType === 'UserApiKey'
            ? null
            : entityType === 'Network'
              ? entityId
              : (row as { networkId: string }).networkId;
        await replaceTags(tx, viewer, entityType, { id: entityId, networkId }, tagIds);
      });
      return { entityId, tagIds: [...new Set(tagIds)].sort() };
    },
  }),
);
