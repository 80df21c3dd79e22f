// Names of rows that filters name by their ids.
import { useEffect, useState } from 'preact/hooks';
import { ask } from '../../kit/asking';
import type { Kind } from '../address/kinds-by-list';
import { titleOf } from './values';

const known = new Map<string, string>();

/** The names of rows by id, as far as they are known. */
export function useTitles(kind: Kind | undefined, ids: readonly string[]): ReadonlyMap<string, string> {
  const [, setVersion] = useState(0);
  const key = ids.join(',');
  useEffect(() => {
    const missing = ids.filter((id) => !known.has(id)).slice(0, 100);
    if (!kind || missing.length === 0) return;
    const asked = { first: 100, after: null, filter: { id: { in: missing } }, orderBy: null, withTotal: false };
    ask(kind.listDocument, asked).then(
      ({ list }) => {
        for (const row of list.nodes) known.set(row.id, titleOf(row, kind.title));
        setVersion((version) => version + 1);
      },
      // The ids stand for themselves.
      () => undefined,
    );
  }, [kind, key]);
  return known;
}
