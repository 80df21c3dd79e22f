// An answer as JSON in pieces: each is short work, and texts that are ready stand in it as they are.
import { RawJson, RawList } from '../jit/raw-json';

/** Longer lists are written so many items at a time. */
const itemsPerPiece = 200;

/** What JSON.stringify would write, were every text that is ready the value it stands for. */
export function* jsonPieces(value: unknown): Generator<string | RawJson, void, undefined> {
  if (value instanceof RawJson) yield value;
  else if (Array.isArray(value)) yield* listPieces(value);
  else if (isPlain(value)) yield* objectPieces(value);
  else yield JSON.stringify(value) ?? 'null';
}

function* listPieces(items: readonly unknown[]): Generator<string | RawJson, void, undefined> {
  if (items.length === 1 && items[0] instanceof RawList) return yield items[0];
  yield '[';
  if (items.length <= itemsPerPiece)
    for (const [at, item] of items.entries()) {
      if (at > 0) yield ',';
      yield* jsonPieces(item);
    }
  else
    for (let at = 0; at < items.length; at += itemsPerPiece)
      yield (at > 0 ? ',' : '') + JSON.stringify(items.slice(at, at + itemsPerPiece)).slice(1, -1);
  yield ']';
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

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !('toJSON' in value && typeof value.toJSON === 'function');
