// How a daemon asks for work in GraphQL: it says how it is, and is told what to run and what to give up.
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
      description: `Subnets that the daemon has an interface in: exactly these, at most ${maximumSubnets}. Left out: unchanged.`,
    }),
    readyForWork: t.boolean({ required: true, description: 'False while it is running a session.' }),
  }),
});

const workRef = builder.objectRef<Work>('DaemonWork').implement({
  description: 'What a daemon is to do.',
  fields: (t) => ({
    session: t.prismaField({
      type: getRefFromModel('DiscoverySession', builder) as never,
      nullable: true,
      description: 'The run to start now. The same again until it has been reported.',
      resolve: (query: object, { sessionId }: Work, _args, { db }) =>
        db.discoverySession.findFirst({
          ...query,
          where: { id: { in: sessionId === null ? [] : [sessionId] } },
        }) as never,
    }),
    cancel: t.exposeBoolean('cancel', { description: 'Whether to give up the run that is going on.' }),
  }),
});

builder.mutationField('requestDaemonWork', (t) =>
  t.field({
    type: workRef,
    description:
      'Asks for the next run; also says that the daemon is alive, and what it is now. For daemons that are not on standby.',
    authScopes: { action: 'requestDaemonWork' },
    args: {
      id: t.arg({
        type: 'UUID',
        required: true,
        description: "The daemon's own id; another's: `daemon_identity_mismatch`.",
      }),
      input: t.arg({ type: requestInput, required: true }),
    },
    resolve: async (_root, { id, input }, { db, viewer }) => {
      const { daemonId, networkId } = daemonOf(viewer, id);
      const { interfacedSubnetIds, readyForWork, ...told } = input;
      const now = new Date();
      const data = { ...checkedDaemonFields(told), lastSeen: now, updatedAt: now };
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
