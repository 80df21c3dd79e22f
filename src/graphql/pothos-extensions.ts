// Reads what Pothos stores in the extensions of GraphQL types and fields. No other file uses the names of these
// extensions.
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

/** Name of the Prisma model of a type whose objects are rows; undefined for other types. */
export const modelOfType = (type: Extended): string | undefined => pothosOf(type).pothosPrismaModel;

/** Name of the column that a field exposes; undefined for other fields. */
export const exposedColumn = (field: Extended): string | undefined => pothosOf(field).pothosExposedField;

/**
 * What a field reads of its row: a Prisma selection, or a function that builds the selection from the arguments and
 * requested fields.
 */
export const prismaSelection = (field: Extended): unknown => pothosOf(field).pothosPrismaSelect;

/**
 * Makes a field read a Prisma selection that depends on the requested subfields. Pothos's option `select` cannot do
 * that. `isLoaded` says whether a row has what the field needs; otherwise Pothos reads it. If `isLoaded` is absent,
 * rows that were read with the selection have it.
 */
export const selecting = (
  pothosPrismaSelect: unknown,
  isLoaded?: (row: Record<string, unknown>) => boolean,
): Record<string, unknown> => ({ pothosPrismaSelect, ...(isLoaded && { pothosPrismaLoaded: isLoaded }) });
