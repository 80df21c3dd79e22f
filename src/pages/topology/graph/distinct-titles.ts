// Shortens long titles so that they stay different, if cutting them would make them equal.
import type { Box, Item } from './picture';
import { lettersOf } from './telling';
import { itemTitle, openTitle, shortTitle } from './texts';

/**
 * Number of letters that a shortened title keeps: of its beginning, and before the part in which it differs from other
 * titles.
 */
const [beginning, before] = [5, 2];

/** Replaces titles that would look equal when cut, by the beginning of the title and the part that differs. */
export function tellTitlesApart<Node extends Box | Item>(
  nodes: readonly Node[],
  isClosed: ReadonlySet<string>,
): readonly Node[] {
  const titlesByText = new Map<string, Set<string>>();
  for (const node of nodes) {
    const text = drawnTitle(node, isClosed);
    titlesByText.set(text, (titlesByText.get(text) ?? new Set()).add(node.title));
  }
  const distinctByText = new Map(
    [...titlesByText].flatMap(([text, titles]) => (titles.size > 1 ? [[text, distinctTitles([...titles])]] : [])),
  );
  if (distinctByText.size === 0) return nodes;
  return nodes.map((node) => {
    const title = distinctByText.get(drawnTitle(node, isClosed))?.get(node.title);
    return title === undefined ? node : { ...node, title };
  });
}

/**
 * The names of items whose title another item in the same box has too, by id: the title with the line that follows it
 * in the item, such as the name of the host. `linesOf` returns the lines of text in an item.
 */
export function fullNames(
  items: readonly Item[],
  linesOf: (item: Item) => readonly string[],
): ReadonlyMap<string, string> {
  const counts = new Map<string, number>();
  const named = items.map((item) => {
    const lines = linesOf(item);
    const key = JSON.stringify([item.parentId, lines[0]]);
    counts.set(key, (counts.get(key) ?? 0) + 1);
    return { id: item.id, key, lines };
  });
  return new Map(
    named.flatMap(({ id, key, lines }) =>
      counts.get(key)! > 1 && lines.length > 1 ? [[id, lines.slice(0, 2).join(' ')]] : [],
    ),
  );
}

const drawnTitle = ({ shape, id, title }: Box | Item, isClosed: ReadonlySet<string>): string => {
  if (shape === 'item') return itemTitle(title);
  return isClosed.has(id) ? shortTitle(title) : openTitle(title);
};

/** Keeps of each title the beginning and the part that differs from the other titles. */
export function distinctTitles(titles: readonly string[]): ReadonlyMap<string, string> {
  const names = titles.map((title) => lettersOf(title.replace(/\s+/g, ' ')));
  const start = commonLength(names);
  const end = commonLength(names.map((letters) => letters.slice(start).reverse()));
  const from = Math.max(0, start - before);
  return new Map(
    names.map((letters, index) => [
      titles[index]!,
      [
        ...letters.slice(0, Math.min(from, beginning)),
        ...(from > beginning ? ['…'] : []),
        ...letters.slice(from, letters.length - end),
        ...(end > 0 ? ['…'] : []),
      ].join(''),
    ]),
  );
}

function commonLength(names: readonly (readonly string[])[]): number {
  const [first = [], ...others] = names;
  const differing = first.findIndex((letter, index) => others.some((letters) => letters[index] !== letter));
  return differing < 0 ? first.length : differing;
}
