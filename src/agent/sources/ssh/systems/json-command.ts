// Creates commands whose output is JSON.
import { fieldsOf } from '../../../evidence/json';
import type { Rows } from '../rows';
import type { Command } from '../system';
import { parseJsonOutput } from '../text/json-output';

/**
 * Creates a command whose output is a JSON object. `rowsOf` converts the object's member `member` to rows. An output
 * without this member counts as an unknown form.
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
