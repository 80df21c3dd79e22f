// The fields of a row that have another value than when the page was opened, or than when they last changed.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Row } from '../address/kinds-by-list';

const none: ReadonlySet<string> = new Set();

/** `names`: the fields that are compared. */
export function useChangedFields(row: Row, names: readonly string[]): ReadonlySet<string> {
  const former = useRef(row);
  const [changed, setChanged] = useState(none);
  useEffect(() => {
    const before = former.current;
    former.current = row;
    const differing = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(row[name]));
    if (differing.length > 0) setChanged(new Set(differing));
  }, [row]);
  return changed;
}
