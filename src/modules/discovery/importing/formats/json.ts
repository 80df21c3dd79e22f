// Parses JSON of limited size: a whole text, or the objects of a list of any length, each with its line number.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { countNewlines } from './decode';
import { ImportFileError } from './imported-entries';

/** Maximum size in bytes of a text that is parsed as a whole. */
const mostText = 8 * 1024 * 1024;
/** Maximum size in bytes of one object of a list. */
const mostObject = 1024 * 1024;

export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** Returns the value if it is an object, otherwise an empty object. */
export const toFields = (value: unknown): Fields => (isFields(value) ? value : {});
/**
 * Returns a list unchanged. Returns an empty list for null and undefined, and a list of one value for any other value.
 */
export const toList = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];

/** Whether the text is a valid beginning of JSON that was cut off. */
function breaksOff(text: string, { message }: Error): boolean {
  if (/^(Unexpected end|Unterminated)/.test(message)) return true;
  return Number(/ at position (\d+)/.exec(message)?.[1]) >= text.trimEnd().length;
}

/** Parses one line of JSON. `line` is its line number. Throws ImportFileError `truncated` or `malformed`. */
export function parseJson(text: string, line: number): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ImportFileError(breaksOff(text, error as Error) ? 'truncated' : 'malformed', line);
  }
}

/**
 * Parses several lines of JSON. `line` is the number of the first line. Throws ImportFileError `truncated` or
 * `malformed`.
 */
async function parsedLines(text: string, line: number): Promise<unknown> {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (breaksOff(text, error as Error)) throw new ImportFileError('truncated', line + countNewlines(text));
    throw new ImportFileError('malformed', line + (await wrongLineOf(text)));
  }
}

/**
 * Resolves with the 0-based index of the line that contains the error of an invalid JSON text. Not all errors of
 * `JSON.parse` contain a position. So a binary search looks for the longest valid beginning of the text.
 */
async function wrongLineOf(text: string): Promise<number> {
  const ends: number[] = [];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) ends.push(at);
  ends.push(text.length);
  const isWrong = (line: number): boolean => {
    const part = text.slice(0, ends[line]);
    try {
      JSON.parse(part);
      return false;
    } catch (error) {
      return !breaksOff(part, error as Error);
    }
  };
  let [first, last] = [0, ends.length - 1];
  while (first < last) {
    await nextTurn();
    const middle = (first + last) >> 1;
    if (isWrong(middle)) last = middle;
    else first = middle + 1;
  }
  return first;
}

/** Parses a whole text as JSON, for formats whose files are small. */
export async function wholeJson(text: AsyncIterable<string>): Promise<unknown> {
  let whole = '';
  for await (const piece of text) {
    whole += piece;
    if (whole.length > mostText) throw new ImportFileError('too_large', 1, `at most ${mostText} characters`);
  }
  return parsedLines(whole, 1);
}

export interface ListedObject {
  readonly line: number;
  readonly fields: Fields;
}

const listBegin = '[';
// Characters that the search for the end of an object must look at: brackets, and quotation marks, because brackets in
// strings do not count.
const within = /["{}[\]]/g;
const withinString = /["\\]/g;

/**
 * Yields the objects of a text that is a single list of objects. The objects are parsed one by one, so the list may
 * have any length.
 */
export async function* readObjects(text: AsyncIterable<string>): AsyncGenerator<ListedObject> {
  let line = 1;
  let expects: 'list' | 'first' | 'object' | 'separator' | 'end' = 'list';
  let object = '';
  let depth = 0;
  let isInString = false;
  let isEscaped = false;
  const fail = (): never => {
    throw new ImportFileError('malformed', line);
  };
  for await (const piece of text) {
    let at = 0;
    while (at < piece.length) {
      if (depth === 0) {
        const char = piece[at]!;
        if (char === '\n') line += 1;
        else if (char === '{') {
          if (expects !== 'first' && expects !== 'object') fail();
          depth = 1;
          object = '';
          at += 1;
          continue;
        } else if (char === listBegin && expects === 'list') expects = 'first';
        else if (char === ',' && expects === 'separator') expects = 'object';
        else if (char === ']' && (expects === 'first' || expects === 'separator')) expects = 'end';
        else if (!/[ \t\r]/.test(char)) fail();
        at += 1;
        continue;
      }
      const from = at;
      if (isEscaped) {
        isEscaped = false;
        at += 1;
      } else {
        const mark = isInString ? withinString : within;
        mark.lastIndex = at;
        const match = mark.exec(piece);
        at = match ? match.index + 1 : piece.length;
        if (match) {
          const [char] = match;
          if (char === '"') isInString = !isInString;
          else if (char === '\\') isEscaped = true;
          else depth += char === '{' || char === '[' ? 1 : -1;
        }
      }
      object += piece.slice(from, at);
      if (object.length > mostObject) throw new ImportFileError('too_long', line);
      if (depth === 0) {
        const whole = `{${object}`;
        yield { line, fields: (await parsedLines(whole, line)) as Fields };
        line += countNewlines(whole);
        expects = 'separator';
      }
    }
  }
  if (expects !== 'end') throw new ImportFileError('truncated', line);
}
