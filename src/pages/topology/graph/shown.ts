// Computes what is drawn of a picture after the user has filtered nodes, closed boxes and bundled links. A pure
// function.
import type { EdgeType } from '../../../generated/page-operations';
import { aggregateWords, aggregatesAmong } from './aggregates';
import { tellTitlesApart } from './distinct-titles';
import { leadsBack, numberDirections, reverseDirections, type DirectedLink, type Directions } from './directions';
import { elementsIn, isFoldedUp } from './folds';
import { lineLook, type LineLook } from './line-looks';
import type { Box, Item, Link, LinkLook, Node, Picture } from './picture';

/** What the user has chosen to hide or fade. */
export interface Choices {
  readonly edgeTypes: ReadonlySet<EdgeType>;
  readonly hiddenCategories: ReadonlySet<string>;
  readonly hiddenVirtualization: ReadonlySet<string>;
  readonly hiddenFreshness: ReadonlySet<string>;
  readonly hiddenTags: {
    readonly host: ReadonlySet<string>;
    readonly service: ReadonlySet<string>;
    readonly subnet: ReadonlySet<string>;
  };
  readonly bundles: boolean;
  /** Boxes that the user has closed (true) or opened (false). Other boxes follow the default. */
  readonly closed: ReadonlyMap<string, boolean>;
  /** Whether boxes are closed by default, because there are too many nodes to show. */
  readonly closesAll: boolean;
}

/** A drawn line, which may stand for several links. */
export interface Line {
  readonly id: string;
  readonly type: EdgeType;
  readonly source: string;
  readonly target: string;
  readonly label: string;
  readonly look: LinkLook;
  readonly appearance?: LineLook;
  readonly links: readonly Link[];
  readonly count: number;
  /** How many links lead in each direction; undefined if the view shows no direction of these links. */
  readonly directions?: Directions | undefined;
  /** Whether the spanning tree protocol blocks all links of the line. */
  readonly isBlocked?: boolean;
}

export interface Shown {
  /** Outer boxes come before the boxes inside them. Contents of closed boxes are left out. */
  readonly boxes: readonly Box[];
  readonly items: readonly Item[];
  readonly lines: readonly Line[];
  readonly isClosed: ReadonlySet<string>;
  /** Which node is drawn in place of each node: itself, or the closed box that hides it. Filtered nodes are missing. */
  readonly standIn: ReadonlyMap<string, string>;
  /** Number of items in each box, including boxes inside it. For a fold, the number of folded nodes. */
  readonly sizeOf: ReadonlyMap<string, number>;
  readonly faded: ReadonlySet<string>;
  /** How many nodes the page's own filters hide, by kind of row and filter. */
  readonly leftOut: readonly { readonly entity: string; readonly filter: string; readonly count: number }[];
}

