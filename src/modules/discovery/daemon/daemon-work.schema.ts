// Polling for work in GraphQL: a daemon sends its state and receives the session to run and the session to give up.
import { getRefFromModel } from '@pothos/plugin-prisma';
import { daemonOf } from '../../../data/tenancy/viewer';
import { takeNextSession, type Work } from '../runs/sessions';
import { builder } from '../../../graphql/builder';
import { list, text } from '../../../graphql/plugin/bounds';
import { enumRef } from '../../../graphql/enums';
import { requireAllInNetwork } from '../../../data/tenancy/references';
import { updateVisible, type Db } from '../../../data/tenancy/rows';
import { checkedDaemonFields, daemonFieldHelp, urlBounds } from './daemon.fields';

const maximumSubnets = 1_000;

const requestInput = builder.inputType('DaemonWorkRequestInput', {
  fields: (t) => ({
    name: t.string({ required: true, ...text(1, 100), description: daemonFieldHelp.name }),
    mode: t.field({ type: enumRef('DaemonMode'), required: true }),
    url: t.string({ ...urlBounds, description: daemonFieldHelp.url }),
    version: t.string({ ...text(1, 100), description: daemonFieldHelp.version }),
    interfacedSubnetIds: t.field({
      type: ['UUID'],
      ...list(maximumSubnets),
      description: `Ids of the subnets that the daemon has an interface in; the complete list, at most ${maximumSubnets}. Left out: unchanged.`,
    }),
    readyForWork: t.boolean({ required: true, description: 'False while the daemon runs a session.' }),
  }),
});

const workRef = builder.objectRef<Work>('DaemonWork').implement({
  description: 'Work for a daemon.',
  fields: (t) => ({
    session: t.prismaField({
      type: getRefFromModel('DiscoverySession', builder) as never,
      nullable: true,
      description: 'The run to start now. Repeated until the daemon reports it.',
      resolve: (query: object, { sessionId }: Work, _args, { db }) =>
        db.discoverySession.findFirst({
          ...query,
          where: { id: { in: sessionId === null ? [] : [sessionId] } },
        }) as never,
    }),
    cancel: t.exposeBoolean('cancel', { description: 'Whether the daemon must stop the active run.' }),
  }),
});

builder.mutationField('requestDaemonWork', (t) =>
  t.field({
    type: workRef,
    description:
      'Returns the next run and records the present state of the daemon. For daemons that are not on standby.',
    authScopes: { action: 'requestDaemonWork' },
    args: {
      id: t.arg({
        type: 'UUID',
        required: true,
        description: 'Id of the calling daemon; another id: `daemon_identity_mismatch`.',
      }),
      input: t.arg({ type: requestInput, required: true }),
    },
    resolve: async (_root, { id, input }, { db, viewer }) => {
      const { daemonId, networkId } = daemonOf(viewer, id);
      const { interfacedSubnetIds, readyForWork, ...fields } = input;
      const now = new Date();
      const data = { ...checkedDaemonFields(fields), lastSeen: now, updatedAt: now };
      return db.$transaction(async (tx) => {
        await updateVisible(tx, 'Daemon', daemonId, data, { query: { select: { id: true } } });
        if (interfacedSubnetIds) await replaceSubnets(tx, { daemonId, networkId }, interfacedSubnetIds);
        return takeNextSession(tx, daemonId, readyForWork);
      });
    },
  }),
);

/** Writes nothing where nothing has changed, which is what most polls say. Holds the daemon's lock. */
async function replaceSubnets(
  tx: Db,
  daemon: { daemonId: string; networkId: string },
  given: readonly string[],
): Promise<void> {
  const { daemonId, networkId } = daemon;
  const where = { daemonId };
  const stored = (await tx.daemonSubnet.findMany({ where, select: { subnetId: true } })).map(
    ({ subnetId }) => subnetId,
  );
  const wanted = [...(await requireAllInNetwork(tx, 'Subnet', given, networkId)).keys()];
  const gone = stored.filter((id) => !wanted.includes(id));
  const fresh = wanted.filter((id) => !stored.includes(id));
  if (gone.length > 0) await tx.daemonSubnet.deleteMany({ where: { ...where, subnetId: { in: gone } } });
  if (fresh.length > 0) await tx.daemonSubnet.createMany({ data: fresh.map((subnetId) => ({ ...daemon, subnetId })) });
}
