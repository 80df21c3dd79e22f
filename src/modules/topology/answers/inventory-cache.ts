// Caches the inventories of networks until the networks change. Large networks are processed in worker threads.
import { LRUCache } from 'lru-cache';
import { RawJson } from '../../../graphql/jit/raw-json';
import type { GraphqlContext } from '../../../graphql/context';
import { placeForLarge } from '../../../graphql/large-answers/large-answer';
import { isTurnSpent, nextTurn } from '../../../platform/threads/event-loop';
import { sizedCache, singleFlight } from '../../../platform/threads/bounded-cache';
import { closedInstant } from '../../../data/tenancy/change-times';
import type { TenantSql } from '../../../data/tenancy/scoped-sql';
import { registryTag } from '../../inventory';
import type { RequestOptions } from '../graph/options';
import { threadName, type GraphSource, type ListAhead } from './drawn-inventory';
import { askGraph, type AnswerTo, type ArgsOf, type Question, type Slices } from './graph-answers';
import { toMembers, type GraphKey, type GraphMember, type Member } from './graph-keys';
import { joinPatches, sizeOfPatch, patchTexts, type InventoryPatch } from './inventory-patch';
import { readChangeToken, readInventory, type OnList, type ReadMark } from './network-inventory.sql';
import { mostRows, readPastPatch, readPatch } from './network-patch.sql';
import { findList, inSlices, keepList, listOf, whole } from './shared-lists';

export interface StateContext {
  readonly sql: TenantSql;
}
export type GraphContext = Pick<GraphqlContext, 'workers' | 'answer' | 'audience' | 'payer'> & StateContext;
type ListQuestion = { [Q in Question]: AnswerTo<Q> extends readonly unknown[] ? Q : never }[Question];
type ItemOf<Q extends ListQuestion> = AnswerTo<Q> extends readonly (infer Item)[] ? Item : never;

type MembersOf<Q extends ListQuestion> = (GraphMember<ItemOf<Q>> | Promise<GraphMember<ItemOf<Q>>>)[];

/** One state of a network with the options by which its graphs are drawn, and functions that query these graphs. */
export interface DrawnNetwork {
  /** The time at which this state of the network was first read. */
  readonly since: Date;
  readonly source: GraphSource;
  /** Whether the network's graphs are built in worker threads only. */
  readonly isLarge: boolean;
  ask<Q extends Question>(question: Q, args: ArgsOf<Q>): Promise<AnswerTo<Q>>;
  /**
   * Runs a query and returns the items of its result as GraphQL objects with the key of their graph. If the result of a
   * large network is expensive to convert (`takesLong`), returns promises, so that other requests run between the
   * conversions.
   */
  members<Q extends ListQuestion>(
    key: GraphKey,
    question: Q,
    args: ArgsOf<Q>,
    takesLong: boolean,
  ): Promise<MembersOf<Q>>;
  /**
   * The result for a field of the GraphQL type JSON. For a large network it is a `RawJson`, which a worker thread
   * writes.
   */
  json<Q extends Question>(question: Q, args: ArgsOf<Q>): object | RawJson;
  /** A text that `make` computes from this state and that is cached. Concurrent callers share one computation. */
  text(name: string, args: unknown, make: () => Promise<string>): Promise<string>;
}

export interface NetworkState extends Omit<GraphSource, 'options'> {
  readonly since: Date;
  /**
   * The state is that of `rows` with all later `changes`. The next update reads the changes after `mark`, the moment of
   * the last read. If `mark` is undefined, later changes cannot be found, and all rows are read.
   */
  readonly changes?: InventoryPatch;
  readonly mark?: ReadMark;
}

/**
 * Size in bytes of JSON above which a network is processed in worker threads. Below this size, building a view takes a
 * few milliseconds.
 */
const largeBytes = 500_000;
/**
 * Size in bytes of JSON above which a past state is processed in worker threads. A past state is rarely requested
 * twice, so almost every request parses one. To keep the main thread free, the limit is lower than for the present.
 */
const largePastBytes = 50_000;
const knownBytes = 256_000_000;
const textCharacters = 64_000_000;

/**
 * Maximum age, in milliseconds, of a cached state that is updated by reading only the later changes. Deleted rows are
 * found in the history, which keeps them for longer than this.
 */
