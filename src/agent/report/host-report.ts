// Builds the report of a host from all that the agent has read about the machine. Pure functions.
import { randomUUID } from 'node:crypto';
import { isUuid } from '../../platform/text/validation';
import type { FoundName } from '../names';
import { boundedInteger, cutText } from '../protocol/bounds';
import type { PendingHost, PendingInterface } from '../protocol/outbox';
import { decodeBanner } from '../services/banners';
import type { FoundMachine } from '../sources';
import type { DeviceFacts, DeviceTable, InterfaceFacts, NeighborFacts } from '../sources/snmp';
import { buildContainerRows } from './containers';
import { mergeFoundFacts } from './found-facts';
import { groupItems, type Machine } from './machines';
import { mergeOwnFacts } from './own-machine';
import { buildPortRows, enginesOf } from './port-rows';
import {
  buildFoundServiceRow,
  buildHypervisorRows,
  buildServiceRow,
  buildSnmpRows,
  buildUdpRows,
} from './service-rows';
import type { SubnetPlan } from './subnets';
import { buildTableFields, type TableFacts } from './tables';
import { lookUpVendor } from './vendors';
import { highestInt32 } from '../../platform/text/integers';

type Host = PendingHost['host'];
type Evidence = NonNullable<PendingInterface['neighbor_evidence']>[number];

/**
 * The server's limits: rows per list of a host, neighbors (`heard`) per port, management addresses (`managed`) per
 * neighbor, and MAC addresses (`learned`) per port.
 */
const most = { rows: 10_000, heard: 100, managed: 20, learned: 10_000 } as const;

export interface ReportOptions {
  readonly networkId: string;
  readonly subnets: SubnetPlan;
  /** Whether to report services that were only guessed by their port number. */
  readonly trustsPorts: boolean;
  readonly hostId?: string;
}

/** Sources of names in order of preference. Names that are harder to forge come first. */
const nameOrder = ['ReverseDns', 'Mdns', 'Llmnr', 'NetBios'] as const;

/** The machine's display name (empty if unknown), and its DNS name. */
export function chooseName({ device, names, findings, ownMachine, container, found = [] }: Machine): {
  name: string;
  hostname?: string;
} {
  const from = (source: FoundName['source']) => names.find((one) => one.source === source)?.name;
  const hostname = from('ReverseDns') ?? from('Mdns');
  const certificateName = findings
    .flatMap(({ certificate }) => certificate?.names ?? [])
    .find((name) => name.includes('.'));
  const [foundName] = found.flatMap(({ name }) => name ?? []);
  const [lookedUpName] = nameOrder.flatMap((source) => from(source) ?? []);
  return {
    name: ownMachine?.name ?? device?.system.name ?? lookedUpName ?? container ?? foundName ?? certificateName ?? '',
    hostname,
  };
}

export function buildHostReport(machine: Machine, options: ReportOptions): PendingHost {
  const { device, services, ownMachine, found = [] } = machine;
  const { addresses, subnets } = buildAddressRows(machine, options);
  const ports = buildPortRows(machine);
  const reportedServices = services.filter(({ confidence }) => confidence === 'proven' || options.trustsPorts);
  const services_ = reportedServices
    .filter(({ protocol }) => protocol !== 'Udp')
    .map((service) => buildServiceRow(service, machine, ports, addresses));
  const udp = [...buildUdpRows(reportedServices), ...(device ? [buildSnmpRows(device.port ?? 161)] : [])];
  const containers = enginesOf(machine).flatMap((engine) => buildContainerRows(engine, ports, addresses));
  const foundServices = found.flatMap((one) =>
    (one.services ?? []).flatMap((row) => buildFoundServiceRow(row, ports, addresses)),
  );
  const hypervisors = buildHypervisorRows(machine, ports);
  const facts = mergeFoundFacts(ownMachine ? mergeOwnFacts(device, ownMachine) : device, found);
  const macSource = ownMachine ? (device ? undefined : 'agent') : device ? 'snmp' : found[0]?.source;
  return {
    host: buildHostFields(machine, options),
    ip_addresses: addresses,
    ports: [...ports.values(), ...udp.map(({ port }) => port)],
    // If two services use the same port, the first in this list is reported: container rows are more precise than a
    // port scan.
    services: [...containers, ...foundServices, ...services_, ...hypervisors, ...udp.map(({ service }) => service)],
    subnets,
    ...(facts && buildDeviceFields(facts, addresses, macSource)),
  };
}

/** A description of the machine: from a data source, or from the banner of one of its services. */
type Teller = Pick<FoundMachine, 'source' | 'os' | 'entity'>;

/** Whether the source knows the machine's UUID (SMBIOS) in place of a serial number. */
const hasUuid = ({ entity }: Teller): boolean => isUuid(entity?.serialNumber);

