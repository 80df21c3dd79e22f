// "What if" in GraphQL: the graph, the checks and the difference of a network after changes that are only supposed.
import type { Topology } from '../../../generated/prisma/client';
import { listLimits } from '../../../data/tenancy/list-limits';
import { builder } from '../../../graphql/builder';
import type { GraphqlContext } from '../../../graphql/context';
import { enumRef } from '../../../graphql/enums';
import { heavyWork } from '../../../graphql/heavy-work/heavy-operations';
import { holds, list } from '../../../graphql/plugin/bounds';
import { rowField } from '../../../graphql/row-field';
import { drawTopology } from '../answers/draw-topology';
import { diffNetworks } from '../answers/graph-diffs';
import { keyOfGraph } from '../answers/graph-keys';
import { drawnRow, readAtSnapshot, type DrawnRow } from '../answers/graph-of-topology';
import { toChange } from '../judging/supposing/change-input';
import { supposedImpact } from '../answers/supposed-impact';
import { changeSentence, supposeNetwork } from '../answers/supposed-network';
import { findingRef, judgementRef } from '../check/check-verdict.schema';
import type { View } from '../graph/options';
import { mostChanges, type Change, type ChangeError } from '../judging/supposing/changes';
import { mostFindings } from '../judging/verdict';
import { checkDetail, detailInput, detailText } from '../schema/topology-detail';
import { diffRef, heavy } from '../schema/topology-diff.schema';
import { graphRef } from '../schema/topology-graph.schema';
import { followedArgs, impactRef, presentId, someRows, stopRef } from '../schema/topology-questions.schema';
import { followedEdgesArg, optionalEdgesArg, requestInput } from '../schema/topology.schema';
import { changeInput } from './supposed-change.schema';
import { judgeSupposition, type SupposedVerdict } from './supposed-checks';

interface WhatIf {
  readonly row: DrawnRow & Pick<Topology, 'options'>;
  readonly changes: readonly Change[];
  readonly errors: readonly ChangeError[];
}
type GraphArgs = Omit<Parameters<typeof keyOfGraph>[0], 'topologyId' | 'at' | 'rowsAt' | 'changes'>;

/** Builds the graph of the network with supposed changes, or without them if `changes` is undefined. */
const draw = (
  { row }: WhatIf,
  graphArgs: GraphArgs,
  changes: readonly Change[] | undefined,
  context: GraphqlContext,
) => {
  const { at } = context;
  return drawTopology(row, keyOfGraph({ ...graphArgs, topologyId: row.id, at, rowsAt: at, changes }), context);
};

const changeErrorRef = builder.objectRef<ChangeError>('SupposedChangeError').implement({
  description: 'Why a what-if change is not possible.',
  fields: (t) => ({
    index: t.exposeInt('at', { description: 'Position of the change in the list, from 0.' }),
    code: t.exposeString('code', { description: 'Code of the reason, of a closed list.' }),
    message: t.string({ description: 'The reason, as a sentence for people.', resolve: changeSentence }),
    params: t.expose('params', { type: 'JSON', description: 'Values in the sentence, an object.' }),
  }),
});

const supposedVerdictRef = builder.objectRef<SupposedVerdict>('SupposedVerdict').implement({
  description: 'What a check says of a network before and after what-if changes.',
  fields: (t) => ({
    checkId: t.expose('checkId', { type: 'UUID', description: 'Id of the check.' }),
    check: rowField<SupposedVerdict>(t, 'Check', ({ checkId }) => checkId, 'The check; null if it was just deleted.'),
    isDifferent: t.exposeBoolean('isDifferent', {
      description: 'Whether `after` has another state than `before`, other findings, or other missing evidence.',
    }),
    before: t.expose('before', { type: judgementRef, description: 'What it says of the network as it is.' }),
    after: t.expose('after', { type: judgementRef, description: 'What it says after the changes.' }),
    newFindings: t.field({
      type: [findingRef],
      description: 'The findings of `after` that `before` does not list.',
      ...holds(mostFindings, 5),
      resolve: ({ newFindings }) => [...newFindings],
    }),
  }),
});

