// Reads and caches the states of networks, from which graphs are built. Of a large network whose state is known, only
// the changed rows are read.
import { LRUCache } from 'lru-cache';
import type { GraphqlContext } from '../../../graphql/context';
import { sizedCache, singleFlight } from '../../../platform/threads/bounded-cache';
import { closedInstant } from '../../../data/tenancy/change-times';
import type { TenantSql } from '../../../data/tenancy/scoped-sql';
import { threadName, type StatePatch, type StateSource } from './drawn-inventory';
import { joinPatches, sizeOfPatch, patchTexts, type InventoryPatch } from './inventory-patch';
import type { ListAhead } from './inventory-rows';
import { readChangeToken, readInventory, type OnList, type ReadMark } from './network-inventory.sql';
import { mostRows, readPastPatch, readPatch } from './network-patch.sql';

export interface StateContext {
  readonly sql: TenantSql;
}
export interface NetworkState extends StateSource {
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
export const largeBytes = 330_000;
const knownBytes = 256_000_000;

/**
 * Maximum age, in milliseconds, of a cached state that is updated by reading only the later changes. Deleted rows are
 * found in the history, which keeps them for longer than this.
 */
const followedMs = 600_000;

const networkStates = sizedCache<NetworkState>(knownBytes, ({ rows }) => rows.byteLength);

/** A past state, without the rows of the later state that it patches. */
interface PastState extends Pick<NetworkState, 'since'> {
  readonly later: string;
  readonly patch: StatePatch;
}
const pastCharacters = 32_000_000;
const sizeOfTexts = (texts: object): number =>
  Object.values(texts).reduce((sum: number, text: string) => sum + text.length, 0);
const pastStates = sizedCache<PastState>(pastCharacters, ({ patch }) => sizeOfTexts(patch.lists));

function cachedState(state: string): NetworkState | undefined {
  const past = pastStates.get(state);
  const later = past && networkStates.get(past.later);
  return later ? patchedBy(later, { ...past, state }) : networkStates.get(state);
}

const patchedBy = (
  { rows, spans }: NetworkState,
  { state, since, patch }: Pick<PastState, 'since' | 'patch'> & { readonly state: string },
): NetworkState => ({ state, since, patch, rows, ...(spans && { spans }) });

/** For each network id: the name of the last state that was read, and whether the network is large. */
const latest = new LRUCache<string, Pick<NetworkState, 'state'> & { readonly isLarge: boolean }>({ max: 10_000 });
const loading = singleFlight<NetworkState | undefined>();
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
 * A replacement for `singleFlight` that does not let concurrent callers share one run. A caller inside a transaction
 * holds a database connection, so it must not wait for another caller, which may itself be waiting for a connection.
 */
const alone: SingleFlight = (_key, work) => work();

/** Reads the state of a network on the caller's own connection, without waiting for other callers. */
export const stateAlone = (context: StateContext, networkId: string) =>
  loadState(context, networkId, alone, () => readWhole(context.sql, networkId));

/**
 * Returns a function that receives each list of an inventory when PostgreSQL has produced it. In a large network
 * (`largeBytes`), it passes the lists to a worker thread, which parses them while PostgreSQL produces the others.
 */
function aheadIn(workers: GraphqlContext['workers'], networkId: string): OnList {
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

/**
 * The state of a network, now or at the instant of `sql`. Concurrent callers share one read. Undefined if the viewer may
 * not read the network.
 */
export const sharedState = ({ sql, workers }: StateContext & Pick<GraphqlContext, 'workers'>, networkId: string) =>
  loadState({ sql }, networkId, loading, (sql) => follow(sql, networkId, aheadIn(workers, networkId)));

async function loadState(
  { sql }: StateContext,
  networkId: string,
  load: SingleFlight,
  read: (sql: TenantSql) => ReturnType<SingleFlight>,
): ReturnType<SingleFlight> {
  const changeToken = await changeTokenOf(sql, networkId);
  if (changeToken === undefined) return undefined;
  const state = stateOf(networkId, changeToken);
  return (
    cachedState(state) ??
    load(state, async () => {
      const readState = await read(sql);
      if (readState && !readState.patch?.isPast) networkStates.set(readState.state, readState);
      return readState;
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
 * since the past instant, if these changes can be read; otherwise reads all rows.
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

/**
 * The state with all changes up to `closedUntil`. Undefined if the changes cannot be read, or if there are too many.
 */
async function patchState(
  known: NetworkState,
  sql: TenantSql,
  networkId: string,
  closedUntil: Date,
): Promise<NetworkState | undefined> {
  const { state, rows, spans, since, mark, changes, patch } = known;
  if (!mark || since.getTime() < Date.now() - followedMs) return undefined;
  const read = await readPatch(sql, networkId, mark, closedUntil);
  if (!read) return undefined;
  const newState = stateOf(networkId, read.changeToken);
  if (newState === state) return { ...known, mark: read.mark };
  const all = changes ? joinPatches(changes, read.patch) : read.patch;
  if (sizeOfPatch(all) > mostRows) return undefined;
  return {
    ...{ state: newState, rows, spans, since: new Date(), mark: read.mark, changes: all },
    patch: { base: patch?.base ?? state, lists: patchTexts(all) },
  };
}

/**
 * The cached state of a large network, with all changes up to the instant `at`. Undefined if no state is cached, or if
 * the changes cannot be read.
 */
async function stateUpTo(at: Date, sql: TenantSql, networkId: string): Promise<NetworkState | undefined> {
  const last = latest.get(networkId);
  const known = last?.isLarge ? networkStates.get(last.state) : undefined;
  if (!known?.mark || known.mark.closed >= at) return known;
  const closedUntil = await closedInstant(sql, networkId);
  const newer = closedUntil < at ? undefined : await patchState(known, sql, networkId, closedUntil);
  if (!newer) return undefined;
  networkStates.set(newer.state, newer);
  latest.set(networkId, { state: newer.state, isLarge: true });
  return newer;
}

/**
 * The state of a large network at a past instant: the latest cached state, in which the rows that have changed since
 * the instant get their values at the instant. Undefined if there is no cached state, or if changes cannot be read.
 */
async function pastState(sql: TenantSql & { readonly at: Date }, networkId: string): Promise<NetworkState | undefined> {
  const { at, ...presentSql } = sql;
  const later = await stateUpTo(at, presentSql, networkId);
  const read = later?.mark && (await readPastPatch(sql, networkId, later.mark));
  if (!read) return undefined;
  const { changes, patch, state } = later;
  const lists = patchTexts(changes ? joinPatches(changes, read.patch) : read.patch);
  const past: PastState = {
    ...{ later: state, since: new Date() },
    patch: { base: patch?.base ?? state, lists, isPast: true },
  };
  const name = stateOf(networkId, read.changeToken);
  pastStates.set(name, past);
  return patchedBy(later, { ...past, state: name });
}

const stateOf = (networkId: string, instant: string): string => `${networkId} ${instant}`;
