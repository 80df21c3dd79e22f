// What a message of a webhook says, and its general forms: Netloom's own and CloudEvents.
import { eventSentence, type EventKind, type EventParams, type EventSeverity } from '../deciding/kinds';

/** An event as messages have it. */
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

/** Events of a network that are sent together. */
export interface Message {
  /** Identifies the message; the same at every attempt. */
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

/** The type of all messages, in Netloom's form and in CloudEvents. */
const messageType = 'netloom.network.events';

/** Members have the names and forms that they have in REST. */
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

/** The payload that Standard Webhooks recommends: type, time and data. */
export const netloomContent = (message: Message): Content => ({
  contentType: 'application/json',
  body: JSON.stringify({ type: messageType, timestamp: message.createdAt.toISOString(), data: dataOf(message) }),
});

/** A CloudEvent 1.0 in structured mode. `source` is a reference relative to the service. */
export const cloudEventsContent = (message: Message): Content => ({
  contentType: 'application/cloudevents+json',
  body: JSON.stringify({
    ...{ specversion: '1.0', id: message.id, source: `/networks/${message.network.id}`, type: messageType },
    ...{ time: message.createdAt.toISOString(), datacontenttype: 'application/json', data: dataOf(message) },
  }),
});
