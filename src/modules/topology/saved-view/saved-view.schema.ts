// Saved views in GraphQL: views of a topology that users save for themselves or for their organization.
import { storedJson } from '../../../data/model/stored-json';
import { mostSavedViews } from '../../../data/tenancy/list-limits';
import { AppError } from '../../../errors';
import { builder } from '../../../graphql/builder';
import { deletedIds, deleteResult } from '../../../graphql/deletes';
import { inputColumns, buildCreateInput, buildUpdateInput } from '../../../graphql/entity/inputs';
import { listedEntity } from '../../../graphql/entity/listed-entity';
import {
  choice,
  withDefault,
  id,
  of,
  onUpdate,
  optional,
  withColumns,
  text,
  time,
} from '../../../graphql/entity/sheet-fields';
import { holds, list } from '../../../graphql/plugin/bounds';
import { userRelation } from '../../access';
import { createView, deleteViews, updateView } from './saved-view.actions';
import {
  mostPositions,
  mostRoutes,
  positionInput,
  positionRef,
  routeInput,
  routeRef,
  stateInput,
  stateRef,
  lastOfEach,
  storedState,
  type Position,
  type Route,
  type ViewState,
} from './saved-view-state.schema';

const texts = {
  visibility: 'Who reads it.',
  positions:
    'Where nodes lie. Nodes without a position are placed beside them; positions of missing nodes have no effect.',
  routes: 'Routes of lines that are led around boxes; all others are straight.',
};
const columns = {
  name: text(1, 100),
  description: optional(text(0, 2000)),
  visibility: onUpdate(
    withDefault(choice('SavedViewVisibility', `${texts.visibility} Own if left out.`)),
    `${texts.visibility} Only its maker sets Own: for others \`entity_access_denied\`.`,
  ),
  view: choice('TopologyView', 'View of the graph.'),
  shownAt: optional(time('Instant that it shows; null = now.')),
  comparedAt: optional(time('Instant that it is compared with; null = none.')),
};

listedEntity('SavedView', {
  mixins: ['history'],
  fields: { topologyId: id(), createdByUserId: optional(id()), ...columns },
  list: {
    name: 'savedViews',
    description: "The caller's saved views and those of the organization, oldest first by default.",
  },
  getter: { name: 'savedView' },
  filter: { network: true, topology: true },
  order: ['name', 'visibility', 'view'],
});

builder.prismaObjectFields('SavedView', (t) => ({
  topology: t.relation('topology', { nullable: true, description: 'The topology; null if it was deleted since.' }),
  createdByUser: userRelation(t, 'createdByUser', 'The user who made it; null after that user is deleted.'),
  state: t.field({
    type: stateRef,
    description: 'Filters, folds and visible part.',
    select: { state: true },
    resolve: ({ state }) => state as ViewState,
  }),
  positions: t.field({
    type: [positionRef],
    description: texts.positions,
    select: { positions: true },
    ...holds(mostPositions, 50),
    resolve: ({ positions }) => storedJson<Position[]>(positions),
  }),
  routes: t.field({
    type: [routeRef],
    description: texts.routes,
    select: { routes: true },
    ...holds(mostRoutes, 20),
    resolve: ({ routes }) => storedJson<Route[]>(routes),
  }),
}));

const inputs = {
  ...columns,
  state: withColumns(
    onUpdate(
      withDefault(of(stateInput, { description: 'Filters, folds and visible part; all nodes unfolded if left out.' })),
      'Replaces the whole state.',
    ),
    (state) => ({ state: state ? storedState(state) : undefined }),
  ),
  positions: withColumns(
    withDefault(
      of([positionInput], { ...list(mostPositions), description: `${texts.positions} At most ${mostPositions}.` }),
    ),
    (positions) => ({ positions: positions ? lastOfEach(positions, (one) => one.elementId) : undefined }),
  ),
  routes: withColumns(
    withDefault(of([routeInput], { ...list(mostRoutes), description: `${texts.routes} At most ${mostRoutes}.` })),
    (routes) => ({ routes: routes ? lastOfEach(routes, (one) => one.lineId) : undefined }),
  ),
};
const topologyId = id('Id of the topology that it is a picture of.');
const createInput = buildCreateInput('SavedView', { topologyId, ...inputs });
const updateInput = buildUpdateInput('SavedView', inputs);

builder.mutationField('createSavedView', (t) =>
  t.prismaField({
    type: 'SavedView',
    description: `Saves a view of a topology, at most ${mostSavedViews} of a user in a network. Topology missing or not accessible: \`entity_not_found\`.`,
    authScopes: { action: 'createSavedView' },
    args: { input: t.arg({ type: createInput, required: true }) },
    resolve: async (query, _root, { input }, { db, viewer }) => {
      const { topologyId, name, view } = input;
      const id = await createView(db, viewer, { ...inputColumns('SavedView', inputs, input), topologyId, name, view });
      const row = await db.savedView.findUnique({ ...query, where: { id } });
      // The view was saved, but its topology was deleted before it could be returned.
      if (!row) throw new AppError('entity_not_found', { entity: 'Topology', id: topologyId });
      return row;
    },
  }),
);

builder.mutationField('updateSavedView', (t) =>
  t.prismaField({
    type: 'SavedView',
    description:
      'Updates a saved view of the caller, or as an Admin one of the organization. Readable but made by another user: `auth_permission_denied`.',
    authScopes: { action: 'updateSavedView' },
    args: { id: t.arg({ type: 'UUID', required: true }), input: t.arg({ type: updateInput, required: true }) },
    resolve: async (query, _root, { id, input: { expectedUpdatedAt, ...given } }, { db, viewer }) =>
      updateView(db, viewer, id, inputColumns('SavedView', inputs, given), { query, expectedUpdatedAt }),
  }),
);

builder.mutationField('deleteSavedView', (t) =>
  t.field({
    type: 'UUID',
    description:
      'Deletes one saved view of the caller, or as an Admin one of the organization, and returns its id. Missing or not accessible: `entity_not_found`.',
    authScopes: { action: 'deleteSavedView' },
    args: { id: t.arg({ type: 'UUID', required: true }) },
    resolve: async (_root, { id }, { db, viewer }) => {
      if ((await deleteViews(db, viewer, [id], 'deleteSavedView')) === 0)
        throw new AppError('entity_not_found', { entity: 'SavedView', id });
      return id;
    },
  }),
);
builder.mutationField('deleteSavedViews', (t) =>
  t.field({
    type: deleteResult,
    description:
      'Deletes saved views as `deleteSavedView` does. If one is readable but not changeable, none is deleted.',
    authScopes: { action: 'deleteSavedViews' },
    args: { ids: t.arg(deletedIds) },
    resolve: async (_root, { ids }, { db, viewer }) => ({
      deletedCount: await deleteViews(db, viewer, ids, 'deleteSavedViews'),
      requestedCount: ids.length,
    }),
  }),
);
