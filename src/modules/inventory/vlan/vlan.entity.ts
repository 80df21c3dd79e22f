// Declares VLANs as an entity: the view of a VLAN's subnets, and the unique constraint of VLAN numbers.
import { defineEntity } from '../../../data/model/entity-manifest';

export const vlanManifest = defineEntity('Vlan', {
  parts: ['VlanSubnet'],
  constraints: {
    vlans_network_id_vlan_number_key: ['vlanNumber', 'networkId'],
  },
});
