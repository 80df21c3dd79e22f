// Paints names, the icons of cards, labels of lines and marks on the canvas above the drawing.
import type { NodeSingular } from 'cytoscape';
import type { Rect } from '../layout/tree';
import { iconPath } from './icons';
import type { Nameable } from './name-layout';
import { font } from './styles';
import type { Theme } from './theme';
import { lineHeight, type Title } from './titles';

export const nameFont = (size: number) => `600 ${size}px ${font}`;
const factFont = (size: number) => `400 ${size}px ${font}`;

interface Painted {
  readonly of: Nameable;
  readonly title: Title;
  /** Whether the node is drawn without its contents, so that there is space for an icon. */
  readonly isCard: boolean;
}

export function paintName(
  context: CanvasRenderingContext2D,
  { of, title, isCard }: Painted,
  zoom: number,
  theme: Theme,
): void {
  const { x, y, width, height, fontSize, lines, nameLines } = title;
  const strength = of.isFaded ? 0.35 : 1;
  const [nodeWidth, nodeHeight] = [of.width * zoom, of.height * zoom];
  context.globalAlpha = strength * 0.85;
  context.fillStyle = theme.ground;
  // A name within its own node needs no background, because no other node shows through.
  if (width > nodeWidth || (of.isOpen && !isCard)) context.fillRect(x, y, width, height - 2);
  context.globalAlpha = strength;
  const step = fontSize * lineHeight;
  const shift = isCard && of.glyph ? paintGlyph(context, of, title, { width: nodeWidth, height: nodeHeight }) : unmoved;
  lines.forEach((line, index) => {
    const isName = index < nameLines;
    context.font = isName ? nameFont(fontSize) : factFont(fontSize);
    context.fillStyle = isName ? theme.ink : theme.quiet;
    context.fillText(line, x + shift.right + width / 2, y + shift.down + (index + 0.5) * step);
  });
}

const glyphs = new Map<string, Path2D>();
const glyphSize = 16;
/** Size of an icon beside a name in pixels. The next constant is the width that the icon occupies, with its gap. */
const smallGlyph = 13;
const beside = smallGlyph + 3;

/** By how many pixels a name moves so that its icon fits beside or above it. */
interface Shift {
  readonly right: number;
  readonly down: number;
}
const unmoved: Shift = { right: 0, down: 0 };

/** Paints the icon above or beside the name, where there is room; returns by how much the name moves. */
function paintGlyph(
  context: CanvasRenderingContext2D,
  { glyph, color }: Nameable,
  { x, y, width, height }: Title,
  node: { readonly width: number; readonly height: number },
): Shift {
  const path = glyphs.get(glyph!) ?? new Path2D(iconPath(glyph));
  glyphs.set(glyph!, path);
  const above = (node.height - height) / 2;
  const large = above > 30 && node.width > 90 ? glyphSize * 1.5 : glyphSize;
  const isAbove = above >= large / 2 + 5;
  if (!isAbove && node.width < width + beside) return unmoved;
  const shift = isAbove ? { right: 0, down: large / 2 + 2 } : { right: beside / 2, down: 0 };
  const size = isAbove ? large : smallGlyph;
  const at = isAbove
    ? { x: x + width / 2 - size / 2, y: y + shift.down - size - 4 }
    : { x: x + shift.right - size - 1, y: y + height / 2 - size / 2 - 1 };
  context.save();
  context.translate(at.x, at.y);
  context.scale(size / glyphSize, size / glyphSize);
  Object.assign(context, { strokeStyle: color, lineWidth: 1.4, lineCap: 'round', lineJoin: 'round' });
  context.stroke(path);
  context.restore();
  return shift;
}

export function paintLabel(context: CanvasRenderingContext2D, label: Title, theme: Theme): void {
  const { x, y, width, height, fontSize, lines } = label;
  context.globalAlpha = 0.9;
  context.fillStyle = theme.ground;
  context.fillRect(x, y, width, height);
  context.globalAlpha = 1;
  context.font = factFont(fontSize);
  context.fillStyle = theme.quiet;
  context.fillText(lines.join(' '), x + width / 2, y + height / 2 + 0.5);
}

/** Paints a marked node above the names. */
export function paintMark(context: CanvasRenderingContext2D, drawn: NodeSingular, mark: NodeSingular): void {
  const { x, y } = drawn.renderedPosition();
  const [width, height] = [drawn.renderedWidth(), drawn.renderedHeight()];
  const place = [x - width / 2, y - height / 2, width, height] as const;
  context.fillStyle = context.strokeStyle = mark.data('markColor') as string;
  context.lineWidth = drawn === mark ? 1.5 : 2.5;
  context.globalAlpha = 0.2;
  if (drawn === mark) context.fillRect(...place);
  context.globalAlpha = 1;
  context.setLineDash(mark.hasClass('removed') || mark.hasClass('failed') || mark.hasClass('gap') ? [4, 2] : []);
  context.strokeRect(...place);
  context.setLineDash([]);
}

export const meetsView = ({ x, y, width, height }: Rect, view: { readonly width: number; readonly height: number }) =>
  x < view.width && y < view.height && x + width > 0 && y + height > 0;
