// One field of a form: its label, the control for its type, a hint, and the API's error about its value.
import { formEnums } from '../../../generated/inventory-forms';
import { fieldLabel, type FormField } from '../address/form-facts';
import { kindOfList } from '../address/kinds-by-list';
import { enumWords } from '../texts';
import { AddressInput } from './address-input';
import type { FieldScope } from './field-scope';
import { isCheck, type Value } from './form-values';
import { InstantControl } from './instant-control';
import { ReferenceInput } from './reference-input';
import { SoftwareInput } from './software-input';
import { texts } from './texts';

interface InputFieldProps {
  readonly list: string;
  readonly field: FormField;
  readonly path: string;
  readonly scope: FieldScope;
  readonly value: Value;
  readonly change: (value: Value) => void;
}

/** A text field with at most this many characters has one line; a field for longer texts has several lines. */
const oneLine = 255;
const unresolved = texts.inputField.chooseOne;
const unfinished = texts.inputField.enterAWholeDate;

export function InputField({ list, field, path, scope, value, change }: InputFieldProps) {
  const id = `field-${path.replaceAll('.', '-')}`;
  const label = fieldLabel(list, field.name);
  const words = scope.refused?.field === path ? scope.refused.words : null;
  const hint =
    field.isList && !field.of ? [field.hint, texts.inputField.oneOnEachLine].filter(Boolean).join(' ') : field.hint;
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
        {field.isRequired && <span class="quiet"> {texts.inputField.required}</span>}
      </label>
      {field.of === undefined ? (
        <Control {...{ id, field, path, scope, value, change, aria }} />
      ) : (
        <ReferenceInput
          {...{ id, label, value, change, aria }}
          kind={kindOfList(field.of)}
          networkId={scope.networkId}
          isList={field.isList}
          isOrdered={field.isOrdered === true}
          clauses={clausesOf(field, scope)}
          leaveOpen={(text) => scope.leaveOpen(path, text === null ? null : unresolved)}
        />
      )}
      {notes}
    </div>
  );
}

function clausesOf({ within }: FormField, { valueOf }: FieldScope) {
  const [filter = '', other = ''] = within ?? [];
  const value = valueOf(other);
  return value === '' ? [] : [{ path: filter, values: [value] }];
}

interface ControlProps {
  readonly id: string;
  readonly field: FormField;
  readonly path: string;
  readonly scope: FieldScope;
  readonly value: Value;
  readonly change: (value: Value) => void;
  readonly aria: object;
}

function Control({ id, field, path, scope, value, change, aria }: ControlProps) {
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
  const options = optionsOf(field, scope, value);
  if (options)
    return (
      <select id={id} value={value} onChange={({ currentTarget }) => change(currentTarget.value)} {...aria}>
        {(field.isNullable || !field.isRequired || value === '') && (
          <option value="">{field.isRequired ? texts.inputField.choose : ''}</option>
        )}
        {options.map(([option, words]) => (
          <option key={option} value={option}>
            {words}
          </option>
        ))}
      </select>
    );
  if (field.addressIn !== undefined)
    return <AddressInput {...{ id, value, scope, change, aria }} subnetId={scope.valueOf(field.addressIn)} />;
  if (field.name === 'serviceDefinition') return <SoftwareInput {...{ id, value, change, aria }} />;
  if (field.type === 'DateTime')
    return (
      <InstantControl
        {...{ id, value, change, aria }}
        leaveOpen={(isOpen) => scope.leaveOpen(path, isOpen ? unfinished : null)}
      />
    );
  if (field.type === 'JSON' || (field.maxLength ?? 0) > oneLine)
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

type Options = readonly (readonly [value: string, words: string])[];

function optionsOf({ type, choices, ofPart }: FormField, scope: FieldScope, value: string): Options | undefined {
  if (ofPart !== undefined) return scope.rowsOf(ofPart);
  if (type === 'Boolean')
    return [
      ['true', texts.inputField.yes],
      ['false', texts.inputField.no],
    ];
  const values = choices ?? formEnums[type];
  // An old row may have a value that users can no longer choose. It is offered too, so that saving does not change it.
  const offeredValues = value === '' || values?.includes(value) ? values : [...(values ?? []), value];
  return formEnums[type] && offeredValues?.map((one) => [one, enumWords(one)] as const);
}
