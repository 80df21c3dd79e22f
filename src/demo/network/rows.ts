// The rows of a demo, by table. Generators add them, the loader writes them.
import type { Prisma } from '../../generated/prisma/client';

/** A row for Prisma, without Prisma's marker type for omitted fields. */
type Row<T> = { [Field in keyof T]: Exclude<T[Field], typeof Prisma.skip> };

/** The rows of one organization that belong to no network. */
export interface OrganizationRows {
  organizations: Row<Prisma.OrganizationCreateManyInput>[];
  users: Row<Prisma.UserCreateManyInput>[];
  user_api_keys: Row<Prisma.UserApiKeyCreateManyInput>[];
  invites: Row<Prisma.InviteCreateManyInput>[];
  tags: Row<Prisma.TagCreateManyInput>[];
  networks: Row<Prisma.NetworkCreateManyInput>[];
  user_networks: Row<Prisma.UserNetworkCreateManyInput>[];
  user_api_key_networks: Row<Prisma.UserApiKeyNetworkCreateManyInput>[];
  invite_networks: Row<Prisma.InviteNetworkCreateManyInput>[];
  checks: Row<Prisma.CheckCreateManyInput>[];
  /** Tag assignments of user API keys. All other tag assignments are among the rows of a network. */
  tag_assignments: Row<Prisma.TagAssignmentCreateManyInput>[];
}

/** All rows of one network. */
export interface NetworkRows {
  hosts: Row<Prisma.HostCreateManyInput>[];
  daemon_api_keys: Row<Prisma.DaemonApiKeyCreateManyInput>[];
  daemons: Row<Prisma.DaemonCreateManyInput>[];
  discoveries: Row<Prisma.DiscoveryCreateManyInput>[];
  services: Row<Prisma.ServiceCreateManyInput>[];
  subnets: Row<Prisma.SubnetCreateManyInput>[];
  vlans: Row<Prisma.VlanCreateManyInput>[];
  ip_addresses: Row<Prisma.IpAddressCreateManyInput>[];
  address_reservations: Row<Prisma.AddressReservationCreateManyInput>[];
  interfaces: Row<Prisma.InterfaceCreateManyInput>[];
  interface_vlans: Row<Prisma.InterfaceVlanCreateManyInput>[];
  neighbor_evidence: Row<Prisma.NeighborEvidenceCreateManyInput>[];
  interface_neighbors: Row<Prisma.InterfaceNeighborCreateManyInput>[];
  interface_counters: Row<Prisma.InterfaceCountersCreateManyInput>[];
  fhrp_groups: Row<Prisma.FhrpGroupCreateManyInput>[];
  fhrp_members: Row<Prisma.FhrpMemberCreateManyInput>[];
  routing_neighbors: Row<Prisma.RoutingNeighborCreateManyInput>[];
  wireless_associations: Row<Prisma.WirelessAssociationCreateManyInput>[];
  wireless_signals: Row<Prisma.WirelessSignalCreateManyInput>[];
  ports: Row<Prisma.PortCreateManyInput>[];
  bindings: Row<Prisma.BindingCreateManyInput>[];
  groups: Row<Prisma.GroupCreateManyInput>[];
  group_members: Row<Prisma.GroupMemberCreateManyInput>[];
  daemon_subnets: Row<Prisma.DaemonSubnetCreateManyInput>[];
  snapshots: Row<Prisma.SnapshotCreateManyInput>[];
  topologies: Row<Prisma.TopologyCreateManyInput>[];
  shares: Row<Prisma.ShareCreateManyInput>[];
  tag_assignments: Row<Prisma.TagAssignmentCreateManyInput>[];
}

export type TableName = keyof OrganizationRows | keyof NetworkRows;

export const emptyOrganizationRows = (): OrganizationRows => ({
  organizations: [],
  users: [],
  user_api_keys: [],
  invites: [],
  tags: [],
  networks: [],
  user_networks: [],
  user_api_key_networks: [],
  invite_networks: [],
  checks: [],
  tag_assignments: [],
});

export const emptyNetworkRows = (): NetworkRows => ({
  hosts: [],
  daemon_api_keys: [],
  daemons: [],
  discoveries: [],
  services: [],
  subnets: [],
  vlans: [],
  ip_addresses: [],
  address_reservations: [],
  interfaces: [],
  interface_vlans: [],
  neighbor_evidence: [],
  interface_neighbors: [],
  interface_counters: [],
  fhrp_groups: [],
  fhrp_members: [],
  routing_neighbors: [],
  wireless_associations: [],
  wireless_signals: [],
  ports: [],
  bindings: [],
  groups: [],
  group_members: [],
  daemon_subnets: [],
  snapshots: [],
  topologies: [],
  shares: [],
  tag_assignments: [],
});
