// Says whether a component is still on the page, for asynchronous work that may end after the user has left the page.
import { useEffect, useRef } from 'preact/hooks';

/** A reference whose `current` becomes false when the component is removed from the page. */
export function useIsMounted(): { readonly current: boolean } {
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return isMounted;
}
