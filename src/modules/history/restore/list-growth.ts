// Pure functions that find the lists to which restored rows are added, such as a host's ports, and check the limits of
// these lists.
import { listLimits, mostSavedViews } from '../../../data/tenancy/list-limits';
import { createConflict, type Conflict, type ModelRow, type Row } from './plan-writes';

/** The current number of rows in a list, such as the ports of one host. */
export interface ListCount {
  readonly list: keyof typeof listLimits | 'savedViews';
  readonly ownerId: string;
  readonly count: number;
}

/**
 * Returns the limited list that contains a row, with the id of the row that owns the list. Undefined for rows of models
 * whose lists have no limit.
 */
export function listOfRow(model: string, row: Row): { list: ListCount['list']; ownerId: unknown } | undefined {
  switch (model) {
    case 'IpAddress':
      return { list: 'ipAddresses', ownerId: row.host_id };
    case 'Port':
      return { list: 'ports', ownerId: row.host_id };
    case 'Interface':
      return { list: 'interfaces', ownerId: row.host_id };
    case 'Service':
      return { list: 'services', ownerId: row.host_id };
    case 'Binding':
      return { list: 'bindings', ownerId: row.service_id };
    case 'TagAssignment':
      return { list: 'tags', ownerId: row.entity_id };
    case 'AddressReservation':
      return { list: 'addressReservations', ownerId: row.subnet_id };
    case 'Plan':
      return { list: 'plans', ownerId: row.network_id };
    case 'SavedView':
      return { list: 'savedViews', ownerId: `${String(row.network_id)}/${String(row.created_by_user_id)}` };
    case 'Tag':
      return { list: 'organizationTags', ownerId: row.organization_id };
    default:
      return undefined;
  }
}

/** Returns a conflict for each list that would exceed its limit after the inserts and deletes. */
export function crowdedConflicts(
  inserts: readonly ModelRow[],
  deletes: readonly ModelRow[],
  counts: readonly ListCount[],
): Conflict[] {
  const growth = new Map<string, { added: number; row: ModelRow }>();
  const count = (one: ModelRow, by: number) => {
    const place = listOfRow(one.model, one.row);
    if (!place) return;
    const key = `${place.list} ${String(place.ownerId)}`;
    growth.set(key, { added: (growth.get(key)?.added ?? 0) + by, row: growth.get(key)?.row ?? one });
  };
  for (const one of inserts) count(one, 1);
  for (const one of deletes) count(one, -1);
  return [...growth].flatMap(([key, { added, row }]) => {
    const [list] = key.split(' ') as [ListCount['list']];
    const stored = counts.find((one) => `${one.list} ${one.ownerId}` === key)?.count ?? 0;
    const max = list === 'savedViews' ? mostSavedViews : listLimits[list];
    if (added <= 0 || stored + added <= max) return [];
    if (list === 'savedViews') return [createConflict(row.model, row.row, 'saved_views_exceeded', { max })];
    return [createConflict(row.model, row.row, 'validation_out_of_range', { field: list, min: 0, max })];
  });
}
