// A list that the service sorts, searches and pages.
import { useState } from 'preact/hooks';
import { usePaged, type Connection, type Paged } from '../asking';

export interface Sort<Field extends string> {
  readonly field: Field;
  readonly isDescending: boolean;
}

/** What a query of a list is asked with. */
export interface ListQuestion<Field extends string> {
  readonly after: string | null;
  readonly orderBy: { field: Field; direction: 'asc' | 'desc' }[];
  /** The text to search for; an empty text searches for nothing. */
  readonly text: string;
}

export interface List<Row, Field extends string> extends Paged<Row> {
  readonly sort: Sort<Field>;
  readonly setSort: (sort: Sort<Field>) => void;
  readonly text: string;
  readonly setText: (text: string) => void;
}

export function useList<Row, Field extends string>(
  page: (question: ListQuestion<Field>) => Promise<{ list: Connection<Row> }>,
  initial: Sort<NoInfer<Field>>,
): List<Row, Field> {
  const [sort, setSort] = useState<Sort<Field>>(initial);
  const [text, setText] = useState('');
  const { field, isDescending } = sort;
  const paged = usePaged(
    (after) => page({ after, orderBy: [{ field, direction: isDescending ? 'desc' : 'asc' }], text }),
    JSON.stringify([sort, text]),
  );
  return { ...paged, sort, setSort, text, setText };
}

/** The sort after a click on a heading: ascending at first, then the other direction. */
export const nextSort = <Field extends string>(sort: Sort<Field>, field: Field): Sort<Field> => ({
  field,
  isDescending: sort.field === field && !sort.isDescending,
});