function buildHostFields(machine: Machine, { networkId, hostId }: ReportOptions): Host {
  const { device, addresses, ownMachine, answersDefaultCommunity, findings, found = [] } = machine;
  const { name, hostname } = chooseName(machine);
  const system = device?.system ?? {};
  const byAgent = { os: ownMachine?.os, ...(device?.entity ?? {}) };
  const guest = found.find((one) => one.guest)?.guest;
  const vendor = addresses.flatMap(({ mac }) => (mac === undefined ? [] : (lookUpVendor(mac) ?? [])))[0];
  const fact = (name_: string, value: string | undefined, source: string) => {
    const text = cutText(value, 255);
    return text === undefined ? {} : { [name_]: text, [`${name_}_source`]: source };
  };
  const tellers: readonly Teller[] = [...found, ...findings.flatMap((finding) => decodeBanner(finding) ?? [])];
  /**
   * Returns the machine's own value (`ownValue`), which SNMP or the agent on the machine has read. Without such a
   * value, returns that of the first data source or banner that has one.
   */
  const read = (name_: string, ownValue: string | undefined, of: (one: Teller) => string | undefined) => {
    if (cutText(ownValue, 255) !== undefined) return fact(name_, ownValue, name_ === 'os' ? 'agent' : 'snmp');
    const knowing = tellers.find((one) => cutText(of(one), 255) !== undefined);
    return knowing ? fact(name_, of(knowing), knowing.source) : {};
  };
  return {
    ...(hostId !== undefined && { id: hostId }),
    network_id: networkId,
    name: cutText(name, 100) ?? '',
    hostname: cutText(hostname?.replace(/\.$/, ''), 255),
    sys_descr: cutText(system.descr, 2_000),
    sys_object_id: cutText(system.objectId, 255),
    sys_location: cutText(system.location, 2_000),
    sys_contact: cutText(system.contact, 2_000),
    chassis_id: cutText(
      device?.chassisId ?? device?.bridgeAddress ?? found.find(({ chassisId }) => chassisId)?.chassisId,
      255,
    ),
    stp_root_bridge_id: device?.stpRootBridgeId,
    stp_root_cost: boundedInteger(device?.stpRootCost, highestInt32),
    ...(answersDefaultCommunity !== undefined && { answers_default_community: answersDefaultCommunity }),
    ...fact('sys_name', system.name, 'snmp'),
    ...read('os', byAgent.os, ({ os }) => os),
    ...fact('manufacturer', vendor, 'oui'),
    ...read('manufacturer', byAgent.manufacturer, ({ entity }) => entity?.manufacturer),
    ...read('model', byAgent.model, ({ entity }) => entity?.model),
    ...read('serial_number', byAgent.serialNumber, ({ entity }) => entity?.serialNumber),
    // A serial number replaces the UUID that a source without serial numbers, such as Kubernetes, reports in its place.
    ...read('serial_number', byAgent.serialNumber, (one) => (hasUuid(one) ? undefined : one.entity?.serialNumber)),
    ...read('firmware_revision', byAgent.firmwareRevision, ({ entity }) => entity?.firmwareRevision),
    ...read('software_revision', byAgent.softwareRevision, ({ entity }) => entity?.softwareRevision),
    ...(guest && {
      virtualization_metadata: {
        type: guest.platform,
        details: { vm_name: cutText(guest.name, 255), vm_id: cutText(guest.id, 255) },
      },
    }),
  };
}

function buildAddressRows({ addresses, ownMachine }: Machine, { subnets }: ReportOptions) {
  const usedSubnets = new Map<string, NonNullable<PendingHost['subnets']>[number]>();
  const rows = addresses.slice(0, most.rows).map(({ address, mac, macSource }, position) => {
    const { cidr, type } = subnets.of(address);
    const subnet = usedSubnets.get(cidr) ?? { id: randomUUID(), name: cidr, cidr, subnet_type: type };
    usedSubnets.set(cidr, subnet);
    return {
      ...{ id: randomUUID(), subnet_id: subnet.id!, ip_address: address, mac_address: mac?.toUpperCase(), position },
      ...(mac !== undefined && { mac_address_source: ownMachine ? 'agent' : macSource }),
    };
  });
  return { addresses: rows, subnets: [...usedSubnets.values()] };
}

type AddressRow = ReturnType<typeof buildAddressRows>['addresses'][number];

/**
 * Builds the members of a report that describe a device's interfaces and tables. The server keeps stored rows of a
 * table that the report marks as incomplete.
 */
export function buildDeviceFields(
  device: Pick<DeviceFacts, 'interfaces' | 'addresses' | 'arp' | 'incomplete'> & TableFacts,
  addresses: readonly AddressRow[],
  macSource?: string,
) {
  const isComplete = (table: DeviceTable) => !device.incomplete.includes(table);
  const tables = buildTableFields(device, isComplete);
  const arp = groupItems(device.arp, ({ ifIndex }) => ifIndex);
  const interfaces = device.interfaces.slice(0, most.rows).map((one) => ({
    ...buildInterfaceRow(one, device, addresses),
    ...(one.mac !== undefined && macSource && { mac_address_source: macSource }),
    arp_macs: [...new Set(arp.get(one.ifIndex)?.map(({ mac }) => mac))].slice(0, most.learned),
  }));
  return {
    interfaces,
    ...tables.rows,
    interfaces_complete: isComplete('interfaces') && interfaces.length === device.interfaces.length,
    interface_data_complete: {
      lldp: isComplete('lldp'),
      cdp: isComplete('cdp'),
      fdb: isComplete('fdb'),
      arp: isComplete('arp'),
      ...tables.complete,
      vlan_membership: isComplete('vlans'),
      aggregates: isComplete('aggregates'),
      stp: isComplete('stp'),
      duplex: isComplete('duplex'),
      poe: isComplete('poe'),
    },
  };
}

