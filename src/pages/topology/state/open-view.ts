// A saved view as the page reads it, and one that is open.
import type { PageSavedViewQuery } from '../../../generated/page-operations';

export type SavedView = NonNullable<PageSavedViewQuery['savedView']>;
/** A view that is open, as it was read; `opening` counts how often one was opened, so that it can be opened anew. */
export interface OpenView extends SavedView {
  readonly opening: number;
  /** It has just been saved from what is shown: nothing lies elsewhere. */
  readonly isAsShown: boolean;
}
