// What a statement's parts are made with: names for its rows, the instant and the networks that they are of.
import type { Past } from '../model/historied';

export class Draft {
  /** Whether the conditions made now are asked of one row after the other: what else would meet them is not looked for. */
  isRowByRow = false;
  private aliases = 0;

  constructor(
    readonly past?: Past,
    /** The networks that all rows of the statement are limited to by its conditions, where that is known. */
    readonly networkIds?: readonly string[],
  ) {}

  /** Makes conditions on rows that are known. */
  rowByRow<T>(make: () => T): T {
    this.isRowByRow = true;
    const made = make();
    this.isRowByRow = false;
    return made;
  }

  /** A name for rows that no others of the statement have. */
  alias(): string {
    this.aliases += 1;
    return `t${this.aliases}`;
  }
}
