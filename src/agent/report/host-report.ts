// From what was found of a machine to the body that the server takes. Pure.
import { randomUUID } from 'node:crypto';
import type { FoundName } from '../names';
import type { PendingHost, PendingInterface } from '../protocol/outbox';
import type { FoundService } from '../services/identify';
import type { DeviceFacts, DeviceTable, InterfaceFacts, NeighborFacts } from '../snmp';
import { containerRows, publishedPorts, type PortRow } from './containers';
import { groupedBy, type Machine } from './machines';
import { withOwnNeighbors } from './own-machine';
import { routingComplete, routingParts, type Routed } from './routing';
import type { SubnetPlan } from './subnets';
import { cut, number } from './values';
import { vendorOf } from './vendors';

type Host = PendingHost['host'];
type Service = NonNullable<PendingHost['services']>[number];
type Evidence = NonNullable<PendingInterface['neighbor_evidence']>[number];

/** What the server takes at most of one host. */
const most = { rows: 10_000, heard: 100, managed: 20, learned: 10_000 } as const;

export interface ReportOptions {
  readonly networkId: string;
  readonly subnets: SubnetPlan;
  /** Whether a service that is known by its port alone counts. */
  readonly trustsPorts: boolean;
  readonly hostId?: string;
}

/** Names are preferred in the order in which they are hard to make up. */
const nameOrder = ['ReverseDns', 'Mdns', 'Llmnr', 'NetBios'] as const;

/** Of the names of a machine: the one to call it by, and the one of DNS. */
export function nameOf({ device, names, findings, own, container }: Machine): { name: string; hostname?: string } {
  const from = (source: FoundName['source']) => names.find((one) => one.source === source)?.name;
  const hostname = from('ReverseDns') ?? from('Mdns');
  const certified = findings.flatMap(({ certificate }) => certificate?.names ?? []).find((name) => name.includes('.'));
  const [found] = nameOrder.flatMap((source) => from(source) ?? []);
  return { name: own?.name ?? device?.system.name ?? found ?? container ?? certified ?? '', hostname };
}

export function hostReport(machine: Machine, options: ReportOptions): PendingHost {
  const { device, services, own } = machine;
  const { addresses, subnets } = addressRows(machine, options);
  const ports = portRows(machine);
  const reported = services.filter(({ confidence }) => confidence === 'proven' || options.trustsPorts);
  const services_ = reported.map((service) => serviceRow(service, machine, ports, addresses));
  const snmp = device ? snmpRows(device.port ?? 161) : undefined;
  const containers = containerRows(own?.engine, ports, addresses);
  const facts = own ? withOwnNeighbors(device, own) : device;
  return {
    host: hostMembers(machine, options),
    ip_addresses: addresses,
    ports: [...ports.values(), ...(snmp ? [snmp.port] : [])],
    // Of two that claim a port the first has it: a container is more than what shows on its port.
    services: [...containers, ...services_, ...(snmp ? [snmp.service] : [])],
    subnets,
    ...(facts && deviceParts(facts, addresses)),
  };
}

function hostMembers(machine: Machine, { networkId, hostId }: ReportOptions): Host {
  const { device, addresses, own } = machine;
  const { name, hostname } = nameOf(machine);
  const system = device?.system ?? {};
  const entity = device?.entity ?? {};
  const vendor = addresses.flatMap(({ mac }) => (mac === undefined ? [] : (vendorOf(mac) ?? [])))[0];
  const fact = (name_: string, value: string | undefined, source = 'snmp') => {
    const text = cut(value, 255);
    return text === undefined ? {} : { [name_]: text, [`${name_}_source`]: source };
  };
  return {
    ...(hostId !== undefined && { id: hostId }),
    network_id: networkId,
    name: cut(name, 100) ?? '',
    hostname: cut(hostname?.replace(/\.$/, ''), 255),
    sys_descr: cut(system.descr, 2_000),
    sys_object_id: cut(system.objectId, 255),
    sys_location: cut(system.location, 2_000),
    sys_contact: cut(system.contact, 2_000),
    chassis_id: cut(device?.chassisId ?? device?.bridgeAddress, 255),
    stp_root_bridge_id: device?.stpRootBridgeId,
    stp_root_cost: number(device?.stpRootCost, 2 ** 31 - 1),
    ...fact('sys_name', system.name),
    ...fact('os', own?.os, 'agent'),
    ...(entity.manufacturer ? fact('manufacturer', entity.manufacturer) : fact('manufacturer', vendor, 'oui')),
    ...fact('model', entity.model),
    ...fact('serial_number', entity.serialNumber),
    ...fact('firmware_revision', entity.firmwareRevision),
    ...fact('software_revision', entity.softwareRevision),
  };
}

