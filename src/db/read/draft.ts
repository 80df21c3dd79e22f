// A statement being written: its parameters, its aliases, and how rows of one table lead to those of another.
import type { Relation } from '../model-fields';
import type { PhysicalNames } from '../physical-names';

/** Thrown for what only Prisma itself can read; one object, because it is no failure and its stack is of no use. */
export const untranslatable = new Error('only Prisma can read this');

export class Draft {
  readonly values: unknown[] = [];
  private aliases = 0;

  constructor(readonly names: PhysicalNames) {}

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

  table(model: string, alias: string): string {
    return `${this.names.tableOf(model)} ${alias}`;
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
