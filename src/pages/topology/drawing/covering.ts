// Semantic zoom: where the names inside a box would not fit, the box is drawn as a card, without its contents. Lines
// between two cards are drawn as one line.
import type { Core, EdgeSingular, NodeSingular } from 'cytoscape';
import { tellingLetters } from '../graph/telling';
import { createRoomToOpen, type Measures, type Placed } from './room-to-open';

/** Class of hidden elements. A hidden node does not react to the pointer. */
const hiddenClass = 'within';
/** Class of a box that is drawn as a card, which hides its contents. */
const cardClass = 'card';

export interface Covering {
  /** Computes at which zoom the contents of each box are drawn. Must be called after elements have changed. */
  keep(): void;
  /** Shows and hides elements for the current zoom. Returns false if nothing has changed. */
  update(): boolean;
  /** The id of the node that is visible in place of the node: the node itself, or the card that hides it. */
  drawnFor(id: string): string;
  /** The lowest zoom at which the node is drawn and not hidden by a card. */
  zoomToShow(id: string): number;
  isCard(id: string): boolean;
  /** The lowest zoom at which the contents of the box are drawn. */
  zoomToOpen(id: string): number;
  /** Number of letters to which the name can be shortened so that it still differs from all other names. */
  tellingOf(name: string): number;
  /**
   * The possible labels of each line that ends at a card in place of the nodes inside the card, by the line's id, the
   * best label first. A label contains the machines that connect the cards, and the number of combined lines.
   */
  bundles(): ReadonlyMap<string, readonly string[]>;
}

interface PlacedNode extends Placed {
  readonly node: NodeSingular;
}

export function createCovering(core: Core, measures: Measures): Covering {
  const roomToOpen = createRoomToOpen(measures);
  let nodes: readonly PlacedNode[] = [];
  let letters: ReadonlyMap<string, number> = new Map();
  let zooms: ReadonlyMap<string, number> = new Map();
  /** All zooms at which any box changes between a card and a box with drawn contents, in ascending order. */
  let thresholds: readonly number[] = [];
  let passed = -1;
  let cards = new Set<string>();
  let covers = new Map<string, string>();
  let labels: ReadonlyMap<string, readonly string[]> = new Map();

  const apply = (zoom: number): void => {
    cards = new Set();
    covers = new Map();
    // `nodes` is sorted by depth, so each box comes before its contents.
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
      // Names are shortened so that they still differ from each other. Headings of expanded folds are excluded: they
      // have more space, and often resemble names inside the fold.
      letters = tellingLetters(all.filter(({ isFold, isOpen }) => !isFold || !isOpen).map(nameIn));
      nodes = all
        .sort((a, b) => a.depth - b.depth)
        .map(({ node, id, around, width, height, heading, ...data }): PlacedNode => {
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

/** Maximum number of machines that the label of a combined line names. */
const mostMachines = 2;

/**
 * Hides lines inside cards, and of the lines between the same two cards all but one. Returns the labels of the
 * remaining lines, by line id.
 */
function bundleLines(core: Core, drawnFor: (id: string) => string): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, EdgeSingular[]>();
  core.edges().forEach((edge) => {
    const ends = [edge.data('source') as string, edge.data('target') as string];
    const drawnIds = ends.map(drawnFor);
    // A line is drawn on its own if both of the nodes that it connects are visible.
    const isOwn = drawnIds.every((id, index) => id === ends[index]);
    const isInside = drawnIds[0] === drawnIds[1];
    toggle(edge, { [hiddenClass]: isInside });
    if (isOwn || isInside) return;
    // Only lines of the same colour are combined: each type of edge has a colour, and links that the spanning tree
    // protocol blocks have another.
    const key = [...drawnIds.sort(), edge.data('color')].join(' ');
    const group = groups.get(key);
    if (group) group.push(edge);
    else groups.set(key, [edge]);
  });
  const labels = new Map<string, readonly string[]>();
  for (const group of groups.values()) {
    const marked = group.filter((edge) => edge.hasClass('marked'));
    const first = marked[0] ?? group[Math.floor(group.length / 2)]!;
    for (const edge of group) if (edge !== first) toggle(edge, { [hiddenClass]: true });
    const count = group.reduce((sum, edge) => sum + ((edge.data('count') as number | undefined) ?? 1), 0);
    // Names the machines of highlighted lines alone: on a path, these are the routers by which the path leads.
    const named = marked.length > 0 ? marked : group;
    const machines = [...new Set(named.flatMap((edge) => (edge.data('machine') as string | null) ?? []))].sort();
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