const followedMs = 600_000;

const networkStates = sizedCache<NetworkState>(knownBytes, ({ rows }) => rows.byteLength);
/** The last known state of each network, by network id. */
const latest = new LRUCache<string, Pick<NetworkState, 'state'> & { readonly isLarge: boolean }>({ max: 10_000 });
const loading = singleFlight<NetworkState | undefined>();
const flight = singleFlight<unknown>();
const cachedTexts = sizedCache<string>(textCharacters, ({ length }) => length);

/**
 * Loads a network, from which graphs are built; undefined if the network is out of reach. The database checks the
 * caller's access on every call, even if the network is cached.
 */
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
/**
 * The change token of a network, which changes with each change of the network. It is read once for all graphs of a
 * request.
 */
function changeTokenOf(sql: TenantSql, networkId: string): Promise<string | undefined> {
  const reading = tokens.get(sql) ?? singleFlight<string | undefined>();
  tokens.set(sql, reading);
  return reading(networkId, () => readChangeToken(sql, networkId));
}

type SingleFlight = typeof loading;
/**
 * The alternative to `singleFlight`, in which concurrent callers share one run. A caller inside a transaction holds a
 * database connection. It must not wait for another caller, which may itself be waiting for a connection.
 */
const alone: SingleFlight = (_key, work) => work();

/** Reads the state of a network on the caller's own connection, without waiting for other callers. */
export const stateAlone = (context: StateContext, networkId: string) =>
  presentState(context, networkId, alone, () => readWhole(context.sql, networkId));

/**
 * Returns a function that receives each list of an inventory when PostgreSQL has produced it. In a large network
 * (`largeBytes`), it passes the lists to a worker thread, which parses them while PostgreSQL produces the others.
 */
function aheadIn(workers: GraphContext['workers'], networkId: string): OnList {
  const pendingLists: ListAhead[] = [];
  let characters = 0;
  return (changeToken, name, text) => {
    const state = stateOf(networkId, changeToken);
    characters += text.length;
    pendingLists.push({ state, name, text });
    if (characters <= largeBytes) return;
    // If parsing ahead fails, the list is parsed when the inventory is needed, so the error is ignored.
    for (const list of pendingLists.splice(0))
      workers.run('readAhead', list, threadName({ state })).catch(() => undefined);
  };
}

/** The present state of a network. Concurrent readers of one state load it once. */
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
    networkStates.get(state) ??
    load(state, async () => {
      const wholeState = await read(sql);
      if (wholeState) networkStates.set(wholeState.state, wholeState);
      return wholeState;
    })
  );
}

async function readWhole(
  sql: TenantSql,
  networkId: string,
  readOptions?: Parameters<typeof readInventory>[2],
): Promise<NetworkState | undefined> {
  const inventoryRows = await readInventory(sql, networkId, readOptions);
  if (!inventoryRows) return undefined;
  const { changeToken, rows, spans, mark } = inventoryRows;
  return { state: stateOf(networkId, changeToken), rows, spans, since: new Date(), ...(mark && { mark }) };
}

/**
 * Reads the state of a network. For a large network, applies the changes since an earlier state, or undoes the changes
 * since the past instant, if all of these changes are known; otherwise reads all rows.
 */
async function follow(sql: TenantSql, networkId: string, onList: OnList): Promise<NetworkState | undefined> {
  const { at } = sql;
  if (at) return (await pastState({ ...sql, at }, networkId)) ?? readWhole(sql, networkId, { onList });
  const last = latest.get(networkId);
  const followedState =
    last && !last.isLarge
      ? await readWhole(sql, networkId, { onList })
      : await followLarge(sql, networkId, last?.state, onList);
  if (followedState)
    latest.set(networkId, { state: followedState.state, isLarge: followedState.rows.byteLength > largeBytes });
  return followedState;
}

async function followLarge(
  sql: TenantSql,
  networkId: string,
  last: string | undefined,
  onList: OnList,
): Promise<NetworkState | undefined> {
  const before = last === undefined ? undefined : networkStates.get(last);
  const closedUntil = await closedInstant(sql, networkId);
  return (
    (before && (await patchState(before, sql, networkId, closedUntil))) ??
    readWhole(sql, networkId, { closed: closedUntil, onList })
  );
}

