// GraphQL input types of a reported host: its values, its parts, and which groups of values were read completely.
import { inputFields } from '../../../../graphql/entity/sheet-fields';
import { factColumns, plainColumns } from '../host-columns';
import { builder } from '../../../../graphql/builder';
import { withForm, integer, list, orEmpty, text } from '../../../../graphql/plugin/bounds';
import { canonicalIpAddress } from '../../../../platform/text/addresses';
import { assertCidr } from '../../../../platform/text/validation';
import { enumRef } from '../../../../graphql/enums';
import { aggregateIfIndex, arpMacs, interfaceInputFields, readInterfaceFields } from '../../shared/interface-input';
import { clientId } from '../../shared/service-input';
import { hostServiceFields, ipAddressInput, portInput, virtualization } from '../host.input';
import { completenessFields, tableFields } from './reported-tables';

/** Maximum number of rows of one kind in a report. */
export const maximumRows = 10_000;
/** Maximum number of neighbors of a port in a report. */
const maximumHeard = 100;
export const maximumAddresses = 20;

const reportedHost = builder.inputType('ReportedHostInput', {
  description: 'Attributes of the host. Those that only discovery reads are replaced, the others are filled if empty.',
  fields: (t) => ({
    id: t.field({
      type: 'UUID',
      description: "Id of a stored host, such as the daemon's own; else the id for a new host.",
    }),
    networkId: t.field({ type: 'UUID', required: true, description: "Id of the network of the daemon's key." }),
    name: t.string(text(0, 100, '; may be empty')),
    ...inputFields(t, plainColumns),
    ...inputFields(t, factColumns),
    stpRootBridgeId: t.string(text(0, 255)),
    stpRootCost: t.int(integer(0)),
    answersDefaultCommunity: t.boolean({
      description:
        'Whether it answers a well-known SNMP community of the credentials of discovery; null: none was tried. Left out: unchanged.',
    }),
    nameSource: t.string(text(0, 255)),
    hostnameSource: t.string(text(0, 255)),
    virtualizationMetadata: t.field({
      type: virtualization,
      description: 'Virtual machine or container on its platform; null if it is neither.',
    }),
    virtualizationServiceId: t.field({
      type: 'UUID',
      description: 'Id of the hypervisor service that runs the virtual machine.',
    }),
  }),
});

const match = builder.inputType('ServiceMatchInput', {
  description: 'How a service was recognized.',
  fields: (t) => ({
    confidence: t.field({ type: enumRef('MatchConfidence'), required: true, description: 'How sure it is.' }),
    reason: t.string(text(0, 2000)),
  }),
});
const reportedService = builder.inputType('ReportedServiceInput', {
  description: 'A service of the host.',
  fields: (t) => ({
    ...hostServiceFields(t),
    match: t.field({ type: match, description: 'How it was recognized; kept until a person enters the service.' }),
  }),
});

const chassisId = builder.inputType('LldpChassisIdInput', {
  description: 'LLDP chassis ID and its subtype (IEEE 802.1AB, 8.5.2).',
  fields: (t) => ({
    subtype: t.field({ type: enumRef('LldpChassisIdSubtype'), required: true, description: 'Format of the value.' }),
    value: t.string({ required: true, ...text(1, 255) }),
  }),
});
const portId = builder.inputType('LldpPortIdInput', {
  description: 'LLDP port ID and its subtype (IEEE 802.1AB, 8.5.3).',
  fields: (t) => ({
    subtype: t.field({ type: enumRef('LldpPortIdSubtype'), required: true, description: 'Format of the value.' }),
    value: t.string({ required: true, ...text(1, 255) }),
  }),
});
const neighborEvidence = builder.inputType('NeighborEvidenceInput', {
  description: 'One neighbour record of a device (LLDP-MIB lldpRemTable, CISCO-CDP-MIB cdpCacheTable).',
  fields: (t) => ({
    lldpChassisId: t.field({
      type: chassisId,
      description: 'Chassis ID of the neighbour (LLDP-MIB lldpRemChassisId).',
    }),
    lldpPortId: t.field({ type: portId, description: 'Port ID of the neighbour (LLDP-MIB lldpRemPortId).' }),
    lldpSysName: t.string(text(0, 255)),
    lldpPortDesc: t.string(text(0, 255)),
    lldpMgmtAddr: t.string({ ...withForm(orEmpty(canonicalIpAddress)), description: 'IP address of the neighbour.' }),
    lldpSysDesc: t.string(text(0, 2000)),
    cdpDeviceId: t.string(text(0, 255)),
    cdpPortId: t.string(text(0, 255)),
    cdpPlatform: t.string(text(0, 255)),
    cdpAddress: t.string({ ...withForm(orEmpty(canonicalIpAddress)), description: 'IP address of the neighbour.' }),
    managementAddresses: t.stringList({
      ...list(maximumAddresses),
      description: `All IP addresses that the neighbour advertises, at most ${maximumAddresses}; \`lldpMgmtAddr\` or \`cdpAddress\` is one of them.`,
    }),
  }),
});
const counter = (quantity: string) => ({
  type: 'BigInt' as const,
  description: `${quantity}, at least 0.`,
  extensions: { jsonSchema: { minimum: 0 } },
});
const reportedCounters = builder.inputType('InterfaceCountersInput', {
  description: 'A reading of the counters of a port (IF-MIB, RFC 2863).',
  fields: (t) => ({
    inOctets: t.field(counter('Octets received (ifHCInOctets, ifInOctets)')),
    outOctets: t.field(counter('Octets sent (ifHCOutOctets, ifOutOctets)')),
    inErrors: t.field(counter('Packets received with errors (ifInErrors)')),
    outErrors: t.field(counter('Packets not sent because of errors (ifOutErrors)')),
    inDiscards: t.field(counter('Packets received and discarded (ifInDiscards)')),
    outDiscards: t.field(counter('Packets discarded instead of sent (ifOutDiscards)')),
    poeMilliwatts: t.int(
      integer(0, 1_000_000, 'Power that the device at the port draws (CISCO-POWER-ETHERNET-EXT-MIB), in mW.'),
    ),
    octetBits: t.int(integer(32, 64, 'Width in bits of the counters of octets; 64 if left out.')),
    upTimeTicks: t.field(counter('Hundredths of a second since the device started (SNMPv2-MIB sysUpTime)')),
    discontinuityTicks: t.field(counter('When the counters last began anew (ifCounterDiscontinuityTime)')),
  }),
});
const reportedInterface = builder.inputType('ReportedInterfaceInput', {
  description: 'An interface of the host (IF-MIB ifTable), with a name, an index or both.',
  fields: (t) => ({
    id: t.field({ type: 'UUID', description: clientId }),
    ...interfaceInputFields(t),
    ifIndex: t.int(integer(0)),
    ifDescr: t.string(text(0, 255)),
    macAddressSource: t.string({ ...text(0, 255), description: 'How the MAC address was read.' }),
    ...inputFields(t, { arpMacs, ...readInterfaceFields, aggregateIfIndex }),
    counters: t.field({
      type: reportedCounters,
      description: 'Its counters; the reading before is kept beside the last one.',
    }),
    neighborEvidence: t.field({
      type: [neighborEvidence],
      ...list(maximumHeard),
      description: `LLDP and CDP neighbour records of the port, at most ${maximumHeard}.`,
    }),
  }),
});