export function showPicture(picture: Picture, choices: Choices): Shown {
  const dropCounts = new Map<string, number>();
  const drop = (entity: string, filter: string) => {
    const key = `${entity} ${filter}`;
    dropCounts.set(key, (dropCounts.get(key) ?? 0) + 1);
  };
  const visibleItems = picture.items.flatMap((item) => {
    const reason = whyLeftOut(item, choices);
    if (reason) drop(...reason);
    return reason ? [] : [withoutHiddenServices(item, choices)];
  });
  const goneHosts = new Set(
    picture.boxes.flatMap((box) => {
      const filter = box.kind === 'Host' ? machineFilter(box, choices) : undefined;
      if (filter) drop('Host', filter);
      return filter ? [box.id] : [];
    }),
  );
  const isGone = (id: string): boolean => {
    const parent = (picture.nodes.get(id) as Box | undefined)?.parentId ?? null;
    return goneHosts.has(id) || (parent !== null && isGone(parent));
  };
  const items = visibleItems.filter(({ parentId }) => !isGone(parentId));
  const sizeOf = countInside(picture, items);
  const sizeBefore = countInside(picture, picture.items);
  const filled = new Set(items.map(({ parentId }) => parentId));
  // A box is hidden if all of its contents are filtered out. A box that has no contents at all, such as a subnet
  // without hosts, stays visible.
  const saysSomething = (box: Box): boolean =>
    filled.has(box.id) || isFoldedUp(box) || (box.kind !== 'Fold' && (sizeBefore.get(box.id) ?? 0) === 0);
  const boxes: Box[] = [];
  for (const box of picture.boxes.toReversed()) {
    if (isGone(box.id) || !saysSomething(box)) continue;
    if (box.parentId !== null) filled.add(box.parentId);
    boxes.push(box);
  }
  boxes.reverse();
  const standIn = new Map<string, string>();
  const isClosed = new Set<string>();
  for (const box of boxes) {
    const outer = box.parentId === null ? undefined : standIn.get(box.parentId);
    standIn.set(box.id, outer !== undefined && isClosed.has(outer) ? outer : box.id);
    const closesAtFirst = box.isClosedAtFirst || (choices.closesAll && box.parentId === null);
    const hasInside = (sizeOf.get(box.id) ?? 0) > 0;
    if (isFoldedUp(box) || (hasInside && (choices.closed.get(box.id) ?? closesAtFirst))) isClosed.add(box.id);
  }
  for (const { id, parentId } of items) {
    const outer = standIn.get(parentId) ?? parentId;
    standIn.set(id, isClosed.has(outer) ? outer : id);
  }
  const isDrawn = ({ id }: Node) => standIn.get(id) === id;
  return {
    boxes: tellTitlesApart(boxes.filter(isDrawn), isClosed),
    items: tellTitlesApart(items.filter(isDrawn), isClosed),
    lines: linesOf(picture, choices, standIn),
    isClosed,
    standIn,
    sizeOf,
    faded: new Set([...boxes, ...items].filter((node) => isFaded(node, choices)).map(({ id }) => id)),
    leftOut: [...dropCounts].map(([key, count]) => {
      const [entity = '', filter = ''] = key.split(' ');
      return { entity, filter, count };
    }),
  };
}

const hasAny = (tagIds: readonly string[], hiddenTagIds: ReadonlySet<string>) =>
  tagIds.some((id) => hiddenTagIds.has(id));

function machineFilter({ isVirtual, freshness }: Node, choices: Choices): string | undefined {
  if (choices.hiddenVirtualization.has(isVirtual ? 'Virtualized' : 'BareMetal')) return 'Virtualization';
  return choices.hiddenFreshness.has(freshness) ? 'Staleness' : undefined;
}

function whyLeftOut(item: Item, choices: Choices): [string, string] | undefined {
  const filter = machineFilter(item, choices);
  if (filter) return [item.kind, filter];
  if (!item.service) return undefined;
  if (choices.hiddenCategories.has(item.service.category)) return ['Service', 'Category'];
  return hasAny(item.service.tagIds, choices.hiddenTags.service) ? ['Service', 'Tag'] : undefined;
}

function withoutHiddenServices(item: Item, choices: Choices): Item {
  const services = item.services.filter(
    ({ category, tagIds }) => !choices.hiddenCategories.has(category) && !hasAny(tagIds, choices.hiddenTags.service),
  );
  return services.length === item.services.length ? item : { ...item, services };
}

const isFaded = (node: Node, { hiddenTags }: Choices): boolean =>
  hasAny(node.hostTagIds, hiddenTags.host) || (node.shape === 'box' && hasAny(node.subnetTagIds, hiddenTags.subnet));

