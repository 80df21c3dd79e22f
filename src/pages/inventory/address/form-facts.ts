// The forms of all kinds: descriptions from `form-descriptions.ts`, completed by facts from the schema.
import { formDocuments, formFacts } from '../../../generated/inventory-forms';
import type { Document } from '../../kit/ask';
import { labelOf } from '../texts';
import { formDescriptions, type PartDescription } from '../form-descriptions';

export interface FormField {
  /** Its path in the input: `members.serviceIds`. */
  readonly name: string;
  /** The name of a scalar or enum of the schema. */
  readonly type: string;
  readonly isList: boolean;
  /** Whether a new row must have a value. */
  readonly isRequired: boolean;
  /** Whether a stored row may have no value. */
  readonly isNullable: boolean;
  /** An empty value is sent as well: a text that may be empty, a list without members. */
  readonly isSentEmpty?: boolean;
  /** The order of the list means something. */
  readonly isOrdered?: boolean;
  /** Where a stored row has the value, if not under its name. */
  readonly stored?: string;
  /** Members of the list are sent as objects with this one field. */
  readonly wrappedIn?: string;
  /** The list whose rows it refers to. */
  readonly of?: string;
  /** The part of the same form whose rows it refers to. */
  readonly ofPart?: string;
  /** The filter that these rows have to match, and the field that gives the filter its value. */
  readonly within?: readonly [filter: string, field: string];
  /** Another field, and the values of it with which this one is there. */
  readonly shownWith?: readonly [field: string, ...values: string[]];
  /** The values that people choose among; a single one is not shown. */
  readonly choices?: readonly string[];
  /** It takes an address; this is the field of its subnet. */
  readonly addressIn?: string;
  readonly maxLength?: number;
  /** What it means, for people. */
  readonly hint: string;
  /** Whether the field is above the fold, where it is always visible. */
  readonly isFirst: boolean;
  readonly isCreated: boolean;
  readonly isUpdated: boolean;
}

/** Rows that are created together with a new row. */
export interface FormPart {
  /** Name of the input, which is the same as that of the list with these rows. */
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
  /** Name of the create mutation; null if there is none that a form can use. */
  readonly create: string | null;
  readonly update: string | null;
  readonly remove: string | null;
  readonly removeMany: string | null;
  readonly mostRemoved: number;
  /** Sentences that say what is deleted together with a row. */
  readonly effect: string;
  /** Whether creating a row that already exists returns the existing one. */
  readonly returnsExisting: boolean;
  readonly isTaggable: boolean;
  /** Whether a new row names its network. */
  readonly isOfNetwork: boolean;
  readonly fields: readonly FormField[];
  /** Parts that only a new row can be created with. */
  readonly parts: readonly FormPart[];
  readonly documents: FormDocuments;
}

const forms = new Map(
  (formFacts as readonly Omit<RowForm, 'documents'>[]).map((facts) => [
    facts.list,
    { ...facts, documents: formDocuments[facts.list] as FormDocuments },
  ]),
);

/** The form for a list; undefined if only discovery writes such rows. */
export const formOf = (list: string): RowForm | undefined => forms.get(list);
export const allForms: readonly RowForm[] = [...forms.values()];

/** Whether people enter the input of a new row; `ports.number` is one of a part. */
export function hasInput(list: string, name: string): boolean {
  const { fields = [], parts = [] } = formOf(list) ?? {};
  const [first = '', ...rest] = name.split('.');
  const part = parts.find((one) => one.name === first);
  if (part) return part.fields.some((field) => field.name === rest.join('.'));
  return fields.some((field) => field.isCreated && field.name === name && !isFixed(field));
}

/** There is nothing to choose. */
export const isFixed = ({ choices }: FormField): boolean => choices?.length === 1;

/** `hostId` → `Host`, `tagIds` → `Tags`. */
export const fieldLabel = (list: string, path: string): string =>
  formDescriptions[list]?.labels?.[path] ?? labelOf(path.split('.').at(-1)!.replace(/Ids$/, 's').replace(/Id$/, ''));

/** Fields that are empty at first when a row is cloned. */
export const notCloned = (list: string): readonly string[] => formDescriptions[list]?.notCloned ?? [];

/** What the form of a new row, or of a stored one, does not have: by reason, the labels of the fields. */
export function leftOutOf(
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
      for (const [name, reason] of Object.entries(inPart)) add(list, name, reason, `${labelOf(list)}: `);
      addParts(inside);
    }
  };
  if (isNew) addParts(parts);
  else for (const list of Object.keys(parts)) add(form.list, list, 'in their own forms, from the page of the row');
  return [...byReason];
}
