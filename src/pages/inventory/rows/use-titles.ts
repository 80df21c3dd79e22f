// Reads the display names of rows to which filters and changes refer by id.
import { useEffect, useState } from 'preact/hooks';
import { ask } from '../../kit/asking';
import type { Kind } from '../address/kinds-by-list';
import { rowTitle } from './titles';

export interface Reference {
  readonly kind: Kind;
  readonly id: string;
}

/** Maximum number of rows of one kind that are read in one request. */
const mostAtOnce = 100;
const titlesById = new Map<string, string>();

export const keepTitle = (id: string, title: string): void => void titlesById.set(id, title);

const inChunks = (ids: readonly string[]): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(ids.length / mostAtOnce) }, (_one, index) =>
    ids.slice(index * mostAtOnce, (index + 1) * mostAtOnce),
  );

async function readTitles(kind: Kind, ids: readonly string[]): Promise<void> {
  const variables = { first: mostAtOnce, after: null, filter: { id: { in: ids } }, orderBy: null, withTotal: false };
  const { list } = await ask(kind.listDocument, variables);
  for (const row of list.nodes) titlesById.set(row.id, rowTitle(row, kind.title));
}

/** The display names of rows by id. A name is missing until the response with the name has arrived. */
export function useRowTitles(references: readonly Reference[]): ReadonlyMap<string, string> {
  const [, setVersion] = useState(0);
  const key = references.map(({ id }) => id).join(',');
  useEffect(() => {
    const missing = new Map<Kind, Set<string>>();
    for (const { kind, id } of references)
      if (!titlesById.has(id)) missing.set(kind, (missing.get(kind) ?? new Set()).add(id));
    for (const [kind, ids] of missing)
      for (const some of inChunks([...ids]))
        readTitles(kind, some).then(
          () => setVersion((version) => version + 1),
          // If the names cannot be read, the ids are shown instead, so the error is ignored.
          () => undefined,
        );
  }, [key]);
  return titlesById;
}

export const useTitles = (kind: Kind | undefined, ids: readonly string[]): ReadonlyMap<string, string> =>
  useRowTitles(kind ? ids.map((id) => ({ kind, id })) : []);
