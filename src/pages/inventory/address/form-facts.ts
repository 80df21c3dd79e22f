// The forms of the kinds as the pages use them: what their descriptions say, and what follows from the schema.
import { formDocuments, formFacts } from '../../../generated/inventory-forms';
import type { Document } from '../../kit/ask';
import { labelOf } from '../texts';
import { formDescriptions } from '../form-descriptions';

export interface FormField {
  readonly name: string;
  /** A scalar or an enum of the schema. */
  readonly type: string;
  readonly isList: boolean;
  /** A new row must have it. */
  readonly isRequired: boolean;
  /** Stored rows may have none. */
  readonly isNullable: boolean;
  /** The list whose rows it refers to. */
  readonly of?: string;
  readonly maxLength?: number;
  /** What the schema says of it. */
  readonly hint: string;
  /** Stands above the fold. */
  readonly isFirst: boolean;
  readonly isCreated: boolean;
  readonly isUpdated: boolean;
}

/** Rows that are made with a new row. */
export interface FormPart {
  /** The input, which is named like the list of its rows. */
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
  /** Names of the mutations; null: there is none that a form can send. */
  readonly create: string | null;
  readonly update: string | null;
  readonly remove: string | null;
  readonly removeMany: string | null;
  readonly mostRemoved: number;
  /** What is deleted with a row, in sentences. */
  readonly effect: string;
  /** A row that is there already is the answer to a new one. */
  readonly returnsExisting: boolean;
  readonly isTaggable: boolean;
  /** New rows name their network. */
  readonly isOfNetwork: boolean;
  readonly fields: readonly FormField[];
  /** Of new rows alone. */
  readonly parts: readonly FormPart[];
  readonly documents: FormDocuments;
}

const forms = new Map(
  (formFacts as readonly Omit<RowForm, 'documents'>[]).map((facts) => [
    facts.list,
    { ...facts, documents: formDocuments[facts.list] as FormDocuments },
  ]),
);

/** Undefined: only discovery writes such rows. */
export const formOf = (list: string): RowForm | undefined => forms.get(list);
export const allForms: readonly RowForm[] = [...forms.values()];

/** Whether new rows of the list have the input. */
export const hasInput = (list: string, name: string): boolean =>
  formOf(list)?.fields.some((field) => field.isCreated && field.name === name) ?? false;

/** `hostId` → `Host`, `tagIds` → `Tags`. */
export const fieldLabel = (list: string, name: string): string =>
  formDescriptions[list]?.labels?.[name] ?? labelOf(name.replace(/Ids$/, 's').replace(/Id$/, ''));

/** Fields that a clone begins without. */
export const notCloned = (list: string): readonly string[] => formDescriptions[list]?.notCloned ?? [];

/** Whether the rows that a reference offers are those of the form's host. */
export const isOfSameHost = (list: string, name: string): boolean =>
  formDescriptions[list]?.ofSameHost?.includes(name) ?? false;
