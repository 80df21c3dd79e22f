// What each operation asks of its caller: one table, by the operation's GraphQL name, and the rules about other users.
import { AppError } from '../errors';
import { nilId } from '../platform/text/validation';
import {
  atLeast,
  isDaemon,
  rankOf,
  userOf,
  type DaemonIdentity,
  type DaemonViewer,
  type Permissions,
  type UserViewer,
  type Viewer,
} from '../data/tenancy/viewer';

/**
 * Which daemons: none, any with a key, those that are registered with it, those of them that are not on standby. At a start an
 * unknown daemon learns that it is missing, as any row is: that makes deployed ones register.
 */
type DaemonDemand = 'none' | 'keyed' | 'starting' | 'registered' | 'awake';

interface Demand {
  /** What users need. */
  readonly level: Permissions;
  /** Refused to API keys: a key must not mint, widen or rotate keys, nor act as the person in their profile. */
  readonly sessionOnly: boolean;
  /**
   * Refused to keys that do not reach every network: they grant and change no rights and no people, whose rights reach
   * further than theirs. Keys and shares of one network are no such rights: they open what reaches that network.
   */
  readonly everyNetwork: boolean;
  readonly daemon: DaemonDemand;
  /** Refused to users. */
  readonly daemonOnly: boolean;
}

const refusedToDaemons = { daemon: 'none', daemonOnly: false, everyNetwork: false } as const;
const anyone = (level: Permissions): Demand => ({ level, sessionOnly: false, ...refusedToDaemons });
const person = (level: Permissions): Demand => ({ level, sessionOnly: true, ...refusedToDaemons });
const everywhere = (level: Permissions): Demand => ({ ...anyone(level), everyNetwork: true });
const onlyDaemon = (daemon: Exclude<DaemonDemand, 'none'>): Demand => ({
  ...anyone('Viewer'),
  daemon,
  daemonOnly: true,
});
const alsoDaemon = (level: Permissions): Demand => ({ ...anyone(level), daemon: 'keyed' });

