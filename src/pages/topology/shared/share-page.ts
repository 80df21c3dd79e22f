// The page of a share: the topology of a network, live or as a snapshot. Visitors can neither change it nor request
// other data.
import { Refusal } from '../../kit/ask';
import { pause, throttle } from '../../kit/timing';
import { createBoxes } from '../page/boxes';
import { createNavigation } from '../page/navigation';
import type { Page } from '../page/page';
import { createSight } from '../page/sight';
import { createUndoing } from '../page/undoing';
import { createArranging } from '../state/arranging';
import { detailKey } from '../state/detail';
import { createFolding } from '../state/folding';
import { drawingMembers, placeInLink, readPlace, sceneKeyOf, views, type Place } from '../state/place';
import { measureWindow } from '../state/saved-view-place';
import { createSavedViews } from '../state/saved-views';
import { createStore, currentScene, type Start, type Store } from '../state/store';
import { accessAfter, isFinal, passwordProblem, type Access } from './access';
import { createShareLoading, type ShareLoading } from './share-loading';
import { createVisit, type Visit, type Visited } from './visit';

/** Minimum milliseconds between redraws of the picture, as on the page for users. */
const leastRedrawMs = 2_000;
const retryMs = 3_000;

export interface SharePage {
  readonly page: Page;
  readonly access: Access;
  subscribe(listener: () => void): () => void;
  /** Opens the share, with the password if the visitor has entered one. */
  enter(): Promise<void>;
  /** Opens the share with a password. */
  unlock(password: string): Promise<void>;
}

const shareIdIn = (path: string): string => decodeURIComponent(path.split('/')[2] ?? '');

/** Imitates the data with which the page of signed-in users starts, so that both use the same code. */
function startOf({ visit, topology }: Visited): Start {
  const { share } = visit;
  const { id, networkId, snapshotId, snapshot, network } = topology;
  return {
    viewer: {
      userId: `share-${share.shareId}`,
      permissions: 'Viewer',
      may: [],
      user: { email: '' },
      organization: { name: '' },
    },
    topologies: {
      nodes: [
        {
          // The name of a snapshot is not shown to visitors.
          ...{ id, networkId, snapshotId, snapshot: snapshot && { ...snapshot, name: null } },
          network: { ...network, name: share.name, historyKeptSince: null },
        },
      ],
    },
    tags: { nodes: [] },
  };
}

type EnabledViews = readonly Place['view'][] | null;

/**
 * Reads the page's state from the URL, limited to what visitors may request. A view that is not shared is replaced by
 * the first shared one.
 */
export function sharedPlace(search: string, topologyId: string, enabledViews: EnabledViews): Place {
  const place = readPlace(search);
  const isShared =
    enabledViews === null || (new URLSearchParams(search).has('view') && enabledViews.includes(place.view));
  const { isBare } = place;
  return { ...placeInLink(place), topologyId, isBare, view: isShared ? place.view : enabledViews[0]! };
}

export const viewsOf = ({ enabledViews }: { enabledViews: EnabledViews }): Place['view'][] => [
  ...(enabledViews ?? views),
];

