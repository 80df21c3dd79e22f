// Creates commands whose output is JSON.
import { fieldsOf } from '../../../evidence/json';
import type { Rows } from '../rows';
import type { Command } from '../system';
import { parseJsonOutput } from '../text/json-output';

/**
 * Creates a command that prints a JSON object, of which `rowsOf` converts the member `member`. `parse` returns
 * undefined for output without this member.
 */
export const jsonCommand = (
  text: string,
  member: string,
  rowsOf: (value: unknown) => Partial<Rows> | undefined,
  of: Omit<Command, 'text' | 'parse'>,
): Command => ({
  ...of,
  text,
  parse: (output) => {
    const value = fieldsOf(parseJsonOutput(output))[member];
    const rows = value === undefined ? undefined : rowsOf(value);
    return rows && { rows };
  },
});
