// Reads the whole inventory of a network by one statement, so that all lists are of the same moment. Each list is one
// row of the statement's result.
import { ownerColumnOf } from '../../../data/model/model-fields';
import { longestTransactionSeconds } from '../../../data/tenancy/change-times';
import { changeTokenOf } from '../../../data/tenancy/network-changes';
import type { TenantSql } from '../../../data/tenancy/scoped-sql';
import { tenantSafeSql } from '../../../data/tenancy/tenant-sql';
import {
  columnsSql,
  gatherAll,
  ownerValue,
  past,
  present,
  tableSources,
  type Columns,
  type Listed,
  type ListName,
  type Source,
} from './inventory-lists.sql';

const changeTokenSql = changeTokenOf('network.id');

/** SQL columns that identify the state of the network which a statement reads. */
export const stateSql = `${changeTokenSql} AS "changeToken", pg_current_snapshot()::text AS snapshot,
    CASE current_setting('transaction_isolation') WHEN 'read committed' THEN pg_postmaster_start_time()::text END AS server`;
export const networkSql = `networks network
  WHERE network.id = $1 AND network.organization_id = $2 AND network.id = ANY($3::uuid[])`;

/** The moment at which a state of a network was read, for finding later changes. */
export interface ReadMark {
  /** The PostgreSQL snapshot of the read. */
  readonly snapshot: string;
  /**
   * Start time of the database server, which identifies the server. Another server (a standby) may lack recent changes.
   */
  readonly server: string;
  /** The read contains all changes up to this instant. */
  readonly closed: Date;
}

/**
 * SQL of a list's JSON: an array of values for each column. PostgreSQL writes objects of rows more slowly, because it
 * determines the type of each of their values again.
 */
const columnListsSql = (columns: Columns): string =>
  `json_build_object(${Object.keys(columns)
    .map((name) => `'${name}', json_agg(line."${name}")`)
    .join(', ')})`;

const inventorySqlOf = (source: Source): string => {
  const rowsOf = ([name, { table, columns, joins = '' }]: readonly [string, Listed]) => `
    SELECT '${name}', ${columnListsSql(columns)} FROM (
      SELECT ${columnsSql(columns)} FROM ${source.all(table)} r ${joins}
      WHERE r.${ownerColumnOf(table)} = ${ownerValue(table)} AND EXISTS (SELECT FROM ${networkSql}) ORDER BY r.id) line`;
  const lists = Object.entries(tableSources(source, gatherAll(source)));
  return `SELECT 'state' AS name, row_to_json(state) AS text FROM (SELECT ${stateSql} FROM ${networkSql}) state
    UNION ALL ${lists.map(rowsOf).join(' UNION ALL ')}`;
};
export const presentSql = inventorySqlOf(present);
const pastSql = inventorySqlOf(past);

/** The inventory of a network as text, the form in which threads pass it to each other. */
export interface InventoryText {
  /** Identifies this state of the network. Every other state of the network has another token. */
  readonly changeToken: string;
  /** The lists of the network as JSON, each as a `ListColumns`, in memory that threads share. */
  readonly rows: Uint8Array;
  /** Position of each list in `rows`. */
  readonly spans: ListSpans;
  /** The moment of the read. Null for a read inside a transaction, which may not see the latest changes. */
  readonly mark: ReadMark | null;
}

/**
 * Start and end offset, in bytes, of each list in the JSON of an inventory. The end is the offset of the byte after the
 * list.
 */
export type ListSpans = Readonly<Partial<Record<ListName, readonly [start: number, end: number]>>>;

/** Receives each list of the inventory as JSON, as soon as PostgreSQL has sent the list. */
export type OnList = (changeToken: string, name: ListName, text: string) => void;

interface ReadOptions {
  /** Instant up to which all changes have been committed before the read; undefined if unknown. */
  readonly closed?: Date;
  readonly onList?: OnList;
}

