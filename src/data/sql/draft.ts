// What the parts of a statement share while it is built: the last alias, the instant of the read, and the networks that
// limit the rows.
import type { Past } from '../model/historied';

export class Draft {
  /**
   * Whether the conditions being built are checked one by one on rows that PostgreSQL has found by other conditions, so
   * that they must not begin with a search of all rows that meet them.
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
