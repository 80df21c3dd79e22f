// The kinds as the pages use them: what their descriptions say, and what follows from the schema.
import { kindDocuments, kindFacts } from '../../../generated/inventory-kinds';
import type { InventoryRevisionsFragment } from '../../../generated/inventory-operations';
import type { Document } from '../../kit/ask';
import { kindDescriptions, type KindDescription } from '../kinds';

export type Shape =
  | 'String'
  | 'Int'
  | 'Float'
  | 'BigInt'
  | 'Boolean'
  | 'DateTime'
  | 'UUID'
  | 'ID'
  | 'Enum'
  | 'Row'
  | 'Rows'
  | 'PlainRows'
  | 'Object'
  | 'Objects';

export interface Field {
  readonly name: string;
  readonly shape: Shape;
  readonly isColumn: boolean;
  /** The type of the rows that it leads to. */
  readonly of?: string;
  /** What names these. */
  readonly title?: readonly string[];
  /** The order by this field; null: none. */
  readonly order: string | null;
}

export type Row = Readonly<Record<string, unknown>> & { readonly id: string };

export interface ListVariables {
  readonly networkId?: string;
  readonly first: number;
  readonly after: string | null;
  readonly filter: object | null;
  readonly orderBy: readonly object[] | null;
  readonly withTotal: boolean;
}
export interface ListAnswer {
  readonly list: {
    readonly totalCount?: number;
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
    readonly nodes: readonly Row[];
  };
}

export type RevisionPage = InventoryRevisionsFragment;
interface RevisionVariables {
  readonly id: string;
  readonly first: number;
  readonly after: string | null;
}

export interface Kind extends KindDescription {
  /** Its name in addresses. */
  readonly slug: string;
  readonly type: string;
  readonly hasPast: boolean;
  /** Its name among the kinds whose history the API gives by id, deleted rows included; null: it is none of them. */
  readonly historyKind: string | null;
  /** Its rows belong to a network; else to the organization. */
  readonly isInNetwork: boolean;
  /** The input that filters it. */
  readonly filter: string;
  readonly orders: readonly string[];
  readonly fields: readonly Field[];
  readonly download: { readonly path: string; readonly parameters: Readonly<Record<string, string>> } | null;
  readonly listDocument: Document<ListAnswer, ListVariables>;
  readonly rowDocument: Document<{ readonly one: Row }, { readonly id: string }>;
  /** Of kinds with a past that have no `historyKind`. */
  readonly historyDocument: Document<{ readonly one: { readonly history: RevisionPage } }, RevisionVariables> | null;
}

type Facts = Omit<Kind, keyof KindDescription | 'slug' | `${'list' | 'row' | 'history'}Document`> & {
  readonly list: string;
};

/** `ipAddresses` → `ip-addresses`. */
export const slugOf = (list: string): string => list.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

export const kinds: readonly Kind[] = (kindFacts as readonly Facts[]).map((facts) => {
  const [listDocument, rowDocument, historyDocument = null] = kindDocuments[facts.list]!;
  const description = kindDescriptions.find(({ list }) => list === facts.list)!;
  return {
    ...description,
    ...facts,
    slug: slugOf(facts.list),
    listDocument: listDocument as Kind['listDocument'],
    rowDocument: rowDocument as Kind['rowDocument'],
    historyDocument: historyDocument as Kind['historyDocument'],
  };
});

const find = (is: (kind: Kind) => boolean): Kind | undefined => kinds.find(is);
export const kindOfSlug = (slug: string | null): Kind | undefined => find((kind) => kind.slug === slug);
export const kindOfList = (list: string): Kind => find((kind) => kind.list === list)!;
export const kindOfType = (type: string | undefined): Kind | undefined => find((kind) => kind.type === type);
export const kindOfFilter = (filter: string): Kind | undefined => find((kind) => kind.filter === filter);

export const columnOf = (kind: Kind, name: string): Field | undefined =>
  kind.fields.find((field) => field.isColumn && field.name === name);

/** Rows stand by what names them at first, newest first where that is a time. */
export function usualSort(kind: Kind): Sort | null {
  const field = kind.fields.find(({ name }) => name === kind.title[0]);
  return field?.order ? { field: field.order, isDescending: field.shape === 'DateTime' } : null;
}

export interface Sort {
  readonly field: string;
  readonly isDescending: boolean;
}
