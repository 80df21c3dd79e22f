// Forms and their fields. An error about a field is shown next to the field, which gets the focus. All other errors are
// shown above the button.
import { createContext, type ComponentChildren } from 'preact';
import { useContext, useEffect, useId, useRef, useState } from 'preact/hooks';
import { Refusal } from '../ask';
import { errorText, sendForm } from '../asking';
import { keepForm } from '../entries';
import { instantAttributes } from '../instants/instant-words';
import { SignInAgain } from '../words/sign-in-again';

interface Refused {
  /** Name of the form field that the error is about; undefined if the error is about no field of the form. */
  readonly field: string | undefined;
  readonly words: string;
  /** Whether the session has ended, so that the user must sign in before the form can be sent. */
  readonly isSignedOut: boolean;
}
const RefusedContext = createContext<Refused | null>(null);

/** A normalized field name, so that `current_password`, `currentPassword` and `input.currentPassword` are equal. */
const plain = (field: string) => field.split('.').at(-1)!.replaceAll('_', '').toLowerCase();

const fieldsOfCodes: Readonly<Record<string, string>> = {
  auth_password_invalid: 'current_password',
  auth_second_factor_invalid: 'code',
  // A row with the same name exists, so the error belongs to the field `name`.
  entity_already_exists: 'name',
};

function fieldOf(error: unknown, form: HTMLFormElement): string | undefined {
  if (!(error instanceof Refusal)) return undefined;
  const fieldName = error.field ?? fieldsOfCodes[error.code];
  if (fieldName === undefined) return undefined;
  const names = [...form.elements].map((element) => (element as HTMLInputElement).name);
  return names.find((name) => name && plain(name) === plain(fieldName));
}

interface FormProps {
  readonly button: string;
  /** Label for screen readers; needed if the button's text is not clear by itself. */
  readonly label?: string;
  readonly isDangerous?: boolean;
  /** Sends the values of the form. When the returned promise resolves, the form is reset. */
  readonly send: (values: FormData) => Promise<unknown>;
  readonly children: ComponentChildren;
}

export function Form({ button, label, isDangerous = false, send, children }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [refused, setRefused] = useState<Refused | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isEntered = useRef(false);
  useEffect(() => keepForm(() => isEntered.current), []);
  useEffect(() => {
    const control = refused?.field && form.current?.elements.namedItem(refused.field);
    const first = control instanceof RadioNodeList ? control[0] : control;
    if (first instanceof HTMLElement) first.focus();
  }, [refused]);
  const submit = async (event: Event) => {
    event.preventDefault();
    if (isBusy || !form.current) return;
    setBusy(true);
    setRefused(null);
    try {
      const values = new FormData(form.current);
      await sendForm(() => send(values));
      isEntered.current = false;
      form.current?.reset();
    } catch (error) {
      if (!form.current) return;
      const isSignedOut = error instanceof Refusal && error.isSignedOut;
      setRefused({ field: fieldOf(error, form.current), words: errorText(error), isSignedOut });
    } finally {
      setBusy(false);
    }
  };
  return (
    <RefusedContext.Provider value={refused}>
      <form
        ref={form}
        aria-label={label ?? button}
        onInput={() => (isEntered.current = true)}
        onSubmit={(event) => void submit(event)}
      >
        {children}
        <div role="alert">
          {refused && !refused.field && <p class="problem">{refused.isSignedOut ? <SignInAgain /> : refused.words}</p>}
        </div>
        <p>
          <button type="submit" class={isDangerous ? 'danger' : 'main'} disabled={isBusy}>
            {button}
          </button>
        </p>
      </form>
    </RefusedContext.Provider>
  );
}

/** Builds a field's hint and error message, with the ARIA attributes that let screen readers announce them. */
export function useHints(name: string, hint: ComponentChildren) {
  const refused = useContext(RefusedContext);
  const id = useId();
  const isRefused = refused?.field === name;
  const described = [hint && `${id}-hint`, isRefused && `${id}-problem`].filter(Boolean).join(' ');
  return {
    isRefused,
    aria: {
      ...(described && { 'aria-describedby': described }),
      ...(isRefused && { 'aria-invalid': true }),
    },
    hints: (
      <>
        {hint && (
          <span class="quiet hint" id={`${id}-hint`}>
            {hint}
          </span>
        )}
        {isRefused && (
          <span class="at-field" id={`${id}-problem`} role="alert">
            {refused.words}
          </span>
        )}
      </>
    ),
  };
}

export interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: ComponentChildren;
}

interface InputProps {
  readonly type?: 'text' | 'password' | 'email' | 'number' | 'date' | 'time' | 'datetime-local';
  readonly autocomplete?: 'off' | 'email' | 'current-password' | 'new-password' | 'one-time-code';
  readonly inputMode?: 'numeric';
  readonly required?: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly min?: number;
  readonly max?: number;
  readonly spellcheck?: boolean;
  readonly defaultValue?: string;
}

export function Field({ name, label, hint, type = 'text', autocomplete = 'off', ...input }: FieldProps & InputProps) {
  const { aria, hints } = useHints(name, hint);
  const id = useId();
  // The allowed attributes depend on the input's type, which Preact's types cannot express.
  const attributes: object = { type, autocomplete, ...input, ...(type === 'datetime-local' && instantAttributes) };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input id={id} name={name} {...attributes} {...aria} />
      {hints}
    </div>
  );
}

interface TextAreaProps extends FieldProps {
  readonly required?: boolean;
  readonly maxLength: number;
  readonly defaultValue: string;
  readonly rows?: number;
}

/** A field for a text of several lines. */
export function TextArea({ name, label, hint, ...input }: TextAreaProps) {
  const { aria, hints } = useHints(name, hint);
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <textarea id={id} name={name} rows={4} spellcheck={false} autocomplete="off" {...input} {...aria} />
      {hints}
    </div>
  );
}

export function Choice({
  name,
  label,
  hint,
  options,
  initial,
  value,
  onChange,
}: FieldProps & {
  /** The value of the initially selected option; by default, the first option is selected. */
  readonly initial?: string;
  readonly options: readonly (readonly [value: string, words: string])[];
  readonly value?: string;
  readonly onChange?: (value: string) => void;
}) {
  const { aria, hints } = useHints(name, hint);
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        name={name}
        {...(value !== undefined && { value })}
        {...(onChange && { onChange: ({ currentTarget }) => onChange(currentTarget.value) })}
        {...aria}
      >
        {options.map(([option, text]) => (
          <option key={option} value={option} selected={option === initial}>
            {text}
          </option>
        ))}
      </select>
      {hints}
    </div>
  );
}

export function Check({ name, label, isChecked = false }: FieldProps & { readonly isChecked?: boolean }) {
  return (
    <label class="check">
      <input type="checkbox" name={name} defaultChecked={isChecked} /> <span>{label}</span>
    </label>
  );
}

export const readText = (values: FormData, name: string): string => String(values.get(name) ?? '');
export const readTexts = (values: FormData, name: string): string[] => values.getAll(name).map(String);

/** Options for the number of days until a key or link expires. An empty text means never. */
export const lifetimes = [
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', 'a year'],
  ['', 'until it is deleted'],
] as const;
export const readExpiry = (days: string): string | null =>
  days === '' ? null : new Date(Date.now() + Number(days) * 86_400_000).toISOString();
