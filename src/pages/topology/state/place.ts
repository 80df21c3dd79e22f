// The page's state in its address: topology and view, selection, questions and filters.
import type {
  EdgeType,
  GraphDetailInput,
  GraphGrouping,
  OptionalEdgeType,
  TopologyView,
} from '../../../generated/page-operations';
import { edgeAppearances } from '../../../modules/topology/graph/edge-appearances';
import { edgeTypes, optionalEdgeTypes } from '../../../modules/topology/graph/options';

export interface Place {
  readonly topologyId: string | null;
  /** The saved view that is open. */
  readonly savedId: string | null;
  readonly view: TopologyView;
  /** The instant that everything is shown as of; null: now. */
  readonly at: string | null;
  /** The instant that it is compared with; null: none. */
  readonly since: string | null;
  readonly selected: string | null;
  /** By what a large graph is folded; null: by what the service chooses. */
  readonly groupBy: GroupBy | null;
  /** Folds that the reader has opened, in this order, and closed, beside those that are open and closed at first. */
  readonly unfolded: readonly string[];
  readonly folded: readonly string[];
  /** Shown although they are in a closed fold. */
  readonly revealed: readonly string[];
  /** Kinds of edges that are drawn; null: those of the view and the saved options. */
  readonly edgeTypes: readonly EdgeType[] | null;
  /** Left out by filter; null: those of the saved options. */
  readonly hiddenCategories: readonly string[] | null;
  readonly hiddenVirtualization: readonly string[] | null;
  readonly hiddenFreshness: readonly string[] | null;
  readonly hiddenTags: readonly string[] | null;
  /** Only what carries the tag stays bright. */
  readonly tagId: string | null;
  readonly vlanId: string | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly root: string | null;
  readonly failing: readonly string[];
  readonly singlePoints: boolean;
}

/** `Nothing`: all is shown, however much it is. */
export const groupings = [
  'Uplink',
  'Location',
  'Tag',
  'Kind',
  'Subnet',
  'Vlan',
  'Name',
  'Nothing',
] as const satisfies readonly (GraphGrouping | 'Nothing')[];
export type GroupBy = (typeof groupings)[number];

/** The subject of every question: its variables, and the instant. */
export interface Scene {
  readonly graph: {
    readonly id: string;
    readonly view: TopologyView;
    readonly detail: GraphDetailInput | null;
    readonly optionalEdgeTypes: OptionalEdgeType[];
  };
  readonly at: string | null;
}

export const views: readonly TopologyView[] = ['L2Physical', 'L3Logical', 'Workloads', 'Application'];

/** Kinds of edges that the view has on request alone. */
export const optionalKindsOf = (view: TopologyView): OptionalEdgeType[] =>
  optionalEdgeTypes.filter((kind) => edgeAppearances[view][kind]);
/** Those of them that are chosen. */
export const optionalKindsIn = ({ view, edgeTypes }: Pick<Place, 'view' | 'edgeTypes'>): OptionalEdgeType[] =>
  optionalKindsOf(view).filter((kind) => edgeTypes?.includes(kind));

export const isId = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);
/** As many as the service takes. */
export const mostIds = 1000;
const idsOf = (text: string | null): string[] => (listOf(text) ?? []).filter(isId).slice(0, mostIds);
const listOf = (text: string | null): string[] | null => (text === null ? null : text.split(',').filter(Boolean));

const dateAndTime = /^(?!0000)\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?)?(Z|[+-]\d\d:\d\d)?$/;
const instant = /T\d\d:\d\d:\d\d.*(Z|[+-]\d\d:\d\d)$/;

/** A date is its first moment (UTC). Text that is no instant is ignored, as all unknown parameters; one to come is now. */
function instantIn(value: string | null): string | null {
  // In a hand-written address the plus of a zone reads as a space.
  const text = value?.toUpperCase().replace(' ', '+') ?? '';
  const time = dateAndTime.test(text) ? Date.parse(text) : NaN;
  if (Number.isNaN(time) || time > Date.now()) return null;
  return instant.test(text) ? text : new Date(time).toISOString();
}

