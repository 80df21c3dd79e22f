// Reloads the graph, VLANs and choices after changes, at a limited rate.
import { throttle } from '../../kit/timing';
import type { Listening } from '../state/listening';
import type { Loading } from '../state/loading';
import { currentTopology, type Store } from '../state/store';

/** Of changes that come one after another, only so many are drawn: each costs requests of the reader's own limit. */
const leastRefreshMs = 2_000;
const leastChoicesMs = 5_000;

export interface Refreshing {
  /** Draws the graph as it has been sent meanwhile. */
  readonly redraw: () => void;
  /** Asks for the picture as it is now: something was changed here. */
  readonly refresh: () => void;
  /** Who is about to choose finds what came meanwhile: snapshots, networks, tags. */
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
      // What a VLAN consists of is marked in the picture.
      if (store.state.place.vlanId) void loading.vlans();
    }, leastRefreshMs),
    refresh: throttle(() => {
      if (!listening.isLive) return;
      void loading.graph();
      readChoices();
    }, leastRefreshMs),
  };
}
