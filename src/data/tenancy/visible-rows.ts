// The tenancy rule: for every model, which rows a viewer can see. A model that has no entry here is a compile error.
import type { Prisma } from '../../generated/prisma/client';
import { isHistoried } from '../model/historied';
import { relationsOf } from '../model/model-fields';
import { atLeast, isDaemon, reachesEverything, type UserViewer, type Viewer } from './viewer';

type Models = Prisma.TypeMap['model'];
type ModelName = keyof Models;
type WhereOf<M extends ModelName> = NonNullable<Models[M]['operations']['findMany']['args']['where']>;
interface Rule<M extends ModelName> {
  (viewer: Viewer): WhereOf<M>;
  /** Daemons see no rows about the organization's users. */
  readonly isHiddenFromDaemons?: true;
}

/** Matches no row: a disjunction without alternatives. */
const nothing = { OR: [] };

function forUsers<M extends ModelName>(rule: (viewer: UserViewer) => WhereOf<M>): Rule<M> {
  const judged = (viewer: Viewer) => (isDaemon(viewer) ? nothing : rule(viewer));
  return Object.assign(judged, { isHiddenFromDaemons: true as const });
}

const inNetworks = (viewer: Viewer) => ({ networkId: { in: [...viewer.networkIds] } });
const inOrganization = (viewer: Viewer) => ({ organizationId: viewer.organizationId });

/**
 * Invites grant permissions. An Owner sees all invites. An Admin sees the invites to lower roles, and the invites to
 * the role Admin that it created. Other users see no invites. For an API key, the lower role of key and owner counts.
 */
function visibleInvites(viewer: UserViewer) {
  const { organizationId, userId } = viewer;
  if (viewer.permissions === 'Owner') return { organizationId };
  if (viewer.permissions !== 'Admin') return { id: { in: [] } };
  return {
    organizationId,
    OR: [
      { permissions: 'Admin' as const, createdBy: userId },
      { permissions: { in: ['Viewer' as const, 'Member' as const] } },
    ],
  };
}

/** Audit events concern all users and networks, so an Admin's API key needs access to all networks. */
function visibleEvents(viewer: UserViewer): WhereOf<'AuditEvent'> {
  return atLeast(viewer, 'Admin') && !viewer.isNarrowed ? inOrganization(viewer) : nothing;
}

/**
 * A check is visible to callers with access to one of its networks. A check of all networks is visible in the whole
 * organization.
 */
const visibleChecks = (viewer: Viewer) => ({
  ...inOrganization(viewer),
  OR: [{ allNetworks: true }, { scope: { some: inNetworks(viewer) } }],
});
/**
 * Rows about a check in a network. The check must be visible too: after it ceases to apply to a network, such rows
 * remain for a while.
 */
const ofVisibleCheck = (viewer: Viewer) => ({ ...inNetworks(viewer), check: { is: visibleChecks(viewer) } });

/**
 * A webhook sends what happens in all its networks, so an Admin needs access to all of these networks to see the
 * webhook. Others must not see it, because its URL often is a secret with which anybody can send messages to the
 * receiver.
 */
function visibleWebhooks(viewer: UserViewer): WhereOf<'Webhook'> {
  if (!atLeast(viewer, 'Admin')) return nothing;
  if (reachesEverything(viewer)) return inOrganization(viewer);
  return { ...inOrganization(viewer), allNetworks: false, scope: { every: inNetworks(viewer) } };
}
/** The rule for rows that belong to a webhook and a network: the viewer must see both. */
const ofVisibleWebhook = (viewer: UserViewer) => ({
  ...inNetworks(viewer),
  webhook: { is: visibleWebhooks(viewer) },
});

/**
 * Which rows of each model a viewer sees. If a row refers to another row (not to a list), Prisma reads that row without
 * a filter. So whoever sees a row must be allowed to see the rows to which it refers. Reads of the past filter these
 * rows too, because a model without history has only present rows.
 */
