// The manifest of topologies: what the service knows of them beside their fields and rights.
import { defineEntity } from '../../../data/model/entity-manifest';

export const topologyManifest = defineEntity('Topology', {
  constraints: {
    topologies_snapshot_id_key: ['snapshotId'],
    topologies_network_id_live_key: ['networkId'],
  },
});
