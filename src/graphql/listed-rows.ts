// Whole lists of a network's rows as REST spells them, for responses that embed such lists.
/** Embedded entities by the names of their lists, each with the OpenAPI component that describes a row. */
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
