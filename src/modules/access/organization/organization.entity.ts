// Declares organizations as an entity without models of its parts, unique constraints or further conflict errors.
import { defineEntity } from '../../../data/model/entity-manifest';

export const organizationManifest = defineEntity('Organization', {});
