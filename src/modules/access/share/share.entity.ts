// Declares shares as an entity.
import { defineEntity } from '../../../data/model/entity-manifest';

export const shareManifest = defineEntity('Share', {});
