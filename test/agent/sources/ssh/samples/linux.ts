// Sample outputs of a Linux router with a bridge, a bond and a VLAN, after iproute2 (ip-address(8), bridge(8)) and
// lldpd (lldpcli(8)).
import type { Sample } from './sample';

const link = (ifindex: number, ifname: string, last: string, more: object = {}) => ({
  ...{ ifindex, ifname, flags: ['BROADCAST', 'MULTICAST', 'UP', 'LOWER_UP'], mtu: 1500, operstate: 'UP' },
  ...{ link_type: 'ether', address: `02:aa:00:00:00:${last}`, broadcast: 'ff:ff:ff:ff:ff:ff', addr_info: [] },
  ...more,
});
const inet = (local: string, prefixlen: number, more: object = {}) => ({
  ...{ family: local.includes(':') ? 'inet6' : 'inet', local, prefixlen, scope: 'global' },
  ...more,
});

export const linuxSample: Sample = {
  system: 'Linux',
  stub: { ident: 'OpenSSH_9.2p1 Debian-2' },
  refusal: '',
  outputs: {
    'uname -sr': 'Linux 6.1.0-18-amd64\n',
    'uname -n': 'edge-1\n',
    'cat /etc/os-release': 'PRETTY_NAME="VyOS 1.5 (circinus)"\nNAME="VyOS"\nID=vyos\nHOME_URL="https://vyos.example"\n',
    'grep -s . /sys/class/dmi/id/sys_vendor /sys/class/dmi/id/product_name /sys/class/dmi/id/product_serial':
      '/sys/class/dmi/id/sys_vendor:Example Systems\n/sys/class/dmi/id/product_name:Router 100\n',
    'ip -j -d addr show': JSON.stringify([
      {
        ...link(1, 'lo', '00'),
        link_type: 'loopback',
        address: '00:00:00:00:00:00',
        addr_info: [inet('127.0.0.1', 8)],
      },
      link(2, 'eth0', '01', {
        ...{
          ifalias: 'uplink',
          addr_info: [inet('192.0.2.2', 24), inet('2001:db8::2', 64)],
          inet6_addr_gen_mode: 'eui64',
        },
      }),
      link(3, 'eth1', '0b', {
        ...{
          master: 'bond0',
          permaddr: '02:aa:00:00:00:03',
          linkinfo: { info_slave_kind: 'bond', info_slave_data: {} },
        },
      }),
      link(4, 'eth2', '0b', { master: 'bond0', linkinfo: { info_slave_kind: 'bond' } }),
      link(5, 'bond0', '0b', { linkinfo: { info_kind: 'bond' } }),
      link(6, 'eth0.20', '01', {
        ...{ link: 'eth0', linkinfo: { info_kind: 'vlan', info_data: { protocol: '802.1Q', id: 20, flags: [] } } },
        addr_info: [inet('10.20.0.1', 24), inet('fe80::1', 64, { scope: 'link' })],
      }),
      link(7, 'br0', '07', { linkinfo: { info_kind: 'bridge' }, addr_info: [inet('10.30.0.1', 24)] }),
      link(8, 'eth3', '08', { master: 'br0', operstate: 'DOWN', flags: ['BROADCAST', 'UP'] }),
      link(9, 'veth12ab', '09', { master: 'docker0' }),
      link(10, 'docker0', '0a', { linkinfo: { info_kind: 'bridge' }, addr_info: [inet('172.17.0.1', 16)] }),
    ]),
    'grep -s . /sys/class/net/*/speed /sys/class/net/*/duplex':
      '/sys/class/net/eth0/speed:1000\n/sys/class/net/eth3/speed:-1\n/sys/class/net/eth0/duplex:full\n/sys/class/net/eth3/duplex:unknown\n',
    'ip -j neigh show': JSON.stringify([
      { dst: '192.0.2.1', dev: 'eth0', lladdr: '02:bb:00:00:00:01', state: ['REACHABLE'] },
      { dst: 'fe80::9', dev: 'eth0', lladdr: '02:bb:00:00:00:01', router: null, state: ['STALE'] },
      { dst: '10.20.0.9', dev: 'eth0.20', lladdr: '02:bb:00:00:00:09', state: ['STALE'] },
      { dst: '10.20.0.8', dev: 'eth0.20', state: ['FAILED'] },
      { dst: '172.17.0.2', dev: 'docker0', lladdr: '02:42:ac:11:00:02', state: ['REACHABLE'] },
    ]),
    'ip -j route show table main': JSON.stringify([
      { dst: 'default', gateway: '192.0.2.1', dev: 'eth0', protocol: 'static', metric: 20, flags: [] },
      { dst: '10.20.0.0/24', dev: 'eth0.20', protocol: 'kernel', scope: 'link', prefsrc: '10.20.0.1', flags: [] },
      { dst: '10.40.0.0/16', protocol: 'bgp', nexthops: [{ gateway: '10.30.0.4', dev: 'br0', weight: 1 }] },
      { type: 'blackhole', dst: '10.50.0.0/16', protocol: 'static' },
      { dst: '172.17.0.0/16', dev: 'docker0', protocol: 'kernel' },
    ]),
    'ip -j -6 route show table main': JSON.stringify([
      { dst: '2001:db8::/64', dev: 'eth0', protocol: 'kernel', metric: 256, flags: [], pref: 'medium' },
      { dst: 'fe80::/64', dev: 'eth0', protocol: 'kernel', metric: 256 },
    ]),
    'bridge -j fdb show': JSON.stringify([
      { mac: '02:cc:00:00:00:01', ifname: 'eth3', flags: [], master: 'br0', state: '' },
      { mac: '02:aa:00:00:00:08', ifname: 'eth3', vlan: 1, flags: [], master: 'br0', state: 'permanent' },
      { mac: '33:33:00:00:00:01', ifname: 'eth0', flags: ['self'], state: 'permanent' },
      { mac: '02:42:ac:11:00:02', ifname: 'veth12ab', flags: [], master: 'docker0', state: '' },
    ]),
    'bridge -j vlan show': JSON.stringify([
      {
        ifname: 'eth3',
        vlans: [
          { vlan: 30, flags: ['PVID', 'Egress Untagged'] },
          { vlan: 40, vlanEnd: 42 },
        ],
      },
      { ifname: 'docker0', vlans: [{ vlan: 1, flags: ['PVID', 'Egress Untagged'] }] },
    ]),
    'lldpcli -f json0 show neighbors details': JSON.stringify({
      lldp: [
        {
          interface: [
            {
              ...{ name: 'eth0', via: 'LLDP', rid: '1', age: '0 day, 00:10:00' },
              chassis: [
                {
                  id: [{ type: 'mac', value: '02:bb:00:00:00:01' }],
                  ...{
                    name: [{ value: 'core' }],
                    descr: [{ value: 'Core switch' }],
                    'mgmt-ip': [{ value: '192.0.2.1' }],
                  },
                },
              ],
              port: [{ id: [{ type: 'ifname', value: 'ge-0/0/1' }], descr: [{ value: 'to edge-1' }] }],
            },
          ],
        },
      ],
    }),
  },
  machine: {
    identity: { name: 'edge-1', os: 'VyOS 1.5 (circinus)', manufacturer: 'Example Systems', model: 'Router 100' },
    ports: {
      eth0: {
        ...{ ifIndex: 2, alias: 'uplink', type: 6, mac: '02:AA:00:00:00:01', mtu: 1500, speedBps: 1_000_000_000 },
        ...{ duplex: 'Full', adminStatus: 'Up', operStatus: 'Up', taggedVlans: [20] },
        neighbors: [
          {
            ...{
              protocol: 'LLDP',
              systemName: 'core',
              portDescription: 'to edge-1',
              managementAddresses: ['192.0.2.1'],
            },
            chassisId: { subtype: 'MacAddress', value: '02:BB:00:00:00:01' },
            portId: { subtype: 'InterfaceName', value: 'ge-0/0/1' },
          },
        ],
      },
      eth1: { ifIndex: 3, mac: '02:AA:00:00:00:03', aggregateIfIndex: 5 },
      eth2: { ifIndex: 4, aggregateIfIndex: 5 },
      bond0: { type: 161, mac: '02:AA:00:00:00:0B' },
      'eth0.20': { type: 135 },
      br0: { type: 209 },
      eth3: {
        operStatus: 'Down',
        adminStatus: 'Up',
        fdbMacs: ['02:CC:00:00:00:01'],
        nativeVlan: 30,
        taggedVlans: [40, 41, 42],
      },
      docker0: { type: 209, fdbMacs: [] },
    },
    addresses: ['192.0.2.2/24 eth0', '2001:db8::2/64 eth0', '10.20.0.1/24 eth0.20', '10.30.0.1/24 br0'],
    arp: ['192.0.2.1 02:BB:00:00:00:01 eth0', '10.20.0.9 02:BB:00:00:00:09 eth0.20'],
    vlans: [],
    routes: [
      '0.0.0.0/0 192.0.2.1 Remote Static eth0',
      '10.20.0.0/24 - Local Local eth0.20',
      '10.40.0.0/16 10.30.0.4 Remote Bgp br0',
      '10.50.0.0/16 - Reject Static -',
      '2001:db8::/64 - Local Local eth0',
    ],
    complete: ['aggregates', 'arp', 'cdp', 'fdb', 'lldp', 'routes'],
  },
  inArp: ['192.0.2.1', '10.20.0.9'],
};
