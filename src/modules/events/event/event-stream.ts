// The stream of a network's events for one subscriber. The stream stores only a position, so a slow client needs little
// memory.
import { setTimeout as pause } from 'node:timers/promises';
import type { NetworkChange } from '../../../data/tenancy/poll';
import { toPublicError, isOurs, type AppError } from '../../../errors';
import type { GraphqlContext } from '../../../graphql/context';
import { encodeCursor, keysetOrderBy, totalOrder, valuesOfCursor, whereBeyond } from '../../../graphql/lists/keyset';
import { openStream, type EventStream } from '../../../graphql/streams/event-streams';
import { Outage } from '../../../graphql/streams/outage';
import { nilId } from '../../../platform/text/validation';
import { newEvents } from './new-events.sql';

/** Maximum number of events in one message. */
export const mostPerMessage = 100;
/**
 * Minimum pause in milliseconds between two messages. A subscription costs rate limit tokens only once, so the pause
 * limits the work that a subscription causes.
 */
const betweenMessagesMs = 500;

/** The position after an event. Events are ordered by the time at which they were stored. */
interface Position {
  readonly createdAt: Date;
  readonly id: string;
}
export interface EventsMessage {
  readonly hasGap: boolean;
  readonly cursor: string;
  readonly eventIds: readonly string[];
}
/** A message with the GraphQL context in which its fields are resolved, or the error with which the stream ends. */
export interface StreamedEvents {
  readonly context?: GraphqlContext;
  readonly message?: EventsMessage;
  readonly refusal?: AppError;
}
interface EventsRequest {
  readonly networkId: string;
  /** The condition on events, as a Prisma `where`. */
  readonly filter: Record<string, unknown>;
  readonly since: string | null | undefined;
}
interface Heard extends NetworkChange {
  readonly refusal?: AppError;
}

const keys = () => totalOrder('NetworkEvent', [{ field: 'createdAt', direction: 'asc' }], false);
const beforeAll: Position = { createdAt: new Date(0), id: nilId };

/** Returns the cursor for the position after an event. */
export const writePosition = ({ createdAt, id }: Position): string => encodeCursor(keys(), { createdAt, id });
/** Returns the position that a cursor encodes. Throws `validation_invalid_format` for a text that is not a cursor. */
export function readPosition(cursor: string): Position {
  const [createdAt, id] = valuesOfCursor('since', keys(), cursor) as [Date, string];
  return { createdAt, id };
}

/** Streams the events of a network after the cursor `since`. If `since` is absent, streams only new events. */
export async function openEventStream(
  context: GraphqlContext,
  { networkId, filter, since }: EventsRequest,
): Promise<AsyncIterableIterator<StreamedEvents>> {
  const heard: Heard = { key: networkId, networkId };
  const stream = await openStream<Heard>(context, {
    networkId,
    poll: context.streams.pollOf(newEvents),
    farewell: (refusal) => ({ ...heard, refusal }),
  });
  try {
    // The start position is read before the first message confirms the stream, so that all events stored after the
    // confirmation are sent.
    const beginning = await readBeginning(context, networkId, since);
    // Makes the stream send its first message, by which the subscriber learns that the stream has begun.
    stream.onChange(heard);
    return new EventMessages(stream, heard, filter, beginning);
  } catch (error) {
    stream.end();
    throw error;
  }
}

interface Beginning {
  readonly position: Position;
  readonly hasGap: boolean;
}

/**
 * Resolves with the position at which a stream begins: the position of the cursor `since`, or of the latest event if
 * there is no cursor. If the event of the cursor was deleted, later events may have been deleted too, so `hasGap` is
 * true.
 */
async function readBeginning(
  { db }: GraphqlContext,
  networkId: string,
  since: EventsRequest['since'],
): Promise<Beginning> {
  if (since == null) {
    const [latest] = await db.networkEvent.findMany({
      where: { networkId },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      select: { id: true, createdAt: true },
      take: 1,
    });
    return { position: latest ?? beforeAll, hasGap: false };
  }
  const position = readPosition(since);
  const isOfEvent = position.id !== nilId;
  const hasGap = isOfEvent && (await db.networkEvent.count({ where: { networkId, id: position.id } })) === 0;
  return { position, hasGap };
}

class EventMessages implements AsyncIterableIterator<StreamedEvents> {
  private position: Position;
  private hasGap: boolean;
  private isFirst = true;
  private readyAt = 0;
  private readonly outage = new Outage();

  constructor(
    private readonly stream: EventStream<Heard>,
    private readonly heard: Heard,
    private readonly filter: Record<string, unknown>,
    { position, hasGap }: Beginning,
  ) {
    this.position = position;
    this.hasGap = hasGap;
  }

  async next(): Promise<IteratorResult<StreamedEvents, undefined>> {
    const { stream } = this;
    for (;;) {
      if (performance.now() < this.readyAt) await pause(this.readyAt - performance.now(), undefined, { ref: false });
      const heard = await stream.next();
      if (heard.done) return heard;
      if (heard.value.refusal) return { done: false, value: { refusal: heard.value.refusal } };
      const context = stream.judgedContext();
      try {
        const message = await this.read(context);
        this.outage.end();
        if (message) return { done: false, value: { message, context } };
      } catch (error) {
        if (this.outage.isToWaitFor(error)) {
          await Outage.pause();
          stream.onChange(this.heard);
          continue;
        }
        const refusal = toPublicError(error);
        if (isOurs(refusal)) context.logger.error({ err: error }, 'reading new events failed');
        stream.end();
        return { done: false, value: { refusal } };
      }
    }
  }

  return(): Promise<IteratorResult<StreamedEvents, undefined>> {
    return this.stream.return() as Promise<IteratorResult<StreamedEvents, undefined>>;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Resolves with the next message; undefined if no new event matches the subscriber's filter. */
  private async read(context: GraphqlContext): Promise<EventsMessage | undefined> {
    const { networkId } = this.heard;
    const { createdAt, id } = this.position;
    const beyond = whereBeyond(keys(), [createdAt, id], false);
    const events = await context.db.networkEvent.findMany({
      where: { AND: [{ networkId }, this.filter, beyond] },
      orderBy: keysetOrderBy(keys(), false),
      select: { id: true, createdAt: true },
      take: mostPerMessage,
    });
    this.readyAt = performance.now() + betweenMessagesMs;
    this.position = events.at(-1) ?? this.position;
    if (events.length === mostPerMessage) this.stream.onChange(this.heard);
    if (events.length === 0 && !this.isFirst) return undefined;
    const { hasGap } = this;
    this.isFirst = this.hasGap = false;
    return { hasGap, cursor: writePosition(this.position), eventIds: events.map((event) => event.id) };
  }
}
