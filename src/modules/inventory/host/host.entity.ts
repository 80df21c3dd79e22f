// Declares hosts as an entity: the database views with the first IP address and the first MAC address of each host, and
// conflict errors (409).
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
