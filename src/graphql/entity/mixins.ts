// Groups of fields, filters, orders and inputs that many entities share. Entities name the groups in their sheets.
import { historyFields, seenFields, sourceField, sourceInputRef, tagFields } from '../common-fields';
import { anyOfTags, type CanonicalForm, type ComputedCondition } from '../lists/filter';
import { id, of, onUpdate, optional, withColumns } from './sheet-fields';

/**
 * The filters of a list, by name. `true`: a filter by the column or relation of the same name. A pair: a filter by the
 * rows that the join table `through` connects with the listed row. With `canonical`: a filter by the column of the same
 * name, whose texts `canonical` converts to their stored form. Otherwise, a computed condition.
 */
export type SheetFilter = Readonly<
  Record<
    string,
    true | readonly [through: string, to: string] | { readonly canonical: CanonicalForm } | ComputedCondition
  >
>;

interface Mixin {
  readonly fields: (t: object, model: string) => object;
  readonly filter?: SheetFilter;
  readonly order?: readonly string[];
}

export const mixins = {
  history: { fields: historyFields },
  seen: {
    fields: seenFields,
    filter: { lastSeenAt: true, firstDiscoveryId: true, lastDiscoveryId: true },
    order: ['lastSeenAt'],
  },
  source: { fields: sourceField, filter: { sourceType: true } },
  tags: { fields: tagFields, filter: { tags: ['tagAssignments', 'tag'], tagIds: anyOfTags } },
} satisfies Record<string, Mixin>;

export type MixinName = keyof typeof mixins;
export const resolveMixins = (names: readonly MixinName[]): readonly Mixin[] => names.map((name) => mixins[name]);

/**
 * The input `tagIds`: null removes all tags, and an omitted value leaves them unchanged. The create and update
 * functions of the entity write the tags.
 */
export const tagIds = optional(
  of(['UUID'], { description: 'Ids of its tags, the complete list. Left out: none on create, unchanged on update.' }),
);

/** The input `organizationId`: only the id of the caller's organization is accepted. */
export const organizationId = optional(id("Id of the organization of the network; default: the caller's."));
export const lastingOrganizationId = onUpdate(
  optional(id("Id of the organization; default: the caller's.")),
  'Id of its organization; cannot be changed.',
);

/**
 * The input `source`, the origin of a row. Only the types `DiscoveryWithMatch` and `Imported` have details; an input
 * without details keeps those that are stored.
 */
export const source = withColumns(
  optional(of(sourceInputRef, { description: 'Origin of the row; Manual if left out on create.' })),
  (value) => {
    const { type: sourceType = 'Manual', details } = value ?? {};
    const hasDetails = sourceType === 'DiscoveryWithMatch' || sourceType === 'Imported';
    if (hasDetails && details === undefined) return { sourceType };
    const { confidence = null, reason = null } = (hasDetails && details) || {};
    return { sourceType, sourceConfidence: confidence, sourceReason: reason };
  },
);
