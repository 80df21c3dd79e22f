// The roles of an organization, from low to high.
import type { UserOrgPermissions } from '../../../generated/people-operations';
import { texts } from './texts';

export type Role = UserOrgPermissions;

const inWords: readonly (readonly [Role, string])[] = [
  ['Viewer', texts.roles.viewer],
  ['Member', texts.roles.member],
  ['Admin', texts.roles.admin],
  ['Owner', texts.roles.owner],
];
const order = inWords.map(([role]) => role);

export const rank = (role: Role): number => order.indexOf(role);
export const rolesUpTo = (highest: Role) => inWords.filter(([role]) => rank(role) <= rank(highest));
/** Whether the role reaches every network without an explicit grant, as Owners and Admins do. */
export const reachesAll = (role: Role): boolean => rank(role) >= rank('Admin');

interface Reaching {
  readonly permissions: Role;
  readonly networks: readonly { readonly name: string }[];
}
/** Maximum number of networks that a row of a list names. */
const mostNamed = 3;
const byName = new Intl.Collator(undefined, { numeric: true });

/** The names of networks for a row of a list: all of them, or the first ones and how many more there are. */
export function namesOf(networks: readonly { readonly name: string }[]): string {
  const names = networks.map(({ name }) => name).sort(byName.compare);
  // One more name takes no more room than the number of further networks.
  if (names.length <= mostNamed + 1) return names.join(', ');
  return texts.roles.andMore(names.slice(0, mostNamed).join(', '), names.length - mostNamed);
}

/** The names of the networks that a user may read, or that an invite will let its user read. */
export const networksOf = ({ permissions, networks }: Reaching): string =>
  reachesAll(permissions) ? texts.roles.all : namesOf(networks) || texts.roles.none;
