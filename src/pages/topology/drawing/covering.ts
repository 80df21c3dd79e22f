// Semantic zoom: hides the contents of boxes that have no room to name them, and draws these boxes as cards. Lines
// between two cards are drawn as one.
import type { Core, EdgeSingular, NodeSingular } from 'cytoscape';
import { tellingLetters } from '../graph/telling';
import { createRoomToOpen, type Measures, type Placed } from './room-to-open';

/** Class of elements that are hidden. A node of this class does not react to the pointer. */
const hiddenClass = 'within';
/** The class of a box that is drawn as a card instead of its contents. */
const cardClass = 'card';

export interface Covering {
  /** Computes again at which zoom the contents of each box are drawn. To be called after elements have changed. */
  keep(): void;
  /** Shows and hides elements for the current zoom. Returns whether anything has changed. */
  update(): boolean;
  /** The node that is drawn for a node: itself, or the card that covers it. */
  drawnFor(id: string): string;
  /** The lowest zoom at which the node itself is drawn. */
  zoomToShow(id: string): number;
  isCard(id: string): boolean;
  /** The lowest zoom at which the contents of a box are drawn. */
  zoomToOpen(id: string): number;
  /** Minimum number of letters of a cut name that distinguishes it from the other names. */
  tellingOf(name: string): number;
  /**
   * For each line that ends at a card in place of nodes in it: its id, with labels for it, the best first. The labels
   * have the machines that connect the cards, and the number of lines that the line replaces.
   */
  bundles(): ReadonlyMap<string, readonly string[]>;
}

interface Known extends Placed {
  readonly node: NodeSingular;
}

export function createCovering(core: Core, measures: Measures): Covering {
  const roomToOpen = createRoomToOpen(measures);
  let nodes: readonly Known[] = [];
  let letters: ReadonlyMap<string, number> = new Map();
  let zooms: ReadonlyMap<string, number> = new Map();
  /** The zooms at which a box becomes a card or its contents are drawn, in ascending order. */
  let thresholds: readonly number[] = [];
  let passed = -1;
  let cards = new Set<string>();
  let covers = new Map<string, string>();
  let labels: ReadonlyMap<string, readonly string[]> = new Map();

  const apply = (zoom: number): void => {
    cards = new Set();
    covers = new Map();
    // In this list, boxes come before their contents.
    for (const { id, around } of nodes) {
      const cover = around === null ? undefined : (covers.get(around) ?? (cards.has(around) ? around : undefined));
      if (cover !== undefined) covers.set(id, cover);
      else if (zoom < (zooms.get(id) ?? 0)) cards.add(id);
    }
    core.batch(() => {
      for (const { id, node } of nodes) toggle(node, { [hiddenClass]: covers.has(id), [cardClass]: cards.has(id) });
      labels = bundleLines(core, drawnFor);
    });
  };
  const drawnFor = (id: string): string => covers.get(id) ?? id;
  const update = (): boolean => {
    const zoom = core.zoom();
    const newPassed = thresholds.findLastIndex((threshold) => threshold <= zoom) + 1;
    if (newPassed === passed) return false;
    passed = newPassed;
    apply(zoom);
    return true;
  };
  return {
    update,
    drawnFor,
    keep() {
      const all = core.nodes().map((node) => ({ node, ...(node.data() as NodeData) }));
      // Names are cut to lengths at which they still differ. Headings of expanded folds are not compared with the names
      // of nodes: the headings often end like names inside the fold, and have more room.
      letters = tellingLetters(all.filter(({ isFold, isOpen }) => !isFold || !isOpen).map(nameIn));
      nodes = all
        .sort((a, b) => a.depth - b.depth)
        .map(({ node, id, around, width, height, heading, ...data }): Known => {
          const [title = ''] = data.label.split('\n');
          const shortTitle = nameIn(data);
          const telling = letters.get(shortTitle) ?? 0;
          return { node, id, around, width, height, heading, title, shortTitle, telling };
        });
      zooms = roomToOpen(nodes);
      thresholds = [...new Set(zooms.values())].sort((a, b) => a - b);
      passed = -1;
      update();
    },
    zoomToShow(id) {
      let zoom = 0;
      for (let at = around(core, id); at !== null; at = around(core, at)) zoom = Math.max(zoom, zooms.get(at) ?? 0);
      return zoom;
    },
    isCard: (id) => cards.has(id),
    zoomToOpen: (id) => zooms.get(id) ?? 0,
    tellingOf: (name) => letters.get(name) ?? 0,
    bundles: () => labels,
  };
}

/** Maximum number of machines that the label of a line names. */
const mostMachines = 2;

/**
 * Hides lines inside cards, and all but one of the lines between two cards. Returns the labels of the lines that remain
 * between cards, by the id of the line.
 */
function bundleLines(core: Core, drawnFor: (id: string) => string): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, EdgeSingular[]>();
  core.edges().forEach((edge) => {
    const ends = [edge.data('source') as string, edge.data('target') as string];
    const drawn = ends.map(drawnFor);
    // A line whose two ends are both drawn is not bundled, because it leads to exactly these nodes.
    const isOwn = drawn.every((id, index) => id === ends[index]);
    const isInside = drawn[0] === drawn[1];
    toggle(edge, { [hiddenClass]: isInside });
    if (isOwn || isInside) return;
    // Only lines of one colour are bundled. Each type of edge has its own colour, and so have links that a spanning
    // tree blocks.
    const key = [...drawn.sort(), edge.data('color')].join(' ');
    const group = groups.get(key);
    if (group) group.push(edge);
    else groups.set(key, [edge]);
  });
  const labels = new Map<string, readonly string[]>();
  for (const group of groups.values()) {
    const first = group.find((edge) => edge.hasClass('marked')) ?? group[Math.floor(group.length / 2)]!;
    for (const edge of group) if (edge !== first) toggle(edge, { [hiddenClass]: true });
    const count = group.reduce((sum, edge) => sum + ((edge.data('count') as number | undefined) ?? 1), 0);
    const machines = [...new Set(group.flatMap((edge) => (edge.data('machine') as string | null) ?? []))].sort();
    const isNamed = machines.length > 0 && machines.length <= mostMachines;
    const texts = [...(isNamed ? [machines.join(', ')] : []), ...(group.length > 1 ? [`${count} ×`] : [])];
    if (texts.length > 0) labels.set(first.id(), texts);
  }
  return labels;
}

interface NodeData {
  readonly id: string;
  readonly around: string | null;
  readonly depth: number;
  readonly width: number;
  readonly height: number;
  readonly heading?: number;
  readonly label: string;
  readonly shortTitle?: string;
  readonly isFold?: boolean;
  readonly isOpen?: boolean;
}
const nameIn = ({ label, shortTitle }: Pick<NodeData, 'label' | 'shortTitle'>): string =>
  shortTitle ?? label.split('\n')[0]!;

const around = (core: Core, id: string): string | null => (core.getElementById(id).data('around') as string) ?? null;

function toggle(element: NodeSingular | EdgeSingular, classes: Readonly<Record<string, boolean>>): void {
  for (const [name, isOn] of Object.entries(classes))
    if (element.hasClass(name) !== isOn) element.toggleClass(name, isOn);
}
