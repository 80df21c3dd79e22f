// Declares topologies as an entity: the models of a topology's parts, unique constraints, and conflict errors of
// mutations.
import { defineEntity } from '../../../data/model/entity-manifest';

export const topologyManifest = defineEntity('Topology', {
  constraints: {
    topologies_snapshot_id_key: ['snapshotId'],
    topologies_network_id_live_key: ['networkId'],
  },
});
