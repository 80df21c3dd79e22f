// THE tenancy rule: for every model, which rows a viewer can see. A model without a line here does not compile.
import type { Prisma } from '../generated/prisma/client';
import { atLeast, isDaemon, type UserViewer, type Viewer } from '../auth/viewer';

type Models = Prisma.TypeMap['model'];
type ModelName = keyof Models;
type WhereOf<M extends ModelName> = NonNullable<Models[M]['operations']['findMany']['args']['where']>;
interface Rule<M extends ModelName> {
  (viewer: Viewer): WhereOf<M>;
  /** Rows of the organization's people, which a daemon has no business with: it sees none. */
  readonly isHiddenFromDaemons?: true;
}

/** No alternative: no row. */
const nothing = { OR: [] };

function forUsers<M extends ModelName>(rule: (viewer: UserViewer) => WhereOf<M>): Rule<M> {
  const judged = (viewer: Viewer) => (isDaemon(viewer) ? (nothing as never) : rule(viewer));
  return Object.assign(judged, { isHiddenFromDaemons: true as const });
}

const inNetworks = (viewer: Viewer) => ({ networkId: { in: [...viewer.networkIds] } });
const inOrganization = (viewer: Viewer) => ({ organizationId: viewer.organizationId });

/** Invites carry rights: an Admin sees its own and those to lower ranks, others none. */
function visibleInvites(viewer: UserViewer) {
  const { organizationId, userId } = viewer;
  if (viewer.permissions === 'Owner') return { organizationId };
  if (viewer.permissions !== 'Admin') return { id: { in: [] } };
  return {
    organizationId,
    OR: [{ createdBy: userId }, { permissions: { in: ['Viewer' as const, 'Member' as const] } }],
  };
}

/** Events tell of everyone and of all networks: an Admin's key must reach them all. */
function visibleEvents(viewer: UserViewer): WhereOf<'AuditEvent'> {
  if (!atLeast(viewer, 'Admin')) return nothing;
  const { organizationId, networkIds } = viewer;
  if (viewer.via === 'session') return { organizationId };
  return { organizationId, organization: { is: { networks: { none: { id: { notIn: [...networkIds] } } } } } };
}

/**
 * To-one relations are not filtered by Prisma, so each rule implies the rule of every row it points to:
 * composite foreign keys keep a row's references in its own network and organization.
 */
export const visibleRows: { [M in ModelName]: Rule<M> } = {
  Organization: forUsers(({ organizationId }) => ({ id: organizationId })),
  User: forUsers(inOrganization),
  Session: forUsers(({ userId }) => ({ userId })),
  UserApiKey: forUsers(({ userId, organizationId }) => ({ userId, organizationId })),
  UserApiKeyNetwork: forUsers((viewer) => ({ ...inNetworks(viewer), userApiKey: { is: { userId: viewer.userId } } })),
  UserNetwork: forUsers(inNetworks),
  LoginFailure: () => ({ email: { in: [] } }),
  Credential: forUsers(inOrganization),
  NetworkCredential: forUsers(inNetworks),
  HostCredential: forUsers(inNetworks),
  Invite: forUsers(visibleInvites),
  InviteNetwork: forUsers((viewer) => ({ ...inNetworks(viewer), invite: { is: visibleInvites(viewer) } })),
  Tag: forUsers(inOrganization),
  // Tags on a user API key belong to no network; only the key's owner sees them.
  TagAssignment: forUsers((viewer) => ({
    ...inOrganization(viewer),
    OR: [inNetworks(viewer), { userId: viewer.userId }],
  })),
  Network: ({ networkIds }) => ({ id: { in: [...networkIds] } }),
  Host: inNetworks,
  IpAddress: inNetworks,
  Interface: inNetworks,
  InterfaceVlan: inNetworks,
  InterfaceNeighbor: inNetworks,
  NeighborEvidence: inNetworks,
  Port: inNetworks,
  Binding: inNetworks,
  Service: inNetworks,
  Subnet: inNetworks,
  SubnetVlan: inNetworks,
  Vlan: inNetworks,
  Group: inNetworks,
  GroupMember: inNetworks,
  Discovery: inNetworks,
  DiscoverySession: inNetworks,
  Daemon: inNetworks,
  DaemonSubnet: inNetworks,
  NetworkChange: inNetworks,
  DaemonApiKey: forUsers(inNetworks),
  Topology: inNetworks,
  Snapshot: inNetworks,
  Share: forUsers(inNetworks),
  AuditEvent: forUsers(visibleEvents),
};

const wireNames: Partial<Record<ModelName, string>> = { Vlan: 'VLAN', IpAddress: 'IPAddress' };

/** The kind's name in errors: `VLAN`, `IPAddress`, `Host`. */
export const entityName = (model: ModelName): string => wireNames[model] ?? model;
