// Backup files: compressed SQL text with the rows of every table. The file ends with a line that says it is complete.
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { RecordedMigration } from '../../platform/postgres/migrate';
import { StartError } from '../../platform/postgres/start-error';
import { columnList, type Source, type SourceTable } from './source';
import { digestOf, digestOfAllColumns, type Digest, type Table } from './tables.sql';

/** Format 1 differs in the digests, which cover the generated columns of a table too. */
const format = 2;

interface Head {
  readonly format: number;
  readonly migrations: readonly RecordedMigration[];
  /** The key of the stored secrets in base64, if the saved installation keeps its key in its data folder. */
  readonly secretsKey?: string;
}

type TableHead = Table & { readonly digest: Digest };

const marks = { head: '-- netloom backup ', table: '-- table ', end: '-- complete ' };
const rowsEnd = Buffer.from('\n\\.\n');
const lineEnd = '\n'.charCodeAt(0);

/** The text of a backup. `onTable` is called before each table. */
export async function* archiveText(
  source: Source,
  secretsKey: Buffer | undefined,
  onTable: (table: SourceTable) => void,
): AsyncGenerator<string | Buffer> {
  const head: Head = {
    format,
    migrations: source.migrations,
    ...(secretsKey && { secretsKey: secretsKey.toString('base64') }),
  };
  yield `${marks.head}${JSON.stringify(head)}\n`;
  let tableCount = 0;
  for await (const table of source.tables) {
    onTable(table);
    const tableHead: TableHead = { name: table.name, columns: table.columns, digest: table.digest };
    yield `${marks.table}${JSON.stringify(tableHead)}\nCOPY ${columnList(table)} FROM stdin;\n`;
    for await (const chunk of table.rows()) yield chunk as Buffer;
    yield '\\.\n';
    tableCount += 1;
  }
  yield `${marks.end}${tableCount}\n`;
}

/** Reads the uncompressed text of a backup: lines, and between two lines the rows of a table. */
class ArchiveText {
  private pending: Buffer = Buffer.alloc(0);

  constructor(private readonly chunks: AsyncIterator<Buffer>) {}

  private async readMore(): Promise<void> {
    const { done, value } = await this.chunks.next();
    if (done) throw new StartError('it ends too early');
    this.pending = this.pending.length === 0 ? value : Buffer.concat([this.pending, value]);
  }

  async line(): Promise<string> {
    let end = this.pending.indexOf(lineEnd);
    for (; end < 0; end = this.pending.indexOf(lineEnd)) await this.readMore();
    const text = this.pending.toString('utf8', 0, end);
    this.pending = this.pending.subarray(end + 1);
    return text;
  }

  /** Reads to the end of the file, where its checksum is compared. Throws if there is more text. */
  async end(): Promise<void> {
    const isOver = this.pending.length === 0 && (await this.chunks.next()).done === true;
    if (!isOver) throw new StartError('it goes on after its end');
  }

  /** Yields the rows of a table, up to the line that ends them. Call it after reading the line that begins the rows. */
  async *rows(): AsyncGenerator<Buffer> {
    // The rows end with a line `\.`, which is found by the line end before it. A table without rows has no such line
    // end, so one is added before the rows.
    this.pending = Buffer.concat([Buffer.from('\n'), this.pending]);
    let skippedCount = 1;
    for (let end = -1; end < 0;) {
      end = this.pending.indexOf(rowsEnd);
      // The last bytes of the chunk may be the beginning of `rowsEnd`, so they are not yielded yet.
      const length = end < 0 ? this.pending.length - rowsEnd.length + 1 : end + 1;
      if (length > skippedCount) {
        yield this.pending.subarray(skippedCount, length);
        skippedCount = 0;
        this.pending = this.pending.subarray(length);
      } else if (end >= 0) this.pending = this.pending.subarray(length);
      if (end < 0) await this.readMore();
    }
    this.pending = this.pending.subarray(rowsEnd.length - 1);
  }
}

const parsed = <T>(line: string, mark: string): T => {
  if (!line.startsWith(mark)) throw new StartError(`"${line.slice(0, 40)}" is at the place of "${mark.trim()}"`);
  return JSON.parse(line.slice(mark.length)) as T;
};

export interface Archive extends Source {
  readonly secretsKey: Buffer | undefined;
  close(): void;
}

/** Opens a backup file. Reading from the result throws a StartError if the file is no backup or not complete. */
export async function openArchive(file: string): Promise<Archive> {
  const input = createReadStream(file);
  const plain = createGunzip();
  // `pipe` does not forward errors, so an error of the file is passed to `plain`, whose reader then receives it.
  input.once('error', (error) => plain.destroy(error));
  const text = new ArchiveText(input.pipe(plain)[Symbol.asyncIterator]() as AsyncIterator<Buffer>);
  const head = await explaining(file, async () => parsed<Head>(await text.line(), marks.head));
  if (head.format !== 1 && head.format !== format)
    throw new StartError(`${file} was made by a newer Netloom: restore it with that version.`);
  return {
    migrations: head.migrations,
    tables: archiveTables(file, text, head.format === 1 ? digestOfAllColumns : digestOf),
    secretsKey: head.secretsKey === undefined ? undefined : Buffer.from(head.secretsKey, 'base64'),
    close: () => void input.destroy(),
  };
}

async function* archiveTables(file: string, text: ArchiveText, digest: typeof digestOf): AsyncGenerator<SourceTable> {
  let tableCount = 0;
  for (;;) {
    const line = await explaining(file, () => text.line());
    if (line.startsWith(marks.end)) {
      await explaining(file, () => text.end());
      if (parsed<number>(line, marks.end) === tableCount) return;
      throw new StartError(`${file} is not a complete backup: tables are missing.`);
    }
    const table = await explaining(file, async () => parsed<TableHead>(line, marks.table));
    await explaining(file, () => text.line());
    const rows = text.rows();
    yield {
      ...table,
      digestOfTarget: (client) => digest(client, table),
      rows: () => Readable.from(explainingEach(file, rows), { objectMode: false }),
    };
    // The caller may stop before the end of a table. Skip its remaining rows to reach the next table.
    await explaining(file, async () => {
      while (!(await rows.next()).done);
    });
    tableCount += 1;
  }
}

async function explaining<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new StartError(`${file} is not a complete backup: ${(error as Error).message}.`);
  }
}

async function* explainingEach(file: string, rows: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  for (;;) {
    const { done, value } = await explaining(file, () => rows.next());
    if (done) return;
    yield value;
  }
}
