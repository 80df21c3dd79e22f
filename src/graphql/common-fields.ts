// Groups of GraphQL fields that many entities share: identity, history, sightings, source, tags, and lists through a
// join table.
import type { EntitySourceType, MatchConfidence } from '../generated/prisma/enums';
import { getRefFromModel } from '@pothos/plugin-prisma';
import { relationOf } from '../data/model/model-fields';
import { builder } from './builder';
import { enumRef } from './enums';
import { joinConnection } from './lists/connection-through';
import { text } from './plugin/bounds';

/**
 * The part of Pothos's field builder that these functions use. Pothos's own type cannot be used, because it differs by
 * entity.
 */
interface Fields {
  expose(name: string, options: object): never;
  relation(name: string, options: object): never;
  field(options: object): never;
}
const fieldsOf = (t: object) => t as Fields;

/** Fields that every entity has: id, createdAt and updatedAt. */
export const baseFields = (t: object) => ({
  id: fieldsOf(t).expose('id', { type: 'UUID' }),
  createdAt: fieldsOf(t).expose('createdAt', { type: 'DateTime' }),
  updatedAt: fieldsOf(t).expose('updatedAt', { type: 'DateTime' }),
});

/** Fields for the interval during which a state of a row was valid. */
export const historyFields = (t: object) => ({
  validFrom: fieldsOf(t).expose('validFrom', { type: 'DateTime', description: 'Start of this state of the row.' }),
  validTo: fieldsOf(t).expose('validTo', {
    type: 'DateTime',
    nullable: true,
    description: 'End of this state; null on a live row.',
  }),
  lineageId: fieldsOf(t).expose('lineageId', {
    type: 'UUID',
    description: 'Id of the live row that this is a state of; equal to `id` on a live row.',
  }),
});

/** Fields for when, and by which discovery runs, a row was observed. */
export const seenFields = (t: object) => ({
  lastSeenAt: fieldsOf(t).expose('lastSeenAt', {
    type: 'DateTime',
    description: 'Time of the last observation; creation time for rows entered by hand.',
  }),
  lastDiscoveryId: fieldsOf(t).expose('lastDiscoveryId', {
    type: 'UUID',
    nullable: true,
    description: 'Id of the finished discovery run that observed the row last; null for rows entered by hand.',
  }),
  firstDiscoveryId: fieldsOf(t).expose('firstDiscoveryId', {
    type: 'UUID',
    nullable: true,
    description: 'Id of the finished discovery run that observed the row first; null for rows entered by hand.',
  }),
  lastDiscovery: fieldsOf(t).relation('lastDiscovery', { nullable: true }),
  firstDiscovery: fieldsOf(t).relation('firstDiscovery', { nullable: true }),
});

/** Fields for nullable text columns, each with the name of its column. */
export const optionalTexts = <N extends string>(t: object, ...names: N[]) =>
  Object.fromEntries(
    names.map((name) => [name, fieldsOf(t).expose(name, { type: 'String', nullable: true })]),
  ) as Record<N, never>;

/** The columns of a row that say where its data comes from. */
interface Source {
  sourceType: EntitySourceType;
  sourceConfidence: MatchConfidence | null;
  sourceReason: string | null;
}
const sourceDetailsRef = builder.objectRef<Source>('EntitySourceDetails').implement({
  description: 'Confidence of an identification and its explanation.',
  fields: (t) => ({
    confidence: t.field({
      type: enumRef('MatchConfidence'),
      nullable: true,
      resolve: (row) => row.sourceConfidence,
    }),
    reason: t.string({ nullable: true, resolve: (row) => row.sourceReason }),
  }),
});
const sourceRef = builder.objectRef<Source>('EntitySource').implement({
  description: 'Origin of a row.',
  fields: (t) => ({
    type: t.field({ type: enumRef('EntitySourceType'), resolve: (row) => row.sourceType }),
    details: t.field({
      type: sourceDetailsRef,
      nullable: true,
      description: 'Identification of DiscoveryWithMatch; of Imported the file as its reason, if known.',
      resolve: (row) =>
        row.sourceType === 'DiscoveryWithMatch' || (row.sourceType === 'Imported' && row.sourceReason) ? row : null,
    }),
  }),
});

/** The field `source { type details }` of a row, which says where its data comes from. */
export const sourceField = (t: object) => ({
  source: fieldsOf(t).field({
    type: sourceRef,
    select: { sourceType: true, sourceConfidence: true, sourceReason: true },
    resolve: (row: Source) => row,
  }),
});

const sourceDetailsInputRef = builder.inputType('EntitySourceDetailsInput', {
  description: 'Confidence of an identification and its explanation.',
  fields: (t) => ({
    confidence: t.field({ type: enumRef('MatchConfidence') }),
    reason: t.string(text(0, 2000)),
  }),
});

/** The GraphQL input `EntitySourceInput {type details}`, which says where the data of a row comes from. */
export const sourceInputRef = builder.inputType('EntitySourceInput', {
  description: 'Origin of a row.',
  fields: (t) => ({
    type: t.field({ type: enumRef('EntitySourceType'), required: true }),
    details: t.field({
      type: sourceDetailsInputRef,
      description: 'Stored for DiscoveryWithMatch and Imported. If left out on update, the stored details stay.',
    }),
  }),
});

/**
 * A field that lists the rows that a join table connects with a row. It is for relations with few rows, such as the
 * tags of an entity or the VLANs of a port.
 */
export function joinList(
  t: object,
  model: string,
  join: string,
  to: string,
  options: { description?: string; orderBy: object },
) {
  const far = relationOf(relationOf(model, join).model, to);
  return fieldsOf(t).field({
    type: [getRefFromModel(far.model, builder)],
    description: options.description,
    select: (_args: object, _ctx: object, nestedSelection: (selection: true) => unknown) => ({
      [join]: { orderBy: options.orderBy, select: { [to]: nestedSelection(true) } },
    }),
    resolve: (row: Record<string, Record<string, unknown>[]>) => row[join]!.map((one) => one[to]),
  });
}

/** A field that lists the ids of the rows that a join table connects with a row. */
export function joinIds(t: object, join: string, column: string, options: { description?: string; orderBy: object }) {
  return fieldsOf(t).field({
    type: ['UUID'],
    description: options.description,
    select: { [join]: { orderBy: options.orderBy, select: { [column]: true } } },
    resolve: (row: Record<string, Record<string, unknown>[]>) => row[join]!.map((one) => one[column]),
  });
}

const byTag = [{ tagId: 'asc' }];

/** The fields `tags`, `tagsConnection` (the same tags in pages) and `tagIds` of an entity that can have tags. */
export const tagFields = (t: object, model: string) => ({
  tags: joinList(t, model, 'tagAssignments', 'tag', { description: 'Its tags.', orderBy: byTag }),
  tagsConnection: joinConnection(t, model, 'tagAssignments', 'tag', {
    description: 'Its tags page by page, in the order in which they were assigned.',
  }),
  tagIds: joinIds(t, 'tagAssignments', 'tagId', { orderBy: byTag }),
});
