// The form of a manifest: what the service knows of an entity beside its fields and rights, declared in `*.entity.ts`.
import type { AppError } from '../../errors';
import type { Prisma } from '../../generated/prisma/client';

type ModelName = Prisma.ModelName;
type Columns<M extends ModelName> = {
  [One in M]: keyof Prisma.TypeMap['model'][One]['payload']['scalars'] & string;
}[M];

/** Reasons of a refusal (409) by its code, as the docs state them. */
export type Conflicts = Readonly<Partial<Record<AppError['code'], string>>>;

export interface EntityManifest<M extends ModelName = ModelName, P extends ModelName = ModelName> {
  readonly model: M;
  /** Models whose rows belong to rows of this one and have no manifest of their own. */
  readonly parts: readonly P[];
  /**
   * Unique constraints that callers can hit → the columns to blame, the most specific first: a row moved to another network
   * names only the network. Keys that begin with the row's own id are not listed: they all mean the id.
   */
  readonly constraints: Readonly<Record<string, readonly Columns<M | P>[]>>;
  /** By mutation: conflicts that follow neither from its inputs nor from a unique constraint of its model. */
  readonly conflicts: Readonly<Record<string, Conflicts>>;
  /** Mutations that answer the stored row where a unique constraint refuses others. */
  readonly answersExisting: readonly string[];
  /** SQL of what people call a row `r` in its history, from its columns; absent: its name. */
  readonly historyName?: string;
  /** Of an entity whose rows a scan reads of a host as one table, replaced by the next reading of all of it. */
  readonly readTable?: ReadTable<M | P>;
}

/** Rows of a host (`hostId`) that are read together, each on an interface of it or on none (`interfaceId`). */
export interface ReadTable<M extends ModelName = ModelName> {
  readonly rows: M;
  /** The column of the other host that a row leads to, where it is one alone: where that host is merged, so are these. */
  readonly leadsTo?: Columns<M>;
}

type Declared<M extends ModelName, P extends ModelName> = Partial<Omit<EntityManifest<M, P>, 'model'>>;

/**
 * Declares an entity. `scripts/entity-facts.mjs` makes `src/generated/entity-facts.ts` of all manifests, so a manifest
 * imports nothing that is generated from it, and each model stands in exactly one.
 */
export const defineEntity = <const M extends ModelName, const P extends ModelName = never>(
  model: M,
  declared: Declared<M, P>,
): EntityManifest<M, P> => ({ model, parts: [], constraints: {}, conflicts: {}, answersExisting: [], ...declared });
