// The types of subnets: their names and icons, their layer in the network, and which of them are container bridges.
import type { Color, SubnetType } from '../../../generated/prisma/enums';

export interface SubnetTypeFacts {
  readonly label: string;
  readonly description: string;
  /** Key of an icon. */
  readonly icon: string;
  readonly color: Color;
  /**
   * How far inside the network the subnet is. 0: external, 1: border, 2: users, 3: behind other machines, 999: unknown.
   * Links that cross several layers are drawn as multi-hop links.
   */
  readonly layer: 0 | 1 | 2 | 3 | 999;
}

const facts = (
  label: string,
  description: string,
  icon: string,
  color: Color,
  layer: SubnetTypeFacts['layer'],
): SubnetTypeFacts => ({ label, description, icon, color, layer });

export const subnetTypes: Readonly<Record<SubnetType, SubnetTypeFacts>> = {
  Internet: facts('Internet', 'Public addresses outside the network.', 'globe', 'Blue', 0),
  Remote: facts('Remote', 'Remote hosts, such as mobile devices.', 'cloud', 'Sky', 0),
  Gateway: facts('Gateway', 'Transfer network between routers, such as an uplink to a provider.', 'router', 'Teal', 1),
  VpnTunnel: facts('VPN Tunnel', 'Addresses inside a VPN tunnel.', 'lock', 'Green', 1),
  Dmz: facts(
    'DMZ',
    'Demilitarized zone: reachable from outside, separated from internal subnets.',
    'shield',
    'Rose',
    1,
  ),
  Lan: facts('LAN', 'Wired local network.', 'network', 'Cyan', 2),
  WiFi: facts('Wi-Fi', 'Wireless local network (IEEE 802.11).', 'wifi', 'Indigo', 2),
  IoT: facts('IoT', 'Cameras, sensors and actuators.', 'sensor', 'Amber', 2),
  Guest: facts('Guest', 'Devices of visitors.', 'users', 'Lime', 2),
  DockerBridge: facts('Docker Bridge', 'Containers of one Docker host.', 'box', 'Violet', 3),
  PodmanBridge: facts('Podman Bridge', 'Containers of one Podman host.', 'box', 'Purple', 3),
  MacVlan: facts('MACVLAN', 'Containers with their own MAC addresses (macvlan).', 'layers', 'Fuchsia', 3),
  IpVlan: facts('IPVLAN', 'Containers that share the MAC address of their host (ipvlan).', 'layers', 'Pink', 3),
  Management: facts('Management', 'Management interfaces of devices.', 'wrench', 'Orange', 3),
  Storage: facts('Storage', 'Storage traffic.', 'database', 'Emerald', 3),
  Loopback: facts('Loopback', 'Loopback addresses of devices.', 'loop', 'Gray', 3),
  Unknown: facts('Unknown', 'A subnet of unknown type.', 'question', 'Gray', 999),
};

export const subnetKind = (subnetType: string): SubnetTypeFacts =>
  (subnetTypes as Readonly<Record<string, SubnetTypeFacts>>)[subnetType] ?? subnetTypes.Unknown;

const runtimeNames: Readonly<Record<string, string>> = { DockerBridge: 'Docker', PodmanBridge: 'Podman' };

/**
 * Types of subnets that exist inside one host, such as Docker bridges. Bridges of two container runtimes may have the
 * same CIDR.
 */
export const containerBridges = Object.keys(runtimeNames) as readonly SubnetType[];

/** Whether the subnet is a bridge inside one machine that connects the machine's containers. */
export const isBridge = ({ subnetType }: { readonly subnetType: string }): boolean => subnetType in runtimeNames;

/** Returns the name of the container runtime to which bridges of this type usually belong. */
export const usualRuntimeName = (subnetType: string): string => runtimeNames[subnetType] ?? 'Container';

const farthestHop = 1;

export const isMultiHop = (from: { readonly subnetType: string }, to: { readonly subnetType: string }): boolean =>
  Math.abs(subnetKind(from.subnetType).layer - subnetKind(to.subnetType).layer) > farthestHop;
