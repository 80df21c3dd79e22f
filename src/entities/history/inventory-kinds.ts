// The kinds that changes are told of, and the changes of their fields.
import { builder } from '../../graphql/builder';
import { fieldsOf, historiedKind, inventoryModels } from '../../tenancy/history/kinds';
import type { State } from '../../tenancy/history/states';
import { entityName } from '../../tenancy/visible-rows';

/** A kind as callers spell it → the model of its rows. */
const models = new Map<string, string>(inventoryModels.map((model) => [entityName(model), model]));
export const modelOf = (kind: string): string => models.get(kind)!;

export const inventoryKindEnum = builder.enumType('InventoryKind', {
  description:
    'Kinds of rows that keep a history. Links are told with the row that they hang on: tags as `tagIds`, tagged VLANs of ' +
    'a port and the VLANs of a subnet as `vlanIds`, resolved neighbours as `neighbors`, members of a group as `memberIds`.',
  values: [...models.keys()],
});

export interface FieldChange {
  readonly field: string;
  readonly from: unknown;
  readonly to: unknown;
}

/** Fields that REST spells in a way of its own. */
const wireNames: Readonly<Record<string, string>> = { tagIds: 'tags' };
const wireNameOf = (field: string): string =>
  wireNames[field] ?? field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export const fieldChangeRef = builder.objectRef<FieldChange>('FieldChange').implement({
  description: 'What became of one field.',
  fields: (t) => ({
    field: t.exposeString('field', {
      description: 'Its name, as filters and inputs spell it: `vlanNumber`, `tagIds`.',
    }),
    wireName: t.string({
      description: 'Its name in REST: `vlan_number`, `tags`.',
      resolve: ({ field }) => wireNameOf(field),
    }),
    from: t.expose('from', { type: 'JSON', nullable: true, description: 'Null where it had no value, or no row was.' }),
    to: t.expose('to', { type: 'JSON', nullable: true, description: 'Null where it has no value, or no row is.' }),
  }),
});

/** A row that is not there has no values, and its lists are empty. */
const valueOf = (state: State | null, field: string): unknown => {
  const value = state?.[field] ?? null;
  return Array.isArray(value) && value.length === 0 ? null : value;
};

/** Fields that differ between two states of a row, in the order of its type. */
export const changedFields = (model: string, before: State | null, after: State | null): FieldChange[] =>
  fieldsOf(historiedKind(model))
    .filter((field) => JSON.stringify(valueOf(before, field)) !== JSON.stringify(valueOf(after, field)))
    .map((field) => ({ field, from: before?.[field] ?? null, to: after?.[field] ?? null }));
