// The entity manifest of organizations. It declares no constraints or conflicts.
import { defineEntity } from '../../../data/model/entity-manifest';

export const organizationManifest = defineEntity('Organization', {});
