// Conditions of the host filter that test related rows: services, credentials and virtualization.
import type { ComputedCondition } from '../../../graphql/lists/filter';
import { virtualizationFilters } from '../shared/virtualization-filters';

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
  ...virtualizationFilters({ flag: 'includeUnvirtualized', rows: 'hosts', verb: 'virtualizes' }),
} satisfies Record<string, ComputedCondition>;
