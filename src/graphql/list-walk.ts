// A list that is read to its end, page after page: its rows are found and put in order once, then read by their ids.
import { idBytes, type FoundIds } from '../data/model/delegate';

/** Ids that are found at a time and held, 16 bytes each, while the pages of their rows are read. */
const mostHeld = 50_000;

type Row = Record<string, unknown>;

/** How rows of the list are found and read. */
interface Source {
  /** The ids of the first `take` rows beyond the cursor; undefined where they cannot be found apart from the rows. */
  find(take: number): Promise<FoundIds> | undefined;
  /** Those of the rows that are still in the list, in any order. */
  read(ids: readonly string[]): Promise<Row[]>;
  cursorOf(row: Row): string;
}
/** Of a list. */
export interface Page {
  readonly rows: Row[];
  readonly hasMore: boolean;
  /** What the next page follows, where that is not the last row: some of these may be gone meanwhile. */
  readonly endCursor?: string;
  /** Of all rows of the list, where reading the page has counted them. */
  readonly total?: number | undefined;
}

export class ListWalk {
  private held: { readonly after: string; readonly ids: Buffer; readonly end?: string } | undefined;

  /** Ids that are found at a time: fewer where no more rows are wanted. */
  constructor(private readonly mostFound = mostHeld) {}

  /** The page that follows the cursor; undefined where the list has to be read as any other. */
  async pageAfter(after: string, size: number, { find, read, cursorOf }: Source): Promise<Page | undefined> {
    if (this.held?.after !== after) {
      const found = await find(Math.min(mostHeld, this.mostFound));
      if (!found) return undefined;
      this.held = { after, ids: found.ids, ...(found.last && { end: cursorOf(found.last) }) };
    }
    const { ids, end } = this.held;
    const wanted = idsIn(ids.subarray(0, size * idBytes));
    const byId = new Map((await read(wanted)).map((row) => [row.id, row]));
    const rows = wanted.map((id) => byId.get(id)).filter((row) => row !== undefined);
    const rest = ids.subarray(wanted.length * idBytes);
    if (rest.length === 0) {
      this.held = undefined;
      // What follows them follows the last as it was found: the row may have another place by now.
      return { rows, hasMore: end !== undefined, endCursor: end };
    }
    const last = rows.at(-1);
    const endCursor = last ? cursorOf(last) : after;
    this.held = { after: endCursor, ids: rest, end };
    return { rows, hasMore: true, endCursor };
  }
}

function idsIn(bytes: Buffer): string[] {
  const hex = bytes.toString('hex');
  return Array.from({ length: bytes.length / idBytes }, (_, at) =>
    hex.slice(at * 32, at * 32 + 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
  );
}
