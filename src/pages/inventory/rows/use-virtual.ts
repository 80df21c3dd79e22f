// Binds TanStack's virtualizer to Preact: of a long list, the document contains only the visible rows.
import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  defaultRangeExtractor,
} from '@tanstack/virtual-core';
import { useLayoutEffect, useReducer, useState } from 'preact/hooks';

interface Options {
  readonly count: number;
  readonly estimate: () => number;
  /**
   * Identifies a row, so that its measured height is kept when its index changes. Must stay the same function until the
   * rows change.
   */
  readonly keyOf: (index: number) => string | number;
  readonly scroller: () => HTMLElement | null;
  /** Index of a row that stays in the document even out of view, because it may have the focus. */
  readonly kept: number;
  readonly start: number;
  /** Row heights that were measured in an earlier rendering; null if all heights are estimates. */
  readonly measured: Virtualizer<HTMLElement, HTMLElement>['measurementsCache'] | null;
}

export function useVirtual({
  count,
  estimate,
  keyOf,
  scroller,
  kept,
  start,
  measured,
}: Options): Virtualizer<HTMLElement, HTMLElement> {
  const [, rerender] = useReducer((turn: number) => turn + 1, 0);
  const options = {
    count,
    estimateSize: estimate,
    getItemKey: keyOf,
    getScrollElement: scroller,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    overscan: 4,
    initialOffset: start,
    ...(measured && { initialMeasurementsCache: measured }),
    onChange: () => rerender(undefined),
    rangeExtractor: (range: Parameters<typeof defaultRangeExtractor>[0]) => {
      const indexes = defaultRangeExtractor(range);
      return kept < 0 || kept >= count || indexes.includes(kept)
        ? indexes
        : [...indexes, kept].sort((one, other) => one - other);
    },
  };
  const [virtualizer] = useState(() => new Virtualizer<HTMLElement, HTMLElement>(options));
  virtualizer.setOptions(options);
  useLayoutEffect(() => virtualizer._didMount(), []);
  useLayoutEffect(() => virtualizer._willUpdate());
  return virtualizer;
}
