// Describes what is in an open box, such as "24 ports", for boxes too small to show their contents.
import type { Item } from './picture';
import type { Shown } from './shown';

const words: Readonly<Record<Item['kind'], readonly [one: string, many: string]>> = {
  IPAddress: ['address', 'addresses'],
  Interface: ['port', 'ports'],
  Host: ['VM', 'VMs'],
  Service: ['service', 'services'],
};
const machineWords = ['machine', 'machines'] as const;
type Kind = keyof typeof words | 'Machine' | 'Folded';

/** A text such as "24 ports" for each open box, by the id of the box. */
export function contentsInWords({ boxes, items, isClosed, sizeOf }: Shown): ReadonlyMap<string, string> {
  const parentOf = new Map(boxes.map(({ id, parentId }) => [id, parentId]));
  const counts = new Map<string, Map<Kind, number>>();
  const add = (from: string | null, kind: Kind, count: number): void => {
    for (let id = from; id != null; id = parentOf.get(id) ?? null) {
      const ofBox = counts.get(id) ?? new Map<Kind, number>();
      counts.set(id, ofBox.set(kind, (ofBox.get(kind) ?? 0) + count));
    }
  };
  for (const { kind, isVirtual, parentId } of items) add(parentId, kind === 'Host' && !isVirtual ? 'Machine' : kind, 1);
  // The contents of a closed box are not drawn, so they are counted as folded items, whatever their kind.
  for (const { id, parentId } of boxes) if (isClosed.has(id)) add(parentId, 'Folded', sizeOf.get(id) ?? 0);
  return new Map([...counts].map(([id, ofBox]) => [id, inWords(ofBox)]));
}

const wordOf = (kind: Kind, count: number): string =>
  kind === 'Folded' ? 'folded' : (kind === 'Machine' ? machineWords : words[kind])[count === 1 ? 0 : 1];

/**
 * Kinds in the order in which they are counted. The most informative kinds come first, because a small box has space
 * for one count only.
 */
const order: readonly Kind[] = ['Host', 'Machine', 'Interface', 'IPAddress', 'Service', 'Folded'];

const inWords = (counts: ReadonlyMap<Kind, number>): string =>
  [...counts]
    .sort(([a], [b]) => order.indexOf(a) - order.indexOf(b))
    .map(([kind, count]) => `${count} ${wordOf(kind, count)}`)
    .join(', ');
