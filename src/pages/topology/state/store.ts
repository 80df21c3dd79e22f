// The state of the page, and how its parts are notified of changes.
import type { PageSavedViewsQuery, PageStartQuery, PageVlansQuery } from '../../../generated/page-operations';
import type { LiveState } from '../api/changes';
import type { Difference } from '../graph/difference';
import type { Picture } from '../graph/picture';
import type { Shown } from '../graph/shown';
import type { Places, Point, Rect, Tree } from '../layout/tree';
import type { AskedQuestions } from './answers';
import type { Options } from './choices';
import { toDetailInput, windowRoom, type Room } from './detail';
import { journeyOf, optionalKindsIn, readPlace, sceneKeyOf, type Place, type Scene } from './place';
import { noRuns, type Runs } from './runs';
import type { OpenView } from './open-view';

export type Start = PageStartQuery;
export type TopologyRow = Start['topologies']['nodes'][number];
export type Tag = Start['tags']['nodes'][number];
export type ViewRow = PageSavedViewsQuery['savedViews']['nodes'][number];
export type Vlan = PageVlansQuery['vlans']['nodes'][number];

/** A graph as it was answered, with what of it is drawn and where. */
export interface Drawn {
  /** Topology and view: another one is another picture, to be seen whole at first. */
  readonly sceneKey: string;
  /** With what it is grouped by. */
  readonly layoutKey: string;
  readonly visible: Shown;
  readonly tree: Tree;
  readonly places: Places;
  readonly rectangles: ReadonlyMap<string, Rect>;
  /** Lines that are led around boxes; all others are straight. */
  readonly ways: ReadonlyMap<string, readonly Point[]>;
  /** Raised by arranging everything anew. */
  readonly arrangement: number;
}

export interface State {
  readonly start: Start | undefined;
  readonly place: Place;
  readonly vlans: readonly Vlan[];
  /** Saved views of the topology, as they were read last. */
  readonly views: readonly ViewRow[];
  /** The saved view that was read last. */
  readonly savedView: OpenView | undefined;
  readonly options: Options | undefined;
  /** While two instants are compared, the picture is of both. */
  readonly picture: Picture | undefined;
  readonly difference: Difference | undefined;
  /** The instants that the picture is of; empty: it is live. */
  readonly journey: string;
  /** Whether the network has anything that could be drawn in one of the views. */
  readonly hasRows: boolean;
  /** Which topology and view the picture is of. */
  readonly sceneKey: string;
  /** What the canvas had room for when the view was opened. */
  readonly room: Room;
  /** How far the graph is asked to be folded. */
  readonly detailKey: string;
  /** Raised with each answer of the graph. */
  readonly version: number;
  readonly loadedAt: number;
  readonly drawing: Drawn | undefined;
  /** Boxes that the reader has closed (true) or opened (false). */
  readonly closed: ReadonlyMap<string, boolean>;
  readonly answers: AskedQuestions;
  readonly pathIndex: number;
  /** A path has its beginning, and the node that is selected next is its end. */
  readonly awaitsEnd: boolean;
  /** Runs of discoveries in the network that is shown as it is now. */
  readonly runs: Runs;
  readonly isLoading: boolean;
  /** All is being laid out anew. */
  readonly isArranging: boolean;
  /** Topology and view of what the reader sees; empty: nothing yet. */
  readonly painted: string;
  readonly live: LiveState;
  /** Why the picture is not live. */
  readonly liveProblem: string;
  /** The network that was shown until it was deleted or withdrawn. */
  readonly deletedNetworkName: string | null;
  readonly problem: string | null;
  /** Why the VLANs of the network are not known; the picture may be there all the same. */
  readonly vlansProblem: string | null;
  /** Announced to screen readers, and shown in the status line. */
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
      journey: '',
      hasRows: true,
      sceneKey: '',
      room: windowRoom(),
      detailKey: '',
      version: 0,
      loadedAt: 0,
      drawing: undefined,
      closed: new Map(),
      answers: {},
      pathIndex: 0,
      awaitsEnd: false,
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

/** An instant that is over is shown, by a snapshot or by the address. */
export const isPast = (state: State): boolean => currentTopology(state)?.snapshotId != null || state.place.at !== null;

/** Details beside a pinned picture are of the same instant. */
export function sceneOf(state: State): Scene {
  const { topologyId, view, at } = state.place;
  return {
    graph: { id: topologyId!, view, detail: toDetailInput(state), optionalEdgeTypes: optionalKindsIn(state.place) },
    at: at ?? currentTopology(state)?.snapshot?.takenAt ?? null,
  };
}

/** The instant that a node is known at: of what has gone since, the one before. */
export function instantIn(state: State, id: string): string | null {
  const { difference } = state;
  const { at } = sceneOf(state);
  const type = difference?.typeOf.get(id);
  if (difference && type === 'Removed') return difference.from;
  // Compared with a later instant, added nodes exist only then.
  return difference && type === 'Added' && at !== null ? difference.to : at;
}

/** Whether the reader waits for a picture; a picture that is refreshed is there. */
export function isBeingDrawn({ place, drawing, journey, isLoading, isArranging, painted }: State): boolean {
  const isThere = drawing?.sceneKey === sceneKeyOf(place) && journey === journeyOf(place);
  return isArranging || (isLoading && !isThere) || (drawing !== undefined && painted !== drawing.sceneKey);
}

/** Without a snapshot, or without all of a network. */
export function withoutRow(start: Start, row: TopologyRow): Start {
  const isLost = (one: TopologyRow) => (row.snapshotId ? one.id === row.id : one.networkId === row.networkId);
  return { ...start, topologies: { ...start.topologies, nodes: start.topologies.nodes.filter((one) => !isLost(one)) } };
}