function buildInterfaceRow(
  port: InterfaceFacts,
  { addresses: deviceAddresses, incomplete }: Pick<DeviceFacts, 'addresses' | 'incomplete'>,
  rows: readonly AddressRow[],
): PendingInterface {
  const interfaceAddresses = deviceAddresses
    .filter(({ ifIndex }) => ifIndex === port.ifIndex)
    .map(({ address }) => address);
  const address = rows.find(({ ip_address }) => interfaceAddresses.includes(ip_address));
  const hasVlans = !incomplete.includes('vlans');
  return {
    id: randomUUID(),
    if_index: boundedInteger(port.ifIndex, highestInt32),
    if_descr: cutText(port.descr ?? port.name, 255),
    if_name: cutText(port.name, 255),
    if_alias: cutText(port.alias, 255),
    if_type: boundedInteger(port.type, highestInt32),
    speed_bps: boundedInteger(port.speedBps, Number.MAX_SAFE_INTEGER),
    admin_status: port.adminStatus,
    oper_status: port.operStatus,
    mac_address: port.mac,
    mtu: boundedInteger(port.mtu, highestInt32),
    duplex: port.duplex,
    aggregate_if_index: boundedInteger(port.aggregateIfIndex, highestInt32),
    stp_state: port.stpState,
    ...(port.isStpRootPort && { is_stp_root_port: true }),
    ...(!incomplete.includes('stp') && {
      stp_blocked_vlans: port.stpBlockedVlans?.toSorted((a, b) => a - b),
      stp_blocked_instances: port.stpBlockedInstances?.toSorted((a, b) => a - b),
    }),
    poe_status: port.poeStatus,
    poe_class: port.poeClass,
    ...((port.counters ?? port.poeMilliwatts !== undefined) && { counters: buildCountersRow(port) }),
    ip_configured: interfaceAddresses.length > 0,
    ...(address && { ip_address_id: address.id }),
    fdb_macs: port.fdbMacs.slice(0, most.learned),
    ...(port.nativeVlan !== undefined && { native_vlan_number: port.nativeVlan }),
    ...((hasVlans || port.taggedVlans.length > 0) && { tagged_vlan_numbers: port.taggedVlans }),
    neighbor_evidence: port.neighbors.slice(0, most.heard).map(buildEvidenceRow),
  };
}

/** Converts a counter for JSON. Numbers above 2^53 - 1 are sent as text, because a JSON number would lose digits. */
const toJsonNumber = (value: bigint | undefined): number | string | undefined =>
  value === undefined || value > BigInt(Number.MAX_SAFE_INTEGER) ? value?.toString() : Number(value);

const buildCountersRow = ({
  counters = { octetBits: 64 },
  poeMilliwatts,
}: Pick<InterfaceFacts, 'counters' | 'poeMilliwatts'>): PendingInterface['counters'] => ({
  in_octets: toJsonNumber(counters.inOctets),
  out_octets: toJsonNumber(counters.outOctets),
  in_errors: toJsonNumber(counters.inErrors),
  out_errors: toJsonNumber(counters.outErrors),
  in_discards: toJsonNumber(counters.inDiscards),
  out_discards: toJsonNumber(counters.outDiscards),
  octet_bits: counters.octetBits,
  poe_milliwatts: boundedInteger(poeMilliwatts, 1_000_000),
  up_time_ticks: toJsonNumber(counters.upTimeTicks),
  discontinuity_ticks: toJsonNumber(counters.discontinuityTicks),
});

export function buildEvidenceRow(neighbor: NeighborFacts): Evidence {
  const { protocol, chassisId, portId, systemName, systemDescription, portDescription, platform } = neighbor;
  const managementAddresses = neighbor.managementAddresses.slice(0, most.managed);
  const [address] = managementAddresses;
  if (protocol === 'CDP')
    return {
      cdp_device_id: cutText(chassisId?.value, 255),
      cdp_port_id: cutText(portId?.value, 255),
      cdp_platform: cutText(platform, 255),
      cdp_address: address,
      management_addresses: managementAddresses,
    };
  const idOf = <T extends { value: string }>(id: T | undefined): T | undefined => {
    const value = cutText(id?.value, 255);
    return id && value !== undefined ? { ...id, value } : undefined;
  };
  return {
    lldp_chassis_id: idOf(chassisId),
    lldp_port_id: idOf(portId),
    lldp_sys_name: cutText(systemName, 255),
    lldp_port_desc: cutText(portDescription, 255),
    lldp_mgmt_addr: address,
    management_addresses: managementAddresses,
    lldp_sys_desc: cutText(systemDescription, 2_000),
  };
}
