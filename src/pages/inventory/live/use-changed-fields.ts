// Finds the fields of a row that have just changed, while the page shows the row.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Row } from '../address/kinds-by-list';

const none: ReadonlySet<string> = new Set();

/**
 * While a row's page is open: the names of the fields that the latest change of the row has altered, out of `names`.
 * Empty before the first change.
 */
export function useChangedFields(row: Row, names: readonly string[]): ReadonlySet<string> {
  const formerRow = useRef(row);
  const [changed, setChanged] = useState(none);
  useEffect(() => {
    const before = formerRow.current;
    formerRow.current = row;
    const differing = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(row[name]));
    if (differing.length > 0) setChanged(new Set(differing));
  }, [row]);
  return changed;
}
