// The forms of all kinds of rows: the descriptions in `form-descriptions.ts`, completed with properties from the
// schema.
import { formDocuments, formFacts } from '../../../generated/inventory-forms';
import type { Document } from '../../kit/ask';
import { toLabel } from '../texts';
import { formDescriptions, type PartDescription } from '../form-descriptions';

export interface FormField {
  /** The field's path in the input, such as `members.serviceIds`. */
  readonly name: string;
  /** The name of the field's scalar or enum type in the schema. */
  readonly type: string;
  readonly isList: boolean;
  /** Whether the create mutation requires a value for the field. */
  readonly isRequired: boolean;
  /** Whether the field may be null in a stored row. */
  readonly isNullable: boolean;
  /**
   * Whether the form sends an empty value to the API as an empty text or list, instead of omitting the field or sending
   * null.
   */
  readonly isSentEmpty?: boolean;
  /** Whether the order of the list's items matters. */
  readonly isOrdered?: boolean;
  /** The path of the value in a stored row; undefined if the path equals `name`. */
  readonly stored?: string;
  /** For a list that the API takes as objects with one field, such as `[{ id }]`: the name of that field. */
  readonly wrappedIn?: string;
  /** For a field that contains ids of rows: the name of the API list with these rows, such as `hosts`. */
  readonly of?: string;
  /** For a field that refers to rows of the same unsaved form, such as a service's port: the name of that form part. */
  readonly ofPart?: string;
  /**
   * Narrows the rows offered for selection: the API filter to use, and the form field that supplies the filter's value.
   */
  readonly within?: readonly [filter: string, field: string];
  /**
   * The field is shown only while another field has one of these values. The first item is the name of the other field.
   */
  readonly shownWith?: readonly [field: string, ...values: string[]];
  /** The values from which the user chooses. A field with a single value is not shown. */
  readonly choices?: readonly string[];
  /** For a field that takes an IP address: the name of the form field that contains the address's subnet. */
  readonly addressIn?: string;
  readonly maxLength?: number;
  /** The meaning of the field, as shown to the user. */
  readonly hint: string;
  /** Whether the field is always visible. Fields without this mark are in a collapsible section. */
  readonly isFirst: boolean;
  readonly isCreated: boolean;
  readonly isUpdated: boolean;
}

/** Rows that are created together with a new row, such as the ports of a host. */
export interface FormPart {
  readonly name: string;
  readonly fields: readonly FormField[];
  readonly parts: readonly FormPart[];
}

export type StoredRow = Readonly<Record<string, unknown>> & { readonly id: string; readonly updatedAt: string };
type WrittenRow = Readonly<Record<string, unknown>> & { readonly id: string };

export interface FormDocuments {
  readonly stored: Document<{ readonly one: StoredRow }, { readonly id: string }>;
  readonly create: Document<{ readonly written: WrittenRow }, { readonly input: object }>;
  readonly update: Document<{ readonly written: WrittenRow }, { readonly id: string; readonly input: object }>;
  readonly remove: Document<{ readonly deletedId: string }, { readonly id: string }>;
  readonly removeMany: Document<
    { readonly result: { readonly requestedCount: number; readonly deletedCount: number } },
    { readonly ids: readonly string[] }
  >;
}

export interface RowForm {
  readonly list: string;
  readonly type: string;
  readonly create: string | null;
  readonly update: string | null;
  readonly remove: string | null;
  readonly removeMany: string | null;
  readonly mostRemoved: number;
  /** Explains to the user which rows are deleted together with a row. */
  readonly effect: string;
  /** Whether the create mutation returns the existing row, if a row with the same key already exists. */
  readonly returnsExisting: boolean;
  readonly isTaggable: boolean;
  /** Whether the input of a new row contains the id of a network. */
  readonly isOfNetwork: boolean;
  readonly fields: readonly FormField[];
  /** Rows of other kinds that can only be created together with a new row. */
  readonly parts: readonly FormPart[];
  readonly documents: FormDocuments;
}

const forms = new Map(
  (formFacts as readonly Omit<RowForm, 'documents'>[]).map((facts) => [
    facts.list,
    { ...facts, documents: formDocuments[facts.list] as FormDocuments },
  ]),
);

/** The form for the rows of a list; undefined if users cannot write such rows. */
export const findForm = (list: string): RowForm | undefined => forms.get(list);
export const allForms: readonly RowForm[] = [...forms.values()];

/**
 * Whether the form for a new row has this input. `ports.number` means the input `number` in the form's section for
 * ports.
 */
export function hasInput(list: string, name: string): boolean {
  const { fields = [], parts = [] } = findForm(list) ?? {};
  const [first = '', ...rest] = name.split('.');
  const part = parts.find((one) => one.name === first);
  if (part) return part.fields.some((field) => field.name === rest.join('.'));
  return fields.some((field) => field.isCreated && field.name === name && !isFixed(field));
}

/** Whether the field has a single possible value, so that there is nothing to choose. */
export const isFixed = ({ choices }: FormField): boolean => choices?.length === 1;

/** The label of a form field: `hostId` becomes `Host`, `tagIds` becomes `Tags`. */
export const fieldLabel = (list: string, path: string): string =>
  formDescriptions[list]?.labels?.[path] ?? toLabel(path.split('.').at(-1)!.replace(/Ids$/, 's').replace(/Id$/, ''));

/** Names of the fields that stay empty when a row is cloned, such as a MAC address. */
export const notCloned = (list: string): readonly string[] => formDescriptions[list]?.notCloned ?? [];

/** The labels of the fields that the form does not show, grouped by the reason why they are left out. */
export function listLeftOutFields(
  form: RowForm,
  isNew: boolean,
): readonly (readonly [reason: string, labels: readonly string[]])[] {
  const { leftOut = {}, parts = {} } = formDescriptions[form.list] ?? {};
  const byReason = new Map<string, string[]>();
  const add = (list: string, name: string, reason: string, prefix = '') =>
    byReason.set(reason, [...(byReason.get(reason) ?? []), prefix + fieldLabel(list, name)]);
  for (const [name, reason] of Object.entries(leftOut)) add(form.list, name, reason);
  const addParts = (of: Readonly<Record<string, PartDescription>>) => {
    for (const [list, { leftOut: inPart = {}, parts: inside = {} }] of Object.entries(of)) {
      for (const [name, reason] of Object.entries(inPart)) add(list, name, reason, `${toLabel(list)}: `);
      addParts(inside);
    }
  };
  if (isNew) addParts(parts);
  else for (const list of Object.keys(parts)) add(form.list, list, 'in their own forms, from the page of the row');
  return [...byReason];
}
