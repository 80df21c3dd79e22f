// Makes drafts of events, and replaces too many events of one kind by one event.
import type { Batch, EventDraft } from './batch';
import { eventKinds, eventSeverities, type EventCode, type EventKind, type EventParams } from './kinds';

/** Maximum number of events of one kind in a batch. If there are more, one event replaces all of them. */
export const mostOfKind = 5;
/** Maximum number of names in an event. */
export const mostNames = 20;
/** Maximum number of ids in each list of an event. */
export const mostIds = 100;
/** Maximum length, in characters, of a name or another text in an event. */
const mostCharacters = 200;

export const shortText = (text: string): string =>
  text.length <= mostCharacters ? text : `${[...text].slice(0, mostCharacters - 1).join('')}…`;
const byName = new Intl.Collator('en', { numeric: true });
/**
 * Returns the names that an event lists: the first `mostNames` names in alphabetical order, each shortened. An event
 * may have 20,000 names, so only these are sorted.
 */
export function shortNames(names: readonly string[]): string[] {
  const first: string[] = [];
  for (const name of names) {
    if (first.length === mostNames && byName.compare(name, first.at(-1)!) >= 0) continue;
    const at = first.findIndex((other) => byName.compare(name, other) < 0);
    first.splice(at === -1 ? first.length : at, 0, name);
    first.splice(mostNames);
  }
  return first.map(shortText);
}

const unique = (ids: readonly string[]): string[] => [...new Set(ids)];

type Details = Pick<EventDraft, 'kind' | 'severity' | 'at' | 'code' | 'params' | 'subjectIds' | 'names' | 'causeIds'> &
  Partial<Pick<EventDraft, 'count' | 'hostIds'>>;

/**
 * Returns a function that makes drafts of events. A draft has the tags and roles that its hosts have at the end of the
 * batch's period.
 */
export const draftsOf = ({ hostFacts }: Pick<Batch, 'hostFacts'>) => {
  const draft = (details: Details): EventDraft => {
    const hostIds = unique(details.hostIds ?? []);
    const facts = hostIds.flatMap((id) => hostFacts.get(id) ?? []);
    return {
      ...details,
      hostIds,
      tagIds: unique(facts.flatMap(({ tagIds }) => tagIds)).sort(),
      roles: unique(facts.flatMap(({ role }) => role ?? [])).sort(),
      count: details.count ?? 1,
    };
  };
  return draft;
};
export type Draft = ReturnType<typeof draftsOf>;

const manyCodes: Readonly<Record<EventKind, EventCode>> = {
  MachineNew: 'machine_new_many',
  MachineSilent: 'machine_silent_many',
  MachineBack: 'machine_back_many',
  MachineGone: 'machine_gone_many',
  MachineMoved: 'machine_moved_many',
  AddressMoved: 'address_moved_many',
  LinkNew: 'link_new_many',
  LinkMoved: 'link_moved_many',
  LinkUnconfirmed: 'link_unconfirmed_many',
  PortDown: 'port_down_many',
  PortUp: 'port_up_many',
  ServiceNew: 'service_new_many',
  ServiceGone: 'service_gone_many',
  CheckFailing: 'check_failing_many',
  CheckRecovered: 'check_recovered_many',
  RunFinished: 'run_finished_many',
  RunFailed: 'run_failed_many',
  DaemonSilent: 'daemon_silent_many',
  DaemonBack: 'daemon_back_many',
};

/** Returns one event that replaces several events of the same kind. */
function drawnTogether(events: readonly EventDraft[]): EventDraft {
  const [first] = events as [EventDraft];
  const count = events.reduce((sum, one) => sum + one.count, 0);
  const names = events.flatMap((one) => one.names);
  return {
    kind: first.kind,
    severity: eventSeverities.findLast((severity) => events.some((one) => one.severity === severity))!,
    at: new Date(Math.max(...events.map(({ at }) => at.getTime()))),
    code: manyCodes[first.kind],
    params: { count, names: shortNames(names) } satisfies EventParams,
    hostIds: unique(events.flatMap(({ hostIds }) => hostIds)),
    subjectIds: unique(events.flatMap(({ subjectIds }) => subjectIds)),
    tagIds: unique(events.flatMap(({ tagIds }) => tagIds)).sort(),
    roles: unique(events.flatMap(({ roles }) => roles)).sort(),
    count,
    names,
    causeIds: unique(events.flatMap(({ causeIds }) => causeIds)),
  };
}

/** Compares texts by their characters, for an order that does not depend on a language. */
export const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const compareDrafts = (a: EventDraft, b: EventDraft): number =>
  a.at.getTime() - b.at.getTime() ||
  eventKinds.indexOf(a.kind) - eventKinds.indexOf(b.kind) ||
  byText(a.subjectIds[0] ?? '', b.subjectIds[0] ?? '');

/**
 * Returns the events in the order of their time, at most `mostOfKind` of each kind, with at most `mostIds` ids in each
 * list.
 */
export function settleDrafts(drafts: readonly EventDraft[]): EventDraft[] {
  const sorted = drafts.toSorted(compareDrafts);
  const settled = eventKinds.flatMap((kind) => {
    const ofKind = sorted.filter((one) => one.kind === kind);
    return ofKind.length > mostOfKind ? [drawnTogether(ofKind)] : ofKind;
  });
  return settled.sort(compareDrafts).map((one) => ({
    ...one,
    hostIds: one.hostIds.slice(0, mostIds),
    subjectIds: one.subjectIds.slice(0, mostIds),
    tagIds: one.tagIds.slice(0, mostIds),
  }));
}
