// The manifest of VLANs: what the service knows of them beside their fields and rights.
import { defineEntity } from '../../../data/model/entity-manifest';

export const vlanManifest = defineEntity('Vlan', {
  parts: ['VlanSubnet'],
  constraints: {
    vlans_network_id_vlan_number_key: ['vlanNumber', 'networkId'],
  },
});
