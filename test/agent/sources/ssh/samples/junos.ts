// Sample outputs of a switch with Junos, after the JSON forms in Juniper's Junos XML API Explorer.
import type { Sample } from './sample';

/** Converts a value to Junos' JSON: every element is a list, and a text is in the member `data`. */
const wrap = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map((one) => (typeof one === 'object' ? element(one as object) : { data: one as string }))
    : [typeof value === 'object' ? element(value as object) : { data: value }];
const element = (of: object): object =>
  Object.fromEntries(Object.entries(of).map(([name, value]) => [name, wrap(value)]));
const output = (of: object) => JSON.stringify(element(of), undefined, 2);

export const junosSample: Sample = {
  system: 'Junos',
  stub: { ident: 'OpenSSH_7.5' },
  refusal: '\nerror: syntax error, expecting <command>.\n',
  outputs: {
    'show version': 'Hostname: ex-1\nModel: ex2300-24t\nJunos: 20.4R3-S1.3\n',
    'show version | display json': output({
      'multi-routing-engine-results': {
        'multi-routing-engine-item': {
          're-name': 'fpc0',
          'software-information': {
            'host-name': 'ex-1',
            'product-model': 'ex2300-24t',
            'junos-version': '20.4R3-S1.3',
          },
        },
      },
    }),
    'show chassis hardware | display json': output({
      'chassis-inventory': { chassis: { name: 'Chassis', 'serial-number': 'HW0000000001', description: 'EX2300-24T' } },
    }),
    'show interfaces | display json': output({
      'interface-information': {
        'physical-interface': [
          {
            ...{ name: 'ge-0/0/0', 'admin-status': 'up', 'oper-status': 'up', 'snmp-index': '512', mtu: '1514' },
            ...{ description: 'to core', speed: '1000mbps', 'link-mode': 'Full-duplex' },
            ...{ 'current-physical-address': '02:05:86:00:00:01' },
            'logical-interface': {
              name: 'ge-0/0/0.0',
              'address-family': { 'address-family-name': 'aenet', 'ae-bundle-name': 'ae0.0' },
            },
          },
          { name: 'ge-0/0/1', 'admin-status': 'up', 'oper-status': 'down', 'snmp-index': '513', speed: 'Auto' },
          { name: 'ae0', 'admin-status': 'up', 'oper-status': 'up', 'snmp-index': '600', speed: '2Gbps' },
          {
            ...{ name: 'irb', 'admin-status': 'up', 'oper-status': 'up', 'snmp-index': '502' },
            'logical-interface': {
              ...{ name: 'irb.10', 'snmp-index': '550' },
              'address-family': [
                {
                  'address-family-name': 'inet',
                  'interface-address': { 'ifa-destination': '10.10.0/24', 'ifa-local': '10.10.0.4' },
                },
                {
                  'address-family-name': 'inet6',
                  'interface-address': [
                    { 'ifa-destination': '2001:db8:10::/64', 'ifa-local': '2001:db8:10::4' },
                    { 'ifa-destination': 'fe80::/64', 'ifa-local': 'fe80::4' },
                  ],
                },
              ],
            },
          },
          { name: 'pfe-0/0/0', 'admin-status': 'up', 'oper-status': 'up' },
        ],
      },
    }),
    'show vlans extensive | display json': output({
      'l2ng-l2ald-vlan-instance-information': {
        'l2ng-l2ald-vlan-instance-group': [
          {
            ...{ 'l2ng-l2rtb-vlan-name': 'users', 'l2ng-l2rtb-vlan-tag': '10' },
            'l2ng-l2rtb-vlan-member': [
              { 'l2ng-l2rtb-vlan-member-interface': 'ge-0/0/1.0*', 'l2ng-l2rtb-vlan-member-tagness': 'untagged' },
              { 'l2ng-l2rtb-vlan-member-interface': 'ae0.0*', 'l2ng-l2rtb-vlan-member-tagness': 'tagged' },
            ],
          },
          { 'l2ng-l2rtb-vlan-name': 'default' },
        ],
      },
    }),
    'show lldp neighbors | display json': output({
      'lldp-neighbors-information': {
        'lldp-neighbor-information': [
          {
            ...{ 'lldp-local-port-id': 'ge-0/0/0', 'lldp-remote-chassis-id-subtype': 'Mac address' },
            ...{ 'lldp-remote-chassis-id': '02:bb:00:00:00:01', 'lldp-remote-port-id-subtype': 'Interface name' },
            ...{ 'lldp-remote-port-id': 'xe-0/0/1', 'lldp-remote-system-name': 'core' },
          },
        ],
      },
    }),
    'show ethernet-switching table | display json': output({
      'l2ng-l2ald-rtb-macdb': {
        'l2ng-l2ald-mac-entry-vlan': {
          'l2ng-mac-entry': [
            { 'l2ng-l2-mac-address': '02:dd:00:00:00:01', 'l2ng-l2-mac-logical-interface': 'ge-0/0/1.0' },
            { 'l2ng-l2-mac-address': '02:dd:00:00:00:02', 'l2ng-l2-mac-logical-interface': 'Router' },
          ],
        },
      },
    }),
    'show arp no-resolve | display json': output({
      'arp-table-information': {
        'arp-table-entry': [
          { 'mac-address': '02:dd:00:00:00:01', 'ip-address': '10.10.0.9', 'interface-name': 'irb.10 [ge-0/0/1.0]' },
        ],
      },
    }),
    'show route table inet.0 active-path | display json': output({
      'route-information': {
        'route-table': {
          'table-name': 'inet.0',
          rt: [
            {
              'rt-destination': '0.0.0.0/0',
              'rt-entry': { 'active-tag': '*', 'protocol-name': 'Static', nh: { to: '10.10.0.1', via: 'irb.10' } },
            },
            { 'rt-destination': '10.10.0.0/24', 'rt-entry': { 'protocol-name': 'Direct', nh: { via: 'irb.10' } } },
            {
              'rt-destination': '10.10.0.4/32',
              'rt-entry': { 'protocol-name': 'Local', nh: { 'nh-local-interface': 'irb.10' } },
            },
            {
              'rt-destination': '10.60.0.0/16',
              'rt-entry': {
                'protocol-name': 'OSPF',
                nh: [
                  { to: '10.10.0.5', via: 'irb.10' },
                  { to: '10.10.0.6', via: 'irb.10' },
                ],
              },
            },
            {
              'rt-destination': '10.61.0.0/16',
              'rt-entry': { 'protocol-name': 'constructor', nh: { to: '10.10.0.5', via: 'irb.10' } },
            },
            { 'rt-destination': '10.90.0.0/16', 'rt-entry': { 'protocol-name': 'Static', 'nh-type': 'Reject' } },
          ],
        },
      },
    }),
  },
  machine: {
    identity: {
      ...{ name: 'ex-1', os: 'Junos 20.4R3-S1.3', manufacturer: 'Juniper', model: 'ex2300-24t' },
      ...{ serialNumber: 'HW0000000001', softwareRevision: '20.4R3-S1.3' },
    },
    ports: {
      'ge-0/0/0': {
        ...{ ifIndex: 512, alias: 'to core', type: 6, mac: '02:05:86:00:00:01', mtu: 1514, duplex: 'Full' },
        ...{ speedBps: 1_000_000_000, adminStatus: 'Up', operStatus: 'Up', aggregateIfIndex: 600 },
        neighbors: [
          {
            ...{ protocol: 'LLDP', systemName: 'core', managementAddresses: [] },
            chassisId: { subtype: 'MacAddress', value: '02:BB:00:00:00:01' },
            portId: { subtype: 'InterfaceName', value: 'xe-0/0/1' },
          },
        ],
      },
      'ge-0/0/1': { operStatus: 'Down', nativeVlan: 10, taggedVlans: [], fdbMacs: ['02:DD:00:00:00:01'] },
      ae0: { type: 161, speedBps: 2_000_000_000, taggedVlans: [10] },
      irb: {},
      'irb.10': { ifIndex: 550, type: 53 },
    },
    addresses: ['10.10.0.4/24 irb.10', '2001:db8:10::4/64 irb.10'],
    arp: ['10.10.0.9 02:DD:00:00:00:01 irb.10'],
    vlans: ['10 users'],
    routes: [
      '0.0.0.0/0 10.10.0.1 Remote Static irb.10',
      '10.10.0.0/24 - Local Local irb.10',
      '10.60.0.0/16 10.10.0.5 Remote Ospf irb.10',
      '10.60.0.0/16 10.10.0.6 Remote Ospf irb.10',
      '10.61.0.0/16 10.10.0.5 Remote Other irb.10',
    ],
    complete: ['aggregates', 'arp', 'fdb', 'lldp', 'routes'],
  },
  inArp: ['10.10.0.9'],
};
