// Polls the status of one database server, on a connection of its own.
import { Client, type QueryResultRow } from 'pg';
import { wireConnection } from '../wire';

const everyMs = 500;
/** Milliseconds between two polls while a request waits for the server. */
const hurriedMs = 10;
const answerMs = 2_000;

export interface StatusPollOptions<Row> {
  readonly url: string;
  /** Called with a function that sends queries; resolves with the status of the server. */
  readonly read: (query: Query) => Promise<Row>;
  /** Called with the status, and with the time in milliseconds (`performance.now`) at which it was requested. */
  readonly onRow: (row: Row, askedAt: number) => void;
  /** Called when the server did not answer within two seconds, or refused. */
  readonly onFailure: (error: unknown) => void;
}
export type Query = <R extends QueryResultRow>(text: string, values?: unknown[]) => Promise<R[]>;

export class StatusPoll<Row> {
  private client: Client | undefined;
  private timer: NodeJS.Timeout | undefined;
  private isClosed = false;
  private isAsking = false;
  private isHurried = false;

  constructor(private readonly options: StatusPollOptions<Row>) {}

  start(): void {
    void this.ask();
  }

  /** Polls immediately, and then every few milliseconds until `calm` is called. */
  hurry(): void {
    if (this.isHurried) return;
    this.isHurried = true;
    if (!this.isAsking) this.wait(0);
  }

  calm(): void {
    this.isHurried = false;
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
    this.drop();
  }

  private async ask(): Promise<void> {
    this.isAsking = true;
    let hasFailed = false;
    try {
      const client = (this.client ??= await this.open());
      const query: Query = async <R extends QueryResultRow>(text: string, values?: unknown[]) =>
        (await client.query<R>(text, values)).rows;
      const askedAt = performance.now();
      const row = await this.options.read(query);
      if (!this.isClosed) this.options.onRow(row, askedAt);
    } catch (error) {
      this.drop();
      hasFailed = true;
      if (!this.isClosed) this.options.onFailure(error);
    }
    this.isAsking = false;
    if (!this.isClosed) this.wait(this.isHurried && !hasFailed ? hurriedMs : everyMs);
  }

  private wait(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.ask(), ms).unref();
  }

  private async open(): Promise<Client> {
    const client = new Client({
      connectionString: this.options.url,
      application_name: 'netloom status',
      connectionTimeoutMillis: answerMs,
      // `statement_timeout` is not used, because it would be a startup parameter of the connection, which PgBouncer
      // refuses.
      query_timeout: answerMs,
      keepAlive: true,
    });
    // The pending query of the poll reports the error.
    client.on('error', () => undefined);
    await client.connect();
    if (this.isClosed) wireConnection(client).stream.destroy();
    return client;
  }

  /** Destroys the connection, because a server that does not answer does not process a terminate message either. */
  private drop(): void {
    if (this.client) wireConnection(this.client).stream.destroy();
    this.client = undefined;
  }
}
