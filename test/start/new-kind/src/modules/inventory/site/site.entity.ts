// The manifest of sites: facts about sites in addition to their fields and rights.
import { defineEntity } from '../../../data/model/entity-manifest';

export const siteManifest = defineEntity('Site', {
  constraints: { sites_network_id_name_key: ['name', 'networkId'] },
});
