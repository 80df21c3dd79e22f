// Polling for work in GraphQL: a daemon sends its state and receives the session to run and the session to give up.
import { daemonOf } from '../../../data/tenancy/viewer';
import { credentialMappingRef } from '../credentials/credential-mapping.schema';
import type { CredentialMapping } from '../credentials/credential-mappings';
import { handOutCredentials } from '../credentials/hand-out';
import { setWithheldWarnings, takeNextSession, type Work } from '../runs/sessions';
import { sessionFields } from '../session/session-fields';
import { builder } from '../../../graphql/builder';
import { list, text } from '../../../graphql/plugin/bounds';
import { enumRef } from '../../../graphql/enums';
import { requireAllInNetwork } from '../../../data/tenancy/references';
import { updateVisible, type Db } from '../../../data/tenancy/rows';
import { checkedDaemonFields, daemonFieldHelp, urlBounds } from './daemon.fields';

const maximumSubnets = 1_000;
/** Subnets of the network that are sent with work. */
const maximumKnownSubnets = 10_000;
const oldestFirst = [{ createdAt: 'asc' as const }, { id: 'asc' as const }];

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

interface GivenWork extends Work {
  readonly credentialMappings: readonly CredentialMapping[];
}

/** Mappings by the row of their session, which is read after the transaction. */
const mappingsOfRow = new WeakMap<object, readonly CredentialMapping[]>();

const workSessionRef = builder.prismaObject('DiscoverySession', {
  variant: 'DaemonWorkSession',
  description: 'A discovery run with what its daemon needs for it.',
  select: { id: true, networkId: true },
  fields: (t) => ({
    ...sessionFields(t),
    subnets: t.prismaField({
      type: ['Subnet'],
      description: `The subnets of the network, the oldest first, at most ${maximumKnownSubnets}: the run's \`subnetIds\` are ids of these.`,
      resolve: (query, { networkId }, _args, { db }) =>
        db.subnet.findMany({ ...query, where: { networkId }, orderBy: oldestFirst, take: maximumKnownSubnets }),
    }),
    credentialMappings: t.field({
      type: [credentialMappingRef],
      description:
        'Credentials to try on devices in subnets of the network, in order of use. Only for daemons that were provisioned or confirmed, over TLS or from the machine of the server; otherwise empty, and `warnings` say why.',
      resolve: (row) => [...(mappingsOfRow.get(row) ?? [])],
    }),
  }),
});

const workRef = builder.objectRef<GivenWork>('DaemonWork').implement({
  description: 'Work for a daemon.',
  fields: (t) => ({
    session: t.prismaField({
      type: workSessionRef,
      nullable: true,
      description: 'The run to start now. Repeated until the daemon reports it.',
      resolve: async (query, { sessionId, credentialMappings }, _args, { db }) => {
        const where = { id: { in: sessionId === null ? [] : [sessionId] } };
        const row = await db.discoverySession.findFirst({ ...query, where });
        if (row) mappingsOfRow.set(row, credentialMappings);
        return row;
      },
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
    resolve: async (_root, { id, input }, { db, viewer, secretBox, isConfidential }) => {
      const { daemonId, networkId } = daemonOf(viewer, id);
      const { organizationId } = viewer;
      const { interfacedSubnetIds, readyForWork, ...fields } = input;
      const now = new Date();
      const data = { ...checkedDaemonFields(fields), lastSeen: now, updatedAt: now };
      return db.$transaction(async (tx): Promise<GivenWork> => {
        const query = { select: { name: true, version: true, confirmedAt: true } };
        const daemon = await updateVisible(tx, 'Daemon', daemonId, data, { query });
        if (interfacedSubnetIds) await replaceSubnets(tx, { daemonId, networkId }, interfacedSubnetIds);
        const work = await takeNextSession(tx, daemonId, readyForWork);
        if (work.sessionId === null) return { ...work, credentialMappings: [] };
        const recipient = { ...daemon, daemonId, networkId, organizationId, isConfidential };
        const handed = await handOutCredentials(tx, secretBox, recipient, work.sessionId);
        await setWithheldWarnings(tx, work.sessionId, work.warnings, handed.warnings);
        return { ...work, credentialMappings: handed.mappings };
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
