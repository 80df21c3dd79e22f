// GraphQL type, queries and mutations of hosts. A host is any device with an address, from a core switch to a container
// VM.
import type { Host } from '../../../generated/prisma/client';
import { builder } from '../../../graphql/builder';
import { joinIds, joinList, optionalTexts } from '../../../graphql/common-fields';
import { defineDeletes } from '../../../graphql/deletes';
import { assignedByNobodyKnown, userRelation } from '../../access';
import { enumRef } from '../../../graphql/enums';
import { listedEntity } from '../../../graphql/entity/listed-entity';
import { choice, flag, id, of, optional, time } from '../../../graphql/entity/sheet-fields';
import { relatedList } from '../../../graphql/lists/list';
import { longestSearch } from '../../../graphql/lists/search-filter';
import { staleRows } from '../../../graphql/lists/stale-filter';
import { holds, integer } from '../../../graphql/plugin/bounds';
import { requireScope, requireVisible } from '../../../data/tenancy/rows';
import { factColumns, facts, plainColumns, sourceOfFact } from './host-columns';
import { createHost, updateHost } from './host.actions';
import { consolidateHosts } from './consolidation/host-consolidation';
import { createHostInput, updateHostInput } from './host.input';
import { hostDisplayName } from '../shared/display-names';
import { reachableAddress, endpointSelection, withPort } from '../shared/endpoints';
import { hostListFilters } from './host-list-filters';
import { searchHosts } from './host-search';

const byPosition = [{ position: 'asc' as const }, { id: 'asc' as const }];
const byAssignment = [{ createdAt: 'asc' as const }, { credentialId: 'asc' as const }];

type Virtualization = Pick<Host, 'virtualizationType' | 'vmName' | 'vmId'>;
const virtualizationDetails = builder.objectRef<Virtualization>('HostVirtualizationDetails').implement({
  fields: (t) => ({
    vmName: t.exposeString('vmName', { nullable: true, description: 'Name of the virtual machine on its platform.' }),
    vmId: t.exposeString('vmId', { nullable: true, description: 'Id of the virtual machine on its platform.' }),
  }),
});
const virtualizationMetadata = builder.objectRef<Virtualization>('HostVirtualization').implement({
  description: 'A virtual machine on its platform.',
  fields: (t) => ({
    type: t.field({ type: enumRef('HostVirtualizationType'), resolve: (row) => row.virtualizationType! }),
    details: t.field({ type: virtualizationDetails, resolve: (row) => row }),
  }),
});

const assignedBy = "Id of the user who assigned it; null where that is not known: it then counts as an Admin's.";

builder.prismaObject('HostCredential', {
  select: { hostId: true, credentialId: true },
  name: 'CredentialAssignment',
  description: 'A credential assigned to one host, tried before the default credentials of its network.',
  fields: (t) => ({
    hostId: t.expose('hostId', { type: 'UUID', description: 'Id of the host.' }),
    ipAddressIds: t.field({
      type: ['UUID'],
      nullable: true,
      ...holds(0, 0),
      description: 'Always null: a credential applies to all addresses of the host.',
      resolve: () => null,
    }),
    credentialId: t.expose('credentialId', { type: 'UUID' }),
    credential: t.relation('credential', { nullable: true }),
    assignedBy: t.expose('assignedBy', { type: 'UUID', nullable: true, description: assignedBy }),
    assignedByUser: userRelation(t, 'assignedByUser', 'The user who assigned it; null where that is not known.'),
  }),
});

builder.prismaObject('WorkingCredential', {
  select: { hostId: true, credentialId: true },
  description: 'A credential that a daemon read a host with.',
  fields: (t) => ({
    credentialId: t.expose('credentialId', { type: 'UUID' }),
    credential: t.relation('credential', { nullable: true }),
    ipAddress: t.exposeString('ipAddress', { description: 'Address at which the host answered.' }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      description: 'End of the last discovery run that read the host with it.',
    }),
  }),
});

const { sysName, manufacturer, model, serialNumber, firmwareRevision, softwareRevision, os } = factColumns;

