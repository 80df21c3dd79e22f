// Interfaces in GraphQL: the ports of an ifTable, their VLANs and their neighbours.
import { builder } from '../../../graphql/builder';
import { idsThrough, listThrough } from '../../../graphql/common-fields';
import { entity } from '../../../graphql/entity/entity';
import { id, optional, shown } from '../../../graphql/entity/sheet-fields';
import { relatedList } from '../../../graphql/lists/list';
import { interfaceDisplayName } from '../shared/display-names';
import { interfaceFields, readInterfaceFields, vlanIds } from '../shared/interface-input';
import { createInterface, updateInterface } from './interface.actions';
import './interface-counters.schema';
import './interface-neighbor.schema';

const { mtu, duplex, stpState, isStpRootPort, poeStatus, poeClass } = readInterfaceFields;
const { stpBlockedVlans, stpBlockedInstances } = readInterfaceFields;

entity('Interface', {
  mixins: ['history', 'seen'],
  fields: {
    hostId: id(),
    ...interfaceFields,
    ...{ mtu: shown(mtu), duplex: shown(duplex), aggregateId: shown(optional(id())) },
    ...{ stpState: shown(stpState), isStpRootPort: shown(isStpRootPort) },
    ...{ stpBlockedVlans: shown(stpBlockedVlans), stpBlockedInstances: shown(stpBlockedInstances) },
    ...{ poeStatus: shown(poeStatus), poeClass: shown(poeClass) },
  },
  inputs: { vlanIds },
  list: { name: 'interfaces', description: 'Interfaces, oldest first by default.' },
  getter: { name: 'interface' },
  filter: {
    network: true,
    host: true,
    ipAddress: true,
    nativeVlan: true,
    aggregate: true,
    members: true,
    taggedVlans: ['taggedVlans', 'vlan'],
    neighbors: true,
    neighborOf: true,
    neighborEvidence: true,
    learnedMac: {
      type: 'String',
      description:
        'Has learned this MAC address (lower case, with colons). Finds the port that a device is connected to.',
      where: (mac: string) => ({ fdbMacs: { has: mac } }),
    },
  },
  order: ['ifIndex', 'ifName', 'ifAlias', 'ifDescr', 'ifType', 'speedBps', 'adminStatus', 'operStatus', 'hostId'],
  deletes: { effect: 'Its neighbours and neighbour records are deleted too.' },
  write: { create: createInterface, update: updateInterface },
});

const byAge = [{ createdAt: 'asc' as const }, { id: 'asc' as const }];
const byVlan = [{ vlanId: 'asc' as const }];

builder.prismaObjectFields('Interface', (t) => ({
  host: t.relation('host', { nullable: true }),
  displayName: t.string({
    description: 'Name to show: alias, else description, else MAC address, else "Interface".',
    select: { ifAlias: true, ifDescr: true, macAddress: true },
    resolve: interfaceDisplayName,
  }),
  ipAddress: t.relation('ipAddress', { nullable: true }),
  nativeVlan: t.relation('nativeVlan', { nullable: true }),
  vlanIds: idsThrough(t, 'taggedVlans', 'vlanId', {
    description: 'Ids of the tagged VLANs (IEEE 802.1Q).',
    orderBy: byVlan,
  }),
  taggedVlans: listThrough(t, 'Interface', 'taggedVlans', 'vlan', {
    description: 'Tagged VLANs (IEEE 802.1Q); a port with any is a trunk.',
    orderBy: byVlan,
  }),
  aggregate: t.relation('aggregate', { nullable: true }),
  members: relatedList(t, 'members', 'Interface'),
  neighbors: t.relation('neighbors', { query: { orderBy: byAge } }),
  neighborOf: relatedList(t, 'neighborOf', 'Interface'),
  neighborEvidence: t.relation('neighborEvidence', { query: { orderBy: byAge } }),
  documentedLinks: t.relation('documentedLinks', {
    description: 'Cables of it that imports know, such as those of NetBox.',
    query: { orderBy: byAge },
  }),
  forwardingEvidence: t.relation('forwardingEvidence', {
    nullable: true,
    description: 'What follows from its forwarding table; null if that is empty or was not read to its end.',
  }),
  counters: t.relation('counters', {
    nullable: true,
    description: 'What has passed it, by the last two readings of its counters; null if they were never read.',
  }),
  arpEvidence: t.relation('arpEvidence', {
    nullable: true,
    description: 'What its device has of it in the ARP table; null if that is nothing or was not read to its end.',
  }),
}));
