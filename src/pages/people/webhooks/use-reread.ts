// Reads a list again and again while the page is visible, so that it shows what happens meanwhile.
import { useEffect, useRef } from 'preact/hooks';
import type { Paged } from '../../kit/asking';

/**
 * Reads the list every `everyMs` milliseconds. If the user has loaded further pages, the list is not read again, because
 * the further pages would disappear.
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
