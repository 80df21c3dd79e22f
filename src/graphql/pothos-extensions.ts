// Reads Pothos's entries in the extensions of types and fields. No other file names them.
import type { GraphQLFieldResolver } from 'graphql';

interface Extended {
  readonly extensions?: unknown;
}
interface PothosExtensions {
  /** What the author of the type or field declared. */
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

/** The model of a type whose objects are rows. */
export const modelOfType = (type: Extended): string | undefined => pothosOf(type).pothosPrismaModel;

/** The column that a field exposes. */
export const exposedColumn = (field: Extended): string | undefined => pothosOf(field).pothosExposedField;

/**
 * What a field declares to read of its row: a selection, or a function that builds one from arguments and requested
 * fields.
 */
export const prismaSelection = (field: Extended): unknown => pothosOf(field).pothosPrismaSelect;

/**
 * Extensions of a field that reads this selection, in the form of Pothos's own relations: unlike them, the option
 * `select` does not receive the requested fields.
 */
export const selecting = (pothosPrismaSelect: unknown): Record<string, unknown> => ({ pothosPrismaSelect });
