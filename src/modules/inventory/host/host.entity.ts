// Declares hosts as an entity: the models of its parts, and conflict errors of mutations.
import { defineEntity } from '../../../data/model/entity-manifest';
import { bindingInTheWay, partTwice } from '../shared/conflicts';

const daemonLives = { entity_in_use: 'a daemon runs on the host.' };

export const hostManifest = defineEntity('Host', {
  parts: ['HostFirstAddress', 'HostFirstMac'],
  conflicts: {
    createHost: { ...bindingInTheWay, entity_already_exists: `the host exists, ${partTwice}` },
    reportHost: { entity_already_exists: partTwice },
    updateHost: { ...bindingInTheWay, entity_already_exists: partTwice },
    deleteHost: daemonLives,
    deleteHosts: daemonLives,
  },
});
