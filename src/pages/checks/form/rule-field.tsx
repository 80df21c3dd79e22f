// A form field for one parameter of a check, or for one property by which its hosts are selected. The input control
// depends on the type of the value.
import { localText } from '../../kit/instants/instant-words';
import { Checks } from '../../kit/sections/checks';
import { Choice, Field, TextArea } from '../../kit/sections/form';
import { formExamples } from '../form-hints';
import { texts } from '../texts';
import type { FormField } from './form-facts';
import { RowInput } from './row-input';
import { storedName } from './rule-values';
import type { Names } from './use-names';
import { labelOf, valueWords } from './words';

interface RuleFieldProps {
  readonly field: FormField;
  readonly prefix: string;
  readonly stored: readonly string[];
  readonly names: Names;
}

const mostRows = 1_000;
/** A text field that allows at least this many characters is shown with several lines. */
const longText = 1_000;

export function RuleField({ field, prefix, stored, names }: RuleFieldProps) {
  const { path, type, isList, isRequired, optionalIn, of, options = [], min, max, most, maxLength, hint } = field;
  const common = { name: `${prefix}.${path}`, label: labelOf(field), hint };
  const [first = ''] = stored;
  if (of)
    return (
      <RowInput
        {...common}
        kind={of}
        isList={isList}
        most={most ?? mostRows}
        initial={stored.map((id) => ({ id, title: names.get(id) ?? texts.rows.noName }))}
      />
    );
  if (type === 'Choice' && isList)
    return (
      <Checks
        {...common}
        options={options.map((value) => ({ id: value, name: valueWords(value) }))}
        selectedIds={stored}
      />
    );
  if (type === 'Choice') {
    const hasAny = !isRequired && optionalIn === undefined;
    const all = options.map((value) => [value, valueWords(value)] as const);
    return (
      <Choice {...common} options={hasAny ? [['', texts.form.anyValue], ...all] : all} initial={first || options[0]!} />
    );
  }
  if (type === 'Text' && maxLength !== undefined && maxLength >= longText)
    return (
      <div class="code-field">
        <TextArea {...common} maxLength={maxLength} defaultValue={first || (formExamples[path] ?? '')} rows={8} />
      </div>
    );
  if (type === 'Instant')
    return (
      <>
        {first !== '' && <input type="hidden" name={storedName(common.name)} value={first} />}
        <Field
          {...common}
          type="datetime-local"
          required={isRequired}
          defaultValue={first === '' ? '' : localText(first)}
        />
      </>
    );
  const types = { Int: 'number', Text: 'text' } as const;
  return (
    <Field
      {...common}
      type={types[type as keyof typeof types]}
      required={isRequired}
      defaultValue={first}
      {...(min !== undefined && { min })}
      {...(max !== undefined && { max })}
      {...(maxLength !== undefined && { maxLength })}
    />
  );
}
