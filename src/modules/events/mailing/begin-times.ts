// Finds when what an event ends began: the last event before it that began the same for the same row.
import type { EventKind } from '../deciding/kinds';

/** What an event of a kind ends: the kind that begins it. */
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
  /** Time when it was decided. Events of one batch have the same, and none of them ends another. */
  readonly createdAt: Date;
  readonly subjectIds: readonly string[];
}

const keyOf = (networkId: string, kind: EventKind, subjectId: string) => `${networkId} ${kind} ${subjectId}`;

export class BeginTimes {
  private readonly begins = new Map<string, BeginEvent[]>();

  /** `events` are those that began something, the latest first. */
  constructor(events: readonly BeginEvent[]) {
    for (const event of events)
      for (const subjectId of event.subjectIds) {
        const key = keyOf(event.networkId, event.kind, subjectId);
        const others = this.begins.get(key);
        if (others) others.push(event);
        else this.begins.set(key, [event]);
      }
  }

  /** When the first of what the event ends began; null if it ends nothing, or no beginning is known. */
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
