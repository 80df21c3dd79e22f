// For each kind of event: the possible severities, and whether the events are about hosts. Used to refuse filters that
// no event can match, and to make example events.
import { randomUUID } from 'node:crypto';
import { snakeCase } from '../../../platform/text/names';
import {
  eventKinds,
  eventSeverities,
  eventTexts,
  type EventCode,
  type EventKind,
  type EventParams,
  type EventSeverity,
} from '../deciding/kinds';
import type { Message, MessageEvent } from './message';

interface KindFacts {
  readonly severities: readonly EventSeverity[];
  /** Whether events of this kind are about hosts. Only events about hosts have tags and roles. */
  readonly hasHosts: boolean;
}
const aboutHosts = (...severities: readonly EventSeverity[]): KindFacts => ({ severities, hasHosts: true });
const aboutNoHost = (...severities: readonly EventSeverity[]): KindFacts => ({ severities, hasHosts: false });

export const kindFacts: Readonly<Record<EventKind, KindFacts>> = {
  MachineNew: aboutHosts('Info'),
  MachineSilent: aboutHosts('Warning', 'Critical'),
  MachineBack: aboutHosts('Info'),
  MachineGone: aboutHosts('Info'),
  MachineMoved: aboutHosts('Info'),
  AddressMoved: aboutHosts('Warning'),
  LinkNew: aboutHosts('Info'),
  LinkMoved: aboutHosts('Warning'),
  LinkUnconfirmed: aboutHosts('Warning'),
  PortDown: aboutHosts('Warning'),
  PortUp: aboutHosts('Info'),
  ServiceNew: aboutHosts('Info'),
  ServiceGone: aboutHosts('Warning'),
  CheckFailing: aboutNoHost(...eventSeverities),
  CheckRecovered: aboutNoHost('Info'),
  RunFinished: aboutNoHost('Info'),
  RunFailed: aboutNoHost('Warning'),
  DaemonSilent: aboutHosts('Critical'),
  DaemonBack: aboutHosts('Info'),
};

/** The conditions on events that a webhook or mail rule sends. An empty list matches all events. */
export interface EventFilter {
  readonly kinds: readonly EventKind[];
  readonly severities: readonly EventSeverity[];
  readonly tagIds: readonly string[];
  readonly roles: readonly string[];
}

/** Returns the kinds that match the filter and whose events can have one of the filter's severities. */
function graveKinds({ kinds, severities }: Pick<EventFilter, 'kinds' | 'severities'>): readonly EventKind[] {
  const admitted = kinds.length > 0 ? kinds : eventKinds;
  return admitted.filter(
    (kind) => severities.length === 0 || kindFacts[kind].severities.some((one) => severities.includes(one)),
  );
}

/** Returns why no event can match the filter, as the end of a sentence; undefined if some event can match. */
export function whyNothingMatches(filter: EventFilter): string | undefined {
  const grave = graveKinds(filter);
  const { tagIds, roles } = filter;
  if (grave.length === 0) return 'events of these kinds have other severities';
  if (tagIds.length + roles.length > 0 && !grave.some((kind) => kindFacts[kind].hasHosts))
    return 'events of these kinds are about no hosts, which alone have tags and roles';
  return undefined;
}

const exampleParams: EventParams = {
  ...{ host: 'core-switch', names: ['core-switch'], count: 1, others: 2, seconds: 754 },
  ...{ from: 'core-switch 1/0/1', to: 'access-switch 1/0/24', address: '192.0.2.7' },
  ...{ check: 'Two uplinks', findings: 2, run: 'Nightly scan', hosts: 128, error: 'the daemon stopped.' },
  ...{ daemon: 'branch-agent', since: '2026-01-31T12:00:00.000Z' },
};

/**
 * Returns made-up events: one of each of the first `most` kinds that match the filter, with a severity that matches the
 * filter.
 */
export function exampleEvents(
  filter: Pick<EventFilter, 'kinds' | 'severities'>,
  most: number,
  now: Date,
): readonly MessageEvent[] {
  const { severities } = filter;
  return graveKinds(filter)
    .slice(0, most)
    .map((kind) => {
      const severity = kindFacts[kind].severities.findLast(
        (one) => severities.length === 0 || severities.includes(one),
      );
      return { ...exampleEvent(kind, now), severity: severity! };
    });
}

/** Returns a message with one made-up event of the kind. */
export const exampleMessage = (kind: EventKind, now: Date, network: Message['network']): Message => ({
  id: randomUUID(),
  createdAt: now,
  network,
  events: [exampleEvent(kind, now)],
});

function exampleEvent(kind: EventKind, now: Date): MessageEvent {
  const code = snakeCase(kind) as EventCode;
  const paramNames = [...eventTexts[code].matchAll(/\{(\w+)\}/g)].map(([, name]) =>
    name === 'duration' ? 'seconds' : name!,
  );
  const params = Object.fromEntries(paramNames.map((name) => [name, exampleParams[name]!]));
  const { severities, hasHosts } = kindFacts[kind];
  const id = randomUUID();
  return {
    ...{ id: randomUUID(), kind, severity: severities.at(-1)!, happenedAt: now, code, params, count: 1 },
    ...{ hostIds: hasHosts ? [id] : [], subjectIds: [id] },
  };
}