interface State {
  readonly changeToken: string;
  readonly snapshot: string;
  readonly server: string | null;
}

/**
 * All rows from which graphs of the network are built, now or at an instant; undefined if the viewer may not read the
 * network.
 */
export async function readInventory(
  { queryTexts, viewer, at }: TenantSql,
  networkId: string,
  { closed, onList }: ReadOptions = {},
): Promise<InventoryText | undefined> {
  const reach = [networkId, viewer.organizationId, viewer.networkIds];
  const statement = at ? { text: pastSql, values: [...reach, at] } : { text: presentSql, values: reach };
  let pieces: string[] = [];
  let state: State | undefined;
  let early: (readonly [ListName, string])[] = [];
  let listsRead: ListName[] = [];
  type InventoryRow = { readonly name: ListName | 'state'; readonly text: string };
  const onRow = ({ name, text }: InventoryRow) => {
    if (name === 'state') {
      const read = JSON.parse(text) as State;
      state = { ...read, changeToken: at ? tokenAt(at, read.changeToken) : read.changeToken };
    } else {
      pieces.push(`${pieces.length === 0 ? '{' : ','}"${name}":`, text);
      listsRead.push(name);
      early.push([name, text]);
    }
    // `onList` needs the change token, which is in the row `state`. Lists that arrive before this row wait for it.
    if (!state || !onList) return;
    for (const list of early) onList(state.changeToken, ...list);
    early = [];
  };
  const onRestart = () => void ((pieces = []), (listsRead = []), (state = undefined), (early = []));
  await queryTexts<InventoryRow>(tenantSafeSql(viewer, statement), onRow, onRestart);
  if (!state) return undefined;
  const { changeToken, snapshot, server } = state;
  return {
    changeToken,
    ...toSharedBytes([...pieces, '}'], listsRead),
    mark: closed && server !== null ? { snapshot, server, closed } : null,
  };
}

/**
 * Writes the JSON texts to shared memory, and returns the position of each list. `pieces` alternates between the name
 * of a member and the list itself.
 */
function toSharedBytes(pieces: readonly string[], lists: readonly ListName[]): Pick<InventoryText, 'rows' | 'spans'> {
  const length = pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0);
  const bytes = Buffer.from(new SharedArrayBuffer(length));
  const ends: number[] = [];
  let at = 0;
  for (const piece of pieces) ends.push((at += bytes.write(piece, at)));
  const spans = Object.fromEntries(lists.map((name, index) => [name, [ends[2 * index]!, ends[2 * index + 1]!]]));
  return { rows: new Uint8Array(bytes.buffer), spans };
}

/** Age, in milliseconds, above which a change is visible to every read: no transaction lasts longer. */
const settledMs = longestTransactionSeconds * 1_000;

/**
 * Change token of a past instant. Open transactions can still change the state of an instant that is only seconds ago,
 * so its token contains the present token.
 */
export const tokenAt = (at: Date, token: string): string =>
  `${at.toISOString()}${at.getTime() < Date.now() - settledMs ? '' : ` ${token}`}`;

/**
 * The change token of a network, now or at an instant. Equal tokens mean equal inventories. Undefined if the viewer may
 * not read the network.
 */
export async function readChangeToken(sql: TenantSql, networkId: string): Promise<string | undefined> {
  const token = await readPresentToken(sql, networkId);
  return token !== undefined && sql.at ? tokenAt(sql.at, token) : token;
}

/** The current change token of a network. */
export async function readPresentToken({ query, viewer }: TenantSql, networkId: string): Promise<string | undefined> {
  const text = `SELECT ${changeTokenSql} AS token FROM networks network
    WHERE network.id = $1 AND network.organization_id = $2 AND network.id = ANY($3::uuid[])`;
  const values = [networkId, viewer.organizationId, viewer.networkIds];
  const [token] = await query<{ token: string }>(tenantSafeSql(viewer, { text, values }));
  return token?.token;
}
