// A saved view as the page reads it, and the one that is open.
import type { PageSavedViewQuery } from '../../../generated/page-operations';

export type SavedView = NonNullable<PageSavedViewQuery['savedView']>;
/** An open view. `opening` counts how often views were opened, so that opening the same view again has an effect. */
export interface OpenView extends SavedView {
  readonly opening: number;
  /** Whether it was just saved from the current picture, so that its positions are the current ones. */
  readonly isAsShown: boolean;
}
