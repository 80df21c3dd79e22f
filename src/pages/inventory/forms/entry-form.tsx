// A form with its fields. Shows refusals at the fields concerned, and values that another user has saved meanwhile.
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useInventory } from '../address/context';
import { listPlace, rowPlace } from '../address/place';
import { Conflict, type Dispute } from './conflict';
import type { FormField } from '../address/form-facts';
import { isSame, type PartRows, type Refused } from './form-values';
import { InputField } from './input-field';
import { PartsEntry } from './parts-entry';
import { useUnsaved } from './unsaved';
import { useSaving, type EntryFormProps } from './use-saving';

export function EntryForm({ kind, form, fields, row, initial, networkId }: EntryFormProps) {
  const { go } = useInventory();
  const element = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(initial);
  const [rows, setRows] = useState<PartRows>({});
  const saving = useSaving({ kind, form, fields, row, initial, networkId }, values, rows, setValues);
  const { refused, dispute, isBusy } = saving;
  const { unresolved, leaveOpen } = useUnresolved();
  const isFilled = fields.some(({ name }) => !isSame(values[name], initial[name]));
  const hasParts = Object.values(rows).some(({ length }) => length > 0);
  useUnsaved(isFilled || hasParts || Object.keys(unresolved).length > 0);
  useFirstFocus(element, refused, dispute);
  const leave = () => go(row ? rowPlace(networkId, kind, row.id, null) : listPlace(networkId, kind, null));
  const submit = (event: Event) => {
    event.preventDefault();
    const [name] = Object.keys(unresolved);
    if (name !== undefined) saving.refuse({ field: name, words: 'Choose one of the list, or empty the field.' });
    else void saving.save();
  };
  const shownField = (field: FormField) => (
    <InputField
      key={field.name}
      {...{ field, networkId, list: kind.list, path: field.name }}
      hostId={typeof values.hostId === 'string' ? values.hostId : ''}
      value={values[field.name]!}
      words={refused?.field === field.name ? refused.words : null}
      change={(value) => saving.enter(field.name, value)}
      leaveOpen={(text) => leaveOpen(field.name, text)}
    />
  );
  const others = fields.filter(({ isFirst }) => !isFirst);
  return (
    <form
      ref={element}
      class="entry"
      aria-label={row ? `Edit ${kind.singular}` : `New ${kind.singular}`}
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        leave();
      }}
    >
      <div role="alert">
        {refused && refused.field === undefined && (
          <p class="problem refused" tabIndex={-1}>
            {refused.words}
          </p>
        )}
      </div>
      {dispute && <Conflict kind={kind} dispute={dispute} choose={saving.choose} />}
      <div class="fields">{fields.filter(({ isFirst }) => isFirst).map(shownField)}</div>
      {others.length > 0 && (
        <details>
          <summary>More fields</summary>
          <div class="fields">{others.map(shownField)}</div>
        </details>
      )}
      {!row &&
        form.parts.map((part) => (
          <PartsEntry
            key={part.name}
            {...{ part, networkId, refused, leaveOpen }}
            rows={rows[part.name] ?? []}
            change={(next) => setRows((before) => ({ ...before, [part.name]: next(before[part.name] ?? []) }))}
          />
        ))}
      <p class="buttons">
        <button type="submit" class="main" disabled={isBusy}>
          {row ? 'Save' : `Create ${kind.singular}`}
        </button>
        <button type="button" onClick={leave}>
          Cancel
        </button>
      </p>
    </form>
  );
}

/** Texts in fields of references that name no row yet, by path. */
function useUnresolved() {
  const [unresolved, setUnresolved] = useState<Readonly<Record<string, string>>>({});
  const leaveOpen = (path: string, text: string | null) => setUnresolved((before) => withText(before, path, text));
  return { unresolved, leaveOpen };
}

/** A text that names no row is remembered; null: there is none any more. */
function withText(texts: Readonly<Record<string, string>>, name: string, text: string | null) {
  const { [name]: before, ...others } = texts;
  if ((before ?? null) === text) return texts;
  return text === null ? others : { ...others, [name]: text };
}

/** Focuses the first field when the form opens, and later the first field that was refused. */
function useFirstFocus(
  element: RefObject<HTMLFormElement | null>,
  refused: Refused | null,
  dispute: Dispute | null,
): void {
  // A layout effect runs before the user can type, so the focus does not move while the user is typing.
  useLayoutEffect(() => {
    element.current?.querySelector<HTMLElement>('input, select, textarea, button')?.focus();
  }, []);
  useLayoutEffect(() => {
    if (!refused && !dispute) return;
    const first = element.current?.querySelector<HTMLElement>('.refused, .conflict h2, [aria-invalid="true"]');
    first?.closest('details')?.setAttribute('open', '');
    first?.focus();
  }, [refused, dispute?.theirs]);
}
