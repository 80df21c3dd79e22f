// The rows of a list as a table, or as cards in a narrow window. The document contains only the visible rows.
import { Component, type RefObject } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useInventory } from '../address/context';
import { columnOf, type Field, type Kind, type Row, type Sort } from '../address/kinds-by-list';
import { shownSort, writePlace } from '../address/place';
import type { ChangeType } from '../../../generated/inventory-operations';
import { ChangeSign, markClass } from './marks';
import { useRangeSelection, type Selection } from './selection';
import { toLabel, upperFirst } from '../texts';
import type { Rows } from './use-rows';
import { useVirtual } from './use-virtual';
import { rowTitle } from './titles';
import { Cell, isNothing, RowLink } from './values';
import { texts } from '../page-texts';

/** Height of every row of a table in rem, as in the style sheet. */
const rowHeight = 2.3125;
/** Estimated height of a card in pixels, before it is measured. */
const cardHeight = 150;
const narrow = '(max-width: 700px)';
/** The next page of rows is requested when at most this number of loaded rows is left below the visible rows. */
const rowsAhead = 30;

interface TableProps {
  readonly kind: Kind;
  readonly columns: readonly string[];
  readonly list: Rows;
  /** Whether the row was added, changed or removed since the instant with which the user compares the list. */
  readonly markOf: (id: string) => ChangeType | undefined;
  /** The selected rows; null if the viewer cannot select rows in this list. */
  readonly selection: Selection | null;
}

/** Minimum width in rem of the column with the row's name. All columns share the remaining width of the table. */
const titleWidth = 13;
function widthOf({ shape, name }: Field): number {
  if (shape === 'DateTime') return 12;
  if (shape === 'Boolean' || shape === 'Int') return 7;
  return /mac/i.test(name) ? 9.5 : 8;
}
const trackOf = (field: Field): string => `minmax(${widthOf(field)}rem, ${field.shape === 'Boolean' ? '0.5' : '1'}fr)`;

function setWidths(sheet: HTMLElement | null, fields: readonly Field[]): void {
  if (!sheet) return;
  const { style } = sheet;
  style.setProperty('--columns', fields.map(trackOf).join(' '));
  style.setProperty('--width', `${fields.reduce((sum, field) => sum + widthOf(field), titleWidth)}rem`);
}

type Measured = ReturnType<ReturnType<typeof useVirtual>['takeSnapshot']>;

/** The position and row heights of the last list, for the user's return to this list with the Back button. */
let last: { readonly address: string; readonly start: number; readonly measured: Measured } | null = null;

function useKeptStart(scroller: RefObject<HTMLElement | null>, address: string, measured: () => Measured): () => void {
  const start = useRef(0);
  const current = useRef(address);
  current.current = address;
  useEffect(
    () => () => {
      last = { address: current.current, start: start.current, measured: measured() };
    },
    [],
  );
  return () => {
    start.current = scroller.current?.scrollTop ?? 0;
  };
}

/** Returns a function that moves the focus to a row, which may first have to be scrolled into view and rendered. */
function useRowFocus(scroller: RefObject<HTMLElement | null>, show: (index: number) => void): (index: number) => void {
  const awaited = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (awaited.current === null) return;
    const link = scroller.current?.querySelector<HTMLElement>(`[data-index="${awaited.current}"] a`);
    if (!link) return;
    awaited.current = null;
    link.focus({ preventScroll: true });
  });
  return (index) => {
    awaited.current = index;
    show(index);
  };
}

/** Whether the window is so narrow that rows are shown as cards instead of a table. */
function useNarrow(): boolean {
  const [isNarrow, setNarrow] = useState(() => matchMedia(narrow).matches);
  useEffect(() => {
    const query = matchMedia(narrow);
    const follow = () => setNarrow(query.matches);
    query.addEventListener('change', follow);
    return () => query.removeEventListener('change', follow);
  }, []);
  return isNarrow;
}

/** Number of pixels in a rem: the font size that is set in the browser. */
const remPixels = (): number => parseFloat(getComputedStyle(document.documentElement).fontSize);

