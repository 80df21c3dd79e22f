// A list of rows: a table that is sorted by clicking column headers, or cards in a narrow window. A row may have action
// buttons, and a form below it.
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { nextSort, type List as ListState, type Sort } from './use-list';
import { texts } from './texts';
import './list.css';

export interface Column<Row, Field extends string> {
  readonly title: string;
  /** The field by which the service sorts the column; if set, the column header is a button. */
  readonly order?: Field;
  /** Returns the content of the column's cell for a row; null for an empty cell. Cards leave empty cells out. */
  readonly cell: (row: Row) => ComponentChildren;
}

/** A form that one of a row's buttons opens below the row. */
export interface RowForm<Row> {
  readonly button: string;
  readonly isFor: (row: Row) => boolean;
  readonly content: (row: Row, close: () => void) => ComponentChildren;
}

interface ListProps<Row, Field extends string> {
  readonly list: ListState<Row, Field>;
  /** Label of the table for screen readers. */
  readonly name: string;
  /** The noun for a row, in singular and plural. */
  readonly nouns: readonly [singular: string, plural: string];
  /** The text that is shown if the list has no rows. */
  readonly none: string;
  /** Label of the search box; without it, the list has no search box. */
  readonly search?: string;
  /** The columns of the list. The first column names the row. */
  readonly columns: readonly Column<Row, Field>[];
  readonly actions?: (row: Row) => ComponentChildren;
  readonly forms?: readonly RowForm<Row>[];
}

/** A list with more rows than this number has a search box. */
const shortList = 10;

export function List<Row extends { readonly id: string }, Field extends string>(props: ListProps<Row, Field>) {
  const { list, name, nouns, none, search, columns, actions, forms = [] } = props;
  const hasActions = actions !== undefined || forms.length > 0;
  const { data, problem, more, totalCount, sort, setSort, text, setText } = list;
  const [isBusy, setBusy] = useState(false);
  const isLong = useRef(false);
  isLong.current ||= totalCount > shortList;
  const readOn = async () => {
    setBusy(true);
    await more?.();
    setBusy(false);
  };
  return (
    <>
      <div role="alert">{problem && <p class="problem">{problem}</p>}</div>
      {search !== undefined && isLong.current && (
        <div class="list-tools">
          <SearchBox label={search} text={text} setText={setText} />
          <p class="quiet" role="status">
            {data && texts.count(totalCount, nouns)}
          </p>
        </div>
      )}
      {data?.length === 0 && text === '' && <p class="quiet">{none}</p>}
      {data?.length === 0 && text !== '' && <p class="quiet">{texts.noneMatch(nouns[1], text)}</p>}
      {data && data.length > 0 && (
        <div class="list-scroller">
          {/* The explicit roles equal those of the elements. Some browsers drop the implicit roles if a style sheet
              changes the layout to cards. */}
          <table class="list" role="table" aria-label={name} aria-busy={isBusy}>
            <thead role="rowgroup">
              <tr role="row">
                {columns.map(({ title, order }) => (
                  <Heading key={title} title={title} order={order} sort={sort} setSort={setSort} />
                ))}
                {hasActions && (
                  <th role="columnheader" scope="col">
                    <span class="unseen">{texts.actions}</span>
                  </th>
                )}
              </tr>
            </thead>
            {data.map((row) => (
              <Row key={row.id} {...{ row, columns, actions, forms }} />
            ))}
          </table>
        </div>
      )}
      {more && (
        <p>
          <button type="button" disabled={isBusy} onClick={() => void readOn()}>
            {texts.more(data?.length ?? 0, totalCount)}
          </button>
        </p>
      )}
    </>
  );
}

interface HeadingProps<Field extends string> {
  readonly title: string;
  readonly order: Field | undefined;
  readonly sort: Sort<Field>;
  readonly setSort: (sort: Sort<Field>) => void;
}

function Heading<Field extends string>({ title, order, sort, setSort }: HeadingProps<Field>) {
  if (order === undefined)
    return (
      <th role="columnheader" scope="col">
        {title}
      </th>
    );
  const isSorted = sort.field === order;
  const direction = !isSorted ? 'none' : sort.isDescending ? 'descending' : 'ascending';
  return (
    <th role="columnheader" scope="col" aria-sort={direction}>
      <button type="button" class="link" onClick={() => setSort(nextSort(sort, order))}>
        {title} <span aria-hidden="true">{isSorted ? (sort.isDescending ? '↓' : '↑') : ''}</span>
      </button>
    </th>
  );
}

interface RowProps<Row, Field extends string> extends Pick<ListProps<Row, Field>, 'columns'> {
  readonly row: Row;
  readonly actions: ListProps<Row, Field>['actions'] | undefined;
  readonly forms: readonly RowForm<Row>[];
}

function Row<Row extends { readonly id: string }, Field extends string>(props: RowProps<Row, Field>) {
  const { row, columns, actions, forms } = props;
  const id = useId();
  /**
   * The button that opened a form, and the row's values at that time. Saving sends only what differs from these values,
   * so that changes by other users survive.
   */
  const [opened, setOpened] = useState<{ readonly button: string; readonly row: Row } | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const formRow = useRef<HTMLTableRowElement>(null);
  const close = () => {
    if (formRow.current?.contains(document.activeElement)) opener.current?.focus();
    setOpened(null);
  };
  const [first, ...others] = columns;
  const rowForms = forms.filter(({ isFor }) => isFor(row));
  const form = rowForms.find(({ button }) => button === opened?.button);
  return (
    <tbody role="rowgroup">
      <tr role="row">
        <th role="rowheader" scope="row">
          {first?.cell(row)}
        </th>
        {others.map(({ title, cell }) => {
          const value = cell(row);
          // When rows are shown as cards, the style sheet prints `data-label` before each value.
          return (
            <td key={title} role="cell" data-label={title} class={value === null ? 'nothing' : undefined}>
              {value}
            </td>
          );
        })}
        {(actions !== undefined || forms.length > 0) && (
          <td role="cell">
            <div class="buttons">
              {rowForms.map(({ button }) => (
                <button
                  key={button}
                  ref={button === form?.button ? opener : null}
                  type="button"
                  aria-expanded={button === form?.button}
                  aria-controls={button === form?.button ? id : undefined}
                  onClick={() => setOpened(button === form?.button ? null : { button, row })}
                >
                  {button}
                </button>
              ))}
              {actions?.(row)}
            </div>
          </td>
        )}
      </tr>
      {form && opened && (
        <tr key={form.button} ref={formRow} role="row" id={id}>
          <td role="cell" class="row-form" colSpan={columns.length + 1}>
            {form.content(opened.row, close)}
          </td>
        </tr>
      )}
    </tbody>
  );
}

/** Milliseconds without a key press after which the search starts. */
const typingPauseMs = 300;

interface SearchBoxProps {
  readonly label: string;
  readonly text: string;
  readonly setText: (text: string) => void;
}

function SearchBox({ label, text, setText }: SearchBoxProps) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const search = (value: string) => {
    clearTimeout(timer.current);
    setText(value.trim());
  };
  return (
    <input
      type="search"
      aria-label={label}
      placeholder={label}
      maxLength={200}
      defaultValue={text}
      onInput={({ currentTarget: { value } }) => {
        clearTimeout(timer.current);
        timer.current = setTimeout(() => search(value), typingPauseMs);
      }}
      onKeyDown={({ key, currentTarget }) => key === 'Enter' && search(currentTarget.value)}
    />
  );
}
