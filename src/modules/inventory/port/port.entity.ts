// Declares ports as an entity: dependent models, unique constraints and conflict errors of its mutations.
import { defineEntity } from '../../../data/model/entity-manifest';

export const portManifest = defineEntity('Port', {
  constraints: {
    ports_host_id_number_protocol_key: ['number', 'protocol', 'hostId'],
  },
});
