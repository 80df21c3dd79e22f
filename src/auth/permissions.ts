// The permissions of every operation by its GraphQL name, and the rules for changing other users.
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
 * Which daemons may call: none, those with any key (`keyed`), registered ones, or registered ones that are not on
 * standby (`awake`). `starting`: like `registered`, but an unknown daemon gets the error `entity_not_found`, after
 * which it registers.
 */
type DaemonDemand = 'none' | 'keyed' | 'starting' | 'registered' | 'awake';

interface Demand {
  /** The lowest role with which a user may run the operation. */
  readonly level: Permissions;
  /** Whether API keys are rejected: a key must not create, widen or rotate keys, or change its owner's profile. */
  readonly sessionOnly: boolean;
  /**
   * Whether API keys that are limited to some networks are rejected, so that they cannot change users or rights outside
   * of their networks.
   */
  readonly everyNetwork: boolean;
  readonly daemon: DaemonDemand;
  /** Whether users are rejected, and only daemons may call. */
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
  // Admin, because the list contains the ids of invites, and anyone can use an invite by its id.
  invites: everywhere('Admin'),
  auditEvents: anyone('Admin'),
  auditEvent: anyone('Admin'),
  webhooks: anyone('Admin'),
  webhook: anyone('Admin'),
  webhookDeliveries: anyone('Admin'),
  webhookDelivery: anyone('Admin'),
  mailRules: anyone('Viewer'),
  mailRule: anyone('Viewer'),
  mailRulePreview: anyone('Viewer'),
  user: person('Viewer'),
  organization: anyone('Viewer'),
  userApiKeys: person('Viewer'),
  userApiKey: person('Viewer'),
  topologyChanges: person('Viewer'),
  topologyGraphChanges: anyone('Viewer'),
  inventoryChanges: anyone('Viewer'),
  newNetworkEvents: anyone('Viewer'),
  discoveryProgress: person('Viewer'),
  subnets: alsoDaemon('Viewer'),

  createUserApiKey: person('Viewer'),
  updateUserApiKey: person('Viewer'),
  rotateUserApiKey: person('Viewer'),
  deleteUserApiKey: person('Viewer'),
  deleteUserApiKeys: person('Viewer'),
  updateUser: person('Viewer'),
  createMailRule: anyone('Viewer'),
  updateMailRule: anyone('Viewer'),
  deleteMailRule: anyone('Viewer'),
  deleteMailRules: anyone('Viewer'),

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
  mergeSubnet: anyone('Member'),
  createAddressReservation: anyone('Member'),
  updateAddressReservation: anyone('Member'),
  deleteAddressReservation: anyone('Member'),
  deleteAddressReservations: anyone('Member'),
  createBinding: anyone('Member'),
  updateBinding: anyone('Member'),
  deleteBinding: anyone('Member'),
  deleteBindings: anyone('Member'),
  provisionDaemon: anyone('Member'),
  updateDaemon: anyone('Member'),
  testDaemonReachability: anyone('Member'),
  retryDaemonConnection: anyone('Member'),
  confirmDaemon: anyone('Member'),
  deleteDaemon: anyone('Member'),
  deleteDaemons: anyone('Member'),
  createDaemonApiKey: anyone('Member'),
  updateDaemonApiKey: anyone('Member'),
  rotateDaemonApiKey: anyone('Member'),
  deleteDaemonApiKey: anyone('Member'),
  deleteDaemonApiKeys: anyone('Member'),
  createEnrolmentCode: anyone('Member'),
  deleteEnrolmentCode: anyone('Member'),
  deleteEnrolmentCodes: anyone('Member'),
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
  updateSnapshot: anyone('Member'),
  deleteSnapshot: anyone('Member'),
  deleteSnapshots: anyone('Member'),
  // Members may change their own saved views; only Admins may change shared views of other users.
  createSavedView: anyone('Member'),
  updateSavedView: anyone('Member'),
  deleteSavedView: anyone('Member'),
  deleteSavedViews: anyone('Member'),
  createPlan: anyone('Member'),
  updatePlan: anyone('Member'),
  deletePlan: anyone('Member'),
  deletePlans: anyone('Member'),
  // The caller needs access to all networks of the check. If the check covers every network, the caller must also be an
  // Admin.
  createCheck: anyone('Member'),
  createSuggestedChecks: anyone('Member'),
  updateCheck: anyone('Member'),
  deleteCheck: anyone('Member'),
  deleteChecks: anyone('Member'),
  muteCheck: anyone('Member'),
  unmuteCheck: anyone('Member'),
  acceptFinding: anyone('Member'),
  withdrawAcceptance: anyone('Member'),
  planImport: anyone('Member'),
  applyImport: anyone('Member'),
  createShare: anyone('Member'),
  updateShare: anyone('Member'),
  deleteShare: anyone('Member'),
  deleteShares: anyone('Member'),
  addTagToEntities: anyone('Member'),
  removeTagFromEntities: anyone('Member'),
  setEntityTags: anyone('Member'),
  // The caller also needs access to all networks that use the tag or credential: see src/data/tenancy/shared-rows.ts.
  updateTag: anyone('Member'),
  deleteTag: anyone('Member'),
  deleteTags: anyone('Member'),

