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

/** The start data. Its topologies are the present states of all networks, then their snapshots, oldest first. */
export type Start = Omit<PageStartQuery, 'snapshots'>;
export type TopologyRow = Start['topologies']['nodes'][number];
export type Tag = Start['tags']['nodes'][number];
export type ViewRow = PageSavedViewsQuery['savedViews']['nodes'][number];
export type Vlan = PageVlansQuery['vlans']['nodes'][number];

/** A saved view in the form in which the page requests it. */
export type SavedView = NonNullable<PageSavedViewQuery['savedView']>;
/**
 * An open saved view. `opening` is a number that differs each time, so that opening the same view again has an effect.
 */
export interface OpenView extends SavedView {
  readonly opening: number;
  /** Whether the view was just saved from the current picture, so that its positions are the current ones. */
  readonly isAsShown: boolean;
}

/** A drawn graph: its visible part, and the positions of its nodes. */
export interface Drawn {
  /** Topology and view of the graph. A picture with a different key is first fitted into the window. */
  readonly sceneKey: string;
  /** The key under which positions are stored: topology, view, grouping, layout, saved view, narrow or wide window. */
  readonly layoutKey: string;
  readonly visible: Shown;
  readonly tree: Tree;
  readonly places: Places;
  readonly rectangles: ReadonlyMap<string, Rect>;
  /** Routes of lines that go around boxes. Other lines are straight. */
  readonly ways: ReadonlyMap<string, readonly Point[]>;
  readonly reading: Reading;
  /** Incremented whenever the whole picture is laid out again from the start. */
  readonly arrangement: number;
}

export interface State {
  readonly start: Start | undefined;
  readonly place: Place;
  readonly vlans: readonly Vlan[];
  /** Saved views of the topology, as last read. */
  readonly views: readonly ViewRow[];
  /** The saved view that was read last; undefined if none was. */
  readonly savedView: OpenView | undefined;
  readonly options: Options | undefined;
  /**
   * The drawn graph. If two instants are compared, or changes are supposed, the picture contains the graphs before and
   * after.
   */
  readonly picture: Picture | undefined;
  readonly difference: Difference | undefined;
  /** The supposed changes that the picture shows; undefined if it shows none, or if one of them is not possible. */
  readonly supposition: Supposition | undefined;
  /** The past or compared instants and supposed changes that the picture shows; empty for the present. */
  readonly journey: string;
  /** Whether the network has any rows that a view could draw. */
  readonly hasRows: boolean;
  /** Topology and view of the picture, as text. */
  readonly sceneKey: string;
  /** How many nodes the canvas had space for when the view was opened. */
  readonly room: Room;
  /** Whether the picture is laid out for a narrow window. */
  readonly isNarrow: boolean;
  /** Key of the folding detail with which the graph was requested. */
  readonly detailKey: string;
  /** Incremented with each response for the graph. */
  readonly version: number;
  readonly loadedAt: number;
  readonly drawing: Drawn | undefined;
  /** Boxes that the user has closed (true) or opened (false), by id. */
  readonly closed: ReadonlyMap<string, boolean>;
  /** Whether the panel with filters and questions is open. */
  readonly isSideOpen: boolean;
  /** How many times the user has moved nodes. */
  readonly moves: number;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly answers: AskedQuestions;
  readonly pathIndex: number;
  /** Whether a path has a first node but no last node, so that the node selected next becomes its last node. */
  readonly awaitsEnd: boolean;
  /** Id of one port of a cable to suppose, while the user selects the other port; null otherwise. */
  readonly connecting: string | null;
  /** Discovery runs in the network; empty while a past instant is shown. */
  readonly runs: Runs;
  readonly isLoading: boolean;
  /** Whether the whole picture is being laid out again from the start. */
  readonly isArranging: boolean;
  /** Topology and view of the picture that is painted; empty before the first picture. */
  readonly painted: string;
  readonly live: LiveState;
  /** Why the picture is not live; empty if it is. */
  readonly liveProblem: string;
  /** Name of the shown network if it was deleted or the user may not read it any more; null otherwise. */
  readonly deletedNetworkName: string | null;
  readonly problem: string | null;
  /** Why the VLANs of the network could not be loaded. The picture may be loaded nevertheless. */
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
      moves: 0,
      canUndo: false,
      canRedo: false,
      answers: {},
      pathIndex: 0,
      awaitsEnd: false,
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

/**
 * The graph and the instant that the page's state selects. For a past instant, details are read at the same instant as
 * the picture.
 */
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

/**
 * The instant at which a node exists. For a node that was removed between the compared instants, that is the earlier
 * one.
 */
export function findInstant(state: State, id: string): string | null {
  const { difference, supposition } = state;
  const { at } = currentScene(state);
  // Nodes that supposed changes remove exist in the real network at the shown instant.
  if (supposition) return at;
  const type = difference?.typeOf.get(id);
  if (difference && type === 'Removed') return difference.from;
  // If a picture is compared with a later instant, added nodes exist only at that instant.
  return difference && type === 'Added' && at !== null ? difference.to : at;
}

/** Whether the user waits for a picture; false while a visible picture is only being refreshed. */
export function isBeingDrawn({ place, drawing, journey, isLoading, isArranging, painted }: State): boolean {
  const isThere = drawing?.sceneKey === sceneKeyOf(place) && journey === journeyKey(place);
  return isArranging || (isLoading && !isThere) || (drawing !== undefined && painted !== drawing.sceneKey);
}

/** The start data without a row that was deleted: a snapshot, or all topologies of a network. */
export function withoutRow(start: Start, row: TopologyRow): Start {
  const isLost = (one: TopologyRow) => (row.snapshotId ? one.id === row.id : one.networkId === row.networkId);
  return { ...start, topologies: { ...start.topologies, nodes: start.topologies.nodes.filter((one) => !isLost(one)) } };
}
