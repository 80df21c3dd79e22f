// Devices of users and rooms: their kinds, the subnet of each kind, and whether a device is attached by cable or Wi-Fi.
import type { Device } from '../equipment/device-families';
import { endpointDevices as hardware } from '../equipment/endpoint-devices';
import type { Site } from './equipment';
import type { HostDraft, PortDraft } from './host-draft';
import type { SubnetDraft } from './network-parts';
import { softwarePorts, type Software } from '../equipment/software';
import type { TagName } from './tags';

interface EndpointKind {
  readonly code: string;
  readonly device: Device;
  readonly subnet: 'staff' | 'voice' | 'wireless' | 'guest' | 'things' | 'printers' | 'management';
  /**
   * Software on the device. If the device has only one program and it has no ports, its service is bound to the address
   * instead of a port.
   */
  readonly software: readonly Software[];
  readonly isWireless?: boolean;
  readonly speaksLldp?: boolean;
  readonly hasHostname?: boolean;
  readonly tags?: readonly TagName[];
  readonly confidence?: 'Low' | 'Medium';
}

const kinds = {
  windowsDesktop: {
    code: 'pc',
    device: hardware.windowsDesktop,
    subnet: 'staff',
    software: ['windows-workstation', 'Remote Desktop'],
  },
  linuxDesktop: { code: 'ws', device: hardware.linuxDesktop, subnet: 'staff', software: ['linux-workstation', 'SSH'] },
  macDesktop: { code: 'mac', device: hardware.macDesktop, subnet: 'staff', software: ['macos-workstation', 'vnc'] },
  windowsLaptop: {
    code: 'nb',
    device: hardware.windowsLaptop,
    subnet: 'wireless',
    software: ['windows-workstation'],
    isWireless: true,
  },
  macLaptop: {
    code: 'mb',
    device: hardware.macLaptop,
    subnet: 'wireless',
    software: ['macos-workstation'],
    isWireless: true,
  },
  iphone: {
    code: 'iphone',
    device: hardware.iphone,
    subnet: 'guest',
    software: ['apple-mobile'],
    isWireless: true,
    hasHostname: false,
    tags: ['Guests'],
  },
  android: {
    code: 'android',
    device: hardware.android,
    subnet: 'guest',
    software: ['android-mobile'],
    isWireless: true,
    hasHostname: false,
    tags: ['Guests'],
    confidence: 'Medium',
  },
  hpPrinter: { code: 'prn', device: hardware.hpPrinter, subnet: 'printers', software: ['HP Printer', 'SNMP'] },
  brotherPrinter: {
    code: 'mfp',
    device: hardware.brotherPrinter,
    subnet: 'printers',
    software: ['printer', 'SNMP'],
  },
  yealinkPhone: {
    code: 'tel',
    device: hardware.yealinkPhone,
    subnet: 'voice',
    software: ['ip-phone'],
    speaksLldp: true,
    hasHostname: false,
    tags: ['Telephony'],
  },
  polycomPhone: {
    code: 'tel',
    device: hardware.polycomPhone,
    subnet: 'voice',
    software: ['ip-phone'],
    speaksLldp: true,
    hasHostname: false,
    tags: ['Telephony'],
  },
  camera: {
    code: 'cam',
    device: hardware.camera,
    subnet: 'things',
    software: ['ip-camera'],
    speaksLldp: true,
    tags: ['Smart building'],
  },
  display: {
    code: 'tv',
    device: hardware.display,
    subnet: 'things',
    software: ['smart-tv'],
    hasHostname: false,
    confidence: 'Medium',
  },
  ups: { code: 'ups', device: hardware.ups, subnet: 'management', software: ['ups'] },
  airController: {
    code: 'hvac',
    device: hardware.airController,
    subnet: 'things',
    software: ['bacnet-device'],
    hasHostname: false,
    tags: ['Smart building'],
  },
  meter: {
    code: 'meter',
    device: hardware.meter,
    subnet: 'things',
    software: ['modbus-device'],
    hasHostname: false,
    tags: ['Smart building'],
  },
  controller: {
    code: 'plc',
    device: hardware.controller,
    subnet: 'things',
    software: ['siemens-s7'],
    hasHostname: false,
  },
  speaker: {
    code: 'sonos',
    device: hardware.speaker,
    subnet: 'things',
    software: ['Sonos Speaker'],
    isWireless: true,
    hasHostname: false,
  },
  chromecast: {
    code: 'cast',
    device: hardware.chromecast,
    subnet: 'things',
    software: ['Chromecast'],
    isWireless: true,
    hasHostname: false,
  },
  hueBridge: {
    code: 'hue',
    device: hardware.hueBridge,
    subnet: 'things',
    software: ['Philips Hue Bridge'],
    tags: ['Smart building'],
  },
  shelly: {
    code: 'shelly',
    device: hardware.shelly,
    subnet: 'things',
    software: ['shelly'],
    isWireless: true,
    tags: ['Smart building'],
  },
  oddity: { code: 'dev', device: hardware.raspberry, subnet: 'things', software: ['unknown'], confidence: 'Low' },
} as const satisfies Record<string, EndpointKind>;

