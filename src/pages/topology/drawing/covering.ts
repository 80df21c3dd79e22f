// Semantic zoom: where the names inside a box would not fit, the box is drawn as a card, without its contents. Lines
// between two cards are drawn as one line.
import type { Core, EdgeSingular, NodeSingular } from 'cytoscape';
import { directionsInWords, reverseDirections, sumDirections, type Directions } from '../graph/directions';
import { tellingLetters } from '../graph/telling';
import type { Point } from '../layout/tree';
import { createRoomToOpen, type Measures, type Placed } from './room-to-open';
import { arrowClasses } from './styles';

/** Class of hidden elements. A hidden node does not react to the pointer. */
const hiddenClass = 'within';
/** Class of a box that is drawn as a card, which hides its contents. */
const cardClass = 'card';

export interface Covering {
  /** Computes for each box from which zoom its contents have space. Call it when the drawing changed. */
  keep(): void;
  update(): boolean;
  /** The node that the user sees for a node: the node itself or, if a box around it is drawn as a card, that box. */
  drawnFor(id: string): string;
  zoomToShow(id: string): number;
  isCard(id: string): boolean;
  zoomToOpen(id: string): number;
  /** The lowest zoom at which all open boxes show their contents; 0 if no box is open. */
  zoomToOpenAll(): number;
  /** To how many letters a long name can be cut so that it still differs from all other names. */
  tellingOf(name: string): number;
  /**
   * Labels for combined lines between cards (boxes drawn without contents), by the drawn line's id, the best label
   * first. A label has the names of the connecting machines and the number of lines.
   */
  bundles(): ReadonlyMap<string, readonly string[]>;
  /** The lines that are drawn as the line `id`: several if it runs between cards, otherwise only this one. */
  drawnAsOne(id: string): readonly string[];
}

interface PlacedNode extends Placed {
  readonly node: NodeSingular;
}