export const visibleRows: { [M in ModelName]: Rule<M> } = {
  Organization: forUsers(({ organizationId }) => ({ id: organizationId })),
  User: forUsers(inOrganization),
  Session: forUsers(({ userId }) => ({ userId })),
  UserApiKey: forUsers(({ userId, organizationId }) => ({ userId, organizationId })),
  UserApiKeyNetwork: forUsers((viewer) => ({ ...inNetworks(viewer), userApiKey: { is: { userId: viewer.userId } } })),
  UserNetwork: forUsers(inNetworks),
  LoginFailure: () => ({ email: { in: [] } }),
  EmailToken: forUsers(({ userId }) => ({ userId })),
  OidcFlow: forUsers(({ userId }) => ({ userId })),
  // Nobody may read these rows, and nobody may learn to which users they belong.
  SecondFactor: () => nothing,
  RecoveryCode: () => nothing,
  SignInChallenge: () => nothing,
  Passkey: () => nothing,
  PasskeyChallenge: () => nothing,
  // Callers must not learn whether an email address is known to the service.
  OidcLogout: () => nothing,
  Registration: () => nothing,
  Mail: () => nothing,
  IdempotentAnswer: () => nothing,
  Credential: forUsers(inOrganization),
  NetworkCredential: forUsers(inNetworks),
  HostCredential: forUsers(inNetworks),
  WorkingCredential: forUsers(inNetworks),
  Invite: forUsers(visibleInvites),
  InviteNetwork: forUsers((viewer) => ({ ...inNetworks(viewer), invite: { is: visibleInvites(viewer) } })),
  Tag: forUsers(inOrganization),
  // Tags on a user API key belong to no network; only the key's owner sees them. The condition on `tag` hides tag
  // assignments that remain for a while after their tag was deleted.
  TagAssignment: forUsers((viewer) => ({
    ...inOrganization(viewer),
    tag: { is: {} },
    OR: [inNetworks(viewer), { userId: viewer.userId }],
  })),
  Network: ({ networkIds }) => ({ id: { in: [...networkIds] } }),
  Host: inNetworks,
  HostFirstAddress: inNetworks,
  HostFirstMac: inNetworks,
  IpAddress: inNetworks,
  Interface: inNetworks,
  InterfaceVlan: inNetworks,
  InterfaceNeighbor: inNetworks,
  NeighborEvidence: inNetworks,
  ForwardingEvidence: inNetworks,
  ArpEvidence: inNetworks,
  InterfaceCounters: inNetworks,
  DocumentedLink: inNetworks,
  LinkDecision: inNetworks,
  HostMerge: inNetworks,
  IdentitySuggestion: inNetworks,
  Port: inNetworks,
  Route: inNetworks,
  FhrpGroup: inNetworks,
  FhrpMember: inNetworks,
  RoutingNeighbor: inNetworks,
  WirelessAssociation: inNetworks,
  WirelessSignal: inNetworks,
  Binding: inNetworks,
  Service: inNetworks,
  Subnet: inNetworks,
  AddressReservation: inNetworks,
  VlanSubnet: inNetworks,
  Vlan: inNetworks,
  Group: inNetworks,
  GroupMember: inNetworks,
  Discovery: inNetworks,
  DiscoverySession: inNetworks,
  Daemon: inNetworks,
  DaemonSubnet: inNetworks,
  DaemonPoll: forUsers(inNetworks),
  DaemonAlert: forUsers(inNetworks),
  NetworkChange: inNetworks,
  // Rows that remain of deleted networks and tags are visible to nobody.
  DeletedNetwork: () => nothing,
  DeletedTag: () => nothing,
  DaemonApiKey: forUsers(inNetworks),
  EnrolmentCode: forUsers(inNetworks),
  Topology: inNetworks,
  Snapshot: inNetworks,
  Share: forUsers(inNetworks),
  SavedView: forUsers((viewer) => ({
    ...inNetworks(viewer),
    OR: [{ visibility: 'Organization' as const }, { createdByUserId: viewer.userId }],
  })),
  Plan: forUsers(inNetworks),
  Check: forUsers(visibleChecks),
  CheckNetwork: forUsers(inNetworks),
  CheckVerdict: forUsers(ofVisibleCheck),
  CheckVerdictChange: forUsers(ofVisibleCheck),
  CheckAcceptance: forUsers(ofVisibleCheck),
  JudgedNetwork: () => nothing,
  NetworkEvent: forUsers(inNetworks),
  NetworkEventCursor: () => nothing,
  Webhook: forUsers(visibleWebhooks),
  WebhookNetwork: forUsers(ofVisibleWebhook),
  WebhookDelivery: forUsers(ofVisibleWebhook),
  MailRule: forUsers(({ userId, organizationId }) => ({ userId, organizationId })),
  MailRuleEvent: () => nothing,
  ImportPlan: forUsers((viewer) => ({ ...inNetworks(viewer), userId: viewer.userId })),
  ImportPlanRow: forUsers((viewer) => ({ ...inNetworks(viewer), userId: viewer.userId })),
  AuditEvent: forUsers(visibleEvents),
};

