// Renders a graph as a standalone SVG image: boxes, elements and lines at the positions of a layout, with a title and a
// legend.
import type { Layout, Line, Rectangle } from './placement';
import { boxPadding } from './packing';
import { blockedHue, boxColors, edgeColors, grounds, lineColor, type Theme } from './palette';
import { plain, xmlText } from './picture';
import { cardPadding, fonts, headingHeights, labelPadding, lineHeights, stateWidth } from './sketch';
import type { BoxSketch, CardSketch, EdgeSketch, Sketch } from './sketch';
import { buildLegend } from './svg-legend';
import { arrowHead, dotMark, number, rectangleMark, roundedPath, strokeAttributes, textMark } from './svg-parts';
import { pictureFont, textWidth } from './text-size';

export interface PictureText {
  readonly title: string;
  readonly subtitle: string;
  readonly theme: Theme;
}

const margin = 24;
const titleHeight = 56;
const leastWidth = 320;
const leastLegendWidth = 640;
const emptyHeight = 40;

/** Renders the SVG document. Equal sketch, layout and texts give equal bytes. */
export function renderSvg(sketch: Sketch, layout: Layout, texts: PictureText): string {
  const { theme } = texts;
  const [title, subtitle] = [plain(texts.title), plain(texts.subtitle)];
  const { background, text: ink, faintText } = grounds[theme];
  const isEmpty = sketch.boxes.length === 0;
  const legend = buildLegend(sketch, theme, Math.max(layout.width, leastLegendWidth));
  const titleWidth = Math.max(textWidth(title, fonts.picture), textWidth(subtitle, fonts.note));
  const width = Math.ceil(Math.max(layout.width, legend.width, titleWidth, leastWidth) + 2 * margin);
  const top = margin + titleHeight;
  const legendTop = Math.ceil(top + (isEmpty ? emptyHeight : layout.height) + margin);
  const height = legendTop + legend.height + margin;
  const arrows = new Set(
    sketch.edges.filter(({ appearance }) => appearance.showDirectionality).map(({ edgeType }) => edgeType),
  );
  const placeOf = (id: string) => layout.places.get(id)!;
  const lineOf = ({ id }: EdgeSketch) => layout.lines.get(id)!;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" ` +
      `font-family="${pictureFont}" role="img" aria-label="${xmlText(title)}">`,
    `<defs>${[...arrows].map((edgeType) => arrowHead(edgeType, theme)).join('')}</defs>`,
    rectangleMark({ x: 0, y: 0, width, height }, `fill="${background}"`),
    textMark(title, { x: margin, y: margin + 16 }, fonts.picture, ink),
    textMark(subtitle, { x: margin, y: margin + 36 }, fonts.note, faintText),
    `<g transform="translate(${margin} ${top})">`,
    ...(isEmpty ? [textMark('This view has nothing to show.', { x: 0, y: 16 }, fonts.title, faintText)] : []),
    ...sketch.boxes.map((box) => boxMarks(box, placeOf(box.id), theme)),
    ...sketch.edges.map((edge) => edgeMark(edge, lineOf(edge), theme)),
    ...sketch.cards.map((card) => cardMarks(card, placeOf(card.id), theme)),
    ...sketch.edges.flatMap((edge) => labelMarks(edge, lineOf(edge), theme)),
    '</g>',
    `<g transform="translate(${margin} ${legendTop})">`,
    ...legend.lines,
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

const cornerRadius = 6;

function boxMarks({ id, hue, heading, font, note }: BoxSketch, place: Rectangle, theme: Theme): string {
  const { fill, strip, border } = boxColors(hue, theme);
  const { x, y, width } = place;
  const { text: ink, faintText } = grounds[theme];
  const stripHeight = headingHeights[font];
  const side = stripHeight - cornerRadius;
  const baseline = y + stripHeight / 2 + fonts[font].size * 0.35;
  const noteX = x + width - boxPadding - textWidth(note ?? '', fonts.note);
  return [
    `<g data-box="${id}">`,
    rectangleMark(place, `rx="${cornerRadius}" fill="${fill}"`),
    `<path d="M${number(x)} ${number(y + stripHeight)}v-${side}q0 -${cornerRadius} ${cornerRadius} -${cornerRadius}` +
      `h${number(width - 2 * cornerRadius)}q${cornerRadius} 0 ${cornerRadius} ${cornerRadius}v${side}z" fill="${strip}"/>`,
    rectangleMark(place, `rx="${cornerRadius}" fill="none" stroke="${border}"`),
    textMark(heading, { x: x + boxPadding, y: baseline }, fonts[font], ink),
    textMark(note ?? '', { x: noteX, y: baseline }, fonts.note, faintText),
    '</g>',
  ].join('');
}

function cardMarks({ id, lines, state }: CardSketch, place: Rectangle, theme: Theme): string {
  const { card, text: ink, faintText } = grounds[theme];
  const { x, y, height } = place;
  const textX = x + cardPadding.x + (state === null ? 0 : stateWidth);
  let top = y + (height - lines.reduce((sum, { font }) => sum + lineHeights[font], 0)) / 2;
  return [
    `<g data-element="${id}">`,
    rectangleMark(place, `rx="4" fill="${card}" stroke="${boxColors('Gray', theme).border}"`),
    state === null ? '' : dotMark({ x: x + cardPadding.x + 3, y: y + height / 2 }, lineColor(state.color, theme)),
    ...lines.map(({ text, font, indent }) => {
      top += lineHeights[font];
      return textMark(text, { x: textX + indent, y: top - 4 }, fonts[font], font === 'title' ? ink : faintText);
    }),
    '</g>',
  ].join('');
}

const edgeMark = ({ id, appearance, edgeType, isBlocked }: EdgeSketch, { points }: Line, theme: Theme): string =>
  `<path data-edge="${id}" d="${roundedPath(points)}" ${strokeAttributes(appearance, edgeType, theme, isBlocked)}/>`;

function labelMarks({ id, edgeType, isBlocked, label: lines }: EdgeSketch, { label }: Line, theme: Theme): string[] {
  if (!label) return [];
  const color = lineColor(isBlocked ? blockedHue : edgeColors[edgeType], theme);
  const texts = lines.map((line, index) =>
    textMark(line, { x: label.x + labelPadding, y: label.y + lineHeights.label * (index + 1) - 3 }, fonts.label, color),
  );
  return [`<g data-label="${id}">${texts.join('')}</g>`];
}
