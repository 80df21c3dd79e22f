// Commands whose outputs are JSON.
import { fieldsOf } from '../../../evidence/json';
import type { Rows } from '../rows';
import type { Command } from '../system';
import { parseJsonOutput } from '../text/json-output';

/** A command whose output is an object with this member, from which rows are made; undefined for another form. */
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
