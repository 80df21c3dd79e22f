// Declares groups as an entity: the model of group members, and its unique constraints.
import { defineEntity } from '../../../data/model/entity-manifest';

export const groupManifest = defineEntity('Group', {
  parts: ['GroupMember'],
  constraints: {
    group_members_group_id_position_key: ['position'],
    group_members_group_id_service_id_key: ['serviceId'],
    group_members_group_id_binding_id_key: ['bindingId'],
  },
});
