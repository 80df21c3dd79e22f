// What each type of subnet looks like and how far from the edge of the network it lies.

interface SubnetKind {
  readonly label: string;
  readonly icon: string;
  readonly color: string;
  /** 0 outside, 1 border, 2 users, 3 behind other machines, 999 not known: an edge over more than one is a multi-hop. */
  readonly layer: number;
}

const kind = (label: string, icon: string, color: string, layer: number): SubnetKind => ({ label, icon, color, layer });

const kinds: Readonly<Record<string, SubnetKind>> = {
  Internet: kind('Internet', 'globe', 'Blue', 0),
  Remote: kind('Remote', 'cloud', 'Sky', 0),
  Gateway: kind('Gateway', 'router', 'Teal', 1),
  Dmz: kind('DMZ', 'shield', 'Rose', 1),
  VpnTunnel: kind('VPN Tunnel', 'lock', 'Green', 1),
  Lan: kind('LAN', 'network', 'Cyan', 2),
  WiFi: kind('Wi-Fi', 'wifi', 'Indigo', 2),
  IoT: kind('IoT', 'sensor', 'Amber', 2),
  Guest: kind('Guest', 'users', 'Lime', 2),
  DockerBridge: kind('Docker Bridge', 'box', 'Violet', 3),
  PodmanBridge: kind('Podman Bridge', 'box', 'Purple', 3),
  MacVlan: kind('MACVLAN', 'layers', 'Fuchsia', 3),
  IpVlan: kind('IPVLAN', 'layers', 'Pink', 3),
  Management: kind('Management', 'wrench', 'Orange', 3),
  Storage: kind('Storage', 'database', 'Emerald', 3),
  Loopback: kind('Loopback', 'loop', 'Gray', 3),
  Unknown: kind('Unknown', 'question', 'Gray', 999),
};

export const subnetKind = (subnetType: string): SubnetKind => kinds[subnetType] ?? kinds.Unknown!;

const runtimeNames: Readonly<Record<string, string>> = { DockerBridge: 'Docker', PodmanBridge: 'Podman' };

/** Whether it is a network inside one machine, between its containers. */
export const isBridge = ({ subnetType }: { readonly subnetType: string }): boolean => subnetType in runtimeNames;

/** The usual runtime of a bridge whose own runtime is not known. */
export const usualRuntimeName = (subnetType: string): string => runtimeNames[subnetType] ?? 'Container';

const farthestHop = 1;

export const isMultiHop = (from: { readonly subnetType: string }, to: { readonly subnetType: string }): boolean =>
  Math.abs(subnetKind(from.subnetType).layer - subnetKind(to.subnetType).layer) > farthestHop;
