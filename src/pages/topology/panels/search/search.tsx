// The search field of the map, with the list of what is found. For a row that is not shown, explains why and offers to
// show it.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Page } from '../../page/page';
import { takesText } from '../../drawing/keys';
import type { Match } from './match';
import { usePage, usePageState } from '../use-page';
import { texts } from '../texts';

const pauseMs = 180;
const fewest = 2;
/** Minimum distance in pixels between the list of matches and the edge of the window. */
const edge = 12;

/** How a page searches: users search the inventory, visitors of a share only what is drawn. */
export interface Searching {
  find(page: Page, text: string): Promise<readonly Match[]>;
  show(page: Page, match: Match): Promise<void>;
  /** What to say below the results, such as what was not searched; empty for nothing. */
  remark(page: Page): string;
  /** What to say if nothing matches. */
  readonly noMatch: string;
}

/** The key "/" moves the focus to the search field, except while text is entered elsewhere. */
function useSearchKey(field: { readonly current: HTMLInputElement | null }): void {
  useEffect(() => {
    const toSearch = (event: KeyboardEvent) => {
      if (event.key !== '/' || takesText(event.target)) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    addEventListener('keydown', toSearch);
    return () => removeEventListener('keydown', toSearch);
  }, []);
}

export function Search({ searching }: { searching: Searching }) {
  const page = usePage();
  const field = useRef<HTMLInputElement>(null);
  useSearchKey(field);
  const [text, setText] = useState('');
  const { matches, problem, isCurrent } = useMatches(text, searching);
  const [isEntered, setEntered] = useState(false);
  const [active, setActive] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => setActive(0), [matches]);
  const isShown = isOpen && (matches !== undefined || problem !== '');
  const choose = (one: Match | undefined) => {
    if (!one) return;
    setOpen(false);
    showWithDetails(page, searching, one);
  };
  // The user may press Enter before the results arrive. The best match is then shown on arrival.
  useEffect(() => {
    if (isEntered && isCurrent) choose(matches?.[0]);
  }, [isEntered, isCurrent]);
  const onKeyDown = (event: KeyboardEvent) => {
    const count = matches?.length ?? 0;
    if (event.key === 'Escape' && isShown) setOpen(false);
    else if (event.key === 'Escape' && page.store.state.place.selected === null) setText('');
    else if (event.key === 'ArrowDown' && count > 0) setActive((active + 1) % count);
    else if (event.key === 'ArrowUp' && count > 0) setActive((active + count - 1) % count);
    else if (event.key === 'Enter' && !isCurrent) setEntered(true);
    else if (event.key === 'Enter') choose(matches?.[active]);
    else return;
    event.preventDefault();
  };
  useEffect(() => list.current?.children[active]?.scrollIntoView({ block: 'nearest' }), [active]);
  return (
    <search class="search">
      <label>
        <span class="unseen">{texts.search.searchThisView}</span>
        <input
          id="search"
          ref={field}
          type="search"
          role="combobox"
          aria-autocomplete="list"
          list={undefined}
          placeholder={texts.search.search}
          autocomplete="off"
          spellcheck={false}
          aria-expanded={isShown}
          aria-controls="found"
          aria-activedescendant={isShown && matches?.length ? `found-${active}` : undefined}
          value={text}
          onInput={({ currentTarget }) => {
            setText(currentTarget.value);
            setEntered(false);
            setOpen(true);
          }}
          onFocus={() => setOpen(true)}
          onBlur={() => {
            setOpen(false);
            setEntered(false);
            page.store.set({ awaitsDetails: null });
          }}
          onKeyDown={onKeyDown}
        />
      </label>
      {isShown && (
        <Results {...{ matches, problem, list, searching }}>
          {matches?.map((one, index) => (
            <Result key={`${one.id} ${one.name} ${index}`} {...{ one, index, choose }} isActive={index === active} />
          ))}
        </Results>
      )}
    </search>
  );
}

/** Shows a result, and moves the focus to its details when they appear. */
function showWithDetails(page: Page, searching: Searching, one: Match): void {
  const { selected } = page.store.state.place;
  page.store.set({ awaitsDetails: { not: one.id === selected ? null : selected } });
  searching.show(page, one).catch((error: unknown) => page.notice(page.wordsFor(error)));
}

interface ResultsProps extends Pick<Matches, 'matches' | 'problem'> {
  readonly list: { current: HTMLUListElement | null };
  readonly searching: Searching;
  readonly children: ComponentChildren;
}

function Results({ matches, problem, list, searching, children }: ResultsProps) {
  const page = usePage();
  const remark = matches ? searching.remark(page) : '';
  return (
    <div class="found" ref={keepInWindow}>
      {problem && <p class="problem">{problem}</p>}
      <ul id="found" role="listbox" aria-label={texts.search.searchResults} ref={list}>
        {children}
      </ul>
      {matches?.length === 0 && (
        <p class="quiet">
          {texts.search.noNodeMatches} {searching.noMatch}
        </p>
      )}
      {remark && <p class="quiet">{remark}</p>}
    </div>
  );
}

interface ResultProps {
  readonly one: Match;
  readonly index: number;
  readonly isActive: boolean;
  readonly choose: (one: Match) => void;
}

function Result({ one, index, isActive, choose }: ResultProps) {
  return (
    <li
      id={`found-${index}`}
      role="option"
      aria-selected={isActive}
      // Prevents the click from taking the focus from the search field. Otherwise the list would close before the click
      // arrives.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => choose(one)}
    >
      {one.name} <span class="quiet">{one.note}</span> {one.hiddenBy && <span class="way">{wayTo(one.hiddenBy)}</span>}
    </li>
  );
}

const wayTo = (hiddenBy: NonNullable<Match['hiddenBy']>): string => {
  if (hiddenBy === 'filters') return texts.search.showWithoutFilters;
  return hiddenBy.kind === 'Interface' ? texts.search.showWhatIsKnown : texts.search.showItElsewhere;
};

interface Matches {
  readonly matches: readonly Match[] | undefined;
  readonly problem: string;
  /** Whether the matches are those of the present text, not of the text before. */
  readonly isCurrent: boolean;
}

function useMatches(text: string, searching: Searching): Matches {
  const page = usePage();
  const { version, place } = usePageState();
  const [{ matches, of }, setMatches] = useState<{ readonly matches?: readonly Match[]; readonly of: string }>({
    of: '',
  });
  const [problem, setProblem] = useState('');
  useEffect(() => {
    const name = text.trim();
    setProblem('');
    if (name.length < fewest) return setMatches({ of: name });
    let isCurrent = true;
    const timer = setTimeout(() => {
      searching.find(page, name).then(
        (answer) => {
          if (!isCurrent) return;
          setMatches({ matches: answer, of: name });
        },
        (error: unknown) => isCurrent && setProblem(page.wordsFor(error)),
      );
    }, pauseMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [text, version, place.view, place.since]);

  return { matches, problem, isCurrent: of === text.trim() };
}

function keepInWindow(list: HTMLElement | null): void {
  if (!list) return;
  const { right } = list.getBoundingClientRect();
  list.style.translate = `${Math.min(0, document.documentElement.clientWidth - edge - right)}px`;
}
