// Networks as they were read a moment ago: asked again as long as they have not changed, large ones in worker threads.
import { LRUCache } from 'lru-cache';
import { RawJson } from '../../../graphql/jit/raw-json';
import type { AnswerForm, GraphqlContext } from '../../../graphql/context';
import { placeForLarge } from '../../../graphql/large-answers/large-answer';
import { nextTurn } from '../../../platform/threads/event-loop';
import { sizedCache, singleFlight } from '../../../platform/threads/bounded-cache';
import { closedInstant } from '../../../data/tenancy/change-times';
import type { TenantSql } from '../../../data/tenancy/scoped-sql';
import { registryTag } from '../../inventory';
import type { RequestOptions } from '../graph/options';
import { threadOf, type GraphSource, type ListAhead } from './drawn-inventory';
import { askGraph, type AnswerTo, type ArgsOf, type Question, type Slices } from './graph-answers';
import { membersOf, type GraphKey, type GraphMember, type Member } from './graph-keys';
import { joinPatches, sizeOfPatch, textsOf, type InventoryPatch } from './inventory-patch';
import { readChangeToken, readInventory, type OnList, type ReadMark } from './network-inventory.sql';
import { mostRows, readPatch } from './network-patch.sql';

export interface StateContext {
  readonly sql: TenantSql;
}
export type GraphContext = Pick<GraphqlContext, 'workers' | 'answer' | 'audience'> & StateContext;
/** Questions that are answered with a list. */
type ListQuestion = { [Q in Question]: AnswerTo<Q> extends readonly unknown[] ? Q : never }[Question];
type ItemOf<Q extends ListQuestion> = AnswerTo<Q> extends readonly (infer Item)[] ? Item : never;

type MembersOf<Q extends ListQuestion> = (GraphMember<ItemOf<Q>> | Promise<GraphMember<ItemOf<Q>>>)[];

/** One state of a network under some options. */
export interface DrawnNetwork {
  /** When this state was first read. */
  readonly since: Date;
  readonly source: GraphSource;
  /** Drawn in worker threads only. */
  readonly isLarge: boolean;
  ask<Q extends Question>(question: Q, args: ArgsOf<Q>): Promise<AnswerTo<Q>>;
  /**
   * The items of the answer as members of the graph of this key. Where each takes long, those of a large network come slice
   * by slice, with room for other work in between: only there is a promise for each worth its price.
   */
  members<Q extends ListQuestion>(
    key: GraphKey,
    question: Q,
    args: ArgsOf<Q>,
    takesLong: boolean,
  ): Promise<MembersOf<Q>>;
  /** The answer for a field of type JSON, or what stands for its text. */
  json<Q extends Question>(question: Q, args: ArgsOf<Q>): object | RawJson;
  /** A text that is made of this state, once for all who ask for it. */
  text(name: string, args: unknown, make: () => Promise<string>): Promise<string>;
}

export interface NetworkState extends Omit<GraphSource, 'options'> {
  readonly since: Date;
  /** What has changed since the rows were read, and when it was read: absent where that is not followed. */
  readonly changes?: InventoryPatch;
  readonly mark?: ReadMark;
}

/** Networks whose rows take more than this are drawn in worker threads: below it, a view takes some milliseconds. */
const largeBytes = 500_000;
const knownBytes = 256_000_000;
const textCharacters = 64_000_000;

/** A state is changed into a later one for so long: history keeps longer what its transactions have ended. */
const followedMs = 600_000;

const known = sizedCache<NetworkState>(knownBytes, ({ rows }) => rows.byteLength);
/** Network → its last state. */
const latest = new LRUCache<string, Pick<NetworkState, 'state'> & { readonly isLarge: boolean }>({ max: 10_000 });
const loading = singleFlight<NetworkState | undefined>();
const asking = singleFlight<unknown>();
const written = sizedCache<string>(textCharacters, ({ length }) => length);

/** Undefined when the network is out of reach: that is asked of the database every time, cached or not. */
export async function drawNetwork(
  context: GraphContext,
  networkId: string,
  options: RequestOptions,
): Promise<DrawnNetwork | undefined> {
  const state = await presentState(context, networkId, loading, (sql) =>
    follow(sql, networkId, aheadIn(context.workers, networkId)),
  );
  return state && drawnNetwork(state, options, context);
}

