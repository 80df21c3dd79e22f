// The content of a webhook's message, and its body in two formats: Netloom's own format and CloudEvents.
import { eventSentence, type EventKind, type EventParams, type EventSeverity } from '../deciding/kinds';

/** An event in a message of a webhook. */
export interface MessageEvent {
  readonly id: string;
  readonly kind: EventKind;
  readonly severity: EventSeverity;
  readonly happenedAt: Date;
  readonly code: string;
  readonly params: EventParams;
  readonly count: number;
  readonly hostIds: readonly string[];
  readonly subjectIds: readonly string[];
}

/** A message of a webhook: events of one network that are sent together. */
export interface Message {
  /** Id of the message. All attempts to send the message have the same id. */
  readonly id: string;
  readonly createdAt: Date;
  readonly network: { readonly id: string; readonly name: string };
  readonly events: readonly MessageEvent[];
}

/** The body of a request with its media type. */
export interface Content {
  readonly contentType: string;
  readonly body: string;
}

/** The value of `type` in all messages, in Netloom's own format and in CloudEvents. */
const messageType = 'netloom.network.events';

/** Returns the data of a message. The fields have the same names and formats as in REST. */
const dataOf = ({ network, events }: Message) => ({
  network: { id: network.id, name: network.name },
  events: events.map((event) => ({
    id: event.id,
    kind: event.kind,
    severity: event.severity,
    happened_at: event.happenedAt.toISOString(),
    message: eventSentence(event.code, event.params),
    code: event.code,
    params: event.params,
    count: event.count,
    host_ids: event.hostIds,
    subject_ids: event.subjectIds,
  })),
});

/** Returns the body in Netloom's own format, which Standard Webhooks recommends: type, timestamp and data. */
export const netloomContent = (message: Message): Content => ({
  contentType: 'application/json',
  body: JSON.stringify({ type: messageType, timestamp: message.createdAt.toISOString(), data: dataOf(message) }),
});

/**
 * Returns the body as a CloudEvent 1.0 in structured mode. `source` is a URI reference relative to the service's URL.
 */
export const cloudEventsContent = (message: Message): Content => ({
  contentType: 'application/cloudevents+json',
  body: JSON.stringify({
    ...{ specversion: '1.0', id: message.id, source: `/networks/${message.network.id}`, type: messageType },
    ...{ time: message.createdAt.toISOString(), datacontenttype: 'application/json', data: dataOf(message) },
  }),
});