export function createCovering(core: Core, measures: Measures): Covering {
  const roomToOpen = createRoomToOpen(measures);
  let nodes: readonly PlacedNode[] = [];
  let letters: ReadonlyMap<string, number> = new Map();
  let zooms: ReadonlyMap<string, number> = new Map();
  /** The zooms at which some box opens or becomes a card, ascending. Between two of these zooms, nothing changes. */
  let thresholds: readonly number[] = [];
  let passed = -1;
  let cards = new Set<string>();
  let covers = new Map<string, string>();
  let combined: Combined = { labels: new Map(), members: new Map() };

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
      combined = combineLines(core, drawnFor);
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
      // Names are cut only as far as they stay different. Headings of expanded folds do not count: they have more
      // space, and often resemble the names inside the fold.
      letters = tellingLetters(all.filter(({ isFold, isOpen }) => !isFold || !isOpen).map(nameIn));
      nodes = all
        .sort((a, b) => a.depth - b.depth)
        .map(({ node, id, around, width, height, heading, ...data }): PlacedNode => {
          const title = data.fullName ?? data.label.split('\n')[0]!;
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
    zoomToOpenAll: () => thresholds.at(-1) ?? 0,
    tellingOf: (name) => letters.get(name) ?? 0,
    bundles: () => combined.labels,
    drawnAsOne: (id) => combined.members.get(id) ?? [id],
  };
}

interface Combined {
  readonly labels: ReadonlyMap<string, readonly string[]>;
  readonly members: ReadonlyMap<string, readonly string[]>;
}

/** Maximum number of machines that the label of a combined line names. */
const mostMachines = 2;

/**
 * Combines all lines between the same two cards into one, and hides lines within a card. Returns the labels and the
 * parts of the combined lines, by the id of the line that is drawn.
 */
function combineLines(core: Core, drawnFor: (id: string) => string): Combined {
  const groups = new Map<string, EdgeSingular[]>();
  core.edges().forEach((edge) => {
    const ends = [edge.data('source') as string, edge.data('target') as string];
    const drawnIds = ends.map(drawnFor);
    // A line between two visible nodes is not combined with others.
    const isOwn = drawnIds.every((id, index) => id === ends[index]);
    const isInside = drawnIds[0] === drawnIds[1];
    toggle(edge, { [hiddenClass]: isInside });
    showArrows(edge, directionsOf(edge));
    if (isOwn || isInside) return;
    // Lines of different types, or blocked by the spanning tree protocol, have different colours and are not combined.
    const key = [...drawnIds.sort(), edge.data('color')].join(' ');
    const group = groups.get(key);
    if (group) group.push(edge);
    else groups.set(key, [edge]);
  });
  const labels = new Map<string, readonly string[]>();
  const members = new Map<string, readonly string[]>();
  for (const group of groups.values()) {
    const marked = group.filter((edge) => edge.hasClass('marked'));
    const first = group.find((edge) => edge.hasClass('selected')) ?? marked[0] ?? group[Math.floor(group.length / 2)]!;
    for (const edge of group) if (edge !== first) toggle(edge, { [hiddenClass]: true });
    const count = group.reduce((sum, edge) => sum + ((edge.data('count') as number | undefined) ?? 1), 0);
    const [source, target] = [first.source().id(), first.target().id()].map(drawnFor) as [string, string];
    const directions = sumDirections(
      group.map((edge) => {
        const ofEdge = directionsOf(edge);
        return drawnFor(edge.source().id()) === source ? ofEdge : reverseDirections(ofEdge);
      }),
    );
    showArrows(first, directions);
    const [from, to] = [source, target].map((id) => core.getElementById(id).position()) as [Point, Point];
    const bothWays = directionsInWords(directions, from, to);
    // If a highlighted path runs along some of the combined lines, the label names only the machines on the path.
    const named = marked.length > 0 ? marked : group;
    const machines = [...new Set(named.flatMap((edge) => (edge.data('machine') as string | null) ?? []))].sort();
    const isNamed = machines.length > 0 && machines.length <= mostMachines;
    const counts = bothWays === '' ? [`${count} ×`] : [`${count} × ${bothWays}`, bothWays, `${count} ×`];
    const texts = [...(isNamed ? [machines.join(', ')] : []), ...(group.length > 1 ? counts : [])];
    if (texts.length > 0) labels.set(first.id(), texts);
    const ids = group.map((edge) => edge.id());
    for (const id of ids) members.set(id, ids);
  }
  return { labels, members };
}

const directionsOf = (edge: EdgeSingular): Directions => ({
  toTarget: (edge.data('toTarget') as number | undefined) ?? 0,
  toSource: (edge.data('toSource') as number | undefined) ?? 0,
});

const showArrows = (edge: EdgeSingular, { toTarget, toSource }: Directions): void =>
  toggle(edge, { [arrowClasses.toTarget]: toTarget > 0, [arrowClasses.toSource]: toSource > 0 });

interface NodeData {
  readonly id: string;
  readonly around: string | null;
  readonly depth: number;
  readonly width: number;
  readonly height: number;
  readonly heading?: number;
  readonly label: string;
  readonly shortTitle?: string;
  /** The name by which an item differs from the others in its box, if its title does not. */
  readonly fullName?: string;
  readonly isFold?: boolean;
  readonly isOpen?: boolean;
}
const nameIn = ({ label, shortTitle, fullName }: Pick<NodeData, 'label' | 'shortTitle' | 'fullName'>): string =>
  fullName ?? shortTitle ?? label.split('\n')[0]!;

const around = (core: Core, id: string): string | null => (core.getElementById(id).data('around') as string) ?? null;

function toggle(element: NodeSingular | EdgeSingular, classes: Readonly<Record<string, boolean>>): void {
  for (const [name, isOn] of Object.entries(classes))
    if (element.hasClass(name) !== isOn) element.toggleClass(name, isOn);
}
