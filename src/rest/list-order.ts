// Converts a list's order in REST (`group_by`, `order_by`, `order_direction`) to the `orderBy` argument of GraphQL.
import type { Request } from 'express';
import { AppError } from '../errors';
import { defaultOrder } from '../graphql/lists/list';
import type { OrderKey } from '../graphql/lists/keyset';
import { isGroupable, naturalOrder } from '../graphql/lists/order-fields';
import { camelCase } from '../platform/text/names';
import type { CompiledOperation } from './documents/compiled-operation';
import type { Route, WireOrder } from './route';

/** Query parameters of list routes whose document declares `$order`. */
export const orderParameters: readonly string[] = ['group_by', 'order_by', 'order_direction'];
/** Variables of list documents whose values are derived from the query parameters for the order. */
export const orderVariables = ['order', 'group_by', 'with_groups'] as const;
export const orderDirections = ['asc', 'desc'] as const;

/**
 * Maps the sort keys of a list from their names in REST to GraphQL: those that most lists have (`created_at`, `name`,
 * …), and those in `names`. An object gives GraphQL names that are not the camelCase form of the REST name.
 */
export const wireOrder = (...names: (string | WireOrder)[]): WireOrder => ({
  ...{ created_at: 'createdAt', name: 'name', natural_name: naturalOrder, updated_at: 'updatedAt' },
  ...wireOrderOf(...names),
});

/** Like `wireOrder`, but without the sort keys that most lists have. */
export const wireOrderOf = (...names: (string | WireOrder)[]): WireOrder =>
  Object.assign(
    {},
    ...names.map((name) => (typeof name === 'string' ? { [name]: camelCase(name) } : name)),
  ) as WireOrder;

/** REST names of the sort keys that `group_by` accepts. */
export const groupNames = (order: WireOrder): string[] =>
  Object.keys(order).filter((name) => isGroupable(order[name]!));

/**
 * The model of a list operation, from the type of its variable: `$order: [VlanOrder!]` → `Vlan`. Undefined if the list
 * has no such variable.
 */
function orderedModelOf({ variables }: CompiledOperation): string | undefined {
  const type = variables.get('order')?.type;
  return type && String(type).replace(/[[\]!]|Order\b/g, '');
}

/** The document variables for the requested order; empty if the request sets no order. */
export function orderVariable(route: Route, operation: CompiledOperation, req: Request): Record<string, unknown> {
  const model = orderedModelOf(operation);
  if (model === undefined) return {};
  const fieldOf = (parameter: 'group_by' | 'order_by', names: readonly string[]) => {
    const name = req.query[parameter];
    if (name === undefined) return undefined;
    if (typeof name !== 'string' || !names.includes(name))
      throw new AppError('validation_invalid_format', { field: parameter });
    return route.order![name]!;
  };
  const group = fieldOf('group_by', groupNames(route.order ?? {}));
  const field = fieldOf('order_by', Object.keys(route.order ?? {}));
  const direction = directionOf(req.query.order_direction);
  if (group === undefined && field === undefined && direction === undefined) return {};
  const requestedOrder: readonly OrderKey[] = field
    ? [{ field, direction: direction ?? 'asc' }]
    : defaultOrder(model).map((key) => ({ ...key, direction: direction ?? key.direction }));
  return {
    order: [...(group ? [{ field: group, direction: 'asc' }] : []), ...requestedOrder],
    ...(group && { group_by: group, with_groups: true }),
  };
}

function directionOf(value: unknown): OrderKey['direction'] | undefined {
  if (value === undefined || value === 'asc' || value === 'desc') return value;
  throw new AppError('validation_invalid_format', { field: 'order_direction' });
}
