// A field for choosing rows by a search: a combobox with a list of at most twenty rows, operable by keyboard alone
// (WAI-ARIA combobox pattern).
import { useEffect, useRef, useState } from 'preact/hooks';
import { InventorySearchOfKindDocument } from '../../../generated/inventory-operations';
import type { SearchKind } from '../../../generated/kit-operations';
import { ask, errorText } from '../../kit/asking';
import { shownKinds } from '../../kit/search/found-rows';
import { buildFilter, type Clause } from '../address/filters';
import { columnOf, usualSort, type Kind, type Row } from '../address/kinds-by-list';
import { keepTitle, useTitles } from '../rows/use-titles';
import { rowTitle } from '../rows/titles';
import { countWords, lowerFirst, upperFirst } from '../texts';
import { afterPress } from './after-press';
import type { Value } from './form-values';
import { texts } from './texts';

interface ReferenceInputProps {
  readonly id: string;
  readonly label: string;
  /** The kind of the rows to choose from. */
  readonly kind: Kind;
  readonly isList: boolean;
  /** Whether the order of the chosen rows matters. If so, the user can change the order. */
  readonly isOrdered?: boolean;
  readonly networkId: string;
  readonly clauses: readonly Clause[];
  readonly value: Value;
  readonly aria: object;
  readonly change: (value: Value) => void;
  readonly leaveOpen: (text: string | null) => void;
}

const mostOptions = 20;
/** Milliseconds without a key press after which the search for rows starts. */
const typingPauseMs = 200;

interface SearchResult {
  readonly rows: readonly Row[];
  readonly total: number;
}

/** The host's name distinguishes ports with the same name on several hosts. */
const hostOf = (row: Row): string => {
  const host = row.host as { readonly displayName?: string } | null | undefined;
  return host?.displayName ?? '';
};

const isSearchKind = (type: string): type is SearchKind => Object.hasOwn(shownKinds, type);

/** The hint of a list filter says `whole address`, but this search also matches parts, so "whole" is removed. */
const hintOf = ({ type, searchHint }: Kind): string =>
  isSearchKind(type) ? upperFirst(searchHint.replace(/whole /i, '')) : searchHint;

/** A host is also found by its IP addresses and interfaces. */
const searchedKinds = (type: SearchKind): SearchKind[] =>
  type === 'Host' ? ['Host', 'IPAddress', 'Interface'] : [type];

/**
 * Uses the global search, which, unlike list filters, also matches parts of addresses and other notations of a name.
 */
async function searchedIds({ type }: Kind, networkId: string, text: string, signal: AbortSignal): Promise<string[]> {
  if (text.trim() === '' || !isSearchKind(type)) return [];
  const variables = { text, kinds: searchedKinds(type), networkId };
  const { matches } = (await ask(InventorySearchOfKindDocument, variables, { signal })).search;
  const ids = matches.flatMap(({ kind, entityId, field, hostId }) => {
    if (kind === type) return [entityId];
    // An interface leads to its host only by MAC address: many hosts have interfaces with the same name.
    return hostId != null && (kind === 'IPAddress' || field === 'macAddress') ? [hostId] : [];
  });
  return [...new Set(ids)];
}

