// Declares organizations as an entity. Nothing but the model is declared.
import { defineEntity } from '../../../data/model/entity-manifest';

export const organizationManifest = defineEntity('Organization', {});
