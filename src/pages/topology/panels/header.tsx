// The bar at the top: network and instant, view, search, account.
import { useEffect } from 'preact/hooks';
import { takesText } from '../drawing/keys';
import { SearchEverywhere } from '../../kit/search/palette';
import { views } from '../state/place';
import { currentTopology } from '../state/store';
import { InstantChoice, NetworkChoice, ViewChoice } from './network-choice';
import { Search } from './search';
import { usePage, usePageState } from './use-page';

export function Header({ isSideOpen, toggleSide }: { isSideOpen: boolean; toggleSide: () => void }) {
  const state = usePageState();
  const row = currentTopology(state);
  const { start } = state;
  useEffect(() => {
    const toSearch = (event: KeyboardEvent) => {
      if (event.key !== '/' || takesText(event.target)) return;
      event.preventDefault();
      document.getElementById('search')?.focus();
    };
    addEventListener('keydown', toSearch);
    return () => removeEventListener('keydown', toSearch);
  }, []);
  return (
    <header>
      <button
        type="button"
        class="plain icon"
        aria-expanded={isSideOpen}
        aria-controls="side"
        aria-label="Filters and questions"
        title="Filters and questions"
        onClick={toggleSide}
      >
        ☰
      </button>
      <a class="brand" href="/">
        <img src="/assets/icon.svg" alt="" width="24" height="24" /> <span>Netloom</span>
      </a>
      <NetworkChoice />
      {row && (
        <>
          <InstantChoice row={row} />
          <ViewChoice views={views} />
          <Search />
        </>
      )}
      {start && <SearchEverywhere email={start.viewer.user.email} />}
      <Account />
    </header>
  );
}

function Account() {
  const page = usePage();
  const state = usePageState();
  const { start } = state;
  if (!start) return null;
  const networkId = currentTopology(state)?.networkId;
  return (
    <div class="who">
      <span title={`${start.viewer.user.email}, ${start.viewer.permissions} of ${start.viewer.organization.name}`}>
        {start.viewer.user.email}
      </span>
      <a href={networkId === undefined ? '/inventory' : `/inventory/${networkId}/hosts`}>Inventory</a>
      <a href="/account">Account</a>
      <a href="/graphiql">GraphiQL</a>
      <button type="button" class="plain" onClick={() => void page.leave()}>
        Sign out
      </button>
    </div>
  );
}
