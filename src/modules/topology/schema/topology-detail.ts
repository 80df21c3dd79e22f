// The argument `detail` of a graph: how much of the graph is shown, and how the remaining part is folded.
import { builder } from '../../../graphql/builder';
import { integer, list } from '../../../graphql/plugin/bounds';
import { legibleMarks, type Detail, type Grouping } from '../graph/folding/detail';

/** Maximum of `limit`, in nodes and folds. To read a larger graph without folds, a caller omits `detail`. */
export const maximumLimit = 100_000;
const maximumFolds = 1000;

export const groupingEnum = builder.enumType('GraphGrouping', {
  description: 'Properties by which nodes of a graph are folded.',
  values: {
    Auto: {
      description:
        'Chosen by the view: uplinks in L2Physical, routers in L3Logical, locations, tags or kinds in Workloads, software in Application.',
    },
    Uplink: { description: 'The devices or routers that they depend on, by distance from the core of the network.' },
    Location: {
      description:
        'First part of `sysLocation` ("Main Hall" of "Main Hall, floor 2"); if empty, that of the connected devices or of most hosts in the subnet.',
    },
    Tag: { description: 'First tag by name.' },
    Kind: { description: 'Kind of device, such as phone or printer; type of subnet.' },
    Subnet: { description: 'Subnet of the first IP address.' },
    Vlan: { description: 'Native VLAN of the ports, or of the ports at the other end of their cables.' },
    Name: { description: 'Name without its trailing number and domain.' },
  } satisfies Record<Grouping, object>,
});

export const detailInput = builder.inputType('GraphDetailInput', {
  description: 'How far a graph is folded.',
  fields: (t) => ({
    limit: t.int(
      integer(
        1,
        maximumLimit,
        `Number of nodes and folds up to which folds are expanded initially; ${legibleMarks} if left out, as many as are readable on a screen.`,
      ),
    ),
    foldAbove: t.int(
      integer(1, maximumLimit, 'Number of nodes above which the graph is folded; that of `limit` if left out.'),
    ),
    groupBy: t.field({ type: groupingEnum, description: 'Property that determines the folds; `Auto` if left out.' }),
    expanded: t.field({
      type: ['UUID'],
      ...list(maximumFolds),
      description: `Ids of folds to expand, at most ${maximumFolds}. A fold inside a collapsed fold stays hidden; unknown ids have no effect.`,
    }),
    collapsed: t.field({
      type: ['UUID'],
      ...list(maximumFolds),
      description: `Ids of folds to collapse that would be expanded initially, at most ${maximumFolds}; \`expanded\` has precedence.`,
    }),
    reveal: t.field({
      type: ['UUID'],
      ...list(maximumFolds),
      description: `Ids of nodes, or of entities drawn in them, that are shown with their boxes while the rest of their folds stays collapsed, such as the hops of a path; at most ${maximumFolds}.`,
    }),
  }),
});

export const detailText =
  'Folds the graph: `nodes` and `edges` contain the part that is shown, `folds` and `foldedEdges` represent the rest. Other fields use the whole graph. Left out: nothing is folded.';

export type DetailGiven = typeof detailInput.$inferInput;

/**
 * The argument `detail` with defaults for missing fields. Its ids are sorted, so that the same ids in another order
 * give an equal result.
 */
export function checkDetail(input: DetailGiven): Detail {
  const idsIn = (ids: readonly string[] | null | undefined) => [...new Set(ids)].sort();
  return {
    limit: input.limit ?? legibleMarks,
    foldAbove: input.foldAbove ?? input.limit ?? legibleMarks,
    groupBy: input.groupBy ?? 'Auto',
    expanded: idsIn(input.expanded),
    collapsed: idsIn(input.collapsed),
    reveal: idsIn(input.reveal),
  };
}
