// A form with its fields. Shows the API's errors next to the fields concerned, and the values that another user has
// saved since the form was opened.
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { SignInAgain } from '../../kit/words/sign-in-again';
import { useInventory } from '../address/context';
import { listLeftOutFields, type FormField, type FormPart } from '../address/form-facts';
import { kindOfList } from '../address/kinds-by-list';
import { listPlace, rowPlace } from '../address/place';
import { upperFirst } from '../texts';
import { Conflict, type Dispute } from './conflict';
import type { FieldScope } from './field-scope';
import { isSame, isShown, type Value, type Values } from './form-values';
import { InputField } from './input-field';
import { allRows, partTitle, withoutDangling, type PartRow, type PartRows } from './part-rows';
import { PartsEntry } from './parts-entry';
import type { Refused } from './refusals';
import { useUnsaved } from './unsaved';
import { useSaving, type EntryFormProps } from './use-saving';
import { texts } from './texts';

const noRows: PartRows = {};

export function EntryForm({ kind, form, fields, row, initial, initialRows = noRows, networkId }: EntryFormProps) {
  const { go } = useInventory();
  const element = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(initial);
  const [firstRows] = useState(initialRows);
  const [rows, setRows] = useState(firstRows);
  const saving = useSaving({ kind, form, fields, row, initial, networkId }, values, rows, setValues);
  const { refused, dispute, isBusy } = saving;
  const { unresolved, leaveOpen, forget } = useUnresolved();
  const isFilled = fields.some(({ name }) => !isSame(values[name], initial[name]));
  const hasParts = rows !== firstRows && [firstRows, rows].some((of) => allRows(of).length > 0);
  useUnsaved(isFilled || hasParts || Object.keys(unresolved).length > 0);
  useFirstFocus(element, refused, dispute);
  const leave = () => go(row ? rowPlace(networkId, kind, row.id, null) : listPlace(networkId, kind, null));
  const shownFields = fields.filter((field) => isShown(field, values));
  const submit = (event: Event) => {
    event.preventDefault();
    const isGone = (path: string) =>
      fields.some(({ name }) => name === path) && !shownFields.some(({ name }) => name === path);
    const [open] = Object.entries(unresolved).filter(([path]) => !isGone(path));
    if (open) saving.refuse({ field: open[0], words: open[1] });
    else void saving.save();
  };
  const scope: FieldScope = {
    ...{ networkId, refused, leaveOpen, forget },
    valueOf: (name) => String(values[name] ?? ''),
    rowsOf: (part) => choicesAmong(form.parts, rows, part),
    addresses: addressesIn(values, rows),
  };
  const changeRows = (name: string, next: (rows: readonly PartRow[]) => readonly PartRow[]) =>
    setRows((before) => withoutDangling(form.parts, { ...before, [name]: next(before[name] ?? []) }));
  return (
    <form
      ref={element}
      class="entry"
      aria-label={row ? texts.entryForm.edit(kind.singular) : texts.entryForm.new(kind.singular)}
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
            {refused.isSignedOut ? <SignInAgain /> : refused.words}
          </p>
        )}
      </div>
      {dispute && <Conflict kind={kind} dispute={dispute} choose={saving.choose} />}
      <Fields {...{ fields: shownFields, list: kind.list, scope, values }} enter={saving.enter} />
      {!row &&
        form.parts.map((part) => (
          <PartsEntry
            key={part.name}
            {...{ part, scope, at: part.name }}
            rows={rows[part.name] ?? []}
            change={(next) => changeRows(part.name, next)}
          />
        ))}
      <LeftOut {...{ form, isNew: row === null }} />
      <p class="buttons">
        <button type="submit" class="main" disabled={isBusy}>
          {row ? texts.entryForm.save : texts.entryForm.create(kind.singular)}
        </button>
        <button type="button" onClick={leave}>
          {texts.entryForm.cancel}
        </button>
      </p>
    </form>
  );
}

interface FieldsProps {
  readonly fields: readonly FormField[];
  readonly list: string;
  readonly scope: FieldScope;
  readonly values: Values;
  readonly enter: (name: string, value: Value) => void;
}

/** Shows the fields that are always visible, and all other fields in a collapsible section. */
function Fields({ fields, list, scope, values, enter }: FieldsProps) {
  const shownField = (field: FormField) => (
    <InputField
      key={field.name}
      {...{ field, scope, list, path: field.name }}
      value={values[field.name]!}
      change={(value) => enter(field.name, value)}
    />
  );
  const others = fields.filter(({ isFirst }) => !isFirst);
  return (
    <>
      <div class="fields">{fields.filter(({ isFirst }) => isFirst).map(shownField)}</div>
      {others.length > 0 && (
        <details>
          <summary>{texts.entryForm.moreFields}</summary>
          <div class="fields">{others.map(shownField)}</div>
        </details>
      )}
    </>
  );
}

/** Lists the inputs of the API that the form does not show, with the reasons. */
function LeftOut({ form, isNew }: { form: EntryFormProps['form']; isNew: boolean }) {
  const reasons = listLeftOutFields(form, isNew);
  if (reasons.length === 0) return null;
  return (
    <p class="quiet hint">
      {texts.entryForm.notInThisForm(reasons.map(([reason, labels]) => `${labels.join(', ')} (${reason})`).join('; '))}
    </p>
  );
}

function choicesAmong(parts: readonly FormPart[], rows: PartRows, name: string) {
  const part = parts.find((one) => one.name === name);
  const { singular } = kindOfList(name);
  return (rows[name] ?? []).map(
    (row, index) => [row.id, (part && partTitle(part, row)) || `${upperFirst(singular)} ${index + 1}`] as const,
  );
}

const addressesIn = (values: Values, rows: PartRows): readonly string[] =>
  [values, ...allRows(rows).map((row) => row.values)]
    .map(({ ipAddress }) => String(ipAddress ?? '').trim())
    .filter((text) => text !== '');

/**
 * The reasons why fields cannot be saved yet, by the path of the field. For example, the user has typed a search text,
 * but has not chosen a row.
 */
function useUnresolved() {
  const [unresolved, setUnresolved] = useState<Readonly<Record<string, string>>>({});
  const leaveOpen = (path: string, words: string | null) => setUnresolved((before) => withWords(before, path, words));
  const forget = (path: string) =>
    setUnresolved((before) =>
      Object.fromEntries(Object.entries(before).filter(([name]) => !name.startsWith(`${path}.`))),
    );
  return { unresolved, leaveOpen, forget };
}

function withWords(reasons: Readonly<Record<string, string>>, name: string, words: string | null) {
  const { [name]: before, ...others } = reasons;
  if ((before ?? null) === words) return reasons;
  return words === null ? others : { ...others, [name]: words };
}

/**
 * Moves the focus to the first field when the form opens. After a failed save, moves the focus to the first field with
 * an error or a conflict.
 */
function useFirstFocus(
  element: RefObject<HTMLFormElement | null>,
  refused: Refused | null,
  dispute: Dispute | null,
): void {
  // A layout effect runs before the user can type, so the focus does not jump while the user is typing.
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