listedEntity('Host', {
  mixins: ['history', 'seen', 'source', 'tags'],
  fields: {
    name: of('String'),
    hidden: flag(),
    missingSince: optional(time()),
    ...plainColumns,
    ...{ sysName, manufacturer, model, serialNumber, firmwareRevision, softwareRevision, os },
    role: optional(choice('HostRole')),
    roleSource: optional(choice('HostRoleSource')),
    stpRootBridgeId: optional(of('String')),
    stpRootCost: optional(of('Int')),
    answersDefaultCommunity: optional(flag()),
    virtualizationServiceId: optional(id()),
  },
  list: {
    name: 'hosts',
    description: 'Hosts, oldest first by default.',
    relatedOrder: {
      virtualizedBy: ['virtualizationService', 'name'],
      interfaceIp: ['firstAddress', 'ipAddress'],
      macAddress: ['firstMac', 'macAddress'],
    },
  },
  getter: { name: 'host' },
  filter: {
    virtualizationType: true,
    vmName: true,
    vmId: true,
    network: true,
    ipAddresses: true,
    interfaces: true,
    ports: true,
    services: true,
    bindings: true,
    daemons: true,
    neighborOf: true,
    virtualizationService: true,
    credentials: ['credentialAssignments', 'credential'],
    credentialsWithoutAssigner: assignedByNobodyKnown('credentialAssignments'),
    ...hostListFilters,
    stale: staleRows,
    search: {
      type: 'String',
      maxLength: longestSearch,
      description:
        'A text of the host or of a service on it contains this text, case-insensitive; or an IP address begins with it, or is in the prefix that it names; or a MAC address begins with it (three octets at least).',
      where: searchHosts,
    },
  },
  order: [
    ...(['name', 'hostname', 'hidden', 'sourceType', 'manufacturer', 'model', 'sysLocation', 'os', 'role'] as const),
    ...(['virtualizationType', 'virtualizationServiceId', 'networkId'] as const),
  ],
});

builder.prismaObjectFields('Host', (t) => ({
  displayName: t.string({
    description: 'Name to show: the first non-empty of name, hostname, sysName, chassisId and the address seen last.',
    select: {
      name: true,
      hostname: true,
      sysName: true,
      chassisId: true,
      // The same selection as in the field `ipAddresses`. So if a document has both `displayName` and `ipAddresses`,
      // the addresses are read only once.
      ipAddresses: { orderBy: byPosition, select: { id: true, ipAddress: true, lastSeenAt: true } },
    },
    resolve: hostDisplayName,
  }),
  endpoint: t.string({
    nullable: true,
    description:
      'Where to connect to the host: its first address that is not a loopback, link-local or container bridge address; with a port as `10.0.0.1:9100` or `[2001:db8::1]:9100`. Null without such an address.',
    args: { port: t.arg.int(integer(1, 65535, 'TCP or UDP port; left out, the address alone.')) },
    select: { ipAddresses: endpointSelection },
    resolve: ({ ipAddresses }, { port }) => {
      const address = reachableAddress(ipAddresses);
      return address !== undefined && port != null ? withPort(address, port) : (address ?? null);
    },
  }),
  formerMacs: t.exposeStringList('formerMacs', {
    description:
      'MAC addresses that it had at IP addresses now used by other machines. Discovery recognizes the host by them.',
  }),
  mergedHostIds: t.expose('mergedHostIds', { type: ['UUID'] }),
  ...optionalTexts(t, ...facts.map(sourceOfFact), 'nameSource', 'hostnameSource'),
  virtualizationMetadata: t.field({
    type: virtualizationMetadata,
    nullable: true,
    description: 'Virtual machine on its platform; null on bare metal or if unknown.',
    select: { virtualizationType: true, vmName: true, vmId: true },
    resolve: (row) => (row.virtualizationType ? row : null),
  }),
  virtualizationService: t.relation('virtualizationService', { nullable: true }),
  ipAddresses: t.relation('ipAddresses', { query: { orderBy: byPosition } }),
  ports: t.relation('ports', { query: { orderBy: [{ number: 'asc' }, { protocol: 'asc' }] } }),
  services: t.relation('services', { query: { orderBy: byPosition } }),
  interfaces: t.relation('interfaces', {
    query: { orderBy: [{ ifIndex: { sort: 'asc', nulls: 'last' } }, { id: 'asc' }] },
  }),
  bindings: t.relation('bindings', {
    description: 'Bindings of all its services.',
    query: { orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] },
  }),
  ipAddressesConnection: relatedList(t, 'ipAddresses', 'Host', { description: 'Its addresses, page by page.' }),
  portsConnection: relatedList(t, 'ports', 'Host', { description: 'Its transport ports, page by page.' }),
  servicesConnection: relatedList(t, 'services', 'Host', { description: 'Its services, page by page.' }),
  interfacesConnection: relatedList(t, 'interfaces', 'Host', { description: 'Its interfaces, page by page.' }),
  bindingsConnection: relatedList(t, 'bindings', 'Host', {
    description: 'Bindings of all its services, page by page.',
  }),
  daemons: t.relation('daemons', { query: { orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] } }),
  daemonsConnection: relatedList(t, 'daemons', 'Host', { description: 'Its daemons, page by page.' }),
  credentialAssignments: t.relation('credentialAssignments', {
    description: 'Credentials assigned to the host, in order of use.',
    query: { orderBy: byAssignment },
  }),
  credentialIds: joinIds(t, 'credentialAssignments', 'credentialId', { orderBy: byAssignment }),
  credentials: joinList(t, 'Host', 'credentialAssignments', 'credential', { orderBy: byAssignment }),
  workingCredentials: t.relation('workingCredentials', {
    description: 'Credentials that daemons read the host with, the latest first.',
    query: { orderBy: [{ lastUsedAt: 'desc' }, { credentialId: 'asc' }] },
  }),
  neighborOf: relatedList(t, 'neighborOf', 'Host'),
}));

