// Declares saved views as an entity: the models of a saved view's parts, unique constraints, and conflict errors of
// mutations.
import { defineEntity } from '../../../data/model/entity-manifest';

export const savedViewManifest = defineEntity('SavedView', {
  constraints: {
    saved_views_topology_id_created_by_user_id_name_key: ['name', 'topologyId'],
  },
  conflicts: {
    createSavedView: { saved_views_exceeded: 'the user has as many saved views in the network as a user may have.' },
  },
});
