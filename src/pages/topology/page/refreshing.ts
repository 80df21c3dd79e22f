// Reloads the graph, the VLANs and the lists of snapshots, networks and tags after changes, at a limited rate.
import { throttle } from '../../kit/timing';
import type { Listening } from '../state/listening';
import type { Loading } from '../state/loading';
import { currentTopology, type Store } from '../state/store';

/** Minimum interval between redraws in milliseconds. Each redraw costs requests of the user's own rate limit. */
const leastRefreshMs = 2_000;
const leastChoicesMs = 5_000;

export interface Refreshing {
  /** Draws the latest graph that the subscription has delivered. */
  readonly redraw: () => void;
  /** Loads the graph again after the user has changed something. */
  readonly refresh: () => void;
  readonly readChoices: () => void;
}

export function createRefreshing(
  store: Store,
  loading: Pick<Loading, 'graph' | 'vlans' | 'choices'>,
  listening: Pick<Listening, 'isLive'>,
): Refreshing {
  const readChoices = throttle(() => {
    void loading.choices();
    if (currentTopology(store.state)) void loading.vlans();
  }, leastChoicesMs);
  return {
    readChoices,
    redraw: throttle(() => {
      if (!listening.isLive) return;
      void loading.graph();
      // If a VLAN is selected, its nodes are highlighted, so the data of the VLAN is read again too.
      if (store.state.place.vlanId) void loading.vlans();
    }, leastRefreshMs),
    refresh: throttle(() => {
      if (!listening.isLive) return;
      void loading.graph();
      readChoices();
    }, leastRefreshMs),
  };
}
