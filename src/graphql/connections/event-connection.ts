// Many subscriptions over one event stream (single-connection mode of graphql-sse): each is asked for by a request of its own.
import { randomBytes } from 'node:crypto';
import type { ExecutionResult } from 'graphql';
import { AppError } from '../../errors';
import { plainResult } from './admitted-subscription';

/** Subscriptions of one connection that are open or being opened. */
const mostOperations = 30;
/** A connection that is reserved and not opened is given up, as is one without a subscription. */
const reservedMs = 10_000;
const idleMs = 60_000;
/** Between signs of life. */
const beatMs = 12_000;
/** At a stop, for the last words of subscriptions. */
const partingMs = 1_000;

/** What events are written to. */
export interface Outlet {
  /** Calls back once it is written, or cannot be. */
  write(text: string, done?: () => void): unknown;
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
  private opened: () => void = () => undefined;
  private readonly isOpened = new Promise<void>((resolve) => (this.opened = resolve));
  private idle: NodeJS.Timeout;
  private beats: NodeJS.Timeout | undefined;
  private isParting = false;
  private isClosed = false;

  constructor(
    /** Whose credential may open and use it. */
    readonly owner: string,
    private readonly onClosed: () => void,
  ) {
    this.idle = setTimeout(() => this.close(), reservedMs).unref();
  }

  /** One reader alone: a second one is refused. */
  assertUnopened(): void {
    if (this.outlet)
      throw new AppError('entity_in_use', { entity: 'EventStream', id: this.token, used_by: 'another connection' });
  }

  open(outlet: Outlet): void {
    this.outlet = outlet;
    // A first line, since some readers wait for one before they count the stream as open.
    outlet.write(':\n\n');
    this.beats = setInterval(() => void (outlet.writableNeedDrain || outlet.write(':\n\n')), beatMs).unref();
    this.opened();
    this.idleSoon();
  }

  /** Takes the place of an operation of this id. */
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

  /** Sends what comes of an operation, each event once the one before it is written: nothing piles up for a slow reader. */
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

  /** Nothing is sent of it any more. */
  complete(id: string, operation = this.operations.get(id)): void {
    if (!operation || operation.isOver) return;
    operation.isOver = true;
    if (this.operations.get(id) === operation) this.operations.delete(id);
    void operation.events?.return(undefined);
    operation.onOver();
    this.idleSoon();
  }

  /** Once what its subscriptions have to say is said, or soon. */
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
    this.opened();
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
