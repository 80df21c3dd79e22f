// Paints on a canvas or as SVG through the same interface, so that screen and exported picture look the same.
import { pictureFont } from '../../../modules/topology/graph/render/text-size';
import type { Point, Rect } from '../layout/tree';
import { iconPath } from './icons';

interface Ink {
  readonly color: string;
  /** Opacity from 0 to 1. */
  readonly alpha: number;
}
interface TextStyle extends Ink {
  readonly size: number;
  readonly isBold: boolean;
}
interface FrameStyle {
  readonly color: string;
  readonly width: number;
  readonly isDashed: boolean;
  readonly filled: number;
}

export interface Painter {
  fill(rect: Rect, ink: Ink): void;
  /** Paints a line of text that is centred at the point `at`. */
  text(text: string, at: Point, style: TextStyle): void;
  /** Paints an icon of `size` pixels whose upper left corner is the point `at`. */
  icon(name: string, at: Point, size: number, ink: Ink): void;
  frame(rect: Rect, style: FrameStyle): void;
}

const iconUnits = 16;
const iconStroke = 1.4;
const dashes = [4, 2];

export const textFont = (size: number, isBold: boolean): string => `${isBold ? 600 : 400} ${size}px ${pictureFont}`;

const paths = new Map<string, Path2D>();
function pathOf(icon: string): Path2D {
  const path = paths.get(icon) ?? new Path2D(iconPath(icon));
  paths.set(icon, path);
  return path;
}

export function canvasPainter(context: CanvasRenderingContext2D): Painter {
  const use = ({ color, alpha }: Ink): void => {
    context.globalAlpha = alpha;
    context.fillStyle = context.strokeStyle = color;
  };
  return {
    fill({ x, y, width, height }, ink) {
      use(ink);
      context.fillRect(x, y, width, height);
    },
    text(text, { x, y }, style) {
      use(style);
      context.font = textFont(style.size, style.isBold);
      context.textAlign = 'center';
      context.textBaseline = 'middle';
      context.fillText(text, x, y);
    },
    icon(name, { x, y }, size, ink) {
      context.save();
      use(ink);
      context.translate(x, y);
      context.scale(size / iconUnits, size / iconUnits);
      Object.assign(context, { lineWidth: iconStroke, lineCap: 'round', lineJoin: 'round' });
      context.stroke(pathOf(name));
      context.restore();
    },
    frame({ x, y, width, height }, { color, width: thickness, isDashed, filled }) {
      use({ color, alpha: filled });
      if (filled > 0) context.fillRect(x, y, width, height);
      context.globalAlpha = 1;
      context.lineWidth = thickness;
      context.setLineDash(isDashed ? dashes : []);
      context.strokeRect(x, y, width, height);
      context.setLineDash([]);
    },
  };
}

export const round = (value: number): number => Math.round(value * 10) / 10;

export const escapeXml = (text: string): string =>
  text
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Cs}/gu, ' ')
    .replace(/[&<>"]/g, (letter) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[letter] ?? '&quot;');

const placed = ({ x, y, width, height }: Rect): string =>
  `x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}"`;
const opacity = (alpha: number, name = 'opacity'): string => (alpha < 1 ? ` ${name}="${round(alpha * 10) / 10}"` : '');

/** Returns a painter that appends SVG elements to `parts`. */
export const svgPainter = (parts: string[]): Painter => ({
  fill: (rect, { color, alpha }) => void parts.push(`<rect ${placed(rect)} fill="${color}"${opacity(alpha)}/>`),
  text(text, { x, y }, { color, alpha, size, isBold }) {
    const weight = isBold ? ' font-weight="600"' : '';
    const place = `x="${round(x)}" y="${round(y)}" text-anchor="middle" dominant-baseline="central"`;
    parts.push(
      `<text ${place} font-size="${size}"${weight} fill="${color}"${opacity(alpha)}>${escapeXml(text)}</text>`,
    );
  },
  icon(name, { x, y }, size, { color, alpha }) {
    const transform = `translate(${round(x)} ${round(y)}) scale(${round((size / iconUnits) * 10) / 10})`;
    const stroke = `stroke="${color}" stroke-width="${iconStroke}" stroke-linecap="round" stroke-linejoin="round"`;
    parts.push(`<path d="${iconPath(name)}" transform="${transform}" fill="none" ${stroke}${opacity(alpha)}/>`);
  },
  frame(rect, { color, width, isDashed, filled }) {
    const dash = isDashed ? ` stroke-dasharray="${dashes.join(' ')}"` : '';
    const fill = filled > 0 ? `fill="${color}"${opacity(filled, 'fill-opacity')}` : 'fill="none"';
    parts.push(`<rect ${placed(rect)} ${fill} stroke="${color}" stroke-width="${width}"${dash}/>`);
  },
});