/** Wraps `work` in a function that never changes, so that components that receive it are not rendered again. */
function useLatest<Args extends unknown[]>(work: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(work);
  latest.current = work;
  return useRef((...args: Args) => latest.current(...args)).current;
}

/** Calls `work` when `value` changes, but not at the first rendering. */
function useOnChange(value: string | boolean, work: () => void): void {
  const formerValue = useRef(value);
  useEffect(() => {
    if (formerValue.current !== value) work();
    formerValue.current = value;
  }, [value]);
}

export function Table({ kind, columns, list, markOf, selection }: TableProps) {
  const { isReturning, place } = useInventory();
  const address = writePlace(place);
  const formerScroll = isReturning && last?.address === address ? last : null;
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const fields = useMemo(() => columns.flatMap((name) => columnOf(kind, name) ?? []), [kind, columns]);
  const isNarrow = useNarrow();
  const estimated = useMemo(() => (isNarrow ? cardHeight : rowHeight * remPixels()), [isNarrow]);
  const { rows, total, hasMore } = list;
  const keyOf = useMemo(() => (index: number) => rows[index]?.id ?? index, [rows]);
  const virtual = useVirtual({
    count: rows.length,
    estimate: () => estimated,
    keyOf,
    scroller: () => scroller.current,
    kept: active,
    start: formerScroll?.start ?? 0,
    measured: formerScroll?.measured ?? null,
  });
  useOnChange(isNarrow, () => virtual.measure());
  const items = virtual.getVirtualItems();
  useEffect(() => {
    if (hasMore && (items.at(-1)?.index ?? -1) + rowsAhead >= rows.length) list.more();
  });
  const keepStart = useKeptStart(scroller, address, () => virtual.takeSnapshot());
  useOnChange(address, () => {
    setActive(0);
    scroller.current?.scrollTo(0, 0);
  });
  const focusRow = useRowFocus(scroller, (index) => {
    setActive(index);
    virtual.scrollToIndex(index);
  });
  const select = useLatest(useRangeSelection(rows, selection));
  const onKey = (event: KeyboardEvent) => {
    const step = stepOf(event.key, items.length);
    if (step === undefined || !(event.target as HTMLElement).closest('[data-index]')) return;
    event.preventDefault();
    focusRow(Math.max(0, Math.min(active + step, rows.length - 1)));
  };
  return (
    <div
      ref={scroller}
      class="scroller"
      role="table"
      aria-label={upperFirst(kind.plural)}
      aria-rowcount={total === undefined ? -1 : total + 1}
      aria-busy={list.isLoading}
      onScroll={keepStart}
      onKeyDown={onKey}
    >
      <div class="sheet" ref={(sheet) => setWidths(sheet, fields)}>
        <Headings kind={kind} fields={fields} />
        <div
          role="rowgroup"
          class="body"
          ref={(body) => body?.style.setProperty('height', `${virtual.getTotalSize()}px`)}
        >
          {items.map(
            ({ index, start: top }) =>
              rows[index] && (
                <TableRow
                  key={rows[index].id}
                  {...{ kind, fields, index, top }}
                  row={rows[index]}
                  mark={markOf(rows[index].id)}
                  isActive={index === active}
                  isSelected={selection && selection.has(rows[index].id)}
                  select={select}
                  setActive={setActive}
                  measure={isNarrow ? virtual.measureElement : null}
                />
              ),
          )}
        </div>
      </div>
    </div>
  );
}

function Headings({ kind, fields }: { kind: Kind; fields: readonly Field[] }) {
  return (
    <div role="rowgroup" class="headings">
      <div role="row" class="cells" aria-rowindex={1}>
        <Heading name={upperFirst(kind.singular)} order={titleOrder(kind)} />
        {fields.map((field) => (
          <Heading key={field.name} name={toLabel(field.name)} order={field.order} />
        ))}
      </div>
    </div>
  );
}

