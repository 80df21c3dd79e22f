// The state while a statement is built: the next free alias, the instant, and the networks of its rows.
import type { Past } from '../model/historied';

export class Draft {
  /**
   * Whether the conditions that are being built are checked on each row that is already found, instead of being used to
   * find rows.
   */
  isRowByRow = false;
  private aliases = 0;

  constructor(
    readonly past?: Past,
    /** The networks that the statement's conditions limit all rows to; undefined if they are unknown. */
    readonly networkIds?: readonly string[],
  ) {}

  /** Builds conditions that PostgreSQL checks on rows that it has already found. */
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
