// What the components of the inventory pages share: the place that the address names, functions that change it, and the
// viewer.
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { InventoryStartQuery } from '../../../generated/inventory-operations';
import type { Place } from './place';

export interface Inventory {
  readonly place: Place;
  readonly start: InventoryStartQuery;
  /**
   * Whether the place was reached by the browser's back or forward button. The page then restores what it showed there.
   */
  readonly isReturning: boolean;
  /**
   * Goes to another place of the pages by changing the address. With `replaces`, the browser's back button does not
   * return to the present place. Unsaved changes are confirmed first. `notice` is shown at the new place; `deleted`
   * adds a link to the page of a row that was deleted.
   */
  go(place: Place, replaces?: boolean, notice?: string, deleted?: Place): void;
  /** Reads the lists of networks and tags again. */
  refresh(): Promise<void>;
  /** Follows a link within the pages, unless the browser should open it in another tab or window. */
  follow(event: MouseEvent): void;
}

export const InventoryContext = createContext<Inventory | undefined>(undefined);

export function useInventory(): Inventory {
  const inventory = useContext(InventoryContext);
  if (!inventory) throw new Error('no inventory around');
  return inventory;
}