const table = {
  users: anyone('Admin'),
  // An invite's address lets in everyone who has it.
  invites: everywhere('Admin'),
  auditEvents: anyone('Admin'),
  auditEvent: anyone('Admin'),
  user: person('Viewer'),
  organization: person('Viewer'),
  userApiKeys: person('Viewer'),
  userApiKey: person('Viewer'),
  topologyChanges: person('Viewer'),
  topologyGraphChanges: anyone('Viewer'),
  inventoryChanges: anyone('Viewer'),
  discoveryProgress: person('Viewer'),
  subnets: alsoDaemon('Viewer'),

  createUserApiKey: person('Viewer'),
  updateUserApiKey: person('Viewer'),
  rotateUserApiKey: person('Viewer'),
  deleteUserApiKey: person('Viewer'),
  deleteUserApiKeys: person('Viewer'),
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
  createHost: alsoDaemon('Member'),
  updateHost: anyone('Member'),
  deleteHost: anyone('Member'),
  deleteHosts: anyone('Member'),
  consolidateHosts: anyone('Member'),
  splitHost: anyone('Member'),
  answerIdentitySuggestion: anyone('Member'),
  createPort: anyone('Member'),
  updatePort: anyone('Member'),
  deletePort: anyone('Member'),
  deletePorts: anyone('Member'),
  createService: anyone('Member'),
  updateService: anyone('Member'),
  deleteService: anyone('Member'),
  deleteServices: anyone('Member'),
  createGroup: anyone('Member'),
  updateGroup: anyone('Member'),
  deleteGroup: anyone('Member'),
  deleteGroups: anyone('Member'),
  createSubnet: alsoDaemon('Member'),
  updateSubnet: anyone('Member'),
  deleteSubnet: anyone('Member'),
  deleteSubnets: anyone('Member'),
  createBinding: anyone('Member'),
  updateBinding: anyone('Member'),
  deleteBinding: anyone('Member'),
  deleteBindings: anyone('Member'),
  provisionDaemon: anyone('Member'),
  retryDaemonConnection: anyone('Member'),
  confirmDaemon: anyone('Member'),
  deleteDaemon: anyone('Member'),
  deleteDaemons: anyone('Member'),
  createDaemonApiKey: anyone('Member'),
  updateDaemonApiKey: anyone('Member'),
  rotateDaemonApiKey: anyone('Member'),
  deleteDaemonApiKey: anyone('Member'),
  deleteDaemonApiKeys: anyone('Member'),
  createDiscovery: anyone('Member'),
  updateDiscovery: anyone('Member'),
  deleteDiscovery: anyone('Member'),
  deleteDiscoveries: anyone('Member'),
  startDiscoverySession: anyone('Member'),
  rescanHosts: anyone('Member'),
  cancelDiscoverySession: anyone('Member'),
  createLinkDecision: anyone('Member'),
  deleteLinkDecision: anyone('Member'),
  deleteLinkDecisions: anyone('Member'),
  updateTopology: anyone('Member'),
  createSnapshot: anyone('Member'),
  deleteSnapshot: anyone('Member'),
  deleteSnapshots: anyone('Member'),
  // Those of others in the organization are changed by Admins alone.
  createSavedView: anyone('Member'),
  updateSavedView: anyone('Member'),
  deleteSavedView: anyone('Member'),
  deleteSavedViews: anyone('Member'),
  planImport: anyone('Member'),
  applyImport: anyone('Member'),
  createShare: anyone('Member'),
  updateShare: anyone('Member'),
  deleteShare: anyone('Member'),
  deleteShares: anyone('Member'),
  addTagToEntities: anyone('Member'),
  removeTagFromEntities: anyone('Member'),
  setEntityTags: anyone('Member'),
  // Of tags and credentials that networks share, those whose networks the caller all reaches: src/data/tenancy/shared-rows.ts.
  updateTag: anyone('Member'),
  deleteTag: anyone('Member'),
  deleteTags: anyone('Member'),

  reportVlans: onlyDaemon('awake'),
  reportHost: onlyDaemon('awake'),
  reportHosts: onlyDaemon('awake'),
  registerDaemon: onlyDaemon('keyed'),
  recordDaemonStartup: onlyDaemon('starting'),
  recordDaemonHeartbeat: onlyDaemon('registered'),
  updateDaemonCapabilities: onlyDaemon('registered'),
  requestDaemonWork: onlyDaemon('awake'),
  reportDiscoverySession: onlyDaemon('registered'),

  createTag: anyone('Admin'),
  createNetwork: anyone('Admin'),
  updateNetwork: anyone('Admin'),
  deleteNetwork: anyone('Admin'),
  deleteNetworks: anyone('Admin'),
  createCredential: anyone('Admin'),
  updateCredential: anyone('Admin'),
  deleteCredential: anyone('Admin'),
  deleteCredentials: anyone('Admin'),
  createInvite: everywhere('Admin'),
  revokeInvite: everywhere('Admin'),
  updateUserAccess: everywhere('Admin'),
  deleteUser: everywhere('Admin'),
  deleteUsers: everywhere('Admin'),

  renameOrganization: everywhere('Owner'),
  resetOrganization: everywhere('Owner'),
  setOrganizationApiAccess: person('Owner'),
  setOrganizationSecondFactor: person('Owner'),
} satisfies Record<string, Demand>;

export type Action = keyof typeof table;
export const actions = Object.keys(table) as Action[];
export const isAction = (name: string): name is Action => Object.hasOwn(table, name);
export const demandOf = (action: Action): Demand => table[action];

/** Every error that `assertMay` would throw, as an answer: for `viewer { may }` and for the docs. */
export function may(viewer: UserViewer, action: Action): boolean {
  const { level, sessionOnly, everyNetwork, daemonOnly } = demandOf(action);
  const isOpenToKey = !sessionOnly && !(everyNetwork && viewer.isNarrowed);
  return atLeast(viewer, level) && !daemonOnly && (viewer.via === 'session' || isOpenToKey);
}

