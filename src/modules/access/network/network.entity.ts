// The manifest of networks: what the service knows of them beside their fields and rights.
import { defineEntity } from '../../../data/model/entity-manifest';

export const networkManifest = defineEntity('Network', {
  parts: ['DeletedNetwork', 'NetworkChange'],
});
