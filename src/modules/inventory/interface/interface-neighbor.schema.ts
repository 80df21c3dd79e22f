// GraphQL types of a port's neighbors: resolved links, and the evidence for them from LLDP, CDP, forwarding tables and
// ARP tables.
import type { ForwardingEvidence, NeighborEvidence } from '../../../generated/prisma/client';
import type { NeighborBasis } from '../../../generated/prisma/enums';
import { builder } from '../../../graphql/builder';
import { baseFields, historyFields, optionalTexts } from '../../../graphql/common-fields';
import { enumRef } from '../../../graphql/enums';
import { rowField } from '../../../graphql/row-field';
import { defineList, defineRootList } from '../../../graphql/lists/list';
import { documentedLinkTexts, forwardingReasonTexts, neighborReasonTexts } from './neighbor-reasons';

const neighborType = builder.enumType('NeighborType', {
  description: 'Kinds of resolved neighbours.',
  values: ['Interface', 'Host'] as const,
});

builder.prismaObject('InterfaceNeighbor', {
  select: { id: true },
  fields: (t) => ({
    ...baseFields(t),
    ...historyFields(t),
    networkId: t.expose('networkId', { type: 'UUID' }),
    network: t.relation('network'),
    interfaceId: t.expose('interfaceId', { type: 'UUID' }),
    interface: t.relation('interface'),
    type: t.field({
      type: neighborType,
      select: { remoteInterfaceId: true },
      resolve: ({ remoteInterfaceId }) => (remoteInterfaceId ? ('Interface' as const) : ('Host' as const)),
    }),
    neighborId: t.field({
      type: 'UUID',
      description: 'Id of the port or host at the other end, as `type` says.',
      select: { remoteInterfaceId: true, remoteHostId: true },
      resolve: ({ remoteInterfaceId, remoteHostId }) => (remoteInterfaceId ?? remoteHostId)!,
    }),
    remoteInterfaceId: t.expose('remoteInterfaceId', { type: 'UUID', nullable: true }),
    remoteInterface: t.relation('remoteInterface', { nullable: true }),
    remoteHostId: t.expose('remoteHostId', { type: 'UUID', nullable: true }),
    remoteHost: t.relation('remoteHost', { nullable: true }),
    protocol: t.expose('protocol', { type: enumRef('NeighborProtocol') }),
    basis: t.field({
      type: enumRef('NeighborBasis'),
      description: 'Evidence that the link is based on.',
      select: { basis: true, protocol: true },
      resolve: ({ basis, protocol }) => basis ?? protocol,
    }),
    downSince: t.expose('downSince', { type: 'DateTime', nullable: true }),
  }),
});

defineList('InterfaceNeighbor', {
  isNetworkLevel: true,
  filter: {
    columns: [
      'id',
      'networkId',
      'interfaceId',
      'remoteInterfaceId',
      'remoteHostId',
      'protocol',
      'downSince',
      'createdAt',
      'updatedAt',
    ],
    relations: { interface: true, remoteInterface: true, remoteHost: true },
    computedConditions: {
      basis: {
        type: enumRef('NeighborBasis'),
        description: 'Based on this evidence.',
        where: (basis: NeighborBasis) =>
          basis === 'LLDP' || basis === 'CDP' ? { basis: null, protocol: basis } : { basis },
      },
    },
  },
  order: ['protocol', 'createdAt', 'updatedAt'],
});

const chassisId = builder.objectRef<NeighborEvidence>('LldpChassisId').implement({
  description: 'LLDP chassis ID and its subtype (IEEE 802.1AB, 8.5.2).',
  fields: (t) => ({
    subtype: t.field({ type: enumRef('LldpChassisIdSubtype'), resolve: (row) => row.lldpChassisIdSubtype! }),
    value: t.string({ resolve: (row) => row.lldpChassisIdValue! }),
  }),
});
const portId = builder.objectRef<NeighborEvidence>('LldpPortId').implement({
  description: 'LLDP port ID and its subtype (IEEE 802.1AB, 8.5.3).',
  fields: (t) => ({
    subtype: t.field({ type: enumRef('LldpPortIdSubtype'), resolve: (row) => row.lldpPortIdSubtype! }),
    value: t.string({ resolve: (row) => row.lldpPortIdValue! }),
  }),
});

const resolvedNeighbor = builder.objectRef<NeighborEvidence>('ResolvedNeighbor').implement({
  description: 'The port or host that a neighbour record is about.',
  fields: (t) => ({
    type: t.field({
      type: neighborType,
      resolve: ({ resolvedInterfaceId }) => (resolvedInterfaceId ? ('Interface' as const) : ('Host' as const)),
    }),
    neighborId: t.field({
      type: 'UUID',
      description: 'Id of the port or host, as `type` says.',
      resolve: ({ resolvedInterfaceId, resolvedHostId }) => (resolvedInterfaceId ?? resolvedHostId)!,
    }),
    interface: rowField<NeighborEvidence>(t, 'Interface', ({ resolvedInterfaceId }) => resolvedInterfaceId),
    host: rowField<NeighborEvidence>(
      t,
      'Host',
      ({ resolvedHostId }) => resolvedHostId,
      'The host, if its port is unknown; else null: it is the host of the port.',
    ),
  }),
});

