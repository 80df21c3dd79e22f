// Choices in the header: the network, and one of its snapshots or the present.
import { instantWords } from '../../kit/instant-words';
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
