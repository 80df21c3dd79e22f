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
/** The names of the networks that a user may read, or that an invite will let its user read. */
export const networksOf = ({ permissions, networks }: Reaching): string =>
  reachesAll(permissions) ? texts.roles.all : networks.map(({ name }) => name).join(', ') || texts.roles.none;
