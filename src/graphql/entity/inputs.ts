// Builds the create and update inputs of an entity from the fields of its sheet, and computes the columns that an input
// sets.
import type { InputObjectRef } from '@pothos/core';
import type { Prisma } from '../../generated/prisma/client';
import { columnsOf } from '../../data/model/model-fields';
import { builder } from '../builder';
import { declaredBounds, inputField } from './sheet-fields';
import type { AnyField, Fields, Inputs, Types, ValueOf } from './sheet-fields';

type ModelName = Prisma.ModelName;
export type KeyOf<F, P> = { [K in keyof F]: F[K] extends { presence: P } ? K : never }[keyof F];
export type ColumnValue<F> = F extends { isNullable: true; presence: 'optional' } ? ValueOf<F> | null : ValueOf<F>;
type GivenColumns<F> = { [K in KeyOf<F, 'required' | 'optional'>]?: ColumnValue<F[K]> };

export type NewValues<F> = { [K in KeyOf<F, 'required'>]: ValueOf<F[K]> } & {
  [K in KeyOf<F, 'optional'>]?: ValueOf<F[K]> | null;
};
export type ChangedValues<F> = { [K in KeyOf<F, 'required' | 'optional'>]?: ValueOf<F[K]> | null };

const expectedUpdatedAt = {
  type: 'DateTime',
  description: 'Expected `updatedAt` of the stored row; if it differs: `entity_changed`.',
};

/** Whether an update may omit the field but must not set it to null. */
const isNotNull = ({ presence, isNullable, valueOfNull }: AnyField): boolean =>
  presence === 'required' || (!isNullable && valueOfNull === undefined);

const writableFields = (fields: Fields) => Object.entries(fields).filter(([, { presence }]) => presence !== 'shown');

/**
 * A minimal type of Pothos's builder. With Pothos's own type, TypeScript would infer the type of every field again,
 * although the sheet declares it.
 */
interface InputBuilder {
  inputRef<V>(name: string): {
    implement(options: { description?: string; fields: (t: Inputs) => object }): InputObjectRef<Types, V>;
  };
}
const inputBuilder = (base: object) => base as InputBuilder;

/** Adds the input type `CreateXInput` to the schema. */
export const buildCreateInput = <const F extends Fields>(model: ModelName, fields: F, description?: string) =>
  inputBuilder(builder)
    .inputRef<NewValues<F>>(`Create${model}Input`)
    .implement({
      ...(description && { description }),
      fields: (t) =>
        Object.fromEntries(
          writableFields(fields).map(([name, field]) => [name, inputField(t, inputOptions(field, true))]),
        ),
    });

/** Adds the input type `UpdateXInput` to the schema. Every field of this type is optional. */
export const buildUpdateInput = <const F extends Fields>(
  model: ModelName,
  fields: F,
  description = textOfUpdate(Object.fromEntries(writableFields(fields))),
) =>
  inputBuilder(builder)
    .inputRef<ChangedValues<F> & { expectedUpdatedAt?: Date | null }>(`Update${model}Input`)
    .implement({
      description,
      fields: (t) => ({
        ...Object.fromEntries(
          writableFields(fields).map(([name, field]) => [name, inputField(t, inputOptions(field, false))]),
        ),
        expectedUpdatedAt: inputField(t, expectedUpdatedAt),
      }),
    });

const inputOptions = (field: AnyField, isNew: boolean): object => ({
  type: field.type,
  description: (!isNew && field.onUpdate ? field.onUpdate : field).description,
  ...(isNew && field.presence === 'required' && { required: true }),
  extensions: { ...declaredBounds(field), ...(!isNew && isNotNull(field) && { notNull: true }) },
});

/** A description of what an update does with omitted fields and with null. */
function textOfUpdate(fields: Fields): string {
  const nullableFields = Object.entries(fields).filter(([name, one]) => !isNotNull(one) && name !== 'organizationId');
  if (nullableFields.length === 0) return 'Fields left out keep their value.';
  const names = nullableFields.map(([name]) => `\`${name}\``);
  const nameList = [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' and ');
  return `Fields left out keep their value; null clears ${nameList}.`;
}

/**
 * The columns that an input sets, with values in stored form. Where a column may be null, an empty text becomes null.
 * Errors name a field with the prefix `above`.
 */
export function inputColumns<F extends Fields>(
  model: ModelName,
  fields: F,
  input: { readonly [K in keyof F]?: unknown },
  above = '',
): GivenColumns<F> {
  const columns: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const value: unknown = input[name];
    const isClearable = field.isNullable && field.presence === 'optional';
    if (value === undefined) continue;
    if (field.toColumns) Object.assign(columns, field.toColumns(value));
    else if (!columnsOf(model).has(name)) continue;
    else if (value !== null && !(value === '' && isClearable))
      columns[name] = field.form ? field.form(above + name, value) : value;
    else if (isClearable) columns[name] = null;
    else if (field.valueOfNull !== undefined) columns[name] = field.valueOfNull as unknown;
  }
  return columns as GivenColumns<F>;
}