export type EndpointName = keyof typeof kinds;

/** The access ports and access points of a building or branch, to which endpoints are attached. */
export interface AccessLayer {
  readonly code: string;
  readonly location: string;
  readonly switches: readonly HostDraft[];
  readonly subnets: Readonly<Record<EndpointKind['subnet'], SubnetDraft>>;
  /** Access points, each with its switch port. That port learns the MAC addresses of wireless clients. */
  readonly accessPoints: { readonly host: HostDraft; readonly port: PortDraft }[];
  readonly counts: Map<string, number>;
}

export function nextNumberedName(layer: Pick<AccessLayer, 'counts' | 'code'>, kind: string): string {
  const count = (layer.counts.get(kind) ?? 0) + 1;
  layer.counts.set(kind, count);
  return `${layer.code}-${kind}-${String(count).padStart(2, '0')}`;
}

export function addAccessPoint(
  { network, cabling }: Site,
  layer: AccessLayer,
  device: Device,
  software: Software,
): HostDraft {
  const { management, wireless, guest, things } = layer.subnets;
  const host = network.addHost({ name: nextNumberedName(layer, 'ap'), device, location: layer.location });
  const address = host.addAddress(management);
  host.addService(software, { on: address, confidence: 'Certain' });
  const index = layer.accessPoints.length;
  const target = layer.switches[index % layer.switches.length]!;
  const taggedVlans = [wireless, guest, things].flatMap(({ vlan }) => (vlan ? [vlan] : []));
  const port = cabling.attach(target, host, management, { taggedVlans, speaksLldp: true });
  if (port) layer.accessPoints.push({ host, port });
  for (const [radio, gbps] of [
    ['wifi0', 4.8],
    ['wifi1', 0.574],
  ] as const) {
    host.addPort({ ifName: radio, ifDescr: radio, ifType: 71, gbps, use: 'virtual', isUp: true });
  }
  return host;
}

/** Attaches a device by cable or Wi-Fi, and adds its services. Returns the host. */
export function addEndpoint(
  { network, cabling }: Site,
  layer: AccessLayer,
  kind: EndpointName,
  hidden = false,
): HostDraft {
  const { code, device, subnet, software, isWireless, speaksLldp, hasHostname, tags, confidence }: EndpointKind =
    kinds[kind];
  const host = network.addHost({
    name: nextNumberedName(layer, code),
    device,
    location: layer.location,
    seenColumns: network.drawSeen(),
    hasHostname,
    tags,
    hidden,
  });
  const target = layer.subnets[subnet];
  const address = host.addAddress(target);
  if (isWireless) {
    const accessPoint = layer.accessPoints[network.chance.between(0, layer.accessPoints.length - 1)];
    if (accessPoint && !host.seenColumns.isStale) {
      accessPoint.port.learned.push(host.mac);
      cabling.facts.associations.push({ client: host, accessPoint: accessPoint.host, subnet });
    }
  } else {
    const device = layer.switches[network.chance.between(0, layer.switches.length - 1)]!;
    cabling.attach(device, host, target, { speaksLldp });
  }
  for (const one of software) {
    const service = host.addService(one, { on: address, confidence });
    // If the device has only one software, and this software has no ports, its service is bound to the whole address.
    if (software.length === 1 && !host.bindings.has(service.id)) host.bind(service, undefined, address);
  }
  // A few devices also have open ports for which no software is known.
  const hasPorts = software.some((one) => softwarePorts(one).length > 0);
  if (hasPorts && network.chance.happens(0.09)) {
    host.addService('Unclaimed Open Ports', { on: address, ports: ['49152', '49664'], confidence: 'Low' });
  }
  return host;
}
