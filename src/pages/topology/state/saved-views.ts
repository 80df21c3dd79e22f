// Saved views on this page: which there are, opening one, saving what is shown, and changing those that are one's own.
import {
  PageDeleteViewDocument,
  PageSavedViewDocument,
  PageSavedViewsDocument,
  PageSaveViewDocument,
  PageUpdateViewDocument,
  type PageSavedViewsQuery,
  type SavedViewVisibility,
} from '../../../generated/page-operations';
import { Refusal } from '../../kit/ask';
import { ask } from '../api/ask';
import { windowRoom } from './detail';
import { wordsFor } from './loading';
import { withoutQuestions, type Place } from './place';
import { closedIn, mostPositions, placeIn, placeOf, roomIn, viewOf } from './saved-view-place';
import type { OpenView } from './open-view';
import type { Store, ViewRow } from './store';
import type { Camera } from './surface';

export interface SavedViews {
  /** Reads which views there are of the topology. */
  read(): Promise<void>;
  /** Reads the view that the address names, and what the address leaves to it. Answers why it cannot; empty if it can. */
  resolve(): Promise<string>;
  /** Whether the address names a view that is not read yet. */
  isAwaited(): boolean;
  open(id: string): Promise<void>;
  saveAs(name: string, visibility: SavedViewVisibility): Promise<void>;
  /** Keeps what is shown in the open view. */
  update(): Promise<void>;
  rename(name: string, visibility: SavedViewVisibility): Promise<void>;
  remove(): Promise<void>;
  /** Whether the reader may change it: one of their own, or as an Admin. */
  mayChange(row: ViewRow): boolean;
}

type Listed = PageSavedViewsQuery['savedViews'];

interface Links {
  readonly go: (change: Partial<Place>, remembers?: boolean) => void;
  readonly arrange: () => void;
  readonly notice: (text: string) => void;
  readonly camera: () => Camera | null;
}

// eslint-disable-next-line max-lines-per-function -- eight short operations on the views of a topology
export function createSavedViews(store: Store, { go, arrange, notice, camera }: Links): SavedViews {
  let openings = 0;

  const load = async (id: string, isAsShown = false): Promise<OpenView> => {
    const { savedView } = await ask(PageSavedViewDocument, { id });
    const saved = { ...savedView, opening: (openings += 1), isAsShown };
    store.set({ saved });
    return saved;
  };
  const opened = () => {
    const { saved, place } = store.state;
    if (!saved || saved.id !== place.savedId) throw new Error('No saved view is open.');
    return saved;
  };

  /** With its boxes, and as much as it was saved with. */
  const show = (place: Place): void => {
    const state = { ...store.state, place };
    store.set({ place, closed: closedIn(state), room: roomIn(state, windowRoom()) });
  };

  /** What a view has no room for. */
  const leftOut = (): string => {
    const more = (store.state.drawn?.places.size ?? 0) - mostPositions;
    return more > 0 ? ` The places of ${more} nodes are more than a view keeps.` : '';
  };

  const views: SavedViews = {
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
    isAwaited: () => store.state.place.savedId !== null && store.state.saved?.id !== store.state.place.savedId,
    async resolve() {
      const { savedId } = store.state.place;
      if (savedId === null) return '';
      try {
        const saved = await load(savedId);
        const { place } = store.state;
        if (place.savedId !== savedId) return '';
        show(place.topologyId === null ? placeIn(location.search, saved) : place);
        return '';
      } catch (error) {
        store.set({ place: { ...store.state.place, savedId: null }, saved: undefined });
        const isGone = error instanceof Refusal && error.isGone;
        return isGone ? 'The saved view in the address does not exist, or not for you.' : wordsFor(error);
      }
    },
    async open(id) {
      const saved = await load(id);
      const change = { ...withoutQuestions, ...placeOf(saved), savedId: id };
      const { place } = store.state;
      show({ ...place, ...change });
      store.set({ place });
      go(change, true);
      // In the same address things may lie elsewhere.
      arrange();
      notice(`Opened ${saved.name}.`);
    },
    async saveAs(name, visibility) {
      const { topologyId } = store.state.place;
      const input = { ...viewOf(store.state, camera()), topologyId: topologyId!, name, visibility };
      const { id } = (await ask(PageSaveViewDocument, { input })).createSavedView;
      await Promise.all([views.read(), load(id, true)]);
      go({ savedId: id }, true);
      notice(`Saved as ${name}.${leftOut()}`);
    },
    async update() {
      const { id, updatedAt, name } = opened();
      const input = { ...viewOf(store.state, camera()), expectedUpdatedAt: updatedAt };
      await ask(PageUpdateViewDocument, { id, input });
      await load(id, true);
      notice(`${name} is kept as it is shown.${leftOut()}`);
    },
    async rename(name, visibility) {
      const { id, updatedAt } = opened();
      const { updateSavedView } = await ask(PageUpdateViewDocument, {
        ...{ id, input: { name, visibility, expectedUpdatedAt: updatedAt } },
      });
      store.set({ saved: { ...opened(), ...updateSavedView } });
      await views.read();
      notice(`Saved as ${name}.`);
    },
    async remove() {
      const { id, name } = opened();
      await ask(PageDeleteViewDocument, { id });
      go({ savedId: null });
      store.set({ saved: undefined });
      await views.read();
      notice(`Deleted ${name}.`);
    },
    mayChange({ createdByUserId }) {
      const { viewer } = store.state.start!;
      const isOwn = createdByUserId === viewer.userId;
      return viewer.may.includes('updateSavedView') && (isOwn || ['Admin', 'Owner'].includes(viewer.permissions));
    },
  };
  return views;
}
