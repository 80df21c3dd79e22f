// A graph as an SVG picture that stands alone: its boxes, cards and lines where a layout puts them, a title and a legend.
import type { EdgeAppearance } from '../graph';
import type { Lookup } from '../lookup';
import type { Layout, Line, Point, Rectangle } from './layout';
import { legendOf } from './svg-legend';
import { boxColors, edgeColors, grounds, lineColor, type Theme } from './palette';
import { plain, xmlText } from './picture';
import { cardPadding, fonts, headingHeights, lineHeights, stateWidth } from './sketch';
import type { BoxSketch, CardSketch, EdgeSketch, Sketch } from './sketch';
import { boxPadding } from './packing';
import { textWidth, type Font } from './text-size';

export interface PictureText {
  readonly title: string;
  readonly subtitle: string;
  readonly theme: Theme;
}

const margin = 24;
const titleHeight = 56;

export function renderSvg(
  sketch: Sketch,
  layout: Layout,
  { title, subtitle, theme }: PictureText,
  lookup: Lookup,
): string {
  const ground = grounds[theme];
  const isEmpty = sketch.boxes.length === 0;
  const legend = legendOf(sketch, lookup, theme, Math.max(layout.width, 640));
  const titles = [plain(title), plain(subtitle)] as const;
  const width = Math.ceil(
    Math.max(layout.width, legend.width, textWidth(titles[0], fonts.picture), textWidth(titles[1], fonts.note), 320) +
      2 * margin,
  );
  const bodyHeight = isEmpty ? 40 : layout.height;
  const height = Math.ceil(margin + titleHeight + bodyHeight + margin + legend.height + margin);
  const used = new Map(sketch.edges.map(({ edge }) => [edge.edgeType, edge.appearance]));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" ` +
      `font-family="Arial, Helvetica, 'Liberation Sans', sans-serif" role="img" aria-label="${xmlText(titles.join(', '))}">`,
    `<defs>${[...used]
      .filter(([, { showDirectionality }]) => showDirectionality)
      .map(([type]) => arrowHead(type, lineColor(edgeColors[type], theme)))
      .join('')}</defs>`,
    `<rect width="${width}" height="${height}" fill="${ground.background}"/>`,
    text(titles[0], margin, margin + 16, fonts.picture, ground.text),
    text(titles[1], margin, margin + 36, fonts.note, ground.faintText),
    `<g transform="translate(${margin} ${margin + titleHeight})">`,
    ...(isEmpty ? [text('This view has nothing to show.', 0, 16, fonts.title, ground.faintText)] : []),
    ...sketch.boxes.map((box) => boxLines(box, layout.places.get(box.box.id)!, theme)),
    ...sketch.edges.map((edge) => edgeLines(edge, layout.lines.get(edge.edge.id)!, theme)),
    ...sketch.cards.map((card) => cardLines(card, layout.places.get(card.element.id)!, theme)),
    ...sketch.edges.map((edge) => labelLines(edge, layout.lines.get(edge.edge.id)!, theme)).filter((one) => one !== ''),
    '</g>',
    `<g transform="translate(${margin} ${Math.round(margin + titleHeight + bodyHeight + margin)})">`,
    ...legend.lines,
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

const number = (value: number): string => String(Math.round(value * 10) / 10);

export const text = (content: string, x: number, y: number, { size, bold }: Font, color: string): string =>
  content === ''
    ? ''
    : `<text x="${number(x)}" y="${number(y)}" font-size="${size}"${bold ? ' font-weight="bold"' : ''} fill="${color}">${xmlText(content)}</text>`;

const rectangle = ({ x, y, width, height }: Rectangle, attributes: string): string =>
  `<rect x="${number(x)}" y="${number(y)}" width="${number(width)}" height="${number(height)}" ${attributes}/>`;

function boxLines({ box, heading, font, note }: BoxSketch, place: Rectangle, theme: Theme): string {
  const { fill, strip, border } = boxColors(box.color, theme);
  const { x, y, width } = place;
  const stripHeight = headingHeights[font];
  const baseline = y + stripHeight / 2 + fonts[font].size * 0.35;
  const { text: ink, faintText } = grounds[theme];
  const noteX = x + width - boxPadding - (note === null ? 0 : textWidth(note, fonts.note));
  return [
    `<g data-box="${box.id}">`,
    rectangle(place, `rx="6" fill="${fill}"`),
    `<path d="M${number(x)} ${number(y + stripHeight)}v-${stripHeight - 6}q0 -6 6 -6h${number(width - 12)}q6 0 6 6v${stripHeight - 6}z" fill="${strip}"/>`,
    rectangle(place, `rx="6" fill="none" stroke="${border}"`),
    text(heading, x + boxPadding, baseline, fonts[font], ink),
    note === null ? '' : text(note, noteX, baseline, fonts.note, faintText),
    '</g>',
  ].join('');
}

function cardLines({ element, lines, stateColor }: CardSketch, place: Rectangle, theme: Theme): string {
  const { card, text: ink, faintText } = grounds[theme];
  const { border } = boxColors(null, theme);
  const { x, y, height } = place;
  const textX = x + cardPadding.x + (stateColor === null ? 0 : stateWidth);
  let top = y + cardPadding.y;
  return [
    `<g data-element="${element.id}">`,
    rectangle(place, `rx="4" fill="${card}" stroke="${border}"`),
    stateColor === null
      ? ''
      : `<circle cx="${number(x + cardPadding.x + 3)}" cy="${number(y + height / 2)}" r="3.5" fill="${lineColor(stateColor, theme)}"/>`,
    ...lines.map(({ text: line, font, indent }) => {
      const baseline = top + lineHeights[font] - 4;
      top += lineHeights[font];
      return text(line, textX + indent, baseline, fonts[font], font === 'title' ? ink : faintText);
    }),
    '</g>',
  ].join('');
}

const dashes = { Solid: '', Dashed: ' stroke-dasharray="7 4"', Dotted: ' stroke-dasharray="2 4"' } as const;

/** How a line of an edge looks. */
export const strokeOf = (
  { stroke, showDirectionality }: EdgeAppearance,
  edgeType: keyof typeof edgeColors,
  theme: Theme,
): string =>
  `fill="none" stroke="${lineColor(edgeColors[edgeType], theme)}" stroke-width="1.5"${dashes[stroke]}` +
  (showDirectionality ? ` marker-end="url(#arrow-${edgeType})"` : '');

const arrowHead = (edgeType: string, color: string): string =>
  `<marker id="arrow-${edgeType}" viewBox="0 0 8 8" refX="7.5" refY="4" markerWidth="7" markerHeight="7" orient="auto">` +
  `<path d="M0 0L8 4L0 8z" fill="${color}"/></marker>`;

function edgeLines({ edge }: EdgeSketch, { points }: Line, theme: Theme): string {
  return `<path data-edge="${edge.id}" d="${roundedPath(points)}" ${strokeOf(edge.appearance, edge.edgeType, theme)}/>`;
}

function labelLines({ edge, label: content }: EdgeSketch, { label }: Line, theme: Theme): string {
  if (content === '' || !label) return '';
  const { background } = grounds[theme];
  return (
    `<g data-label="${edge.id}">${rectangle(label, `rx="3" fill="${background}" fill-opacity="0.85"`)}` +
    `${text(content, label.x + 3, label.y + label.height - 3, fonts.label, lineColor(edgeColors[edge.edgeType], theme))}</g>`
  );
}

const cornerRadius = 5;

/** A line through the points, its corners rounded. */
function roundedPath(points: readonly Point[]): string {
  const [first, ...rest] = points;
  const at = ({ x, y }: Point) => `${number(x)} ${number(y)}`;
  const towards = (from: Point, to: Point, most: number): Point => {
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    const share = length === 0 ? 0 : Math.min(most, length / 2) / length;
    return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
  };
  const steps = rest.map((point, index) => {
    const next = rest[index + 1];
    if (!next) return `L${at(point)}`;
    const before = towards(point, points[index]!, cornerRadius);
    return `L${at(before)}Q${at(point)} ${at(towards(point, next, cornerRadius))}`;
  });
  return first ? `M${at(first)}${steps.join('')}` : '';
}