function addressRows({ addresses }: Machine, { subnets }: ReportOptions) {
  const used = new Map<string, NonNullable<PendingHost['subnets']>[number]>();
  const rows = addresses.slice(0, most.rows).map(({ address, mac }, position) => {
    const { cidr, type } = subnets.of(address);
    const subnet = used.get(cidr) ?? { id: randomUUID(), name: cidr, cidr, subnet_type: type };
    used.set(cidr, subnet);
    return { id: randomUUID(), subnet_id: subnet.id!, ip_address: address, mac_address: mac?.toUpperCase(), position };
  });
  return { addresses: rows, subnets: [...used.values()] };
}

type AddressRow = ReturnType<typeof addressRows>['addresses'][number];

function portRows({ addresses, own }: Machine): Map<number, PortRow> {
  const published = (own?.engine?.containers ?? []).flatMap(publishedPorts);
  const numbers = [...new Set([...addresses.flatMap(({ ports }) => ports), ...published])]
    .sort((a, b) => a - b)
    .slice(0, most.rows - 1);
  return new Map(numbers.map((one) => [one, { id: randomUUID(), number: one, protocol: 'Tcp' }]));
}

/** Bound to the addresses that have the port open, or to all at once where they are all that the machine has. */
function serviceRow(
  { definition, name, port }: FoundService,
  { addresses }: Machine,
  ports: ReadonlyMap<number, PortRow>,
  rows: readonly AddressRow[],
): Service {
  const portId = ports.get(port)!.id;
  const open = rows.filter((_row, at) => addresses[at]!.ports.includes(port));
  const isEverywhere = open.length === rows.length;
  const bindings = (isEverywhere ? [undefined] : open).map((row) => ({
    type: 'Port' as const,
    port_id: portId,
    ...(row && { ip_address_id: row.id }),
  }));
  return { id: randomUUID(), name: cut(name, 100) ?? cut(definition, 100)!, service_definition: definition, bindings };
}

/** That a device answers is proof of its agent, and of the port. */
function snmpRows(at: number): { port: PortRow; service: Service } {
  const port: PortRow = { id: randomUUID(), number: at, protocol: 'Udp' };
  const bindings = [{ type: 'Port' as const, port_id: port.id }];
  return { port, service: { id: randomUUID(), name: 'SNMP', service_definition: 'SNMP', bindings } };
}

/** What was not read to its end replaces and removes nothing. */
export function deviceParts(
  device: Pick<DeviceFacts, 'interfaces' | 'addresses' | 'arp' | 'incomplete'> & Routed,
  addresses: readonly AddressRow[],
) {
  const isComplete = (table: DeviceTable) => !device.incomplete.includes(table);
  const arp = groupedBy(device.arp, ({ ifIndex }) => ifIndex);
  const interfaces = device.interfaces.slice(0, most.rows).map((one) => ({
    ...interfaceRow(one, device, addresses),
    arp_macs: [...new Set(arp.get(one.ifIndex)?.map(({ mac }) => mac))].slice(0, most.learned),
  }));
  return {
    interfaces,
    ...routingParts(device),
    interfaces_complete: isComplete('interfaces') && interfaces.length === device.interfaces.length,
    interface_data_complete: {
      lldp: isComplete('lldp'),
      cdp: isComplete('cdp'),
      fdb: isComplete('fdb'),
      arp: isComplete('arp'),
      ...routingComplete(device, isComplete),
      vlan_membership: isComplete('vlans'),
      aggregates: isComplete('aggregates'),
      stp: isComplete('stp'),
      duplex: isComplete('duplex'),
      poe: isComplete('poe'),
    },
  };
}