export function readPlace(search: string): Place {
  const params = new URLSearchParams(search);
  const kinds = listOf(params.get('edges'));
  return {
    topologyId: params.get('topology'),
    savedId: idsOf(params.get('saved'))[0] ?? null,
    view: views.find((view) => view === params.get('view')) ?? 'L3Logical',
    at: instantIn(params.get('at')),
    since: instantIn(params.get('since')),
    selected: params.get('selected'),
    groupBy: groupings.find((grouping) => grouping === params.get('group-by')) ?? null,
    unfolded: idsOf(params.get('unfold')),
    folded: idsOf(params.get('fold')),
    revealed: idsOf(params.get('reveal')),
    edgeTypes: kinds && edgeTypes.filter((type) => kinds.includes(type)),
    hiddenCategories: listOf(params.get('hide-categories')),
    hiddenVirtualization: listOf(params.get('hide-machines')),
    hiddenFreshness: listOf(params.get('hide-freshness')),
    hiddenTags: listOf(params.get('hide-tags')),
    tagId: params.get('tag'),
    vlanId: params.get('vlan'),
    from: params.get('from'),
    to: params.get('to'),
    root: params.get('root'),
    failing: listOf(params.get('failing')) ?? [],
    singlePoints: params.has('single-points'),
  };
}

export function writePlace(place: Place): string {
  const members: readonly (readonly [string, string | null | undefined])[] = [
    ['topology', place.topologyId],
    ['saved', place.savedId],
    ['view', place.view],
    ['at', place.at],
    ['since', place.since],
    ['selected', place.selected],
    ['group-by', place.groupBy],
    ['unfold', place.unfolded.join(',') || null],
    ['fold', place.folded.join(',') || null],
    ['reveal', place.revealed.join(',') || null],
    ['edges', place.edgeTypes?.join(',')],
    ['hide-categories', place.hiddenCategories?.join(',')],
    ['hide-machines', place.hiddenVirtualization?.join(',')],
    ['hide-freshness', place.hiddenFreshness?.join(',')],
    ['hide-tags', place.hiddenTags?.join(',')],
    ['tag', place.tagId],
    ['vlan', place.vlanId],
    ['from', place.from],
    ['to', place.to],
    ['root', place.root],
    ['failing', place.failing.join(',') || null],
    ['single-points', place.singlePoints ? '1' : null],
  ];
  const pairs = members.flatMap(([name, value]) =>
    value == null ? [] : [`${name}=${encodeURIComponent(value).replaceAll('%2C', ',')}`],
  );
  return `?${pairs.join('&')}`;
}

export const withoutFolds = { unfolded: [], folded: [], revealed: [] };
/** Questions, folds, the selection and the saved view belong to one graph; filters stay. */
export const withoutQuestions = {
  ...withoutFolds,
  savedId: null,
  ...{ selected: null, from: null, to: null, root: null, failing: [], singlePoints: false },
};

/** Topology and view: what names a graph. */
export const sceneKeyOf = ({ topologyId, view }: Place): string => `${topologyId} ${view}`;

type Times = Pick<Place, 'at' | 'since'>;
export const isOtherTime = (a: Times, b: Times): boolean => a.at !== b.at || a.since !== b.since;
/** The instants that a picture is of; empty: it is live. */
export const journeyOf = ({ at, since }: Times): string => [at, since].filter(Boolean).join(' ');
/** Whether instants other than now are shown or compared. */
export const isJourney = ({ at, since }: Times): string => `${at !== null} ${since !== null}`;

/** Parts of a picture that filters leave out while it stays the same. */
export const filters = [
  'edgeTypes',
  'hiddenCategories',
  'hiddenVirtualization',
  'hiddenFreshness',
  'hiddenTags',
] as const;
