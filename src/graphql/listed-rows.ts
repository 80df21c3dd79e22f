// Lists of a network's rows that some responses contain as a whole, in the form of REST.
/** For each list, by its name, the OpenAPI component that describes its rows. */
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
