// The selected rows of a list: their ids and names. "Select all matching" selects at most as many rows as the API
// accepts in one request.
import { useEffect, useRef, useState } from 'preact/hooks';
import { ask } from '../../kit/asking';
import { keepSelection } from '../../kit/entries';
import type { Kind, Row } from '../address/kinds-by-list';
import { writePlace, type Place } from '../address/place';
import { listVariables } from './use-rows';
import { rowTitle } from './titles';

/** Number of rows per request when all matching rows are selected. */
const pageRows = 1000;

type Titles = ReadonlyMap<string, string>;

interface Selected {
  readonly address: string;
  readonly titles: Titles;
}
const nothing: Titles = new Map();

export interface Selection {
  readonly titles: Titles;
  readonly has: (id: string) => boolean;
  readonly toggle: (row: Row) => void;
  readonly add: (rows: readonly Row[]) => void;
  readonly keep: (ids: readonly string[]) => void;
  readonly selectMatching: (most: number) => Promise<void>;
}

/**
 * The selected rows of a list. If `ids` is not null, the list contains only the rows with these ids, and "select all"
 * selects only these rows.
 */
export function useSelection(kind: Kind, place: Place, ids: readonly string[] | null): Selection {
  // Another filter lists other rows, so the selection is dropped when the URL changes. Sorting does not drop it.
  const address = writePlace({ ...place, sort: null });
  const [selected, setSelected] = useState<Selected>({ address, titles: nothing });
  const running = useRef<AbortController>(undefined);
  const current = useRef(address);
  current.current = address;
  const titlesIn = (stored: Selected) => (stored.address === address ? stored.titles : nothing);
  const setTitles = (next: (before: Titles) => Titles) =>
    setSelected((before) => ({ address, titles: next(titlesIn(before)) }));
  useEffect(() => {
    setSelected((before) => (before.address === address ? before : { address, titles: nothing }));
    return () => running.current?.abort();
  }, [address]);
  const titles = titlesIn(selected);
  const isSelected = useRef(false);
  isSelected.current = titles.size > 0;
  useEffect(() => keepSelection(() => isSelected.current), []);
  const toggle = (row: Row) =>
    setTitles((before) => {
      const next = new Map(before);
      if (!next.delete(row.id)) next.set(row.id, rowTitle(row, kind.title));
      return next;
    });
  const add = (rows: readonly Row[]) =>
    setTitles((before) => new Map([...before, ...rows.map((row) => [row.id, rowTitle(row, kind.title)] as const)]));
  const selectMatching = async (most: number) => {
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    const next = new Map<string, string>();
    let after: string | null = null;
    do {
      if (signal.aborted) return;
      const variables = { ...listVariables(place, kind, [], ids), first: pageRows, after, withTotal: false };
      const { list } = (await ask(kind.listDocument, variables)) as { list: Page };
      for (const row of list.nodes) if (next.size < most) next.set(row.id, rowTitle(row, kind.title));
      after = list.pageInfo.hasNextPage && next.size < most ? list.pageInfo.endCursor : null;
    } while (after !== null);
    if (!signal.aborted && current.current === address) setTitles(() => next);
  };
  return {
    titles,
    has: (id) => titles.has(id),
    toggle,
    add,
    keep: (ids) => setTitles((before) => new Map(ids.map((id) => [id, before.get(id) ?? id]))),
    selectMatching,
  };
}

interface Page {
  readonly nodes: readonly Row[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/**
 * Returns a function that selects or deselects one row. With `isRange` (the Shift key), the function selects all rows
 * from the previously clicked row to the clicked row.
 */
export function useRangeSelection(rows: readonly Row[], selection: Selection | null) {
  const lastId = useRef<string | null>(null);
  return (index: number, isRange: boolean) => {
    const row = rows[index]!;
    const from = isRange ? rows.findIndex(({ id }) => id === lastId.current) : -1;
    if (from < 0) selection?.toggle(row);
    else selection?.add(rows.slice(Math.min(from, index), Math.max(from, index) + 1));
    lastId.current = row.id;
  };
}
