// Computes a new layout: first the contents of each box, then the boxes themselves, by the lines that connect them.
import type { Line } from '../graph/shown';
import { anchorLines, type AnchoredLine } from './crossings';
import { arrangeJoined } from './joined';
import { usualGaps, type Gaps } from './legible';
import { findComponents, type Component, type Join } from './middle';
import { aspect, packGrid, packShelves, type Packed } from './pack';
import { arrangeInRings } from './rings';
import { headerHeight, isOpen, padding, top, type Places, type Point, type Size, type Tree } from './tree';

/**
 * Maximum number of connected nodes that are arranged in layers. More nodes would take too long and appear too small.
 */
const mostLayered = 700;
/** Computes the positions of all nodes, or of the contents of the box `root`. */
export function layOut(tree: Tree, lines: readonly Line[], root: string | null = top, gaps = usualGaps): Places {
  const joinsOf = levelJoins(tree, lines);
  const places = new Map<string, Point>();
  const sizes = new Map<string, Size>(tree.sizes);
  const visit = (parent: string | null): void => {
    const ids = tree.children.get(parent) ?? [];
    for (const id of ids) if (isOpen(tree, id)) visit(id);
    const sizeOf = (id: string) => sizes.get(id)!;
    const across = parent === top ? anchorLines(tree, lines, places, sizes) : undefined;
    const shape = gaps.shape ?? aspect;
    const isFold = parent !== top && tree.openFolds.has(parent);
    const heading = isFold ? gaps.inFolds.heading : headerHeight;
    const packed = arrange(ids, joinsOf.get(parent) ?? [], { sizeOf, tree, across, gaps, isFold, shape });
    const least = parent === top ? packed : tree.sizes.get(parent)!;
    const [aside, above] = [2 * padding, heading + padding];
    // A box with a long name is wider than its contents, which are then centred.
    const origin =
      parent === top
        ? { x: 0, y: 0 }
        : {
            x: padding + Math.max(0, least.width - packed.width - aside) / 2,
            y: heading + Math.max(0, least.height - packed.height - above) / 2,
          };
    for (const [id, { x, y }] of packed.places) places.set(id, { x: x + origin.x, y: y + origin.y });
    if (parent === top) return;
    sizes.set(parent, {
      width: Math.max(least.width, packed.width + aside),
      height: Math.max(least.height, packed.height + above),
    });
  };
  visit(root);
  return places;
}

/**
 * For each box, the lines between its children. A line between nested nodes, such as ports, counts for the children
 * that contain its ends.
 */
function levelJoins(tree: Tree, lines: readonly Line[]): LevelJoins {
  const before = joinsOfLines.get(lines);
  if (before?.parentOf === tree.parentOf) return before.joins;
  const joins = computeLevelJoins(tree, lines);
  joinsOfLines.set(lines, { parentOf: tree.parentOf, joins });
  return joins;
}

type LevelJoins = ReadonlyMap<string | null, readonly Join[]>;
/** Cached, because the same lines are laid out again with other sizes of nodes. */
const joinsOfLines = new WeakMap<
  readonly Line[],
  { readonly parentOf: Tree['parentOf']; readonly joins: LevelJoins }
>();
const componentsOfJoins = new WeakMap<readonly Join[], readonly Component[]>();

function componentsOf(ids: readonly string[], joins: readonly Join[]): readonly Component[] {
  const components = componentsOfJoins.get(joins) ?? findComponents(ids, joins);
  componentsOfJoins.set(joins, components);
  return components;
}

