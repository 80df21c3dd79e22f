// The manifest of racks: facts about racks in addition to their fields and rights.
import { defineEntity } from '../../../data/model/entity-manifest';

export const rackManifest = defineEntity('Rack', {
  constraints: { racks_network_id_name_key: ['name', 'networkId'] },
});
