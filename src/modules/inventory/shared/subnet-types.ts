// The types of subnets: what each is called, what it looks like, and how far from the edge of the network it lies.
import type { Color, SubnetType } from '../../../generated/prisma/enums';

export interface SubnetTypeFacts {
  readonly label: string;
  readonly description: string;
  /** Key of an icon. */
  readonly icon: string;
  readonly color: Color;
  /** 0 outside, 1 border, 2 users, 3 behind other machines, 999 unknown: an edge over more than one is a multi-hop. */
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
  Internet: facts('Internet', 'Public addresses beyond the network.', 'globe', 'Blue', 0),
  Remote: facts('Remote', 'Hosts elsewhere, such as mobile devices.', 'cloud', 'Sky', 0),
  Gateway: facts('Gateway', 'Between routers, towards a provider.', 'router', 'Teal', 1),
  VpnTunnel: facts('VPN Tunnel', 'Addresses inside a tunnel.', 'lock', 'Green', 1),
  Dmz: facts('DMZ', 'Reachable from outside, kept apart from inside.', 'shield', 'Rose', 1),
  Lan: facts('LAN', 'A local network by cable.', 'network', 'Cyan', 2),
  WiFi: facts('Wi-Fi', 'A local network by radio.', 'wifi', 'Indigo', 2),
  IoT: facts('IoT', 'Cameras, sensors, actuators.', 'sensor', 'Amber', 2),
  Guest: facts('Guest', 'Devices of visitors.', 'users', 'Lime', 2),
  DockerBridge: facts('Docker Bridge', 'Containers of one Docker host.', 'box', 'Violet', 3),
  PodmanBridge: facts('Podman Bridge', 'Containers of one Podman host.', 'box', 'Purple', 3),
  MacVlan: facts('MACVLAN', 'Containers with MAC addresses of their own.', 'layers', 'Fuchsia', 3),
  IpVlan: facts('IPVLAN', 'Containers that share the MAC address of their host.', 'layers', 'Pink', 3),
  Management: facts('Management', 'Interfaces that devices are managed through.', 'wrench', 'Orange', 3),
  Storage: facts('Storage', 'Traffic of storage systems.', 'database', 'Emerald', 3),
  Loopback: facts('Loopback', 'Addresses that a device gives itself.', 'loop', 'Gray', 3),
  Unknown: facts('Unknown', 'A subnet of unknown type.', 'question', 'Gray', 999),
};
