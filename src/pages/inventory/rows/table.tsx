// The rows of a list as a table, on a narrow window as cards; only those in sight are in the document.
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useInventory } from '../address/context';
import { columnOf, type Field, type Kind, type Row, type Sort } from '../address/kinds-by-list';
import { sortOf, writePlace } from '../address/place';
import type { ChangeType } from '../../../generated/inventory-operations';
import { ChangeSign, markClass } from './marks';
import type { Selection } from './selection';
import { labelOf, upperFirst } from '../texts';
import type { Rows } from './use-rows';
import { useVirtual } from './use-virtual';
import { Cell, isNothing, RowLink, titleOf } from './values';

/** Pixels of a row before it is measured: of a table, and of a card. */
const rowHeight = 37;
const cardHeight = 150;
const narrow = '(max-width: 700px)';
/** The next page is read when as few rows are left below those in sight. */
const rowsAhead = 30;

interface TableProps {
  readonly kind: Kind;
  readonly columns: readonly string[];
  readonly list: Rows;
  /** How a row differs from an earlier state; undefined: it does not. */
  readonly markOf: (id: string) => ChangeType | undefined;
  /** Null: nothing can be done to several rows. */
  readonly selection: Selection | null;
}

/** The least width of a column in rem; it takes its share of what is left. */
const titleWidth = 13;
function widthOf({ shape, name }: Field): number {
  if (shape === 'DateTime') return 11;
  if (shape === 'Boolean' || shape === 'Int') return 7;
  return /mac/i.test(name) ? 9.5 : 8;
}
const trackOf = (field: Field): string => `minmax(${widthOf(field)}rem, ${field.shape === 'Boolean' ? '0.5' : '1'}fr)`;

type Measured = ReturnType<ReturnType<typeof useVirtual>['takeSnapshot']>;

/** Where the last list stood, and how high its rows were, for who comes back to it. */
let last: { readonly address: string; readonly start: number; readonly measured: Measured } | null = null;

/** Remembers where the list stands when it is left; what it returns is called when it scrolls. */
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

/** Brings a row into sight, and gives its link the focus: it may come into the document only with the next drawing. */
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

/** Works when a value is another one than before, not at first. */
function useOnChange(value: string, work: () => void): void {
  const former = useRef(value);
  useEffect(() => {
    if (former.current !== value) work();
    former.current = value;
  }, [value]);
}

export function Table({ kind, columns, list, markOf, selection }: TableProps) {
  const { isReturning, place } = useInventory();
  const address = writePlace(place);
  const left = isReturning && last?.address === address ? last : null;
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const fields = columns.flatMap((name) => columnOf(kind, name) ?? []);
  const { rows, total, hasMore } = list;
  const virtual = useVirtual({
    count: rows.length,
    estimate: () => (matchMedia(narrow).matches ? cardHeight : rowHeight),
    scroller: () => scroller.current,
    kept: active,
    start: left?.start ?? 0,
    measured: left?.measured ?? null,
  });
  const items = virtual.getVirtualItems();
  const lastIndex = items.at(-1)?.index ?? -1;
  useEffect(() => {
    if (hasMore && lastIndex + rowsAhead >= rows.length) list.more();
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
      <div
        class="sheet"
        ref={(sheet) => {
          sheet?.style.setProperty('--columns', fields.map(trackOf).join(' '));
          sheet?.style.setProperty('--width', `${fields.reduce((sum, field) => sum + widthOf(field), titleWidth)}rem`);
        }}
      >
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
                  selection={selection}
                  setActive={setActive}
                  measure={virtual.measureElement}
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
          <Heading key={field.name} name={labelOf(field.name)} order={field.order} />
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
  /** Pixels below the first row. */
  readonly top: number;
  /** The one row that the tabulator key reaches. */
  readonly isActive: boolean;
  readonly selection: Selection | null;
  readonly setActive: (index: number) => void;
  readonly measure: (element: HTMLElement) => void;
}

function TableRow({ kind, fields, row, mark, index, top, isActive, selection, setActive, measure }: TableRowProps) {
  return (
    <div
      role="row"
      class={mark ? `cells row ${markClass(mark)}` : 'cells row'}
      data-index={index}
      aria-rowindex={index + 2}
      ref={(element) => {
        if (!element) return;
        element.style.setProperty('transform', `translateY(${top}px)`);
        measure(element);
      }}
      onFocusIn={() => setActive(index)}
      onKeyDown={(event) => {
        if (event.key !== ' ' || !selection || !(event.target instanceof HTMLAnchorElement)) return;
        event.preventDefault();
        selection.toggle(row);
      }}
    >
      <div role="cell" class="title">
        {selection && (
          <input
            type="checkbox"
            aria-label={`Select ${titleOf(row, kind.title)}`}
            tabIndex={isActive ? 0 : -1}
            checked={selection.has(row.id)}
            onChange={() => selection.toggle(row)}
          />
        )}
        {mark && <ChangeSign type={mark} />}
        <RowLink row={row} kind={kind} title={kind.title} tabIndex={isActive ? 0 : -1} />
      </div>
      {fields.map((field) => (
        <RowCell key={field.name} field={field} row={row} />
      ))}
    </div>
  );
}

function RowCell({ field, row }: { field: Field; row: Row }) {
  const isEmpty = isNothing(row[field.name]);
  return (
    <div role="cell" class={isEmpty ? 'nothing' : undefined}>
      <span class="name" aria-hidden="true">
        {labelOf(field.name)}{' '}
      </span>
      <span class="value">
        <Cell field={field} row={row} />
      </span>
    </div>
  );
}

const titleOrder = (kind: Kind): string | null => kind.fields.find(({ name }) => name === kind.title[0])?.order ?? null;

/** The rows that a key moves the focus by. */
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

/** The heading of a column; where the API has an order by it, a button: up, then down, then as usual. */
function Heading({ name, order }: { name: string; order: string | null }) {
  const { place, go } = useInventory();
  const sort = sortOf(place);
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
