// The equipment of a network: switches, firewalls, and hypervisors with virtual machines, each with addresses and
// services.
import type { Cabling } from './cabling';
import type { Device } from '../equipment/device-families';
import { endpointDevices } from '../equipment/endpoint-devices';
import type { AddressRow, HostDraft, PortDraft, ServiceRow, ServiceSpec } from './host-draft';
import type { NetworkDraft } from './network-draft';
import type { HostSpec, SubnetDraft } from './network-parts';
import { virtualRouterMac } from './numbering';
import type { Software } from '../equipment/software';
import type { TagName } from './tags';

/** The network that is being built, and its cables. All functions that build a network share them. */
export interface Site {
  readonly network: NetworkDraft;
  readonly cabling: Cabling;
}

export interface ManagedSpec extends Omit<HostSpec, 'device'> {
  readonly device: Device;
  readonly management: SubnetDraft;
  readonly offset?: number;
  readonly software: readonly Software[];
}

/**
 * Adds a device with a management address on a port of the management VLAN. Its services listen at that address only.
 */
export function addManaged({ network, cabling }: Site, spec: ManagedSpec): HostDraft {
  const { management, offset, software, ...rest } = spec;
  const host = network.addHost(rest);
  const address =
    management.vlan && host.device.vlanPort
      ? cabling.addVlanAddress(host, management, offset ?? management.next++)
      : host.addAddress(management, { offset });
  for (const one of software) host.addService(one, { on: address, confidence: 'Certain' });
  return host;
}

/** Adds the routers' addresses in their subnets. The first router of a pair also has the shared gateway addresses. */
export function addGateways({ cabling }: Site, routers: readonly HostDraft[], subnets: readonly SubnetDraft[]): void {
  routers.forEach((router, index) => {
    const gatewayAddresses: AddressRow[] = [];
    for (const subnet of subnets) {
      const isAlone = routers.length === 1;
      const ownAddress = router.addresses.find((address) => address.subnetId === subnet.id);
      const address = ownAddress ?? cabling.addVlanAddress(router, subnet, isAlone ? 1 : 2 + index);
      // An address that the router already had is used by its management services, so its gateway service does not
      // listen there.
      if (!ownAddress && (isAlone || index > 0)) gatewayAddresses.push(address);
      if (isAlone || index > 0) continue;
      const mac = virtualRouterMac((subnet.vlan?.number ?? 1) % 255);
      const sharedAddress = router.addAddress(subnet, {
        offset: 1,
        mac,
        name: `VRRP ${subnet.vlan?.number ?? ''}`.trim(),
      });
      gatewayAddresses.push(sharedAddress);
      const group = (subnet.vlan?.number ?? 1) % 255;
      cabling.facts.sharedGateways.push({ routers, subnet, address: sharedAddress.ipAddress, group });
    }
    addRouting(router, gatewayAddresses);
  });
}

/**
 * Gives routers that are linked to each other addresses in a transfer subnet: the first addresses for those in `above`,
 * the ninth and later ones for those in `below`.
 */
export function addTransit(subnet: SubnetDraft, above: readonly HostDraft[], below: readonly HostDraft[]): void {
  above.forEach((router, side) => router.addAddress(subnet, { offset: 1 + side, name: 'transit' }));
  below.forEach((router, side) => router.addAddress(subnet, { offset: 9 + side, name: 'transit' }));
}

/** Makes a host a router. Its gateway service listens at the given addresses, if there are any. */
export function addRouting(router: HostDraft, addresses: readonly AddressRow[]): void {
  const gateway = router.addService('Gateway', { on: null, confidence: 'Certain' });
  for (const address of addresses) router.bind(gateway, undefined, address);
}

export interface Hypervisor {
  readonly host: HostDraft;
  readonly service: ServiceRow;
  readonly kind: 'Proxmox' | 'ESXi';
  /** Switch ports to which the hypervisor is attached. These ports learn the MAC addresses of its virtual machines. */
  readonly switchPorts: readonly PortDraft[];
  machines: number;
}

export function addHypervisor(
  { network, cabling }: Site,
  spec: Omit<HostSpec, 'seenColumns'>,
  kind: Hypervisor['kind'],
  subnet: SubnetDraft,
  switches: readonly HostDraft[],
): Hypervisor {
  const host = network.addHost({ ...spec, os: kind === 'ESXi' ? 'VMware ESXi 8.0.2' : 'Proxmox VE 8.2' });
  if (kind === 'ESXi') {
    host.row.sysDescr = `VMware ESXi 8.0.2 build-23305546 VMware, Inc. x86_64`;
    host.row.sysObjectId = '1.3.6.1.4.1.6876.4.1';
  }
  const taggedVlans = [...network.vlans.values()].filter((vlan) => vlan.number !== 999 && vlan !== subnet.vlan);
  const address = host.addAddress(subnet, { name: kind === 'ESXi' ? 'vmk0' : 'vmbr0' });
  const ports = switches.map((one) => cabling.attach(one, host, subnet, { taggedVlans, speaksLldp: true }));
  const service = host.addService(kind === 'ESXi' ? 'vmware-esxi' : 'Proxmox VE', {
    on: address,
    confidence: 'Certain',
  });
  if (kind === 'Proxmox') host.addService('SSH', { on: address, confidence: 'Certain' });
  return { host, service, kind, switchPorts: ports.filter((port) => port !== undefined), machines: 0 };
}

/** The role of a machine: its software in the order in which services are added, its tags, and its subnet. */
export interface Role {
  readonly name: string;
  readonly subnet: string;
  readonly software: readonly (Software | readonly [Software, ServiceSpec])[];
  readonly tags?: readonly TagName[];
  /** Tags of all services of the role, except remote access. */
  readonly serviceTags?: readonly TagName[];
  readonly os?: string;
  readonly description?: string;
  /**
   * Whether the machine runs containers. Remote access then listens at the host's address only, not at those of the
   * containers.
   */
  readonly runsContainers?: boolean;
}

export function addMachine(
  { network }: Site,
  hypervisor: Hypervisor,
  name: string,
  role: Role,
  subnet: SubnetDraft,
): HostDraft {
  const isVmware = hypervisor.kind === 'ESXi';
  const number = hypervisor.machines++;
  const host = network.addHost({
    name,
    device: isVmware ? endpointDevices.vmwareMachine : endpointDevices.proxmoxMachine,
    os: role.os,
    description: role.description,
    tags: role.tags,
    machine: {
      type: !isVmware ? 'Proxmox' : number % 4 === 3 ? 'VCenter' : 'ESXi',
      vmId: isVmware ? `vm-${1000 + network.hosts.length}` : String(100 + number),
      serviceId: hypervisor.service.id,
    },
  });
  const address = host.addAddress(subnet, { mac: host.chassisMac });
  for (const port of hypervisor.switchPorts) port.learned.push(host.chassisMac);
  addRole(host, role, address);
  return host;
}

/** Adds the services of a role, which listen at this address. SSH and metrics listen at all addresses. */
export function addRole(host: HostDraft, role: Role, address: AddressRow): void {
  for (const entry of role.software) {
    const [software, spec] = typeof entry === 'string' ? [entry, {}] : entry;
    const isAccess = software === 'SSH' || software === 'Remote Desktop' || software === 'Prometheus Node Exporter';
    const tags = isAccess ? [] : role.serviceTags;
    host.addService(software, { on: isAccess && !role.runsContainers ? undefined : address, tags, ...spec });
  }
}
