// A grid with a cell for each address of a small subnet. Arrow keys move between the cells.
import { useRef, useState } from 'preact/hooks';
import { addressAfter, findHolders, chooseLook, looks, useWords, type Look, type Range } from './address-words';
import { texts } from '../page-texts';

export interface Cell {
  readonly address: string;
  readonly range: Range;
  readonly look: Look;
  readonly words: string;
}

/** The cells of the grid: one for each IP address in `ranges`. */
export const cellsOf = (ranges: readonly Range[]): Cell[] =>
  ranges.flatMap((range) =>
    Array.from({ length: Number(range.count) }, (_none, place) => {
      const address = addressAfter(range.first, place);
      const holders = findHolders(range, address);
      return { address, range, look: chooseLook(range, holders), words: useWords(range, holders) };
    }),
  );

/**
 * Index of the cell below or above the cell at index `from`; `from` if there is none. Compares positions on the screen,
 * because the number of columns depends on the width of the window.
 */
function across(all: readonly HTMLElement[], from: number, isDown: boolean): number {
  const { offsetTop: top, offsetLeft: left } = all[from]!;
  const others = all.flatMap((one, at) => (one.offsetLeft === left && at !== from ? [at] : []));
  const next = isDown
    ? others.find((at) => all[at]!.offsetTop > top)
    : others.filter((at) => all[at]!.offsetTop < top).at(-1);
  return next ?? from;
}

interface GridProps {
  readonly cells: readonly Cell[];
  readonly label: string;
  readonly selected: string | null;
  readonly select: (cell: Cell) => void;
}

export function AddressGrid({ cells, label, selected, select }: GridProps) {
  const grid = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const active = Math.min(current, cells.length - 1);
  const move = (event: KeyboardEvent) => {
    const all = [...(grid.current?.querySelectorAll<HTMLElement>('button') ?? [])];
    const targets: Readonly<Record<string, () => number>> = {
      ArrowRight: () => Math.min(active + 1, all.length - 1),
      ArrowLeft: () => Math.max(active - 1, 0),
      ArrowDown: () => across(all, active, true),
      ArrowUp: () => across(all, active, false),
      Home: () => 0,
      End: () => all.length - 1,
    };
    const target = targets[event.key]?.();
    if (target === undefined) return;
    event.preventDefault();
    setCurrent(target);
    all[target]?.focus();
  };
  return (
    <div ref={grid} class="address-grid" role="group" aria-label={label} onKeyDown={move}>
      {cells.map(({ address, look, words, range }, at) => (
        <button
          key={address}
          type="button"
          class={`cell ${look}`}
          title={`${address}: ${words}`}
          aria-label={`${address}: ${words}`}
          aria-pressed={address === selected}
          tabIndex={at === active ? 0 : -1}
          onFocus={() => setCurrent(at)}
          onClick={() => select({ address, look, words, range })}
        >
          {looks[look].sign}
        </button>
      ))}
    </div>
  );
}

export function Legend({ present }: { present: ReadonlySet<Look> }) {
  return (
    <ul class="address-legend" aria-label={texts.addressGrid.signs}>
      {(Object.keys(looks) as Look[])
        .filter((look) => present.has(look))
        .map((look) => (
          <li key={look}>
            <span class={`cell ${look}`} aria-hidden="true">
              {looks[look].sign}
            </span>{' '}
            {looks[look].label}
          </li>
        ))}
    </ul>
  );
}
