// Declares tags as an entity: the models of tag assignments and deleted tags, and unique constraints.
import { defineEntity } from '../../../data/model/entity-manifest';

export const tagManifest = defineEntity('Tag', {
  parts: ['TagAssignment', 'DeletedTag'],
  constraints: {
    tags_organization_id_name_key: ['name'],
    tag_assignments_entity_id_entity_type_tag_id_key: ['tagId'],
  },
});
