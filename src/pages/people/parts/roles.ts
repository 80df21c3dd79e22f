// The roles of an organization, from low to high.
import type { UserOrgPermissions } from '../../../generated/people-operations';

export type Role = UserOrgPermissions;

const inWords: readonly (readonly [Role, string])[] = [
  ['Viewer', 'Viewer: reads'],
  ['Member', 'Member: reads and writes networks'],
  ['Admin', 'Admin: also networks, people and credentials'],
  ['Owner', 'Owner: everything'],
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
/** The names of the networks that a user may read, or that an invite will let its user read. */
export const networksOf = ({ permissions, networks }: Reaching): string =>
  reachesAll(permissions) ? 'all' : networks.map(({ name }) => name).join(', ') || 'none';
