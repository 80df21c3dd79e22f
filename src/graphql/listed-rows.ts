// Names of whole lists of a network's rows in the form of REST, for responses that embed such lists.
/** OpenAPI components of embedded rows, by the name of their list. */
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
