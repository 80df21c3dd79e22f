// The graph of a saved view in GraphQL.
import { builder } from '../../../graphql/builder';
import type { GraphqlContext } from '../../../graphql/context';
import { drawnView, drawView } from '../answers/draw-saved-view';
import { graphRef } from '../schema/topology-graph.schema';

builder.prismaObjectField('SavedView', 'graph', (t) =>
  t.field({
    type: graphRef,
    nullable: true,
    description:
      'Its graph: as of `shownAt`, folded by `state.detail`, without what the filters of `state` hide. Freshness is not filtered, closed boxes have their content, and folds count what filters hide. Null if the topology is missing at the instant.',
    select: drawnView,
    resolve: (row, _args, context: GraphqlContext) => drawView(row, context),
  }),
);
