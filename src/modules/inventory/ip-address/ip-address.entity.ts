// Declares IP addresses as an entity with their unique constraint.
import { defineEntity } from '../../../data/model/entity-manifest';

export const ipAddressManifest = defineEntity('IpAddress', {
  constraints: {
    ip_addresses_host_id_subnet_id_ip_address_key: ['ipAddress', 'subnetId', 'hostId'],
  },
});
