// Interfaces in GraphQL: the ports of an ifTable, their VLANs and their neighbours.
import { builder } from '../../../graphql/builder';
import { idsThrough, listThrough } from '../../../graphql/common-fields';
import { entity } from '../../../graphql/entity/entity';
import { id } from '../../../graphql/entity/sheet-fields';
import { relatedList } from '../../../graphql/lists/list';
import { interfaceDisplayName } from '../shared/display-names';
import { interfaceFields, vlanIds } from '../shared/interface-input';
import { createInterface, updateInterface } from './interface.actions';
import './interface-neighbor.schema';

entity('Interface', {
  mixins: ['history', 'seen'],
  fields: { hostId: id(), ...interfaceFields },
  inputs: { vlanIds },
  list: { name: 'interfaces', description: 'Ports of ifTables, oldest first unless ordered otherwise.' },
  getter: { name: 'interface' },
  filter: {
    firstDiscoveryId: true,
    lastDiscoveryId: true,
    network: true,
    host: true,
    ipAddress: true,
    nativeVlan: true,
    taggedVlans: ['taggedVlans', 'vlan'],
    neighbors: true,
    neighborOf: true,
    neighborEvidence: true,
    learnedMac: {
      type: 'String',
      description: 'Has learned this MAC address (lower case, with colons): where a device is plugged in.',
      where: (mac: string) => ({ fdbMacs: { has: mac } }),
    },
  },
  order: ['ifIndex', 'ifName', 'ifAlias', 'ifDescr', 'ifType', 'speedBps', 'adminStatus', 'operStatus', 'hostId'],
  deletes: { effect: 'its neighbour links and their evidence with it' },
  write: { create: createInterface, update: updateInterface },
});

const byAge = [{ createdAt: 'asc' as const }, { id: 'asc' as const }];
const byVlan = [{ vlanId: 'asc' as const }];

builder.prismaObjectFields('Interface', (t) => ({
  host: t.relation('host', { nullable: true }),
  displayName: t.string({
    description: 'What to call the port: its alias, else its description, else its MAC address, else "Interface".',
    select: { ifAlias: true, ifDescr: true, macAddress: true },
    resolve: interfaceDisplayName,
  }),
  ipAddress: t.relation('ipAddress', { nullable: true }),
  nativeVlan: t.relation('nativeVlan', { nullable: true }),
  vlanIds: idsThrough(t, 'taggedVlans', 'vlanId', { description: 'Ids of the tagged VLANs.', orderBy: byVlan }),
  taggedVlans: listThrough(t, 'Interface', 'taggedVlans', 'vlan', {
    description: 'VLANs that pass tagged (IEEE 802.1Q); a port that has any is a trunk.',
    orderBy: byVlan,
  }),
  neighbors: t.relation('neighbors', { query: { orderBy: byAge } }),
  neighborOf: relatedList(t, 'neighborOf', 'Interface'),
  neighborEvidence: t.relation('neighborEvidence', { query: { orderBy: byAge } }),
}));
