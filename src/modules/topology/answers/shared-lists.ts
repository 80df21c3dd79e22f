// Lists that are too long to be parsed at once, such as the nodes of a large graph. They are parsed in slices.
// Responses to equal requests share a list, so that each slice is parsed once.
import { LRUCache } from 'lru-cache';
import type { AnswerForm } from '../../../graphql/context';
import { nextTurn } from '../../../platform/threads/event-loop';
import type { Slices } from './graph-answers';
import { toMembers, type GraphKey, type Member } from './graph-keys';

/** A part of a list: first its JSON text, later its parsed items with the key of their graph. */
type Slice = { readonly text: string } | { readonly graph: string; readonly items: readonly Member[] };
export interface SharedList {
  readonly lengths: readonly number[];
  readonly slices: Slice[];
}

/**
 * Lists by query. Only weak references are stored, so a list stays in this cache only as long as a response uses it.
 */
const lists = new LRUCache<string, WeakRef<SharedList>>({ max: 1_000 });
const sharedLists = new WeakMap<AnswerForm, readonly SharedList[]>();
const listsOf = new WeakMap<Slices, SharedList>();

/** Keeps the list in memory as long as the response exists. */
export const keepList = (answer: AnswerForm, list: SharedList): void =>
  void sharedLists.set(answer, [...(sharedLists.get(answer) ?? []), list]);

/** The list of an equal query, if a response still uses it. */
export const findList = (name: string): SharedList | undefined => lists.get(name)?.deref();

/** The list for the slices of a query. The same slices give the same list, so that they are parsed once. */
export function listOf(slices: Slices, name: string): SharedList {
  const list = listsOf.get(slices) ?? { lengths: slices.lengths, slices: slices.texts.map((text) => ({ text })) };
  listsOf.set(slices, list);
  lists.set(name, new WeakRef(list));
  return list;
}

/**
 * The items of slice `at`, with the key of their graph. Items that were just parsed get the key without being copied,
 * because nobody else uses them yet.
 */
function membersAt({ slices }: SharedList, at: number, key: GraphKey): readonly Member[] {
  const slice = slices[at]!;
  if (!('text' in slice)) return slice.graph === key.text ? slice.items : toMembers(key, slice.items);
  const items = (JSON.parse(slice.text) as { id: string }[]).map((item) => Object.assign(item, { graph: key.text }));
  slices[at] = { graph: key.text, items };
  return items;
}

/**
 * A promise for each item of the list. Other requests run between the slices, because each slice is parsed in a turn of
 * the event loop of its own.
 */
export function inSlices(list: SharedList, key: GraphKey): Promise<Member>[] {
  let turn: Promise<unknown> = Promise.resolve();
  return list.lengths.flatMap((length, at) => {
    const slice = turn.then(() => nextTurn()).then(() => membersAt(list, at, key));
    turn = slice;
    return Array.from({ length }, (_, index) => slice.then((items) => items[index]!));
  });
}

/**
 * All items of the list. Other requests run between the slices, because each slice is parsed in a turn of the event
 * loop of its own.
 */
export async function whole(list: SharedList, key: GraphKey): Promise<Member[]> {
  const members: (readonly Member[])[] = [];
  for (const at of list.lengths.keys()) {
    await nextTurn();
    members.push(membersAt(list, at, key));
  }
  await nextTurn();
  return members.flat();
}