function computeLevelJoins(tree: Tree, lines: readonly Line[]): LevelJoins {
  const joins = new Map<string | null, Map<string, Join>>();
  const pathOf = (id: string): string[] => {
    const path = [id];
    for (let up = tree.parentOf.get(id); up != null; up = tree.parentOf.get(up)) path.unshift(up);
    return path;
  };
  for (const { source, target, look } of lines) {
    if (!look.affectsLayout) continue;
    const [from, to] = [pathOf(source), pathOf(target)];
    const depth = from.findIndex((id, index) => id !== to[index]);
    const [a, b] = [from[depth], to[depth]];
    if (a === undefined || b === undefined) continue;
    const level = depth === 0 ? top : from[depth - 1]!;
    const joinsOfLevel = joins.get(level) ?? new Map<string, Join>();
    joins.set(level, joinsOfLevel.set([a, b].sort().join(' '), [a, b]));
  }
  return new Map([...joins].map(([level, joinsByPair]) => [level, [...joinsByPair.values()]]));
}

interface Level {
  readonly tree: Tree;
  readonly sizeOf: (id: string) => Size;
  /** The lines whose crossings are counted to choose an arrangement. Undefined inside a box, where none are counted. */
  readonly across: readonly AnchoredLine[] | undefined;
  readonly gaps: Gaps;
  readonly isFold: boolean;
  /** Proportions (width by height) of the available space. */
  readonly shape: number;
}

function arrange(ids: readonly string[], joins: readonly Join[], level: Level): Packed {
  const { tree, sizeOf, across, gaps, isFold, shape } = level;
  const isTop = across !== undefined;
  const { joined, apart } = isFold ? gaps.inFolds : usualGaps.inFolds;
  const spacing = isTop ? gaps.top : apart;
  const joinedIds = new Set(joins.flat());
  if (joinedIds.size === 0 || joinedIds.size > mostLayered) return packMixed(ids, { sizeOf, tree, spacing, shape });
  const parts = componentsOf(ids, joins).map((part) =>
    isTop && gaps.inRings
      ? arrangeInRings(part, { sizeOf, spacing, shape })
      : arrangeJoined(part, {
          sizeOf,
          spacing: isTop ? spacing : joined,
          within: (isTop || isFold ? gaps : usualGaps).grid,
          across,
          shape,
        }),
  );
  const packedParts = packParts(parts, spacing, shape);
  const rest = ids.filter((id) => !joinedIds.has(id));
  return rest.length === 0
    ? packedParts
    : below(packedParts, packMixed(rest, { sizeOf, tree, spacing, shape }, packedParts.width), spacing);
}

function packParts(parts: readonly Packed[], spacing: number, shape: number): Packed {
  const byName = new Map(parts.map((part, index) => [String(index), part]));
  const packed = packShelves([...byName.keys()], (name) => byName.get(name)!, spacing * 1.5, 0, shape);
  const places = [...byName].flatMap(([name, part]) => {
    const at = packed.places.get(name)!;
    return [...part.places].map(([id, { x, y }]) => [id, { x: x + at.x, y: y + at.y }] as const);
  });
  return { width: packed.width, height: packed.height, places: new Map(places) };
}

function below(upper: Packed, lower: Packed, spacing: number): Packed {
  if (upper.places.size === 0) return lower;
  const offset = upper.height + spacing;
  const lowerPlaces = [...lower.places].map(([id, { x, y }]) => [id, { x, y: y + offset }] as const);
  return {
    width: Math.max(upper.width, lower.width),
    height: offset + lower.height,
    places: new Map([...upper.places, ...lowerPlaces]),
  };
}

/** Arranges nodes without lines: closed boxes and items in a grid, open boxes in rows below. */
function packMixed(
  ids: readonly string[],
  { sizeOf, tree, spacing, shape }: Pick<Level, 'sizeOf' | 'tree' | 'shape'> & { readonly spacing: number },
  atLeast = 0,
): Packed {
  const isBox = (id: string) => isOpen(tree, id);
  const cards = packGrid(
    ids.filter((id) => !isBox(id)),
    sizeOf,
    spacing,
    shape,
  );
  const boxes = packShelves(ids.filter(isBox), sizeOf, spacing, Math.max(atLeast, cards.width), shape);
  return boxes.places.size === 0 ? cards : below(cards, boxes, spacing);
}
