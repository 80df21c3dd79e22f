// The legend of a picture: what its lines and the colours of its boxes mean, and what it leaves out.
import type { Container } from '../graph';
import type { Lookup } from '../lookup';
import { subnetKind } from '../subnet-kinds';
import { boxColors, grounds, type Theme } from './palette';
import { plain } from './picture';
import { fonts, inWords, type Sketch } from './sketch';
import { strokeOf, text } from './svg';
import { fitted, textWidth } from './text-size';

interface Entry {
  readonly sample: string;
  readonly name: string;
}
const sampleWidth = 34;
const rowHeight = 20;
const between = 22;
const mostName = 190;
const mostBoxKinds = 24;

export function legendOf(sketch: Sketch, lookup: Lookup, theme: Theme, width: number) {
  const entries = [...edgeEntries(sketch, theme), ...boxEntries(sketch, lookup, theme)];
  const { text: ink, faintText } = grounds[theme];
  const lines: string[] = [];
  let [x, y, widest] = [0, 0, 0];
  for (const { sample, name } of entries) {
    const entryWidth = sampleWidth + 8 + textWidth(name, fonts.note);
    if (x > 0 && x + entryWidth > width) [x, y] = [0, y + rowHeight];
    lines.push(`<g transform="translate(${x} ${y})">${sample}${text(name, sampleWidth + 8, 13, fonts.note, ink)}</g>`);
    widest = Math.max(widest, x + entryWidth);
    x += entryWidth + between;
  }
  if (entries.length > 0) y += rowHeight;
  const left = [...sketch.hiddenEdges].map(([type, count]) => `${inWords(type)} (${count})`);
  if (left.length > 0) {
    const note = `Not drawn, as hidden by default: ${left.join(', ')}`;
    lines.push(text(note, 0, y + 13, fonts.note, faintText));
    widest = Math.max(widest, textWidth(note, fonts.note));
    y += rowHeight;
  }
  return { lines, width: widest, height: y };
}

function edgeEntries({ edges }: Sketch, theme: Theme): Entry[] {
  const appearances = new Map(edges.map(({ edge }) => [edge.edgeType, edge.appearance]));
  return [...appearances].map(([edgeType, appearance]) => ({
    sample: `<path d="M0 9H${sampleWidth}" ${strokeOf(appearance, edgeType, theme)}/>`,
    name: inWords(edgeType),
  }));
}

/** Kinds of boxes, each colour of a kind once. */
function boxEntries({ boxes }: Sketch, lookup: Lookup, theme: Theme): Entry[] {
  const kinds = new Map<string, Entry>();
  for (const { box } of boxes) {
    const name = fitted(meaningOf(box, lookup), fonts.note, mostName);
    const key = `${box.color} ${name}`;
    if (kinds.has(key) || name === '') continue;
    const { strip, border } = boxColors(box.color, theme);
    kinds.set(key, {
      sample: `<rect x="10" y="2" width="24" height="14" rx="3" fill="${strip}" stroke="${border}"/>`,
      name,
    });
  }
  return [...kinds.values()].slice(0, mostBoxKinds);
}

/** What the colour of a box says. */
function meaningOf({ containerType, entityId, header, color }: Container, lookup: Lookup): string {
  if (containerType === 'Subnet') return subnetKind(lookup.subnets.get(entityId ?? '')?.subnetType ?? '').label;
  if (containerType === 'Application') return `Application ${plain(header ?? '')}`;
  if (color !== null && containerType !== 'ApplicationUngrouped') return plain(header ?? '');
  return inWords(containerType);
}
