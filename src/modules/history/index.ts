// The parts of the history module that higher modules may use.
export { changeTypeEnum, fieldChangeRef, type FieldChange } from './field-changes';
export { resolvePeriod } from './period';
export { countInventoryChanges, readInventoryChanges, type InventoryChange } from './inventory-changes.sql';
