// The stored state of a saved view: what is drawn, how it is folded, the visible section, and positions of nodes.
import { isCleanText } from '../../../platform/text/validation';
import { AppError } from '../../../errors';
import { builder } from '../../../graphql/builder';
import { holds, list, notNull, text } from '../../../graphql/plugin/bounds';
import { serviceCategories } from '../../inventory';
import type { Detail } from '../graph/folding/detail';
import type { EdgeType } from '../graph/options';
import { detailInput, checkDetail, groupingEnum } from '../schema/topology-detail';
import { edgeTypeEnum } from '../schema/topology.schema';

export const mostPositions = 2000;
export const mostRoutes = 1000;
/** Maximum number of coordinates of a line; each point has two. */
const mostNumbers = 40;
const mostListed = 1000;
/** Largest coordinate in pixels. No picture is that large, and floating-point numbers represent the value exactly. */
const farthest = 10_000_000;

const machineEnum = builder.enumType('MachineKind', {
  description: 'Kinds of machines.',
  values: { Virtualized: { description: 'Virtual machines.' }, BareMetal: { description: 'Physical machines.' } },
});
const freshnessEnum = builder.enumType('Freshness', {
  description: 'How long ago a row was observed last.',
  values: {
    new: { description: 'First observed lately.' },
    current: { description: 'Observed lately.' },
    stale: { description: 'Not observed for longer than the network allows.' },
    missing: { description: 'Looked for by the last discovery, and not found.' },
  },
});

export interface Position {
  readonly elementId: string;
  readonly x: number;
  readonly y: number;
  readonly width?: number | null;
  readonly height?: number | null;
}
export interface Route {
  readonly lineId: string;
  /** The x and y coordinates of the points, alternating. */
  readonly points: readonly number[];
}
interface Camera {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}
type MachineKind = 'Virtualized' | 'BareMetal';
type Freshness = 'new' | 'current' | 'stale' | 'missing';
/** The stored state of a saved view. For missing fields, the topology's options apply. */
export interface ViewState {
  readonly detail?: Detail | null;
  readonly edgeTypes?: readonly EdgeType[] | null;
  readonly hiddenCategories?: readonly string[] | null;
  readonly hiddenMachines?: readonly MachineKind[] | null;
  readonly hiddenFreshness?: readonly Freshness[] | null;
  readonly hiddenTagIds?: readonly string[] | null;
  readonly tagId?: string | null;
  readonly vlanId?: string | null;
  readonly closedIds?: readonly string[];
  readonly openedIds?: readonly string[];
  readonly camera?: Camera | null;
}

const asSaved = 'null = as in the options of the topology';
const texts = {
  detail: 'How far the graph is folded; null = not at all.',
  edgeTypes: 'Kinds of edges that are drawn; null = those that are drawn by default.',
  hiddenCategories: `Categories of services that are left out; ${asSaved}.`,
  hiddenMachines: `Kinds of machines that are left out; ${asSaved}.`,
  hiddenFreshness: `Freshness of rows that are left out; ${asSaved}.`,
  hiddenTagIds: `Ids of tags whose entities are left out; ${asSaved}.`,
  tagId: 'Id of a tag; entities without it are dimmed. Null = none.',
  vlanId: 'Id of a VLAN that is traced. Null = none.',
  closedIds: 'Ids of boxes that are closed although they are open by default.',
  openedIds: 'Ids of boxes that are open although they are closed by default.',
  camera: 'Part of the picture that is in sight; null = the whole picture.',
  x: 'Pixels to the right of the left side of the box around it, or of the picture.',
  y: 'Pixels below the top of the box around it, or of the picture.',
  width: 'Width in pixels; null = as wide as its content.',
  height: 'Height in pixels; null = as high as its content.',
  route: 'Name of the line, as given by the client that saved the view. 1 to 100 characters.',
  points: 'x and y of each point in turn, in pixels from the left side and the top of the picture.',
  cameraX: 'Place in the picture that is in the middle, in pixels from its left side.',
  cameraY: 'Place in the picture that is in the middle, in pixels from its top.',
  zoom: 'Pixels of the screen for a pixel of the picture.',
};

