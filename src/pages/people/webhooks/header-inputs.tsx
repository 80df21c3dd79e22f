// Form fields for the HTTP headers that a webhook sends, and a function that reads them. Stored values are never shown;
// an empty value keeps the stored value.
import { useRef, useState } from 'preact/hooks';
import type { WebhookHeaderInput } from '../../../generated/people-operations';
import { Refusal } from '../../kit/ask';
import { readTexts, useHints } from '../../kit/sections/form';
import { texts } from './texts';

/** The API's limits for headers that a webhook sends: their number, and the characters of a name and of a value. */
const mostHeaders = 10;
const longestName = 100;
const longestValue = 2_000;

interface HeaderRow {
  readonly key: number;
  /** The name of a stored header; undefined for a new header, whose name the user enters. */
  readonly storedName?: string;
}

export function HeaderInputs({ storedNames }: { readonly storedNames: readonly string[] }) {
  const { aria, hints } = useHints('headers', texts.headers.hint);
  const [rows, setRows] = useState<readonly HeaderRow[]>(() =>
    storedNames.map((storedName, key) => ({ key, storedName })),
  );
  const nextKey = useRef(storedNames.length);
  const fieldset = useRef<HTMLFieldSetElement>(null);
  const remove = (row: HeaderRow) => {
    setRows(rows.filter((one) => one !== row));
    // The focused button is removed together with the header's row, so the focus moves to the fieldset.
    fieldset.current?.focus();
  };
  return (
    <fieldset ref={fieldset} name="headers" class="field" tabIndex={-1} {...aria}>
      <legend>{texts.headers.headers}</legend>
      {rows.map((row) => (
        <HeaderInput key={row.key} storedName={row.storedName} remove={() => remove(row)} />
      ))}
      {rows.length < mostHeaders && (
        <button type="button" onClick={() => setRows([...rows, { key: nextKey.current++ }])}>
          {texts.headers.add}
        </button>
      )}
      {hints}
    </fieldset>
  );
}

interface HeaderInputProps {
  readonly storedName: string | undefined;
  readonly remove: () => void;
}

function HeaderInput({ storedName, remove }: HeaderInputProps) {
  const [name, setName] = useState(storedName ?? '');
  return (
    <div class="header-row">
      {storedName === undefined ? (
        <input
          name="headerName"
          aria-label={texts.headers.name}
          placeholder={texts.headers.name}
          autocomplete="off"
          spellcheck={false}
          maxLength={longestName}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
      ) : (
        <>
          <bdi>{storedName}</bdi>
          <input type="hidden" name="headerName" value={storedName} />
        </>
      )}
      {/* `new-password` prevents browsers from filling in the user's own password. */}
      <input
        type="password"
        name="headerValue"
        aria-label={name === '' ? texts.headers.value : texts.headers.valueOf(name)}
        placeholder={storedName === undefined ? texts.headers.value : texts.headers.stored}
        autocomplete="new-password"
        maxLength={longestValue}
      />
      <button type="button" aria-label={texts.headers.removeLabel(name)} onClick={remove}>
        {texts.headers.remove}
      </button>
    </div>
  );
}

/**
 * The entered headers; undefined if the user has changed nothing. Stored values are unknown to the page, so a header
 * without a value keeps its stored value.
 */
export function readHeaders(values: FormData, storedNames: readonly string[]): WebhookHeaderInput[] | undefined {
  const headerValues = readTexts(values, 'headerValue');
  const headers = readTexts(values, 'headerName')
    .map((name, at) => ({ name: name.trim(), value: headerValues[at] ?? '' }))
    .filter(({ name, value }) => name !== '' || value !== '');
  const isSame =
    headers.every(({ value }) => value === '') && headers.map(({ name }) => name).join() === storedNames.join();
  return isSame ? undefined : headers.map(({ name, value }) => (value === '' ? { name } : { name, value }));
}

/**
 * Assigns an error about a single header to the field `headers`, next to which the form shows all errors about headers.
 */
export function atHeaders(error: unknown): unknown {
  const [, part] = (error instanceof Refusal && /\bheaders(?:\.\d+)?\.(name|value)$/.exec(error.field ?? '')) || [];
  if (part === undefined) return error;
  const words = part === 'name' ? texts.headers.nameRefused : texts.headers.valueRefused;
  return new Refusal(words, 'validation_invalid_format', false, undefined, { field: 'headers' });
}
