// What the components of the inventory pages share: the state that the URL encodes, functions that change this state,
// and the viewer.
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { InventoryStartQuery } from '../../../generated/inventory-operations';
import type { Place } from './place';

export interface Inventory {
  readonly place: Place;
  readonly start: InventoryStartQuery;
  /**
   * Whether the user reached the current URL by the browser's back or forward button. In that case, the page restores
   * what it showed at this URL.
   */
  readonly isReturning: boolean;
  /**
   * Opens another URL of these pages. If there are unsaved changes, the user is asked first. `replaces` replaces the
   * current entry in the browser's history. `notice` is a message for the new page, with a link to `deleted`, the page
   * of a row that was just deleted.
   */
  go(place: Place, replaces?: boolean, notice?: string, deleted?: Place): void;
  /** Reads the lists of networks and tags again. */
  refresh(): Promise<void>;
  /** Handles a click on a link: opens the URL without a page load, except for clicks that open a new tab or window. */
  follow(event: MouseEvent): void;
}

export const InventoryContext = createContext<Inventory | undefined>(undefined);

export function useInventory(): Inventory {
  const inventory = useContext(InventoryContext);
  if (!inventory) throw new Error('no inventory around');
  return inventory;
}
