// The header of all pages: links to the pages, the selected network, the search, and the menu of the signed-in user.
import type { ComponentChildren } from 'preact';
import { signOut } from '../ask';
import { errorText } from '../asking';
import { SearchEverywhere } from '../search/palette';
import { Icon } from '../icons';
import { NetworkPicker } from './network-picker';
import { pages, texts } from './texts';
import type { NetworkChoice } from './use-network-list';
import { ViewerMenu, type Viewer } from './viewer-menu';
import './header.css';

export interface HeaderProps {
  /** The signed-in user; undefined until the page has loaded the user. */
  readonly viewer: Viewer | undefined;
  /** The networks to choose from; undefined until the page has loaded the networks. */
  readonly choice?: NetworkChoice | undefined;
  readonly setProblem: (problem: string) => void;
  /** For viewers without a session, such as with an API key: a note that says so, and a button to sign out. */
  readonly credential?: { readonly note: string; readonly leaveText: string; readonly leave: () => void } | undefined;
  /** Whether nobody is signed in. In that case, the header has a link to the sign-in page. */
  readonly isSignedOut?: boolean;
  /**
   * Controls of the current page. In a wide window, they are in the header's bar; in a narrow window, in a row below
   * the bar.
   */
  readonly children?: ComponentChildren;
}

const isAt = (address: string): boolean =>
  location.pathname === address || (address !== '/' && location.pathname.startsWith(`${address}/`));

const PageLinks = () => (
  <nav class="pages" aria-label={texts.pages}>
    {pages.map(([name, icon, addresses]) => (
      <a key={name} href={addresses[0]} title={name} {...(addresses.some(isAt) && { 'aria-current': 'page' as const })}>
        <Icon name={icon} /> <span class="words">{name}</span>
      </a>
    ))}
  </nav>
);

export function Header({ viewer, choice, setProblem, credential, isSignedOut = false, children }: HeaderProps) {
  const leave = async () => {
    try {
      await signOut();
      location.assign('/sign-in');
    } catch (error) {
      setProblem(errorText(error));
    }
  };
  return (
    <header class="page-header">
      <div class={children ? 'page-bar has-tools' : 'page-bar'}>
        <a class="brand" href="/">
          <img src="/assets/icon.svg" alt="" width="24" height="24" /> <span>{texts.product}</span>
        </a>
        {choice && <NetworkPicker {...choice} />}
        <PageLinks />
        {children && <div class="page-tools">{children}</div>}
        <div class="bar-end">
          {viewer && !credential && <SearchEverywhere email={viewer.user.email} />}
          {viewer && (
            <ViewerMenu
              viewer={viewer}
              note={credential?.note}
              leaveText={credential?.leaveText ?? texts.signOut}
              leave={credential?.leave ?? (() => void leave())}
            >
              <PageLinks />
            </ViewerMenu>
          )}
          {isSignedOut && (
            <a class="sign-in" href={`/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`}>
              {texts.signIn}
            </a>
          )}
        </div>
      </div>
    </header>
  );
}