const tokens = new WeakMap<TenantSql, ReturnType<typeof singleFlight<string | undefined>>>();
/** Read once for all graphs of a network that an answer asks for at the same time. */
function changeTokenOf(sql: TenantSql, networkId: string): Promise<string | undefined> {
  const reading = tokens.get(sql) ?? singleFlight<string | undefined>();
  tokens.set(sql, reading);
  return reading(networkId, () => readChangeToken(sql, networkId));
}

type SingleFlight = typeof loading;
/** For callers that hold a connection and must not wait for others, who may wait for one. */
const alone: SingleFlight = (_key, work) => work();

/** The network's state on a connection of the reader's own. */
export const stateAlone = (context: StateContext, networkId: string) =>
  presentState(context, networkId, alone, () => readWhole(context.sql, networkId));

/** Once a network is known to be large its thread reads the lists that there are, while PostgreSQL still makes the others. */
function aheadIn(workers: GraphContext['workers'], networkId: string): OnList {
  const waiting: ListAhead[] = [];
  let characters = 0;
  return (changeToken, name, text) => {
    const state = stateOf(networkId, changeToken);
    characters += text.length;
    waiting.push({ state, name, text });
    if (characters <= largeBytes) return;
    // What fails here is read when it is needed, and fails there.
    for (const list of waiting.splice(0)) workers.run('readAhead', list, threadOf({ state })).catch(() => undefined);
  };
}

/** Readers who find the same change at the same moment load it once. */
async function presentState(
  { sql }: StateContext,
  networkId: string,
  load: SingleFlight,
  read: (sql: TenantSql) => ReturnType<SingleFlight>,
): ReturnType<SingleFlight> {
  const changeToken = await changeTokenOf(sql, networkId);
  if (changeToken === undefined) return undefined;
  const state = stateOf(networkId, changeToken);
  return (
    known.get(state) ??
    load(state, async () => {
      const found = await read(sql);
      if (found) known.set(found.state, found);
      return found;
    })
  );
}

async function readWhole(
  sql: TenantSql,
  networkId: string,
  asked?: Parameters<typeof readInventory>[2],
): Promise<NetworkState | undefined> {
  const found = await readInventory(sql, networkId, asked);
  if (!found) return undefined;
  const { changeToken, rows, mark } = found;
  return { state: stateOf(networkId, changeToken), rows, since: new Date(), ...(mark && { mark }) };
}

/** The present state, that of a large network from an earlier one by what has changed since, if that is certain. */
async function follow(sql: TenantSql, networkId: string, onList: OnList): Promise<NetworkState | undefined> {
  if (sql.at) return readWhole(sql, networkId, { onList });
  const last = latest.get(networkId);
  const found = last?.isLarge
    ? await followLarge(sql, networkId, last.state, onList)
    : await readWhole(sql, networkId, { onList });
  if (found) latest.set(networkId, { state: found.state, isLarge: found.rows.byteLength > largeBytes });
  return found;
}

async function followLarge(
  sql: TenantSql,
  networkId: string,
  last: string,
  onList: OnList,
): Promise<NetworkState | undefined> {
  const before = known.get(last);
  const closed = await closedInstant(sql, networkId);
  return (before && (await changed(before, sql, networkId, closed))) ?? readWhole(sql, networkId, { closed, onList });
}

async function changed(
  { state, rows, since, mark, changes, patch }: NetworkState,
  sql: TenantSql,
  networkId: string,
  closed: Date,
): Promise<NetworkState | undefined> {
  if (!mark || since.getTime() < Date.now() - followedMs) return undefined;
  const read = await readPatch(sql, networkId, mark, closed);
  if (!read) return undefined;
  const all = changes ? joinPatches(changes, read.patch) : read.patch;
  if (sizeOfPatch(all) > mostRows) return undefined;
  return {
    ...{ state: stateOf(networkId, read.changeToken), rows, since: new Date(), mark: read.mark, changes: all },
    patch: { base: patch?.base ?? state, lists: textsOf(all) },
  };
}

/** What a network was at one instant: a change of it gives another name. */
const stateOf = (networkId: string, instant: string): string => `${networkId} ${instant}`;

