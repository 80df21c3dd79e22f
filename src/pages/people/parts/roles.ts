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
/** Whether the role gives access to every network without an explicit grant, as for Owners and Admins. */
export const reachesAll = (role: Role): boolean => rank(role) >= rank('Admin');

interface Reaching {
  readonly permissions: Role;
  readonly networks: readonly { readonly name: string }[];
}
/** Maximum number of networks that are named in one row of a list. */
const mostNamed = 3;
const byName = new Intl.Collator(undefined, { numeric: true });

export function namesOf(networks: readonly { readonly name: string }[]): string {
  const names = networks.map(({ name }) => name).sort(byName.compare);
  // "And 1 more" would take as much space as the last name.
  if (names.length <= mostNamed + 1) return names.join(', ');
  return texts.roles.andMore(names.slice(0, mostNamed).join(', '), names.length - mostNamed);
}

/** The names of the networks to which a user has access, or to which an invite gives access. */
export const networksOf = ({ permissions, networks }: Reaching): string =>
  reachesAll(permissions) ? texts.roles.all : namesOf(networks) || texts.roles.none;
