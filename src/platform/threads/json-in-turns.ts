// Parses long JSON texts part by part, over several turns of the event loop.
import { isTurnSpent, nextTurn } from './event-loop';

/** Texts of at most this number of characters are parsed as a whole, which takes a few milliseconds. */
export const longCharacters = 256 * 1024;
const charactersAtOnce = 64 * 1024;

/**
 * Yields the values of an array, or the members of an object, as texts. The JSON must come from JSON.stringify or
 * PostgreSQL.
 */
export function* splitText(text: string): Generator<string, void, undefined> {
  for (const { from, to } of placesOf(text)) yield text.slice(from, to);
}

interface Place {
  readonly from: number;
  readonly to: number;
}

function* placesOf(text: string): Generator<Place, void, undefined> {
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case quote:
        at = endOfString(text, at);
        break;
      case 0x5b: // [
      case 0x7b: // {
        depth += 1;
        if (depth === 1) from = at + 1;
        break;
      case 0x5d: // ]
      case 0x7d: // }
        depth -= 1;
        if (depth > 0) break;
        // An empty array or object has only whitespace between its brackets, and no element.
        if (/\S/.test(text.slice(from, at))) yield { from, to: at };
        return;
      case 0x2c: // ,
        if (depth > 1) break;
        yield { from, to: at };
        from = at + 1;
        break;
    }
  }
}

const quote = 0x22;
const backslash = 0x5c;

/**
 * The position of the quote that closes the string beginning at `from`: the first one after an even number of
 * backslashes.
 */
function endOfString(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); ; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === backslash) slashes += 1;
    if (slashes % 2 === 0) return at;
  }
}

/**
 * Parses the elements of an array that is given as text, over as many turns of the event loop as needed. `parse` gets
 * short neighboring elements together, `parseLong` gets a long element.
 */
export async function elementsInTurns<T>(
  text: string,
  parse: (array: string) => readonly T[],
  parseLong: (element: string) => Promise<T>,
): Promise<T[]> {
  const turn = { of: parse, goesOn: true };
  const elements: T[] = [];
  let start = -1;
  let end = 0;
  const flush = async () => {
    if (start !== -1) for (const one of parse(`[${text.slice(start, end)}]`)) elements.push(one);
    start = -1;
    if (isTurnSpent()) await nextTurn(turn);
  };
  for (const { from, to } of placesOf(text)) {
    const isLong = to - from > longCharacters;
    if (isLong) {
      await flush();
      elements.push(await parseLong(text.slice(from, to)));
      continue;
    }
    if (start === -1) start = from;
    end = to;
    if (end - start > charactersAtOnce) await flush();
  }
  await flush();
  return elements;
}

/** Parses a JSON text like JSON.parse. A long text is parsed over several turns of the event loop. */
export async function parseInTurns(text: string): Promise<unknown> {
  const first = text.length > longCharacters ? /\S/.exec(text)?.[0] : undefined;
  if (first === '[') return elementsInTurns(text, JSON.parse as (array: string) => unknown[], parseInTurns);
  if (first !== '{') return JSON.parse(text);
  const parseMembers = (array: string) => Object.entries(JSON.parse(`{${array.slice(1, -1)}}`) as object);
  const members = await elementsInTurns<[string, unknown]>(text, parseMembers, async (member) => {
    const end = endOfString(member, member.indexOf('"'));
    const value = member.slice(member.indexOf(':', end) + 1);
    return [JSON.parse(member.slice(0, end + 1)) as string, await parseInTurns(value)];
  });
  return Object.fromEntries(members);
}
