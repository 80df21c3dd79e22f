// The texts of the header.
import type { IconName } from '../icons';

export const texts = {
  product: 'Netloom',
  pages: 'Pages',
  network: 'Network',
  networks: 'Networks',
  chooseNetwork: 'Choose a network',
  noSuchNetwork: 'No network has this in its name.',
  moreNetworks: (count: number) => `${count.toLocaleString()} more: type a part of the name.`,
  account: 'Account',
  organization: 'Organization',
  yourAccount: 'Your account:',
  rights: (role: string, organization: string) => `${role} of ${organization}`,
  signIn: 'Sign in',
  signOut: 'Sign out',
  hideNotice: 'Hide this notice',
} as const;

/** The pages to which the header links: the name, the icon and the paths of each page. */
export const pages: readonly (readonly [name: string, icon: IconName, addresses: readonly string[]])[] = [
  ['Home', 'house', ['/']],
  ['Topology', 'map', ['/topology']],
  ['Inventory', 'list', ['/inventory']],
  ['Checks', 'list-checks', ['/checks']],
  ['Discovery', 'radar', ['/discovery']],
  ['API', 'braces', ['/graphiql', '/docs']],
];
