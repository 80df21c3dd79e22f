// State that the parts of an SQL statement share while it is built: the number of table aliases in use, the instant of
// the read, and the networks to which the rows are limited.
import type { Past } from '../model/historied';

export class Draft {
  /**
   * Whether PostgreSQL checks the conditions being built on each row that other conditions have found. Such conditions
   * must not contain a subquery that first collects all rows that match.
   */
  isRowByRow = false;
  private aliases = 0;

  constructor(
    readonly past?: Past,
    /** The networks that the statement's conditions limit all rows to; undefined if they are unknown. */
    readonly networkIds?: readonly string[],
  ) {}

  /**
   * Builds conditions with `isRowByRow`. Use it for conditions that PostgreSQL checks one by one on rows that it has
   * found by other conditions.
   */
  rowByRow<T>(make: () => T): T {
    this.isRowByRow = true;
    const result = make();
    this.isRowByRow = false;
    return result;
  }

  /** Returns an alias that is used for no other rows in the statement. */
  alias(): string {
    this.aliases += 1;
    return `t${this.aliases}`;
  }
}
