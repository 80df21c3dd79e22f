// The manifest of shares: what the service knows of them beside their fields and rights.
import { defineEntity } from '../../../data/model/entity-manifest';

export const shareManifest = defineEntity('Share', {});