async function patchState(
  { state, rows, spans, since, mark, changes, patch }: NetworkState,
  sql: TenantSql,
  networkId: string,
  closedUntil: Date,
): Promise<NetworkState | undefined> {
  if (!mark || since.getTime() < Date.now() - followedMs) return undefined;
  const read = await readPatch(sql, networkId, mark, closedUntil);
  if (!read) return undefined;
  const all = changes ? joinPatches(changes, read.patch) : read.patch;
  if (sizeOfPatch(all) > mostRows) return undefined;
  return {
    ...{ state: stateOf(networkId, read.changeToken), rows, spans, since: new Date(), mark: read.mark, changes: all },
    patch: { base: patch?.base ?? state, lists: patchTexts(all) },
  };
}

/**
 * The state of a large network at a past instant: its last known state, with the rows that have changed since the
 * instant as they were then. Undefined if the last known state is not known well enough, or if too many rows have
 * changed.
 */
async function pastState(sql: TenantSql & { readonly at: Date }, networkId: string): Promise<NetworkState | undefined> {
  const last = latest.get(networkId);
  const later = last?.isLarge ? networkStates.get(last.state) : undefined;
  const read = later?.mark && (await readPastPatch(sql, networkId, later.mark));
  if (!read) return undefined;
  const { rows, spans, changes, patch, state } = later;
  const lists = patchTexts(changes ? joinPatches(changes, read.patch) : read.patch);
  return {
    ...{ state: stateOf(networkId, read.changeToken), rows, spans, since: new Date() },
    patch: { base: patch?.base ?? state, lists, isPast: true },
  };
}

const stateOf = (networkId: string, instant: string): string => `${networkId} ${instant}`;

export function drawnNetwork(
  { since, changes: _changes, mark: _mark, ...state }: NetworkState,
  options: RequestOptions,
  context: GraphContext,
): DrawnNetwork {
  const source: GraphSource = { ...state, options };
  const { workers, answer, sql } = context;
  const isLarge = source.rows.byteLength > (sql.at ? largePastBytes : largeBytes);
  const keyOf = (question: string, args: unknown): string =>
    [source.state, registryTag, question, JSON.stringify(args), JSON.stringify(source.options)].join(' ');
  /** Runs a query in a worker thread. Concurrent equal queries share one result. */
  const inWorker = <T>(job: 'askGraph' | 'sliceGraph' | 'writeGraph', question: Question, args: unknown): Promise<T> =>
    flight(`${job} ${keyOf(question, args)}`, () =>
      // The cast to `never` is needed, because `question` has a union type, with which TypeScript cannot match `args`.
      workers.run(job, { source, question, args: args as never }, threadName(source)),
    ) as Promise<T>;
  /**
   * Runs a query on the main thread. Lets other pending events run first if this turn of the event loop has taken long.
   */
  const askHere = async <Q extends Question>(question: Q, args: ArgsOf<Q>): Promise<unknown> => {
    if (isTurnSpent()) await nextTurn({ of: answer });
    return askGraph({ source, question, args });
  };
  const network: DrawnNetwork = {
    ...{ since, source, isLarge },
    async text(name, args, make) {
      const key = keyOf(name, args);
      const text = cachedTexts.get(key) ?? ((await flight(key, make)) as string);
      cachedTexts.set(key, text);
      answer.isLarge ||= text.length > largeBytes;
      return text;
    },
    async ask<Q extends Question>(question: Q, args: ArgsOf<Q>) {
      if (!isLarge) return (await askHere(question, args)) as AnswerTo<Q>;
      if (question !== 'export') return inWorker<AnswerTo<Q>>('askGraph', question, args);
      return (await network.text(question, args, () => inWorker<string>('askGraph', question, args))) as never;
    },
    // The type of the items follows from `question`, which TypeScript cannot infer. Hence the cast to `never`.
    async members(key, question, args, takesLong) {
      if (!isLarge) return toMembers(key, (await askHere(question, args)) as readonly Member[]) as never;
      answer.isLarge = true;
      await placeForLarge(context);
      const name = keyOf(question, args);
      const list = findList(name) ?? listOf(await inWorker<Slices>('sliceGraph', question, args), name);
      keepList(answer, list);
      // Many callers may wait for this list. Without this line, all of them would continue in the same turn of the
      // event loop.
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
