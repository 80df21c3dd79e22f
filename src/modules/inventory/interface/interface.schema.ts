// GraphQL type, queries and mutations of interfaces: the ports of an ifTable (IF-MIB), with their VLANs and neighbors.
import { builder } from '../../../graphql/builder';
import { joinIds, joinList } from '../../../graphql/common-fields';
import { entity } from '../../../graphql/entity/entity';
import { id, optional, readOnly } from '../../../graphql/entity/sheet-fields';
import { joinConnection } from '../../../graphql/lists/connection-through';
import { relatedList } from '../../../graphql/lists/list';
import { interfaceDisplayName } from '../shared/display-names';
import { interfaceFields, readInterfaceFields, vlanIds } from '../shared/interface-input';
import { createInterface, updateInterface } from './interface.actions';
import './interface-counters.schema';
import './interface-neighbor.schema';
import { touchOwnersOfParts } from '../shared/host-locks.sql';

const { mtu, duplex, stpState, isStpRootPort, poeStatus, poeClass } = readInterfaceFields;
const { stpBlockedVlans, stpBlockedInstances } = readInterfaceFields;

entity('Interface', {
  mixins: ['history', 'seen'],
  fields: {
    hostId: id(),
    ...interfaceFields,
    ...{ mtu: readOnly(mtu), duplex: readOnly(duplex), aggregateId: readOnly(optional(id())) },
    ...{ stpState: readOnly(stpState), isStpRootPort: readOnly(isStpRootPort) },
    ...{ stpBlockedVlans: readOnly(stpBlockedVlans), stpBlockedInstances: readOnly(stpBlockedInstances) },
    ...{ poeStatus: readOnly(poeStatus), poeClass: readOnly(poeClass) },
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
  deletes: {
    effect: 'Its neighbours and neighbour records are deleted too.',
    before: (tx, viewer, ids) => touchOwnersOfParts(tx, viewer, 'Interface', ids),
  },
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
  macAddressSource: t.exposeString('macAddressSource', { nullable: true }),
  ipAddress: t.relation('ipAddress', { nullable: true }),
  nativeVlan: t.relation('nativeVlan', { nullable: true }),
  vlanIds: joinIds(t, 'taggedVlans', 'vlanId', {
    description: 'Ids of the tagged VLANs (IEEE 802.1Q).',
    orderBy: byVlan,
  }),
  taggedVlans: joinList(t, 'Interface', 'taggedVlans', 'vlan', {
    description: 'Tagged VLANs (IEEE 802.1Q); a port with any is a trunk.',
    orderBy: byVlan,
  }),
  taggedVlansConnection: joinConnection(t, 'Interface', 'taggedVlans', 'vlan', {
    description: 'Tagged VLANs page by page, in the order in which they were set.',
  }),
  aggregate: t.relation('aggregate', { nullable: true }),
  members: relatedList(t, 'members', 'Interface'),
  neighbors: t.relation('neighbors', { query: { orderBy: byAge } }),
  neighborOf: relatedList(t, 'neighborOf', 'Interface'),
  neighborEvidence: t.relation('neighborEvidence', { query: { orderBy: byAge } }),
  documentedLinks: t.relation('documentedLinks', {
    description: 'Documented cables of the port, from imports such as NetBox.',
    query: { orderBy: byAge },
  }),
  forwardingEvidence: t.relation('forwardingEvidence', {
    nullable: true,
    description: 'Result of resolving its forwarding table; null if the table is empty or was not read completely.',
  }),
  counters: t.relation('counters', {
    nullable: true,
    description: 'Last two readings of its counters and the rates between them; null if they were never read.',
  }),
  arpEvidence: t.relation('arpEvidence', {
    nullable: true,
    description:
      'ARP table entries of its device on this port; null if there are none or the table was not read completely.',
  }),
}));
