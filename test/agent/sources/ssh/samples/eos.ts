// Sample outputs of a leaf switch with EOS, after the models of Arista's Command API (`show … | json`).
import type { Sample } from './sample';

const port = (number: number, more: object = {}) => ({
  ...{ name: `Ethernet${number}`, description: '', hardware: 'ethernet', interfaceStatus: 'connected' },
  ...{ lineProtocolStatus: 'up', physicalAddress: `02:1c:73:00:00:0${number}`, mtu: 9214, bandwidth: 10_000_000_000 },
  ...{ duplex: 'duplexFull', interfaceAddress: [] },
  ...more,
});

export const eosSample: Sample = {
  system: 'EOS',
  stub: { ident: 'OpenSSH_8.7' },
  refusal: '% Invalid input\n',
  outputs: {
    'show version': 'Arista DCS-7050SX3-48YC8\nHardware version: 11.00\nSerial number: JPE00000001\n',
    'show version | json': JSON.stringify({
      ...{ modelName: 'DCS-7050SX3-48YC8', version: '4.30.2F', serialNumber: 'JPE00000001', mfgName: 'Arista' },
      systemMacAddress: '02:1c:73:00:00:aa',
    }),
    'show hostname | json': JSON.stringify({ hostname: 'leaf-1', fqdn: 'leaf-1.example' }),
    'show interfaces | json': JSON.stringify({
      interfaces: {
        Ethernet1: port(1, { description: 'spine-1' }),
        Ethernet2: port(2, { interfaceStatus: 'disabled', lineProtocolStatus: 'down', bandwidth: 0 }),
        Ethernet3: port(3),
        'Port-Channel1': {
          ...port(4),
          ...{ name: 'Port-Channel1', hardware: 'portChannel', memberInterfaces: { Ethernet3: { bandwidth: 1 } } },
        },
        Vlan10: {
          ...port(5),
          name: 'Vlan10',
          interfaceAddress: [
            {
              primaryIp: { address: '10.10.0.1', maskLen: 24 },
              secondaryIpsOrderedList: [{ address: '10.11.0.1', maskLen: 24 }],
            },
          ],
        },
      },
    }),
    'show snmp mib ifmib ifindex | json': JSON.stringify({
      ifIndex: { Ethernet1: 1, Ethernet3: 3, 'Port-Channel1': 1_000_001 },
    }),
    'show vlan | json': JSON.stringify({
      vlans: { 10: { name: 'users', status: 'active' }, 20: { name: 'VLAN0020' } },
    }),
    'show interfaces switchport | json': JSON.stringify({
      switchports: {
        Ethernet1: {
          enabled: true,
          switchportInfo: { mode: 'trunk', accessVlanId: 1, trunkingNativeVlanId: 10, trunkAllowedVlans: 'ALL' },
        },
        Ethernet2: { enabled: true, switchportInfo: { mode: 'access', accessVlanId: 20, trunkingNativeVlanId: 1 } },
        Ethernet3: { enabled: false, switchportInfo: { mode: 'access', accessVlanId: 1 } },
      },
    }),
    'show lldp neighbors detail | json': JSON.stringify({
      lldpNeighbors: {
        Ethernet1: {
          lldpNeighborInfo: [
            {
              ...{
                chassisIdType: 'macAddress',
                chassisId: '021c.7300.00bb',
                systemName: 'spine-1',
                systemDescription: 'EOS',
              },
              neighborInterfaceInfo: {
                ...{ interfaceIdType: 'interfaceName', interfaceId: '"Ethernet9"', interfaceDescription: 'leaf-1' },
              },
              managementAddresses: [{ addressType: 'ipv4', address: '10.0.0.9' }],
            },
          ],
        },
        Ethernet2: { lldpNeighborInfo: [] },
      },
    }),
    'show mac address-table | json': JSON.stringify({
      unicastTable: {
        tableEntries: [
          { vlanId: 10, macAddress: '02:dd:00:00:00:01', entryType: 'dynamic', interface: 'Ethernet1', moves: 1 },
          { vlanId: 10, macAddress: '02:dd:00:00:00:02', entryType: 'dynamic', interface: 'Vxlan1' },
          { vlanId: 10, macAddress: '02:1c:73:00:00:aa', entryType: 'static', interface: 'Router' },
        ],
      },
      multicastTable: { tableEntries: [] },
    }),
    'show ip arp | json': JSON.stringify({
      ipV4Neighbors: [
        { address: '10.10.0.9', hwAddress: '02dd.0000.0001', interface: 'Vlan10, Ethernet1', age: 12 },
        { address: '10.10.0.10', hwAddress: '0000.0000.0000', interface: 'Vlan10' },
      ],
    }),
    'show ip route | json': JSON.stringify({
      vrfs: {
        default: {
          routes: {
            '10.10.0.0/24': { routeType: 'connected', vias: [{ interface: 'Vlan10' }] },
            '0.0.0.0/0': {
              ...{ routeType: 'eBGP', metric: 0, preference: 20 },
              vias: [{ nexthopAddr: '10.0.0.9', interface: 'Ethernet1' }],
            },
          },
        },
      },
    }),
  },
  machine: {
    identity: {
      ...{ name: 'leaf-1', os: 'Arista EOS 4.30.2F', manufacturer: 'Arista', model: 'DCS-7050SX3-48YC8' },
      ...{ serialNumber: 'JPE00000001', softwareRevision: '4.30.2F', chassisId: '02:1C:73:00:00:AA' },
    },
    ports: {
      Ethernet1: {
        ...{ ifIndex: 1, alias: 'spine-1', type: 6, mac: '02:1C:73:00:00:01', mtu: 9214, speedBps: 10_000_000_000 },
        ...{ duplex: 'Full', operStatus: 'Up', nativeVlan: 10, taggedVlans: [20], fdbMacs: ['02:DD:00:00:00:01'] },
        neighbors: [
          {
            ...{ systemName: 'spine-1', portDescription: 'leaf-1', managementAddresses: ['10.0.0.9'] },
            chassisId: { subtype: 'MacAddress', value: '02:1C:73:00:00:BB' },
            portId: { subtype: 'InterfaceName', value: 'Ethernet9' },
          },
        ],
      },
      Ethernet2: { adminStatus: 'Down', operStatus: 'Down', nativeVlan: 20, taggedVlans: [] },
      Ethernet3: { ifIndex: 3, aggregateIfIndex: 1_000_001 },
      'Port-Channel1': { ifIndex: 1_000_001, type: 161 },
      Vlan10: { type: 53 },
    },
    addresses: ['10.10.0.1/24 Vlan10', '10.11.0.1/24 Vlan10'],
    arp: ['10.10.0.9 02:DD:00:00:00:01 Vlan10'],
    vlans: ['10 users', '20 VLAN0020'],
    routes: ['10.10.0.0/24 - Local Local -', '0.0.0.0/0 10.0.0.9 Remote Bgp Ethernet1'],
    complete: ['aggregates', 'arp', 'fdb', 'lldp', 'routes'],
  },
  inArp: ['10.10.0.9'],
};
