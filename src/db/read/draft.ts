// A statement being written: its parameters, its aliases, and how rows of one table lead to those of another.
import type { Relation } from '../model-fields';
import { isHistoried, scopeOf, type Past } from '../historied';
import type { PhysicalNames } from '../physical-names';

/** Thrown for what only Prisma itself can read; one object, because it is no failure and its stack is of no use. */
export const untranslatable = new Error('only Prisma can read this');

export class Draft {
  readonly values: unknown[] = [];
  private aliases = 0;
  private instant: string | undefined;

  constructor(
    readonly names: PhysicalNames,
    private readonly past?: Past,
  ) {}

  /** `$n` for a value. */
  parameter(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  /** A name for a table that no other of the statement has. */
  alias(): string {
    this.aliases += 1;
    return `t${this.aliases}`;
  }

  /** The model's rows, to be found by ids; those of the past where the statement reads it. */
  table(model: string, alias: string): string {
    return `${this.rows(model)} ${alias}`;
  }

  /** The same to be looked through: of the past, only what is within reach is read. */
  wholeTable(model: string, alias: string): string {
    const { past } = this;
    if (!past || !isHistoried(model)) return this.table(model, alias);
    return `${this.rows(model, `, ${this.parameter(scopeOf(model, past))}::uuid[]`)} ${alias}`;
  }

  /** Whether it reads another instant than now. */
  get isOfPast(): boolean {
    return this.past !== undefined;
  }

  private rows(model: string, scope = ''): string {
    const table = this.names.tableOf(model);
    if (!this.past || !isHistoried(model)) return table;
    this.instant ??= this.parameter(this.past.at);
    return `${table}_at(${this.instant}::timestamptz${scope})`;
  }

  /** The other side of a relation under the name `far`, and the condition that links it to the row `near`. */
  joined(model: string, near: string, relation: Relation, far: string): { from: string; link: string } {
    const { field, isHere } = relation.foreignKey;
    const link = isHere
      ? `${far}.id = ${near}.${this.names.columnOf(model, field)}`
      : `${far}.${this.names.columnOf(relation.model, field)} = ${near}.id`;
    return { from: this.table(relation.model, far), link };
  }
}
