// Reads and opens saved views of a topology.
import {
  PageSavedViewDocument,
  PageSavedViewsDocument,
  type PageSavedViewsQuery,
} from '../../../generated/page-operations';
import { Refusal } from '../../kit/ask';
import { ask } from '../../kit/ask-as-of';
import { forgetMoved } from '../layout/memory';
import { windowRoom } from './detail';
import { errorText } from './loading';
import { withoutQuestions, type Place } from './place';
import { findClosedBoxes, readSavedPlace, toSavedPlace, findRoom } from './saved-view-place';
import type { OpenView, Store, ViewRow } from './store';

type Listed = PageSavedViewsQuery['savedViews'];

export interface SavedViewReading {
  read(): Promise<void>;
  /** Reads one saved view. `isAsShown` means that the view was just saved from the current drawing. */
  load(id: string, isAsShown?: boolean): Promise<OpenView>;
  /**
   * Opens the saved view that the URL names. What the URL contains overrides the view. Resolves with an error message,
   * empty on success.
   */
  resolve(): Promise<string>;
  /** Whether the URL names a saved view that is still loading. */
  isAwaited(): boolean;
  /**
   * Reads a saved view and folds the graph as when it was saved. Resolves with the view, and with the changes of the
   * page's state that opening it requires.
   */
  open(id: string): Promise<{ savedView: OpenView; change: Partial<Place> }>;
}

export function createSavedViewReading(store: Store): SavedViewReading {
  let openings = 0;

  const load = async (id: string, isAsShown = false): Promise<OpenView> => {
    const { savedView } = await ask(PageSavedViewDocument, { id });
    const saved = { ...savedView, opening: (openings += 1), isAsShown };
    store.set({ savedView: saved });
    return saved;
  };

  /**
   * Sets the page's state to that of a URL. The URL may name a saved view, which also determines the closed boxes and
   * the number of drawn nodes, so both are computed again.
   */
  const show = (place: Place): void => {
    const state = { ...store.state, place };
    store.set({ place, closed: findClosedBoxes(state), room: findRoom(state, windowRoom()) });
  };

  return {
    async read() {
      const { topologyId } = store.state.place;
      if (topologyId === null) return;
      const rows: ViewRow[] = [];
      let after: string | null = null;
      do {
        const page: Listed = (await ask(PageSavedViewsDocument, { topologyId, after })).savedViews;
        rows.push(...page.nodes);
        after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
      } while (after !== null);
      if (store.state.place.topologyId === topologyId) store.set({ views: rows });
    },
    load,
    isAwaited: () => store.state.place.savedId !== null && store.state.savedView?.id !== store.state.place.savedId,
    async resolve() {
      const { savedId } = store.state.place;
      if (savedId === null) return '';
      try {
        const newView = await load(savedId);
        const { place } = store.state;
        if (place.savedId !== savedId) return '';
        show(place.topologyId === null ? readSavedPlace(location.search, newView) : place);
        return '';
      } catch (error) {
        store.set({ place: { ...store.state.place, savedId: null }, savedView: undefined });
        const isGone = error instanceof Refusal && error.isGone;
        return isGone ? 'The saved view in the address does not exist, or you may not open it.' : errorText(error);
      }
    },
    async open(id) {
      forgetMoved(id);
      const saved = await load(id);
      const change = { ...withoutQuestions, ...toSavedPlace(saved), savedId: id };
      const { place } = store.state;
      show({ ...place, ...change });
      store.set({ place });
      return { savedView: saved, change };
    },
  };
}
