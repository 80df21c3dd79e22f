// The panel "What happened": the network's events, newest first and live, each with links to the affected nodes and
// pages.
import { useState } from 'preact/hooks';
import type { NetworkEventFilter, NetworkEventKind, NetworkEventSeverity } from '../../../../generated/page-operations';
import { nodeOfEvent, pageOfEvent, type EventNode } from '../../../kit/events/event-links';
import { eventKinds, eventSeverities } from '../../../kit/events/event-words';
import { instantWords } from '../../../kit/instants/instant-words';
import type { Page } from '../../page/page';
import { withoutQuestions } from '../../state/place';
import { currentScene, currentTopology, isPast } from '../../state/store';
import { beginOf, withinReach } from '../../state/times';
import { usePage, usePageState } from '../use-page';
import { texts } from './texts';
import { useFeed, type Event } from './use-feed';

// The type `Record` makes a missing text for a kind or severity of the API a compile error.
const kinds: Readonly<Record<NetworkEventKind, string>> = eventKinds;
const severities: Readonly<Record<NetworkEventSeverity, string>> = eventSeverities;

const severityChoices = [
  ['', texts.all, []],
  ['grave', texts.grave, ['Warning', 'Critical']],
  ['critical', texts.critical, ['Critical']],
] as const;
type SeverityChoice = (typeof severityChoices)[number][0];

/** While the panel is closed, it neither reads events nor subscribes to new ones. */
export function WhatHappened() {
  const networkId = currentTopology(usePageState())?.networkId;
  const [isOpen, setOpen] = useState(false);
  if (networkId === undefined) return null;
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{texts.title}</summary>
      {isOpen && <Events key={networkId} networkId={networkId} />}
    </details>
  );
}

function Events({ networkId }: { readonly networkId: string }) {
  const state = usePageState();
  const [severity, setSeverity] = useState<SeverityChoice>('');
  const [kind, setKind] = useState<NetworkEventKind | ''>('');
  const { at } = currentScene(state);
  const isLive = !isPast(state);
  const severitiesIn = [...severityChoices.find(([value]) => value === severity)![2]];
  const filter: NetworkEventFilter = {
    ...(severitiesIn.length > 0 && { severity: { in: severitiesIn } }),
    ...(kind !== '' && { kind: { eq: kind } }),
    ...(!isLive && at !== null && { happenedAt: { lte: at } }),
  };
  const feed = useFeed(networkId, filter, isLive);
  return (
    <>
      <p class="quiet">{texts.what}</p>
      <CompareButton />
      <div class="event-filters">
        <label>
          {texts.severity}
          <select value={severity} onChange={({ currentTarget }) => setSeverity(currentTarget.value as SeverityChoice)}>
            {severityChoices.map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </select>
        </label>
        <label>
          {texts.kind}
          <select value={kind} onChange={({ currentTarget }) => setKind(currentTarget.value as NetworkEventKind | '')}>
            <option value="">{texts.all}</option>
            {Object.entries(kinds).map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </select>
        </label>
      </div>
      {!isLive && <p class="quiet">{texts.untilThen}</p>}
      <List feed={feed} isFiltered={severity !== '' || kind !== ''} />
    </>
  );
}

/** Compares the shown instant with the day before, because only few changes of the network are events. */
function CompareButton() {
  const page = usePage();
  const state = usePageState();
  const row = currentTopology(state);
  if (!row) return null;
  const { at } = currentScene(state);
  const end = at === null ? Date.now() : Date.parse(at);
  return (
    <button
      type="button"
      class="plain"
      onClick={({ currentTarget }) => {
        page.travel({ since: new Date(withinReach(end - dayMs, beginOf(row), end)).toISOString() });
        // The list of differences appears at the top of the panel.
        currentTarget.closest('.side')?.scrollTo({ top: 0 });
      }}
    >
      {texts.compare}
    </button>
  );
}
const dayMs = 24 * 3_600_000;

interface ListProps {
  readonly feed: ReturnType<typeof useFeed>;
  readonly isFiltered: boolean;
}

function List({ feed: { events, problem, latest, readOn }, isFiltered }: ListProps) {
  const [isBusy, setBusy] = useState(false);
  const readMore = async () => {
    setBusy(true);
    await readOn?.();
    setBusy(false);
  };
  return (
    <>
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {!events && !problem && <p class="quiet">{texts.reading}</p>}
      {/* Screen readers announce new events. */}
      <p class="unseen" role="status">
        {latest && texts.latest(latest.message)}
      </p>
      {events?.length === 0 && <p class="quiet">{isFiltered ? texts.noMatch : texts.noRows}</p>}
      {events && events.length > 0 && (
        <ul class="happened" aria-label={texts.list}>
          {events.map((event) => (
            <Entry key={event.id} event={event} />
          ))}
        </ul>
      )}
      {readOn && (
        <button type="button" class="plain" disabled={isBusy} onClick={() => void readMore()}>
          {texts.more}
        </button>
      )}
    </>
  );
}

function showNode(page: Page, { id, view }: EventNode): void {
  const isOtherView = view !== undefined && page.store.state.place.view !== view;
  page.go({ ...(isOtherView && { ...withoutQuestions, view }), selected: id }, isOtherView);
  page.show(id);
}

function showBefore(page: Page, { happenedAt, hostIds }: Event): void {
  page.travel({ at: new Date(Date.parse(happenedAt) - 1_000).toISOString() });
  page.go({ selected: hostIds[0] ?? null });
}

function Entry({ event }: { readonly event: Event }) {
  const page = usePage();
  const { kind, severity, message, happenedAt, hostIds } = event;
  const node = nodeOfEvent(event);
  const target = pageOfEvent(event);
  const isOfMany = hostIds.length > 1 && node?.view === undefined;
  const showWords = isOfMany ? texts.showFirst : texts.show;
  return (
    <li class={`is-${severity.toLowerCase()}`}>
      <p class="quiet">
        {severities[severity]} · <time dateTime={happenedAt}>{instantWords(happenedAt)}</time>
      </p>
      <p>{message}</p>
      <div class="buttons">
        {node && (
          <button
            type="button"
            class="plain"
            aria-label={texts.about(showWords, message)}
            onClick={() => showNode(page, node)}
          >
            {showWords}
          </button>
        )}
        {kind === 'MachineGone' && (
          <button
            type="button"
            class="plain"
            aria-label={texts.about(texts.showBefore, message)}
            onClick={() => showBefore(page, event)}
          >
            {texts.showBefore}
          </button>
        )}
        {target && (
          <a class="button" href={target.address} aria-label={texts.about(texts.pages[target.to], message)}>
            {texts.pages[target.to]}
          </a>
        )}
      </div>
    </li>
  );
}
