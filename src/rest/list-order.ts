// The order of a list on the wire: `group_by`, `order_by` and `order_direction` become the list's `orderBy` argument.
import type { Request } from 'express';
import { AppError } from '../errors';
import { defaultOrder } from '../graphql/lists/list';
import type { OrderKey } from '../graphql/lists/keyset';
import { isGroupable, naturalOrder } from '../graphql/lists/order-fields';
import { camelCase } from '../platform/text/names';
import type { CompiledOperation } from './documents/compiled-operation';
import type { Route, WireOrder } from './route';

/** Query parameters of list documents that declare `$order`. */
export const orderParameters: readonly string[] = ['group_by', 'order_by', 'order_direction'];
/** Variables of list documents that the parameters above fill in. */
export const orderVariables = ['order', 'group_by', 'with_groups'] as const;
export const orderDirections = ['asc', 'desc'] as const;

/** What rows of most kinds can be ordered by, and the names given; those that GraphQL has another name for as pairs. */
export function wireOrder(...names: (string | WireOrder)[]): WireOrder {
  const orderFields = names.map((name) => (typeof name === 'string' ? { [name]: camelCase(name) } : name));
  const common = { created_at: 'createdAt', name: 'name', natural_name: naturalOrder, updated_at: 'updatedAt' };
  return Object.assign(common, ...orderFields) as WireOrder;
}

/** What `group_by` may name of the orders of a list. */
export const groupNames = (order: WireOrder): string[] =>
  Object.keys(order).filter((name) => isGroupable(order[name]!));

/** The entity whose list the operation is: `$order: [VlanOrder!]` → `Vlan`. Undefined where there is no order to choose. */
function orderedModelOf({ variables }: CompiledOperation): string | undefined {
  const type = variables.get('order')?.type;
  return type && String(type).replace(/[[\]!]|Order\b/g, '');
}

/** Variables for the order that a request asks for; none when it leaves the order to the list. */
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
