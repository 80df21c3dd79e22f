// A MikroTik device with RouterOS 7 as responses of its REST API (https://help.mikrotik.com/docs/spaces/ROS/REST+API).
// The values are invented.
import type { StubAnswer, StubRequest } from '../api-stub';

export const accountSettings = { username: 'netloom', password: 'Secret-Word-of-a-Router-1' };
const authorization = `Basic ${Buffer.from('netloom:Secret-Word-of-a-Router-1').toString('base64')}`;

export const routerMac = (number: number): string => `48:A9:8A:00:00:0${number}`;
export const hostMac = (number: number): string => `00:1B:21:00:02:0${number}`;

const route = (origin: string) => ({ active: 'true', [origin]: 'true', 'routing-table': 'main', distance: '1' });

export const tables: Readonly<Record<string, unknown>> = {
  'system/identity': { name: 'edge' },
  'system/resource': { version: '7.15.3 (stable)', 'board-name': 'CRS326', uptime: '3d4h' },
  'system/routerboard': { routerboard: 'true', model: 'CRS326-24G-2S+', 'serial-number': 'HE108F4XXXX' },
  interface: [
    {
      ...{ '.id': '*1', name: 'ether1', 'default-name': 'ether1', type: 'ether', 'mac-address': routerMac(1) },
      ...{ 'actual-mtu': '1500', running: 'true', disabled: 'false', comment: 'uplink' },
    },
    {
      name: 'ether2',
      type: 'ether',
      'mac-address': routerMac(2),
      'actual-mtu': '1500',
      running: 'true',
      disabled: 'false',
    },
    { name: 'ether3', type: 'ether', 'mac-address': routerMac(3), running: 'false', disabled: 'true' },
    { name: 'bridge', type: 'bridge', 'mac-address': routerMac(1), running: 'true', disabled: 'false' },
    { name: 'office', type: 'vlan', 'mac-address': routerMac(1), running: 'true', disabled: 'false' },
  ],
  'ip/address': [
    {
      address: '10.99.2.1/24',
      network: '10.99.2.0',
      interface: 'bridge',
      'actual-interface': 'bridge',
      disabled: 'false',
    },
    {
      address: '10.99.3.1/24',
      network: '10.99.3.0',
      interface: 'office',
      'actual-interface': 'office',
      disabled: 'true',
    },
  ],
  'ipv6/address': [{ address: 'fd00:2::1/64', interface: 'bridge', 'actual-interface': 'bridge', disabled: 'false' }],
  'ip/arp': [
    { address: '10.99.2.10', 'mac-address': hostMac(1), interface: 'bridge', complete: 'true', disabled: 'false' },
    { address: '10.99.2.11', interface: 'bridge', complete: 'false', disabled: 'false' },
    { address: '10.99.2.12', 'mac-address': hostMac(2), interface: 'bridge', complete: 'true', disabled: 'true' },
    ...[21, 22, 23].map((last) => ({ address: `10.99.2.${last}`, 'mac-address': hostMac(3), interface: 'bridge' })),
  ],
  'ip/neighbor': [
    {
      ...{ interface: 'ether1,bridge', address: '10.99.2.2', 'mac-address': '48:A9:8A:00:01:01', identity: 'core' },
      ...{ platform: 'MikroTik', 'interface-name': 'bridge/sfp1', 'discovered-by': 'lldp,mndp' },
    },
    ...[
      { platform: 'cisco WS-C9300-48P', 'interface-name': 'GigabitEthernet1/0/24' },
      { platform: '', 'system-description': 'Juniper Networks, Inc. ex2300-24t', 'interface-name': 'ge-0/0/1' },
      { 'interface-name': '1/1/24' },
      { 'system-description': 'MikroTik RouterOS 7.15.3 (stable) CRS326', 'interface-name': 'bridge/ether5' },
    ].map((row, at) => ({ interface: 'ether2', 'mac-address': `48:A9:8A:00:02:0${at}`, ...row })),
  ],
  'interface/bridge/host': [
    { 'mac-address': routerMac(2), 'on-interface': 'ether2', bridge: 'bridge', local: 'true' },
    { 'mac-address': hostMac(1), 'on-interface': 'ether2', bridge: 'bridge', local: 'false', vid: '20' },
  ],
  'interface/bridge/port': [
    { interface: 'ether1', bridge: 'bridge', pvid: '1' },
    { interface: 'ether2', bridge: 'bridge', pvid: '20' },
  ],
  'interface/bridge/vlan': [
    { bridge: 'bridge', 'vlan-ids': '20,30-31', tagged: 'bridge,ether1', untagged: 'ether2', disabled: 'false' },
    { bridge: 'bridge', 'vlan-ids': '40', tagged: 'ether1', disabled: 'true' },
  ],
  'ip/route': [
    { 'dst-address': '0.0.0.0/0', gateway: '10.99.2.254', 'immediate-gw': '10.99.2.254%bridge', ...route('static') },
    { 'dst-address': '10.99.2.0/24', gateway: 'bridge', 'immediate-gw': 'bridge', ...route('connect') },
    { 'dst-address': '10.60.0.0/16', gateway: '10.99.2.2%bridge', ...route('ospf') },
    { 'dst-address': '10.70.0.0/16', gateway: '10.99.2.3', ...route('static'), active: 'false' },
    { 'dst-address': '10.80.0.0/16', gateway: '10.99.2.3', ...route('static'), 'routing-table': 'guests' },
    { 'dst-address': '10.90.0.0/16', blackhole: 'true', ...route('static') },
    { 'dst-address': '10.90.0.0/33', gateway: '10.99.2.3', ...route('static') },
  ],
  'interface/vlan': [{ name: 'office', 'vlan-id': '20', interface: 'bridge' }],
};

export function answerOf({ path, headers }: StubRequest): StubAnswer | undefined {
  if (headers.authorization !== authorization) return { status: 401, body: { error: 401, message: 'Unauthorized' } };
  const body = tables[path.replace('/rest/', '')];
  return body === undefined ? { status: 400, body: { error: 400, message: 'Bad Request' } } : { body };
}
