// What daemons tell the service in GraphQL: that they are there, and what they are.
import { daemonOf } from '../../auth/viewer';
import { builder } from '../../graphql/builder';
import { enumRef } from '../../graphql/enums';
import { updateVisible } from '../../tenancy/rows';
import { checkedDaemonFields, daemonFieldHelp } from './daemon.fields';

const ownId = "The daemon's own id; another's: `daemon_identity_mismatch`.";

const heartbeatInput = builder.inputType('DaemonHeartbeatInput', {
  fields: (t) => ({
    name: t.string({ required: true, description: daemonFieldHelp.name }),
    mode: t.field({ type: enumRef('DaemonMode'), required: true }),
    url: t.string({ description: daemonFieldHelp.url }),
  }),
});

builder.mutationField('recordDaemonHeartbeat', (t) =>
  t.prismaField({
    type: 'Daemon',
    description: 'Says that the daemon is alive, and what it is called now. For daemons.',
    authScopes: { action: 'recordDaemonHeartbeat' },
    args: {
      id: t.arg({ type: 'UUID', required: true, description: ownId }),
      input: t.arg({ type: heartbeatInput, required: true }),
    },
    resolve: (query, _root, { id, input }, { db, viewer }) => {
      const { daemonId } = daemonOf(viewer, id);
      const now = new Date();
      const data = { ...checkedDaemonFields(input), lastSeen: now, updatedAt: now };
      return updateVisible(db, 'Daemon', daemonId, data, { query });
    },
  }),
);
