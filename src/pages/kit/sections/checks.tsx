// Checkboxes for choosing any number of options. A long list of options has a search field, and buttons that check or
// uncheck all options that match the search.
import { useId, useRef, useState } from 'preact/hooks';
import { useHints, type FieldProps } from './form';
import { texts } from './texts';

interface ChecksProps extends FieldProps {
  /** The text that is shown while no option is checked. */
  readonly none?: string;
  readonly options: readonly { readonly id: string; readonly name: string }[];
  readonly selectedIds?: readonly string[];
}

/** A list with more options than this number has a search field. */
const shortList = 12;

/**
 * Each checked option is submitted as a value under `name`, even if the option is hidden because it does not match the
 * search.
 */
export function Checks({ name, label, hint, none, options, selectedIds = [] }: ChecksProps) {
  const { aria, hints } = useHints(name, hint);
  const [count, setCount] = useState(selectedIds.length);
  const [text, setText] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const matches = (option: string) => option.toLocaleLowerCase().includes(text.trim().toLocaleLowerCase());
  const recount = () => setCount(list.current!.querySelectorAll(':checked').length);
  const checkMatches = (isChecked: boolean) => {
    for (const box of list.current!.querySelectorAll<HTMLInputElement>('label:not([hidden]) input'))
      box.checked = isChecked;
    recount();
  };
  return (
    <fieldset class="field" {...aria}>
      <legend>{label}</legend>
      {options.length > shortList && <Search text={text} setText={setText} checkMatches={checkMatches} />}
      <div class="checks" ref={list} onChange={recount}>
        {options.map((option) => (
          <label class="check" key={option.id} hidden={!matches(option.name)}>
            <input type="checkbox" name={name} value={option.id} defaultChecked={selectedIds.includes(option.id)} />{' '}
            <bdi>{option.name}</bdi>
          </label>
        ))}
      </div>
      {options.length > shortList && (
        <span class="quiet hint" role="status">
          {text !== '' && !options.some((option) => matches(option.name))
            ? texts.noneMatch
            : texts.chosen(count, options.length)}
        </span>
      )}
      {none && (
        <span class="at-field" role="status">
          {count === 0 && none}
        </span>
      )}
      {hints}
    </fieldset>
  );
}

interface SearchProps {
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly checkMatches: (isChecked: boolean) => void;
}

function Search({ text, setText, checkMatches }: SearchProps) {
  const id = useId();
  return (
    <div class="checks-search">
      <label for={id} class="unseen">
        {texts.search}
      </label>
      <input
        id={id}
        type="search"
        placeholder={texts.search}
        autocomplete="off"
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={(event) => {
          // In a search field inside a form, Enter would submit the form.
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      <button type="button" onClick={() => checkMatches(true)}>
        {text === '' ? texts.all : texts.allMatches}
      </button>
      <button type="button" onClick={() => checkMatches(false)}>
        {text === '' ? texts.noneButton : texts.noMatches}
      </button>
    </div>
  );
}
