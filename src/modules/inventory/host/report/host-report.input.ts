// What a daemon reports of a host: what it says of itself, its parts, and how much of each group was read.
import { builder } from '../../../../graphql/builder';
import { formed, integer, list, orEmpty, text } from '../../../../graphql/plugin/bounds';
import { ipAddressOf } from '../../../../platform/text/addresses';
import { assertCidr } from '../../../../platform/text/validation';
import { enumRef } from '../../../../graphql/enums';
import { interfaceInputFields } from '../../shared/interface-input';
import { clientId } from '../../shared/service-input';
import { ipAddressInput, portInput, serviceInput, virtualization } from '../host.input';

/** Facts that only discovery writes, each with a twin that says where it was read. */
export const facts = [
  'sysName',
  'manufacturer',
  'model',
  'serialNumber',
  'firmwareRevision',
  'softwareRevision',
  'os',
] as const;
export const sourceOfFact = (fact: (typeof facts)[number]) => `${fact}Source` as const;

/** Most rows of one kind in a report. */
export const maximumRows = 10_000;
/** Neighbours that one port may hear. */
const maximumHeard = 100;

const reportedHost = builder.inputType('ReportedHostInput', {
  description:
    'What is known of the host. What discovery alone reads is replaced by a newer report; all else only fills what is empty.',
  fields: (t) => ({
    id: t.field({
      type: 'UUID',
      description:
        'A host of the network, such as the one that the daemon lives on: then it is that one. Else the id of the host, if it is new.',
    }),
    networkId: t.field({ type: 'UUID', required: true, description: "The network of the daemon's key." }),
    name: t.string(text(0, 100, '; may be empty')),
    hostname: t.string(text(0, 255)),
    description: t.string(text(0, 500)),
    sysDescr: t.string(text(0, 2000)),
    sysObjectId: t.string(text(0, 255)),
    sysLocation: t.string(text(0, 2000)),
    sysContact: t.string(text(0, 2000)),
    managementUrl: t.string(text(0, 2000)),
    chassisId: t.string(text(0, 255)),
    sysName: t.string(text(0, 255)),
    sysNameSource: t.string(text(0, 255)),
    manufacturer: t.string(text(0, 255)),
    manufacturerSource: t.string(text(0, 255)),
    model: t.string(text(0, 255)),
    modelSource: t.string(text(0, 255)),
    serialNumber: t.string(text(0, 255)),
    serialNumberSource: t.string(text(0, 255)),
    firmwareRevision: t.string(text(0, 255)),
    firmwareRevisionSource: t.string(text(0, 255)),
    softwareRevision: t.string(text(0, 255)),
    softwareRevisionSource: t.string(text(0, 255)),
    os: t.string(text(0, 255)),
    osSource: t.string(text(0, 255)),
    virtualizationMetadata: t.field({ type: virtualization, description: 'What it is on its platform.' }),
    virtualizationServiceId: t.field({ type: 'UUID', description: 'Its hypervisor, a service of the network.' }),
  }),
});

