// Choices in the header of the topology page: a snapshot of the network or the present, and the view.
import type { TopologyView } from '../../../generated/page-operations';
import { viewNames } from '../graph/texts';
import { toOtherView } from './other-view';
import type { TopologyRow } from '../state/store';
import { snapshotLabel } from '../state/times';
import { usePage, usePageState } from './use-page';
import { texts } from './texts';

const instantOf = ({ snapshot }: TopologyRow): string => (snapshot ? snapshotLabel(snapshot) : texts.networkChoice.now);

/**
 * The name of the snapshot taken at this instant. For an instant without a snapshot, a word that fits into the narrow
 * field: the time bar has date and time.
 */
function labelOf(rows: readonly TopologyRow[], at: string): string {
  const snapshot = rows.find((row) => row.snapshot?.takenAt === at)?.snapshot;
  return snapshot ? snapshotLabel(snapshot) : texts.networkChoice.past;
}

/** A field to choose one of the network's snapshots or the present. Rendered only if there is a snapshot. */
export function InstantChoice({ row }: { row: TopologyRow }) {
  const page = usePage();
  const { start, place } = usePageState();
  const rows = (start?.topologies.nodes ?? []).filter(({ networkId }) => networkId === row.networkId);
  if (rows.length < 2) return null;
  return (
    <label class="inline" onPointerEnter={page.readChoices} onFocusIn={page.readChoices}>
      <span class="unseen">{texts.networkChoice.instant}</span>
      <select
        value={place.at === null ? row.id : ''}
        onChange={({ currentTarget }) => page.openTopology(currentTarget.value)}
      >
        {place.at !== null && <option value="">{labelOf(rows, place.at)}</option>}
        {rows.map((one) => (
          <option key={one.id} value={one.id}>
            {instantOf(one)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Buttons for the views of the topology. Another view keeps the selected machine and the machines in questions. */
export function ViewChoice({ views }: { views: readonly TopologyView[] }) {
  const page = usePage();
  const { place, picture } = usePageState();
  const choose = (view: TopologyView) => page.go({ ...toOtherView(place, picture), view }, true);
  return (
    <fieldset class="views">
      <legend class="unseen">{texts.networkChoice.view}</legend>
      {views.map((view) => (
        <label key={view} class={view === place.view ? 'chosen' : ''}>
          <input type="radio" name="view" value={view} checked={view === place.view} onChange={() => choose(view)} />
          {viewNames[view]}
          {picture && !picture.availableViews.includes(view) && <span class="quiet"> {texts.networkChoice.empty}</span>}
        </label>
      ))}
    </fieldset>
  );
}
