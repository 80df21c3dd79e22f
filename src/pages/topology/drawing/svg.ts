// Exports the drawing as an SVG file with the same positions, colours and marks, from the drawing's elements.
import { findBounds, type Point, type Rect } from '../layout/tree';
import type { DrawnElement } from './elements';
import { iconPath } from './icons';
import type { Theme } from './theme';

const margin = 30;

const escape = (text: unknown): string =>
  String(text).replace(/[&<>"]/g, (letter) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[letter] ?? '&quot;');

type Data = Readonly<Record<string, string | number | boolean | undefined>>;
const dashes: Readonly<Record<string, string>> = { dashed: '7 5', dotted: '2 4', broken: '14 7' };

export function toSvg(elements: readonly DrawnElement[], theme: Theme): string {
  const rects = new Map<string, Rect>();
  for (const { data, position } of elements) {
    const { id, width = 0, height = 0 } = data as Data & { id: string; width?: number; height?: number };
    if (position) rects.set(id, { x: position.x - width / 2, y: position.y - height / 2, width, height });
  }
  const bounds = findBounds(rects.values()) ?? { x: 0, y: 0, width: 1, height: 1 };
  const view = [bounds.x - margin, bounds.y - margin, bounds.width + 2 * margin, bounds.height + 2 * margin].map(
    Math.round,
  );
  const of = (shape: string) => elements.filter(({ data }) => (data as Data).shape === shape);
  const lines = elements.filter(({ group }) => group === 'edges');
  const parts = [
    ...of('box').map((element) => node(element, rects, theme)),
    ...lines.map((element) => line(element, rects, theme)),
    ...of('item').map((element) => node(element, rects, theme)),
  ];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${view.join(' ')}" width="${view[2]}" height="${view[3]}" font-family="system-ui, sans-serif">`,
    `<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" fill="context-stroke"/></marker></defs>`,
    `<rect x="${view[0]}" y="${view[1]}" width="${view[2]}" height="${view[3]}" fill="${theme.ground}"/>`,
    ...parts,
    '</svg>',
  ].join('\n');
}

function opacityOf({ classes }: DrawnElement): string {
  return classes.split(' ').includes('faded') ? ' opacity="0.25"' : '';
}

function node(element: DrawnElement, rects: ReadonlyMap<string, Rect>, theme: Theme): string {
  const data = element.data as Data & { id: string };
  const { x, y, width, height } = rects.get(data.id)!;
  const isBox = data.shape === 'box';
  const isMarked = element.classes.includes('marked');
  const stroke = isMarked ? data.markColor : data.color;
  const fill = isBox ? `fill="${data.color}" fill-opacity="0.09"` : `fill="${theme.paper}"`;
  const rows = String(data.label).split('\n');
  const first = isBox ? y + 22 : y + height / 2 - (rows.length - 1) * 7 + 4;
  const texts = rows.map(
    (row, index) =>
      `<text x="${x + width / 2}" y="${first + index * 14}" text-anchor="middle" fill="${theme.ink}" font-size="${isBox ? 12.5 : 11}"${isBox ? ' font-weight="600"' : ''}>${escape(row)}</text>`,
  );
  return [
    `<g${opacityOf(element)}>`,
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${isBox ? data.corner : 5}" ${fill} stroke="${stroke}" stroke-width="${isMarked ? 3 : 1.2}"/>`,
    ...(isBox && data.glyph ? [glyph(data, { x: x + 8, y: y + 9 })] : []),
    ...texts,
    '</g>',
  ].join('');
}

const glyph = ({ glyph: icon, color }: Data, { x, y }: Point): string =>
  `<path d="${iconPath(icon ? String(icon) : null)}" transform="translate(${x} ${y})" fill="none" stroke="${color}" stroke-width="1.3" stroke-linecap="round" stroke-linejoin="round"/>`;

function line(element: DrawnElement, rects: ReadonlyMap<string, Rect>, theme: Theme): string {
  const data = element.data as Data & { source: string; target: string };
  const [from, to] = [rects.get(data.source), rects.get(data.target)];
  if (!from || !to) return '';
  const way = (element.data as { way?: readonly Point[] }).way ?? [borderPoint(from, to), borderPoint(to, from)];
  const middle = middleOf(way);
  const isMarked = element.classes.includes('marked');
  const dash = data.isBroken ? dashes.broken : dashes[String(data.stroke)];
  const attributes = [
    `d="M${way.map(({ x, y }) => `${round(x)} ${round(y)}`).join('L')}" fill="none"`,
    `stroke="${isMarked ? data.markColor : data.color}" stroke-width="${Math.max(isMarked ? 3 : 0, Number(data.weight))}"`,
    dash && `stroke-dasharray="${dash}"`,
    data.arrow === 'triangle' && 'marker-end="url(#arrow)"',
  ].filter(Boolean);
  const label =
    data.showsLabel || isMarked
      ? `<text x="${middle.x}" y="${middle.y}" text-anchor="middle" fill="${theme.quiet}" font-size="9.5">${escape(data.label)}</text>`
      : '';
  return `<g${opacityOf(element)}><path ${attributes.join(' ')}/>${label}</g>`;
}

const round = (value: number) => Math.round(value * 10) / 10;

/** The middle of the longest segment of a line. */
function middleOf(way: readonly Point[]): Point {
  const stretches = way.slice(1).map((to, index) => ({ from: way[index]!, to }));
  const lengthOf = ({ from, to }: (typeof stretches)[number]) => Math.hypot(to.x - from.x, to.y - from.y);
  const { from, to } = stretches.reduce((best, one) => (lengthOf(one) > lengthOf(best) ? one : best));
  return { x: round((from.x + to.x) / 2), y: round((from.y + to.y) / 2) };
}

/** The point at which the straight line between the centres of two rectangles leaves the first one. */
function borderPoint(from: Rect, to: Rect): { x: number; y: number } {
  const centre = { x: from.x + from.width / 2, y: from.y + from.height / 2 };
  const dx = to.x + to.width / 2 - centre.x;
  const dy = to.y + to.height / 2 - centre.y;
  const reach = Math.min(from.width / 2 / Math.abs(dx || 1e-9), from.height / 2 / Math.abs(dy || 1e-9), 1);
  return { x: round(centre.x + dx * reach), y: round(centre.y + dy * reach) };
}
