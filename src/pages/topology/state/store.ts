// The state of the page, and how the parts of the page are notified of changes.
import type {
  PageSavedViewQuery,
  PageSavedViewsQuery,
  PageStartQuery,
  PageVlansQuery,
} from '../../../generated/page-operations';
import type { LiveState } from '../../kit/live';
import type { Difference } from '../graph/difference';
import type { Picture } from '../graph/picture';
import type { Shown } from '../graph/shown';
import type { Reading } from '../layout/reading';
import type { Places, Point, Rect, Tree } from '../layout/tree';
import type { AskedQuestions } from './answers';
import type { Options } from './choices';
import type { Supposition } from '../suppose/supposed';
import { isNarrowWindow, toDetailInput, windowRoom, type Room } from './detail';
import { journeyKey, requestedOptionalKinds, readPlace, sceneKeyOf, type Place, type Scene } from './place';
import { noRuns, type Runs } from './runs';

/**
 * What the page reads first. Topologies of the present come before those of snapshots, which are sorted oldest first.
 */
export type Start = Omit<PageStartQuery, 'snapshots'>;
export type TopologyRow = Start['topologies']['nodes'][number];
export type Tag = Start['tags']['nodes'][number];
export type ViewRow = PageSavedViewsQuery['savedViews']['nodes'][number];
export type Vlan = PageVlansQuery['vlans']['nodes'][number];

export type SavedView = NonNullable<PageSavedViewQuery['savedView']>;
/** An open saved view. `opening` differs each time, so that opening the same view again resets the drawing. */
export interface OpenView extends SavedView {
  readonly opening: number;
  /** Whether the view was just saved from the current drawing, so that no node has to move. */
  readonly isAsShown: boolean;
}

/** The location for which the search has grouped the graph, and what was grouped and folded before. */
export interface GroupedFor {
  readonly name: string;
  readonly before: Pick<Place, 'groupBy' | 'unfolded' | 'folded' | 'revealed'>;
}

/** What is drawn of a graph, and where. */
export interface Drawn {
  /** Topology and view. When they change, the drawing is fitted into the window. */
  readonly sceneKey: string;
  /**
   * Key for storing positions. Positions differ by topology, view, grouping, layout, saved view, and width of the
   * window.
   */
  readonly layoutKey: string;
  /** As `layoutKey`, but the same for all groupings. Undo leads from a grouping to the one before. */
  readonly historyKey: string;
  readonly visible: Shown;
  readonly tree: Tree;
  readonly places: Places;
  readonly rectangles: ReadonlyMap<string, Rect>;
  /** Bends of the lines that go around nodes. Other lines are straight. */
  readonly routes: ReadonlyMap<string, readonly Point[]>;
  readonly reading: Reading;
  /** Incremented by each complete new layout. */
  readonly arrangement: number;
}

export interface State {
  readonly start: Start | undefined;
  readonly place: Place;
  readonly vlans: readonly Vlan[];
  readonly views: readonly ViewRow[];
  readonly savedView: OpenView | undefined;
  readonly options: Options | undefined;
  /** The graph to draw. For a comparison or a what-if question, it combines the graphs before and after. */
  readonly picture: Picture | undefined;
  readonly difference: Difference | undefined;
  /** The what-if changes in the graph; undefined if there are none, or if one of them is impossible. */
  readonly supposition: Supposition | undefined;
  /** Identifies the instants and what-if changes of the graph; empty for the present, real network. */
  readonly journey: string;
  /** Whether the network has any rows that a view could draw. */
  readonly hasRows: boolean;
  /** Topology and view of the graph. */
  readonly sceneKey: string;
  /** How many nodes fit into the window with readable names. */
  readonly room: Room;
  /** Whether nodes are placed for a narrow window. */
  readonly isNarrow: boolean;
  /** Identifies how the graph is folded, to tell when it must be loaded again. */
  readonly detailKey: string;
  /** Incremented with each response for the graph. */
  readonly version: number;
  readonly loadedAt: number;
  readonly drawing: Drawn | undefined;
  /** Boxes that the user has closed (true) or opened (false), by id. */
  readonly closed: ReadonlyMap<string, boolean>;
  /** Whether the panel with filters and questions is open. */
  readonly isSideOpen: boolean;
  /** Set while the graph is grouped by location because the user has searched for a location. */
  readonly groupedFor: GroupedFor | null;
  /** Counts how often the user has moved nodes. */
  readonly moves: number;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly answers: AskedQuestions;
  readonly pathIndex: number;
  /** Position of the segment of the VLAN that the user has chosen; null for all segments. */
  readonly segmentIndex: number | null;
  /** Whether the user has to select the end of a path. */
  readonly awaitsEnd: boolean;
  /**
   * Set while the details that the search is about to open take the focus. `not` is the id of the node whose details
   * are still open.
   */
  readonly awaitsDetails: { readonly not: string | null } | null;
  /** Id of the first port of a what-if cable, while the user selects the second one. */
  readonly connecting: string | null;
  /** Discovery runs in the network; empty while a past instant is shown. */
  readonly runs: Runs;
  readonly isLoading: boolean;
  /** Whether a complete new layout is being computed. */
  readonly isArranging: boolean;
  /** Topology and view of what is visible on the canvas; empty at first. */
  readonly painted: string;
  readonly live: LiveState;
  /** Why the picture is not live; empty if it is. */
  readonly liveProblem: string;
  /** Name of the shown network if it was deleted or the user may not read it any more; null otherwise. */
  readonly deletedNetworkName: string | null;
  readonly problem: string | null;
  /** Why the VLANs could not be loaded, although the graph was. */
  readonly vlansProblem: string | null;
  /** A message that is announced to screen readers and shown in the status line. */
  readonly notice: string;
}

