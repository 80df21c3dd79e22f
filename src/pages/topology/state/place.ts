// Reads and writes the page's state in its URL: topology and view, selection, questions and filters.
import type {
  EdgeType,
  GraphDetailInput,
  GraphGrouping,
  OptionalEdgeType,
  TopologyView,
} from '../../../generated/page-operations';
import { edgeAppearances } from '../../../modules/topology/graph/edge-appearances';
import { edgeTypes, optionalEdgeTypes } from '../../../modules/topology/graph/options';
import { parseSupposed, writeSupposed, type Supposed } from '../suppose/supposed';
import { isBoxInAddress, noBoxes } from './address-parts';

export interface Place {
  readonly topologyId: string | null;
  /** Id of the saved view that is open; null if none is. */
  readonly savedId: string | null;
  readonly view: TopologyView;
  /** The instant that is shown; null for the present. */
  readonly at: string | null;
  /**
   * The instant to compare with, before or after `at`; null for no comparison. A what-if question excludes a
   * comparison.
   */
  readonly since: string | null;
  /** Whether the comparison belongs to the playback of the history. It ends with it, so the URL does not keep it. */
  readonly isPlayed: boolean;
  readonly selected: string | null;
  /**
   * Ids of the selected links, which are drawn as one line; the first is the one whose details are shown. Empty if a
   * node or nothing is selected.
   */
  readonly lines: readonly string[];
  /** By what the nodes of a large graph are grouped into folds; null if the service chooses. */
  readonly groupBy: GroupBy | null;
  readonly layout: Layout;
  /**
   * Ids of the folds that the user has expanded, in the order of expanding; `folded` are those that the user has
   * collapsed.
   */
  readonly unfolded: readonly string[];
  readonly folded: readonly string[];
  /** Ids of nodes to draw although they belong to a collapsed fold. */
  readonly revealed: readonly string[];
  /** The boxes that the user has closed and opened, by the last eight letters of their ids. */
  readonly closedBoxes: readonly string[];
  readonly openBoxes: readonly string[];
  /** The edge types to draw; null for the default. */
  readonly edgeTypes: readonly EdgeType[] | null;
  /** Filters by category of services, kind of machine, staleness and tag; null for the topology's own filter. */
  readonly hiddenCategories: readonly string[] | null;
  readonly hiddenVirtualization: readonly string[] | null;
  readonly hiddenFreshness: readonly string[] | null;
  readonly hiddenTags: readonly string[] | null;
  /** Id of the tag whose nodes are highlighted, while all other nodes are faded; null for no tag. */
  readonly tagId: string | null;
  readonly vlanId: string | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly root: string | null;
  readonly failing: readonly string[];
  readonly singlePoints: boolean;
  /** Whether all VLANs are listed, with the number of cables that carry each VLAN at one end only. */
  readonly vlanSummaries: boolean;
  /** Id of the verdict of a check whose findings are highlighted; null for none. */
  readonly verdictId: string | null;
  /** The changes of a what-if question. */
  readonly supposed: readonly Supposed[];
  /** Whether to show the drawing only, without header and panels, in a page that embeds the share. */
  readonly isBare: boolean;
}

/** Values of `groupBy`. `Nothing` disables folding: everything is shown, however large the graph is. */
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

/** How connected nodes are arranged: in layers below their centre, or in rings around it. */
export const layouts = ['Layers', 'Rings'] as const;
export type Layout = (typeof layouts)[number];

/** What requests need: the variables that select a graph, and the instant (null for the present). */
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

/** Edge types that the service sends only on request. */
export const optionalKindsOf = (view: TopologyView): OptionalEdgeType[] =>
  optionalEdgeTypes.filter((kind) => edgeAppearances[view][kind]);
/** Edge types that are requested although they are optional, unless the user has chosen others. */
export const defaultOptionalKinds: readonly EdgeType[] = ['LearnedMachine'];
export const requestedOptionalKinds = ({ view, edgeTypes }: Pick<Place, 'view' | 'edgeTypes'>): OptionalEdgeType[] =>
  optionalKindsOf(view).filter((kind) => (edgeTypes ?? defaultOptionalKinds).includes(kind));
