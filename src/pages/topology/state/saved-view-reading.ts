// Saved views of a topology as the page reads and opens them.
import {
  PageSavedViewDocument,
  PageSavedViewsDocument,
  type PageSavedViewsQuery,
} from '../../../generated/page-operations';
import { Refusal } from '../../kit/ask';
import { ask } from '../../kit/ask-as-of';
import { windowRoom } from './detail';
import { errorText } from './loading';
import type { OpenView } from './open-view';
import { withoutQuestions, type Place } from './place';
import { closedIn, placeIn, placeOf, roomIn } from './saved-view-place';
import type { Store, ViewRow } from './store';

type Listed = PageSavedViewsQuery['savedViews'];

export interface SavedViewReading {
  /** Reads which views there are of the topology. */
  read(): Promise<void>;
  /** Reads one view; `isAsShown`: it has just been saved from what is shown. */
  load(id: string, isAsShown?: boolean): Promise<OpenView>;
  /** Reads the view that the address names, and what the address leaves to it. Answers why it cannot; empty if it can. */
  resolve(): Promise<string>;
  /** Whether the address names a view that is not read yet. */
  isAwaited(): boolean;
  /** Shows a view, with its boxes and as much as it was saved with; answers it with what it changes of the place. */
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

  /** With its boxes, and as much as it was saved with. */
  const show = (place: Place): void => {
    const state = { ...store.state, place };
    store.set({ place, closed: closedIn(state), room: roomIn(state, windowRoom()) });
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
        show(place.topologyId === null ? placeIn(location.search, newView) : place);
        return '';
      } catch (error) {
        store.set({ place: { ...store.state.place, savedId: null }, savedView: undefined });
        const isGone = error instanceof Refusal && error.isGone;
        return isGone ? 'The saved view in the address does not exist, or you may not open it.' : errorText(error);
      }
    },
    async open(id) {
      const saved = await load(id);
      const change = { ...withoutQuestions, ...placeOf(saved), savedId: id };
      const { place } = store.state;
      show({ ...place, ...change });
      store.set({ place });
      return { savedView: saved, change };
    },
  };
}
