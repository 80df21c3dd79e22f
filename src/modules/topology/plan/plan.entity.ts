// Declares plans as an entity: their unique name, and conflict errors of their mutations.
import { defineEntity } from '../../../data/model/entity-manifest';

export const planManifest = defineEntity('Plan', { constraints: { plans_network_id_name_key: ['name'] } });
