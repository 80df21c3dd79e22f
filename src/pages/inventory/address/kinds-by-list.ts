// The kinds of rows, each with its list: the descriptions in `kinds.ts`, completed with properties from the schema.
import { kindDocuments, kindFacts } from '../../../generated/inventory-kinds';
import type { InventoryRevisionsFragment } from '../../../generated/inventory-operations';
import type { Document } from '../../kit/ask';
import { kindDescriptions, referredKinds, type KindDescription } from '../kinds';

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
  readonly of?: string;
  readonly title?: readonly string[];
  /** The value of the API's sort enum that sorts by this field; null if the API cannot sort by it. */
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
  /** The kind's name in URLs. */
  readonly slug: string;
  readonly type: string;
  /** Whether the inventory pages have a list of these rows. Otherwise, forms only offer such rows for selection. */
  readonly isListed: boolean;
  readonly hasPast: boolean;
  /**
   * The enum value with which the API's history query names this kind of row; null if the query does not support it.
   */
  readonly historyKind: string | null;
  /** Whether differences and live changes of a network include rows of the kind. */
  readonly isCompared: boolean;
  /** Whether the rows of the kind belong to a network. Otherwise they belong to the organization. */
  readonly isInNetwork: boolean;
  /** The name of the kind's filter input in the schema. */
  readonly filter: string;
  readonly orders: readonly string[];
  readonly fields: readonly Field[];
  readonly download: { readonly path: string; readonly parameters: Readonly<Record<string, string>> } | null;
  readonly listDocument: Document<ListAnswer, ListVariables>;
  readonly rowDocument: Document<{ readonly one: Row }, { readonly id: string }>;
  /** The query that reads a row's history, for kinds whose history the API offers only as a field of the row. */
  readonly historyDocument: Document<{ readonly one: { readonly history: RevisionPage } }, RevisionVariables> | null;
}

type Facts = Omit<Kind, keyof KindDescription | 'slug' | `${'list' | 'row' | 'history'}Document`> & {
  readonly list: string;
};

/** The list's name in URLs: `ipAddresses` becomes `ip-addresses`. */
export const slugOf = (list: string): string => list.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const allKinds: readonly Kind[] = (kindFacts as readonly Facts[]).map((facts) => {
  const [listDocument, rowDocument, historyDocument = null] = kindDocuments[facts.list]!;
  const description = [...kindDescriptions, ...referredKinds].find(({ list }) => list === facts.list)!;
  return {
    ...description,
    ...facts,
    slug: slugOf(facts.list),
    listDocument: listDocument as Kind['listDocument'],
    rowDocument: rowDocument as Kind['rowDocument'],
    historyDocument: historyDocument as Kind['historyDocument'],
  };
});

/** The kinds of rows that have a list on the inventory pages. */
export const kinds: readonly Kind[] = allKinds.filter(({ isListed }) => isListed);

const find = (is: (kind: Kind) => boolean): Kind | undefined => kinds.find(is);
export const kindOfSlug = (slug: string | null): Kind | undefined => find((kind) => kind.slug === slug);
/** The kind of a list, including kinds without a list on the inventory pages. */
export const kindOfList = (list: string): Kind => allKinds.find((kind) => kind.list === list)!;
export const kindOfType = (type: string | undefined): Kind | undefined => find((kind) => kind.type === type);
export const kindOfFilter = (filter: string): Kind | undefined => find((kind) => kind.filter === filter);

export const columnOf = (kind: Kind, name: string): Field | undefined =>
  kind.fields.find((field) => field.isColumn && field.name === name);

/**
 * The default order: by the first field of a row's display name, ascending; if the field is a time, descending. Null if
 * the API cannot sort by this field.
 */
export function usualSort(kind: Kind): Sort | null {
  const field = kind.fields.find(({ name }) => name === kind.title[0]);
  return field?.order ? { field: field.order, isDescending: field.shape === 'DateTime' } : null;
}

export interface Sort {
  readonly field: string;
  readonly isDescending: boolean;
}
