// Reads a list repeatedly while the page is visible, so that the list stays up to date.
import { useEffect, useRef } from 'preact/hooks';
import type { Paged } from '../../kit/asking';

/**
 * Reads the list every `everyMs` milliseconds while only its first page is loaded. A new read would remove further
 * pages.
 */
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
