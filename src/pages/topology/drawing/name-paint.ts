// Paints names, icons of cards, labels of lines and highlights above the topology drawing.
import type { NodeSingular } from 'cytoscape';
import type { Rect } from '../layout/tree';
import type { Nameable, Placed } from './name-layout';
import type { Painter } from './painter';
import type { Theme } from './theme';
import { lineHeight, type Title } from './titles';

/** Opacity of faded names. Faded names stay readable, because users need them to locate highlighted nodes. */
const fadedStrength = 0.6;

export function paintName(painter: Painter, { of, title, isHeading }: Placed, zoom: number, theme: Theme): void {
  const { x, y, width, height, fontSize, lines, nameLines } = title;
  const strength = of.isFaded ? fadedStrength : 1;
  const [nodeWidth, nodeHeight] = [of.width * zoom, of.height * zoom];
  // Lines or other nodes are behind a name that is wider than its node, and behind the name at the top of an open node.
  // Such a name needs a background.
  if (width > nodeWidth || isHeading)
    painter.fill(
      { x, y, width, height: isHeading ? height : height - 2 },
      { color: theme.ground, alpha: strength * 0.85 },
    );
  const step = fontSize * lineHeight;
  const size = { width: nodeWidth, height: nodeHeight };
  const shift = !isHeading && of.glyph ? paintGlyph(painter, of, title, size, strength) : unmoved;
  lines.forEach((line, index) => {
    const isName = index < nameLines;
    const at = { x: x + shift.right + width / 2, y: y + shift.down + (index + 0.5) * step };
    const color = isName ? theme.ink : theme.quiet;
    painter.text(line, at, { color, alpha: strength, size: fontSize, isBold: isName });
  });
}

const glyphSize = 16;
const smallGlyph = 13;
const beside = smallGlyph + 3;

/** Pixels by which a name is moved to make space for its icon. */
interface Shift {
  readonly right: number;
  readonly down: number;
}
const unmoved: Shift = { right: 0, down: 0 };

function paintGlyph(
  painter: Painter,
  { glyph, color }: Nameable,
  { x, y, width, height }: Title,
  node: { readonly width: number; readonly height: number },
  alpha: number,
): Shift {
  const above = (node.height - height) / 2;
  const large = above > 30 && node.width > 90 ? glyphSize * 1.5 : glyphSize;
  const isAbove = above >= large / 2 + 5;
  if (!isAbove && node.width < width + beside) return unmoved;
  const shift = isAbove ? { right: 0, down: large / 2 + 2 } : { right: beside / 2, down: 0 };
  const size = isAbove ? large : smallGlyph;
  const at = isAbove
    ? { x: x + width / 2 - size / 2, y: y + shift.down - size - 4 }
    : { x: x + shift.right - size - 1, y: y + height / 2 - size / 2 - 1 };
  painter.icon(glyph!, at, size, { color, alpha });
  return shift;
}

export function paintLabel(painter: Painter, label: Title, isFaded: boolean, theme: Theme): void {
  const { x, y, width, height, fontSize, lines } = label;
  painter.fill({ x, y, width, height }, { color: theme.ground, alpha: 0.9 });
  const at = { x: x + width / 2, y: y + height / 2 + 0.5 };
  painter.text(lines.join(' '), at, {
    color: theme.quiet,
    alpha: isFaded ? fadedStrength : 1,
    size: fontSize,
    isBold: false,
  });
}

/** Highlights a node. If a card hides the node (`isItself` is false), the card in `area` is framed instead. */
export function paintMark(painter: Painter, area: Rect, mark: NodeSingular, isItself: boolean, color?: string): void {
  const isDashed = color === undefined && ['removed', 'failed', 'gap'].some((name) => mark.hasClass(name));
  const style = { color: color ?? (mark.data('markColor') as string), width: isItself ? 1.5 : 2.5, isDashed };
  painter.frame(area, { ...style, filled: isItself ? 0.2 : 0 });
}
