// Converts the names of kinds of rows in the API to models, and compares the fields of two states of a row.
import { builder } from '../../graphql/builder';
import type { FieldChange } from './field-changes';
import { kindFields, historiedKind, inventoryModels, uncomparedModels } from './kinds';
import type { State } from './states.sql';
import { entityName } from '../../data/tenancy/visible-rows';
import { AppError } from '../../errors';

/** Models by the names of their kinds in the API. */
const models = new Map<string, string>(
  [...inventoryModels, ...uncomparedModels].map((model) => [entityName(model), model]),
);
export const inventoryModel = (kind: string): string => models.get(kind)!;

/**
 * Returns the models of the kinds whose changes are requested; undefined for all. Throws 400
 * `validation_invalid_format` for a kind that is not compared.
 */
export const comparedModels = (kinds: readonly string[] | null | undefined): string[] | undefined =>
  kinds?.map((kind) => {
    const model = inventoryModel(kind);
    if ((uncomparedModels as readonly string[]).includes(model))
      throw new AppError('validation_invalid_format', { field: 'kinds' });
    return model;
  });

export const inventoryKindEnum = builder.enumType('InventoryKind', {
  description:
    'Kinds of rows with a history; differences and live changes have all but AddressReservation, Plan and SavedView. Links are fields of the row that they belong to: `tagIds`, `vlanIds`, `neighbors`, `memberIds`.',
  values: [...models.keys()],
});

/** Returns the value of a field; null if the row does not exist. An empty list counts as null. */
const valueOf = (state: State | null, field: string): unknown => {
  const value = state?.[field] ?? null;
  return Array.isArray(value) && value.length === 0 ? null : value;
};

/** Returns the fields that differ between two states of a row, in the order of the fields in its GraphQL type. */
export const changedFields = (model: string, before: State | null, after: State | null): FieldChange[] =>
  kindFields(historiedKind(model))
    .filter((field) => JSON.stringify(valueOf(before, field)) !== JSON.stringify(valueOf(after, field)))
    .map((field) => ({ field, from: before?.[field] ?? null, to: after?.[field] ?? null }));
