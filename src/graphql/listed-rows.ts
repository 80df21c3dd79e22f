// Whole lists of a network's rows in REST's spelling, for answers that embed them.
/** Kinds of rows by the names of their lists, each with the component of the OpenAPI document that describes a row. */
export const listedKinds = {
  hosts: 'Host',
  ip_addresses: 'IpAddress',
  subnets: 'Subnet',
  groups: 'Group',
  ports: 'Port',
  bindings: 'Binding',
  interfaces: 'Interface',
  neighbours: 'NeighborEvidence',
  services: 'Service',
  vlans: 'Vlan',
  tags: 'Tag',
} as const;
export type ListedKind = keyof typeof listedKinds;
