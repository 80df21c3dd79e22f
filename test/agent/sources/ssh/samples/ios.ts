// Sample outputs of a switch with IOS-XE, after Cisco's command references (Catalyst 9000, IOS-XE 17).
import type { Sample } from './sample';

export const iosSample: Sample = {
  system: 'IOS and IOS-XE',
  stub: {
    ident: 'Cisco-1.25',
    hasExec: false,
    terminal: { prompt: 'sw-access-1>', pageLines: 20, greeting: '\r\n\r\nWelcome #\r\n' },
  },
  refusal: "          ^\n% Invalid input detected at '^' marker.\n",
  outputs: {
    'terminal length 0': '',
    'show version': `Cisco IOS XE Software, Version 17.09.04a
Cisco IOS Software [Cupertino], Catalyst L3 Switch Software (CAT9K_IOSXE), Version 17.9.4a, RELEASE SOFTWARE (fc3)
Technical Support: http://www.example.com/techsupport

ROM: IOS-XE ROMMON
sw-access-1 uptime is 3 weeks, 2 days, 4 hours, 12 minutes
System returned to ROM by Reload Command
System image file is "flash:packages.conf"

cisco C9300-24T (X86) processor with 1331521K/6147K bytes of memory.
Processor board ID FOC0000X0A1
2 Virtual Ethernet interfaces
Base Ethernet MAC Address          : 02:00:5e:10:00:80
Model Number                       : C9300-24T
System Serial Number               : FOC0000X0A1
`,
    'show interfaces': `Vlan10 is up, line protocol is up , Autostate Enabled
  Hardware is Ethernet SVI, address is 0200.5e10.00c7 (bia 0200.5e10.00c7)
  Description: users
  Internet address is 10.10.0.2/24
  MTU 1500 bytes, BW 1000000 Kbit/sec, DLY 10 usec, 
     reliability 255/255, txload 1/255, rxload 1/255
GigabitEthernet1/0/1 is up, line protocol is up (connected) 
  Hardware is Gigabit Ethernet, address is 0200.5e10.0081 (bia 0200.5e10.0081)
  Description: uplink to core, port 1
  MTU 1500 bytes, BW 1000000 Kbit/sec, DLY 10 usec, 
     reliability 255/255, txload 1/255, rxload 1/255
  Full-duplex, 1000Mb/s, media type is 10/100/1000BaseTX
     0 packets input, 0 bytes, 0 no buffer
GigabitEthernet1/0/2 is administratively down, line protocol is down (disabled) 
  Hardware is Gigabit Ethernet, address is 0200.5e10.0082 (bia 0200.5e10.0082)
  MTU 1500 bytes, BW 1000000 Kbit/sec, DLY 10 usec, 
  Auto-duplex, Auto-speed, media type is 10/100/1000BaseTX
Port-channel1 is up, line protocol is up (connected) 
  Hardware is EtherChannel, address is 0200.5e10.0083 (bia 0200.5e10.0083)
  MTU 1500 bytes, BW 2000000 Kbit/sec, DLY 10 usec, 
`,
    'show snmp mib ifmib ifindex': `GigabitEthernet1/0/1: Ifindex = 9
GigabitEthernet1/0/2: Ifindex = 10
Port-channel1: Ifindex = 52
Vlan10: Ifindex = 55
`,
    'show etherchannel summary': `Flags:  D - down        P - bundled in port-channel
        I - stand-alone s - suspended

Number of channel-groups in use: 1
Number of aggregators:           1

Group  Port-channel  Protocol    Ports
------+-------------+-----------+-----------------------------------------------
1      Po1(SU)         LACP      Gi1/0/3(P)      Gi1/0/4(D)      
                                 Gi1/0/5(P)      
`,
    'show vlan brief': `
VLAN Name                             Status    Ports
---- -------------------------------- --------- -------------------------------
1    default                          active    Gi1/0/2, Gi1/0/6
                                                Gi1/0/7
10   users and guests                 active    Gi1/0/8
20   voice                            active    
1002 fddi-default                     act/unsup 
`,
    'show interfaces switchport': `Name: Gi1/0/1
Switchport: Enabled
Administrative Mode: trunk
Operational Mode: trunk
Access Mode VLAN: 1 (default)
Trunking Native Mode VLAN: 1 (default)
Trunking VLANs Enabled: 10,20,
     30-32
Pruning VLANs Enabled: 2-1001

Name: Gi1/0/3
Switchport: Enabled
Operational Mode: trunk (member of bundle Po1)
Trunking Native Mode VLAN: 10 (users)
Trunking VLANs Enabled: ALL

Name: Gi1/0/8
Switchport: Enabled
Operational Mode: static access
Access Mode VLAN: 10 (users)
Trunking Native Mode VLAN: 1 (default)
Trunking VLANs Enabled: ALL

Name: Gi1/0/2
Switchport: Enabled
Operational Mode: down
Access Mode VLAN: 1 (default)
`,
    'show lldp neighbors detail': `------------------------------------------------
Local Intf: Gi1/0/1
Local Intf service instance: -
Chassis id: 0200.5e20.0001
Port id: Gi0/1
Port Description: to access 1
System Name: core.example

System Description: 
Cisco IOS Software, Core Software
Copyright (c) by the maker

Time remaining: 95 seconds
System Capabilities: B,R
Enabled Capabilities: B,R
Management Addresses:
    IP: 10.10.0.1
    IPV6: 2001:db8:10::1
Auto Negotiation - supported, enabled
Physical media capabilities:
    1000baseT(FD)
Media Attachment Unit type: 30
Vlan ID: 1
Peer Source MAC: 0200.5e20.0001

------------------------------------------------
Local Intf: Gi1/0/8
Chassis id: 10.10.0.77
Port id: 02005e300001
Port Description - not advertised
System Name: phone-77

System Description - not advertised

Time remaining: 170 seconds
System Capabilities: B,T
Enabled Capabilities: B,T
Management Addresses - not advertised

MED Information:
    MED Codes:

Total entries displayed: 2

`,
    'show cdp neighbors detail': `-------------------------
Device ID: core.example
Entry address(es): 
  IP address: 10.10.0.1
Platform: cisco C9500-24Y4C,  Capabilities: Router Switch IGMP 
Interface: GigabitEthernet1/0/1,  Port ID (outgoing port): GigabitEthernet0/1
Holdtime : 133 sec

Version :
Cisco IOS Software, Core Software
Technical Support: http://www.example.com

advertisement version: 2
VTP Management Domain: ''
Native VLAN: 1
Duplex: full
Management address(es): 
  IP address: 10.10.0.1

Total cdp entries displayed : 1
`,
    'show mac address-table': `          Mac Address Table
-------------------------------------------

Vlan    Mac Address       Type        Ports
----    -----------       --------    -----
 All    0100.0ccc.cccc    STATIC      CPU
  10    0200.5e30.0001    DYNAMIC     Gi1/0/8
  10    0200.5e30.0002    STATIC      Gi1/0/8
  10    0200.5e10.00c7    STATIC      Vl10 
Total Mac Addresses for this criterion: 4
`,
    'show ip arp': `Protocol  Address          Age (min)  Hardware Addr   Type   Interface
Internet  10.10.0.2               -   0200.5e10.00c7  ARPA   Vlan10
Internet  10.10.0.77              3   0200.5e30.0001  ARPA   Vlan10
Internet  10.10.0.78              0   Incomplete      ARPA   
`,
    'show ip route': `Codes: L - local, C - connected, S - static, R - RIP, M - mobile, B - BGP
       D - EIGRP, EX - EIGRP external, O - OSPF, IA - OSPF inter area 
       N1 - OSPF NSSA external type 1, N2 - OSPF NSSA external type 2
       + - replicated route, % - next hop override

Gateway of last resort is 10.10.0.1 to network 0.0.0.0

S*    0.0.0.0/0 [1/0] via 10.10.0.1
      10.0.0.0/8 is variably subnetted, 5 subnets, 3 masks
C        10.10.0.0/24 is directly connected, Vlan10
L        10.10.0.2/32 is directly connected, Vlan10
O IA     10.60.0.0/16 [110/20] via 10.10.0.3, 01:02:03, Vlan10
                      [110/20] via 10.10.0.4, 1w2d, Vlan10
D EX     10.61.255.252/30 
           [170/3072] via 10.10.0.5, 1d02h, Vlan10
S        10.99.0.0/16 is directly connected, Null0
      172.16.0.0/24 is subnetted, 1 subnets
B        172.16.7.0 [20/0] via 192.0.2.7, 3w4d
`,
  },
  machine: {
    identity: {
      ...{ name: 'sw-access-1', os: 'Cisco IOS-XE 17.09.04a', manufacturer: 'Cisco', model: 'C9300-24T' },
      ...{ serialNumber: 'FOC0000X0A1', softwareRevision: '17.09.04a' },
    },
    ports: {
      'Gi1/0/1': {
        ...{ ifIndex: 9, descr: 'GigabitEthernet1/0/1', alias: 'uplink to core, port 1', type: 6, mtu: 1500 },
        ...{ mac: '02:00:5E:10:00:81', speedBps: 1_000_000_000, duplex: 'Full', adminStatus: 'Up', operStatus: 'Up' },
        ...{ nativeVlan: 1, taggedVlans: [10, 20, 30, 31, 32] },
        neighbors: [
          {
            ...{ protocol: 'LLDP', systemName: 'core.example', portDescription: 'to access 1' },
            chassisId: { subtype: 'MacAddress', value: '02:00:5E:20:00:01' },
            portId: { subtype: 'LocallyAssigned', value: 'Gi0/1' },
            systemDescription: 'Cisco IOS Software, Core Software\nCopyright (c) by the maker',
            managementAddresses: ['10.10.0.1', '2001:db8:10::1'],
          },
          {
            ...{ protocol: 'CDP', systemName: 'core.example', platform: 'cisco C9500-24Y4C' },
            chassisId: { subtype: 'LocallyAssigned', value: 'core.example' },
            portId: { subtype: 'InterfaceName', value: 'GigabitEthernet0/1' },
            managementAddresses: ['10.10.0.1'],
          },
        ],
      },
      'Gi1/0/2': { ifIndex: 10, adminStatus: 'Down', operStatus: 'Down', neighbors: [] },
      'Gi1/0/3': { aggregateIfIndex: 52, nativeVlan: 10, taggedVlans: [1, 20] },
      'Gi1/0/8': {
        ...{ nativeVlan: 10, taggedVlans: [], fdbMacs: ['02:00:5E:30:00:01', '02:00:5E:30:00:02'] },
        neighbors: [
          {
            ...{ protocol: 'LLDP', systemName: 'phone-77', managementAddresses: [] },
            chassisId: { subtype: 'NetworkAddress', value: '10.10.0.77' },
            portId: { subtype: 'MacAddress', value: '02:00:5E:30:00:01' },
          },
        ],
      },
      Po1: { ifIndex: 52, type: 161, speedBps: 2_000_000_000 },
      Vl10: { ifIndex: 55, descr: 'Vlan10', type: 53, mac: '02:00:5E:10:00:C7' },
    },
    addresses: ['10.10.0.2/24 Vl10'],
    arp: ['10.10.0.77 02:00:5E:30:00:01 Vl10'],
    vlans: ['1 default', '10 users and guests', '20 voice'],
    routes: [
      '0.0.0.0/0 10.10.0.1 Remote Static -',
      '10.10.0.0/24 - Local Local Vl10',
      '10.60.0.0/16 10.10.0.3 Remote Ospf Vl10',
      '10.60.0.0/16 10.10.0.4 Remote Ospf Vl10',
      '10.61.255.252/30 10.10.0.5 Remote Eigrp Vl10',
      '172.16.7.0/24 192.0.2.7 Remote Bgp -',
    ],
    complete: ['arp', 'cdp', 'fdb', 'lldp', 'routes'],
  },
  inArp: ['10.10.0.77'],
};
