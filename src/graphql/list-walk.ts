// Reads a list to its end page by page: finds and orders the ids once, then reads the rows by id.
import { idBytes, type FoundIds } from '../data/model/delegate';

/** Maximum number of row ids (16 bytes each) that are held in memory while the pages of these rows are read. */
const mostHeld = 50_000;

type Row = Record<string, unknown>;

/** Functions that find and read the rows of a list. */
interface Source {
  /** Finds the ids of the first `take` rows after the cursor; undefined if the list cannot be read by ids. */
  find(take: number): Promise<FoundIds> | undefined;
  /** Reads the rows with these ids that are still in the list, in any order. */
  read(ids: readonly string[]): Promise<Row[]>;
  cursorOf(row: Row): string;
}
/** A page of rows of a list. */
export interface Page {
  readonly rows: Row[];
  readonly hasMore: boolean;
  /**
   * Cursor after the last row that the page should have; undefined if no rows follow. That row may have been deleted
   * since.
   */
  readonly endCursor?: string;
  /** The total number of rows in the list, if reading the page counted them. */
  readonly total?: number | undefined;
}

export class ListWalk {
  private chunk: { readonly after: string; readonly ids: Buffer; readonly end?: string } | undefined;

  /** `mostFound` is the maximum number of ids to find at a time, for callers that need no more rows than that. */
  constructor(private readonly mostFound = mostHeld) {}

  /** Reads the page after the cursor; undefined if the list cannot be read by ids. */
  async pageAfter(after: string, size: number, { find, read, cursorOf }: Source): Promise<Page | undefined> {
    if (this.chunk?.after !== after) {
      const rows = await find(Math.min(mostHeld, this.mostFound));
      if (!rows) return undefined;
      this.chunk = { after, ids: rows.ids, ...(rows.last && { end: cursorOf(rows.last) }) };
    }
    const { ids, end } = this.chunk;
    const pageIds = idsIn(ids.subarray(0, size * idBytes));
    const byId = new Map((await read(pageIds)).map((row) => [row.id, row]));
    const rows = pageIds.map((id) => byId.get(id)).filter((row) => row !== undefined);
    const rest = ids.subarray(pageIds.length * idBytes);
    if (rest.length === 0) {
      this.chunk = undefined;
      // `end` is the position that the last row had when the ids were found. The row may have moved since, but the next
      // page must continue there.
      return { rows, hasMore: end !== undefined, endCursor: end };
    }
    const last = rows.at(-1);
    const endCursor = last ? cursorOf(last) : after;
    this.chunk = { after: endCursor, ids: rest, end };
    return { rows, hasMore: true, endCursor };
  }
}

function idsIn(bytes: Buffer): string[] {
  const hex = bytes.toString('hex');
  return Array.from({ length: bytes.length / idBytes }, (_, at) =>
    hex.slice(at * 32, at * 32 + 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
  );
}