/** Searches for rows by a text, and returns the result of the latest search. */
function useSearch({ kind, networkId, clauses }: ReferenceInputProps) {
  const [searchResult, setSearchResult] = useState<SearchResult | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const running = useRef<AbortController>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      running.current?.abort();
    },
    [],
  );
  const read = async (text: string) => {
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    const sort = usualSort(kind);
    try {
      const foundIds = await searchedIds(kind, networkId, text, signal);
      const variables = {
        ...(kind.isInNetwork && { networkId }),
        ...{ first: mostOptions, after: null, withTotal: true, filter: buildFilter(kind, text, clauses, foundIds) },
        orderBy: sort && [{ field: sort.field, direction: 'asc' }],
        ...(columnOf(kind, 'host') && { withHost: true }),
      };
      const { list } = await ask(kind.listDocument, variables, { signal });
      if (signal.aborted) return;
      for (const row of list.nodes) keepTitle(row.id, rowTitle(row, kind.title));
      setSearchResult({ rows: list.nodes, total: list.totalCount ?? list.nodes.length });
      setProblem(null);
    } catch (error) {
      if (signal.aborted) return;
      setSearchResult(null);
      setProblem(errorText(error));
    }
  };
  const search = (text: string, pauseMs = 0) => {
    clearTimeout(timer.current);
    // The running request is cancelled, so that rows for the previous text are not offered for the new text.
    running.current?.abort();
    setSearchResult(null);
    timer.current = setTimeout(() => void read(text), pauseMs);
  };
  return { found: searchResult, problem, search };
}

function useCombobox(props: ReferenceInputProps) {
  const { kind, isList, value, change, leaveOpen } = props;
  const ids = [value].flat().filter((one) => one !== '');
  const titles = useTitles(kind, ids);
  const { found, problem, search } = useSearch(props);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  /** The text that the user has typed; null while the field shows the name of the chosen row. */
  const [text, setText] = useState<string | null>(null);
  const picked = isList || ids.length === 0 ? '' : (titles.get(ids[0]!) ?? ids[0]!);
  const options = found?.rows.filter((row) => !isList || !ids.includes(row.id)) ?? [];
  const isListShown = isOpen && options.length > 0;
  useEffect(() => setActive(found && text?.trim() ? 0 : -1), [found]);

  const open = () => {
    setOpen(true);
    search(text ?? '');
  };
  const type = (typed: string) => {
    setText(typed);
    setOpen(true);
    search(typed, typingPauseMs);
    if (typed.trim() === '' && !isList) change('');
    leaveOpen(typed.trim() === '' ? null : typed);
  };
  const take = (row: Row) => {
    change(isList ? [...ids, row.id] : row.id);
    setText(null);
    leaveOpen(null);
  };
  const pick = (row: Row) => {
    take(row);
    setOpen(false);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      setOpen(false);
    } else if (event.key === 'Enter' && isOpen && (isListShown || text?.trim())) {
      // Enter must not submit the form, even while the search is running or has found nothing.
      event.preventDefault();
      if (isListShown && active >= 0) pick(options[active]!);
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!isOpen) return open();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      if (options.length > 0) setActive((active + step + options.length) % options.length);
    }
  };
  const onBlur = () => {
    // The list of options closes after the click. Otherwise, a button below the list would move while the user is
    // pressing it.
    afterPress(() => setOpen(false));
    const typed = text?.trim().toLowerCase();
    if (typed === '') setText(null);
    const same = typed ? options.filter((row) => rowTitle(row, kind.title).toLowerCase() === typed) : [];
    if (same.length === 1 && found?.total === 1) take(same[0]!);
  };
  return {
    ...{ ids, titles, options, active, isOpen, isListShown, open, type, pick, onKey, onBlur },
    shownText: text ?? picked,
    words: problem ?? searchWords(found, kind),
  };
}

export function ReferenceInput(props: ReferenceInputProps) {
  const { id, label, kind, isList, isOrdered = false, aria, change } = props;
  const { ids, titles, options, active, isOpen, isListShown, open, type, pick, onKey, onBlur, shownText, words } =
    useCombobox(props);
  return (
    <div class="combobox">
      {isList && ids.length > 0 && (
        <Picked
          id={id}
          label={label}
          rows={ids.map((one) => [one, titles.get(one) ?? one])}
          isOrdered={isOrdered}
          moveUp={(one) => {
            change(movedUp(ids, one));
            // When a list item is moved, browsers remove the focus from its button. Restore the focus.
            requestAnimationFrame(() => {
              if (document.activeElement === document.body) document.getElementById(`${id}-up-${one}`)?.focus();
            });
          }}
          remove={(one) => {
            change(ids.filter((other) => other !== one));
            document.getElementById(id)?.focus();
          }}
        />
      )}
      <input
        id={id}
        type="text"
        role="combobox"
        autocomplete="off"
        aria-autocomplete="list"
        aria-expanded={isListShown}
        {...(isListShown && { 'aria-controls': `${id}-options` })}
        {...(isListShown && active >= 0 && { 'aria-activedescendant': `${id}-option-${active}` })}
        placeholder={isList ? texts.referenceInput.add(lowerFirst(hintOf(kind))) : hintOf(kind)}
        value={shownText}
        onInput={({ currentTarget }) => type(currentTarget.value)}
        onClick={() => !isOpen && open()}
        onKeyDown={onKey}
        onBlur={onBlur}
        {...aria}
      />
      {isOpen && <Options {...{ id, label, kind, options, active, pick, words }} />}
    </div>
  );
}

