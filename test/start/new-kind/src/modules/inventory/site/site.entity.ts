// The manifest of sites: what the service knows of them beside their fields and rights.
import { defineEntity } from '../../../data/model/entity-manifest';

export const siteManifest = defineEntity('Site', {
  constraints: { sites_network_id_name_key: ['name', 'networkId'] },
});