function countInside(picture: Picture, items: readonly Item[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const parentOf = (id: string) => (picture.nodes.get(id) as Box | undefined)?.parentId ?? null;
  const add = (from: string | null, count: number) => {
    for (let id = from; id !== null; id = parentOf(id)) counts.set(id, (counts.get(id) ?? 0) + count);
  };
  for (const { parentId } of items) add(parentId, 1);
  for (const box of picture.boxes) if (isFoldedUp(box)) add(box.id, elementsIn(box.fold!));
  for (const { id, kind, fold } of picture.boxes) if (kind === 'Fold' && fold) counts.set(id, fold.nodeCount);
  return counts;
}

function linesOf(picture: Picture, choices: Choices, standIn: ReadonlyMap<string, string>): Line[] {
  const groups = new Map<string, { ends: [string, string]; from: string; links: DirectedLink[] }>();
  const endsOf = (link: Link) => [link.source, link.target].map((end) => standIn.get(endOf(end, link, picture)));
  const isDrawn = (link: Link): boolean => {
    const [source, target] = endsOf(link);
    return choices.edgeTypes.has(link.type) && source !== undefined && target !== undefined && source !== target;
  };
  const aggregateOf = aggregatesAmong(picture, isDrawn);
  const cables = new Map<Link, Link[]>();
  for (const link of picture.links) {
    if (!isDrawn(link)) continue;
    const aggregate = aggregateOf(link);
    if (aggregate) {
      cables.set(aggregate, [...(cables.get(aggregate) ?? []), link]);
      continue;
    }
    const [source, target] = endsOf(link) as [string, string];
    const isAsDrawn = source === link.source && target === link.target;
    const bundled = isAsDrawn && choices.bundles && !link.folded;
    const from = bundled ? boxOf(source, picture) : source;
    const ends = [from, bundled ? boxOf(target, picture) : target].sort();
    const key = isAsDrawn && !bundled && !link.folded ? link.id : bundleKey(link, ends, isAsDrawn);
    const group = groups.get(key);
    if (group) group.links.push({ link, isReversed: group.from !== from });
    else groups.set(key, { ends: [source, target], from, links: [{ link, isReversed: false }] });
  }
  return [...groups.values()].map(({ ends, links: directedLinks }) => {
    const links = directedLinks.map(({ link }) => link);
    const [first] = links as [Link, ...Link[]];
    // An arrow points to the target. So if all links lead to the source, the ends change places.
    const counted = numberDirections(directedLinks);
    const isTurned = counted !== undefined && leadsBack(counted);
    const [source, target] = isTurned ? [ends[1], ends[0]] : ends;
    const directions = isTurned ? reverseDirections(counted) : counted;
    const count = links.reduce((sum, { folded }) => sum + (folded?.count ?? 1), 0);
    const appearance = lineLook(links, picture);
    const isBlocked = links.every((link) => link.isBlocked);
    const members = links.flatMap((link) => cables.get(link) ?? []);
    const text = first.members ? aggregateWords(first, picture) : (first.label ?? '');
    const mainLabel = links.length === 1 && !first.folded ? text : countLabel(count, appearance.isDown);
    // The label also says that the link is blocked, so that the style of the line is not the only indication.
    const label = isBlocked ? [mainLabel, blockedWords].filter(Boolean).join(' · ') : mainLabel;
    return {
      id: first.id,
      type: first.type,
      source,
      target,
      label,
      look: first.look,
      appearance,
      links: [...links, ...members],
      count,
      directions,
      isBlocked,
    };
  });
}

export const blockedWords = 'blocked by the spanning tree';

/**
 * The label of a line for several links. It also says that a port is down, so that colour is not the only indication.
 */
const countLabel = (count: number, isDown: boolean): string =>
  [count > 1 && `${count} ×`, isDown && '▾ down'].filter(Boolean).join(' ');

/** Where a link ends in the drawing: links of some types end at the box around a node instead of the node. */
function endOf(id: string, { look }: Link, picture: Picture): string {
  if (!look.willTargetContainer) return id;
  const node = picture.nodes.get(id);
  const box = node?.shape === 'item' ? boxAround(node, picture) : undefined;
  return box?.acceptsEdges ? box.id : id;
}

function boxAround(node: Node, picture: Picture): Box | undefined {
  let box = picture.nodes.get(node.parentId ?? '') as Box | undefined;
  while (box?.kind === 'Fold') box = picture.nodes.get(box.parentId ?? '') as Box | undefined;
  return box;
}

/** The box of an item; a box itself. */
function boxOf(id: string, picture: Picture): string {
  const node = picture.nodes.get(id);
  return node?.shape === 'item' ? (boxAround(node, picture)?.id ?? id) : id;
}

/** The same text for all links that are drawn as one line. `ends` are the drawn ends or, of bundles, their boxes. */
function bundleKey(link: Link, ends: readonly string[], isAsDrawn: boolean): string {
  if (link.folded) return `folded ${ends.join(' ')}`;
  // A link within one box stays separate. Otherwise, all links in the box would become a single line.
  if (ends[0] === ends[1]) return link.id;
  // Links with an end in a closed box become one line per type. Other links are combined only if the API gives them the
  // same `relationKey`.
  return `${link.type} ${ends.join(' ')} ${isAsDrawn ? (link.relationKey ?? '') : '-'}`;
}
