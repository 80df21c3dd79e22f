// A list filter for Admins: finds hosts and other rows with a credential of which it is unknown who assigned it.
import type { ComputedCondition } from '../../graphql/lists/filter';

/**
 * Returns a filter for rows with at least one credential assignment that names no user. `relation` is the Prisma
 * relation from a row to its credential assignments.
 */
export const assignedByNobodyKnown = (relation: string): ComputedCondition => ({
  type: 'Boolean',
  description:
    'True: has an assigned credential of which it is not known who assigned it; false: has none. Such assignments count as those of an Admin.',
  where: (value: boolean) => ({ [relation]: { [value ? 'some' : 'none']: { assignedBy: null } } }),
});
