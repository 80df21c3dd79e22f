// The form of an entity manifest (`*.entity.ts`): facts of an entity besides its fields and permissions.
import type { AppError } from '../../errors';
import type { Prisma } from '../../generated/prisma/client';

type ModelName = Prisma.ModelName;
type Columns<M extends ModelName> = {
  [One in M]: keyof Prisma.TypeMap['model'][One]['payload']['scalars'] & string;
}[M];

/** Reasons of a 409 answer by error code, as the docs state them. */
export type Conflicts = Readonly<Partial<Record<AppError['code'], string>>>;

export interface EntityManifest<M extends ModelName = ModelName, P extends ModelName = ModelName> {
  readonly model: M;
  /** Models whose rows belong to rows of this model, and that have no manifest themselves. */
  readonly parts: readonly P[];
  /**
   * Unique constraints that callers can hit → the columns to blame, the most specific first: a row moved to another network
   * names only the network. Keys that begin with the row's own id are not listed: they all mean the id.
   */
  readonly constraints: Readonly<Record<string, readonly Columns<M | P>[]>>;
  /** Conflicts by mutation, where they follow neither from its inputs nor from a unique constraint of its model. */
  readonly conflicts: Readonly<Record<string, Conflicts>>;
  /** Mutations that return the stored row where a unique constraint would refuse a duplicate. */
  readonly answersExisting: readonly string[];
  /** SQL expression for the display name of a history row `r`, from its columns; undefined: its name. */
  readonly historyName?: string;
  /** For an entity whose rows a scan reads from a host as one table: each reading replaces all of them. */
  readonly readTable?: ReadTable<M | P>;
}

/** Rows of a host (`hostId`) that are read together; each may belong to an interface of the host (`interfaceId`). */
export interface ReadTable<M extends ModelName = ModelName> {
  readonly rows: M;
  /** The column that refers to another host, if there is just one. When that host is merged, these rows are as well. */
  readonly leadsTo?: Columns<M>;
}

type Declared<M extends ModelName, P extends ModelName> = Partial<Omit<EntityManifest<M, P>, 'model'>>;

/**
 * Declares an entity. `scripts/entity-facts.mjs` generates `src/generated/entity-facts.ts` from all manifests. So a
 * manifest must not import anything generated from it, and each model must be in exactly one.
 */
export const defineEntity = <const M extends ModelName, const P extends ModelName = never>(
  model: M,
  declared: Declared<M, P>,
): EntityManifest<M, P> => ({ model, parts: [], constraints: {}, conflicts: {}, answersExisting: [], ...declared });
