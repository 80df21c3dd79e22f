// Lists of graphs that are too long to be parsed at once. Responses to equal requests share a list, whose slices are
// parsed once.
import { LRUCache } from 'lru-cache';
import type { AnswerForm } from '../../../graphql/context';
import { nextTurn } from '../../../platform/threads/event-loop';
import type { Slices } from './graph-answers';
import { toMembers, type GraphKey, type Member } from './graph-keys';

/** A slice of a list: its JSON, or its parsed items as members of one graph. */
type Slice = { readonly text: string } | { readonly graph: string; readonly items: readonly Member[] };
export interface SharedList {
  readonly lengths: readonly number[];
  readonly slices: Slice[];
}

/** Lists to which a response still refers, by query. Equal requests share a list. */
const lists = new LRUCache<string, WeakRef<SharedList>>({ max: 1_000 });
const sharedLists = new WeakMap<AnswerForm, readonly SharedList[]>();
const listsOf = new WeakMap<Slices, SharedList>();

/** Prevents garbage collection of the list as long as the response exists. */
export const keepList = (answer: AnswerForm, list: SharedList): void =>
  void sharedLists.set(answer, [...(sharedLists.get(answer) ?? []), list]);

/** The list of a query, if a response still refers to it. */
export const findList = (name: string): SharedList | undefined => lists.get(name)?.deref();

/** The list for these slices. All readers of the same slices get the same list, so that each slice is parsed once. */
export function listOf(slices: Slices, name: string): SharedList {
  const list = listsOf.get(slices) ?? { lengths: slices.lengths, slices: slices.texts.map((text) => ({ text })) };
  listsOf.set(slices, list);
  lists.set(name, new WeakRef(list));
  return list;
}

/**
 * The parsed items of slice `at`, with the key of their graph. Items that were just parsed are shared with no other
 * graph, so they are changed in place.
 */
function membersAt({ slices }: SharedList, at: number, key: GraphKey): readonly Member[] {
  const slice = slices[at]!;
  if (!('text' in slice)) return slice.graph === key.text ? slice.items : toMembers(key, slice.items);
  const items = (JSON.parse(slice.text) as { id: string }[]).map((item) => Object.assign(item, { graph: key.text }));
  slices[at] = { graph: key.text, items };
  return items;
}

/**
 * A promise for each item of the list, with the key of its graph. The slices are parsed one by one, each in a turn of
 * the event loop.
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
 * All items of the list, with the key of their graph. The slices are parsed one by one, each in a turn of the event
 * loop.
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
