// Sample rows of hosts.
import { block, nextName, subnetAndAddress } from '../../support/sample-values';
import type { Samples } from '../../support/samples';

export const samples: Samples = {
  cases: {
    get_host_field_values: () => ({ field: 'manufacturer' }),
    create_host: (side) => ({
      name: nextName(side, 'host'),
      network_id: side.networkId,
      hidden: false,
      tags: [side.id('Tag')],
      ports: [{ number: 80, protocol: 'Tcp' }],
    }),
    create_host_discovery: async (side) => {
      const { subnet_id: subnetId, ip_address: ipAddress } = await subnetAndAddress(side);
      return {
        host: { networkId: side.networkId, name: nextName(side, 'host'), sysName: 'sw-7', sysNameSource: 'snmp' },
        subnets: [{ name: 'seen', cidr: `${block(side)}.0/24`, subnetType: 'Lan' }],
        ip_addresses: [{ subnetId, ipAddress }],
        ports: [{ number: 161, protocol: 'Udp' }],
        services: [{ name: 'Redis', serviceDefinition: 'Redis', bindings: [] }],
        interfaces: [{ ifIndex: 1, ifName: 'eth0', neighborEvidence: [{ cdpDeviceId: 'sw-8' }] }],
        routes: [
          { destination: '0.0.0.0/0', nextHop: ipAddress, ifIndex: 1, protocol: 'Static', type: 'Remote', metric: 10 },
        ],
        wireless_associations: [{ clientMac: '00:1b:21:00:00:77', isOwnRadio: true, ssid: 'staff', signalDbm: -60 }],
        interfaces_complete: true,
        interface_data_complete: { cdp: true, routes: true, wireless: true },
      };
    },
    create_host_discoveries: async (side) => {
      const { subnet_id: subnetId, ip_address: ipAddress } = await subnetAndAddress(side);
      const host = { networkId: side.networkId, name: nextName(side, 'machine') };
      return {
        reports: [
          { host, ipAddresses: [{ subnetId, ipAddress }], ports: [{ number: 22, protocol: 'Tcp' }] },
          { host: { ...host, networkId: side.id('Host') } },
        ],
      };
    },
  },
  operations: {
    get_host_field_values: 'the values by which newer clients let people filter hosts',
  },
};