/** Models whose rows belong to the organization but to no network. */
type OrganizationWide = {
  [M in ModelName]: 'organizationId' extends keyof Models[M]['payload']['scalars']
    ? 'networkId' extends keyof Models[M]['payload']['scalars']
      ? never
      : M
    : never;
}[ModelName];

/**
 * Who may change rows that belong to no network, in addition to the role in `permissions.ts`. `owner`: callers that see
 * the row. `network`: callers with access to the network. `users of it`: callers with access to all networks that use
 * the row. `its networks`: callers with access to all networks to which the row applies. `all networks`: callers with
 * access to all networks of the organization. `nobody`: only the service.
 */
export const requiredReach = {
  Credential: 'users of it',
  Tag: 'users of it',
  Check: 'its networks',
  // Only callers with access to every network of a webhook see it.
  Webhook: 'owner',
  MailRule: 'owner',
  MailRuleEvent: 'nobody',
  User: 'all networks',
  Invite: 'all networks',
  UserApiKey: 'owner',
  Network: 'network',
  AuditEvent: 'nobody',
  DeletedTag: 'nobody',
  Mail: 'nobody',
  IdempotentAnswer: 'nobody',
} as const satisfies Record<OrganizationWide, string>;

/** Models whose rows the networks of an organization share. */
export type SharedModel = {
  [M in OrganizationWide]: (typeof requiredReach)[M] extends 'users of it' ? M : never;
}[OrganizationWide];

export const isShared = (model: string): model is SharedModel =>
  Object.hasOwn(requiredReach, model) && requiredReach[model as OrganizationWide] === 'users of it';

/** Models whose rows only link two other rows. */
const links: ReadonlySet<string> = new Set<ModelName>([
  ...([
    'TagAssignment',
    'InterfaceVlan',
    'VlanSubnet',
    'DaemonSubnet',
    'GroupMember',
    'InterfaceNeighbor',
    'FhrpMember',
  ] as const),
  ...([
    'HostCredential',
    'WorkingCredential',
    'NetworkCredential',
    'UserNetwork',
    'UserApiKeyNetwork',
    'InviteNetwork',
    'CheckNetwork',
    'WebhookNetwork',
  ] as const),
]);

/** Returns the condition for rows of a model that the caller sees. */
export type RuleLookup = (model: string) => Record<string, unknown>;

export const rulesNow =
  (viewer: Viewer): RuleLookup =>
  (model) =>
    visibleRows[model as ModelName](viewer) as Record<string, unknown>;

/**
 * Rules for reads of the past: rows of the networks that the viewer can access today. A row that links two rows is
 * visible only if both linked rows are visible at the instant, because one of them may have ended just before the link.
 */
export const rulesThen =
  (viewer: Viewer): RuleLookup =>
  (model) => {
    const rule = rulesNow(viewer)(model);
    if (!links.has(model)) return rule;
    const ends = [...relationsOf(model).values()].filter(
      (relation) => !relation.isList && !relation.isNullable && isHistoried(relation.model) && !(relation.name in rule),
    );
    return { AND: [rule, ...ends.map(({ name }) => ({ [name]: { is: {} } }))] };
  };

const wireNames: Partial<Record<ModelName, string>> = { Vlan: 'VLAN', IpAddress: 'IPAddress' };

/** The model's name in errors: `VLAN`, `IPAddress`, `Host`. */
export const entityName = (model: ModelName): string => wireNames[model] ?? model;
