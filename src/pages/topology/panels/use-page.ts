// Gives components access to the page and its state.
import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import type { Page } from '../page/page';
import type { State } from '../state/store';

export const PageContext = createContext<Page | undefined>(undefined);

export function usePage(): Page {
  const page = useContext(PageContext);
  if (!page) throw new Error('no page around');
  return page;
}

export function usePageState(): State {
  const { store } = usePage();
  const [state, setState] = useState(store.state);
  useEffect(() => {
    setState(store.state);
    return store.subscribe(() => setState(store.state));
  }, [store]);
  return state;
}
