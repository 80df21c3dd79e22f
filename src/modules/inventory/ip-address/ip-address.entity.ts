// The manifest of IP addresses: what the service knows of them beside their fields and rights.
import { defineEntity } from '../../../data/model/entity-manifest';

export const ipAddressManifest = defineEntity('IpAddress', {
  constraints: {
    ip_addresses_host_id_subnet_id_ip_address_key: ['ipAddress', 'subnetId', 'hostId'],
  },
});
