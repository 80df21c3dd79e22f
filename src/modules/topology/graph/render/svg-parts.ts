// Builds the SVG elements of images: texts, rectangles and lines. Equal input gives equal text.
import type { EdgeAppearance } from '../graph';
import { dashArray, dashOf } from '../edge-appearances';
import type { EdgeType } from '../options';
import type { Point, Rectangle } from './placement';
import { blockedHue, edgeColors, lineColor, type Theme } from './palette';
import { xmlText } from './picture';
import { hasUsualWidth, textWidth, type Font } from './text-size';

/** Formats a length in pixels, rounded to a tenth of a pixel. */
export const number = (value: number): string => String(Math.round(value * 10) / 10);

/**
 * An SVG element for a line of text. If the width of its characters cannot be estimated, `textLength` makes the program
 * that shows the SVG fit the text into the reserved width.
 */
export function textMark(content: string, { x, y }: Point, font: Font, color: string): string {
  if (content === '') return '';
  const weight = font.bold ? ' font-weight="bold"' : '';
  const width = hasUsualWidth(content)
    ? ''
    : ` textLength="${textWidth(content, font)}" lengthAdjust="spacingAndGlyphs"`;
  const attributes = `x="${number(x)}" y="${number(y)}" font-size="${font.size}"${weight}${width} fill="${color}"`;
  return `<text ${attributes}>${xmlText(content)}</text>`;
}

export const rectangleMark = ({ x, y, width, height }: Rectangle, attributes: string): string =>
  `<rect x="${number(x)}" y="${number(y)}" width="${number(width)}" height="${number(height)}" ${attributes}/>`;

export const dotMark = ({ x, y }: Point, color: string): string =>
  `<circle cx="${number(x)}" cy="${number(y)}" r="3.5" fill="${color}"/>`;

/** The style of an edge's line. A blocked link is always gray, whatever its type. */
export function strokeAttributes(
  { stroke, showDirectionality }: EdgeAppearance,
  edgeType: EdgeType,
  theme: Theme,
  isBlocked = false,
): string {
  const color = lineColor(isBlocked ? blockedHue : edgeColors[edgeType], theme);
  const pattern = dashArray(isBlocked ? 'blocked' : dashOf(stroke));
  const dash = pattern === undefined ? '' : ` stroke-dasharray="${pattern}"`;
  const arrow = showDirectionality ? ` marker-end="url(#arrow-${edgeType})"` : '';
  return `fill="none" stroke="${color}" stroke-width="1.5"${dash}${arrow}`;
}

export const arrowHead = (edgeType: EdgeType, theme: Theme): string =>
  `<marker id="arrow-${edgeType}" viewBox="0 0 8 8" refX="7.5" refY="4" markerWidth="7" markerHeight="7" orient="auto">` +
  `<path d="M0 0L8 4L0 8z" fill="${lineColor(edgeColors[edgeType], theme)}"/></marker>`;

const cornerRadius = 5;

/** An SVG path through the points, with rounded corners. */
export function roundedPath(points: readonly Point[]): string {
  const [first, ...rest] = points;
  const at = ({ x, y }: Point) => `${number(x)} ${number(y)}`;
  const steps = rest.map((point, index) => {
    const next = rest[index + 1];
    if (!next) return `L${at(point)}`;
    return `L${at(towards(point, points[index]!))}Q${at(point)} ${at(towards(point, next))}`;
  });
  return first ? `M${at(first)}${steps.join('')}` : '';
}

/** A point on the line between two points, close to the first of them. */
function towards(from: Point, to: Point): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const share = length === 0 ? 0 : Math.min(cornerRadius, length / 2) / length;
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}
