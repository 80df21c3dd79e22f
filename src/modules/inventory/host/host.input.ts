// What callers write of a host: its own fields and the lists of its parts.
import { builder } from '../../../graphql/builder';
import { formed, integer, notNull, orEmpty, text } from '../../../graphql/plugin/bounds';
import { ipAddressOf, macAddressOf } from '../../../platform/text/addresses';
import { enumRef } from '../../../graphql/enums';
import { interfaceInputFields } from '../shared/interface-input';
import { clientId, serviceInputFields } from '../shared/service-input';

const position = 'Order on the host: given for all rows or for none.';

export const ipAddressInput = builder.inputType('HostIpAddressInput', {
  description: 'An address of the host.',
  fields: (t) => ({
    id: t.field({ type: 'UUID', description: clientId }),
    subnetId: t.field({ type: 'UUID', required: true }),
    ipAddress: t.string({
      required: true,
      ...formed(ipAddressOf),
      description: 'An IPv4 or IPv6 address inside its subnet.',
    }),
    name: t.string(text(0, 100)),
    macAddress: t.string({
      ...formed(orEmpty(macAddressOf)),
      description: 'In any usual notation. One that discovery has read stays as it is.',
    }),
    position: t.int(integer(0, undefined, position)),
  }),
});
export const portInput = builder.inputType('HostPortInput', {
  description: 'An open port of the host.',
  fields: (t) => ({
    id: t.field({ type: 'UUID', description: clientId }),
    number: t.int({ required: true, ...integer(1, 65535) }),
    protocol: t.field({ type: enumRef('TransportProtocol'), required: true }),
  }),
});
const interfaceInput = builder.inputType('HostInterfaceInput', {
  description: 'A port of the ifTable of the host.',
  fields: (t) => ({
    id: t.field({ type: 'UUID', description: clientId }),
    ...interfaceInputFields(t),
    ifIndex: t.int({ required: true, ...integer(0) }),
    ifDescr: t.string({ required: true, ...text(1, 255) }),
  }),
});

export const serviceInput = builder.inputType('HostServiceInput', {
  description: 'A service on the host.',
  fields: (t) => ({
    id: t.field({ type: 'UUID', description: clientId }),
    name: t.string({ required: true, ...text(0, 100) }),
    serviceDefinition: t.string({ required: true, ...text(1, 255, ': the id of a known software') }),
    position: t.int(integer(0, undefined, position)),
    ...serviceInputFields(t),
    tags: t.field({ type: ['UUID'], description: 'Ids of its tags: exactly these. Left out: unchanged.' }),
  }),
});

const virtualizationDetails = builder.inputType('HostVirtualizationDetailsInput', {
  fields: (t) => ({ vmName: t.string(text(0, 255)), vmId: t.string(text(0, 255)) }),
});
export const virtualization = builder.inputType('HostVirtualizationInput', {
  description: 'What a virtual machine is on its platform.',
  fields: (t) => ({
    type: t.field({ type: enumRef('HostVirtualizationType'), required: true }),
    details: t.field({ type: virtualizationDetails }),
  }),
});
const credentialAssignment = builder.inputType('CredentialAssignmentInput', {
  fields: (t) => ({ credentialId: t.field({ type: 'UUID', required: true }) }),
});

type Inputs = Parameters<typeof interfaceInputFields>[0];
const sharedFields = (t: Inputs) => ({
  hostname: t.string(text(0, 255)),
  description: t.string(text(0, 500)),
  virtualizationMetadata: t.field({ type: virtualization }),
  virtualizationServiceId: t.field({ type: 'UUID', description: 'Its hypervisor, a service of the network.' }),
  tagIds: t.field({ type: ['UUID'], description: 'Exactly these. Left out: none on create, unchanged on update.' }),
  credentialAssignments: t.field({ type: [credentialAssignment], description: 'Exactly these, in this order.' }),
  ipAddresses: t.field({ type: [ipAddressInput], description: 'Exactly these. Left out: unchanged.' }),
  ports: t.field({ type: [portInput], description: 'Exactly these. Left out: unchanged.' }),
  services: t.field({ type: [serviceInput], description: 'Exactly these. Left out: unchanged.' }),
  interfaces: t.field({ type: [interfaceInput], description: 'Exactly these. Left out: unchanged.' }),
});

export const createHostInput = builder.inputType('CreateHostInput', {
  fields: (t) => ({
    networkId: t.field({ type: 'UUID', required: true }),
    name: t.string({ required: true, ...text(0, 100, '; may be empty') }),
    hidden: t.boolean({ ...notNull(), description: 'False if left out.' }),
    ...sharedFields(t),
    sysDescr: t.string(text(0, 2000)),
    sysObjectId: t.string(text(0, 255)),
    sysLocation: t.string(text(0, 2000)),
    sysContact: t.string(text(0, 2000)),
    managementUrl: t.string(text(0, 2000)),
    chassisId: t.string(text(0, 255)),
  }),
});
export const updateHostInput = builder.inputType('UpdateHostInput', {
  description: 'Fields left out keep their value. What a host said of itself (sysDescr and the like) is kept.',
  fields: (t) => ({
    name: t.string(notNull(text(0, 100, '; may be empty'))),
    hidden: t.boolean(notNull()),
    ...sharedFields(t),
    expectedUpdatedAt: t.field({
      type: 'DateTime',
      description: 'Refuse with `entity_changed` if the row changed since.',
    }),
  }),
});
