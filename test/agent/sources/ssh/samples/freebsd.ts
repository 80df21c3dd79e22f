// Sample outputs of a firewall with OPNsense, after ifconfig(8), arp(8) and ndp(8) of FreeBSD.
import type { Sample } from './sample';

export const freebsdSample: Sample = {
  system: 'FreeBSD',
  stub: { ident: 'OpenSSH_9.7' },
  refusal: '',
  outputs: {
    'uname -sr': 'FreeBSD 14.1-RELEASE-p2\n',
    'uname -n': 'fw-1.example\n',
    'cat /usr/local/opnsense/version/core': JSON.stringify({ product_name: 'OPNsense', product_version: '24.7.1' }),
    'ifconfig -a': `igb0: flags=8863<UP,BROADCAST,RUNNING,SIMPLEX,MULTICAST> metric 0 mtu 1500
\tdescription: LAN
\toptions=4e507bb<RXCSUM,TXCSUM,VLAN_MTU>
\tether 02:0d:b9:00:00:01
\tinet 192.0.2.1 netmask 0xffffff00 broadcast 192.0.2.255
\tinet 192.0.2.3 netmask 0xffffff00 broadcast 192.0.2.255 vhid 20
\tinet6 fe80::1%igb0 prefixlen 64 scopeid 0x1
\tinet6 2001:db8::1 prefixlen 64
\tinet6 2001:db8::3 prefixlen 64 vhid 20
\tcarp: BACKUP vhid 20 advbase 1 advskew 100
\t      peer 224.0.0.18 peer6 ff02::12
\tmedia: Ethernet autoselect (1000baseT <full-duplex>)
\tstatus: active
\tnd6 options=21<PERFORMNUD,AUTO_LINKLOCAL>
igb1: flags=8822<BROADCAST,SIMPLEX,MULTICAST> metric 0 mtu 1500
\tether 02:0d:b9:00:00:02
\tmedia: Ethernet autoselect
\tstatus: no carrier
igb2: flags=8843<UP,BROADCAST,RUNNING,SIMPLEX,MULTICAST> metric 0 mtu 1500
\tether 02:0d:b9:00:00:03
lagg0: flags=8843<UP,BROADCAST,RUNNING,SIMPLEX,MULTICAST> metric 0 mtu 1500
\tether 02:0d:b9:00:00:03
\tlaggproto lacp lagghash l2,l3,l4
\tlaggport: igb2 flags=1c<ACTIVE,COLLECTING,DISTRIBUTING>
\tstatus: active
vlan01: flags=8843<UP,BROADCAST,RUNNING,SIMPLEX,MULTICAST> metric 0 mtu 1500
\tether 02:0d:b9:00:00:01
\tinet 10.20.0.1 netmask 0xffff0000 broadcast 10.20.255.255
\tvlan: 20 vlanproto: 802.1q vlanpcp: 0 parent interface: igb0
\tstatus: active
lo0: flags=8049<UP,LOOPBACK,RUNNING,MULTICAST> metric 0 mtu 16384
\tinet 127.0.0.1 netmask 0xff000000
`,
    'arp -an': `? (192.0.2.1) at 02:0d:b9:00:00:01 on igb0 permanent [ethernet]
? (192.0.2.9) at 02:dd:00:00:00:09 on igb0 expires in 1180 seconds [ethernet]
? (192.0.2.10) at (incomplete) on igb0 expired [ethernet]
`,
    'ndp -an': `Neighbor                             Linklayer Address  Netif Expire    1s 5s
2001:db8::1                          02:0d:b9:00:00:01   igb0 permanent R
2001:db8::9                          02:dd:00:00:00:09   igb0 23h50m12s S
fe80::9%igb0                         02:dd:00:00:00:09   igb0 23h50m12s S
`,
    'lldpcli -f json0 show neighbors details': JSON.stringify({ lldp: [{}] }),
    'netstat -rn -f inet': `Routing tables

Internet:
Destination        Gateway            Flags     Netif Expire
default            192.0.2.254        UGS        igb0
10.20.0.0/16       link#4             U        vlan01
10.60.0.0/16       192.0.2.2          UG1        igb0
10.90.0.0/16       192.0.2.2          UGSB       igb0
192.0.2.0/24       link#1             U          igb0
192.0.2.1          link#1             UHS         lo0
127.0.0.1          link#5             UH          lo0
`,
  },
  machine: {
    identity: { name: 'fw-1.example', os: 'OPNsense 24.7.1' },
    ports: {
      igb0: {
        ...{ alias: 'LAN', type: 6, mac: '02:0D:B9:00:00:01', mtu: 1500, speedBps: 1_000_000_000, duplex: 'Full' },
        ...{ adminStatus: 'Up', operStatus: 'Up', taggedVlans: [20] },
      },
      igb1: { adminStatus: 'Down', operStatus: 'Down' },
      igb2: { operStatus: 'Up' },
      lagg0: { type: 161 },
      vlan01: { type: 135, operStatus: 'Up' },
    },
    addresses: ['192.0.2.1/24 igb0', '2001:db8::1/64 igb0', '10.20.0.1/16 vlan01'],
    arp: ['192.0.2.9 02:DD:00:00:00:09 igb0', '2001:db8::9 02:DD:00:00:00:09 igb0'],
    vlans: [],
    routes: [
      '0.0.0.0/0 192.0.2.254 Remote Static -',
      '10.20.0.0/16 - Local Local -',
      '10.60.0.0/16 192.0.2.2 Remote Other -',
      '192.0.2.0/24 - Local Local -',
    ],
    complete: ['arp', 'cdp', 'lldp', 'routes'],
  },
  inArp: ['192.0.2.9'],
};
