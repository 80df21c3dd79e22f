// What each operation asks of its caller: one table, by the operation's GraphQL name, and the rules about other users.
import { AppError } from '../errors';
import { atLeast, rankOf, type Permissions, type Viewer } from './viewer';

interface Demand {
  readonly level: Permissions;
  /** Refused to API keys: a key must not mint, widen or rotate keys, nor act as the person in their profile. */
  readonly sessionOnly: boolean;
}

const anyone = (level: Permissions): Demand => ({ level, sessionOnly: false });
const person = (level: Permissions): Demand => ({ level, sessionOnly: true });

const table = {
  users: anyone('Admin'),
  invites: anyone('Admin'),
  user: person('Viewer'),
  organization: person('Viewer'),
  userApiKeys: person('Viewer'),
  userApiKey: person('Viewer'),

  createUserApiKey: person('Viewer'),
  updateUserApiKey: person('Viewer'),
  rotateUserApiKey: person('Viewer'),
  deleteUserApiKey: person('Viewer'),
  updateUser: person('Viewer'),

  createVlan: anyone('Member'),
  updateVlan: anyone('Member'),
  deleteVlan: anyone('Member'),
  deleteVlans: anyone('Member'),
  createIpAddress: anyone('Member'),
  updateIpAddress: anyone('Member'),
  deleteIpAddress: anyone('Member'),
  deleteIpAddresses: anyone('Member'),
  createInterface: anyone('Member'),
  updateInterface: anyone('Member'),
  deleteInterface: anyone('Member'),
  deleteInterfaces: anyone('Member'),
  createHost: anyone('Member'),
  updateHost: anyone('Member'),
  deleteHost: anyone('Member'),
  deleteHosts: anyone('Member'),
  createPort: anyone('Member'),
  updatePort: anyone('Member'),
  deletePort: anyone('Member'),
  deletePorts: anyone('Member'),
  createGroup: anyone('Member'),
  updateGroup: anyone('Member'),
  deleteGroup: anyone('Member'),
  deleteGroups: anyone('Member'),
  createSubnet: anyone('Member'),
  updateSubnet: anyone('Member'),
  deleteSubnet: anyone('Member'),
  deleteSubnets: anyone('Member'),
  createBinding: anyone('Member'),
  updateBinding: anyone('Member'),
  deleteBinding: anyone('Member'),
  deleteBindings: anyone('Member'),
  createDiscovery: anyone('Member'),
  updateDiscovery: anyone('Member'),
  deleteDiscovery: anyone('Member'),
  deleteDiscoveries: anyone('Member'),
  startDiscoverySession: anyone('Member'),
  cancelDiscoverySession: anyone('Member'),
  updateTopology: anyone('Member'),
  createShare: anyone('Member'),
  updateShare: anyone('Member'),
  deleteShare: anyone('Member'),
  deleteShares: anyone('Member'),
  addTagToEntities: anyone('Member'),
  removeTagFromEntities: anyone('Member'),
  setEntityTags: anyone('Member'),
  updateTag: anyone('Member'),
  deleteTag: anyone('Member'),
  deleteTags: anyone('Member'),

  createTag: anyone('Admin'),
  createNetwork: anyone('Admin'),
  updateNetwork: anyone('Admin'),
  deleteNetwork: anyone('Admin'),
  deleteNetworks: anyone('Admin'),
  createInvite: anyone('Admin'),
  revokeInvite: anyone('Admin'),
  updateUserAccess: anyone('Admin'),
  deleteUser: anyone('Admin'),

  renameOrganization: anyone('Owner'),
  setOrganizationApiAccess: person('Owner'),
} satisfies Record<string, Demand>;

export type Action = keyof typeof table;
export const actions = Object.keys(table) as Action[];
export const demandOf = (action: Action): Demand => table[action];

/** Every error that `assertMay` would throw, as an answer: for `viewer { may }` and for the docs. */
export function may(viewer: Viewer, action: Action): boolean {
  const { level, sessionOnly } = table[action];
  return atLeast(viewer, level) && !(sessionOnly && viewer.via !== 'session');
}

export function assertMay(viewer: Viewer | null | undefined, action: Action): asserts viewer is Viewer {
  const { level, sessionOnly } = table[action];
  if (!viewer) throw new AppError('auth_not_authenticated');
  if (sessionOnly && viewer.via !== 'session') throw new AppError('auth_user_context_required');
  if (!atLeast(viewer, level)) throw permissionDenied(action, level);
}

export const permissionDenied = (action: Action, required: Permissions): AppError =>
  new AppError('auth_permission_denied', { action, required });

interface TargetUser {
  readonly id: string;
  readonly permissions: Permissions;
}

/** An Admin lists itself and the ranks below; an Owner everyone. */
export const listableRanks = (viewer: Viewer): Permissions[] =>
  viewer.permissions === 'Owner'
    ? ['Viewer', 'Member', 'Admin', 'Owner']
    : (['Viewer', 'Member', 'Admin'] as const).filter((rank) => rankOf(rank) < rankOf(viewer.permissions));

/** Role and networks of another user: an Owner changes anyone's, an Admin those that are and stay below its own rank. */
export function assertMayChangeAccess(viewer: Viewer, target: TargetUser, permissions: Permissions): void {
  assertMay(viewer, 'updateUserAccess');
  if (target.id === viewer.userId && permissions !== target.permissions)
    throw permissionDenied('updateUserAccess', 'Owner');
  if (viewer.permissions === 'Owner') return;
  const highest = Math.max(rankOf(target.permissions), rankOf(permissions));
  if (highest >= rankOf(viewer.permissions)) throw permissionDenied('updateUserAccess', 'Owner');
}

/** Deleting asks for a rank that is at least the target's; that the last Owner stays is for the database to say. */
export function assertMayDeleteUser(viewer: Viewer, target: TargetUser): void {
  assertMay(viewer, 'deleteUser');
  if (rankOf(target.permissions) > rankOf(viewer.permissions)) throw permissionDenied('deleteUser', target.permissions);
}

/** A key's or an invite's rank never exceeds that of the person who gives it. */
export function assertMayGrant(viewer: Viewer, action: Action, permissions: Permissions): void {
  if (!atLeast(viewer, permissions)) throw permissionDenied(action, permissions);
}
