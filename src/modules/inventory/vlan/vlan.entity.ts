// Declares VLANs as an entity: the dependent model and the unique constraint.
import { defineEntity } from '../../../data/model/entity-manifest';

export const vlanManifest = defineEntity('Vlan', {
  parts: ['VlanSubnet'],
  constraints: {
    vlans_network_id_vlan_number_key: ['vlanNumber', 'networkId'],
  },
});
