// The forms of all kinds of rows: the descriptions in `form-descriptions.ts`, completed by facts from the schema.
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
  /** Whether the field must have a value when a row is created. */
  readonly isRequired: boolean;
  /** Whether the field of a stored row may be empty. */
  readonly isNullable: boolean;
  /** Whether an empty value is sent to the API, for texts that may be empty and lists that may have no members. */
  readonly isSentEmpty?: boolean;
  /** Whether the order of the list's items matters. */
  readonly isOrdered?: boolean;
  /** The path of the value in a stored row, if it differs from the path in the input. */
  readonly stored?: string;
  /**
   * The name of the only field of the objects that are sent for the list's members. Undefined if members are sent as
   * plain values.
   */
  readonly wrappedIn?: string;
  /** The name of the list whose rows the field refers to by id; absent if the field refers to no rows. */
  readonly of?: string;
  /** The name of the part of the same form whose rows the field refers to. */
  readonly ofPart?: string;
  /** The filter that the rows to choose from must match, and the name of the form field whose value the filter has. */
  readonly within?: readonly [filter: string, field: string];
  /** The name of another field, and those of its values with which this field is shown. */
  readonly shownWith?: readonly [field: string, ...values: string[]];
  /** The values from which the user chooses. A field with a single value is not shown. */
  readonly choices?: readonly string[];
  /** Set if the field takes an IP address: the name of the field with the address's subnet. */
  readonly addressIn?: string;
  readonly maxLength?: number;
  /** The meaning of the field, as shown to the user. */
  readonly hint: string;
  /** Whether the field is always visible. Other fields are in a collapsible section. */
  readonly isFirst: boolean;
  readonly isCreated: boolean;
  readonly isUpdated: boolean;
}

/** Rows that are created together with a new row, such as the ports of a host. */
export interface FormPart {
  /** Name of the input for the rows of the part, such as `ports`. The list of the rows has the same name. */
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
  /**
   * Name of the mutation that creates a row; null if the API has none that a form can use. The next three members name
   * the mutations that update a row, delete a row and delete many rows.
   */
  readonly create: string | null;
  readonly update: string | null;
  readonly remove: string | null;
  readonly removeMany: string | null;
  readonly mostRemoved: number;
  /** Sentences that say what is deleted together with a row. */
  readonly effect: string;
  /** Whether a create mutation for a row that already exists returns the existing row. */
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

/** The form for the rows of a list; undefined if only discovery writes such rows. */
export const findForm = (list: string): RowForm | undefined => forms.get(list);
export const allForms: readonly RowForm[] = [...forms.values()];

/** Whether the form for a new row has this input. `ports.number` is the input `number` of the part `ports`. */
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

/** Names of the fields that are empty at first when a row of the list is cloned. */
export const notCloned = (list: string): readonly string[] => formDescriptions[list]?.notCloned ?? [];

/** The labels of the fields that the form for a new or stored row omits, grouped by the reason. */
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
