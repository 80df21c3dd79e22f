// The forms of all kinds: descriptions from `form-descriptions.ts`, completed by facts from the schema.
import { formDocuments, formFacts } from '../../../generated/inventory-forms';
import type { Document } from '../../kit/ask';
import { labelOf } from '../texts';
import { formDescriptions } from '../form-descriptions';

export interface FormField {
  readonly name: string;
  /** The name of a scalar or enum of the schema. */
  readonly type: string;
  readonly isList: boolean;
  /** Whether a new row must have a value. */
  readonly isRequired: boolean;
  /** Whether a stored row may have no value. */
  readonly isNullable: boolean;
  /** The list whose rows it refers to. */
  readonly of?: string;
  readonly maxLength?: number;
  /** What the schema says of it. */
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

/** Whether new rows of the list have the input. */
export const hasInput = (list: string, name: string): boolean =>
  formOf(list)?.fields.some((field) => field.isCreated && field.name === name) ?? false;

/** `hostId` → `Host`, `tagIds` → `Tags`. */
export const fieldLabel = (list: string, name: string): string =>
  formDescriptions[list]?.labels?.[name] ?? labelOf(name.replace(/Ids$/, 's').replace(/Id$/, ''));

/** Fields that are empty at first when a row is cloned. */
export const notCloned = (list: string): readonly string[] => formDescriptions[list]?.notCloned ?? [];

/** Whether the rows that a reference offers are those of the form's host. */
export const isOfSameHost = (list: string, name: string): boolean =>
  formDescriptions[list]?.ofSameHost?.includes(name) ?? false;
