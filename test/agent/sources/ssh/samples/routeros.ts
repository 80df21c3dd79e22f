// Sample outputs of a router with RouterOS 6, after the examples of `print terse` in MikroTik's documentation.
import type { Sample } from './sample';

const print = (menu: string) => `${menu} print terse without-paging`;

export const routerosSample: Sample = {
  system: 'RouterOS',
  stub: { ident: 'ROSSSH' },
  refusal: 'bad command name lte (line 1 column 12)\r\n',
  outputs: {
    '/system identity print': '  name: mt-1\r\n',
    '/system resource print':
      '                   uptime: 1w2d\r\n                  version: 6.49.10 (long-term)\r\n               board-name: hEX S\r\n                 platform: MikroTik\r\n',
    '/system routerboard print':
      '       routerboard: yes\r\n             model: RB760iGS\r\n     serial-number: HE10000000001\r\n',
    [print('/interface')]: `Flags: D - dynamic, X - disabled, R - running, S - slave \r
 0  R  comment=to mac-address=office name=ether1 default-name=ether1 type=ether mtu=1500 actual-mtu=1500 mac-address=02:4C:00:00:00:01 \r
 1  RS name=ether2 default-name=ether2 type=ether mtu=1500 actual-mtu=1500 mac-address=02:4C:00:00:00:02 \r
 2  X  name=ether3 type=ether mtu=1500 mac-address=02:4C:00:00:00:03 \r
 3  R  name=bridge type=bridge mtu=auto actual-mtu=1500 mac-address=02:4C:00:00:00:02 \r
`,
    [print('/ip address')]: ` 0   address=192.0.2.1/24 network=192.0.2.0 interface=bridge actual-interface=bridge \r
 1 X address=10.9.9.9/24 network=10.9.9.0 interface=ether3 actual-interface=ether3 \r
`,
    [print('/ip arp')]: ` 0 DC address=192.0.2.9 mac-address=02:DD:00:00:00:09 interface=bridge published=no \r
 1 D  address=192.0.2.10 interface=bridge \r
`,
    [print('/ip neighbor')]:
      ` 0 interface=ether1 address=10.0.0.7 address4=10.0.0.7 mac-address=02:BB:00:00:00:07 identity=core interface=ether2 platform=MikroTik version=7.1 (stable) interface-name=bridge/ether5 \r
 1 interface=ether2 mac-address=02:BB:00:00:00:08 identity=sw1 platform=cisco WS-C9300-48P interface-name=GigabitEthernet1/0/24 \r
 2 interface=ether2 mac-address=02:BB:00:00:00:09 identity=ex1 interface-name=ge-0/0/1 \r
 3 interface=ether2 mac-address=02:BB:00:00:00:0A identity=cx platform="" interface-name=1/1/24 \r
`,
    [print('/interface bridge host')]: ` 0  D  mac-address=02:DD:00:00:00:09 vid=20 on-interface=ether2 bridge=bridge \r
 1  DL mac-address=02:4C:00:00:00:02 interface=bridge bridge=bridge \r
`,
    [print('/interface bridge port')]: ` 0   H interface=ether2 bridge=bridge pvid=20 \r
`,
    [print('/interface bridge vlan')]:
      ` 0   bridge=bridge vlan-ids=20,30-31 tagged=ether1,bridge untagged="" current-tagged=ether1 \r
`,
    [print('/ip route')]:
      ` 0 A S  dst-address=0.0.0.0/0 gateway=192.0.2.254 gateway-status=192.0.2.254 reachable via  bridge distance=1 scope=30 \r
 1 ADC  dst-address=192.0.2.0/24 pref-src=192.0.2.1 gateway=bridge gateway-status=bridge reachable distance=0 scope=10 \r
 2 ADo  dst-address=10.60.0.0/16 gateway=192.0.2.2,192.0.2.3 distance=110 scope=20 \r
 3   S  dst-address=10.70.0.0/16 gateway=192.0.2.4 distance=1 \r
 4 A S  dst-address=10.80.0.0/16 gateway=192.0.2.4 distance=1 routing-mark=guests \r
 5 A SB dst-address=10.90.0.0/16 type=blackhole distance=1 \r
`,
    [print('/interface vlan')]: ` 0 R name=users mtu=1500 vlan-id=20 interface=bridge \r
`,
  },
  machine: {
    identity: {
      ...{ name: 'mt-1', os: 'RouterOS 6.49.10 (long-term)', manufacturer: 'MikroTik', model: 'hEX S' },
      ...{ softwareRevision: '6.49.10 (long-term)', serialNumber: 'HE10000000001' },
    },
    ports: {
      ether1: {
        ...{ alias: 'to', type: 6, operStatus: 'Up', taggedVlans: [20, 30, 31] },
        neighbors: [
          {
            ...{ protocol: 'LLDP', systemName: 'core', managementAddresses: ['10.0.0.7'] },
            chassisId: { subtype: 'MacAddress', value: '02:BB:00:00:00:07' },
            portId: { subtype: 'InterfaceName', value: 'ether5' },
          },
        ],
      },
      ether2: {
        operStatus: 'Up',
        nativeVlan: 20,
        fdbMacs: ['02:DD:00:00:00:09'],
        mac: '02:4C:00:00:00:02',
        neighbors: [
          ...(
            [
              ['sw1', '02:BB:00:00:00:08', 'GigabitEthernet1/0/24'],
              ['ex1', '02:BB:00:00:00:09', 'ge-0/0/1'],
              ['cx', '02:BB:00:00:00:0A', '1/1/24'],
            ] as const
          ).map(([systemName, mac, port]) => ({
            ...{ protocol: 'LLDP' as const, systemName },
            chassisId: { subtype: 'MacAddress' as const, value: mac },
            portId: { subtype: 'InterfaceName' as const, value: port },
          })),
        ],
      },
      ether3: { adminStatus: 'Down', operStatus: 'Down' },
      bridge: { type: 209, fdbMacs: [] },
    },
    addresses: ['192.0.2.1/24 bridge'],
    arp: ['192.0.2.9 02:DD:00:00:00:09 bridge'],
    vlans: ['20 users', '30 undefined', '31 undefined'],
    routes: [
      '0.0.0.0/0 192.0.2.254 Remote Static -',
      '192.0.2.0/24 - Local Local -',
      '10.60.0.0/16 192.0.2.2 Remote Ospf -',
      '10.60.0.0/16 192.0.2.3 Remote Ospf -',
    ],
    complete: ['arp', 'fdb', 'lldp', 'routes'],
  },
  inArp: ['192.0.2.9'],
};
