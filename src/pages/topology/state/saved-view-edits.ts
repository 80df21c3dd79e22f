// Saves the current state of the topology page as a saved view, and changes saved views.
import {
  PageDeleteViewDocument,
  PageSaveViewDocument,
  PageUpdateViewDocument,
  type SavedViewVisibility,
} from '../../../generated/page-operations';
import { ask } from '../../kit/ask-as-of';
import type { Place } from './place';
import type { SavedViewReading } from './saved-view-reading';
import { mostPositions, toViewInput } from './saved-view-place';
import type { Store, ViewRow } from './store';
import type { Camera } from './surface';

export interface SavedViewEdits {
  saveAs(name: string, visibility: SavedViewVisibility): Promise<void>;
  /** Saves the current picture to the open view. */
  update(): Promise<void>;
  rename(name: string, visibility: SavedViewVisibility): Promise<void>;
  remove(): Promise<void>;
  /** Users may change their own views, Admins any view. */
  mayChange(row: ViewRow): boolean;
}

interface Links {
  readonly go: (change: Partial<Place>, remembers?: boolean) => void;
  readonly notice: (text: string) => void;
  readonly camera: () => Camera | null;
  /** Writes the visible part of the picture into the URL. */
  readonly noteCamera: (camera: Camera | null) => void;
}

export function createSavedViewEdits(
  store: Store,
  reading: SavedViewReading,
  { go, notice, camera, noteCamera }: Links,
): SavedViewEdits {
  const openView = () => {
    const { savedView, place } = store.state;
    if (!savedView || savedView.id !== place.savedId) throw new Error('No saved view is open.');
    return savedView;
  };

  /** A warning with the number of positions that exceed the limit of a saved view; empty if all can be saved. */
  const droppedPositions = (): string => {
    const more = (store.state.drawing?.places.size ?? 0) - mostPositions;
    return more > 0 ? ` The positions of ${more} nodes were not saved: a view holds no more.` : '';
  };

  return {
    async saveAs(name, visibility) {
      const { topologyId } = store.state.place;
      const shownCamera = camera();
      const input = { ...toViewInput(store.state, shownCamera), topologyId: topologyId!, name, visibility };
      const { id } = (await ask(PageSaveViewDocument, { input })).createSavedView;
      await Promise.all([reading.read(), reading.load(id, true)]);
      // The viewport gets into the URL only after a pause, so write it now.
      noteCamera(shownCamera);
      go({ savedId: id, layout: 'Layers' }, true);
      notice(`Saved as ${name}.${droppedPositions()}`);
    },
    async update() {
      const { id, updatedAt, name } = openView();
      const input = { ...toViewInput(store.state, camera()), expectedUpdatedAt: updatedAt };
      await ask(PageUpdateViewDocument, { id, input });
      await reading.load(id, true);
      notice(`${name} was updated.${droppedPositions()}`);
    },
    async rename(name, visibility) {
      const { id, updatedAt } = openView();
      const { updateSavedView } = await ask(PageUpdateViewDocument, {
        ...{ id, input: { name, visibility, expectedUpdatedAt: updatedAt } },
      });
      store.set({ savedView: { ...openView(), ...updateSavedView } });
      await reading.read();
      notice(`Saved as ${name}.`);
    },
    async remove() {
      const { id, name } = openView();
      await ask(PageDeleteViewDocument, { id });
      go({ savedId: null });
      store.set({ savedView: undefined });
      await reading.read();
      notice(`Deleted ${name}.`);
    },
    mayChange({ createdByUserId }) {
      const { viewer } = store.state.start!;
      const isOwn = createdByUserId === viewer.userId;
      return viewer.may.includes('updateSavedView') && (isOwn || ['Admin', 'Owner'].includes(viewer.permissions));
    },
  };
}
