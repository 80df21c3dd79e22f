// The caption above an exported picture: what it shows, when, and what its highlights mean. Pure functions.
import { textWidth } from '../../../modules/topology/graph/render/text-size';
import type { Rect } from '../layout/tree';
import { escapeXml } from './painter';
import type { Theme } from './theme';

export interface Caption {
  readonly title: string;
  readonly subtitle: string;
  /** The legend: what each highlight colour in the picture means. */
  readonly meanings: readonly { readonly words: string; readonly color: string; readonly isDashed: boolean }[];
}

const titleFont = { size: 18, bold: true };
const font = { size: 12 };
const rowHeight = 20;
const titleHeight = 26;
const sample = 12;
const gap = 6;
const between = 18;

/**
 * Draws a caption above a picture that covers `area` including its margin. Returns the SVG parts of the caption, and
 * the area of picture and caption together.
 */
export function paintCaption(
  { title, subtitle, meanings }: Caption,
  area: Rect,
  margin: number,
  theme: Pick<Theme, 'ink' | 'quiet'>,
): { readonly parts: readonly string[]; readonly area: Rect } {
  const widthOf = (words: string) => sample + gap + textWidth(words, font);
  const widest = Math.max(
    textWidth(title, titleFont),
    textWidth(subtitle, font),
    ...meanings.map(({ words }) => widthOf(words)),
  );
  const width = Math.max(area.width, widest + 2 * margin);
  const placed: { readonly left: number; readonly row: number }[] = [];
  let [left, row] = [0, 0];
  for (const { words } of meanings) {
    if (left > 0 && left + widthOf(words) > width - 2 * margin) [left, row] = [0, row + 1];
    placed.push({ left, row });
    left += widthOf(words) + between;
  }
  const rows = meanings.length === 0 ? 0 : row + 1;
  const height = margin + titleHeight + rowHeight * (1 + rows);
  const [x, y] = [area.x + margin, area.y - height + margin];
  const text = (words: string, at: { readonly x: number; readonly y: number }, style: string) =>
    `<text x="${at.x}" y="${at.y}" ${style}>${escapeXml(words)}</text>`;
  const quiet = `font-size="${font.size}" fill="${theme.quiet}"`;
  const parts = [
    text(title, { x, y: y + 16 }, `font-size="${titleFont.size}" font-weight="700" fill="${theme.ink}"`),
    text(subtitle, { x, y: y + titleHeight + 13 }, quiet),
    ...meanings.flatMap(({ words, color, isDashed }, index) => {
      const at = placed[index]!;
      const top = y + titleHeight + rowHeight * (1 + at.row) + 3;
      return [
        `<rect x="${x + at.left}" y="${top}" width="${sample}" height="${sample}" rx="2" fill="none" stroke="${color}" stroke-width="3"${isDashed ? ' stroke-dasharray="4 2"' : ''}/>`,
        text(words, { x: x + at.left + sample + gap, y: top + 10 }, quiet),
      ];
    }),
  ];
  return { parts, area: { x: area.x, y: area.y - height, width, height: area.height + height } };
}
