// Sample outputs of a FortiGate, after Fortinet's CLI reference of FortiOS 7 and its articles on LLDP reception and on
// the MAC addresses of bridges (https://community.fortinet.com/t5/FortiGate, articles 401594 and 192598).
import type { Sample } from './sample';

export const fortiosSample: Sample = {
  system: 'FortiOS',
  stub: { ident: 'k-2wQ', hasExec: false, terminal: { prompt: 'fw-2 # ', pageLines: 6, greeting: '\r\n' } },
  refusal: 'Unknown action 0\n\nCommand fail. Return code -1\n',
  outputs: {
    'get system status': `Version: FortiGate-60F v7.2.5,build1517,230606 (GA.F)
Firmware Signature: certified
Serial-Number: FGT60F0000000001
BIOS version: 05000007
Hostname: fw-2
Operation Mode: NAT
Current virtual domain: root
`,
    'get system interface': `== [ wan1 ]
name: wan1   mode: static    ip: 198.51.100.2 255.255.255.252   status: up    netbios-forward: disable    type: physical   netflow-sampler: disable    
== [ internal ]
name: internal   mode: static    ip: 10.0.0.1 255.255.255.0   status: up    netbios-forward: disable    type: hard-switch   
== [ guests ]
name: guests   mode: static    ip: 10.30.0.1 255.255.255.0   status: down    netbios-forward: disable    type: vlan   
== [ dmz ]
name: dmz   mode: static    ip: 0.0.0.0 0.0.0.0   status: down    netbios-forward: disable    type: physical   
`,
    'get system interface physical': `== [onboard]
\t==[wan1]
\t\tmode: static
\t\tip: 198.51.100.2 255.255.255.252
\t\tipv6: ::/0
\t\tstatus: up
\t\tspeed: 1000Mbps (Duplex: full)
\t==[dmz]
\t\tmode: static
\t\tip: 0.0.0.0 0.0.0.0
\t\tstatus: down
\t\tspeed: n/a
`,
    'get system arp': `Address           Age(min)   Hardware Addr      Interface
10.0.0.9          1          02:dd:00:00:00:09 internal
198.51.100.1      0          02:dd:00:00:00:01 wan1
`,
    'get router info routing-table all': `Codes: K - kernel, C - connected, S - static, R - RIP, B - BGP
       O - OSPF, IA - OSPF inter area
       * - candidate default

Routing table for VRF=0
S*      0.0.0.0/0 [10/0] via 198.51.100.1, wan1, [1/0]
C       10.0.0.0/24 is directly connected, internal
O       10.60.0.0/16 [110/20] via 10.0.0.2, internal, 01:00:00, [1/0]
                     [110/20] via 10.0.0.3, internal, 01:00:00, [1/0]
C       198.51.100.0/30 is directly connected, wan1
`,
    'diagnose lldprx neighbor summary': `1 port 'wan1' 5 mac 02:09:0f:00:01:af chassis 02:09:0f:00:01:80 port 'Te1/0/1' system 'isp-1'
3 port 'dmz' 7 mac 02:09:0f:00:02:af chassis 02:09:0f:00:02:80 port 'port25' system 'it's a switch'
`,
    'diagnose netlink brctl list': `list bridge information

1. root.b fdb: size=256 used=6 num=7 depth=2 simple=no
2. ;reboot fdb: size=256 used=6 num=7 depth=2 simple=no

Total 2 bridges
`,
    'diagnose netlink brctl name host root.b': `show bridge control interface root.b.host
fdb: size=256, used=6, num=7, depth=2, simple=no
Bridge root.b host table

port no device devname mac_addr ttl attributes
2 7 wan1 02:09:0f:74:12:01 0 Local Static
2 7 wan1 02:dd:00:00:00:01 14
5 6 dmz 02:dd:00:00:00:31 3 Hit(3)
5 6 dmz 01:00:5e:00:00:01 3
`,
  },
  machine: {
    identity: {
      ...{ name: 'fw-2', os: 'FortiOS 7.2.5', manufacturer: 'Fortinet', model: 'FortiGate-60F' },
      ...{ serialNumber: 'FGT60F0000000001', softwareRevision: '7.2.5' },
    },
    ports: {
      wan1: {
        ...{ type: 6, adminStatus: 'Up', operStatus: 'Up', speedBps: 1_000_000_000, duplex: 'Full' },
        fdbMacs: ['02:DD:00:00:00:01'],
        neighbors: [
          {
            ...{ protocol: 'LLDP', systemName: 'isp-1', managementAddresses: [] },
            chassisId: { subtype: 'MacAddress', value: '02:09:0F:00:01:80' },
            portId: { value: 'Te1/0/1' },
          },
        ],
      },
      internal: { type: 209, adminStatus: 'Up' },
      guests: { type: 135, adminStatus: 'Down' },
      dmz: {
        type: 6,
        operStatus: 'Down',
        fdbMacs: ['02:DD:00:00:00:31'],
        neighbors: [{ systemName: "it's a switch" }],
      },
    },
    addresses: ['198.51.100.2/30 wan1', '10.0.0.1/24 internal', '10.30.0.1/24 guests'],
    arp: ['10.0.0.9 02:DD:00:00:00:09 internal', '198.51.100.1 02:DD:00:00:00:01 wan1'],
    vlans: [],
    routes: [
      '0.0.0.0/0 198.51.100.1 Remote Static -',
      '10.0.0.0/24 - Local Local -',
      '10.60.0.0/16 10.0.0.2 Remote Ospf -',
      '10.60.0.0/16 10.0.0.3 Remote Ospf -',
      '198.51.100.0/30 - Local Local -',
    ],
    complete: ['arp', 'lldp', 'routes'],
  },
  inArp: ['10.0.0.9', '198.51.100.1'],
};
