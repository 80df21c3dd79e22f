// Serializes a response as JSON in short pieces, and inserts texts that are already serialized.
import { RawJson, RawList } from '../jit/raw-json';

/** Maximum number of values and fields per piece. A long text counts as one value per 50 characters. */
const mostAtOnce = 500;
const charactersOfOne = 50;
const charactersAtOnce = mostAtOnce * charactersOfOne;

/** Number of values and fields above which JSON.stringify would block the event loop for several milliseconds. */
const manyValues = 20_000;

/**
 * Whether a value is so large that its JSON is written in pieces, or contains a RawJson (a placeholder for a text that
 * is JSON already).
 */
export const isLong = (value: unknown): boolean => weigh(value, manyValues) < 0;

/**
 * Yields the JSON of a value in pieces. A RawJson, the placeholder for a text that is JSON already, is yielded as it
 * is; the caller inserts its text.
 */
export function* jsonPieces(value: unknown): Generator<string | RawJson, void, undefined> {
  if (value instanceof RawJson) yield value;
  else if (weigh(value, mostAtOnce) >= 0) yield JSON.stringify(value) ?? 'null';
  else if (Array.isArray(value)) yield* listPieces(value);
  else if (typeof value === 'string') yield* textPieces(value);
  else if (isPlain(value)) yield* objectPieces(value);
  else yield JSON.stringify(value) ?? 'null';
}

/** Yields the pieces of a list. Small items that follow one another are combined into one piece. */
function* listPieces(items: readonly unknown[]): Generator<string | RawJson, void, undefined> {
  if (items.length === 1 && items[0] instanceof RawList) return yield items[0];
  let before = '[';
  for (let at = 0; at < items.length;) {
    const from = at;
    for (let remainingBudget = mostAtOnce; at < items.length; at += 1) {
      remainingBudget = weigh(items[at], remainingBudget - 1);
      if (remainingBudget < 0) break;
    }
    yield before;
    before = ',';
    if (at > from) yield JSON.stringify(items.slice(from, at)).slice(1, -1);
    else yield* jsonPieces(items[at++]);
  }
  yield before === '[' ? '[]' : ']';
}

function* objectPieces(value: object): Generator<string | RawJson, void, undefined> {
  let before = '{';
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined || typeof member === 'function' || typeof member === 'symbol') continue;
    yield `${before}${JSON.stringify(key)}:`;
    before = ',';
    yield* jsonPieces(member);
  }
  yield before === '{' ? '{}' : '}';
}

/** Yields a long text as several pieces of JSON, split between characters. */
function* textPieces(text: string): Generator<string, void, undefined> {
  let before = '"';
  for (let at = 0; at < text.length;) {
    const end = at + charactersAtOnce;
    const next = isPairAt(text, end - 1) ? end + 1 : end;
    yield before + JSON.stringify(text.slice(at, next)).slice(1, -1);
    before = '';
    at = next;
  }
  yield `${before}"`;
}

const isPairAt = (text: string, at: number): boolean => (text.codePointAt(at) ?? 0) > 0xffff;

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !('toJSON' in value && typeof value.toJSON === 'function');

/** Returns `remainingBudget` minus the size of a value; negative if the value is larger or contains a RawJson. */
function weigh(value: unknown, remainingBudget: number): number {
  if (typeof value === 'string') return remainingBudget - 1 - Math.floor(value.length / charactersOfOne);
  if (typeof value !== 'object' || value === null) return remainingBudget - 1;
  if (value instanceof RawJson) return -1;
  let rest = remainingBudget - 1;
  if (Array.isArray(value)) for (let at = 0; at < value.length && rest >= 0; at += 1) rest = weigh(value[at], rest);
  else
    for (const key in value) {
      if (rest < 0) break;
      rest = weigh((value as Record<string, unknown>)[key], rest);
    }
  return rest;
}
