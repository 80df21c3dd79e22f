// A statement that returns each value as the text that PostgreSQL sends. All messages of the statement are sent by one
// write, and PostgreSQL describes the columns once per connection.
import { Client, types, utils, type Connection, type FieldDef, type Submittable } from 'pg';
import { serialize } from 'pg-protocol';
import { parse as parseArray } from 'postgres-array';
import { SpanKind } from '@opentelemetry/api';
import { beginPart, isTracing } from '../tracing/tracing';
import type { Sender } from './transaction';
import type { Wire } from './wire';

type Texts = readonly (string | null)[];

interface Column {
  readonly name: string;
  readonly parse: (text: string) => unknown;
}

export interface Answer {
  readonly rows: (string | null)[][];
  /** Size of the rows as received, in bytes. */
  readonly bytes: number;
  /** The number of rows that the statement wrote or returned. */
  readonly rowCount: number;
  /** Columns, if the statement requested them and returns rows. */
  readonly columns: readonly Column[];
}
export type OnRow = (row: Texts, columns: readonly Column[]) => void;
type AnswerCallback = (error: Error | null, answer?: Answer) => void;

/** Columns by the name of the statement. Names are never reused. */
const columnsByConnection = new WeakMap<Connection, Map<string, readonly Column[]>>();

/** Forgets the columns of a statement that is being closed on the connection. */
export const forgetColumns = (connection: Connection, name: string): void =>
  void columnsByConnection.get(connection)?.delete(name);

const executeMessages = Buffer.concat([serialize.execute(), serialize.sync()]);
const describedToo = Buffer.concat([serialize.describe({ type: 'P' }), executeMessages]);

/** Types of lists of texts, by the numbers in PostgreSQL's catalog `pg_type`: `text[]`, `varchar[]` and `uuid[]`. */
const textLists = new Set([1009, 1015, 2951]);
/**
 * Returns the function that parses values of the type. For a list of 1,000 ids, the parser of `postgres-array` takes
 * 0.3 ms. The parser of pg takes 1.8 ms, because it reads character by character.
 */
const parserOf = (type: number): Column['parse'] =>
  textLists.has(type) ? parseArray : types.getTypeParser(type, 'text');

/** A statement that pg sends. pg calls the `handle…` methods, and sets `callback` if the caller passed one. */
export class TextStatement implements Submittable {
  callback: AnswerCallback | undefined;
  private connection: Wire | undefined;
  private columns: readonly Column[] | undefined;
  private readonly rows: (string | null)[][] = [];
  private rowCount = 0;
  private bytes = 0;

  constructor(
    readonly text: string,
    private readonly values: readonly unknown[],
    /** Name of the prepared statement; '' for one that is not prepared. */
    readonly name: string,
    private readonly wantsColumns: boolean,
    /** Called with each row on arrival, instead of returning the rows. It must not throw. */
    private readonly onRow?: OnRow,
  ) {}

  /** Writes all messages of the statement together, because each separate write costs Node extra time. */
  submit(connection: Connection): Error | undefined {
    const { name, text, values } = this;
    this.connection = connection as Wire;
    const preparedText = name === '' ? undefined : this.connection.parsedStatements[name];
    if (preparedText !== undefined && preparedText !== text)
      return new Error(`${name} is the name of another statement`);
    const isKept = preparedText !== undefined;
    if (isKept && this.wantsColumns) this.columns = columnsByConnection.get(connection)?.get(name);
    const rest = this.wantsColumns && !this.columns ? describedToo : executeMessages;
    try {
      const bound = serialize.bind({ statement: name, values: values as unknown[], valueMapper: utils.prepareValue });
      const pieces = isKept ? [bound, rest] : [serialize.parse({ text, name }), bound, rest];
      if (connection.stream.writable) connection.stream.write(Buffer.concat(pieces));
      return undefined;
    } catch (error) {
      return error as Error;
    }
  }

