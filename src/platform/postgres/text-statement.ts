// A statement whose answer is PostgreSQL's own texts: sent in one piece, and described to us once on each connection.
import { Client, types, utils, type Connection, type FieldDef, type Submittable } from 'pg';
import { serialize } from 'pg-protocol';
import type { Sender } from './transaction';
import type { Wire } from './wire';

type Texts = readonly (string | null)[];

interface Column {
  readonly name: string;
  readonly parse: (text: string) => unknown;
}

export interface Answer {
  readonly rows: (string | null)[][];
  /** Of the rows as they came. */
  readonly bytes: number;
  /** How many rows it wrote, or answered. */
  readonly rowCount: number;
  /** Of a statement that asked for them, and that answers rows. */
  readonly columns: readonly Column[];
}
export type OnRow = (row: Texts, columns: readonly Column[]) => void;
type Done = (error: Error | null, answer?: Answer) => void;

/** By the names of statements, which are never given twice. */
const columnsByConnection = new WeakMap<Connection, Map<string, readonly Column[]>>();

/** For a statement that is closed on the connection. */
export const forgetColumns = (connection: Connection, name: string): void =>
  void columnsByConnection.get(connection)?.delete(name);

const executeMessages = Buffer.concat([serialize.execute(), serialize.sync()]);
const describedToo = Buffer.concat([serialize.describe({ type: 'P' }), executeMessages]);

/** pg calls the handlers, and sets the callback where it is given one. */
export class TextStatement implements Submittable {
  callback: Done | undefined;
  private connection: Wire | undefined;
  private columns: readonly Column[] | undefined;
  private readonly rows: (string | null)[][] = [];
  private rowCount = 0;
  private bytes = 0;

  constructor(
    readonly text: string,
    private readonly values: readonly unknown[],
    /** '' for one that is not kept. */
    readonly name: string,
    private readonly wantsColumns: boolean,
    /** Takes each row as it comes, in place of the answer; it must not throw. */
    private readonly onRow?: OnRow,
  ) {}

  /** Node sends what is written piece by piece at a greater cost than one piece. */
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
    this.columns = fields.map(({ name, dataTypeID }) => ({ name, parse: types.getTypeParser(dataTypeID, 'text') }));
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

  /** What asked for an end of the exchange came before, when PostgreSQL waited for rows, and is lost on it. */
  handleCopyInResponse(connection: Wire): void {
    connection.sendCopyFail('nothing is sent');
    connection.sync();
  }

  handleCopyData(): void {}
}

/** pg's client answers its own queries by promises, and other people's by callbacks alone. */
export class StatementClient extends Client {
  override query(...args: never[]): never {
    const [statement, , callback] = args as unknown[];
    const send = super.query.bind(this) as (...args: unknown[]) => unknown;
    // The method of pg has eight forms; what each answers is left as it is.
    if (!(statement instanceof TextStatement) || callback) return send(...(args as unknown[])) as never;
    return new Promise<Answer>((resolve, reject) => {
      const onDone: Done = (error, answer) => (error ? reject(error) : resolve(answer!));
      send(statement, undefined, onDone);
    }) as never;
  }
}

/** By a pool of such clients, or one of them. */
export const ask = (sender: Sender, statement: TextStatement): Promise<Answer> =>
  // The types of pg know only its own statements.
  sender.query(statement) as unknown as Promise<Answer>;

/** Rows as objects by the names of their columns. */
export const parsedRows = <R extends object>({ rows, columns }: Answer): R[] =>
  rows.map((row) => objectOf(columns, row, (text, { parse }) => parse(text)));

/** A row, or all of them, with the texts as values. */
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
