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
   * Changes the address; `replaces` adds no entry that the back button leads to. Asks first if something is unsaved.
   * `notice` is said where it leads, with a link to the page of a row that was deleted.
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