export function drawnNetwork(
  { state, rows, since, patch }: NetworkState,
  options: RequestOptions,
  context: GraphContext,
): DrawnNetwork {
  const source: GraphSource = { state, rows, options, ...(patch && { patch }) };
  const { workers, answer } = context;
  const isLarge = source.rows.byteLength > largeBytes;
  const keyOf = (question: string, args: unknown): string =>
    [source.state, registryTag, question, JSON.stringify(args), JSON.stringify(source.options)].join(' ');
  /** Who asks the same at the same moment shares the answer. */
  const inWorker = <T>(job: 'askGraph' | 'sliceGraph' | 'writeGraph', question: Question, args: unknown): Promise<T> =>
    asking(`${job} ${keyOf(question, args)}`, () =>
      // The arguments are those of the question, which is one of several here.
      workers.run(job, { source, question, args: args as never }, threadOf(source)),
    ) as Promise<T>;
  const network: DrawnNetwork = {
    ...{ since, source, isLarge },
    async text(name, args, make) {
      const key = keyOf(name, args);
      const text = written.get(key) ?? ((await asking(key, make)) as string);
      written.set(key, text);
      answer.isLarge ||= text.length > largeBytes;
      return text;
    },
    async ask<Q extends Question>(question: Q, args: ArgsOf<Q>) {
      if (!isLarge) return askGraph({ source, question, args }) as AnswerTo<Q>;
      if (question !== 'export') return inWorker<AnswerTo<Q>>('askGraph', question, args);
      // A text, as the answer to `export` is.
      return (await network.text(question, args, () => inWorker<string>('askGraph', question, args))) as never;
    },
    // Which question it is, and so which members, the caller knows.
    async members(key, question, args, takesLong) {
      if (!isLarge) return membersOf(key, askGraph({ source, question, args }) as readonly Member[]) as never;
      answer.isLarge = true;
      await placeForLarge(context);
      const name = keyOf(question, args);
      const list = lists.get(name)?.deref() ?? listOf(await inWorker<Slices>('sliceGraph', question, args), name);
      held.set(answer, [...(held.get(answer) ?? []), list]);
      // Who shared the answer would otherwise all go on in one turn.
      await nextTurn();
      return (takesLong ? inSlices(list, key) : whole(list, key)) as never;
    },
    json(question, args) {
      if (!isLarge) return askGraph({ source, question, args }) as object;
      answer.isLarge = true;
      return new RawJson({
        key: keyOf(question, args),
        read: async () => [await inWorker<Uint8Array>('writeGraph', question, args)],
      });
    },
  };
  return network;
}

/** A slice of a list: its JSON, or the items that were read from it, as members of a graph. */
type Slice = { readonly text: string } | { readonly graph: string; readonly items: readonly Member[] };
interface SharedList {
  readonly lengths: readonly number[];
  readonly slices: Slice[];
}

/** Lists that an answer still holds, for all who ask for the same. */
const lists = new LRUCache<string, WeakRef<SharedList>>({ max: 1_000 });
const held = new WeakMap<AnswerForm, readonly SharedList[]>();
const listsOf = new WeakMap<Slices, SharedList>();

/** One for all who were given the same slices. */
function listOf(slices: Slices, name: string): SharedList {
  const list = listsOf.get(slices) ?? { lengths: slices.lengths, slices: slices.texts.map((text) => ({ text })) };
  listsOf.set(slices, list);
  lists.set(name, new WeakRef(list));
  return list;
}

/** What has just been read is nobody else's yet, and need not be copied to become members. */
function membersAt({ slices }: SharedList, at: number, key: GraphKey): readonly Member[] {
  const slice = slices[at]!;
  if (!('text' in slice)) return slice.graph === key.text ? slice.items : membersOf(key, slice.items);
  const items = (JSON.parse(slice.text) as { id: string }[]).map((item) => Object.assign(item, { graph: key.text }));
  slices[at] = { graph: key.text, items };
  return items;
}

function inSlices(list: SharedList, key: GraphKey): Promise<Member>[] {
  let turn: Promise<unknown> = Promise.resolve();
  return list.lengths.flatMap((length, at) => {
    const slice = turn.then(() => nextTurn()).then(() => membersAt(list, at, key));
    turn = slice;
    return Array.from({ length }, (_, index) => slice.then((items) => items[index]!));
  });
}

async function whole(list: SharedList, key: GraphKey): Promise<Member[]> {
  const members: (readonly Member[])[] = [];
  for (const at of list.lengths.keys()) {
    await nextTurn();
    members.push(membersAt(list, at, key));
  }
  await nextTurn();
  return members.flat();
}