  handleRowDescription({ fields }: { readonly fields: readonly FieldDef[] }): void {
    this.columns = fields.map(({ name, dataTypeID }) => ({ name, parse: parserOf(dataTypeID) }));
    if (this.name === '') return;
    const columnsOfConnection = columnsByConnection.get(this.connection!) ?? new Map<string, readonly Column[]>();
    columnsByConnection.set(this.connection!, columnsOfConnection);
    columnsOfConnection.set(this.name, this.columns);
  }

  handleDataRow({ fields, length }: { readonly fields: (string | null)[]; readonly length: number }): void {
    this.bytes += length;
    if (this.onRow) this.onRow(fields, this.columns ?? []);
    else this.rows.push(fields);
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.rowCount = Number(/\d+$/.exec(text)?.[0] ?? 0);
  }

  handleReadyForQuery(): void {
    this.callback?.(null, { rows: this.rows, bytes: this.bytes, rowCount: this.rowCount, columns: this.columns ?? [] });
  }

  handleError(error: Error): void {
    this.callback?.(error);
  }

  handleEmptyQuery(): void {}

  handlePortalSuspended(): void {}

  /**
   * A COPY statement would wait for rows forever, because the Sync message was sent before and PostgreSQL ignores it
   * during COPY. Sending CopyFail ends the statement.
   */
  handleCopyInResponse(connection: Wire): void {
    connection.sendCopyFail('nothing is sent');
    connection.sync();
  }

  handleCopyData(): void {}
}

/**
 * A client that returns promises for TextStatements. pg itself returns promises for its own queries, but supports only
 * callbacks for custom statements.
 */
export class StatementClient extends Client {
  override query(...args: never[]): never {
    const [statement, values, callback] = args as unknown[] as [unknown, unknown, AnswerCallback | undefined];
    const end = isTracing() && typeof values !== 'function' ? beginStatement(statement) : undefined;
    const send = super.query.bind(this) as (...args: unknown[]) => unknown;
    if (callback) {
      const onDone: AnswerCallback = (error, answer) => (end?.(error), callback(error, answer));
      return send(statement, values, end ? onDone : callback) as never;
    }
    const result =
      statement instanceof TextStatement
        ? new Promise<Answer>((resolve, reject) => {
            const onDone: AnswerCallback = (error, answer) => (error ? reject(error) : resolve(answer!));
            send(statement, undefined, onDone);
          })
        : send(...(args as unknown[]));
    if (end && result instanceof Promise) result.then(() => end(), end);
    return result as never;
  }
}

/** Maximum number of characters of a statement's text in a span. */
const longestTracedText = 2_000;

/** Begins the span of a statement, whose text has parameters in the place of values. */
function beginStatement(statement: unknown): ((error?: unknown) => void) | undefined {
  const text = textOf(statement);
  return beginPart(/^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'statement', {
    kind: SpanKind.CLIENT,
    attributes: { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, longestTracedText) },
  });
}

const textOf = (statement: unknown): string =>
  typeof statement === 'string' ? statement : String((statement as { text?: unknown }).text ?? '');

/** Sends the statement on a pool of StatementClients, or on one such client. */
export const ask = (sender: Sender, statement: TextStatement): Promise<Answer> =>
  // pg's types declare only pg's own statements.
  sender.query(statement) as unknown as Promise<Answer>;

/** Rows as objects by the names of their columns, with parsed values. */
export const parsedRows = <R extends object>({ rows, columns }: Answer): R[] =>
  rows.map((row) => objectOf(columns, row, (text, { parse }) => parse(text)));

/** A row as an object with PostgreSQL's texts as values. */
export const textRow = <R extends object>(row: Texts, columns: readonly Column[]): R =>
  objectOf(columns, row, (text) => text);
export const textRows = <R extends object>({ rows, columns }: Answer): R[] => rows.map((row) => textRow(row, columns));

function objectOf<R extends object>(
  columns: readonly Column[],
  row: Texts,
  valueOf: (text: string, column: Column) => unknown,
): R {
  const objectRow: Record<string, unknown> = {};
  for (let at = 0; at < columns.length; at += 1) {
    const [column, text] = [columns[at]!, row[at]!];
    objectRow[column.name] = text === null ? null : valueOf(text, column);
  }
  return objectRow as R;
}