builder.mutationField('createHost', (t) =>
  t.prismaField({
    type: 'Host',
    description:
      'Creates a host with its addresses, ports, services and interfaces. If the network has a host with its address, chassis ID or MAC address: `entity_already_exists`.',
    authScopes: { action: 'createHost' },
    args: { input: t.arg({ type: createHostInput, required: true }) },
    resolve: async (query, _root, { input }, { db, viewer }) => {
      requireScope(viewer, input);
      return requireVisible(db, 'Host', await createHost(db, viewer, input), query);
    },
  }),
);

builder.mutationField('updateHost', (t) =>
  t.prismaField({
    type: 'Host',
    description: 'Updates a host. Lists of parts replace the stored ones; those left out stay.',
    authScopes: { action: 'updateHost' },
    args: { id: t.arg({ type: 'UUID', required: true }), input: t.arg({ type: updateHostInput, required: true }) },
    resolve: async (query, _root, { id, input }, { db, viewer }) => {
      const select = {
        ...{ id: true, networkId: true, name: true, hostname: true },
        ...{ role: true, virtualizationServiceId: true },
      };
      const storedHost = await requireVisible(db, 'Host', id, { select });
      await updateHost(db, viewer, storedHost, input);
      return requireVisible(db, 'Host', id, query);
    },
  }),
);

defineDeletes('Host', {
  effect: 'Its addresses, ports, services and interfaces are deleted too. A host with a daemon cannot be deleted.',
  inUseThrough: 'daemons',
});

builder.mutationField('consolidateHosts', (t) =>
  t.prismaField({
    type: 'Host',
    description:
      'Merges two hosts of a network and returns the destination. Addresses, ports, services, interfaces and references of the other host move, duplicates are merged, empty fields are filled, the other host is deleted. If impossible: `hosts_consolidate_failed`.',
    authScopes: { action: 'consolidateHosts' },
    args: {
      destinationHostId: t.arg({ type: 'UUID', required: true, description: 'Id of the host that stays.' }),
      otherHostId: t.arg({ type: 'UUID', required: true, description: 'Id of the host that is deleted.' }),
    },
    resolve: async (query, _root, { destinationHostId, otherHostId }, { db, viewer }) => {
      await consolidateHosts(db, viewer, destinationHostId, otherHostId);
      return requireVisible(db, 'Host', destinationHostId, query);
    },
  }),
);
