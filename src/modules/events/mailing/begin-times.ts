// For an event that ends a state, finds when the state began. For the event `PortUp`, this is the time of the port's
// last `PortDown`.
import type { EventKind } from '../deciding/kinds';

/** Kinds of events that end a state, each with the kind of event that begins the state. */
export const beginKinds: Readonly<Partial<Record<EventKind, EventKind>>> = {
  MachineBack: 'MachineSilent',
  CheckRecovered: 'CheckFailing',
  DaemonBack: 'DaemonSilent',
  PortUp: 'PortDown',
};

export interface BeginEvent {
  readonly kind: EventKind;
  readonly networkId: string;
  readonly happenedAt: Date;
  /**
   * Time at which the event was stored, the same for all events of one batch. An event such as `PortUp` ends only a
   * state that began with an event of an earlier time.
   */
  readonly createdAt: Date;
  readonly subjectIds: readonly string[];
}

const keyOf = (networkId: string, kind: EventKind, subjectId: string) => `${networkId} ${kind} ${subjectId}`;

export class BeginTimes {
  private readonly begins = new Map<string, BeginEvent[]>();

  /** `events` are events that began a state, such as `PortDown`, newest first. */
  constructor(events: readonly BeginEvent[]) {
    for (const event of events)
      for (const subjectId of event.subjectIds) {
        const key = keyOf(event.networkId, event.kind, subjectId);
        const others = this.begins.get(key);
        if (others) others.push(event);
        else this.begins.set(key, [event]);
      }
  }

  /**
   * Returns the time at which the state began that this event ends. For `PortUp`, this is the time of the last
   * `PortDown`. If the event is about several ports, returns the earliest time. Returns null if the event ends no
   * state, or if the time is unknown.
   */
  of({ kind, networkId, createdAt, subjectIds }: BeginEvent): Date | null {
    const beginKind = beginKinds[kind];
    if (beginKind === undefined) return null;
    const times = subjectIds.flatMap((subjectId) => {
      const events = this.begins.get(keyOf(networkId, beginKind, subjectId)) ?? [];
      return events.find((event) => event.createdAt < createdAt)?.happenedAt.getTime() ?? [];
    });
    return times.length === 0 ? null : new Date(Math.min(...times));
  }
}