/** Optional edge types by which machines depend on a device. Answers about failures follow them, drawn or not. */
const followedKinds: readonly OptionalEdgeType[] = ['LearnedMachine', 'WirelessAssociation'];
export const followedKindsOf = (view: TopologyView): OptionalEdgeType[] =>
  optionalKindsOf(view).filter((kind) => followedKinds.includes(kind));

export const isId = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);
/** Maximum number of ids that the service accepts in a list. */
export const mostIds = 1000;
/** Maximum number of selected links in the URL, so that it does not become too long. */
export const mostLines = 20;
const idsOf = (text: string | null): string[] => (listOf(text) ?? []).filter(isId).slice(0, mostIds);
const listOf = (text: string | null): string[] | null => (text === null ? null : text.split(',').filter(Boolean));

const dateAndTime = /^(?!0000)\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?)?(Z|[+-]\d\d:\d\d)?$/;
const instant = /T\d\d:\d\d:\d\d.*(Z|[+-]\d\d:\d\d)$/;

/**
 * Parses an instant. A date without a time means the beginning of that day in UTC. Null for a text that is not an
 * instant, and for a future instant, which means the present.
 */
function instantIn(value: string | null): string | null {
  // In a URL that was written by hand, the plus sign of a time zone is decoded as a space.
  const text = value?.toUpperCase().replace(' ', '+') ?? '';
  const time = dateAndTime.test(text) ? Date.parse(text) : NaN;
  if (Number.isNaN(time) || time > Date.now()) return null;
  return instant.test(text) ? text : new Date(time).toISOString();
}

export function readPlace(search: string): Place {
  const params = new URLSearchParams(search);
  const kinds = listOf(params.get('edges'));
  const supposed = parseSupposed(params.get('suppose'));
  return {
    topologyId: params.get('topology'),
    savedId: idsOf(params.get('saved'))[0] ?? null,
    view: views.find((view) => view === params.get('view')) ?? 'L3Logical',
    at: instantIn(params.get('at')),
    since: supposed.length > 0 ? null : instantIn(params.get('since')),
    isPlayed: false,
    selected: params.get('selected'),
    lines: params.has('selected') ? [] : (listOf(params.get('lines')) ?? []).slice(0, mostLines),
    groupBy: groupings.find((grouping) => grouping === params.get('group-by')) ?? null,
    layout: layouts.find((layout) => layout === params.get('layout')) ?? 'Layers',
    unfolded: idsOf(params.get('unfold')),
    folded: idsOf(params.get('fold')),
    revealed: idsOf(params.get('reveal')),
    closedBoxes: (listOf(params.get('close')) ?? []).filter(isBoxInAddress),
    openBoxes: (listOf(params.get('open')) ?? []).filter(isBoxInAddress),
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
    vlanSummaries: params.has('all-vlans'),
    verdictId: idsOf(params.get('verdict'))[0] ?? null,
    supposed,
    isBare: params.has('bare'),
  };
}

export function writePlace(place: Place): string {
  const members: readonly (readonly [string, string | null | undefined])[] = [
    ['topology', place.topologyId],
    ['saved', place.savedId],
    ['view', place.view],
    ['at', place.at],
    ['since', place.isPlayed ? null : place.since],
    ['selected', place.selected],
    ['lines', place.lines.join(',') || null],
    ['group-by', place.groupBy],
    ['layout', place.layout === 'Layers' ? null : place.layout],
    ['unfold', place.unfolded.join(',') || null],
    ['fold', place.folded.join(',') || null],
    ['reveal', place.revealed.join(',') || null],
    ['close', place.closedBoxes.join(',') || null],
    ['open', place.openBoxes.join(',') || null],
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
    ['all-vlans', place.vlanSummaries ? '1' : null],
    ['verdict', place.verdictId],
    ['suppose', writeSupposed(place.supposed)],
    ['bare', place.isBare ? '1' : null],
  ];
  const pairs = members.flatMap(([name, value]) =>
    value == null ? [] : [`${name}=${encodeURIComponent(value).replaceAll('%2C', ',').replaceAll('%3A', ':')}`],
  );
  return `?${pairs.join('&')}`;
}

