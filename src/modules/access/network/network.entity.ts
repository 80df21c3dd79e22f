// Declares networks as an entity, with the dependent models.
import { defineEntity } from '../../../data/model/entity-manifest';

export const networkManifest = defineEntity('Network', {
  parts: ['DeletedNetwork', 'NetworkChange'],
});
