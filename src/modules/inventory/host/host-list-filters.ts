// Conditions of the filter of hosts that are about related rows: services, credentials and virtualization.
import type { ComputedCondition } from '../../../graphql/lists/filter';

type Filter = Readonly<Record<string, unknown>>;

/**
 * Returns the condition `where`. If the filter sets `includeUnvirtualized`, the condition also matches hosts that no
 * service virtualizes.
 */
const orUnvirtualized = (where: object, { includeUnvirtualized }: Filter) =>
  includeUnvirtualized === true ? { OR: [where, { virtualizationServiceId: null }] } : { AND: [where] };

export const hostListFilters = {
  serviceNames: {
    type: ['String'],
    maxLength: 200,
    description: 'Has a service with one of these names.',
    where: (names: string[]) => ({ services: { some: { name: { in: names } } } }),
  },
  credentialIds: {
    type: ['UUID'],
    description: 'Has at least one of these credentials assigned.',
    where: (ids: string[]) => ({ credentialAssignments: { some: { credentialId: { in: ids } } } }),
  },
  virtualizationServiceIds: {
    type: ['UUID'],
    description: 'Is virtualized by one of these services.',
    where: (ids: string[], filter) => orUnvirtualized({ virtualizationServiceId: { in: ids } }, filter),
  },
  virtualizationServiceNames: {
    type: ['String'],
    maxLength: 200,
    description: 'Is virtualized by a service with one of these names.',
    where: (names: string[], filter) =>
      orUnvirtualized({ virtualizationService: { is: { name: { in: names } } } }, filter),
  },
  includeUnvirtualized: {
    type: 'Boolean',
    description:
      'True: adds hosts that no service virtualizes to those of `virtualizationServiceIds` and `virtualizationServiceNames`; without these two, only such hosts. False: no condition.',
    where: (isIncluded: boolean, { virtualizationServiceIds: ids, virtualizationServiceNames: names }) =>
      isIncluded && ids === undefined && names === undefined ? { virtualizationServiceId: null } : { AND: [] },
  },
} satisfies Record<string, ComputedCondition>;
