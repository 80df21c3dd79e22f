// Exports the topology drawing, or its part in the window, as SVG, with the same styles, names and details as on the screen.
import { dashArray, type Dash } from '../../../modules/topology/graph/edge-appearances';
import { pictureFont } from '../../../modules/topology/graph/render/text-size';
import type { Core, EdgeSingular, NodeSingular } from 'cytoscape';
import type { Point, Rect } from '../layout/tree';
import type { Mark } from '../marks/marks';
import type { CaptionTexts, DrawnPart } from '../state/surface';
import { paintCaption } from './caption';
import { iconPath } from './icons';
import { round, svgPainter, type Painter } from './painter';
import type { Theme } from './theme';

const margin = 24;

type Element = NodeSingular | EdgeSingular;
const lengthOf = (element: Element, name: string): number => parseFloat(element.style(name) as string) || 0;
const opacityOf = (element: Element): string => {
  const opacity = lengthOf(element, 'opacity');
  return opacity < 1 ? ` opacity="${opacity}"` : '';
};

/**
 * Builds the SVG file. `paintNames` is called to add what is painted above the drawing: names, labels and highlights.
 */
export function toSvg(
  core: Core,
  paintNames: (painter: Painter) => void,
  theme: Theme,
  { markWords, ...captionTexts }: CaptionTexts,
  part: DrawnPart,
): string {
  const zoom = core.zoom();
  const isDrawn = (element: Element) => element.visible();
  const depthOf = (element: Element) => lengthOf(element, 'z-index');
  const elements = [...core.nodes().filter(isDrawn).toArray(), ...core.edges().filter(isDrawn).toArray()] as Element[];
  const ordered = elements.sort((a, b) => depthOf(a) - depthOf(b));
  const parts = ordered.map((element) =>
    element.isNode() ? node(element, zoom) : line(element as EdgeSingular, zoom),
  );
  paintNames(svgPainter(parts));
  const bounds = boxOf(core.elements().boundingBox({ includeLabels: false }), zoom);
  const whole = widen(bounds, margin);
  const picture = part === 'whole' ? whole : (common(whole, boxOf(core.extent(), zoom)) ?? whole);
  const marks = (Object.keys(theme.marks) as Mark[]).filter((mark) => core.elements(`.marked.${mark}`).nonempty());
  const meanings = marks.map((mark) => ({
    ...{ words: markWords[mark] ?? mark, color: theme.marks[mark] },
    isDashed: core.nodes(`.marked.${mark}`).some((element) => element.style('border-style') === 'dashed'),
  }));
  const caption = paintCaption({ ...captionTexts, meanings }, picture, margin, theme);
  const { x, y, width, height } = caption.area;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${x} ${y} ${width} ${height}" width="${width}" height="${height}" font-family="${pictureFont}">`,
    `<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto-start-reverse"><path d="M0 0L8 4L0 8z" fill="context-stroke"/></marker></defs>`,
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${theme.ground}"/>`,
    ...caption.parts,
    ...(part === 'whole' ? parts : clipped(parts, picture)),
    '</svg>',
  ].join('\n');
}

/** A rectangle of the drawing, in pixels at this zoom. */
const boxOf = ({ x1, y1, w, h }: { x1: number; y1: number; w: number; h: number }, zoom: number): Rect => ({
  ...{ x: Math.round(x1 * zoom), y: Math.round(y1 * zoom) },
  ...{ width: Math.round(w * zoom), height: Math.round(h * zoom) },
});

const widen = ({ x, y, width, height }: Rect, by: number): Rect => ({
  ...{ x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by },
});

/** The common part of two rectangles; undefined if they have none. */
export function common(one: Rect, other: Rect): Rect | undefined {
  const [x, y] = [Math.max(one.x, other.x), Math.max(one.y, other.y)];
  const width = Math.min(one.x + one.width, other.x + other.width) - x;
  const height = Math.min(one.y + one.height, other.y + other.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : undefined;
}

/** Hides what is outside of the area, so that it does not cover the caption. */
const clipped = (parts: readonly string[], { x, y, width, height }: Rect): readonly string[] => [
  `<clipPath id="window"><rect x="${x}" y="${y}" width="${width}" height="${height}"/></clipPath>`,
  '<g clip-path="url(#window)">',
  ...parts,
  '</g>',
];

/** A fold is drawn as two rectangles. The rear one is moved to the right and down by this number of pixels. */
const stackOffset = 3;

function node(element: NodeSingular, zoom: number): string {
  const { x, y } = element.position();
  const [width, height] = [element.width() * zoom, element.height() * zoom];
  const area: Rect = { x: x * zoom - width / 2, y: y * zoom - height / 2, width, height };
  const colors =
    `fill="${element.style('background-color')}" fill-opacity="${element.style('background-opacity')}" ` +
    `stroke="${element.style('border-color')}" stroke-opacity="${element.style('border-opacity')}"`;
  const dash = element.style('border-style') === 'dashed' ? ` stroke-dasharray="${dashArray('dashed')}"` : '';
  const thickness = `stroke-width="${round(Math.max(1, lengthOf(element, 'border-width') * zoom))}"`;
  const corner = round(Math.min(lengthOf(element, 'corner-radius') * Math.max(zoom, 0.5), width / 2, height / 2));
  const rect = ({ x: left, y: top }: Point, more = '') =>
    `<rect x="${round(left)}" y="${round(top)}" width="${round(width)}" height="${round(height)}" rx="${corner}" ${colors} ${thickness}${dash}${more}/>`;
  const stack =
    element.style('ghost') === 'yes'
      ? rect({ x: area.x + stackOffset, y: area.y + stackOffset }, ' opacity="0.45"')
      : '';
  return `<g${opacityOf(element)}>${stack}${rect(area)}${ownIcon(element, area)}</g>`;
}

/** The icon beside the heading of an open box. Other icons are painted together with the names. */
function ownIcon(element: NodeSingular, { x, y }: Rect): string {
  const glyph = element.data('glyph') as string | undefined;
  if (!glyph || !element.data('isOpen') || element.hasClass('card') || element.hasClass('named-over')) return '';
  return `<path d="${iconPath(glyph)}" transform="translate(${round(x + 10)} ${round(y + 10)})" fill="none" stroke="${element.data('color')}" stroke-width="1.3" stroke-linecap="round" stroke-linejoin="round"/>`;
}

function line(edge: EdgeSingular, zoom: number): string {
  const points = [edge.sourceEndpoint(), ...(edge.segmentPoints() ?? []), edge.targetEndpoint()];
  const path = points.map(({ x, y }) => `${round(x * zoom)} ${round(y * zoom)}`).join('L');
  const dash = dashArray(edge.is('.removed, .gap') ? 'dashed' : (edge.data('dash') as Dash));
  const attributes = [
    `d="M${path}" fill="none" stroke="${edge.style('line-color')}"`,
    `stroke-width="${round(Math.max(1, lengthOf(edge, 'width') * zoom))}"`,
    dash && `stroke-dasharray="${dash}"`,
    edge.style('source-arrow-shape') === 'triangle' && 'marker-start="url(#arrow)"',
    edge.style('target-arrow-shape') === 'triangle' && 'marker-end="url(#arrow)"',
  ].filter(Boolean);
  return `<path ${attributes.join(' ')}${opacityOf(edge)}/>`;
}
