// Finds when the state that an event ends began: for `PortUp`, the time of the port's last `PortDown` before it.
import type { EventKind } from '../deciding/kinds';

/** For kinds of events that end a state, the kind of event that begins this state. */
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
   * Time at which the event was decided. Events of one batch have the same time, so no event of a batch ends the state
   * that another event of the batch began.
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
   * Returns the earliest begin of the states that the event ends; null if the event ends no state, or if no begin is
   * known.
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
