// Renders a graph as a diagram of draw.io (diagrams.net): uncompressed mxGraph XML with boxes, cards and lines at the
// positions of a layout. Format: https://www.drawio.com/mxfile.xsd and its style reference.
import { dashArray, dashOf } from '../edge-appearances';
import { boxPadding } from './packing';
import { blockedHue, boxColors, edgeColors, grounds, lineColor, type Theme } from './palette';
import { plain, xmlText } from './picture';
import type { Layout, Line, Point, Rectangle } from './placement';
import { fonts } from './sketch';
import type { BoxSketch, CardSketch, EdgeSketch, Sketch } from './sketch';
import type { PictureText } from './svg';
import { number } from './svg-parts';

/** The id of the layer that contains all shapes. Every diagram begins with two cells: the root and this layer. */
const layer = '1';
const titleHeight = 60;
const titleWidth = 640;

type Style = Readonly<Record<string, string | number>>;
type Attributes = Readonly<Record<string, string>>;

/** Renders the draw.io document. Equal sketch, layout and texts give equal bytes. */
export function renderDrawio(sketch: Sketch, layout: Layout, { title, subtitle, theme }: PictureText): string {
  const parents = new Map<string, string>([
    ...sketch.boxes.flatMap(({ id, parentId }) => (parentId === null ? [] : [[id, parentId] as const])),
    ...sketch.cards.map(({ id, boxId }) => [id, boxId] as const),
  ]);
  const geometryOf = (id: string): string => {
    const { x, y, width, height } = layout.places.get(id)!;
    // In draw.io, the position of a shape is relative to the upper left corner of the container that holds the shape.
    const around = layout.places.get(parents.get(id) ?? '') ?? { x: 0, y: -titleHeight };
    return geometry({ x: x - around.x, y: y - around.y, width, height });
  };
  const vertex = (id: string, lines: readonly string[], style: Style): string =>
    cell(
      { id, ...label(lines), style: styleText(style), vertex: '1', parent: parents.get(id) ?? layer },
      geometryOf(id),
    );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<mxfile host="Netloom" compressed="false">',
    `  <diagram id="netloom" name="${xmlText(title)}">`,
    `    <mxGraphModel grid="1" gridSize="10" guides="1" tooltips="1" connect="1" arrows="1" fold="1" page="0" ` +
      `math="0" shadow="0" background="${grounds[theme].background}">`,
    '      <root>',
    cell({ id: '0' }),
    cell({ id: layer, parent: '0' }),
    cell(
      { id: 'title', ...label([title, subtitle]), style: styleText(titleStyle(theme)), vertex: '1', parent: layer },
      geometry({ x: 0, y: 0, width: titleWidth, height: titleHeight - 16 }),
    ),
    ...sketch.boxes.map((box) => vertex(box.id, [boxText(box)], boxStyle(box, theme))),
    ...sketch.cards.map((card) => vertex(card.id, cardLines(card), cardStyle(card, theme))),
    ...sketch.edges.map((edge) => edgeCell(edge, layout.lines.get(edge.id)!, theme)),
    '      </root>',
    '    </mxGraphModel>',
    '  </diagram>',
    '</mxfile>',
    '',
  ].join('\n');
}

/** Shapes have plain text, because with `html=1` draw.io would interpret names as HTML. */
const plainText = { html: 0, whiteSpace: 'nowrap' };

const titleStyle = (theme: Theme): Style => ({
  ...{ text: '', ...plainText, align: 'left', verticalAlign: 'top', strokeColor: 'none', fillColor: 'none' },
  ...{ fontSize: fonts.picture.size - 4, fontStyle: 1, fontColor: grounds[theme].text },
});

const boxText = ({ heading, note }: BoxSketch): string => [heading, note].filter(Boolean).join('   ');

function boxStyle({ hue, font }: BoxSketch, theme: Theme): Style {
  const { fill, border } = boxColors(hue, theme);
  return {
    ...{ rounded: 1, absoluteArcSize: 1, arcSize: 12, ...plainText, container: 1, collapsible: 0, recursiveResize: 0 },
    ...{ align: 'left', verticalAlign: 'top', spacingLeft: boxPadding - 2, spacingTop: 2 },
    ...{ fillColor: fill, strokeColor: border, fontColor: grounds[theme].text },
    ...{ fontSize: fonts[font].size, fontStyle: 1 },
  };
}

/** The lines of an element. draw.io cannot indent text, so indented lines begin with a mark. */
const cardLines = ({ lines }: CardSketch): string[] =>
  lines.map(({ text, indent }) => (indent > 0 ? `${rowMark}${plain(text)}` : text));
export const rowMark = '· ';

function cardStyle({ state }: CardSketch, theme: Theme): Style {
  const { card, text } = grounds[theme];
  return {
    ...{ rounded: 1, absoluteArcSize: 1, arcSize: 8, ...plainText, align: 'left', verticalAlign: 'middle' },
    ...{ spacingLeft: 4, fillColor: card, fontColor: text, fontSize: fonts.subtitle.size },
    strokeColor: state === null ? boxColors('Gray', theme).border : lineColor(state.color, theme),
  };
}

function edgeCell({ id, source, target, label: lines, ...edge }: EdgeSketch, { points }: Line, theme: Theme): string {
  const { appearance, edgeType, isBlocked } = edge;
  const color = lineColor(isBlocked ? blockedHue : edgeColors[edgeType], theme);
  const pattern = dashArray(isBlocked ? 'blocked' : dashOf(appearance.stroke));
  const style = {
    ...{ ...plainText, rounded: 1, strokeColor: color, fontColor: color, fontSize: fonts.label.size },
    ...{ labelBackgroundColor: grounds[theme].background, startArrow: 'none' },
    endArrow: appearance.showDirectionality ? 'classic' : 'none',
    ...(pattern !== undefined && { dashed: 1, dashPattern: pattern }),
  };
  // draw.io computes the ends of a line itself, so only the points between the ends are written.
  const between = points.slice(1, -1).map(pointMark).join('');
  const inside = between === '' ? '' : `<Array as="points">${between}</Array>`;
  return cell(
    { id: `edge ${id}`, ...label(lines), style: styleText(style), edge: '1', parent: layer, source, target },
    `<mxGeometry relative="1" as="geometry">${inside}</mxGeometry>`,
  );
}

const pointMark = ({ x, y }: Point): string => `<mxPoint x="${number(x)}" y="${number(y + titleHeight)}"/>`;

const geometry = ({ x, y, width, height }: Rectangle): string =>
  `<mxGeometry x="${number(x)}" y="${number(y)}" width="${number(width)}" height="${number(height)}" as="geometry"/>`;

/** A label of several lines as the attribute `value` of a cell. The XML writer later escapes the line breaks. */
const label = (lines: readonly string[]): { readonly value: string } => ({ value: lines.map(plain).join('\n') });

const styleText = (style: Style): string =>
  Object.entries(style)
    .map(([key, value]) => (value === '' ? `${key};` : `${key}=${value};`))
    .join('');

const valueText = (value: string): string => value.split('\n').map(xmlText).join('&#10;');

const cell = (attributes: Attributes, inside = ''): string => {
  const text = Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${valueText(value)}"`)
    .join('');
  return inside === '' ? `        <mxCell${text}/>` : `        <mxCell${text}>${inside}</mxCell>`;
};