export const withoutFolds = { unfolded: [], folded: [], revealed: [], ...noBoxes };
/** Resets everything that belongs to a single graph: questions, folds, selection, saved view. Filters stay. */
export const withoutQuestions = {
  ...withoutFolds,
  savedId: null,
  ...{ selected: null, lines: [], from: null, to: null, root: null, failing: [], singlePoints: false },
};
/** Also resets what belongs to a single network: the open check and the what-if question. */
export const withoutNetwork = { ...withoutQuestions, verdictId: null, supposed: [] };

/** Identifies a graph by topology and view. */
export const sceneKeyOf = ({ topologyId, view }: Place): string => `${topologyId} ${view}`;

type Times = Pick<Place, 'at' | 'since'>;
/** A text that identifies the shown instants and what-if changes; empty for the present without what-if changes. */
export const journeyKey = ({ at, since, supposed }: Times & Pick<Place, 'supposed'>): string =>
  [at, since, writeSupposed(supposed)].filter(Boolean).join(' ');
/** The two compared instants, the earlier one first; null is the present. */
export const inOrder = (since: string, at: string | null): readonly [string, string | null] =>
  at !== null && Date.parse(at) < Date.parse(since) ? [at, since] : [since, at];
/** A text that differs between the present, a past instant and a comparison. */
export const isJourney = ({ at, since }: Times): string => `${at !== null} ${since !== null}`;

/** Filters are applied in the browser, so changing them loads no graph. */
export const filters = [
  'edgeTypes',
  'hiddenCategories',
  'hiddenVirtualization',
  'hiddenFreshness',
  'hiddenTags',
] as const;

/** Parts of the state whose change requires a new drawing, but no new graph. */
export const drawingMembers = [...filters, 'layout'] as const;

/** Filters that hide nothing, not even what the topology hides by default. */
export const noFilters = { hiddenCategories: [], hiddenVirtualization: [], hiddenFreshness: [], hiddenTags: [] };

/**
 * Which parts of the page's state a share's link keeps. Visitors may not ask questions, so questions are left out.
 * `own` marks what belongs to the user or is fixed by the share.
 */
const fatesInLink = {
  ...{ topologyId: 'own', savedId: 'own', at: 'own', isBare: 'own', isPlayed: 'own' },
  ...{ view: 'kept', selected: 'kept', lines: 'kept', groupBy: 'kept', layout: 'kept', tagId: 'kept' },
  ...{ unfolded: 'kept', folded: 'kept', revealed: 'kept', closedBoxes: 'kept', openBoxes: 'kept' },
  ...{ edgeTypes: 'kept', hiddenCategories: 'kept', hiddenVirtualization: 'kept' },
  ...{ hiddenFreshness: 'kept', hiddenTags: 'kept' },
  ...{ since: 'left out', vlanId: 'left out', from: 'left out', to: 'left out', root: 'left out' },
  ...{
    failing: 'left out',
    singlePoints: 'left out',
    vlanSummaries: 'left out',
    verdictId: 'left out',
    supposed: 'left out',
  },
} as const satisfies Record<keyof Place, 'kept' | 'left out' | 'own'>;
type Fates = typeof fatesInLink;
export type LeftOut = { [Name in keyof Fates]: Fates[Name] extends 'left out' ? Name : never }[keyof Fates];

/** The part of the page's state that the link of a share keeps; the other members have their default values. */
export function placeInLink(place: Place): Place {
  const names = (Object.keys(fatesInLink) as (keyof Place)[]).filter((name) => fatesInLink[name] === 'kept');
  return { ...readPlace(''), ...Object.fromEntries(names.map((name) => [name, place[name]])) };
}

/** The parts of the page's state that the user has set, but that a share's link cannot keep. */
export function leftOutOfLink(place: Place): LeftOut[] {
  const defaults = readPlace('');
  const isLeftOut = (name: keyof Place): name is LeftOut => fatesInLink[name] === 'left out';
  return (Object.keys(fatesInLink) as (keyof Place)[])
    .filter(isLeftOut)
    .filter((name) => JSON.stringify(place[name]) !== JSON.stringify(defaults[name]));
}
