// GraphQL type, queries and mutations of VLANs (IEEE 802.1Q).
import { builder } from '../../../graphql/builder';
import { joinIds, joinList } from '../../../graphql/common-fields';
import { entity } from '../../../graphql/entity/entity';
import { organizationId, source } from '../../../graphql/entity/mixins';
import { integer, optional, text } from '../../../graphql/entity/sheet-fields';
import { joinConnection } from '../../../graphql/lists/connection-through';
import { relatedList } from '../../../graphql/lists/list';
import { vlanNumbers } from '../../../platform/text/vlan-numbers';

entity('Vlan', {
  mixins: ['history', 'seen', 'source'],
  fields: {
    name: text(1, 100),
    vlanNumber: integer(vlanNumbers.min, vlanNumbers.max, 'IEEE 802.1Q VLAN ID, unique in the network.'),
    description: optional(text(0, 2000)),
  },
  inputs: { organizationId, source },
  list: {
    name: 'vlans',
    description: 'VLANs, by VLAN ID by default.',
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
  deletes: { effect: 'It is removed from the native and tagged VLANs of ports.' },
});

const bySubnet = [{ subnetId: 'asc' }];

builder.prismaObjectFields('Vlan', (t) => ({
  organizationId: t.expose('organizationId', { type: 'UUID' }),
  organization: t.relation('organization'),
  subnetIds: joinIds(t, 'subnets', 'subnetId', { orderBy: bySubnet }),
  subnets: joinList(t, 'Vlan', 'subnets', 'subnet', {
    description: 'Subnets of the VLAN, derived from addresses on ports with this native VLAN.',
    orderBy: bySubnet,
  }),
  nativeInterfaces: relatedList(t, 'nativeInterfaces', 'Vlan', {
    description: 'Ports with this VLAN as native VLAN (untagged frames).',
  }),
  taggedInterfaces: joinConnection(t, 'Vlan', 'taggedInterfaces', 'interface', {
    description: 'Trunk ports that carry this VLAN tagged.',
  }),
}));
