// What the parts of the inventory pages share: the place, how to change it, and who is here.
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { InventoryStartQuery } from '../../../generated/inventory-operations';
import type { Place } from './place';

export interface Inventory {
  readonly place: Place;
  readonly start: InventoryStartQuery;
  /** Reached by the browser's way back or forward: what was there is shown again. */
  readonly isReturning: boolean;
  /**
   * Changes the address; `replaces` adds no entry that the back button leads to. Asks first if something is unsaved.
   * `notice` is said where it leads.
   */
  go(place: Place, replaces?: boolean, notice?: string): void;
  /** Reads again which networks and tags there are. */
  refresh(): Promise<void>;
  /** Follows a link within the pages, unless the browser is to open it elsewhere. */
  follow(event: MouseEvent): void;
}

export const InventoryContext = createContext<Inventory | undefined>(undefined);

export function useInventory(): Inventory {
  const inventory = useContext(InventoryContext);
  if (!inventory) throw new Error('no inventory around');
  return inventory;
}
