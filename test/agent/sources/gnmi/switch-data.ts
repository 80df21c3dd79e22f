// Data of a switch in OpenConfig models (https://openconfig.net/projects/models: openconfig-interfaces,
// openconfig-if-ethernet, openconfig-vlan, openconfig-lldp, openconfig-network-instance, openconfig-platform). The
// values are invented.
import type { StubAnswer, StubRequest } from '../api-stub';

export const userSettings = { username: 'netloom', password: 'Secret-Word-of-a-Switch-1', tls: true };

export const switchMac = (number: number): string => `00:1C:73:00:00:0${number}`;
export const stationMac = (number: number): string => `00:1B:21:00:03:0${number}`;

const port = (number: number, state: object, more: object = {}) => ({
  name: `Ethernet${number}`,
  config: { name: `Ethernet${number}`, mtu: 1 },
  state: {
    ...{ name: `Ethernet${number}`, type: 'iana-if-type:ethernetCsmacd', mtu: 9214, ifindex: number },
    ...{ 'admin-status': 'UP', 'oper-status': 'UP', counters: { 'in-octets': '12' }, ...state },
  },
  ...more,
});
const ethernet = (number: number, vlans?: object, state: object = {}) => ({
  'openconfig-if-ethernet:ethernet': {
    state: {
      ...{ 'mac-address': switchMac(number), 'port-speed': 'openconfig-if-ethernet:SPEED_10GB' },
      ...{ 'negotiated-duplex-mode': 'FULL', ...state },
    },
    ...(vlans && { 'openconfig-vlan:switched-vlan': { state: vlans } }),
  },
});

const interfaces = [
  port(
    1,
    { description: 'uplink' },
    ethernet(1, { 'interface-mode': 'TRUNK', 'native-vlan': 10, 'trunk-vlans': [20, '30..32'] }),
  ),
  port(2, {}, ethernet(2, { 'interface-mode': 'ACCESS', 'access-vlan': 20 })),
  port(3, { 'admin-status': 'DOWN', 'oper-status': 'DOWN' }, ethernet(3, undefined, { 'port-speed': 'SPEED_UNKNOWN' })),
  port(4, {}, ethernet(4, undefined, { 'openconfig-if-aggregate:aggregate-id': 'Port-Channel1' })),
  {
    name: 'Port-Channel1',
    state: { name: 'Port-Channel1', type: 'iana-if-type:ieee8023adLag', ifindex: 1001, 'oper-status': 'UP' },
    'openconfig-if-aggregate:aggregation': {
      'openconfig-vlan:switched-vlan': { state: { 'interface-mode': 'TRUNK', 'trunk-vlans': ['40'] } },
    },
  },
  {
    name: 'Vlan20',
    state: { name: 'Vlan20', type: 'iana-if-type:l3ipvlan', ifindex: 2020, enabled: true, 'oper-status': 'UP' },
    'openconfig-vlan:routed-vlan': {
      'openconfig-if-ip:ipv4': {
        addresses: { address: [{ ip: '10.99.5.1', state: { ip: '10.99.5.1', 'prefix-length': 24 } }] },
        neighbors: {
          neighbor: [
            { ip: '10.99.5.10', state: { ip: '10.99.5.10', 'link-layer-address': stationMac(1).toLowerCase() } },
            { ip: '10.99.5.11', state: { ip: '10.99.5.11' } },
          ],
        },
      },
    },
  },
  {
    name: 'Management1',
    state: { name: 'Management1', type: 'iana-if-type:ethernetCsmacd', 'oper-status': 'UP', 'admin-status': 'UP' },
    ...ethernet(9),
    subinterfaces: {
      subinterface: [
        {
          index: 0,
          state: { index: 0 },
          'openconfig-if-ip:ipv4': {
            addresses: { address: [{ ip: '10.99.6.2', state: { ip: '10.99.6.2', 'prefix-length': 24 } }] },
          },
          'openconfig-if-ip:ipv6': {
            addresses: { address: [{ ip: 'fd00:6::2', state: { ip: 'fd00:6::2', 'prefix-length': 64 } }] },
          },
        },
        { index: 7, state: { index: 7, ifindex: 7007, 'oper-status': 'UP', enabled: true, description: 'oob' } },
      ],
    },
  },
];

const entry = (mac: string, vlan: number, name: string) => ({
  ...{ 'mac-address': mac, vlan, state: { 'mac-address': mac, vlan, 'entry-type': 'DYNAMIC' } },
  interface: { 'interface-ref': { state: { interface: name, subinterface: 0 } } },
});

/** Subtrees of the switch's data, by the path that a client requests. */
export const subtrees: Readonly<Record<string, unknown>> = {
  '/interfaces': [{ path: '/interfaces', value: { 'openconfig-interfaces:interface': interfaces } }],
  '/lldp': [
    {
      path: '/lldp',
      value: {
        'openconfig-lldp:state': {
          'system-name': 'leaf-1',
          'chassis-id': switchMac(0),
          'chassis-id-type': 'MAC_ADDRESS',
        },
        interfaces: {
          interface: [
            {
              name: 'Ethernet1',
              neighbors: {
                neighbor: [
                  {
                    id: 'n1',
                    state: {
                      ...{ id: 'n1', 'chassis-id': '00:1c:73:00:01:00', 'chassis-id-type': 'MAC_ADDRESS' },
                      ...{ 'port-id': 'Ethernet49', 'port-id-type': 'INTERFACE_NAME', 'port-description': 'to leaf-1' },
                      ...{ 'system-name': 'spine-1', 'management-address': '10.99.6.1' },
                    },
                  },
                ],
              },
            },
            { name: 'Ethernet2', state: { name: 'Ethernet2', enabled: true } },
          ],
        },
      },
    },
  ],
  '/network-instances/network-instance[name=*]/fdb': [
    {
      path: '/network-instances/network-instance[name=default]/fdb',
      value: {
        'mac-table': {
          entries: { entry: [entry(stationMac(1), 20, 'Ethernet2'), entry(stationMac(2), 20, 'Port-Channel1')] },
        },
      },
    },
  ],
  '/network-instances/network-instance[name=*]/vlans': [
    {
      path: '/network-instances/network-instance[name=default]/vlans',
      value: {
        'openconfig-network-instance:vlan': [
          { 'vlan-id': 20, state: { 'vlan-id': 20, name: 'office', status: 'ACTIVE' } },
          { 'vlan-id': 30, config: { 'vlan-id': 30, name: 'guests' } },
        ],
      },
    },
  ],
  '/components/component[name=*]/state': [
    {
      path: '/components/component[name=Chassis]/state',
      value: {
        ...{ name: 'Chassis', type: 'openconfig-platform-types:CHASSIS', 'mfg-name': 'Example Networks' },
        ...{ 'part-no': 'EX-48Y', 'serial-no': 'EXN2048001', description: 'a switch' },
      },
    },
    {
      path: '/components/component[name=OS]/state',
      value: { name: 'OS', type: 'openconfig-platform-types:OPERATING_SYSTEM', 'software-version': '4.33.1F' },
    },
  ],
  '/system/state': [{ path: '/system/state', value: { hostname: 'leaf-1' } }],
};

export function answerOf({ method, path, headers }: StubRequest): StubAnswer | undefined {
  if (headers.username !== userSettings.username || headers.password !== userSettings.password)
    return { status: 401, body: 'no such user' };
  if (method === 'Capabilities') return { body: {} };
  const body = subtrees[path];
  return body === undefined ? undefined : { body };
}
