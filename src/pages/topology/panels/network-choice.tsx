// Choices in the header: the network, one of its snapshots or the present, and the view.
import type { TopologyView } from '../../../generated/page-operations';
import { instantWords } from '../../kit/instant-words';
import { viewNames } from '../graph/texts';
import { withoutQuestions } from '../state/place';
import { currentTopology, type TopologyRow } from '../state/store';
import { usePage, usePageState } from './use-page';

export function NetworkChoice() {
  const page = usePage();
  const state = usePageState();
  const row = currentTopology(state);
  const rows = state.start?.topologies.nodes ?? [];
  const networks = [...new Map(rows.map((one) => [one.networkId, one.network.name]))];
  // The topology of a network that shows the present, with which a network is opened.
  const liveRow = (networkId: string) =>
    rows.find((one) => one.networkId === networkId && !one.snapshotId) ??
    rows.find((one) => one.networkId === networkId);
  if (networks.length === 0) return null;
  return (
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
  );
}

const instantOf = ({ snapshot }: TopologyRow): string => (snapshot ? instantWords(snapshot.takenAt) : 'Now');

/** The snapshots of the network, and its present state. */
export function InstantChoice({ row }: { row: TopologyRow }) {
  const page = usePage();
  const { start, place } = usePageState();
  const rows = (start?.topologies.nodes ?? []).filter(({ networkId }) => networkId === row.networkId);
  if (rows.length < 2) return null;
  return (
    <label class="inline" onPointerEnter={page.readChoices} onFocusIn={page.readChoices}>
      <span class="unseen">Instant</span>
      <select
        value={place.at === null ? row.id : ''}
        onChange={({ currentTarget }) => page.openTopology(currentTarget.value)}
      >
        {place.at !== null && <option value="">{instantWords(place.at)}</option>}
        {rows.map((one) => (
          <option key={one.id} value={one.id}>
            {instantOf(one)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The choice among these views. Another view is shown without the questions and folds of this one. */
export function ViewChoice({ views }: { views: readonly TopologyView[] }) {
  const page = usePage();
  const { place, picture } = usePageState();
  const choose = (view: TopologyView) => page.go({ ...withoutQuestions, edgeTypes: null, view }, true);
  return (
    <fieldset class="views">
      <legend class="unseen">View</legend>
      {views.map((view) => (
        <label key={view} class={view === place.view ? 'chosen' : ''}>
          <input type="radio" name="view" value={view} checked={view === place.view} onChange={() => choose(view)} />
          {viewNames[view]}
          {picture && !picture.availableViews.includes(view) && <span class="quiet"> (empty)</span>}
        </label>
      ))}
    </fieldset>
  );
}