builder.prismaObject('NeighborEvidence', {
  select: { id: true },
  fields: (t) => ({
    ...baseFields(t),
    networkId: t.expose('networkId', { type: 'UUID' }),
    network: t.relation('network'),
    interfaceId: t.expose('interfaceId', { type: 'UUID' }),
    interface: t.relation('interface', { nullable: true }),
    protocol: t.expose('protocol', { type: enumRef('NeighborProtocol') }),
    lldpChassisId: t.field({
      type: chassisId,
      nullable: true,
      select: { lldpChassisIdSubtype: true, lldpChassisIdValue: true },
      resolve: (row) => (row.lldpChassisIdSubtype ? (row as NeighborEvidence) : null),
    }),
    lldpPortId: t.field({
      type: portId,
      nullable: true,
      select: { lldpPortIdSubtype: true, lldpPortIdValue: true },
      resolve: (row) => (row.lldpPortIdSubtype ? (row as NeighborEvidence) : null),
    }),
    ...optionalTexts(t, 'lldpSysName', 'lldpPortDesc', 'lldpMgmtAddr', 'lldpSysDesc'),
    ...optionalTexts(t, 'cdpDeviceId', 'cdpPortId', 'cdpPlatform', 'cdpAddress'),
    managementAddresses: t.exposeStringList('managementAddresses'),
    observedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When the device was read.' }),
    resolvedTo: t.field({
      type: resolvedNeighbor,
      nullable: true,
      description: 'The port or host that the record is about; null if that is not known.',
      select: { resolvedInterfaceId: true, resolvedHostId: true },
      resolve: (row) => (row.resolvedInterfaceId || row.resolvedHostId ? (row as NeighborEvidence) : null),
    }),
    reason: t.expose('reason', {
      type: enumRef('NeighborReason'),
      nullable: true,
      description: 'Why it gave less than a link that both sides report; null if it gave one.',
    }),
    message: t.string({
      nullable: true,
      description: 'Reason as a sentence for people.',
      select: { reason: true },
      resolve: ({ reason }) => reason && neighborReasonTexts[reason],
    }),
  }),
});

defineList('NeighborEvidence', {
  isNetworkLevel: true,
  filter: {
    columns: [
      'id',
      'networkId',
      'interfaceId',
      'protocol',
      'lldpChassisIdSubtype',
      'lldpChassisIdValue',
      'lldpPortIdSubtype',
      'lldpPortIdValue',
      'lldpSysName',
      'lldpPortDesc',
      'lldpMgmtAddr',
      'lldpSysDesc',
      'cdpDeviceId',
      'cdpPortId',
      'cdpPlatform',
      'cdpAddress',
      'resolvedInterfaceId',
      'resolvedHostId',
      'reason',
      'createdAt',
      'updatedAt',
    ],
    relations: { interface: true, resolvedInterface: true, resolvedHost: true },
  },
  order: ['protocol', 'createdAt', 'updatedAt'],
});
defineRootList('neighborEvidence', 'NeighborEvidence', {
  description: 'LLDP and CDP neighbour records, oldest first by default.',
});

builder.prismaObject('DocumentedLink', {
  select: { id: true },
  fields: (t) => ({
    ...baseFields(t),
    networkId: t.expose('networkId', { type: 'UUID' }),
    interfaceId: t.expose('interfaceId', { type: 'UUID' }),
    interface: t.relation('interface', { nullable: true }),
    remoteHostName: t.exposeString('remoteHostName'),
    remotePortName: t.exposeString('remotePortName'),
    sourceName: t.exposeString('sourceName'),
    remoteInterface: t.relation('resolvedInterface', {
      nullable: true,
      description: 'The port at the other end; null if it is unknown.',
    }),
    remoteHost: t.relation('resolvedHost', {
      nullable: true,
      description: 'The host at the other end, if its port is unknown; else null: it is the host of the port.',
    }),
    state: t.expose('state', { type: enumRef('DocumentedLinkState') }),
    message: t.string({
      description: 'State as a sentence for people.',
      select: { state: true },
      resolve: ({ state }) => documentedLinkTexts[state],
    }),
  }),
});

const readAt = 'When the table was last read completely.';
const reason = {
  type: enumRef('ForwardingReason'),
  nullable: true,
  description: 'Why it gave no link; null if it gave one.',
} as const;
const message = {
  nullable: true,
  description: 'Reason as a sentence for people.',
  select: { reason: true },
  resolve: (row: Pick<ForwardingEvidence, 'reason'>) => row.reason && forwardingReasonTexts[row.reason],
} as const;

builder.prismaObject('ForwardingEvidence', {
  select: { interfaceId: true },
  description:
    'Result of resolving the forwarding table of a port to a link. The MAC addresses of the table are `fdbMacs` of the port.',
  fields: (t) => ({
    observedAt: t.expose('readAt', { type: 'DateTime', description: readAt }),
    reason: t.expose('reason', reason),
    message: t.string(message),
  }),
});

builder.prismaObject('ArpEvidence', {
  select: { interfaceId: true },
  description: 'ARP table entries of a device on one port, and the result of resolving them to a link.',
  fields: (t) => ({
    macAddresses: t.exposeStringList('macAddresses', { description: 'MAC addresses in it, each once, in order.' }),
    observedAt: t.expose('readAt', { type: 'DateTime', description: readAt }),
    reason: t.expose('reason', reason),
    message: t.string(message),
  }),
});
