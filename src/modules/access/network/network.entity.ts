// Declares networks as an entity, with the models of deleted networks and of the transactions that changed a network.
import { defineEntity } from '../../../data/model/entity-manifest';

export const networkManifest = defineEntity('Network', {
  parts: ['DeletedNetwork', 'NetworkChange'],
});
