// Arranges a network with two redundant core devices: the cores at opposite ends, and all that is connected with both
// of them in between, so that few lines cross.
import type { Component } from './middle';
import { findComponents } from './middle';
import { inColumns, type Packed } from './pack';
import type { Point } from './tree';

/** The two core devices, and the rest of the network: connected with one of them, or with both. */
export interface Halves {
  readonly cores: readonly [string, string];
  readonly onFirst: readonly Component[];
  readonly onSecond: readonly Component[];
  readonly onBoth: readonly Component[];
}

/** Removes the central nodes from a network, and returns the connected parts that remain, the largest first. */
export function partsWithout({ ids, joins }: Component, central: ReadonlySet<string>): Component[] {
  const rest = ids.filter((id) => !central.has(id));
  const among = joins.filter((join) => !join.some((id) => central.has(id)));
  const joinedIds = new Set(among.flat());
  return [
    ...findComponents(rest, among),
    ...rest.filter((id) => !joinedIds.has(id)).map((id) => ({ ids: [id], joins: [] })),
  ];
}

/**
 * Sorts the parts of a network by the core device to which they are connected. Undefined unless there are two cores.
 */
export function splitByCores(
  { joins }: Component,
  central: ReadonlySet<string>,
  parts: readonly Component[],
): Halves | undefined {
  const [first, second, ...others] = central;
  if (first === undefined || second === undefined || others.length > 0) return undefined;
  const hanging = (core: string) => new Set(joins.flatMap(([a, b]) => (a === core ? [b] : b === core ? [a] : [])));
  const [onFirst, onSecond] = [hanging(first), hanging(second)];
  const hangsOn = (part: Component, isFirst: boolean, isSecond: boolean) =>
    part.ids.some((id) => onFirst.has(id)) === isFirst && part.ids.some((id) => onSecond.has(id)) === isSecond;
  return {
    cores: [first, second],
    onFirst: parts.filter((part) => hangsOn(part, true, false)),
    onSecond: parts.filter((part) => hangsOn(part, false, true)),
    onBoth: parts.filter((part) => hangsOn(part, true, true)),
  };
}

export type Axis = 'x' | 'y';
const lengths = { x: 'width', y: 'height' } as const;

/** Places rectangles one after the other along an axis, and centres them across that axis. */
export function inRow(parts: readonly Packed[], axis: Axis, spacing: number): Packed {
  const across = axis === 'x' ? 'y' : 'x';
  const [along, over] = [lengths[axis], lengths[across]];
  const widest = Math.max(...parts.map((part) => part[over]));
  const places = new Map<string, Point>();
  let at = 0;
  for (const part of parts) {
    const aside = (widest - part[over]) / 2;
    for (const [id, place] of part.places)
      places.set(id, { x: 0, y: 0, [axis]: place[axis] + at, [across]: place[across] + aside });
    at += part[along] + spacing;
  }
  return { width: 0, height: 0, [along]: at - spacing, [over]: widest, places };
}

type Gaps = readonly [number, number];

function gridOf(cells: readonly Packed[], columns: number, gaps: Gaps): Packed {
  const names = cells.map((_cell, index) => String(index));
  const cellOf = (name: string) => cells[Number(name)]!;
  const sizes = names.map(cellOf);
  const width = Math.max(...sizes.map((size) => size.width));
  const grid = inColumns(Math.min(columns, cells.length), names, sizes, width, ...gaps);
  const places = [...grid.places].flatMap(([name, at]) =>
    [...cellOf(name).places].map(([id, { x, y }]) => [id, { x: x + at.x, y: y + at.y }] as const),
  );
  return { ...grid, places: new Map(places) };
}

/**
 * Places the parts that are connected with only one core behind that core, in a grid no wider than what is between the
 * cores.
 */
function beyondOf(cells: readonly Packed[], axis: Axis, between: Packed, gaps: Gaps): readonly Packed[] {
  if (cells.length === 0) return [];
  const over = lengths[axis === 'x' ? 'y' : 'x'];
  const counts = cells.map((_cell, index) => (axis === 'x' ? index + 1 : cells.length - index));
  let grid = gridOf(cells, counts[0]!, gaps);
  for (const columns of counts.slice(1)) {
    if (grid[over] <= between[over]) break;
    grid = gridOf(cells, columns, gaps);
  }
  return [grid];
}

export interface Cells {
  readonly cores: readonly [Packed, Packed];
  readonly onFirst: readonly Packed[];
  readonly onSecond: readonly Packed[];
  readonly onBoth: readonly Packed[];
}

/** Gaps between parts of the network are widened by at most this multiple of the parts' mean length. */
const farthestApart = 1;

export function betweenCores(
  cells: Cells,
  axis: Axis,
  columns: number,
  { spacing, within, shape }: { readonly spacing: number; readonly within: number; readonly shape: number },
): Packed {
  const tight = Math.min(spacing, within);
  const packed = withGaps(cells, axis, columns, [tight, tight], spacing);
  // The cores stand in a row along `axis`. If the screen has space left across the row, the gaps in that direction are
  // widened, so that lines are easier to tell apart.
  const over = lengths[axis === 'x' ? 'y' : 'x'];
  const missing = (axis === 'x' ? packed.width / shape : packed.height * shape) - packed[over];
  const across = axis === 'x' ? Math.ceil(cells.onBoth.length / columns) : Math.min(columns, cells.onBoth.length);
  if (missing <= 0 || across < 2) return packed;
  const long = cells.onBoth.reduce((sum, cell) => sum + cell[over], 0) / cells.onBoth.length;
  const wide = tight + Math.min(missing / (across - 1), long * farthestApart);
  return withGaps(cells, axis, columns, axis === 'x' ? [tight, wide] : [wide, tight], spacing);
}

function withGaps({ cores, ...cells }: Cells, axis: Axis, columns: number, gaps: Gaps, spacing: number): Packed {
  const between = gridOf(cells.onBoth, columns, gaps);
  const beyond = (of: readonly Packed[]) => beyondOf(of, axis, between, gaps);
  const parts = [...beyond(cells.onFirst), cores[0], between, cores[1], ...beyond(cells.onSecond)];
  return inRow(parts, axis, spacing * 1.4);
}
