// The bar at the top of all pages except the topology page: links to the other pages, and the viewer.
import { signOut } from './ask';
import { errorText } from './asking';
import { SearchEverywhere } from './search/palette';

export interface HeaderProps {
  /** The signed-in user. Undefined until the page has loaded it. */
  readonly viewer:
    | {
        readonly permissions: string;
        readonly user: { readonly email: string };
        readonly organization: { readonly name: string };
      }
    | undefined;
  readonly setProblem: (problem: string) => void;
}

const pages = [
  ['/topology', 'Topology'],
  ['/inventory', 'Inventory'],
  ['/discovery', 'Discovery'],
  ['/account', 'Account'],
  ['/organization', 'Organization'],
] as const;

/** Whether the present address is that of a page, or one below it. */
const isAt = (path: string): boolean => location.pathname === path || location.pathname.startsWith(`${path}/`);

export function Header({ viewer, setProblem }: HeaderProps) {
  const leave = async () => {
    try {
      await signOut();
      location.assign('/sign-in');
    } catch (error) {
      setProblem(errorText(error));
    }
  };
  return (
    <header>
      <a class="brand" href="/">
        <img src="/assets/icon.svg" alt="" width="24" height="24" /> <span>Netloom</span>
      </a>
      <nav class="pages" aria-label="Pages">
        {pages.map(([path, name]) => (
          <a key={path} href={path} {...(isAt(path) && { 'aria-current': 'page' as const })}>
            {name}
          </a>
        ))}
      </nav>
      {viewer && <SearchEverywhere email={viewer.user.email} />}
      {viewer && (
        <div class="who">
          <span title={`${viewer.user.email}, ${viewer.permissions} of ${viewer.organization.name}`}>
            {viewer.user.email}
          </span>
          <button type="button" class="plain" onClick={() => void leave()}>
            Sign out
          </button>
        </div>
      )}
    </header>
  );
}
