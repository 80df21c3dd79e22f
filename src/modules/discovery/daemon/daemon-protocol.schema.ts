// GraphQL mutations for daemons: registration, startup, heartbeat.
import { daemonOf, isDaemon } from '../../../data/tenancy/viewer';
import { AppError } from '../../../errors';
import { builder } from '../../../graphql/builder';
import { text } from '../../../graphql/plugin/bounds';
import { enumRef } from '../../../graphql/enums';
import { requireVisible, updateVisible } from '../../../data/tenancy/rows';
import { version as serverVersion } from '../../../../package.json';
import { registerDaemon } from './daemon-registration';
import { replaceInterfacedSubnets } from './interfaced-subnets';
import { assertServed, versionPolicy, daemonVersionStatus } from '../protocol/daemon-version';
import { warningRef } from './daemon-version.schema';
import { checkedDaemonFields, daemonFieldHelp, urlBounds } from './daemon.fields';

const ownId = 'Id of the calling daemon; another id: `daemon_identity_mismatch`.';

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
    description: 'Records that the daemon is alive, and its present name and address. For daemons.',
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

const subnetsHelp =
  'Ids of the subnets of its network that the daemon has an interface in; the complete list. Others are skipped.';
const dockerHelp = 'Whether the daemon can list the containers of its machine. Left out: unchanged.';

const capabilitiesRef = builder.objectRef<{ daemonVersion: string | null }>('ServerCapabilities').implement({
  description: "Version of the server and its assessment of the daemon's version.",
  fields: (t) => ({
    serverVersion: t.string({ resolve: () => serverVersion }),
    minimumDaemonVersion: t.string({
      description: 'Oldest accepted version of a daemon.',
      resolve: () => versionPolicy.minimum,
    }),
    deprecationWarnings: t.field({
      type: [warningRef],
      resolve: ({ daemonVersion }) => daemonVersionStatus(daemonVersion).warnings,
    }),
  }),
});

const registrationRef = builder
  .objectRef<{ daemonId: string; version: string | null }>('DaemonRegistration')
  .implement({
    description: 'A registered daemon.',
    fields: (t) => ({
      daemon: t.prismaField({
        type: 'Daemon',
        resolve: (query, { daemonId }, _args, { db }) => requireVisible(db, 'Daemon', daemonId, query),
      }),
      hostId: t.field({
        type: 'UUID',
        description: 'Id of the host that the daemon runs on.',
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
      description:
        "Id that the daemon has generated; equal to the header `X-Daemon-ID` if sent. The nil UUID: the one daemon of the key, else an id of the server's.",
    }),
    networkId: t.field({
      type: 'UUID',
      required: true,
      description: "Id of the network of the daemon's key; the nil UUID stands for it.",
    }),
    name: t.string({ required: true, ...text(1, 100), description: daemonFieldHelp.name }),
    mode: t.field({ type: enumRef('DaemonMode'), required: true }),
    url: t.string({ ...urlBounds, description: daemonFieldHelp.url }),
    version: t.string({ ...text(1, 100), description: daemonFieldHelp.version }),
    userId: t.field({
      type: 'UUID',
      description: 'Id of the user who maintains the daemon; the first Owner of the organization if there is none yet.',
    }),
    interfacedSubnetIds: t.field({ type: ['UUID'], description: `${subnetsHelp} Left out: unchanged.` }),
    hasDockerSocket: t.boolean({ description: dockerHelp }),
  }),
});

builder.mutationField('registerDaemon', (t) =>
  t.field({
    type: registrationRef,
    description:
      'Registers a daemon, the first time with a host and its first discoveries, later with its present state. Daemons from 0.14 on that the server polls are provisioned instead. For daemons.',
    authScopes: { action: 'registerDaemon' },
    args: { input: t.arg({ type: registerInput, required: true }) },
    resolve: async (_root, { input }, { db, viewer }) => {
      if (!isDaemon(viewer)) throw new AppError('auth_daemon_required');
      assertServed(input.version);
      const daemonId = await registerDaemon(db, viewer, input);
      return { daemonId, version: input.version ?? null };
    },
  }),
);

builder.mutationField('recordDaemonStartup', (t) =>
  t.field({
    type: capabilitiesRef,
    description: 'Records the start of the daemon and its version. For daemons.',
    authScopes: { action: 'recordDaemonStartup' },
    args: {
      id: t.arg({ type: 'UUID', required: true, description: ownId }),
      daemonVersion: t.arg({ type: 'String', required: true, ...text(1, 100), description: daemonFieldHelp.version }),
    },
    resolve: async (_root, { id, daemonVersion }, { db, viewer }) => {
      const { daemonId } = daemonOf(viewer, id);
      assertServed(daemonVersion);
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
    description: 'Sets what the daemon can reach from its machine. For daemons.',
    authScopes: { action: 'updateDaemonCapabilities' },
    args: {
      id: t.arg({ type: 'UUID', required: true, description: ownId }),
      interfacedSubnetIds: t.arg({ type: ['UUID'], description: `${subnetsHelp} Left out: unchanged.` }),
      hasDockerSocket: t.arg({ type: 'Boolean', description: dockerHelp }),
    },
    resolve: async (query, _root, { id, interfacedSubnetIds, hasDockerSocket }, { db, viewer }) => {
      const daemon = daemonOf(viewer, id);
      await db.$transaction(async (tx) => {
        const now = new Date();
        const data = { lastSeen: now, updatedAt: now, hasDockerSocket: hasDockerSocket ?? undefined };
        // This update locks the daemon's row. So two concurrent requests of a daemon write its subnets one after the
        // other.
        await updateVisible(tx, 'Daemon', daemon.daemonId, data, { query: { select: { id: true } } });
        if (interfacedSubnetIds) await replaceInterfacedSubnets(tx, daemon, interfacedSubnetIds);
      });
      return requireVisible(db, 'Daemon', daemon.daemonId, query);
    },
  }),
);
