// Parses the lists of inventories. Rows and lists that have not changed since the last state of a network are the same
// objects as before, so that whatever was computed from them is reused.
import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { requireServiceDefinition } from '../../inventory';
import { isSame } from '../graph/diff';
import type { Inventory, InventoryService } from '../graph/inventory';
import type { ListName, NetworkInventory } from './inventory-lists.sql';
import { listNames } from './inventory-patch';
import type { InventoryText } from './network-inventory.sql';

/**
 * A list as PostgreSQL sends it: for each column, its values in the order of the rows. Null if the list has no rows.
 */
export type ListColumns = Readonly<Record<string, readonly unknown[] | null>>;

interface Row {
  readonly id: string;
}
type Rows = readonly Row[];

/** One list of a network's inventory, which is sent to a worker thread while PostgreSQL still sends the other lists. */
export interface ListAhead {
  readonly state: string;
  readonly name: ListName;
  /** The list as JSON of `ListColumns`. */
  readonly text: string;
}

/**
 * A thread parses lists of an inventory while PostgreSQL still sends its other lists. The thread keeps such lists for
 * at most this number of inventories.
 */
const mostAhead = 2;
const ahead = new LRUCache<string, Partial<Record<ListName, Rows>>>({ max: mostAhead });

/** A job of a worker thread: parses one list of an inventory while PostgreSQL still sends the other lists. */
export function readAhead({ state, name, text }: ListAhead): void {
  ahead.set(state, { ...ahead.get(state), [name]: parseList(name, text) });
}

/**
 * The inventory of a state that was read from the database: the lists that `readAhead` has parsed, and the other lists
 * of `rows`.
 */
export function parseInventory(
  state: string,
  { rows, spans }: Pick<InventoryText, 'rows'> & Partial<Pick<InventoryText, 'spans'>>,
): Inventory {
  const read = ahead.get(state) ?? {};
  ahead.set(state, {});
  const network = state.slice(0, state.indexOf(' '));
  const whole = spans ? undefined : (JSON.parse(textOf(rows)) as Record<ListName, ListColumns>);
  const lists = listNames.map((name) => {
    const place = `${network} ${name}`;
    const list = read[name] ?? (whole && rowsOf(name, whole[name]));
    return [name, list ? sharedRows(place, list) : parseShared(place, name, rows.subarray(...spans![name]!))];
  });
  return Object.fromEntries(lists) as object as Inventory;
}

/**
 * The last rows of each list of a network. References are weak: the rows live as long as a cache has their state, and
 * are shared until then.
 */
const lastRows = new LRUCache<string, WeakRef<Rows>>({ max: 10_000 });
/** Digests of the JSON of lists, by which an unchanged list is recognized without parsing it. */
const digests = new WeakMap<Rows, string>();

function parseShared(place: string, name: ListName, bytes: Uint8Array): Rows {
  const digest = hash('sha256', bytes, 'base64');
  const last = lastRows.get(place)?.deref();
  if (last && digests.get(last) === digest) return last;
  const rows = sharedRows(place, parseList(name, textOf(bytes)));
  digests.set(rows, digest);
  return rows;
}

/** The rows, of which those that equal a row of the last state are the objects of that state. */
function sharedRows(place: string, read: Rows): Rows {
  const last = lastRows.get(place)?.deref() ?? [];
  let at = 0;
  let sharedCount = 0;
  // Both lists are ordered by id.
  const rows = read.map((row) => {
    while (at < last.length && last[at]!.id < row.id) at += 1;
    const lastRow = last[at];
    if (!lastRow || !isSame(lastRow, row)) return row;
    sharedCount += 1;
    return lastRow;
  });
  const shared = sharedCount === last.length && sharedCount === rows.length ? last : rows;
  lastRows.set(place, new WeakRef(shared));
  return shared;
}

const textOf = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString();
const parseList = (name: ListName, text: string): Rows => rowsOf(name, JSON.parse(text) as ListColumns);

function rowsOfColumns(columns: ListColumns): Record<string, unknown>[] {
  const names = Object.keys(columns);
  // All rows are copies of one object, so that all of them have the same layout in memory.
  const empty = Object.fromEntries(names.map((name) => [name, null]));
  const rows = (columns.id ?? []).map((): Record<string, unknown> => ({ ...empty }));
  for (const name of names) {
    const values = columns[name] ?? [];
    for (let at = 0; at < rows.length; at += 1) rows[at]![name] = values[at];
  }
  return rows;
}

/** The rows of a list. Each service gets `software`, the facts of its service definition such as name and category. */
function rowsOf(name: ListName, columns: ListColumns): Rows {
  const rows = rowsOfColumns(columns) as object as Rows;
  return name === 'services' ? (rows as NetworkInventory['services']).map(withSoftware) : rows;
}

export function withSoftware({
  serviceDefinition,
  ...service
}: NetworkInventory['services'][number]): InventoryService {
  const { id, name, category, icon, isHypervisor, isContainerRuntime, isGateway } =
    requireServiceDefinition(serviceDefinition);
  const software = { definition: id, name, category, icon, isHypervisor, isContainerRuntime, isGateway };
  return { ...service, software };
}