const chassisId = builder.inputType('LldpChassisIdInput', {
  description: 'By what a neighbour names itself in LLDP.',
  fields: (t) => ({
    subtype: t.field({ type: enumRef('LldpChassisIdSubtype'), required: true, description: 'What `value` is.' }),
    value: t.string({ required: true, ...text(1, 255) }),
  }),
});
const portId = builder.inputType('LldpPortIdInput', {
  description: 'By what a neighbour names its port in LLDP.',
  fields: (t) => ({
    subtype: t.field({ type: enumRef('LldpPortIdSubtype'), required: true, description: 'What `value` is.' }),
    value: t.string({ required: true, ...text(1, 255) }),
  }),
});
const neighborEvidence = builder.inputType('NeighborEvidenceInput', {
  description: 'One neighbour as LLDP or CDP told of it.',
  fields: (t) => ({
    lldpChassisId: t.field({ type: chassisId, description: 'The neighbour.' }),
    lldpPortId: t.field({ type: portId, description: 'The port of the neighbour.' }),
    lldpSysName: t.string(text(0, 255)),
    lldpPortDesc: t.string(text(0, 255)),
    lldpMgmtAddr: t.string({ ...formed(orEmpty(ipAddressOf)), description: 'An IP address.' }),
    lldpSysDesc: t.string(text(0, 2000)),
    cdpDeviceId: t.string(text(0, 255)),
    cdpPortId: t.string(text(0, 255)),
    cdpPlatform: t.string(text(0, 255)),
    cdpAddress: t.string({ ...formed(orEmpty(ipAddressOf)), description: 'An IP address.' }),
  }),
});
const reportedInterface = builder.inputType('ReportedInterfaceInput', {
  description: 'A port of the ifTable of the host; it has a name, an index or both.',
  fields: (t) => ({
    id: t.field({ type: 'UUID', description: clientId }),
    ...interfaceInputFields(t),
    ifIndex: t.int(integer(0)),
    ifDescr: t.string(text(0, 255)),
    neighborEvidence: t.field({
      type: [neighborEvidence],
      ...list(maximumHeard),
      description: `What the port hears, at most ${maximumHeard} rows.`,
    }),
  }),
});

const reportedSubnet = builder.inputType('ReportedSubnetInput', {
  description: 'A subnet that the host is in: the one with this CIDR, or a new one.',
  fields: (t) => ({
    id: t.field({ type: 'UUID', description: 'By which addresses of the same report refer to it.' }),
    name: t.string({ required: true, ...text(1, 100) }),
    cidr: t.string({
      required: true,
      ...formed(assertCidr),
      description: 'IPv4 or IPv6 prefix with its length and without host bits.',
    }),
    subnetType: t.field({ type: enumRef('SubnetType'), required: true, description: 'What it is used for.' }),
    virtualizationServiceId: t.field({
      type: 'UUID',
      description: 'Container runtime that owns this bridge: a service that the network has already.',
    }),
  }),
});

const completeness = builder.inputType('InterfaceDataCompleteInput', {
  description: 'Which groups were read to their end. What was not replaces nothing that is stored.',
  fields: (t) => ({
    lldp: t.boolean({ description: 'What LLDP tells of neighbours.' }),
    cdp: t.boolean({ description: 'What CDP tells of neighbours.' }),
    fdb: t.boolean({ description: 'MAC addresses that ports have learned.' }),
    vlanMembership: t.boolean({ description: 'Native and tagged VLANs of ports.' }),
  }),
});

export const reportHostInput = builder.inputType('ReportHostInput', {
  fields: (t) => ({
    host: t.field({ type: reportedHost, required: true, description: 'The host itself.' }),
    ipAddresses: t.field({
      type: [ipAddressInput],
      ...list(maximumRows),
      description: 'Those that are known stay, new ones come behind.',
    }),
    ports: t.field({
      type: [portInput],
      ...list(maximumRows),
      description: 'Open ports. Those that no service is bound to go to the service "Open Ports".',
    }),
    services: t.field({
      type: [serviceInput],
      ...list(maximumRows),
      description:
        'What listens. Bindings are added; one to a port that another service has already is left out. Tags stay as they are.',
    }),
    interfaces: t.field({ type: [reportedInterface], ...list(maximumRows), description: 'Ports of its ifTable.' }),
    subnets: t.field({
      type: [reportedSubnet],
      ...list(maximumRows),
      description: 'Subnets that its addresses are in.',
    }),
    interfacesComplete: t.boolean({
      description:
        'The whole ifTable was read: what it says replaces what is stored, and ports that a run had seen and this one did not are gone.',
    }),
    interfaceDataComplete: t.field({ type: completeness, description: 'Which groups were read to their end.' }),
  }),
});
export type ReportHost = typeof reportHostInput.$inferInput;
