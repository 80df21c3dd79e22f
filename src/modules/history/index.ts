// What modules above may use of history.
export { changeTypeEnum, fieldChangeRef, type FieldChange } from './field-changes';
export { periodOf } from './period';
export { countInventoryChanges, readInventoryChanges, type InventoryChange } from './inventory-changes.sql';
