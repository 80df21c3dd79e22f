// The form of an entity manifest (`*.entity.ts`): facts of an entity besides its fields and permissions.
import type { AppError } from '../../errors';
import type { Prisma } from '../../generated/prisma/client';

type ModelName = Prisma.ModelName;
type Columns<M extends ModelName> = {
  [One in M]: keyof Prisma.TypeMap['model'][One]['payload']['scalars'] & string;
}[M];

/** By error code: sentences for the API documentation that say when a request gets a 409 response with this code. */
export type Conflicts = Readonly<Partial<Record<AppError['code'], string>>>;

export interface EntityManifest<M extends ModelName = ModelName, P extends ModelName = ModelName> {
  readonly model: M;
  /** Models whose rows belong to rows of this model, and that have no manifest themselves. */
  readonly parts: readonly P[];
  /**
   * Unique constraints that a request can violate, with their columns. The error names the first of these columns that
   * the request sets.
   */
  readonly constraints: Readonly<Record<string, readonly Columns<M | P>[]>>;
  /**
   * For each mutation, the conflict errors (409) that cannot be derived from its inputs or from a unique constraint.
   */
  readonly conflicts: Readonly<Record<string, Conflicts>>;
  /** Mutations that return the stored row if the same row exists already, instead of refusing a duplicate. */
  readonly answersExisting: readonly string[];
  /**
   * SQL expression for the display name of a past state, whose row has the alias `r`. If undefined, the name is the
   * `name` column.
   */
  readonly historyName?: string;
  /**
   * Set if a scan reads rows of this entity from a host as one table, such as its routes. Each scan of the host then
   * replaces all rows of the table.
   */
  readonly readTable?: ReadTable<M | P>;
}

/**
 * A model whose rows a discovery reads from a host as one table, such as its routes. Each row has a `hostId`, and may
 * have the `interfaceId` of an interface of that host.
 */
export interface ReadTable<M extends ModelName = ModelName> {
  readonly rows: M;
  /**
   * The column that refers to another host, if there is exactly one. When two hosts are merged, the reference is
   * changed to the host that remains.
   */
  readonly leadsTo?: Columns<M>;
}

type Declared<M extends ModelName, P extends ModelName> = Partial<Omit<EntityManifest<M, P>, 'model'>>;

/**
 * Declares an entity. `scripts/entity-facts.mjs` generates `src/generated/entity-facts.ts` from all manifests. So a
 * manifest must not import anything generated from it, and each model must be in exactly one manifest.
 */
export const defineEntity = <const M extends ModelName, const P extends ModelName = never>(
  model: M,
  declared: Declared<M, P>,
): EntityManifest<M, P> => ({ model, parts: [], constraints: {}, conflicts: {}, answersExisting: [], ...declared });