const detailRef = builder.objectRef<Detail>('SavedViewDetail').implement({
  description: 'How far the graph of a saved view is folded, as in `GraphDetailInput`.',
  fields: (t) => ({
    limit: t.exposeInt('limit', { description: 'Number of nodes and folds up to which folds are expanded initially.' }),
    foldAbove: t.exposeInt('foldAbove', { description: 'Number of nodes above which the graph is folded.' }),
    groupBy: t.expose('groupBy', { type: groupingEnum, description: 'Property that determines the folds.' }),
    expanded: t.expose('expanded', { type: ['UUID'], description: 'Ids of folds that are expanded.' }),
    collapsed: t.expose('collapsed', { type: ['UUID'], description: 'Ids of folds that are collapsed.' }),
    reveal: t.expose('reveal', {
      type: ['UUID'],
      description: 'Ids of nodes or entities that are shown by themselves.',
    }),
  }),
});
const cameraRef = builder.objectRef<Camera>('SavedViewCamera').implement({
  description: texts.camera,
  fields: (t) => ({
    x: t.exposeFloat('x', { description: texts.cameraX }),
    y: t.exposeFloat('y', { description: texts.cameraY }),
    zoom: t.exposeFloat('zoom', { description: texts.zoom }),
  }),
});
export const stateRef = builder.objectRef<ViewState>('SavedViewState').implement({
  description: 'Filters, folds and visible part of a saved view.',
  fields: (t) => ({
    detail: t.field({
      type: detailRef,
      nullable: true,
      description: texts.detail,
      resolve: ({ detail }) => detail ?? null,
    }),
    edgeTypes: t.field({
      type: [edgeTypeEnum],
      nullable: true,
      description: texts.edgeTypes,
      resolve: ({ edgeTypes }) => edgeTypes && [...edgeTypes],
    }),
    hiddenCategories: t.field({
      type: ['String'],
      nullable: true,
      description: texts.hiddenCategories,
      resolve: ({ hiddenCategories }) => hiddenCategories ?? null,
    }),
    hiddenMachines: t.field({
      type: [machineEnum],
      nullable: true,
      description: texts.hiddenMachines,
      resolve: ({ hiddenMachines }) => hiddenMachines && [...hiddenMachines],
    }),
    hiddenFreshness: t.field({
      type: [freshnessEnum],
      nullable: true,
      description: texts.hiddenFreshness,
      resolve: ({ hiddenFreshness }) => hiddenFreshness && [...hiddenFreshness],
    }),
    hiddenTagIds: t.field({
      type: ['UUID'],
      nullable: true,
      description: texts.hiddenTagIds,
      resolve: ({ hiddenTagIds }) => hiddenTagIds ?? null,
    }),
    tagId: t.field({ type: 'UUID', nullable: true, description: texts.tagId, resolve: ({ tagId }) => tagId ?? null }),
    vlanId: t.field({
      type: 'UUID',
      nullable: true,
      description: texts.vlanId,
      resolve: ({ vlanId }) => vlanId ?? null,
    }),
    closedIds: t.field({
      type: ['UUID'],
      description: texts.closedIds,
      resolve: ({ closedIds }) => closedIds ?? [],
    }),
    openedIds: t.field({
      type: ['UUID'],
      description: texts.openedIds,
      resolve: ({ openedIds }) => openedIds ?? [],
    }),
    camera: t.field({
      type: cameraRef,
      nullable: true,
      description: texts.camera,
      resolve: ({ camera }) => camera ?? null,
    }),
  }),
});
export const positionRef = builder.objectRef<Position>('SavedViewPosition').implement({
  description: 'Where a node of a saved view lies.',
  fields: (t) => ({
    elementId: t.expose('elementId', { type: 'UUID', description: 'Id of the node or fold.' }),
    x: t.exposeFloat('x', { description: texts.x }),
    y: t.exposeFloat('y', { description: texts.y }),
    width: t.exposeFloat('width', { nullable: true, description: texts.width }),
    height: t.exposeFloat('height', { nullable: true, description: texts.height }),
  }),
});
export const routeRef = builder.objectRef<Route>('SavedViewRoute').implement({
  description: 'The route of a line that is led around boxes.',
  fields: (t) => ({
    lineId: t.exposeString('lineId', { description: texts.route }),
    points: t.field({
      type: ['Float'],
      ...holds(mostNumbers, 10),
      description: texts.points,
      resolve: ({ points }) => [...points],
    }),
  }),
});

