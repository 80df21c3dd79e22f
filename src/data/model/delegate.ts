// The operations of a model, found by the name of the model, for code that works on any model.
import { uncapitalize } from '../../platform/text/names';

type Row = Record<string, unknown>;

export const idBytes = 16;
/** Ids of rows in order, `idBytes` bytes each. */
export interface FoundIds {
  readonly ids: Buffer;
  /** The selected fields of the last row; undefined if fewer rows were found than requested. */
  readonly last?: Row;
}

/**
 * A page of rows, and the number of rows that the list has without `take` and `skip`. The number is undefined for an
 * empty page.
 */
export interface FoundPage {
  readonly rows: Row[];
  readonly total?: number;
}

export interface Delegate {
  findUnique(args: object): Promise<Row | null>;
  findMany(args: object): Promise<Row[]>;
  /** The ids that `findMany` would find, in its order; undefined for conditions that only Prisma supports. */
  findIds(args: object): Promise<FoundIds> | undefined;
  /**
   * Reads the rows that `findMany` would return and their total number in one statement. Only for conditions with a
   * text search; undefined for others, for which two statements are as fast.
   */
  findPage(args: object): Promise<FoundPage> | undefined;
  count(args: object): Promise<number>;
  groupBy(args: object): Promise<Row[]>;
  create(args: object): Promise<Row>;
  createMany(args: object): Promise<{ count: number }>;
  update(args: object): Promise<Row>;
  updateMany(args: object): Promise<{ count: number }>;
  delete(args: object): Promise<Row>;
  deleteMany(args: object): Promise<{ count: number }>;
}

/** The operations of a model by its name: `Vlan` (or `vlan`) → `db.vlan`. */
export const delegateOf = (db: object, model: string): Delegate =>
  (db as Record<string, Delegate>)[uncapitalize(model)]!;
