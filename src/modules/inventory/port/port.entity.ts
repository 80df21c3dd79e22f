// Declares TCP and UDP ports as an entity with their unique constraint.
import { defineEntity } from '../../../data/model/entity-manifest';

export const portManifest = defineEntity('Port', {
  constraints: {
    ports_host_id_number_protocol_key: ['number', 'protocol', 'hostId'],
  },
});
