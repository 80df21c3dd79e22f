// What an answer held, in the points that documents cost: known when it is made, and paid for where it is more than was expected.
import { Kind, type FragmentDefinitionNode, type OperationDefinitionNode, type SelectionSetNode } from 'graphql';
import { nextTurn } from '../../platform/threads/event-loop';
import { pointsPerToken, valuesPerPoint } from './cost';

/** Characters of text that cost as much as one row. */
export const charactersPerPoint = 1000;
/** Objects that are counted before others have their turn. */
const objectsPerTurn = 5000;

type Answer = Readonly<Record<string, unknown>>;

/**
 * Points of an answer: one for each object, for ten values in lists, and for a thousand characters of text. What `free` names
 * of the top level is left out. Texts that are written elsewhere (`RawJson`) count as one object: they are made once for all.
 */
export async function pointsOf(answer: Answer, free: ReadonlySet<string> = new Set()): Promise<number> {
  const held: Held = { objects: 0, values: 0, characters: 0 };
  let objectsBeforeTurn = objectsPerTurn;
  // Of what is to be counted the last comes first: memory is that of one way down, not of the answer.
  const pending: Walk[] = [membersOf(Object.fromEntries(Object.entries(answer).filter(([key]) => !free.has(key))))];
  for (let walk = pending.at(-1); walk; walk = pending.at(-1)) {
    const below = nextObject(walk, held);
    if (below) pending.push(membersOf(below));
    else pending.pop();
    if (held.objects + held.values / valuesPerPoint < objectsBeforeTurn) continue;
    objectsBeforeTurn += objectsPerTurn;
    await nextTurn();
  }
  return held.objects + Math.floor(held.values / valuesPerPoint + held.characters / charactersPerPoint);
}

interface Held {
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

/** Counts up to the next object or list, whose members are to be counted before the others. */
function nextObject(walk: Walk, held: Held): object | undefined {
  while (walk.at < walk.values.length) {
    const value = walk.values[walk.at++];
    if (typeof value === 'string') held.characters += value.length;
    if (typeof value === 'object' && value !== null) {
      if (!Array.isArray(value)) held.objects += 1;
      if (!('toJSON' in value)) return value;
    } else if (walk.isList) {
      held.values += 1;
      // A long list of values is one loop, which the turns below have to end.
      if (held.values % (objectsPerTurn * valuesPerPoint) === 0) return {};
    }
  }
  return undefined;
}

/** Tokens of what was answered beyond what was paid for; begun ones are free, since the price was an estimate. */
export const tokensBeyond = (requested: number, answered: number): number =>
  Math.max(0, Math.floor((answered - requested) / pointsPerToken));

/** Keys of the answer under which the schema is told: introspection has a price of its own, and reads no rows. */
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
