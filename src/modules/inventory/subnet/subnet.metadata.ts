// Kinds of subnets in the metadata registry.
import type { SubnetType } from '../../../generated/prisma/enums';
import { looks, registerMetadata } from '../../../graphql/metadata';

registerMetadata(
  'subnetTypes',
  looks<SubnetType>({
    Internet: ['Internet', 'Public addresses beyond the network.', 'globe', 'Blue'],
    Remote: ['Remote', 'Hosts elsewhere, such as mobile devices.', 'satellite', 'Cyan'],
    Gateway: ['Gateway', 'Between routers, towards a provider.', 'router', 'Orange'],
    VpnTunnel: ['VPN tunnel', 'Addresses inside a tunnel.', 'shield', 'Green'],
    Dmz: ['DMZ', 'Reachable from outside, kept apart from inside.', 'shield-alert', 'Rose'],
    Lan: ['LAN', 'A local network by cable.', 'network', 'Sky'],
    WiFi: ['WiFi', 'A local network by radio.', 'wifi', 'Teal'],
    IoT: ['IoT', 'Things: cameras, sensors, actuators.', 'cpu', 'Yellow'],
    Guest: ['Guest', 'Devices of visitors.', 'users', 'Lime'],
    DockerBridge: ['Docker bridge', 'Containers of one Docker host.', 'container', 'Indigo'],
    PodmanBridge: ['Podman bridge', 'Containers of one Podman host.', 'container', 'Purple'],
    MacVlan: ['MACVLAN', 'Containers with MAC addresses of their own.', 'split', 'Violet'],
    IpVlan: ['IPVLAN', 'Containers that share the MAC address of their host.', 'split', 'Fuchsia'],
    Management: ['Management', 'Interfaces that devices are managed through.', 'wrench', 'Gray'],
    Storage: ['Storage', 'Traffic of storage systems.', 'hard-drive', 'Emerald'],
    Loopback: ['Loopback', 'Addresses that a device gives itself.', 'repeat', 'Gray'],
    Unknown: ['Unknown', 'A subnet of no known kind.', 'circle-help', 'Gray'],
  }),
);
