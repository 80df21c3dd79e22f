// Reads and writes the page's state in its address: topology and view, selection, questions and filters.
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
  /** The instant that is shown; null means now. */
  readonly at: string | null;
  /** The instant to compare with; null means no comparison. */
  readonly since: string | null;
  readonly selected: string | null;
  /** The criterion by which a large graph is folded; null lets the service choose. */
  readonly groupBy: GroupBy | null;
  /** Folds that the user has opened (in this order) and closed, beyond their initial state. */
  readonly unfolded: readonly string[];
  readonly folded: readonly string[];
  /** Ids of nodes that are shown although they are in a closed fold. */
  readonly revealed: readonly string[];
  /** Edge types that are drawn; null means those of the view and the saved options. */
  readonly edgeTypes: readonly EdgeType[] | null;
  /** Hidden by filters; null means those of the saved options. */
  readonly hiddenCategories: readonly string[] | null;
  readonly hiddenVirtualization: readonly string[] | null;
  readonly hiddenFreshness: readonly string[] | null;
  readonly hiddenTags: readonly string[] | null;
  /** Everything without this tag is faded. */
  readonly tagId: string | null;
  readonly vlanId: string | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly root: string | null;
  readonly failing: readonly string[];
  readonly singlePoints: boolean;
}

/** `Nothing` disables folding: everything is shown, however large the graph is. */
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

/** The graph of every question: its query variables and its instant. */
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

/** Edge types that the view has only on request. */
export const optionalKindsOf = (view: TopologyView): OptionalEdgeType[] =>
  optionalEdgeTypes.filter((kind) => edgeAppearances[view][kind]);
/** The optional edge types that the user has chosen. */
export const optionalKindsIn = ({ view, edgeTypes }: Pick<Place, 'view' | 'edgeTypes'>): OptionalEdgeType[] =>
  optionalKindsOf(view).filter((kind) => edgeTypes?.includes(kind));

export const isId = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);
/** The maximum that the service accepts. */
export const mostIds = 1000;
const idsOf = (text: string | null): string[] => (listOf(text) ?? []).filter(isId).slice(0, mostIds);
const listOf = (text: string | null): string[] | null => (text === null ? null : text.split(',').filter(Boolean));

const dateAndTime = /^(?!0000)\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?)?(Z|[+-]\d\d:\d\d)?$/;
const instant = /T\d\d:\d\d:\d\d.*(Z|[+-]\d\d:\d\d)$/;

/**
 * Parses an instant; a date without a time means its start in UTC. Null for text that is no instant, which is ignored
 * like unknown parameters, and for the future, which means now.
 */
function instantIn(value: string | null): string | null {
  // In a hand-written address the plus of a time zone is decoded as a space.
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
/** Resets questions, folds, selection and saved view, which belong to one graph. Filters stay. */
export const withoutQuestions = {
  ...withoutFolds,
  savedId: null,
  ...{ selected: null, from: null, to: null, root: null, failing: [], singlePoints: false },
};

/** Key of a graph: topology and view. */
export const sceneKeyOf = ({ topologyId, view }: Place): string => `${topologyId} ${view}`;

type Times = Pick<Place, 'at' | 'since'>;
export const isOtherTime = (a: Times, b: Times): boolean => a.at !== b.at || a.since !== b.since;
/** Key of the instants of a picture; empty if it is live. */
export const journeyOf = ({ at, since }: Times): string => [at, since].filter(Boolean).join(' ');
/** Tells which instants are set, as a text to compare: the shown one and the compared one. */
export const isJourney = ({ at, since }: Times): string => `${at !== null} ${since !== null}`;

/** Members that hide parts of a picture without loading another one. */
export const filters = [
  'edgeTypes',
  'hiddenCategories',
  'hiddenVirtualization',
  'hiddenFreshness',
  'hiddenTags',
] as const;
