// Filter conditions of lists of hosts and services: which hypervisor or container runtime runs them.
import type { ComputedCondition } from '../../../graphql/lists/filter';

interface Names<Flag extends string> {
  /** Name of the condition that also selects rows without a hypervisor or container runtime. */
  readonly flag: Flag;
  /** Words for the descriptions of the conditions, such as `hosts` and `virtualizes`. */
  readonly rows: string;
  readonly verb: string;
}

/**
 * Returns conditions for hosts or services that run on certain hypervisors or container runtimes. If a filter sets the
 * condition `flag`, hosts or services that run on none are selected too.
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
