// Saved views in GraphQL: pictures of a topology that users keep, for themselves or for their organization.
import { storedJson } from '../../../data/model/stored-json';
import { AppError } from '../../../errors';
import { builder } from '../../../graphql/builder';
import { baseFields, historyFields } from '../../../graphql/common-fields';
import { deletedIds, deleteResult } from '../../../graphql/deletes';
import { enumRef } from '../../../graphql/enums';
import { defineGetter } from '../../../graphql/getter';
import { defineList, defineRootList } from '../../../graphql/lists/list';
import { holds, list, notNull, text } from '../../../graphql/plugin/bounds';
import { userRelation } from '../../access';
import { createView, deleteViews, mostViews, updateView } from './saved-view.actions';
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
  view: 'View of the graph.',
  shownAt: 'Instant that it shows; null = now.',
  comparedAt: 'Instant that it is compared with; null = none.',
  positions:
    'Where nodes lie. Nodes without a position are placed beside them; positions of missing nodes have no effect.',
  routes: 'Ways of lines that are led around boxes; all others are straight.',
};

builder.prismaObject('SavedView', {
  select: { id: true },
  description: 'A picture of a topology saved by a user: filters, folds and positions of nodes.',
  fields: (t) => ({
    ...baseFields(t),
    ...historyFields(t),
    networkId: t.expose('networkId', { type: 'UUID' }),
    network: t.relation('network'),
    topologyId: t.expose('topologyId', { type: 'UUID' }),
    topology: t.relation('topology', { nullable: true, description: 'The topology; null if it was deleted since.' }),
    createdByUserId: t.expose('createdByUserId', { type: 'UUID', nullable: true }),
    createdByUser: userRelation(t, 'createdByUser', 'The user who made it; null after that user is deleted.'),
    name: t.exposeString('name'),
    description: t.exposeString('description', { nullable: true }),
    visibility: t.expose('visibility', { type: enumRef('SavedViewVisibility'), description: texts.visibility }),
    view: t.expose('view', { type: enumRef('TopologyView'), description: texts.view }),
    shownAt: t.expose('shownAt', { type: 'DateTime', nullable: true }),
    comparedAt: t.expose('comparedAt', { type: 'DateTime', nullable: true }),
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
  }),
});

defineList('SavedView', {
  isNetworkLevel: true,
  filter: {
    columns: [
      'id',
      'networkId',
      'topologyId',
      'createdByUserId',
      'name',
      'description',
      'visibility',
      'view',
      'shownAt',
      'comparedAt',
      'createdAt',
      'updatedAt',
    ],
    relations: { network: true, topology: true },
  },
  order: ['name', 'visibility', 'view', 'createdAt', 'updatedAt'],
});
defineRootList('savedViews', 'SavedView', {
  description: "The caller's saved views and those of the organization, oldest first by default.",
});
defineGetter('savedView', 'SavedView');

const routes = { ...list(mostRoutes), description: `${texts.routes} At most ${mostRoutes}.` };
const positions = { ...list(mostPositions), description: `${texts.positions} At most ${mostPositions}.` };

const createInput = builder.inputType('CreateSavedViewInput', {
  fields: (t) => ({
    topologyId: t.field({ type: 'UUID', required: true, description: 'Id of the topology that it is a picture of.' }),
    name: t.string({ required: true, ...text(1, 100) }),
    description: t.string({ ...text(0, 2000) }),
    visibility: t.field({ type: enumRef('SavedViewVisibility'), description: `${texts.visibility} Own if left out.` }),
    view: t.field({ type: enumRef('TopologyView'), required: true, description: texts.view }),
    shownAt: t.field({ type: 'DateTime', description: texts.shownAt }),
    comparedAt: t.field({ type: 'DateTime', description: texts.comparedAt }),
    state: t.field({
      type: stateInput,
      description: 'Filters, folds and visible part; all nodes unfolded if left out.',
    }),
    positions: t.field({ type: [positionInput], ...positions }),
    routes: t.field({ type: [routeInput], ...routes }),
  }),
});
const updateInput = builder.inputType('UpdateSavedViewInput', {
  description: 'Fields left out keep their value; null clears `description`, `shownAt` and `comparedAt`.',
  fields: (t) => ({
    name: t.string(notNull(text(1, 100))),
    description: t.string({ ...text(0, 2000) }),
    visibility: t.field({
      type: enumRef('SavedViewVisibility'),
      ...notNull(),
      description: `${texts.visibility} Only its maker sets Own: for others \`entity_access_denied\`.`,
    }),
    view: t.field({ type: enumRef('TopologyView'), ...notNull(), description: texts.view }),
    shownAt: t.field({ type: 'DateTime', description: texts.shownAt }),
    comparedAt: t.field({ type: 'DateTime', description: texts.comparedAt }),
    state: t.field({ type: stateInput, ...notNull(), description: 'Replaces the whole state.' }),
    positions: t.field({ type: [positionInput], ...notNull(positions) }),
    routes: t.field({ type: [routeInput], ...notNull(routes) }),
    expectedUpdatedAt: t.field({
      type: 'DateTime',
      description: 'Expected `updatedAt` of the stored row; if it differs: `entity_changed`.',
    }),
  }),
});

type Given = Omit<typeof updateInput.$inferInput, 'expectedUpdatedAt'>;

/** Columns of what is given. Bounds have been judged: what is null here may be. */
const columnsOf = ({ name, description, visibility, view, shownAt, comparedAt, ...parts }: Given) => ({
  ...{ name: name ?? undefined, visibility: visibility ?? undefined, view: view ?? undefined },
  ...{ description: description === '' ? null : description, shownAt, comparedAt },
  state: parts.state ? storedState(parts.state) : undefined,
  positions: parts.positions ? lastOfEach(parts.positions, (one) => one.elementId) : undefined,
  routes: parts.routes ? lastOfEach(parts.routes, (one) => one.lineId) : undefined,
});

builder.mutationField('createSavedView', (t) =>
  t.prismaField({
    type: 'SavedView',
    description: `Saves a view of a topology, at most ${mostViews} of a user in a network. Topology missing or not accessible: \`entity_not_found\`.`,
    authScopes: { action: 'createSavedView' },
    args: { input: t.arg({ type: createInput, required: true }) },
    resolve: async (query, _root, { input }, { db, viewer }) => {
      const { topologyId, name, view } = input;
      const id = await createView(db, viewer, { ...columnsOf(input), topologyId, name, view });
      const row = await db.savedView.findUnique({ ...query, where: { id } });
      // It was saved, and went with its topology before it could be answered.
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
      updateView(db, viewer, id, columnsOf(given), { query, expectedUpdatedAt }),
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
