// Declares interfaces as an entity: the models whose rows belong to interfaces (such as neighbors), and unique
// constraints.
import { defineEntity } from '../../../data/model/entity-manifest';

export const interfaceManifest = defineEntity('Interface', {
  parts: [
    'InterfaceVlan',
    'InterfaceNeighbor',
    'DocumentedLink',
    'NeighborEvidence',
    'ForwardingEvidence',
    'ArpEvidence',
    'InterfaceCounters',
  ],
  constraints: {
    interfaces_host_id_if_name_key: ['ifName', 'hostId'],
    interface_vlans_interface_id_vlan_id_key: ['vlanId', 'interfaceId'],
    interface_neighbors_interface_id_remote_interface_id_key: ['remoteInterfaceId', 'interfaceId'],
    interface_neighbors_interface_id_remote_host_id_key: ['remoteHostId', 'interfaceId'],
    forwarding_evidence_pkey: ['interfaceId'],
    arp_evidence_pkey: ['interfaceId'],
    interface_counters_pkey: ['interfaceId'],
  },
});
