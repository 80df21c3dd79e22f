// Declares events of networks as an entity.
import { defineEntity } from '../../../data/model/entity-manifest';

export const networkEventManifest = defineEntity('NetworkEvent', {
  parts: ['NetworkEventCursor'],
  constraints: { network_event_cursors_pkey: ['networkId'] },
});
