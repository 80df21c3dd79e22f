// A filter for rows with an assigned credential if it is unknown which user assigned the credential. Admins use this
// filter.
import type { ComputedCondition } from '../../graphql/lists/filter';

/**
 * Returns a filter for rows with a credential assignment without a known author. `relation` is the Prisma relation to
 * the assignments.
 */
export const assignedByNobodyKnown = (relation: string): ComputedCondition => ({
  type: 'Boolean',
  description:
    'True: has an assigned credential of which it is not known who assigned it; false: has none. Such assignments count as those of an Admin.',
  where: (value: boolean) => ({ [relation]: { [value ? 'some' : 'none']: { assignedBy: null } } }),
});
