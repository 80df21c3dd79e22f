// The legend of an image: the meaning of its lines and box colors, and the numbers of edges and rows that are not
// drawn.
import { edgeTypes } from '../options';
import { byText } from '../order';
import { edgeNames } from '../vocabulary';
import { boxColors, grounds, lineColor, type Theme } from './palette';
import { blockedText, fonts, type Sketch } from './sketch';
import { dotMark, strokeAttributes, textMark } from './svg-parts';
import { textWidth } from './text-size';

interface Entry {
  readonly sample: string;
  readonly name: string;
}
const sampleWidth = 34;
const rowHeight = 20;
const between = 22;
const mostBoxKinds = 24;

export function buildLegend(sketch: Sketch, theme: Theme, width: number) {
  const entries = [
    ...edgeEntries(sketch, theme),
    ...boxEntries(sketch, theme).slice(0, mostBoxKinds),
    ...stateEntries(sketch, theme),
  ];
  const { text: ink, faintText } = grounds[theme];
  const lines: string[] = [];
  let [x, y, widest] = [0, 0, 0];
  for (const { sample, name } of entries) {
    const entryWidth = sampleWidth + 8 + textWidth(name, fonts.note);
    if (x > 0 && x + entryWidth > width) [x, y] = [0, y + rowHeight];
    const text = textMark(name, { x: sampleWidth + 8, y: 13 }, fonts.note, ink);
    lines.push(`<g transform="translate(${x} ${y})">${sample}${text}</g>`);
    widest = Math.max(widest, x + entryWidth);
    x += entryWidth + between;
  }
  if (entries.length > 0) y += rowHeight;
  for (const note of notesOf(sketch)) {
    lines.push(textMark(note, { x: 0, y: y + 13 }, fonts.note, faintText));
    widest = Math.max(widest, textWidth(note, fonts.note));
    y += rowHeight;
  }
  return { lines, width: widest, height: y };
}

/** Sentences on the edges and rows that the image does not show. */
function notesOf({ hiddenEdges, filteredOut: { ports, services } }: Sketch): string[] {
  const edges = edgeTypes.flatMap((edgeType) =>
    hiddenEdges[edgeType] ? `${edgeNames[edgeType].toLowerCase()} (${hiddenEdges[edgeType]})` : [],
  );
  const rows = [
    ...(ports > 0 ? [`ports of the network by the state of their links (${ports})`] : []),
    ...(services > 0 ? [`services by category (${services})`] : []),
  ];
  return [
    ...(edges.length > 0 ? [`Not drawn, because the view hides them by default: ${edges.join(', ')}.`] : []),
    ...(rows.length > 0 ? [`Not drawn, because filters of the options leave them out: ${rows.join(', ')}.`] : []),
  ];
}

function edgeEntries({ edges }: Sketch, theme: Theme): Entry[] {
  const appearances = new Map(edges.map(({ edgeType, appearance }) => [edgeType, appearance]));
  const entry = (name: string, stroke: string): Entry => ({
    sample: `<path d="M0 9H${sampleWidth}" ${stroke}/>`,
    name,
  });
  const blockedEdge = edges.find(({ isBlocked }) => isBlocked);
  return [
    ...[...appearances].map(([type, appearance]) => entry(edgeNames[type], strokeAttributes(appearance, type, theme))),
    ...(blockedEdge
      ? [entry(`Link ${blockedText}`, strokeAttributes(blockedEdge.appearance, blockedEdge.edgeType, theme, true))]
      : []),
  ];
}

/** Entries of the legend for boxes: each combination of color and meaning once. */
function boxEntries({ boxes }: Sketch, theme: Theme): Entry[] {
  const kinds = new Map<string, Entry>();
  for (const { hue, meaning: name } of boxes) {
    const key = `${hue} ${name}`;
    if (kinds.has(key) || name === '') continue;
    const { strip, border } = boxColors(hue, theme);
    const sample = `<rect x="10" y="2" width="24" height="14" rx="3" fill="${strip}" stroke="${border}"/>`;
    kinds.set(key, { sample, name });
  }
  return [...kinds.values()];
}

function stateEntries({ cards }: Sketch, theme: Theme): Entry[] {
  const colors = new Map(cards.flatMap(({ state }) => (state ? [[state.words, state.color] as const] : [])));
  return [...colors]
    .sort(([a], [b]) => byText(a, b))
    .map(([words, color]) => ({
      sample: dotMark({ x: sampleWidth - 4, y: 9 }, lineColor(color, theme)),
      name: `Port is ${words}`,
    }));
}
