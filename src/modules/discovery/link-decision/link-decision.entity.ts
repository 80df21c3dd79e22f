// Declares the entity LinkDecision: its unique constraints.
import { defineEntity } from '../../../data/model/entity-manifest';

export const linkDecisionManifest = defineEntity('LinkDecision', {
  constraints: {
    link_decisions_interfaces_key: ['remoteInterfaceId', 'interfaceId'],
    link_decisions_interface_id_remote_host_id_key: ['remoteHostId', 'interfaceId'],
  },
});
