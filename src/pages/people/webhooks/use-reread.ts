// Reads a list repeatedly while the page is visible, so that the list stays up to date.
import { useEffect, useRef } from 'preact/hooks';
import type { Paged } from '../../kit/asking';

/** Polls the list. Stops after the user has loaded more than one page, because rereading would drop the other pages. */
export function useReread(list: Paged<unknown>, pageSize: number, everyMs: number): void {
  const latest = useRef(list);
  latest.current = list;
  useEffect(() => {
    const timer = setInterval(() => {
      const { data, reload } = latest.current;
      if (document.visibilityState === 'visible' && (data?.length ?? 0) <= pageSize) void reload();
    }, everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
}
