// Declares the fields of an entity sheet. One declaration of a field applies to the type, the filter, both inputs and
// the column.
import type { InputFieldBuilder, InputFieldRef, InputShapeFromTypeParam, InputTypeParam } from '@pothos/core';
import type { SchemaTypes } from '../builder';
import { enumRef, type EnumName } from '../enums';
import * as bounds from '../plugin/bounds';

export type Types = PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>;
/** A GraphQL type that a field may have, as Pothos takes it: `'Int'`, `['UUID']`, or a reference to a type. */
export type FieldType = InputTypeParam<Types>;

/**
 * `required`: callers must set the field when they create a row. `optional`: they may set it. `shown`: they can only
 * read it.
 */
type Presence = 'required' | 'optional' | 'shown';

interface FieldOptions {
  readonly description?: string | undefined;
  readonly extensions?: bounds.DeclaredBounds;
}
export interface Field<V, Nullable extends boolean, P extends Presence> extends FieldOptions {
  readonly type: FieldType;
  /** Whether the column may be null. */
  readonly isNullable: Nullable;
  readonly presence: P;
  /** The value stored when a caller sends null for a column that cannot be null. */
  readonly valueOfNull?: V;
  /** Converts the input to the columns that store it. Undefined if the input is itself a column. */
  readonly toColumns?: (value: V | null) => object;
  /** Converts the value to its stored form. Throws for an invalid value; the error names the field `name`. */
  readonly form?: (name: string, value: V) => V;
  /** Description in the update input; undefined if it is the same as in the create input. */
  readonly onUpdate?: { readonly description?: string | undefined };
  /** Only carries the type of the value for TypeScript; never set. */
  readonly holds?: (value: V) => V;
}
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- any value: the fields of a sheet differ in theirs
export type AnyField = Field<any, boolean, Presence>;
export type Fields = Readonly<Record<string, AnyField>>;
export type ValueOf<F> = F extends Field<infer V, boolean, Presence> ? V : never;

type Required<V> = Field<V, false, 'required'>;

/**
 * Declares a field of a GraphQL type that callers must set on creation and that is never null. The functions below,
 * such as `optional`, relax this.
 */
export const of = <T extends FieldType>(
  type: T,
  options: FieldOptions = {},
): Required<InputShapeFromTypeParam<Types, T, true>> => ({
  ...options,
  type,
  isNullable: false,
  presence: 'required',
});

/** A text of `min` to `max` characters. `more`, such as `, unique on its host`, is appended to the description. */
export const text = (min: number, max: number, more?: string) => of('String', bounds.text(min, max, more));
/** An integer between bounds. `summary` is the beginning of the field's description. */
export const integer = (min: number, max?: number, summary?: string) => of('Int', bounds.integer(min, max, summary));
export const id = (description?: string) => of('UUID', { description });
export const choice = <N extends EnumName>(name: N, description?: string) => of(enumRef(name), { description });
export const flag = (description?: string) => of('Boolean', { description });
export const time = (description?: string) => of('DateTime', { description });

/** A field whose values are normalized before they are stored, such as an address. `form` normalizes a value. */
export const inForm = <V>(field: Required<V>, form: (name: string, value: V) => V): Required<V> => ({ ...field, form });

/** An input that may be omitted or null. */
export const optional = <V>(field: Required<V>): Field<V, true, 'optional'> => ({
  ...(field as Field<V, boolean, Presence>),
  isNullable: true,
  presence: 'optional',
});

/** An input that callers may omit. Null is refused or, if `valueOfNull` is set, stores that value. */
export const withDefault = <V>(field: Required<V>, valueOfNull?: V): Field<V, false, 'optional'> => ({
  ...(field as Field<V, boolean, Presence>),
  isNullable: false,
  presence: 'optional',
  ...(valueOfNull !== undefined && { valueOfNull }),
});

/** An input that callers must always set, although its value may be null. */
export const requiredNullable = <V>(field: Required<V>): Field<V, true, 'required'> => ({ ...field, isNullable: true });

/** A field that callers cannot write. */
export const readOnly = <V, Nullable extends boolean>(
  field: Field<V, Nullable, Presence>,
): Field<V, Nullable, 'shown'> => ({ ...field, presence: 'shown' });

/** An input whose value is stored in columns with other names. */
export const withColumns = <V, Nullable extends boolean, P extends Presence>(
  field: Field<V, Nullable, P>,
  toColumns: (value: V | null) => object,
): Field<V, Nullable, P> => ({ ...field, toColumns });

/** Returns the field with this description. */
export const withDescription = <F extends AnyField>(field: F, description: string): F => ({ ...field, description });

/**
 * Returns the field with this description in update inputs. If `description` is undefined, the update input has the
 * description of the row's field.
 */
export const onUpdate = <F extends AnyField>(field: F, description?: string): F => ({
  ...field,
  onUpdate: { description },
});

export type Inputs = InputFieldBuilder<Types, 'InputObject'>;

/**
 * The bounds that `enforced-bounds.ts` enforces for a field. If the field may be null, an empty text is valid and means
 * null.
 */
export const declaredBounds = ({ extensions, form, isNullable }: AnyField): bounds.DeclaredBounds => ({
  ...extensions,
  ...(form && { form: isNullable ? bounds.orEmpty(form) : form }),
});

/** Declares an input field whose options are assembled at run time, which the builder's types cannot express. */
export const inputField = (t: Inputs, options: object) => t.field(options as never);

/** Declares fields of an entity as optional fields in the input of another entity. */
export const inputFields = <F extends Readonly<Record<string, AnyField>>>(t: Inputs, fields: F) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const { type, description } = field;
      return [name, inputField(t, { type, description, extensions: declaredBounds(field) })];
    }),
  ) as { [K in keyof F]: InputFieldRef<Types, ValueOf<F[K]> | null | undefined> };