function interfaceRow(
  port: InterfaceFacts,
  { addresses: deviceAddresses, incomplete }: Pick<DeviceFacts, 'addresses' | 'incomplete'>,
  rows: readonly AddressRow[],
): PendingInterface {
  const own = deviceAddresses.filter(({ ifIndex }) => ifIndex === port.ifIndex).map(({ address }) => address);
  const address = rows.find(({ ip_address }) => own.includes(ip_address));
  const knowsVlans = !incomplete.includes('vlans');
  return {
    id: randomUUID(),
    if_index: number(port.ifIndex, 2 ** 31 - 1),
    if_descr: cut(port.descr ?? port.name, 255),
    if_name: cut(port.name, 255),
    if_alias: cut(port.alias, 255),
    if_type: number(port.type, 2 ** 31 - 1),
    speed_bps: number(port.speedBps, Number.MAX_SAFE_INTEGER),
    admin_status: port.adminStatus,
    oper_status: port.operStatus,
    mac_address: port.mac,
    mtu: number(port.mtu, 2 ** 31 - 1),
    duplex: port.duplex,
    aggregate_if_index: number(port.aggregateIfIndex, 2 ** 31 - 1),
    stp_state: port.stpState,
    ...(port.isStpRootPort && { is_stp_root_port: true }),
    ...(!incomplete.includes('stp') && {
      stp_blocked_vlans: port.stpBlockedVlans?.toSorted((a, b) => a - b),
      stp_blocked_instances: port.stpBlockedInstances?.toSorted((a, b) => a - b),
    }),
    poe_status: port.poeStatus,
    poe_class: port.poeClass,
    ...((port.counters ?? port.poeMilliwatts !== undefined) && { counters: countersRow(port) }),
    ip_configured: own.length > 0,
    ...(address && { ip_address_id: address.id }),
    fdb_macs: port.fdbMacs.slice(0, most.learned),
    ...(port.nativeVlan !== undefined && { native_vlan_number: port.nativeVlan }),
    ...((knowsVlans || port.taggedVlans.length > 0) && { tagged_vlan_numbers: port.taggedVlans }),
    neighbor_evidence: port.neighbors.slice(0, most.heard).map(evidenceRow),
  };
}

/** Numbers that JSON does not hold exactly go as text. */
const whole = (value: bigint | undefined): number | string | undefined =>
  value === undefined || value > BigInt(Number.MAX_SAFE_INTEGER) ? value?.toString() : Number(value);

const countersRow = ({
  counters = { octetBits: 64 },
  poeMilliwatts,
}: Pick<InterfaceFacts, 'counters' | 'poeMilliwatts'>): PendingInterface['counters'] => ({
  in_octets: whole(counters.inOctets),
  out_octets: whole(counters.outOctets),
  in_errors: whole(counters.inErrors),
  out_errors: whole(counters.outErrors),
  in_discards: whole(counters.inDiscards),
  out_discards: whole(counters.outDiscards),
  octet_bits: counters.octetBits,
  poe_milliwatts: number(poeMilliwatts, 1_000_000),
  up_time_ticks: whole(counters.upTimeTicks),
  discontinuity_ticks: whole(counters.discontinuityTicks),
});

export function evidenceRow(neighbor: NeighborFacts): Evidence {
  const { protocol, chassisId, portId, systemName, systemDescription, portDescription, platform } = neighbor;
  const managementAddresses = neighbor.managementAddresses.slice(0, most.managed);
  const [address] = managementAddresses;
  if (protocol === 'CDP')
    return {
      cdp_device_id: cut(chassisId?.value, 255),
      cdp_port_id: cut(portId?.value, 255),
      cdp_platform: cut(platform, 255),
      cdp_address: address,
      management_addresses: managementAddresses,
    };
  const idOf = <T extends { value: string }>(id: T | undefined): T | undefined => {
    const value = cut(id?.value, 255);
    return id && value !== undefined ? { ...id, value } : undefined;
  };
  return {
    lldp_chassis_id: idOf(chassisId),
    lldp_port_id: idOf(portId),
    lldp_sys_name: cut(systemName, 255),
    lldp_port_desc: cut(portDescription, 255),
    lldp_mgmt_addr: address,
    management_addresses: managementAddresses,
    lldp_sys_desc: cut(systemDescription, 2_000),
  };
}
