// The GraphQL mutation with which a daemon requests work. The daemon sends its state, and receives the session to run
// and whether to cancel its current run.
import { daemonOf } from '../../../data/tenancy/viewer';
import { credentialMappingRef } from '../credentials/credential-mapping.schema';
import type { CredentialMapping } from '../credentials/credential-mappings';
import { handOutCredentials } from '../credentials/hand-out';
import { setWithheldWarnings, takeNextSession, type Work } from '../runs/sessions';
import { sessionFields } from '../session/session-fields';
import { builder } from '../../../graphql/builder';
import { withForm, list, text } from '../../../graphql/plugin/bounds';
import { enumRef } from '../../../graphql/enums';
import { updateVisible } from '../../../data/tenancy/rows';
import { assertNetwork, interfacedSubnetIds, replaceInterfacedSubnets } from './interfaced-subnets';
import { checkedDaemonFields, daemonFieldHelp, urlBounds } from './daemon.fields';

const maximumSubnets = 1_000;
/** Maximum number of the network's subnets that the response to a request for work lists. */
const maximumKnownSubnets = 10_000;
const oldestFirst = [{ createdAt: 'asc' as const }, { id: 'asc' as const }];

const interfacedSubnet = builder.inputType('InterfacedSubnetInput', {
  description: 'A subnet that a daemon has an interface in: the stored one with this CIDR, or a new one.',
  fields: (t) => ({
    name: t.string({ required: true, ...text(1, 100) }),
    cidr: t.string({
      required: true,
      ...withForm(assertNetwork),
      description: 'IPv4 or IPv6 prefix in CIDR notation without host bits.',
    }),
    subnetType: t.field({ type: enumRef('SubnetType'), required: true, description: 'Purpose of the subnet.' }),
  }),
});
const requestInput = builder.inputType('DaemonWorkRequestInput', {
  fields: (t) => ({
    name: t.string({ required: true, ...text(1, 100), description: daemonFieldHelp.name }),
    mode: t.field({ type: enumRef('DaemonMode'), required: true }),
    url: t.string({ ...urlBounds, description: daemonFieldHelp.url }),
    version: t.string({ ...text(1, 100), description: daemonFieldHelp.version }),
    interfacedSubnetIds: t.field({
      type: ['UUID'],
      ...list(maximumSubnets),
      description: `Ids of the subnets that the daemon has an interface in; the complete list, at most ${maximumSubnets}. Others are skipped. Left out: unchanged.`,
    }),
    interfacedSubnets: t.field({
      type: [interfacedSubnet],
      ...list(maximumSubnets),
      description: `The same as rows, at most ${maximumSubnets}; not together with ids.`,
    }),
    readyForWork: t.boolean({
      description: 'False while the daemon runs a session. Left out: not known; a run is then given only once.',
    }),
    isStaged: t.boolean({
      description: 'Whether the daemon runs a job in stages, each as a session of its own, as those before 0.15 do.',
    }),
  }),
});

interface GivenCredentials {
  readonly credentialMappings: readonly CredentialMapping[];
  readonly otherCredentialMappings: readonly object[];
}
interface GivenWork extends Work, GivenCredentials {}

/**
 * Credential mappings for each session that a daemon receives. They are no columns of the session, but GraphQL resolves
 * them as fields of it. So they are kept here, by the session's row object.
 */
const mappingsOfRow = new WeakMap<object, GivenCredentials>();

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
      resolve: (row) => [...(mappingsOfRow.get(row)?.credentialMappings ?? [])],
    }),
    otherCredentialMappings: t.field({
      type: ['JSON'],
      description:
        'The same for credentials of other protocols than SNMP, in the form of the daemon protocol. Daemons get them among `credential_mappings`.',
      resolve: (row) => [...(mappingsOfRow.get(row)?.otherCredentialMappings ?? [])],
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
      resolve: async (query, { sessionId, ...given }, _args, { db }) => {
        const where = { id: { in: sessionId === null ? [] : [sessionId] } };
        const row = await db.discoverySession.findFirst({ ...query, where });
        if (row) mappingsOfRow.set(row, given);
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
      const { interfacedSubnetIds: namedSubnets, interfacedSubnets, readyForWork, isStaged, ...fields } = input;
      const now = new Date();
      const data = { ...checkedDaemonFields(fields), lastSeen: now, updatedAt: now };
      const subnetIds = interfacedSubnets
        ? await interfacedSubnetIds(db, { daemonId, networkId }, interfacedSubnets)
        : namedSubnets;
      return db.$transaction(async (tx): Promise<GivenWork> => {
        const query = { select: { name: true, version: true, confirmedAt: true } };
        const daemon = await updateVisible(tx, 'Daemon', daemonId, data, { query });
        if (subnetIds) await replaceInterfacedSubnets(tx, { daemonId, networkId }, subnetIds);
        const work = await takeNextSession(tx, daemonId, {
          isReady: readyForWork ?? undefined,
          isStaged: isStaged ?? false,
        });
        if (work.sessionId === null) return { ...work, credentialMappings: [], otherCredentialMappings: [] };
        const recipient = { ...daemon, daemonId, networkId, organizationId, isConfidential: isConfidential() };
        const handedCredentials = await handOutCredentials(tx, secretBox, recipient, work.sessionId);
        await setWithheldWarnings(tx, work.sessionId, work.warnings, handedCredentials.warnings);
        const { mappings: credentialMappings, otherMappings: otherCredentialMappings } = handedCredentials;
        return { ...work, credentialMappings, otherCredentialMappings };
      });
    },
  }),
);
