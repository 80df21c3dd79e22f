// VLANs (IEEE 802.1Q) in GraphQL.
import { builder } from '../../../graphql/builder';
import { idsThrough, listThrough } from '../../../graphql/common-fields';
import { entity } from '../../../graphql/entity/entity';
import { source } from '../../../graphql/entity/mixins';
import { integer, optional, text } from '../../../graphql/entity/sheet-fields';
import { connectionThrough } from '../../../graphql/lists/connection-through';
import { relatedList } from '../../../graphql/lists/list';

entity('Vlan', {
  mixins: ['history', 'seen', 'source'],
  fields: {
    name: text(1, 100),
    vlanNumber: integer(1, 4094, 'IEEE 802.1Q VLAN number, unique in the network.'),
    description: optional(text(0, 2000)),
  },
  inputs: { source },
  list: {
    name: 'vlans',
    description: 'VLANs, by number unless ordered otherwise.',
    defaultOrder: [{ field: 'vlanNumber', direction: 'asc' }],
  },
  getter: { name: 'vlan' },
  filter: {
    network: true,
    nativeInterfaces: true,
    taggedInterfaces: ['taggedInterfaces', 'interface'],
    subnets: ['subnets', 'subnet'],
  },
  order: ['vlanNumber', 'name'],
  deletes: { effect: 'which ports lose as native and tagged VLAN' },
});

const bySubnet = [{ subnetId: 'asc' }];

builder.prismaObjectFields('Vlan', (t) => ({
  subnetIds: idsThrough(t, 'subnets', 'subnetId', { orderBy: bySubnet }),
  subnets: listThrough(t, 'Vlan', 'subnets', 'subnet', {
    description: 'Subnets whose addresses sit on ports with this native VLAN; derived, never written.',
    orderBy: bySubnet,
  }),
  nativeInterfaces: relatedList(t, 'nativeInterfaces', 'Vlan', { description: 'Ports that carry this VLAN untagged.' }),
  taggedInterfaces: connectionThrough(t, 'Vlan', 'taggedInterfaces', 'interface', {
    description: 'Ports that carry this VLAN tagged (trunks).',
  }),
}));
