// GraphQL input types of a host: its own fields and the lists of its parts.
import { builder } from '../../../graphql/builder';
import { integer, list, notNull, orEmpty, text, withForm } from '../../../graphql/plugin/bounds';
import { canonicalIpAddress, canonicalMacAddress } from '../../../platform/text/addresses';
import { inputFields } from '../../../graphql/entity/sheet-fields';
import { enumRef } from '../../../graphql/enums';
import { readColumns, roleInput, writtenColumns } from './host-columns';
import { assertWholeHosts } from '../credential/credential-links';
import { interfaceInputFields } from '../shared/interface-input';
import { portCertificateInput } from '../shared/port-certificate';
import { mostSshHostKeys, sshHostKeyInput } from '../shared/port-host-keys';
import { clientId, serviceInputFields } from '../shared/service-input';

type Inputs = Parameters<typeof interfaceInputFields>[0];

const position = 'Position on its host; given for all rows or for none.';

export const ipAddressInput = builder.inputType('HostIpAddressInput', {
  description: 'An IP address of the host.',
  fields: (t) => ({
    id: t.field({ type: 'UUID', description: clientId }),
    subnetId: t.field({ type: 'UUID', required: true }),
    ipAddress: t.string({
      required: true,
      ...withForm(canonicalIpAddress),
      description: 'IPv4 or IPv6 address within its subnet.',
    }),
    name: t.string(text(0, 100)),
    macAddress: t.string({
      ...withForm(orEmpty(canonicalMacAddress)),
      description: 'MAC address in any usual notation. One read by discovery cannot be changed.',
    }),
    macAddressSource: t.string({
      ...text(0, 255),
      description: 'How discovery read the MAC address. Only in reports of discovery; ignored otherwise.',
    }),
    position: t.int(integer(0, undefined, position)),
  }),
});
export const portInput = builder.inputType('HostPortInput', {
  description: 'An open transport port of the host.',
  fields: (t) => ({
    id: t.field({ type: 'UUID', description: clientId }),
    number: t.int({ required: true, ...integer(1, 65535) }),
    protocol: t.field({ type: enumRef('TransportProtocol'), required: true }),
    certificate: t.field({
      type: portCertificateInput,
      description:
        'TLS certificate that discovery read; null: the port has none. Only in reports of discovery; ignored otherwise.',
    }),
    sshHostKeys: t.field({
      ...list(mostSshHostKeys),
      type: [sshHostKeyInput],
      description:
        'SSH host keys that discovery read; empty: the port has none. Only in reports of discovery; ignored otherwise.',
    }),
  }),
});
const interfaceInput = builder.inputType('HostInterfaceInput', {
  description: 'An interface of the host (IF-MIB ifTable).',
  fields: (t) => ({
    id: t.field({ type: 'UUID', description: clientId }),
    ...interfaceInputFields(t),
    ifIndex: t.int({ required: true, ...integer(0) }),
    ifDescr: t.string({ required: true, ...text(1, 255) }),
  }),
});

export const hostServiceFields = (t: Inputs) => ({
  id: t.field({ type: 'UUID', description: clientId }),
  name: t.string({ required: true, ...text(0, 100) }),
  serviceDefinition: t.string({ required: true, ...text(1, 255) }),
  position: t.int(integer(0, undefined, position)),
  ...serviceInputFields(t),
  tags: t.field({ type: ['UUID'], description: 'Ids of its tags; the complete list. Left out: unchanged.' }),
});
const serviceInput = builder.inputType('HostServiceInput', {
  description: 'A service of the host.',
  fields: hostServiceFields,
});

const virtualizationDetails = builder.inputType('HostVirtualizationDetailsInput', {
  fields: (t) => ({ vmName: t.string(text(0, 255)), vmId: t.string(text(0, 255)) }),
});
export const virtualization = builder.inputType('HostVirtualizationInput', {
  description: 'A virtual machine on its platform.',
  fields: (t) => ({
    type: t.field({ type: enumRef('HostVirtualizationType'), required: true }),
    details: t.field({ type: virtualizationDetails }),
  }),
});
const credentialAssignment = builder.inputType('CredentialAssignmentInput', {
  fields: (t) => ({
    credentialId: t.field({ type: 'UUID', required: true }),
    ipAddressIds: t.field({
      type: 'JSON',
      ...withForm(assertWholeHosts),
      description: 'Null or an empty list, because a credential applies to all addresses of a host.',
    }),
  }),
});

const sharedFields = (t: Inputs) => ({
  ...inputFields(t, { ...writtenColumns, ...roleInput }),
  virtualizationMetadata: t.field({ type: virtualization }),
  virtualizationServiceId: t.field({
    type: 'UUID',
    description: 'Id of the hypervisor service that runs the virtual machine.',
  }),
  tagIds: t.field({ type: ['UUID'], description: 'The complete list. Left out: none on create, unchanged on update.' }),
  credentialAssignments: t.field({ type: [credentialAssignment], description: 'The complete list, in order of use.' }),
  ipAddresses: t.field({ type: [ipAddressInput], description: 'The complete list. Left out: unchanged.' }),
  ports: t.field({ type: [portInput], description: 'The complete list. Left out: unchanged.' }),
  services: t.field({ type: [serviceInput], description: 'The complete list. Left out: unchanged.' }),
  interfaces: t.field({ type: [interfaceInput], description: 'The complete list. Left out: unchanged.' }),
});

export const createHostInput = builder.inputType('CreateHostInput', {
  fields: (t) => ({
    networkId: t.field({ type: 'UUID', required: true }),
    name: t.string({ required: true, ...text(0, 100, '; may be empty') }),
    hidden: t.boolean({
      ...notNull(),
      description: 'Whether the host is left out of every topology; false if left out.',
    }),
    ...sharedFields(t),
    ...inputFields(t, readColumns),
  }),
});
export const updateHostInput = builder.inputType('UpdateHostInput', {
  description: 'Fields left out keep their value. Attributes read from the host, such as sysDescr, cannot be changed.',
  fields: (t) => ({
    name: t.string(notNull(text(0, 100, '; may be empty'))),
    hidden: t.boolean(notNull()),
    ...sharedFields(t),
    expectedUpdatedAt: t.field({
      type: 'DateTime',
      description: 'Expected `updatedAt` of the stored row; if it differs: `entity_changed`.',
    }),
  }),
});