const requestText = 'Options for this request instead of the saved ones; those left out have their default.';
const wayView = {
  type: enumRef('TopologyView'),
  defaultValue: 'L2Physical',
  description: 'View whose paths count.',
} as const;
const rootText = 'Id of a node of the view, or of an entity drawn in one. Not in the view: `entity_not_found`.';
const stopsDetail = { type: detailInput, description: 'How the network as it is is folded, for `foldedIn`.' } as const;
const isImpossible = ({ errors }: WhatIf): boolean => errors.length > 0;

export const whatIfRef = builder.objectRef<WhatIf>('WhatIf').implement({
  description:
    'A network after what-if changes, which are not made. Fields are null if one of the changes is not possible.',
  extensions: heavyWork,
  // eslint-disable-next-line max-lines-per-function -- a table of fields
  fields: (t) => ({
    errors: t.field({
      type: [changeErrorRef],
      description: 'Changes that are not possible, in their order; empty if all are.',
      ...holds(mostChanges, 1),
      resolve: ({ errors }) => [...errors],
    }),
    graph: t.field({
      type: graphRef,
      nullable: true,
      description: 'The graph of one view after the changes, with all its questions.',
      args: {
        view: t.arg({ type: enumRef('TopologyView'), required: true, description: 'View to build.' }),
        options: t.arg({ type: requestInput, description: requestText }),
        display: t.arg.boolean({ defaultValue: false, description: 'Whether the saved display options apply.' }),
        detail: t.arg({ type: detailInput, description: detailText }),
        optionalEdgeTypes: t.arg(optionalEdgesArg),
      },
      resolve: (whatIf, { detail, ...graphArgs }, context) => {
        if (isImpossible(whatIf)) return null;
        return draw(whatIf, { ...graphArgs, detail: detail && checkDetail(detail) }, whatIf.changes, context);
      },
    }),
    impact: t.field({
      type: impactRef,
      nullable: true,
      description: 'Hosts, subnets and other nodes that the root reaches now, but not after the changes.',
      complexity: heavy,
      args: {
        view: t.arg(wayView),
        root: t.arg({
          type: 'UUID',
          description: `${rootText} Left out: the largest connected part that is left.`,
        }),
        detail: t.arg(stopsDetail),
        optionalEdgeTypes: t.arg(optionalEdgesArg),
        followedEdgeTypes: t.arg(followedEdgesArg),
      },
      resolve: (whatIf, args, context) => askImpact(whatIf, args, context),
    }),
    rerouted: t.field({
      type: [stopRef],
      nullable: true,
      description: 'Stops that the root reaches now and after the changes, but not by the same shortest paths.',
      complexity: { field: heavy.field, multiplier: someRows.multiplier },
      args: {
        view: t.arg(wayView),
        root: t.arg({ type: 'UUID', required: true, description: rootText }),
        detail: t.arg(stopsDetail),
        optionalEdgeTypes: t.arg(optionalEdgesArg),
        followedEdgeTypes: t.arg(followedEdgesArg),
      },
      resolve: async (whatIf, args, context) => {
        const impact = await askImpact(whatIf, args, context);
        return impact && [...impact.rerouted];
      },
    }),
    checks: t.field({
      type: [supposedVerdictRef],
      nullable: true,
      description:
        'All enabled checks of the network: those that differ first, the failing ones before the others. Checks with a query are Unknown (`query_reads_no_supposition`): the query reads the network without the changes.',
      ...holds(listLimits.checks, 10),
      resolve: async (whatIf, _args, context) =>
        isImpossible(whatIf) ? null : [...(await judgeSupposition(context, whatIf.row.networkId, whatIf.changes))],
    }),
    diff: t.field({
      type: diffRef,
      nullable: true,
      description: 'What differs in a view: `before` is the network as it is, `after` the network after the changes.',
      complexity: heavy,
      args: {
        view: t.arg({ type: enumRef('TopologyView'), required: true, description: 'View to compare.' }),
        options: t.arg({ type: requestInput, description: requestText }),
        detail: t.arg({ type: detailInput, description: 'How far the graphs are folded for `folded`.' }),
        optionalEdgeTypes: t.arg(optionalEdgesArg),
      },
      resolve: async (whatIf, { detail, ...graphArgs }, context) =>
        isImpossible(whatIf) ? null : compare(whatIf, graphArgs, detail ? checkDetail(detail) : undefined, context),
    }),
  }),
});

