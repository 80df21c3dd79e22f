// The manifest of ports: what the service knows of them beside their fields and rights.
import { defineEntity } from '../../../data/model/entity-manifest';

export const portManifest = defineEntity('Port', {
  constraints: {
    ports_host_id_number_protocol_key: ['number', 'protocol', 'hostId'],
  },
});
