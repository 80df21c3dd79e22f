// THE tenancy rule: for every model, which rows a viewer can see. A model without a line here does not compile.
import type { Prisma } from '../generated/prisma/client';
import type { Viewer } from '../auth/viewer';

type Models = Prisma.TypeMap['model'];
type ModelName = keyof Models;
type WhereOf<M extends ModelName> = NonNullable<Models[M]['operations']['findMany']['args']['where']>;
type Rule<M extends ModelName> = (viewer: Viewer) => WhereOf<M>;

const inNetworks = (viewer: Viewer) => ({ networkId: { in: [...viewer.networkIds] } });
const inOrganization = (viewer: Viewer) => ({ organizationId: viewer.organizationId });

/** Invites carry rights: an Admin sees its own and those to lower ranks, others none. */
function visibleInvites(viewer: Viewer) {
  const { organizationId, userId } = viewer;
  if (viewer.permissions === 'Owner') return { organizationId };
  if (viewer.permissions !== 'Admin') return { id: { in: [] } };
  return {
    organizationId,
    OR: [{ createdBy: userId }, { permissions: { in: ['Viewer' as const, 'Member' as const] } }],
  };
}

/**
 * To-one relations are not filtered by Prisma, so each rule implies the rule of every row it points to:
 * composite foreign keys keep a row's references in its own network and organization.
 */
export const visibleRows: { [M in ModelName]: Rule<M> } = {
  Organization: ({ organizationId }) => ({ id: organizationId }),
  User: inOrganization,
  Session: ({ userId }) => ({ userId }),
  UserApiKey: ({ userId, organizationId }) => ({ userId, organizationId }),
  UserApiKeyNetwork: (viewer) => ({ ...inNetworks(viewer), userApiKey: { userId: viewer.userId } }),
  UserNetwork: inNetworks,
  LoginFailure: () => ({ email: { in: [] } }),
  Credential: inOrganization,
  NetworkCredential: inNetworks,
  HostCredential: inNetworks,
  Invite: visibleInvites,
  InviteNetwork: (viewer) => ({ ...inNetworks(viewer), invite: visibleInvites(viewer) }),
  Tag: inOrganization,
  // Tags on a user API key belong to no network; only the key's owner sees them.
  TagAssignment: (viewer) => ({ ...inOrganization(viewer), OR: [inNetworks(viewer), { userId: viewer.userId }] }),
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
  DaemonApiKey: inNetworks,
  NetworkChange: inNetworks,
  Topology: inNetworks,
  Snapshot: inNetworks,
  Share: inNetworks,
};

const wireNames: Partial<Record<ModelName, string>> = { Vlan: 'VLAN', IpAddress: 'IPAddress' };

/** The kind's name in errors: `VLAN`, `IPAddress`, `Host`. */
export const entityName = (model: ModelName): string => wireNames[model] ?? model;
