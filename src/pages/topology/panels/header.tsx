// The header of the topology page: the header of all pages, and below it the instant, the view and the search field.
import { useMemo } from 'preact/hooks';
import { Header as PageHeader } from '../../kit/frame/header';
import { Icon } from '../../kit/icons';
import { views } from '../state/place';
import { currentTopology, type TopologyRow } from '../state/store';
import { InstantChoice, ViewChoice } from './network-choice';
import { findNodes, showMatch } from './search/find-nodes';
import { Search, type Searching } from './search/search';
import { usePage, usePageState } from './use-page';
import { texts } from './texts';

const byName = new Intl.Collator(undefined, { numeric: true });

function listNetworks(rows: readonly TopologyRow[]) {
  const networks = rows.map(({ networkId, network }) => [networkId, { id: networkId, name: network.name }] as const);
  return [...new Map(networks).values()].sort((a, b) => byName.compare(a.name, b.name));
}

const inventorySearch: Searching = {
  find: findNodes,
  show: showMatch,
  remark: () => '',
  noMatch: texts.search.tryOtherWords,
};

function useNetworkChoice() {
  const page = usePage();
  const state = usePageState();
  const rows = state.start?.topologies.nodes;
  const networks = useMemo(() => listNetworks(rows ?? []), [rows]);
  if (!rows) return undefined;
  return {
    networks,
    networkId: currentTopology(state)?.networkId,
    choose(networkId: string) {
      const row = rows.find((one) => one.networkId === networkId && !one.snapshotId);
      page.openTopology((row ?? rows.find((one) => one.networkId === networkId))!.id);
    },
    onOpen: page.readChoices,
  };
}

export function Header({ isSideOpen, toggleSide }: { isSideOpen: boolean; toggleSide: () => void }) {
  const page = usePage();
  const state = usePageState();
  const row = currentTopology(state);
  const choice = useNetworkChoice();
  return (
    <PageHeader viewer={state.start?.viewer} choice={choice} setProblem={(problem) => page.store.set({ problem })}>
      {row && (
        <>
          <button
            type="button"
            class="plain icon"
            aria-expanded={isSideOpen}
            aria-controls="side"
            aria-label={texts.header.filtersAndQuestions}
            title={texts.header.filtersAndQuestions}
            onClick={toggleSide}
          >
            <Icon name="sliders" />
          </button>
          <InstantChoice row={row} />
          <ViewChoice views={views} />
          <Search searching={inventorySearch} />
        </>
      )}
    </PageHeader>
  );
}
