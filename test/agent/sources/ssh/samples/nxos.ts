// Sample outputs of a switch with NX-OS, after the JSON forms in Cisco's NX-API references (Nexus 9000, release 10).
import type { Sample } from './sample';

const table = (name: string, rows: unknown) => JSON.stringify({ [`TABLE_${name}`]: { [`ROW_${name}`]: rows } });

export const nxosSample: Sample = {
  system: 'NX-OS',
  stub: { ident: 'OpenSSH_8.3' },
  refusal: '% Invalid command at marker.\n',
  outputs: {
    'show version': 'Cisco Nexus Operating System (NX-OS) Software\nTAC support: http://www.example.com\n',
    'show version | json': JSON.stringify({
      ...{ header_str: 'Cisco Nexus', nxos_ver_str: '10.2(3)', chassis_id: 'Nexus9000 C93180YC-FX chassis' },
      ...{ host_name: 'nx-1', proc_board_id: 'FDO00000001' },
    }),
    'show interface | json': table('interface', [
      {
        interface: 'mgmt0',
        state: 'up',
        admin_state: 'up',
        eth_hw_addr: '0200.0000.0001',
        eth_ip_addr: '10.0.0.5',
        eth_ip_mask: 24,
      },
      {
        ...{
          interface: 'Ethernet1/1',
          state: 'up',
          admin_state: 'up',
          desc: 'to spine',
          eth_hw_addr: '0200.0000.0011',
        },
        ...{ eth_mtu: '9216', eth_bw: 10_000_000, eth_duplex: 'full', eth_bundle: 'port-channel10' },
      },
      {
        interface: 'Ethernet1/2',
        state: 'down',
        admin_state: 'down',
        eth_hw_addr: '0200.0000.0012',
        eth_bw: 25_000_000,
      },
      { interface: 'port-channel10', state: 'up', admin_state: 'up', eth_bw: 20_000_000 },
      {
        ...{
          interface: 'Vlan10',
          svi_admin_state: 'up',
          svi_line_proto: 'up',
          svi_mac: '0200.0000.00aa',
          svi_mtu: '1500',
        },
        ...{ svi_ip_addr: '10.10.0.3', svi_ip_mask: '24', svi_bw: '1000000' },
      },
    ]),
    'show interface snmp-ifindex | json': table('interface', [
      { interface: 'Eth1/1', 'snmp-ifindex': '436207616' },
      { interface: 'Po10', 'snmp-ifindex': '369098761' },
    ]),
    'show vlan brief | json': table('vlanbriefxbrief', [
      { 'vlanshowbr-vlanid-utf': '1', 'vlanshowbr-vlanname': 'default' },
      { 'vlanshowbr-vlanid-utf': '10', 'vlanshowbr-vlanname': 'users' },
    ]),
    'show interface switchport | json': table('interface', [
      { interface: 'Ethernet1/2', switchport: 'Enabled', oper_mode: 'access', access_vlan: 10, native_vlan: 1 },
      {
        interface: 'port-channel10',
        switchport: 'Enabled',
        oper_mode: 'trunk',
        native_vlan: '1',
        trunk_vlans: '1-4094',
      },
      { interface: 'Ethernet1/3', switchport: 'Enabled', oper_mode: 'trunk', native_vlan: 10, trunk_vlans: '10,20-21' },
    ]),
    // NX-OS prints a single row as an object, not as a list with one item.
    'show lldp neighbors detail | json': table('nbor_detail', {
      ...{
        chassis_type: '4',
        chassis_id: '0200.0000.0bb1',
        port_type: '5',
        port_id: 'Ethernet1/49',
        l_port_id: 'Eth1/1',
      },
      ...{
        port_desc: 'to nx-1',
        sys_name: 'spine-1',
        sys_desc: 'NX-OS',
        mgmt_addr: '10.0.0.9',
        mgmt_addr_type: 'IPV4',
      },
    }),
    'show cdp neighbors detail | json': table('cdp_neighbor_detail_info', [
      {
        ...{
          device_id: 'spine-1(FDO00000009)',
          sysname: 'spine-1',
          platform_id: 'N9K-C9336C-FX2',
          intf_id: 'Ethernet1/1',
        },
        ...{ port_id: 'Ethernet1/49', v4addr: '10.0.0.9', v4mgmtaddr: '10.0.0.9' },
      },
    ]),
    'show mac address-table | json': table('mac_address', [
      { disp_mac_addr: '02dd.0000.0001', disp_type: '* ', disp_vlan: '10', disp_port: 'Ethernet1/2' },
      { disp_mac_addr: '0200.0000.00aa', disp_type: 'G ', disp_vlan: '-', disp_port: 'sup-eth1(R)' },
    ]),
    'show ip arp vrf all | json': table('vrf', [
      {
        'vrf-name-out': 'default',
        TABLE_adj: { ROW_adj: { 'intf-out': 'Vlan10', 'ip-addr-out': '10.10.0.9', mac: '02dd.0000.0001' } },
      },
    ]),
    'show ip route | json': table('vrf', {
      'vrf-name-out': 'default',
      TABLE_addrf: {
        ROW_addrf: {
          addrf: 'ipv4',
          TABLE_prefix: {
            ROW_prefix: [
              {
                ipprefix: '0.0.0.0/0',
                TABLE_path: { ROW_path: { ipnexthop: '10.10.0.1', clientname: 'static', ubest: 'true' } },
              },
              {
                ipprefix: '10.10.0.0/24',
                TABLE_path: {
                  ROW_path: { ipnexthop: '10.10.0.3', ifname: 'Vlan10', clientname: 'direct', ubest: 'true' },
                },
              },
              {
                ipprefix: '10.10.0.3/32',
                TABLE_path: { ROW_path: { ipnexthop: '10.10.0.3', ifname: 'Vlan10', clientname: 'local' } },
              },
              {
                ipprefix: '10.60.0.0/16',
                TABLE_path: {
                  ROW_path: [
                    { ipnexthop: '10.10.0.5', ifname: 'Vlan10', clientname: 'ospf-1', ubest: 'true' },
                    { ipnexthop: '10.10.0.6', ifname: 'Vlan10', clientname: 'bgp-65000', ubest: 'false' },
                  ],
                },
              },
            ],
          },
        },
      },
    }),
  },
  machine: {
    identity: {
      ...{ name: 'nx-1', os: 'Cisco NX-OS 10.2(3)', manufacturer: 'Cisco', model: 'Nexus9000 C93180YC-FX' },
      ...{ serialNumber: 'FDO00000001', softwareRevision: '10.2(3)' },
    },
    ports: {
      'Ethernet1/1': {
        ...{ ifIndex: 436_207_616, alias: 'to spine', type: 6, mac: '02:00:00:00:00:11', mtu: 9216, duplex: 'Full' },
        ...{ speedBps: 10_000_000_000, adminStatus: 'Up', operStatus: 'Up', aggregateIfIndex: 369_098_761 },
        neighbors: [
          {
            ...{
              protocol: 'LLDP',
              systemName: 'spine-1',
              portDescription: 'to nx-1',
              managementAddresses: ['10.0.0.9'],
            },
            chassisId: { subtype: 'MacAddress', value: '02:00:00:00:0B:B1' },
            portId: { subtype: 'InterfaceName', value: 'Ethernet1/49' },
          },
          {
            ...{
              protocol: 'CDP',
              systemName: 'spine-1',
              platform: 'N9K-C9336C-FX2',
              managementAddresses: ['10.0.0.9'],
            },
            chassisId: { subtype: 'LocallyAssigned', value: 'spine-1(FDO00000009)' },
            portId: { subtype: 'InterfaceName', value: 'Ethernet1/49' },
          },
        ],
      },
      'Ethernet1/2': { adminStatus: 'Down', operStatus: 'Down', nativeVlan: 10, fdbMacs: ['02:DD:00:00:00:01'] },
      'Ethernet1/3': { nativeVlan: 10, taggedVlans: [20, 21] },
      'port-channel10': { ifIndex: 369_098_761, type: 161, nativeVlan: 1, taggedVlans: [10] },
      Vlan10: { type: 53, mac: '02:00:00:00:00:AA', operStatus: 'Up' },
    },
    addresses: ['10.0.0.5/24 mgmt0', '10.10.0.3/24 Vlan10'],
    arp: ['10.10.0.9 02:DD:00:00:00:01 Vlan10'],
    vlans: ['1 default', '10 users'],
    routes: [
      '0.0.0.0/0 10.10.0.1 Remote Static -',
      '10.10.0.0/24 - Local Local -',
      '10.60.0.0/16 10.10.0.5 Remote Ospf -',
    ],
    complete: ['arp', 'cdp', 'fdb', 'lldp', 'routes'],
  },
  inArp: ['10.10.0.9'],
};
