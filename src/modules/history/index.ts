// The parts of the history module that higher modules may use.
export { changeTypeEnum, fieldChangeRef, type FieldChange } from './field-changes';
export { resolvePeriod } from './period';
export { countInventoryChanges, readInventoryChanges, type InventoryChange } from './inventory-changes.sql';
export { comparePlaces, lastPlaceAt, type Place } from './live/change-place';
export { readChanges, readPlacesAfter, type EventPlace, type RowChange } from './live/changes-after.sql';
export { inventoryModels } from './kinds';
