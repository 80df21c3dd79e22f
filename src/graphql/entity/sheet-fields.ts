// The fields of an entity sheet: each says once what a value is, in the type, the filter, both inputs and the column.
import type { InputFieldBuilder, InputFieldRef, InputShapeFromTypeParam, InputTypeParam } from '@pothos/core';
import type { SchemaTypes } from '../builder';
import { enumRef, type EnumName } from '../enums';
import * as bounds from '../plugin/bounds';

export type Types = PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>;
/** A GraphQL type that a field may have, as Pothos takes it: `'Int'`, `['UUID']`, a reference. */
export type FieldType = InputTypeParam<Types>;

/** Whether callers must say it when they create, may say it, or only read it. */
type Presence = 'required' | 'optional' | 'shown';

interface FieldOptions {
  readonly description?: string | undefined;
  readonly extensions?: bounds.DeclaredBounds;
}
export interface Field<V, Nullable extends boolean, P extends Presence> extends FieldOptions {
  readonly type: FieldType;
  /** The column may be null. */
  readonly isNullable: Nullable;
  readonly presence: P;
  /** What a null of the caller becomes in a column that always has a value. */
  readonly valueOfNull?: V;
  /** The columns that an input stands for which is no column itself. */
  readonly toColumns?: (value: V | null) => object;
  /** The value in the form that the column keeps; throws for what has none, under the name that it is given. */
  readonly form?: (name: string, value: V) => V;
  /** What an update says of it, where that is something else. */
  readonly onUpdate?: { readonly description?: string | undefined };
  /** The type of the value; never set. */
  readonly holds?: (value: V) => V;
}
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- any value: the fields of a sheet differ in theirs
export type AnyField = Field<any, boolean, Presence>;
export type Fields = Readonly<Record<string, AnyField>>;
export type ValueOf<F> = F extends Field<infer V, boolean, Presence> ? V : never;

type Required<V> = Field<V, false, 'required'>;

/** A value of a GraphQL type. It is required on create and never null, unless a function below says otherwise. */
export const of = <T extends FieldType>(
  type: T,
  options: FieldOptions = {},
): Required<InputShapeFromTypeParam<Types, T, true>> => ({
  ...options,
  type,
  isNullable: false,
  presence: 'required',
});

/** A text of so many characters; `more` ends the sentence: `, unique on its host`. */
export const text = (min: number, max: number, more?: string) => of('String', bounds.text(min, max, more));
/** An integer between bounds; `what` begins its description. */
export const integer = (min: number, max?: number, what?: string) => of('Int', bounds.integer(min, max, what));
export const id = (description?: string) => of('UUID', { description });
export const choice = <N extends EnumName>(name: N, description?: string) => of(enumRef(name), { description });
export const flag = (description?: string) => of('Boolean', { description });
export const time = (description?: string) => of('DateTime', { description });

/** A value that is kept in a form of its own, e.g. an address. */
export const inForm = <V>(field: Required<V>, form: (name: string, value: V) => V): Required<V> => ({ ...field, form });

/** May be left out, and be null. */
export const optional = <V>(field: Required<V>): Field<V, true, 'optional'> => ({
  ...(field as Field<V, boolean, Presence>),
  isNullable: true,
  presence: 'optional',
});

/** May be left out; a null is refused, or stores `valueOfNull` if that is given. */
export const withDefault = <V>(field: Required<V>, valueOfNull?: V): Field<V, false, 'optional'> => ({
  ...(field as Field<V, boolean, Presence>),
  isNullable: false,
  presence: 'optional',
  ...(valueOfNull !== undefined && { valueOfNull }),
});

/** Callers give it always, although rows may be without. */
export const requiredNullable = <V>(field: Required<V>): Field<V, true, 'required'> => ({ ...field, isNullable: true });

/** Not written by callers. */
export const readOnly = <V, Nullable extends boolean>(
  field: Field<V, Nullable, Presence>,
): Field<V, Nullable, 'shown'> => ({ ...field, presence: 'shown' });

/** An input that is stored in columns of other names. */
export const withColumns = <V, Nullable extends boolean, P extends Presence>(
  field: Field<V, Nullable, P>,
  toColumns: (value: V | null) => object,
): Field<V, Nullable, P> => ({ ...field, toColumns });

/** The same with another description. */
export const withDescription = <F extends AnyField>(field: F, description: string): F => ({ ...field, description });

/** Updates describe it otherwise; without a description, as the row does. */
export const onUpdate = <F extends AnyField>(field: F, description?: string): F => ({
  ...field,
  onUpdate: { description },
});

export type Inputs = InputFieldBuilder<Types, 'InputObject'>;

/** What the plugin of bounds enforces of a field; the empty text of one that may be null stands for none. */
export const declaredBounds = ({ extensions, form, isNullable }: AnyField): bounds.DeclaredBounds => ({
  ...extensions,
  ...(form && { form: isNullable ? bounds.orEmpty(form) : form }),
});

/** A field whose options are put together at run time, which the types of the builder cannot follow. */
export const inputField = (t: Inputs, options: object) => t.field(options as never);

/** The same fields in an input of another entity, where all of them may be left out. */
export const inputFields = <F extends Readonly<Record<string, AnyField>>>(t: Inputs, fields: F) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const { type, description } = field;
      return [name, inputField(t, { type, description, extensions: declaredBounds(field) })];
    }),
  ) as { [K in keyof F]: InputFieldRef<Types, ValueOf<F[K]> | null | undefined> };