export function assertMay(viewer: Viewer | null | undefined, action: Action): asserts viewer is Viewer {
  const { level, sessionOnly, everyNetwork, daemon, daemonOnly } = demandOf(action);
  if (!viewer) throw new AppError('auth_not_authenticated');
  if (isDaemon(viewer)) return assertAdmitted(viewer, daemon);
  if (daemonOnly) throw new AppError('auth_daemon_required');
  if (sessionOnly && viewer.via !== 'session') throw new AppError('auth_user_context_required');
  if (!atLeast(viewer, level)) throw permissionDenied(action, level);
  if (everyNetwork) assertEveryNetwork(viewer, action);
}

/** What a key must not do that does not reach every network, whichever arguments make it so. */
export function assertEveryNetwork(viewer: Viewer, action: Action): void {
  if (!isDaemon(viewer) && viewer.isNarrowed)
    throw permissionDenied(action, `${demandOf(action).level} of every network`);
}

/** Whether the field of the query, mutation or subscription type may be asked for: what the table does not open to daemons is closed to them. */
export function assertMayAsk(viewer: Viewer, field: string): void {
  if (isAction(field)) assertMay(viewer, field);
  else userOf(viewer);
}

const strangers: Partial<Record<DaemonIdentity, AppError['code']>> = {
  otherNetwork: 'daemon_network_mismatch',
  otherKey: 'daemon_identity_mismatch',
};

function assertAdmitted({ identity, isOnStandby, namedDaemonId }: DaemonViewer, demand: DaemonDemand): void {
  if (demand === 'none') throw new AppError('auth_user_context_required');
  const mismatch = strangers[identity];
  if (mismatch) throw new AppError(mismatch);
  if (demand === 'keyed') return;
  if (identity === 'absent') throw new AppError('auth_daemon_required');
  if (identity === 'unknown' && demand === 'starting')
    throw new AppError('entity_not_found', { entity: 'Daemon', id: namedDaemonId ?? nilId });
  if (identity === 'unknown') throw new AppError('daemon_not_registered');
  if (demand === 'awake' && isOnStandby) throw new AppError('daemon_standby');
}

const permissionDenied = (action: Action, required: Permissions | `${Permissions} of every network`): AppError =>
  new AppError('auth_permission_denied', { action, required });

interface TargetUser {
  readonly id: string;
  readonly permissions: Permissions;
}

/** An Admin lists itself and the ranks below; an Owner everyone. */
export const listableRanks = (viewer: UserViewer): Permissions[] =>
  viewer.permissions === 'Owner'
    ? ['Viewer', 'Member', 'Admin', 'Owner']
    : (['Viewer', 'Member', 'Admin'] as const).filter((rank) => rankOf(rank) < rankOf(viewer.permissions));

/** Role and networks of another user: an Owner changes anyone's, an Admin those that are and stay below its own rank. */
export function assertMayChangeAccess(viewer: UserViewer, target: TargetUser, permissions: Permissions): void {
  assertMay(viewer, 'updateUserAccess');
  if (target.id === viewer.userId && permissions !== target.permissions)
    throw permissionDenied('updateUserAccess', 'Owner');
  if (viewer.permissions === 'Owner') return;
  const highest = Math.max(rankOf(target.permissions), rankOf(permissions));
  if (highest >= rankOf(viewer.permissions)) throw permissionDenied('updateUserAccess', 'Owner');
}

/** Deleting asks for a rank that is at least the target's; that the last Owner stays is for the database to say. */
export function assertMayDeleteUser(viewer: UserViewer, target: TargetUser): void {
  assertMay(viewer, 'deleteUser');
  if (rankOf(target.permissions) > rankOf(viewer.permissions)) throw permissionDenied('deleteUser', target.permissions);
}

/** A key's or an invite's rank never exceeds that of the person who gives it. */
export function assertMayGrant(viewer: Viewer, action: Action, permissions: Permissions): void {
  if (!atLeast(viewer, permissions)) throw permissionDenied(action, permissions);
}
