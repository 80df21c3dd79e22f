// The state of a list that the service sorts, searches and pages.
import { useState } from 'preact/hooks';
import { usePaged, type Asked, type Connection, type Paged } from '../asking';

export interface Sort<Field extends string> {
  readonly field: Field;
  readonly isDescending: boolean;
}

/** The variables of a list's query: the cursor, the order and the search text. */
export interface ListQuestion<Field extends string> {
  readonly after: string | null;
  readonly orderBy: { field: Field; direction: 'asc' | 'desc' }[];
  /** The text to search for; an empty text matches all rows. */
  readonly text: string;
}

export interface List<Row, Field extends string> extends Paged<Row> {
  readonly sort: Sort<Field>;
  readonly setSort: (sort: Sort<Field>) => void;
  readonly text: string;
  readonly setText: (text: string) => void;
}

/** Reads the list when the component is first shown, and when the order, the search text or `key` changes. */
export function useList<Row, Field extends string>(
  page: (question: ListQuestion<Field>) => Promise<{ list: Connection<Row> }>,
  initial: Sort<NoInfer<Field>>,
  key = '',
): List<Row, Field> {
  const [sort, setSort] = useState<Sort<Field>>(initial);
  const [text, setText] = useState('');
  const { field, isDescending } = sort;
  const paged = usePaged(
    (after) => page({ after, orderBy: [{ field, direction: isDescending ? 'desc' : 'asc' }], text }),
    JSON.stringify([sort, text, key]),
  );
  return { ...paged, sort, setSort, text, setText };
}

/** Makes a list of rows that were read all at once. It can be neither searched nor sorted. */
export const wholeList = <Row>({ data, problem, reload }: Asked<readonly Row[]>): List<Row, string> => ({
  ...{ data, problem, reload, more: undefined, totalCount: data?.length ?? 0 },
  ...{ sort: { field: '', isDescending: false }, setSort: () => undefined },
  ...{ text: '', setText: () => undefined },
});

/**
 * The sort order after a click on a column header: ascending at the first click, then alternately descending and
 * ascending.
 */
export const nextSort = <Field extends string>(sort: Sort<Field>, field: Field): Sort<Field> => ({
  field,
  isDescending: sort.field === field && !sort.isDescending,
});
