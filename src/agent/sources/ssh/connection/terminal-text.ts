// Converts the bytes that a device writes to a terminal to the text that the terminal would show. Pure functions.

/** Control sequences (ECMA-48) and window titles, which are removed from the text. */
const controlSequences =
  /\x1b(?:\[[0-?]{0,32}[ -/]{0,8}[@-~]|\][^\x07\x1b]{0,256}(?:\x07|\x1b\\)|[()][0-9A-Za-z]|[=>78DEHM])/g;

/**
 * A line as a terminal shows it: backspace and carriage return move the cursor, and other characters overwrite earlier
 * ones.
 */
function renderLine(line: string): string {
  if (!/[\b\r]/.test(line)) return line;
  const cells: string[] = [];
  let at = 0;
  for (const character of line)
    if (character === '\b') at = Math.max(0, at - 1);
    else if (character === '\r') at = 0;
    else cells[at++] = character;
  return Array.from(cells, (cell) => cell ?? ' ').join('');
}

/** The lines as a terminal shows them, without spaces at their ends. */
export const renderLines = (raw: string): string[] =>
  raw
    .replace(controlSequences, '')
    .split('\n')
    .map((line) => renderLine(line.replace(/\r+$/, '')).trimEnd());

/** Maximum number of characters of a prompt. */
const longestPrompt = 160;
const lastRead = 4_096;

/** The last line as a terminal shows it. It is the prompt if the device waits for a command. */
export const lastLine = (raw: string): string => renderLines(raw.slice(-lastRead)).at(-1)!;

/** Whether the line can be the prompt of a device, such as `switch-1#` or `user@router>`. */
export const isPrompt = (line: string): boolean => line.length <= longestPrompt && /^\S.*[>#$%\]]$/.test(line);

/** Whether the line is a pager's prompt, such as `--More--`, at which the device waits for a key. */
export const isPager = (line: string): boolean =>
  line.length <= longestPrompt && /^\s*(?:<?\s?-{2,4}\s?\(?\s?more\b|lines \d{1,6}-\d{1,6}\b)/i.test(line);

/** The output of a command: the lines between the echo of the command and the next prompt. */
export function outputOf(raw: string, command: string): string {
  const lines = renderLines(raw);
  const echoAt = lines.findIndex((line) => line.endsWith(command));
  return lines.slice(echoAt + 1, -1).join('\n');
}
