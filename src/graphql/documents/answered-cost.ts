// Computes the actual cost of a response, in points. Points beyond the estimated cost are charged after the response.
import { Kind, type FragmentDefinitionNode, type OperationDefinitionNode, type SelectionSetNode } from 'graphql';
import { nextTurn } from '../../platform/threads/event-loop';
import { pointsPerToken, valuesPerPoint } from './cost';

/** The number of characters of text that cost as much as one row. */
export const charactersPerPoint = 1000;
/** Number of objects to count before yielding to the event loop. */
const objectsPerTurn = 5000;

type Answer = Readonly<Record<string, unknown>>;

/**
 * The points of a response: one per object, one per ten values in lists, and one per thousand characters of text.
 * Top-level keys in `free` are skipped. A text that was serialized before (`RawJson`) counts as one object, because
 * several responses share it.
 */
export async function answerPoints(answer: Answer, free: ReadonlySet<string> = new Set()): Promise<number> {
  const answerSize: AnswerSize = { objects: 0, values: 0, characters: 0 };
  let objectsBeforeTurn = objectsPerTurn;
  // The walk is depth first, so it needs memory for one path only, not for the whole response.
  const pending: Walk[] = [membersOf(Object.fromEntries(Object.entries(answer).filter(([key]) => !free.has(key))))];
  for (let walk = pending.at(-1); walk; walk = pending.at(-1)) {
    const below = nextObject(walk, answerSize);
    if (below) pending.push(membersOf(below));
    else pending.pop();
    if (answerSize.objects + answerSize.values / valuesPerPoint < objectsBeforeTurn) continue;
    objectsBeforeTurn += objectsPerTurn;
    await nextTurn();
  }
  return (
    answerSize.objects + Math.floor(answerSize.values / valuesPerPoint + answerSize.characters / charactersPerPoint)
  );
}

interface AnswerSize {
  objects: number;
  values: number;
  characters: number;
}
interface Walk {
  readonly values: readonly unknown[];
  readonly isList: boolean;
  at: number;
}
const membersOf = (value: object): Walk =>
  Array.isArray(value)
    ? { values: value, isList: true, at: 0 }
    : { values: Object.values(value), isList: false, at: 0 };

/**
 * Adds up the plain values of an object or list. Returns at the first nested object or list, which the caller must
 * count next.
 */
function nextObject(walk: Walk, answerSize: AnswerSize): object | undefined {
  while (walk.at < walk.values.length) {
    const value = walk.values[walk.at++];
    if (typeof value === 'string') answerSize.characters += value.length;
    if (typeof value === 'object' && value !== null) {
      if (!Array.isArray(value)) answerSize.objects += 1;
      if (!('toJSON' in value)) return value;
    } else if (walk.isList) {
      answerSize.values += 1;
      // A very long list of plain values: return an empty object, so that the caller lets other work run before it
      // continues.
      if (answerSize.values % (objectsPerTurn * valuesPerPoint) === 0) return {};
    }
  }
  return undefined;
}

/**
 * Number of tokens to charge after the response, because it cost more than estimated. Fractions of a token are free.
 */
export const tokensBeyond = (requestedPoints: number, answeredPoints: number): number =>
  Math.max(0, Math.floor((answeredPoints - requestedPoints) / pointsPerToken));

/**
 * Top-level keys of the response that contain introspection. They are not counted, because introspection has its own
 * price and reads no rows.
 */
export function keysOfIntrospection(
  operation: OperationDefinitionNode,
  fragments: readonly FragmentDefinitionNode[],
): ReadonlySet<string> {
  const byName = new Map(fragments.map((fragment) => [fragment.name.value, fragment.selectionSet]));
  const keys = new Set<string>();
  const read = new Set<string>();
  const collect = (set: SelectionSetNode | undefined): void => {
    for (const node of set?.selections ?? []) {
      if (node.kind === Kind.FIELD) {
        if (node.name.value.startsWith('__')) keys.add((node.alias ?? node.name).value);
      } else if (node.kind === Kind.INLINE_FRAGMENT) collect(node.selectionSet);
      else if (!read.has(node.name.value)) {
        read.add(node.name.value);
        collect(byName.get(node.name.value));
      }
    }
  };
  collect(operation.selectionSet);
  return keys;
}
