// A statement being written: its parameters, its aliases, and how rows of one table lead to those of another.
import { isDerived, isHistoried, scopeOf, type Past } from '../model/historied';
import { columnOf, tableOf } from '../model/model-fields';
import type { Joined } from './expression';
import { NoPlan } from './no-plan';

/** Of fewer ids a statement may have several lists. */
const longList = 20;

export class SqlBuilder {
  readonly values: unknown[] = [];
  /** Whether the conditions written now are asked of one row after the other. */
  isRowByRow = false;
  private aliases = 0;
  private instant: string | undefined;
  /** Where the long lists of ids are among the values. */
  private readonly idLists: number[] = [];

  constructor(
    readonly past?: Past,
    /** The networks that all rows of the statement are limited to by its conditions, where that is known. */
    readonly networkIds?: readonly string[],
  ) {}

  /** `$n` for a value. */
  parameter(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  /** `$n` for a list of ids: a long one is sent once, wherever a statement names it. */
  ids(list: readonly unknown[]): string {
    if (list.length < longList) return this.parameter(list);
    const isSame = (value: unknown) =>
      Array.isArray(value) && value.length === list.length && value.every((one, at) => one === list[at]);
    const known = this.idLists.find((at) => isSame(this.values[at]));
    if (known !== undefined) return `$${known + 1}`;
    this.idLists.push(this.values.length);
    return this.parameter(list);
  }

  /** Writes conditions on rows that are known: what else would meet them is not looked for. */
  rowByRow(write: () => string): string {
    this.isRowByRow = true;
    const written = write();
    this.isRowByRow = false;
    return written;
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

  /** The same for searching through: of the past only rows in the caller's reach. */
  wholeTable(model: string, alias: string): string {
    const { past } = this;
    if (!past || !isHistoried(model)) return this.table(model, alias);
    return `${this.rows(model, `, ${this.ids(scopeOf(model, past))}::uuid[]`)} ${alias}`;
  }

  private rows(model: string, scope = ''): string {
    const table = tableOf(model);
    // As of an instant, what follows from other rows is found from one of them only.
    if (this.past && isDerived(model)) throw NoPlan.because('past');
    if (!this.past || !isHistoried(model)) return table;
    return `${table}_at(${this.instantOf(this.past)}${scope})`;
  }

  /** SQL of the instant, the same parameter wherever it is named. */
  private instantOf({ at }: Past): string {
    this.instant ??= this.parameter(at);
    return `${this.instant}::timestamptz`;
  }

  /** The table of the rows `far`, and the condition that they are of the row `near`. */
  related({ model, near, relation, far }: Omit<Joined, 'rule'>): { from: string; link: string } {
    const { field, isHere } = relation.foreignKey;
    const link = isHere
      ? `${far}.id = ${near}.${columnOf(model, field).sqlName}`
      : `${far}.${columnOf(relation.model, field).sqlName} = ${near}.id`;
    if (isDerived(relation.model)) {
      const by = `${tableOf(relation.model)}_by_${columnOf(relation.model, field).sqlName}`;
      const call = this.past ? `${by}_at(${this.instantOf(this.past)}, ${near}.id)` : `${by}(${near}.id)`;
      return { from: `${call} ${far}`, link };
    }
    return { from: this.table(relation.model, far), link };
  }
}
