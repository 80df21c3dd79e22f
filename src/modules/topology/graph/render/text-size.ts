// Estimates the widths of texts without a font: slightly more than common sans-serif fonts need.

/**
 * Font of all pictures, in CSS. Its families have equal widths, and nearly every system has one of them, so names need
 * the same room everywhere. The default font of a system, such as DejaVu Sans, can be a tenth wider.
 */
export const pictureFont = "Arial, Helvetica, 'Liberation Sans', sans-serif";

/** Widths of characters as fractions of the font size. The first pattern that matches the character applies. */
const widths: readonly (readonly [RegExp, number])[] = [
  [/\p{M}|\u200b|\u200c|\u200d|\ufe0e|\ufe0f/u, 0],
  [/[iljI.,:;'|!]/, 0.32],
  [/[ frt()[\]/\\-]/, 0.42],
  [/[mwMW@%]|[ÆæŒœŴ¼½¾]/, 1.04],
  [/[A-Z&#+<=>~]/, 0.8],
  [/[\u0020-\u007e]/, 0.64],
  [/[\u00a0-\u017f]/, 0.8],
  [/[\u0370-\u045f]/, 1.1],
];
/** Width of ideographs, emojis and all other characters, as a fraction of the font size. */
const wide = 1.25;

/**
 * Whether a text has only characters for which the estimate is correct or slightly too high. Other characters may have
 * any width.
 */
export const hasUsualWidth = (text: string): boolean => usual.test(text);
const usual =
  /^[\u0020-\u007e\u00a0-\u017f\u0370-\u045f\u2010-\u2026\u2190-\u2199\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]*$/u;

const characterWidths = new Map<string, number>();
function widthOfCharacter(character: string): number {
  const knownWidth = characterWidths.get(character);
  if (knownWidth !== undefined) return knownWidth;
  const width = widths.find(([pattern]) => pattern.test(character))?.[1] ?? wide;
  if (characterWidths.size < 1000) characterWidths.set(character, width);
  return width;
}

const boldness = 1.08;

export interface Font {
  readonly size: number;
  readonly bold?: boolean;
}

const factorOf = ({ size, bold }: Font): number => size * (bold ? boldness : 1);

export function textWidth(text: string, font: Font): number {
  let sum = 0;
  for (const character of text) sum += widthOfCharacter(character);
  return Math.ceil(sum * factorOf(font));
}

/** The text, shortened to a width in pixels. A shortened text ends with an ellipsis. */
export function fitText(text: string, font: Font, most: number): string {
  if (textWidth(text, font) <= most) return text;
  const room = most / factorOf(font) - wide;
  let sum = 0;
  let fittingText = '';
  for (const character of text) {
    sum += widthOfCharacter(character);
    if (sum > room) break;
    fittingText += character;
  }
  return `${fittingText.trimEnd()}…`;
}
