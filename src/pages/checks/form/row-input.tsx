// A field for choosing rows by a search: a combobox with a list of at most twenty rows (WAI-ARIA combobox pattern). The
// ids of the chosen rows are submitted in hidden inputs with the name of the field.
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { ChecksPageSearchDocument, type SearchKind } from '../../../generated/checks-page-operations';
import { ask, errorText } from '../../kit/asking';
import { useHints } from '../../kit/sections/form';
import { useHere } from '../parts/here';
import { texts } from '../texts';

interface Option {
  readonly id: string;
  readonly title: string;
}

interface RowInputProps {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly kind: SearchKind;
  readonly isList: boolean;
  readonly most: number;
  readonly initial: readonly Option[];
}

/** Milliseconds without a key press after which the search for rows starts. */
const typingPauseMs = 200;

interface SearchResult {
  readonly options: readonly Option[];
  readonly words: string;
}
const searching: SearchResult = { options: [], words: texts.rows.searching };

/** The rows of the network that the search finds for a text; null while the text is empty. */
function useRowSearch(kind: SearchKind, text: string): SearchResult | null {
  const { network } = useHere();
  const [searchResult, setSearchResult] = useState<SearchResult | null>(null);
  const searched = text.trim();
  useEffect(() => {
    if (searched === '') return setSearchResult(null);
    const stop = new AbortController();
    setSearchResult(searching);
    const timer = setTimeout(() => {
      const variables = { text: searched, kinds: [kind], networkId: network.id };
      ask(ChecksPageSearchDocument, variables, { signal: stop.signal }).then(
        ({ search: { matches, totalCount } }) => {
          if (stop.signal.aborted) return;
          const options = matches.map(({ entityId, title, host }) => ({
            id: entityId,
            title: kind !== 'Host' && host ? `${host.displayName} ${title}` : title,
          }));
          const words = options.length === 0 ? texts.rows.noMatch : texts.rows.matches(options.length, totalCount);
          setSearchResult({ options, words });
        },
        (error: unknown) => !stop.signal.aborted && setSearchResult({ options: [], words: errorText(error) }),
      );
    }, typingPauseMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [searched, kind, network.id]);
  return searchResult;
}

export function RowInput({ name, label, hint, kind, isList, most, initial }: RowInputProps) {
  const { aria, hints } = useHints(name, hint);
  const id = useId();
  const [chosenOptions, setChosenOptions] = useState<readonly Option[]>(initial);
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const searchResult = useRowSearch(kind, text);
  const input = useRef<HTMLInputElement>(null);
  const options = searchResult?.options.filter((option) => !chosenOptions.some((one) => one.id === option.id)) ?? [];
  useEffect(() => setActive(0), [searchResult]);
  const isFull = chosenOptions.length >= (isList ? most : 1);

  const pick = (option: Option | undefined) => {
    if (!option) return;
    setChosenOptions(isList ? [...chosenOptions, option] : [option]);
    setText('');
  };
  const remove = (removed: string) => {
    setChosenOptions(chosenOptions.filter((option) => option.id !== removed));
    requestAnimationFrame(() => input.current?.focus());
  };
  const onKey = (event: KeyboardEvent) => {
    if (searchResult === null) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    // While the list of found rows is open: Enter chooses a row instead of submitting the form, Escape closes the list.
    if (step === 0 && event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    if (event.key === 'Enter') pick(options[active]);
    if (event.key === 'Escape') setText('');
    if (options.length > 0) setActive((active + step + options.length) % options.length);
  };
  return (
    <div class="field row-input">
      <label for={id}>{label}</label>
      {chosenOptions.length > 0 && (
        <ul class="chips" aria-label={label}>
          {chosenOptions.map((option) => (
            <li key={option.id}>
              <input type="hidden" name={name} value={option.id} />
              <bdi>{option.title}</bdi>{' '}
              <button
                type="button"
                class="link"
                aria-label={texts.rows.remove(option.title)}
                onClick={() => remove(option.id)}
              >
                ✕
              </button>
            </li>
          ))}
        </ul>
      )}
      {!isFull && (
        <input
          ref={input}
          id={id}
          type="text"
          role="combobox"
          autocomplete="off"
          maxLength={200}
          aria-autocomplete="list"
          aria-expanded={options.length > 0}
          {...(options.length > 0 && {
            'aria-controls': `${id}-options`,
            'aria-activedescendant': `${id}-option-${active}`,
          })}
          placeholder={texts.rows.placeholder}
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
          onKeyDown={onKey}
          {...aria}
        />
      )}
      {searchResult && (
        <RowOptions id={id} label={label} options={options} active={active} words={searchResult.words} pick={pick} />
      )}
      {hints}
    </div>
  );
}

interface RowOptionsProps {
  readonly id: string;
  readonly label: string;
  readonly options: readonly Option[];
  readonly active: number;
  readonly words: string;
  readonly pick: (option: Option) => void;
}

function RowOptions({ id, label, options, active, words, pick }: RowOptionsProps) {
  return (
    // A mouse press on an option would take the focus from the text field; `preventDefault` keeps it there.
    <div class="row-options" onMouseDown={(event) => event.preventDefault()}>
      {options.length > 0 && (
        <ul role="listbox" id={`${id}-options`} aria-label={label}>
          {options.map((option, index) => (
            <li
              key={option.id}
              id={`${id}-option-${index}`}
              role="option"
              aria-selected={index === active}
              onClick={() => pick(option)}
            >
              <bdi>{option.title}</bdi>
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