  // Restoring a row also needs the right to create, update or delete that row.
  restoreRevision: anyone('Member'),
  undoChange: anyone('Member'),

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
  createCredentials: anyone('Admin'),
  updateCredential: anyone('Admin'),
  deleteCredential: anyone('Admin'),
  deleteCredentials: anyone('Admin'),
  // The caller needs access to all networks of the webhook.
  createWebhook: anyone('Admin'),
  updateWebhook: anyone('Admin'),
  deleteWebhook: anyone('Admin'),
  deleteWebhooks: anyone('Admin'),
  rotateWebhookSecret: anyone('Admin'),
  testWebhook: anyone('Admin'),
  redeliverWebhookDelivery: anyone('Admin'),
  createInvite: everywhere('Admin'),
  revokeInvite: everywhere('Admin'),
  updateUserAccess: everywhere('Admin'),
  deleteUser: everywhere('Admin'),
  deleteUsers: everywhere('Admin'),

  renameOrganization: everywhere('Owner'),
  resetOrganization: everywhere('Owner'),
  deleteOrganization: person('Owner'),
  setOrganizationApiAccess: person('Owner'),
  setOrganizationSecondFactor: person('Owner'),
} satisfies Record<string, Demand>;

export type Action = keyof typeof table;
export const actions = Object.keys(table) as Action[];
export const isAction = (name: string): name is Action => Object.hasOwn(table, name);
export const demandOf = (action: Action): Demand => table[action];

/** Whether `assertMay` would succeed for this user; used by `viewer { may }` and the documentation. */
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

/** Throws for API keys without access to every network. */
export function assertEveryNetwork(viewer: Viewer, action: Action): void {
  if (!isDaemon(viewer) && viewer.isNarrowed)
    throw permissionDenied(action, `${demandOf(action).level} of every network`);
}

/**
 * Checks access to a field of Query, Mutation or Subscription. Fields without an entry in the table of permissions are
 * closed to daemons.
 */
export function assertMayAsk(viewer: Viewer, field: string): void {
  if (isAction(field)) assertMay(viewer, field);
  else userOf(viewer);
}

const mismatchCodes: Partial<Record<DaemonIdentity, AppError['code']>> = {
  otherNetwork: 'daemon_network_mismatch',
  otherKey: 'daemon_identity_mismatch',
};

function assertAdmitted({ identity, isOnStandby, namedDaemonId }: DaemonViewer, demand: DaemonDemand): void {
  if (demand === 'none') throw new AppError('auth_user_context_required');
  const mismatch = mismatchCodes[identity];
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

/**
 * The roles of users that a user may list: an Admin sees its own account and users with lower roles, an Owner sees
 * everyone.
 */
export const listableRanks = (viewer: UserViewer): Permissions[] =>
  viewer.permissions === 'Owner'
    ? ['Viewer', 'Member', 'Admin', 'Owner']
    : (['Viewer', 'Member', 'Admin'] as const).filter((rank) => rankOf(rank) < rankOf(viewer.permissions));

/**
 * Throws unless the viewer may change this user's role and networks: an Owner may change anyone, an Admin users with
 * lower roles.
 */
export function assertMayChangeAccess(viewer: UserViewer, target: TargetUser, permissions: Permissions): void {
  assertMay(viewer, 'updateUserAccess');
  if (target.id === viewer.userId && permissions !== target.permissions)
    throw permissionDenied('updateUserAccess', 'Owner');
  if (viewer.permissions === 'Owner') return;
  const highest = Math.max(rankOf(target.permissions), rankOf(permissions));
  if (highest >= rankOf(viewer.permissions)) throw permissionDenied('updateUserAccess', 'Owner');
}

/** Throws unless the viewer has at least the target's role. The database refuses to delete the last Owner. */
export function assertMayDeleteUser(viewer: UserViewer, target: TargetUser): void {
  assertMay(viewer, 'deleteUser');
  if (rankOf(target.permissions) > rankOf(viewer.permissions)) throw permissionDenied('deleteUser', target.permissions);
}

/** Throws if a key or invite would get a higher role than its creator has. */
export function assertMayGrant(viewer: Viewer, action: Action, permissions: Permissions): void {
  if (!atLeast(viewer, permissions)) throw permissionDenied(action, permissions);
}
