// What daemons tell the service in GraphQL: who and where they are, that they have started, that they are alive.
import { daemonOf, isDaemon } from '../../../data/tenancy/viewer';
import { AppError } from '../../../errors';
import { builder } from '../../../graphql/builder';
import { text } from '../../../graphql/plugin/bounds';
import { enumRef } from '../../../graphql/enums';
import { requireAllInNetwork } from '../../../data/tenancy/references';
import { requireVisible, updateVisible } from '../../../data/tenancy/rows';
import { registerDaemon, replaceInterfacedSubnets } from './daemon-registration';
import { versionPolicy, versionStatusOf } from './daemon-version';
import { warningRef } from './daemon-version.schema';
import { checkedDaemonFields, daemonFieldHelp, urlBounds } from './daemon.fields';

const ownId = "The daemon's own id; another's: `daemon_identity_mismatch`.";

const heartbeatInput = builder.inputType('DaemonHeartbeatInput', {
  fields: (t) => ({
    name: t.string({ required: true, ...text(1, 100), description: daemonFieldHelp.name }),
    mode: t.field({ type: enumRef('DaemonMode'), required: true }),
    url: t.string({ ...urlBounds, description: daemonFieldHelp.url }),
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

const subnetsHelp = 'Subnets of its network that the daemon has an interface in: exactly these.';

/** What the service is, for a daemon of the given version. */
const capabilitiesRef = builder.objectRef<{ daemonVersion: string | null }>('ServerCapabilities').implement({
  description: 'What the service is, and what it thinks of the version of the daemon that asks.',
  fields: (t) => ({
    serverVersion: t.string({ resolve: () => versionPolicy.latest }),
    minimumDaemonVersion: t.string({
      description: 'Older daemons must be updated before they work on.',
      resolve: () => versionPolicy.minimum,
    }),
    deprecationWarnings: t.field({
      type: [warningRef],
      resolve: ({ daemonVersion }) => versionStatusOf(daemonVersion).warnings,
    }),
  }),
});

const registrationRef = builder
  .objectRef<{ daemonId: string; version: string | null }>('DaemonRegistration')
  .implement({
    description: 'A daemon that is registered now.',
    fields: (t) => ({
      daemon: t.prismaField({
        type: 'Daemon',
        resolve: (query, { daemonId }, _args, { db }) => requireVisible(db, 'Daemon', daemonId, query),
      }),
      hostId: t.field({
        type: 'UUID',
        description: 'The host that the daemon runs on.',
        resolve: async ({ daemonId }, _args, { db }) =>
          (await requireVisible(db, 'Daemon', daemonId, { select: { hostId: true } })).hostId,
      }),
      serverCapabilities: t.field({
        type: capabilitiesRef,
        resolve: ({ version }) => ({ daemonVersion: version }),
      }),
    }),
  });

const registerInput = builder.inputType('RegisterDaemonInput', {
  fields: (t) => ({
    daemonId: t.field({
      type: 'UUID',
      required: true,
      description: 'The id that the daemon has made for itself; that of the header `X-Daemon-ID`, if it is sent.',
    }),
    networkId: t.field({ type: 'UUID', required: true, description: "The network of the daemon's key." }),
    name: t.string({ required: true, ...text(1, 100), description: daemonFieldHelp.name }),
    mode: t.field({ type: enumRef('DaemonMode'), required: true }),
    url: t.string({ ...urlBounds, description: daemonFieldHelp.url }),
    version: t.string({ ...text(1, 100), description: daemonFieldHelp.version }),
    userId: t.field({ type: 'UUID', description: 'Who maintains it: a user of the organization.' }),
    interfacedSubnetIds: t.field({ type: ['UUID'], description: `${subnetsHelp} Left out: unchanged.` }),
  }),
});

builder.mutationField('registerDaemon', (t) =>
  t.field({
    type: registrationRef,
    description:
      'Makes a daemon known: the first time with a host and its first discoveries, from then on with what it is now. Daemons that the server polls are provisioned instead. For daemons.',
    authScopes: { action: 'registerDaemon' },
    args: { input: t.arg({ type: registerInput, required: true }) },
    resolve: async (_root, { input }, { db, viewer }) => {
      if (!isDaemon(viewer)) throw new AppError('auth_daemon_required');
      await registerDaemon(db, viewer, input);
      return { daemonId: input.daemonId, version: input.version ?? null };
    },
  }),
);

builder.mutationField('recordDaemonStartup', (t) =>
  t.field({
    type: capabilitiesRef,
    description: 'Says that the daemon has started, and in which version. For daemons.',
    authScopes: { action: 'recordDaemonStartup' },
    args: {
      id: t.arg({ type: 'UUID', required: true, description: ownId }),
      daemonVersion: t.arg({ type: 'String', required: true, ...text(1, 100), description: daemonFieldHelp.version }),
    },
    resolve: async (_root, { id, daemonVersion }, { db, viewer }) => {
      const { daemonId } = daemonOf(viewer, id);
      const now = new Date();
      const data = { version: daemonVersion, lastSeen: now, updatedAt: now };
      await updateVisible(db, 'Daemon', daemonId, data, { query: { select: { id: true } } });
      return { daemonVersion };
    },
  }),
);

builder.mutationField('updateDaemonCapabilities', (t) =>
  t.prismaField({
    type: 'Daemon',
    description: 'Says which subnets the daemon reaches directly. For daemons.',
    authScopes: { action: 'updateDaemonCapabilities' },
    args: {
      id: t.arg({ type: 'UUID', required: true, description: ownId }),
      interfacedSubnetIds: t.arg({ type: ['UUID'], required: true, description: subnetsHelp }),
    },
    resolve: async (query, _root, { id, interfacedSubnetIds }, { db, viewer }) => {
      const { daemonId, networkId } = daemonOf(viewer, id);
      await requireAllInNetwork(db, 'Subnet', interfacedSubnetIds, networkId);
      await db.$transaction(async (tx) => {
        // Its lock makes two reports follow one another.
        const now = new Date();
        const data = { lastSeen: now, updatedAt: now };
        await updateVisible(tx, 'Daemon', daemonId, data, { query: { select: { id: true } } });
        await replaceInterfacedSubnets(tx, daemonId, networkId, interfacedSubnetIds);
      });
      return requireVisible(db, 'Daemon', daemonId, query);
    },
  }),
);
