// Declares the entity NetworkEvent: the models that belong to it, and its unique constraints.
import { defineEntity } from '../../../data/model/entity-manifest';

export const networkEventManifest = defineEntity('NetworkEvent', {
  parts: ['NetworkEventCursor'],
  constraints: { network_event_cursors_pkey: ['networkId'] },
});
