// Declares VLANs as an entity: the database view with the subnets of each VLAN, and the unique constraint of VLAN
// numbers.
import { defineEntity } from '../../../data/model/entity-manifest';

export const vlanManifest = defineEntity('Vlan', {
  parts: ['VlanSubnet'],
  constraints: {
    vlans_network_id_vlan_number_key: ['vlanNumber', 'networkId'],
  },
});