interface TableRowProps {
  readonly kind: Kind;
  readonly fields: readonly Field[];
  readonly row: Row;
  readonly mark: ChangeType | undefined;
  readonly index: number;
  readonly top: number;
  /**
   * Whether the row is in the tab order. Exactly one row of the table is; arrow keys move to the other rows (roving
   * tabindex).
   */
  readonly isActive: boolean;
  /** Whether the row is selected; null if the viewer cannot select rows in this list. */
  readonly isSelected: boolean | null;
  readonly select: (index: number, isRange: boolean) => void;
  readonly setActive: (index: number) => void;
  /** Measures the height of a card. Table rows need no measurement, because all have the same height. */
  readonly measure: ((element: HTMLElement) => void) | null;
}

/**
 * A row is rendered again only if one of its properties has changed. While the user scrolls, properties rarely change.
 */
class TableRow extends Component<TableRowProps> {
  override shouldComponentUpdate(next: TableRowProps): boolean {
    return (Object.keys(next) as (keyof TableRowProps)[]).some((name) => next[name] !== this.props[name]);
  }

  override render() {
    const { kind, fields, row, mark, index, top, isActive, isSelected, select, setActive, measure } = this.props;
    return (
      <div
        role="row"
        class={mark ? `cells row ${markClass(mark)}` : 'cells row'}
        data-index={index}
        aria-rowindex={index + 2}
        ref={(element) => {
          if (!element) return;
          element.style.setProperty('transform', `translateY(${top}px)`);
          measure?.(element);
        }}
        onFocusIn={() => setActive(index)}
        onKeyDown={(event) => {
          if (event.key !== ' ' || isSelected === null || !(event.target instanceof HTMLAnchorElement)) return;
          event.preventDefault();
          select(index, event.shiftKey);
        }}
      >
        <div role="cell" class="title">
          {isSelected !== null && (
            <input
              type="checkbox"
              aria-label={texts.table.select(rowTitle(row, kind.title))}
              tabIndex={isActive ? 0 : -1}
              checked={isSelected}
              onClick={({ shiftKey }) => select(index, shiftKey)}
            />
          )}
          {mark && <ChangeSign type={mark} />}
          <RowLink row={row} kind={kind} title={kind.title} tabIndex={isActive ? 0 : -1} />
        </div>
        {fields.map((field) => (
          // When rows are shown as cards, the style sheet prints `data-label` before each value.
          <div
            key={field.name}
            role="cell"
            class={isNothing(row[field.name]) ? 'nothing' : undefined}
            data-label={toLabel(field.name)}
          >
            <Cell field={field} row={row} />
          </div>
        ))}
      </div>
    );
  }
}

const titleOrder = (kind: Kind): string | null => kind.fields.find(({ name }) => name === kind.title[0])?.order ?? null;

function stepOf(key: string, inSight: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return 1;
    case 'ArrowUp':
      return -1;
    case 'PageDown':
      return Math.max(1, inSight - 16);
    case 'PageUp':
      return -Math.max(1, inSight - 16);
    case 'Home':
      return -Infinity;
    case 'End':
      return Infinity;
    default:
      return undefined;
  }
}

/**
 * The header of a column. If the API can sort by the column, the header is a button: clicks sort ascending, then
 * descending, then in the default order.
 */
function Heading({ name, order }: { name: string; order: string | null }) {
  const { place, go } = useInventory();
  const sort = shownSort(place);
  if (order === null)
    return (
      <div role="columnheader" class="heading">
        {name}
      </div>
    );
  const isSorted = sort?.field === order;
  const direction = isSorted ? (sort.isDescending ? 'descending' : 'ascending') : 'none';
  return (
    <div role="columnheader" class="heading" aria-sort={direction}>
      <button type="button" class="plain" onClick={() => go({ ...place, sort: nextSort(sort, order) })}>
        {name} <span aria-hidden="true">{isSorted ? (sort.isDescending ? '↓' : '↑') : ''}</span>
      </button>
    </div>
  );
}

const nextSort = (sort: Sort | null, order: string): Sort => ({
  field: order,
  isDescending: sort?.field === order && !sort.isDescending,
});
