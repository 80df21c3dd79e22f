// Declares networks as an entity, with the models of its parts.
import { defineEntity } from '../../../data/model/entity-manifest';

export const networkManifest = defineEntity('Network', {
  parts: ['DeletedNetwork', 'NetworkChange'],
});
