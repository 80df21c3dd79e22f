// Conditions of filters of hosts and services about the service that virtualizes them.
import type { ComputedCondition } from '../../../graphql/lists/filter';

interface Names<Flag extends string> {
  /** The condition that adds rows without such a service. */
  readonly flag: Flag;
  /** The rows and what the service does, such as `hosts` and `virtualizes`. */
  readonly rows: string;
  readonly verb: string;
}

/**
 * The conditions on the ids and names of the service, and the condition with the name `flag`. If the filter sets `flag`,
 * the other two also match rows without such a service.
 */
export function virtualizationFilters<Flag extends string>({ flag, rows, verb }: Names<Flag>) {
  const orWithout = (where: object, filter: Readonly<Record<string, unknown>>) =>
    filter[flag] === true ? { OR: [where, { virtualizationServiceId: null }] } : { AND: [where] };
  const conditions = {
    virtualizationServiceIds: {
      type: ['UUID'],
      description: `One of these services ${verb} it.`,
      where: (ids: string[], filter) => orWithout({ virtualizationServiceId: { in: ids } }, filter),
    },
    virtualizationServiceNames: {
      type: ['String'],
      maxLength: 200,
      description: `A service with one of these names ${verb} it.`,
      where: (names: string[], filter) => orWithout({ virtualizationService: { is: { name: { in: names } } } }, filter),
    },
  } satisfies Record<string, ComputedCondition>;
  const withoutService: ComputedCondition = {
    type: 'Boolean',
    description: `True: adds ${rows} that no service ${verb} to those of \`virtualizationServiceIds\` and \`virtualizationServiceNames\`; without these two, only such ${rows}. False: no condition.`,
    where: (isIncluded: boolean, { virtualizationServiceIds: ids, virtualizationServiceNames: names }) =>
      isIncluded && ids === undefined && names === undefined ? { virtualizationServiceId: null } : { AND: [] },
  };
  return { ...conditions, ...({ [flag]: withoutService } as Record<Flag, ComputedCondition>) };
}
