// The manifest of organizations: what the service knows of them beside their fields and rights.
import { defineEntity } from '../../../data/model/entity-manifest';

export const organizationManifest = defineEntity('Organization', {});
