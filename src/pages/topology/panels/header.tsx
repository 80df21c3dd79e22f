// The bar on top: network and instant, view, search, and who is here.
import { useEffect } from 'preact/hooks';
import type { TopologyView } from '../../../generated/page-operations';
import { viewNames } from '../graph/texts';
import { views, withoutQuestions } from '../state/place';
import { takesText } from '../drawing/keys';
import { currentTopology, type TopologyRow } from '../state/store';
import { instantWords } from '../../kit/instant-words';
import { Search } from './search';
import { usePage, usePageState } from './use-page';

const instantOf = ({ snapshot }: TopologyRow): string => (snapshot ? instantWords(snapshot.takenAt) : 'Now');

// eslint-disable-next-line max-lines-per-function -- the markup of one bar, in its order
export function Header({ isSideOpen, toggleSide }: { isSideOpen: boolean; toggleSide: () => void }) {
  const page = usePage();
  const state = usePageState();
  const { start, place, picture } = state;
  const row = currentTopology(state);
  const rows = start?.topologies.nodes ?? [];
  const networks = [...new Map(rows.map((one) => [one.networkId, one.network.name]))];
  const ofNetwork = rows.filter(({ networkId }) => networkId === row?.networkId);
  // A network is opened as it is now.
  const liveRow = (networkId: string) =>
    rows.find((one) => one.networkId === networkId && !one.snapshotId) ??
    rows.find((one) => one.networkId === networkId);
  useEffect(() => {
    const toSearch = (event: KeyboardEvent) => {
      if (event.key !== '/' || takesText(event.target)) return;
      event.preventDefault();
      document.getElementById('search')?.focus();
    };
    addEventListener('keydown', toSearch);
    return () => removeEventListener('keydown', toSearch);
  }, []);
  return (
    <header>
      <button
        type="button"
        class="plain icon"
        aria-expanded={isSideOpen}
        aria-controls="side"
        aria-label="Filters and questions"
        title="Filters and questions"
        onClick={toggleSide}
      >
        ☰
      </button>
      <a class="brand" href="/">
        <img src="/assets/icon.svg" alt="" width="24" height="24" /> <span>Netloom</span>
      </a>
      {networks.length > 0 && (
        <label class="inline" onPointerEnter={page.readChoices} onFocusIn={page.readChoices}>
          <span class="unseen">Network</span>
          <select
            value={row?.networkId ?? ''}
            onChange={({ currentTarget }) => page.openTopology(liveRow(currentTarget.value)!.id)}
          >
            {!row && <option value="">Choose a network</option>}
            {networks.map(([id, name]) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      {row && (
        <>
          {ofNetwork.length > 1 && (
            <label class="inline" onPointerEnter={page.readChoices} onFocusIn={page.readChoices}>
              <span class="unseen">Instant</span>
              <select
                value={place.at === null ? row.id : ''}
                onChange={({ currentTarget }) => page.openTopology(currentTarget.value)}
              >
                {place.at !== null && <option value="">{instantWords(place.at)}</option>}
                {ofNetwork.map((one) => (
                  <option key={one.id} value={one.id}>
                    {instantOf(one)}
                  </option>
                ))}
              </select>
            </label>
          )}
          <fieldset class="views">
            <legend class="unseen">View</legend>
            {views.map((view) => (
              <label key={view} class={view === place.view ? 'chosen' : ''}>
                <input
                  type="radio"
                  name="view"
                  value={view}
                  checked={view === place.view}
                  onChange={() => openView(page.go, view)}
                />
                {viewNames[view]}
                {picture && !picture.availableViews.includes(view) && <span class="quiet"> (empty)</span>}
              </label>
            ))}
          </fieldset>
          <Search />
        </>
      )}
      {start && (
        <div class="who">
          <span title={`${start.viewer.user.email}, ${start.viewer.permissions} of ${start.viewer.organization.name}`}>
            {start.viewer.user.email}
          </span>
          <a href="/account">Account</a>
          <a href="/graphiql">GraphiQL</a>
          <button type="button" class="plain" onClick={() => void page.leave()}>
            Sign out
          </button>
        </div>
      )}
    </header>
  );
}

const openView = (go: ReturnType<typeof usePage>['go'], view: TopologyView) =>
  go({ ...withoutQuestions, edgeTypes: null, view }, true);
