// Putting tags on entities and taking them off: one entity's whole set, or one tag on many entities of a kind.
import { builder } from '../../../graphql/builder';
import { list } from '../../../graphql/plugin/bounds';
import { enumRef } from '../../../graphql/enums';
import { maximumTagged, replaceTags } from '../../../data/tenancy/entity-tags';
import { requireVisible, updateVisible } from '../../../data/tenancy/rows';
import { addTag, removeTag } from '../../../data/tenancy/tag-statements';

const bulkInput = builder.inputType('TagEntitiesInput', {
  description: 'One tag and many entities of one kind.',
  fields: (t) => ({
    tagId: t.field({ type: 'UUID', required: true }),
    entityType: t.field({ type: enumRef('TaggableEntityType'), required: true }),
    entityIds: t.field({
      type: ['UUID'],
      required: true,
      ...list(maximumTagged),
      description: `At most ${maximumTagged}. Missing ones and those out of reach are skipped, duplicates count once.`,
    }),
  }),
});

const bulkResult = builder.objectRef<{ affectedCount: number }>('TagEntitiesResult').implement({
  description: 'What a bulk call changed.',
  fields: (t) => ({
    affectedCount: t.exposeInt('affectedCount', { description: 'Entities newly tagged, or untagged.' }),
  }),
});

for (const [name, change, description] of [
  ['addTagToEntities', addTag, 'Adds a tag where it is missing.'],
  ['removeTagFromEntities', removeTag, 'Takes a tag off where it is set.'],
] as const) {
  builder.mutationField(name, (t) =>
    t.field({
      type: bulkResult,
      description: `${description} The tag must be within reach: else \`entity_not_found\`.`,
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
  description: 'One entity and all its tags.',
  fields: (t) => ({
    entityId: t.field({ type: 'UUID', required: true }),
    entityType: t.field({ type: enumRef('TaggableEntityType'), required: true }),
    tagIds: t.field({
      type: ['UUID'],
      required: true,
      ...list(maximumTagged),
      description: `Exactly these, at most ${maximumTagged}; an empty list clears.`,
    }),
  }),
});

const setResult = builder.objectRef<{ entityId: string; tagIds: string[] }>('SetEntityTagsResult').implement({
  description: 'The tags an entity carries now.',
  fields: (t) => ({
    entityId: t.expose('entityId', { type: 'UUID' }),
    tagIds: t.expose('tagIds', { type: ['UUID'] }),
  }),
});

builder.mutationField('setEntityTags', (t) =>
  t.field({
    type: setResult,
    description: "Replaces an entity's tags, all or nothing. An entity or a tag out of reach: `entity_not_found`.",
    authScopes: { action: 'setEntityTags' },
    args: { input: t.arg({ type: setInput, required: true }) },
    resolve: async (_root, { input: { entityId, entityType, tagIds } }, { db, viewer }) => {
      await db.$transaction(async (tx) => {
        const row = await updateVisible(tx, entityType, entityId, { updatedAt: new Date() });
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