export interface Store {
  readonly state: State;
  set(change: Partial<State>): void;
  subscribe(listener: () => void): () => void;
}

export function createStore(): Store {
  const listeners = new Set<() => void>();
  const store = {
    state: {
      start: undefined,
      place: readPlace(location.search),
      vlans: [],
      views: [],
      savedView: undefined,
      options: undefined,
      picture: undefined,
      difference: undefined,
      supposition: undefined,
      journey: '',
      hasRows: true,
      sceneKey: '',
      room: windowRoom(),
      isNarrow: isNarrowWindow(),
      detailKey: '',
      version: 0,
      loadedAt: 0,
      drawing: undefined,
      closed: new Map(),
      isSideOpen: !isNarrowWindow(),
      groupedFor: null,
      moves: 0,
      canUndo: false,
      canRedo: false,
      answers: {},
      pathIndex: 0,
      segmentIndex: null,
      awaitsEnd: false,
      awaitsDetails: null,
      connecting: null,
      runs: noRuns,
      isLoading: true,
      isArranging: false,
      painted: '',
      live: 'connecting',
      liveProblem: '',
      deletedNetworkName: null,
      problem: null,
      vlansProblem: null,
      notice: '',
    } as State,
    set(change: Partial<State>) {
      store.state = { ...store.state, ...change };
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  return store;
}

export const currentTopology = ({ start, place }: State): TopologyRow | undefined =>
  start?.topologies.nodes.find(({ id }) => id === place.topologyId);

/** Whether a past instant is shown: of a snapshot, or the instant in the URL. */
export const isPast = (state: State): boolean => currentTopology(state)?.snapshotId != null || state.place.at !== null;

/** What requests need to refer to the shown graph. For a snapshot, the instant is that of the snapshot. */
export function currentScene(state: State): Scene {
  const { topologyId, view, at } = state.place;
  return {
    graph: {
      id: topologyId!,
      view,
      detail: toDetailInput(state),
      optionalEdgeTypes: requestedOptionalKinds(state.place),
    },
    at: at ?? currentTopology(state)?.snapshot?.takenAt ?? null,
  };
}

/** The instant at which a node exists: if it was removed between two compared instants, the earlier one. */
export function findInstant(state: State, id: string): string | null {
  const { difference, supposition } = state;
  const { at } = currentScene(state);
  // The real network still has the nodes that a what-if change removes.
  if (supposition) return at;
  const type = difference?.typeOf.get(id);
  if (difference && type === 'Removed') return difference.from;
  // In a comparison with a later instant, an added node exists only at the later instant.
  return difference && type === 'Added' && at !== null ? difference.to : at;
}

/** Whether the user waits for a drawing. False while a drawing is only refreshed. */
export function isBeingDrawn({ place, drawing, journey, isLoading, isArranging, painted }: State): boolean {
  const isThere = drawing?.sceneKey === sceneKeyOf(place) && journey === journeyKey(place);
  return isArranging || (isLoading && !isThere) || (drawing !== undefined && painted !== drawing.sceneKey);
}

/** Removes a deleted snapshot, or all topologies of a deleted network. */
export function withoutRow(start: Start, row: TopologyRow): Start {
  const isLost = (one: TopologyRow) => (row.snapshotId ? one.id === row.id : one.networkId === row.networkId);
  return { ...start, topologies: { ...start.topologies, nodes: start.topologies.nodes.filter((one) => !isLost(one)) } };
}
