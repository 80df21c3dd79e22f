// Finds the fields of a row that have just changed, while the page shows the row.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Row } from '../address/kinds-by-list';

const none: ReadonlySet<string> = new Set();

/**
 * The names of the fields that differ between the row and its state before the latest change. Only the fields in
 * `names` are compared; changes of other fields are ignored. Empty before the first change.
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
