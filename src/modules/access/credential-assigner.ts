// Who assigned a credential to a host or network, as a filter. Admins use it to find assignments whose author is
// unknown.
import type { ComputedCondition } from '../../graphql/lists/filter';

/** Filters for assignments without a known author. `relation` is the Prisma relation to the assignments. */
export const assignedByNobodyKnown = (relation: string): ComputedCondition => ({
  type: 'Boolean',
  description:
    'True: has an assigned credential of which it is not known who assigned it; false: has none. Such assignments count as those of an Admin.',
  where: (value: boolean) => ({ [relation]: { [value ? 'some' : 'none']: { assignedBy: null } } }),
});
