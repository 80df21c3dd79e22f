// One event stream that carries the events of many subscriptions (single-connection mode of graphql-sse). A separate
// request starts each subscription.
import { randomBytes } from 'node:crypto';
import type { ExecutionResult } from 'graphql';
import { AppError } from '../../errors';
import { plainResult } from './admitted-subscription';

/** Maximum number of subscriptions of one connection, whether open or about to open. */
const mostOperations = 30;
/**
 * Milliseconds after which a connection is closed: `reservedMs` if it was reserved but not opened, `idleMs` if it has
 * no subscription.
 */
const reservedMs = 10_000;
const idleMs = 60_000;
/** Milliseconds between keep-alive comments. */
const beatMs = 12_000;
/** Milliseconds in which subscriptions may send their last events when the service stops. */
const partingMs = 1_000;

/** The response to which a connection writes its events. */
export interface Outlet {
  /** Writes a text. Calls `onWritten` once the text is written or can no longer be written. */
  write(text: string, onWritten?: () => void): unknown;
  end(): void;
  readonly writableNeedDrain: boolean;
}

export interface Operation {
  events?: AsyncGenerator<unknown>;
  isOver: boolean;
  readonly onOver: () => void;
}

export class EventConnection {
  readonly token = randomBytes(32).toString('base64url');
  private readonly operations = new Map<string, Operation>();
  private outlet: Outlet | undefined;
  private resolveOpened: () => void = () => undefined;
  private readonly isOpened = new Promise<void>((resolve) => (this.resolveOpened = resolve));
  private idle: NodeJS.Timeout;
  private beats: NodeJS.Timeout | undefined;
  private isParting = false;
  private isClosed = false;

  constructor(
    /** Id of the credential that may open and use the connection. */
    readonly owner: string,
    private readonly onClosed: () => void,
  ) {
    this.idle = setTimeout(() => this.close(), reservedMs).unref();
  }

  /** Throws if a client already reads the events of this connection. */
  assertUnopened(): void {
    if (this.outlet)
      throw new AppError('entity_in_use', { entity: 'EventStream', id: this.token, used_by: 'another connection' });
  }

  open(outlet: Outlet): void {
    this.outlet = outlet;
    // Some clients wait for a first line before they treat the stream as open, so an empty comment is sent immediately.
    outlet.write(':\n\n');
    this.beats = setInterval(() => void (outlet.writableNeedDrain || outlet.write(':\n\n')), beatMs).unref();
    this.resolveOpened();
    this.idleSoon();
  }

  /**
   * Registers a subscription on the connection. Throws if its id is in use, or if the connection has too many
   * subscriptions.
   */
  begin(id: string, onOver: () => void): Operation {
    if (this.operations.has(id))
      throw new AppError('entity_already_exists', { entity: 'Operation', field: 'operationId', value: id });
    if (this.operations.size >= mostOperations)
      throw new AppError('rate_limit_exceeded', { operations: mostOperations }, 1);
    const operation: Operation = { isOver: false, onOver };
    this.operations.set(id, operation);
    this.idleSoon();
    return operation;
  }

  /**
   * Sends the events of a subscription one by one. It awaits each write, so that events do not accumulate in memory for
   * a slow client.
   */
  async send(id: string, operation: Operation, result: AsyncGenerator<ExecutionResult> | ExecutionResult) {
    const isStream = Symbol.asyncIterator in result;
    if (isStream && operation.isOver) return void (await result.return(undefined));
    try {
      if (isStream) {
        operation.events = result;
        for await (const event of result) await this.write(operation, 'next', { id, payload: plainResult(event) });
      } else await this.write(operation, 'next', { id, payload: plainResult(result) });
    } finally {
      await this.write(operation, 'complete', { id });
      this.complete(id, operation);
    }
  }

  /** Ends a subscription. None of its events are sent after this call. */
  complete(id: string, operation = this.operations.get(id)): void {
    if (!operation || operation.isOver) return;
    operation.isOver = true;
    if (this.operations.get(id) === operation) this.operations.delete(id);
    void operation.events?.return(undefined);
    operation.onOver();
    this.idleSoon();
  }

  /** Closes the connection after its subscriptions have sent their last events, but after `partingMs` at the latest. */
  part(): void {
    if (this.operations.size === 0) return this.close();
    setTimeout(() => this.close(), partingMs).unref();
    this.isParting = true;
  }

  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    clearTimeout(this.idle);
    clearInterval(this.beats);
    for (const [id, operation] of [...this.operations]) this.complete(id, operation);
    this.resolveOpened();
    this.outlet?.end();
    this.onClosed();
  }

  private idleSoon(): void {
    if (this.isClosed || !this.outlet) return;
    clearTimeout(this.idle);
    if (this.operations.size > 0) return;
    if (this.isParting) return this.close();
    this.idle = setTimeout(() => this.close(), idleMs).unref();
  }

  private async write(operation: Operation, event: 'next' | 'complete', data: object): Promise<void> {
    await this.isOpened;
    const { outlet } = this;
    if (operation.isOver || !outlet) return;
    await new Promise<void>((resolve) => outlet.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`, resolve));
  }
}
