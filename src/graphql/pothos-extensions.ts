// Reads what Pothos stores in the extensions of types and fields. No other file uses these names.
import type { GraphQLFieldResolver } from 'graphql';

interface Extended {
  readonly extensions?: unknown;
}
interface PothosExtensions {
  /** The options with which a type or field was declared. */
  pothosOptions?: {
    readonly authScopes?: unknown;
    readonly grantScopes?: unknown;
    readonly resolve?: GraphQLFieldResolver<unknown, unknown>;
  };
  pothosExposedField?: string;
  pothosPrismaModel?: string;
  pothosPrismaSelect?: unknown;
}
const pothosOf = ({ extensions }: Extended): PothosExtensions => (extensions ?? {}) as PothosExtensions;

export const fieldOptions = (one: Extended) => pothosOf(one).pothosOptions ?? {};

/** The model of a type whose objects are rows; undefined for other types. */
export const modelOfType = (type: Extended): string | undefined => pothosOf(type).pothosPrismaModel;

/** The column that a field exposes. */
export const exposedColumn = (field: Extended): string | undefined => pothosOf(field).pothosExposedField;

/**
 * What a field reads of its row: a selection, or a function that builds one from the arguments and requested fields.
 */
export const prismaSelection = (field: Extended): unknown => pothosOf(field).pothosPrismaSelect;

/**
 * Extensions of a field that reads this selection, in the form of Pothos's own relations. The option `select` would not
 * work, because its function does not receive the requested fields.
 */
export const selecting = (pothosPrismaSelect: unknown): Record<string, unknown> => ({ pothosPrismaSelect });
