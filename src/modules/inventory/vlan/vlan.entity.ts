// Declares VLANs as an entity: dependent models, unique constraints and conflict errors of its mutations.
import { defineEntity } from '../../../data/model/entity-manifest';

export const vlanManifest = defineEntity('Vlan', {
  parts: ['VlanSubnet'],
  constraints: {
    vlans_network_id_vlan_number_key: ['vlanNumber', 'networkId'],
  },
});