export function createSharePage(): SharePage {
  const store = createStore();
  const visit = createVisit(shareIdIn(location.pathname));
  const listeners = new Set<() => void>();
  let access: Access = { kind: 'opening' };
  let password: string | undefined;
  const setAccess = (next: Access): void => {
    access = next;
    for (const listener of listeners) listener();
  };
  const onRefusal = (refusal: Refusal): boolean => {
    if (!isFinal(refusal)) return false;
    void leaveWith(refusal);
    return true;
  };
  const parts = createParts(store, visit, onRefusal);

  /**
   * The token of a share with a password expires after an hour. If the service refuses the token, requests another one
   * with the same password. After any other refusal, the share is no longer shown.
   */
  const leaveWith = async (refusal: Refusal): Promise<void> => {
    parts.loading.leave();
    if (refusal.code !== 'share_token_invalid') return setAccess(accessAfter(refusal));
    if (password === undefined) return sharePage.enter();
    return sharePage.unlock(password);
  };

  const show = (visited: Visited): void => {
    const { share } = visited.visit;
    const place = sharedPlace(location.search, visited.topology.id, share.enabledViews);
    store.set({ start: startOf(visited), place, problem: null });
    setAccess({ kind: 'open', share });
    parts.loading.begin(viewsOf(share));
  };

  const sharePage: SharePage = {
    page: createPageOf(store, parts),
    get access() {
      return access;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async enter() {
      for (;;) {
        try {
          return show(await visit.open());
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          setAccess(accessAfter(error));
          if (access.kind !== 'opening') return;
          await pause(retryMs);
        }
      }
    },
    async unlock(newPassword) {
      try {
        await visit.unlock(newPassword);
      } catch (error) {
        password = undefined;
        const isKept = !(error instanceof Refusal) || !isFinal(error) || error.code.startsWith('share_');
        return setAccess(isKept ? { kind: 'locked', problem: passwordProblem(error) } : accessAfter(error));
      }
      password = newPassword;
      await sharePage.enter();
    },
  };
  addEventListener('popstate', () => {
    if (access.kind !== 'open') return;
    const { topologyId } = store.state.place;
    parts.navigation.setPlace(sharedPlace(location.search, topologyId!, access.share.enabledViews));
  });
  return sharePage;
}

function createParts(store: Store, visit: Visit, onRefusal: (refusal: Refusal) => boolean) {
  const arranging = createArranging(store);
  const notice = (text: string) => store.set({ notice: text });
  const loading: ShareLoading = createShareLoading(store, visit, {
    onRefusal,
    onChange: throttle(() => void loading.graph(), leastRedrawMs),
    async onGraph() {
      await arranging.arrange();
      const node = folding.takeSought();
      if (node) sight.show(node.id);
    },
  });
  const navigation = createNavigation(store, (before) => {
    const { place, sceneKey } = store.state;
    if (before.view !== place.view) return void loading.graph();
    if (drawingMembers.some((name) => before[name] !== place[name])) void arranging.arrange();
    if (sceneKey === sceneKeyOf(place) && store.state.detailKey !== detailKey(store.state)) void loading.graph();
  });
  const { go } = navigation;
  const folding = createFolding(store, go, notice);
  const sight = createSight(store, folding, { arrange: () => arranging.arrange(), go });
  const boxes = createBoxes(store, folding, (how) => arranging.arrange(how));
  const savedViews = createSavedViews(store, {
    go,
    arrange: () => void arranging.arrange(),
    notice,
    camera: () => null,
    noteCamera: (camera) => navigation.note({ camera }),
  });
  const undoing = createUndoing(store, arranging, go, {
    surfaceOf: () => sight.surface,
    isSeeking: () => false,
  });
  return { arranging, boxes, folding, loading, navigation, notice, savedViews, sight, undoing };
}

function createPageOf(store: Store, parts: ReturnType<typeof createParts>): Page {
  const { arranging, boxes, folding, loading, navigation, notice, savedViews, sight, undoing } = parts;
  const { go, openTopology, travel } = navigation;
  const nothing = () => undefined;
  return {
    ...{ store, savedViews, notice, go, openTopology, travel, note: navigation.note, ...boxes, ...undoing },
    get surface() {
      return sight.surface;
    },
    attach: sight.attach,
    reveal: sight.reveal,
    show: sight.show,
    scene: () => currentScene(store.state),
    instantOf: () => currentScene(store.state).at,
    absenceOf: () => '',
    move: arranging.move,
    start: () => loading.graph(),
    foldBack: folding.foldBack,
    bring: folding.bring,
    layOutAgain: () => arranging.arrange({ anew: true }),
    followWidth() {
      navigation.note({ camera: null });
      store.set(measureWindow(store.state));
      void loading.graph();
    },
    ...{ readChoices: nothing, refresh: nothing, dismissRuns: nothing, choosePath: nothing, beginPath: nothing },
    ...{ fail: nothing, showLocation: nothing, groupAsBefore: nothing, rereadVerdict: nothing },
    rereadChoices: () => Promise.resolve(),
    wordsFor: (error) => (error instanceof Error ? error.message : String(error)),
  };
}
