// Filter conditions for hosts and services, by the service that virtualizes them: a hypervisor or a container runtime.
import type { ComputedCondition } from '../../../graphql/lists/filter';

interface Names<Flag extends string> {
  /** Name of the filter condition with which rows that no service virtualizes match too. */
  readonly flag: Flag;
  /** Words for descriptions: the rows, such as `hosts`, and what the service does with them, such as `virtualizes`. */
  readonly rows: string;
  readonly verb: string;
}

/**
 * Returns filter conditions on the ids and names of the virtualizing service, and a condition with the name `flag`. If
 * a filter sets `flag`, rows that no service virtualizes match too.
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