const between = (minimum: number, maximum: number, description: string) => ({
  description: `${description} ${minimum} to ${maximum}.`,
  extensions: { jsonSchema: { minimum, maximum } },
});
const coordinate = (description: string) => between(-farthest, farthest, description);
const describedList = (description: string) => ({
  ...list(mostListed),
  description: `${description} At most ${mostListed}.`,
});

function categoriesOf(field: string, categories: readonly string[]): void {
  const knownCategories: readonly string[] = serviceCategories;
  if (!categories.every((one) => isCleanText(one) && knownCategories.includes(one)))
    throw new AppError('validation_invalid_format', { field });
}
const categories = describedList(texts.hiddenCategories);

const cameraInput = builder.inputType('SavedViewCameraInput', {
  description: texts.camera,
  fields: (t) => ({
    x: t.float({ required: true, ...coordinate(texts.cameraX) }),
    y: t.float({ required: true, ...coordinate(texts.cameraY) }),
    zoom: t.float({ required: true, ...between(0.001, 100, texts.zoom) }),
  }),
});
export const stateInput = builder.inputType('SavedViewStateInput', {
  description: 'Filters, folds and visible part of a saved view. Ids of missing rows have no effect.',
  fields: (t) => ({
    detail: t.field({ type: detailInput, description: texts.detail }),
    edgeTypes: t.field({ type: [edgeTypeEnum], ...describedList(texts.edgeTypes) }),
    hiddenCategories: t.stringList({
      ...categories,
      extensions: { ...categories.extensions, form: categoriesOf },
    }),
    hiddenMachines: t.field({ type: [machineEnum], ...describedList(texts.hiddenMachines) }),
    hiddenFreshness: t.field({ type: [freshnessEnum], ...describedList(texts.hiddenFreshness) }),
    hiddenTagIds: t.field({ type: ['UUID'], ...describedList(texts.hiddenTagIds) }),
    tagId: t.field({ type: 'UUID', description: texts.tagId }),
    vlanId: t.field({ type: 'UUID', description: texts.vlanId }),
    closedIds: t.field({ type: ['UUID'], ...notNull(describedList(texts.closedIds)) }),
    openedIds: t.field({ type: ['UUID'], ...notNull(describedList(texts.openedIds)) }),
    camera: t.field({ type: cameraInput, description: texts.camera }),
  }),
});
export const positionInput = builder.inputType('SavedViewPositionInput', {
  description: 'Where a node lies. The last of several positions of a node counts.',
  fields: (t) => ({
    elementId: t.field({ type: 'UUID', required: true, description: 'Id of the node or fold.' }),
    x: t.float({ required: true, ...coordinate(texts.x) }),
    y: t.float({ required: true, ...coordinate(texts.y) }),
    width: t.float(between(0, farthest, texts.width)),
    height: t.float(between(0, farthest, texts.height)),
  }),
});
const points = list(mostNumbers, coordinate(''));
export const routeInput = builder.inputType('SavedViewRouteInput', {
  description: 'The route of a line that is led around boxes. It has no effect once one of its ends lies elsewhere.',
  fields: (t) => ({
    lineId: t.string({ required: true, ...text(1, 100), description: texts.route }),
    points: t.floatList({ required: true, ...points, description: `${texts.points} At most ${mostNumbers} numbers.` }),
  }),
});

/**
 * The state of a saved view as it is stored. Null fields are removed. The current defaults of folding are added,
 * because later versions may change them.
 */
export function storedState({ detail, ...others }: typeof stateInput.$inferInput): ViewState {
  const stateEntries = Object.entries(others).filter(([, value]) => value != null);
  return { ...Object.fromEntries(stateEntries), detail: detail ? checkDetail(detail) : null };
}

/** Removes duplicates: keeps the last of several items for which `idOf` gives the same id. */
export const lastOfEach = <T>(items: readonly T[], idOf: (one: T) => string): T[] => [
  ...new Map(items.map((one) => [idOf(one), one])).values(),
];
