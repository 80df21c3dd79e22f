// The form fields for the settings of a credential, except SNMP. The API's metadata describe the fields of each type of
// credential.
import { PeopleCredentialTypesDocument, type CredentialType } from '../../../generated/people-operations';
import { ask, useAsked } from '../../kit/asking';
import { Check, Field, readText, TextArea } from '../../kit/sections/form';
import { texts } from './texts';

interface SettingField {
  readonly name: string;
  readonly kind: 'integer' | 'flag' | 'text' | 'address' | 'script' | 'secret' | 'content';
  readonly label: string;
  readonly description: string;
  readonly is_required: boolean;
  readonly is_multiline?: boolean;
  readonly default?: string | number;
  readonly min?: number;
  readonly max?: number;
}
export interface CredentialKind {
  readonly fields: readonly SettingField[];
  readonly isForNetworks: boolean;
}
export type CredentialKinds = ReadonlyMap<string, CredentialKind>;
type Settings = Readonly<Record<string, unknown>>;

export function useCredentialKinds(): CredentialKinds | undefined {
  const { data } = useAsked(() => ask(PeopleCredentialTypesDocument, {}));
  return data && new Map(data.metadata.credentialTypes.map(({ value, metadata }) => [value, toKind(metadata)]));
}

function toKind(metadata: unknown): CredentialKind {
  const { fields, is_for_networks: isForNetworks } = metadata as {
    readonly fields: readonly SettingField[];
    readonly is_for_networks: boolean;
  };
  return { fields, isForNetworks };
}

/** Stored secrets are never shown. An empty secret field is not sent, so that an update keeps the stored value. */
export function settingsIn(type: CredentialType, { fields }: CredentialKind, values: FormData): Settings {
  const entries = fields.flatMap(({ name, kind }): [string, unknown][] => {
    const text = readText(values, name);
    if (kind === 'flag') return [[name, values.has(name)]];
    if (kind === 'secret' || kind === 'content') return text === '' ? [] : [[name, { mode: 'Inline', value: text }]];
    if (text === '') return [[name, null]];
    return [[name, kind === 'integer' ? Number(text) : text]];
  });
  return { type, ...Object.fromEntries(entries) };
}

/**
 * The form fields for a type of credential. `stored` contains the settings of the stored credential; undefined for a
 * new credential.
 */
export function SettingInputs({ kind, stored }: { kind: CredentialKind; stored?: Settings }) {
  return (
    <>
      {kind.fields.map((field) => (
        <SettingInput key={field.name} field={field} value={stored?.[field.name]} isNew={!stored} />
      ))}
    </>
  );
}

function SettingInput({ field, value, isNew }: { field: SettingField; value: unknown; isNew: boolean }) {
  const { name, kind, label, description: hint, is_required: isRequired } = field;
  if (kind === 'flag') return <Check name={name} label={label} isChecked={value === true} />;
  const isKept = kind === 'secret' || kind === 'content';
  const initialText = isKept ? '' : shownText(value ?? (isNew ? field.default : undefined));
  const common = { name, label, hint, required: isRequired && (isNew || !isKept), defaultValue: initialText };
  const file = filePath(value);
  const hinted = file === undefined ? common : { ...common, hint: texts.credentials.fileHint(file) };
  if (kind === 'script' || kind === 'content' || field.is_multiline)
    return <TextArea {...hinted} maxLength={field.max ?? 0} />;
  if (kind === 'integer')
    return <Field {...hinted} type="number" inputMode="numeric" min={field.min ?? 0} max={field.max ?? 0} />;
  // `new-password` prevents browsers from filling in the user's own password.
  const secret = kind === 'secret' ? ({ type: 'password', autocomplete: 'new-password' } as const) : {};
  return <Field {...hinted} {...secret} maxLength={field.max ?? 0} />;
}

const shownText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

function filePath(value: unknown): string | undefined {
  const path = typeof value === 'object' && value !== null && 'path' in value ? value.path : undefined;
  return typeof path === 'string' ? path : undefined;
}
