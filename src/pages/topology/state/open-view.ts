// A saved view as the page reads it, and the view that is open.
import type { PageSavedViewQuery } from '../../../generated/page-operations';

export type SavedView = NonNullable<PageSavedViewQuery['savedView']>;
/** An open view. `opening` counts openings, so that opening the same view again has an effect. */
export interface OpenView extends SavedView {
  readonly opening: number;
  /** Whether the view was just saved from the current picture, so that its positions are the current ones. */
  readonly isAsShown: boolean;
}
