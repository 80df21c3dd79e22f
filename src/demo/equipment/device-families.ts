// Families of hardware: what one manufacturer's devices have in common, and the description of a device.

export interface PortSet {
  /** ifName and ifDescr of a port; {s} is the slot or stack member, {n} the port's number. */
  readonly name: string;
  readonly descr: string;
  readonly first: number;
  readonly count: number;
  readonly gbps: number;
  readonly use: 'access' | 'uplink' | 'management';
}

export interface Device {
  readonly manufacturer: string;
  readonly model: string;
  /** MAC address prefixes that the IEEE assigned to the manufacturer. */
  readonly macPrefixes: readonly string[];
  /** The name of the operating system, in which {v} stands for the version. */
  readonly os?: string;
  readonly sysDescr?: string;
  readonly sysObjectId?: string;
  readonly versions?: readonly string[];
  readonly serial?: string;
  /** Number with which the port names of the first slot or stack member begin. */
  readonly firstSlot?: number;
  readonly ports?: readonly PortSet[];
  /** The names of a link aggregation and of a VLAN interface, in which {n} stands for the number. */
  readonly bundle?: { readonly name: string; readonly descr: string };
  readonly vlanPort?: { readonly name: string; readonly descr: string };
  /** Subtype of the port ID that the device sends in LLDP messages. */
  readonly lldpPortId?: 'InterfaceName' | 'LocallyAssigned' | 'MacAddress';
  readonly speaksCdp?: boolean;
  readonly hasWebInterface?: boolean;
}

export const ports = (
  use: PortSet['use'],
  name: string,
  descr: string,
  count: number,
  gbps: number,
  first = 1,
): PortSet => ({
  use,
  name,
  descr,
  count,
  gbps,
  first,
});

export const catalyst = {
  manufacturer: 'Cisco',
  macPrefixes: ['70:db:98', 'f8:7b:20', '00:1b:54'],
  os: 'IOS XE {v}',
  versions: ['17.9.4a', '17.9.5', '17.12.3'],
  serial: 'FCW####@0**',
  firstSlot: 1,
  bundle: { name: 'Po{n}', descr: 'Port-channel{n}' },
  vlanPort: { name: 'Vl{n}', descr: 'Vlan{n}' },
  lldpPortId: 'InterfaceName',
  speaksCdp: true,
  hasWebInterface: true,
} as const;
export const catalystText = (image: string) =>
  `Cisco IOS Software [Cupertino], ${image} Software (CAT9K_IOSXE), Version {v}, RELEASE SOFTWARE (fc3)`;
export const catalyst9300 = {
  ...catalyst,
  sysDescr: catalystText('Catalyst L3 Switch'),
  sysObjectId: '1.3.6.1.4.1.9.1.2494',
};
export const catalyst9500 = {
  ...catalyst,
  sysDescr: catalystText('Catalyst L3 Switch'),
  sysObjectId: '1.3.6.1.4.1.9.1.2593',
};
export const gigabit = (count: number) => ports('access', 'Gi{s}/0/{n}', 'GigabitEthernet{s}/0/{n}', count, 1);
export const tenGigabitUplinks = ports('uplink', 'Te{s}/1/{n}', 'TenGigabitEthernet{s}/1/{n}', 4, 10);

export const nexus = {
  manufacturer: 'Cisco',
  macPrefixes: ['00:2a:6a', '70:db:98'],
  os: 'NX-OS {v}',
  sysDescr: 'Cisco NX-OS(tm) n9000, Software (n9000-dk9), Version {v}, RELEASE SOFTWARE',
  versions: ['9.3(13)', '10.2(7)M'],
  serial: 'FDO####@***',
  firstSlot: 1,
  bundle: { name: 'port-channel{n}', descr: 'port-channel{n}' },
  vlanPort: { name: 'Vlan{n}', descr: 'Vlan{n}' },
  lldpPortId: 'InterfaceName',
  speaksCdp: true,
} as const;

export const arubaSwitch = {
  manufacturer: 'HPE Aruba',
  macPrefixes: ['94:b4:0f', '20:4c:03'],
  os: 'ArubaOS-CX {v}',
  versions: ['FL.10.10.1080', 'FL.10.13.1010'],
  serial: 'SG##KN*0**',
  firstSlot: 1,
  bundle: { name: 'lag{n}', descr: 'lag{n}' },
  vlanPort: { name: 'vlan{n}', descr: 'vlan{n}' },
  lldpPortId: 'LocallyAssigned',
  hasWebInterface: true,
} as const;

export const juniper = {
  manufacturer: 'Juniper',
  macPrefixes: ['3c:61:04', 'f0:1c:2d'],
  os: 'Junos {v}',
  versions: ['21.4R3-S5.4', '22.2R3-S2.8'],
  serial: 'PE37######',
  firstSlot: 0,
  bundle: { name: 'ae{n}', descr: 'ae{n}' },
  vlanPort: { name: 'irb.{n}', descr: 'irb.{n}' },
  lldpPortId: 'InterfaceName',
} as const;
export const junosText = (model: string) => `Juniper Networks, Inc. ${model} Ethernet Switch, kernel JUNOS {v}`;

export const linuxServer = (manufacturer: string, model: string, macPrefixes: string[], serial: string) =>
  ({
    manufacturer,
    model,
    macPrefixes,
    serial,
    os: 'Debian GNU/Linux 12',
    sysDescr: 'Linux {host} 6.1.0-22-amd64 #1 SMP PREEMPT_DYNAMIC Debian x86_64',
    sysObjectId: '1.3.6.1.4.1.8072.3.2.10',
    lldpPortId: 'MacAddress',
  }) as const;
