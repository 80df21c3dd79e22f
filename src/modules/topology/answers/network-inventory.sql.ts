// Reads the whole inventory of a network by one statement, so that all lists are of the same moment. Each list is one
// row of the statement's result.
import { ownerColumnOf } from '../../../data/model/model-fields';
import { longestTransactionSeconds } from '../../../data/tenancy/change-times';
import type { TenantSql } from '../../../data/tenancy/scoped-sql';
import { tenantSafeSql } from '../../../data/tenancy/tenant-sql';
import {
  gatherAll,
  ownerValue,
  past,
  present,
  tableSources,
  type Listed,
  type ListName,
  type Source,
} from './inventory-lists.sql';

/**
 * SQL for the change token of a network: the highest transaction id among the network's rows of `network_changes`, and
 * the number of these rows. Each change of the network adds a row. Old rows are deleted only when no open transaction
 * can add older rows, so no token occurs twice.
 */
const changeTokenSql = `
  SELECT coalesce(max(transaction_id), 0) || '-' || count(*) FROM network_changes WHERE network_id = network.id`;

/**
 * SQL columns that identify the state which a statement reads. The first parameters of a statement are the network, its
 * organization, and the networks within the viewer's reach.
 */
export const stateSql = `(${changeTokenSql}) AS "changeToken", pg_current_snapshot()::text AS snapshot,
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
  /** All changes up to this instant are contained in the state that was read. */
  readonly closed: Date;
}

const inventorySqlOf = (source: Source): string => {
  const rowsOf = ([name, { table, columns, joins = '' }]: readonly [string, Listed]) => `
    SELECT '${name}', coalesce(json_agg(line), '[]') FROM (
      SELECT ${columns} FROM ${source.all(table)} r ${joins}
      WHERE r.${ownerColumnOf(table)} = ${ownerValue(table)} AND EXISTS (SELECT FROM ${networkSql}) ORDER BY r.id) line`;
  const lists = Object.entries(tableSources(source, gatherAll(source)));
  return `SELECT 'state' AS name, row_to_json(state) AS text FROM (SELECT ${stateSql} FROM ${networkSql}) state
    UNION ALL ${lists.map(rowsOf).join(' UNION ALL ')}`;
};
/**
 * Statement for the present. Its parameters are the network, its organization, and the networks within the viewer's
 * reach.
 */
export const presentSql = inventorySqlOf(present);
const pastSql = inventorySqlOf(past);

/** The inventory of a network as text, the form in which threads pass it to each other. */
export interface InventoryText {
  /** Identifies this state of the network. Every other state of the network has another token. */
  readonly changeToken: string;
  /** A `NetworkInventory` as JSON, in memory that threads share. */
  readonly rows: Uint8Array;
  /** The first and last byte of each list in `rows`. */
  readonly spans: ListSpans;
  /** The moment of the read. Null for a read within a transaction, whose snapshot may be older than the statement. */
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
  /** Instant up to which the inventory contains all changes; undefined if that instant is unknown. */
  readonly closed?: Date;
  readonly onList?: OnList;
}

interface State {
  readonly changeToken: string;
  readonly snapshot: string;
  readonly server: string | null;
}

/**
 * All rows from which graphs of the network are built, now or at an instant; undefined if the network is out of the
 * viewer's reach.
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
    // Lists may arrive before the row `state`. They are passed on when `state` has arrived, because `onList` needs its
    // token.
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
 * Writes the texts as UTF-8 into shared memory, and returns the offsets of the lists. Each second text (index 1, 3, …)
 * is the JSON of a list, in the order of `lists`.
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

/** Age of a change, in milliseconds, above which every read contains the change, because its transaction has ended. */
const settledMs = longestTransactionSeconds * 1_000;

/**
 * Change token of a past instant. For a recent instant it includes the present token, because an open transaction may
 * still change the state at that instant.
 */
const tokenAt = (at: Date, token: string): string =>
  `${at.toISOString()}${at.getTime() < Date.now() - settledMs ? '' : ` ${token}`}`;

/**
 * The change token of a network, now or at an instant. Equal tokens mean equal inventories. Undefined if the network is
 * out of reach.
 */
export async function readChangeToken(sql: TenantSql, networkId: string): Promise<string | undefined> {
  const token = await readPresentToken(sql, networkId);
  return token !== undefined && sql.at ? tokenAt(sql.at, token) : token;
}

/**
 * The current change token of a network. The token depends on all rows of the inventory, including rows without
 * history.
 */
export async function readPresentToken({ query, viewer }: TenantSql, networkId: string): Promise<string | undefined> {
  const text = `SELECT (${changeTokenSql}) AS token FROM networks network
    WHERE network.id = $1 AND network.organization_id = $2 AND network.id = ANY($3::uuid[])`;
  const values = [networkId, viewer.organizationId, viewer.networkIds];
  const [token] = await query<{ token: string }>(tenantSafeSql(viewer, { text, values }));
  return token?.token;
}