const reportedSubnet = builder.inputType('ReportedSubnetInput', {
  description: 'A subnet of the host: the stored one with this CIDR, or a new one.',
  fields: (t) => ({
    id: t.field({ type: 'UUID', description: 'Id for references within the report.' }),
    name: t.string({ required: true, ...text(1, 100) }),
    cidr: t.string({
      required: true,
      ...withForm(assertCidr),
      description: 'IPv4 or IPv6 prefix in CIDR notation without host bits.',
    }),
    subnetType: t.field({ type: enumRef('SubnetType'), required: true, description: 'Purpose of the subnet.' }),
    virtualizationServiceId: t.field({
      type: 'UUID',
      description:
        'Id of the container runtime service that owns this bridge: a stored service or, with `skipInvalidParts`, a service of this report.',
    }),
  }),
});

const completeness = builder.inputType('InterfaceDataCompleteInput', {
  description: 'Groups of data that the scan read completely. Groups that are false replace no stored data.',
  fields: (t) => ({
    lldp: t.boolean({ description: 'LLDP neighbours.' }),
    cdp: t.boolean({ description: 'CDP neighbours.' }),
    fdb: t.boolean({ description: 'MAC addresses learned on ports.' }),
    arp: t.boolean({ description: 'MAC addresses in the ARP table.' }),
    ...completenessFields(t),
    vlanMembership: t.boolean({ description: 'Native and tagged VLANs of ports.' }),
    duplex: t.boolean({ description: 'Duplex modes of ports.' }),
    aggregates: t.boolean({ description: 'Aggregates that ports are members of.' }),
    stp: t.boolean({ description: 'States of ports in the spanning tree, and its root.' }),
    poe: t.boolean({ description: 'Power over Ethernet states of ports.' }),
  }),
});

/** Maximum number of reports per request. */
export const maximumReports = 50;

export const reportHostInput = builder.inputType('ReportHostInput', {
  fields: (t) => ({
    host: t.field({ type: reportedHost, required: true, description: 'The host.' }),
    ipAddresses: t.field({
      type: [ipAddressInput],
      ...list(maximumRows),
      description: 'IP addresses. Stored ones stay, new ones are appended.',
    }),
    ports: t.field({
      type: [portInput],
      ...list(maximumRows),
      description: 'Open ports. Those without a service are bound to the service "Open Ports".',
    }),
    services: t.field({
      type: [reportedService],
      ...list(maximumRows),
      description: 'Services. Their bindings are added, except to ports bound to another service; tags stay.',
    }),
    interfaces: t.field({
      type: [reportedInterface],
      ...list(maximumRows),
      description: 'Interfaces of the host (IF-MIB ifTable).',
    }),
    subnets: t.field({
      type: [reportedSubnet],
      ...list(maximumRows),
      description: 'Subnets of the addresses.',
    }),
    ...tableFields(t),
    interfacesComplete: t.boolean({
      description:
        'Whether the whole ifTable was read: it then replaces stored values, and discovered interfaces that it lacks are deleted.',
    }),
    interfaceDataComplete: t.field({
      type: completeness,
      description: 'Groups of data that the scan read completely.',
    }),
    skipInvalidParts: t.boolean({
      description:
        'Whether parts that cannot be stored, and references to what the network does not have, are left out instead of refusing the report.',
    }),
  }),
});
export type ReportHost = typeof reportHostInput.$inferInput;

export const reportHostsInput = builder.inputType('ReportHostsInput', {
  fields: (t) => ({
    reports: t.field({
      type: [reportHostInput],
      required: { list: true, items: false },
      extensions: { jsonSchema: { minItems: 1, maxItems: maximumReports } },
      description: `1 to ${maximumReports} reports. They are stored in this order; null is refused as a report of its own.`,
    }),
    skipInvalidParts: t.boolean({ description: 'Sets `skipInvalidParts` of every report.' }),
  }),
});
