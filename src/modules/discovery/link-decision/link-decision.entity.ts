// The manifest of link decisions: what the service knows of them beside their fields and rights.
import { defineEntity } from '../../../data/model/entity-manifest';

export const linkDecisionManifest = defineEntity('LinkDecision', {
  constraints: {
    link_decisions_interfaces_key: ['remoteInterfaceId', 'interfaceId'],
    link_decisions_interface_id_remote_host_id_key: ['remoteHostId', 'interfaceId'],
  },
});