interface ImpactArgs {
  readonly view?: View | null | undefined;
  readonly root?: string | null | undefined;
  readonly detail?: Parameters<typeof checkDetail>[0] | null | undefined;
  readonly optionalEdgeTypes?: GraphArgs['optionalEdgeTypes'];
  readonly followedEdgeTypes?: GraphArgs['optionalEdgeTypes'];
}

/**
 * The stops (hosts, subnets or nodes) that the changes cut off or reroute; null if one of the changes cannot be
 * applied.
 */
async function askImpact(
  whatIf: WhatIf,
  { view, root, detail, optionalEdgeTypes, followedEdgeTypes }: ImpactArgs,
  context: GraphqlContext,
) {
  if (isImpossible(whatIf)) return null;
  const graph = await draw(whatIf, { view: view ?? 'L2Physical', optionalEdgeTypes }, whatIf.changes, context);
  const rootId = root == null ? null : await presentId(graph, context, root);
  const question = {
    ...{ view: graph.drawing.view, root: rootId },
    ...(detail && { detail: checkDetail(detail) }),
    ...followedArgs(followedEdgeTypes),
  };
  return supposedImpact(graph.network, question, context);
}

async function compare(
  whatIf: WhatIf,
  graphArgs: GraphArgs & { readonly view: View },
  detail: ReturnType<typeof checkDetail> | undefined,
  context: GraphqlContext,
) {
  const [real, supposed] = await Promise.all([
    draw(whatIf, graphArgs, undefined, context),
    draw(whatIf, graphArgs, whatIf.changes, context),
  ]);
  const [view, instant] = [graphArgs.view, context.at ?? context.requestedAt];
  return {
    ...{ view, from: instant, to: instant, states: [real.network, supposed.network] as const, detail },
    ...{ diff: diffNetworks(real.network, supposed.network, { view }, context) },
    ...{ ends: { before: real.key, after: supposed.key } },
  };
}

/** The present network of a topology, without changes, with the saved options of the topology. */
export const presentNetwork = async (row: WhatIf['row'], context: GraphqlContext) =>
  (await draw({ row, changes: [], errors: [] }, { view: 'L2Physical' }, undefined, context)).network;

/**
 * Tries supposed changes on the network of a topology, at the instant of its snapshot or else of the request. `errors`
 * has the reasons why changes cannot be applied.
 */
export const suppose = (row: WhatIf['row'], changes: readonly Change[], context: GraphqlContext): Promise<WhatIf> =>
  readAtSnapshot(row, context, async (ownContext) => {
    const network = await presentNetwork(row, ownContext);
    const errors = await supposeNetwork(network, changes, ownContext).ask('changeErrors', undefined);
    return { row, changes, errors };
  });

builder.prismaObjectField('Topology', 'whatIf', (t) =>
  t.field({
    type: whatIfRef,
    description: `The network after what-if changes, applied one after the other. Nothing is stored. In the topology of a snapshot, they are applied to the state that the snapshot keeps.`,
    select: { ...drawnRow, options: true },
    complexity: heavy,
    args: {
      changes: t.arg({
        type: [changeInput],
        required: true,
        ...list(mostChanges),
        description: `The changes, at most ${mostChanges}. Later ones may name what earlier ones add.`,
      }),
    },
    resolve: (row, { changes: changeInputs }, context: GraphqlContext) =>
      suppose(row, changeInputs.map(toChange), context),
  }),
);
