// The types of what a search of the map finds.
import type { PageSearchRowsQuery } from '../../../../generated/page-operations';
import type { FoundLocation } from '../../graph/locations';

export interface Match {
  /** The node to select; null if the view does not draw the result. */
  readonly id: string | null;
  readonly name: string;
  readonly note: string;
  /**
   * Why the result is not visible: a filter of this page, or a view that does not draw such rows. Absent if it is
   * visible.
   */
  readonly hiddenBy?: 'filters' | HiddenRow;
  /** Set if the result is a location instead of a node or row. */
  readonly location?: FoundLocation;
  /** Set if the result is a VLAN instead of a node or row. */
  readonly vlanId?: string;
}

/** A row that this view does not draw. */
export interface HiddenRow {
  readonly kind: PageSearchRowsQuery['search']['matches'][number]['kind'];
  readonly id: string;
  /** The row and its host: another view may draw either. */
  readonly ids: readonly string[];
}
