// The saved views of a topology: lists, opens, saves and changes them.
import type { Place } from './place';
import { createSavedViewEdits, type SavedViewEdits } from './saved-view-edits';
import { createSavedViewReading, type SavedViewReading } from './saved-view-reading';
import type { Store } from './store';
import type { Camera } from './surface';

export interface SavedViews extends Pick<SavedViewReading, 'read' | 'resolve' | 'isAwaited'>, SavedViewEdits {
  open(id: string): Promise<void>;
}

interface Links {
  readonly go: (change: Partial<Place>, remembers?: boolean) => void;
  readonly arrange: () => void;
  readonly notice: (text: string) => void;
  readonly camera: () => Camera | null;
  /** Writes the visible part of the picture into the URL. */
  readonly noteCamera: (camera: Camera | null) => void;
}

export function createSavedViews(store: Store, links: Links): SavedViews {
  const reading = createSavedViewReading(store);
  return {
    ...createSavedViewEdits(store, reading, links),
    read: () => reading.read(),
    resolve: () => reading.resolve(),
    isAwaited: () => reading.isAwaited(),
    async open(id) {
      const { savedView, change } = await reading.open(id);
      links.go(change, true);
      // Two saved views may differ only in the positions of nodes, so nodes are placed even if the graph stays the
      // same.
      links.arrange();
      links.notice(`Opened ${savedView.name}.`);
    },
  };
}
