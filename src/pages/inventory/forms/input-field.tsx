// One field of a form: the control for its type, what the schema says of it, and why it was refused.
import { formEnums } from '../../../generated/inventory-forms';
import { kindOfList } from '../address/kinds-by-list';
import { enumWords } from '../texts';
import { fieldLabel, isOfSameHost, type FormField } from '../address/form-facts';
import { isCheck, type Value } from './form-values';
import { ReferenceInput } from './reference-input';

interface InputFieldProps {
  /** The list in whose table the field's label is defined. */
  readonly list: string;
  readonly field: FormField;
  /** The name of the field, or its path in a part. */
  readonly path: string;
  readonly networkId: string;
  /** The host that the form names; empty: none. */
  readonly hostId: string;
  readonly value: Value;
  /** Why it was refused; null: it was not. */
  readonly words: string | null;
  readonly change: (value: Value) => void;
  /** A text that names no row yet; null: there is none. */
  readonly leaveOpen: (text: string | null) => void;
}

/** Text fields whose maximum length is greater are shown with several lines. */
const oneLine = 255;

export function InputField({ list, field, path, networkId, hostId, value, words, change, leaveOpen }: InputFieldProps) {
  const id = `field-${path.replaceAll('.', '-')}`;
  const label = fieldLabel(list, field.name);
  const hint = field.isList && !field.of ? [field.hint, 'One on each line.'].filter(Boolean).join(' ') : field.hint;
  const described = [hint && `${id}-hint`, words !== null && `${id}-problem`].filter(Boolean).join(' ');
  const aria = {
    ...(described && { 'aria-describedby': described }),
    ...(words !== null && { 'aria-invalid': true as const }),
    ...(field.isRequired && { 'aria-required': true as const }),
  };
  const notes = (
    <>
      {hint && (
        <span class="quiet hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {words !== null && (
        <span class="at-field" id={`${id}-problem`} role="alert">
          {words}
        </span>
      )}
    </>
  );
  if (isCheck(field))
    return (
      <div class="field">
        <label class="check">
          <input
            type="checkbox"
            id={id}
            checked={value === 'true'}
            onChange={({ currentTarget }) => change(String(currentTarget.checked))}
            {...aria}
          />{' '}
          <span>{label}</span>
        </label>
        {notes}
      </div>
    );
  return (
    <div class="field">
      <label for={id}>
        {label}
        {field.isRequired && <span class="quiet"> (required)</span>}
      </label>
      {field.of === undefined ? (
        <Control id={id} field={field} value={value} change={change} aria={aria} />
      ) : (
        <ReferenceInput
          {...{ id, label, networkId, value, change, leaveOpen, aria }}
          kind={kindOfList(field.of)}
          isList={field.isList}
          hostId={isOfSameHost(list, field.name) ? hostId : ''}
        />
      )}
      {notes}
    </div>
  );
}

interface ControlProps {
  readonly id: string;
  readonly field: FormField;
  readonly value: Value;
  readonly change: (value: Value) => void;
  readonly aria: object;
}

function Control({ id, field, value, change, aria }: ControlProps) {
  if (typeof value !== 'string')
    return (
      <textarea
        id={id}
        rows={4}
        value={value.join('\n')}
        onInput={({ currentTarget }) => change(currentTarget.value === '' ? [] : currentTarget.value.split('\n'))}
        {...aria}
      />
    );
  const options = optionsOf(field);
  if (options)
    return (
      <select id={id} value={value} onChange={({ currentTarget }) => change(currentTarget.value)} {...aria}>
        {(field.isNullable || !field.isRequired || value === '') && (
          <option value="">{field.isRequired ? 'Choose' : ''}</option>
        )}
        {options.map(([option, words]) => (
          <option key={option} value={option}>
            {words}
          </option>
        ))}
      </select>
    );
  if ((field.maxLength ?? 0) > oneLine)
    return (
      <textarea id={id} rows={3} value={value} onInput={({ currentTarget }) => change(currentTarget.value)} {...aria} />
    );
  const isNumber = field.type === 'Int' || field.type === 'BigInt';
  return (
    <input
      id={id}
      type="text"
      autocomplete="off"
      inputMode={isNumber ? 'numeric' : 'text'}
      value={value}
      onInput={({ currentTarget }) => change(currentTarget.value)}
      {...aria}
    />
  );
}

function optionsOf({ type }: FormField): readonly (readonly [value: string, words: string])[] | undefined {
  if (type === 'Boolean')
    return [
      ['true', 'Yes'],
      ['false', 'No'],
    ];
  return formEnums[type]?.map((value) => [value, enumWords(value)] as const);
}