function movedUp(ids: readonly string[], id: string): readonly string[] {
  const place = ids.indexOf(id);
  const before = ids[place - 1]!;
  return ids.map((one) => (one === id ? before : one === before ? id : one));
}

interface PickedProps {
  readonly id: string;
  readonly label: string;
  readonly rows: readonly (readonly [id: string, title: string])[];
  readonly isOrdered: boolean;
  readonly remove: (id: string) => void;
  readonly moveUp: (id: string) => void;
}

function Picked({ id: inputId, label, rows, isOrdered, remove, moveUp }: PickedProps) {
  const List = isOrdered ? 'ol' : 'ul';
  return (
    <List class="chips" aria-label={label}>
      {rows.map(([id, title], index) => (
        <li key={id}>
          {isOrdered && <span class="quiet">{index + 1}. </span>}
          <bdi>{title}</bdi>
          {isOrdered && (
            // For the first row, the button is disabled but stays: a row just moved to the top keeps the focus on its
            // button.
            <button
              type="button"
              id={`${inputId}-up-${id}`}
              class="link"
              aria-label={texts.referenceInput.moveUp(title)}
              aria-disabled={index === 0}
              onClick={() => index > 0 && moveUp(id)}
            >
              ↑
            </button>
          )}
          <button type="button" class="link" aria-label={texts.referenceInput.remove(title)} onClick={() => remove(id)}>
            ✕
          </button>
        </li>
      ))}
    </List>
  );
}

interface OptionsProps {
  readonly id: string;
  readonly label: string;
  readonly kind: Kind;
  readonly options: readonly Row[];
  readonly active: number;
  readonly words: string;
  readonly pick: (row: Row) => void;
}

function Options({ id, label, kind, options, active, words, pick }: OptionsProps) {
  return (
    // Without `preventDefault`, the field would lose the focus when the user presses an option.
    <div class="options" onMouseDown={(event) => event.preventDefault()}>
      {options.length > 0 && (
        <ul role="listbox" id={`${id}-options`} aria-label={label}>
          {options.map((row, index) => (
            <li
              key={row.id}
              id={`${id}-option-${index}`}
              role="option"
              aria-selected={index === active}
              ref={(element) => {
                if (index === active) element?.scrollIntoView({ block: 'nearest' });
              }}
              onClick={() => pick(row)}
            >
              <bdi>{rowTitle(row, kind.title)}</bdi>
              {hostOf(row) && (
                <>
                  {' '}
                  <bdi class="quiet">{hostOf(row)}</bdi>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      <p class="quiet" role="status">
        {words}
      </p>
    </div>
  );
}

function searchWords(searchResult: SearchResult | null, kind: Kind): string {
  if (!searchResult) return texts.referenceInput.searching;
  if (searchResult.total === 0) return texts.referenceInput.noMatch(kind.plural);
  if (searchResult.total > searchResult.rows.length)
    return texts.referenceInput.firstOfType(searchResult.rows.length, countWords(searchResult.total));
  return `${countWords(searchResult.total)} ${searchResult.total === 1 ? kind.singular : kind.plural}`;
}
