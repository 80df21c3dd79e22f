// Who assigned a credential to a host or network: a filter with which Admins find assignments by unknown users.
import type { ComputedCondition } from '../../graphql/lists/filter';

/** `relation` is the Prisma relation that holds the assignments. */
export const assignedByNobodyKnown = (relation: string): ComputedCondition => ({
  type: 'Boolean',
  description:
    'True: has an assigned credential of which it is not known who assigned it; false: has none. Such assignments count as those of an Admin.',
  where: (value: boolean) => ({ [relation]: { [value ? 'some' : 'none']: { assignedBy: null } } }),
});
