// GraphQL operations for installing a daemon: the install commands, and a test whether the service reaches the daemon's
// URL.
import { requireVisible } from '../../../data/tenancy/rows';
import { builder } from '../../../graphql/builder';
import { pointsPerToken } from '../../../graphql/documents/cost';
import { OutboundFailure, type Outbound } from '../../../platform/http/outbound';
import { daemonFieldHelp, urlBounds } from './daemon.fields';
import { installCommands, installPurposes, type InstallCommands } from './install-commands';

const purposeEnum = builder.enumType('DaemonInstallPurpose', { values: installPurposes });

const commandsRef = builder.objectRef<InstallCommands>('DaemonInstallCommands').implement({
  description:
    'Commands for a shell of the machine of a daemon, by operating system. They start the agent of Netloom with Node.js. `<API_KEY>` stands for the API key of the daemon, which is never returned again.',
  fields: (t) => ({
    linux: t.exposeString('linux', { description: 'Command for Linux.' }),
    macos: t.exposeString('macos', { description: 'Command for macOS.' }),
    freebsd: t.exposeString('freebsd', { description: 'Command for FreeBSD.' }),
    windows: t.exposeString('windows', { description: 'Command for PowerShell on Windows.' }),
  }),
});

builder.queryField('daemonInstallCommands', (t) =>
  t.field({
    type: commandsRef,
    nullable: true,
    description: 'Returns the commands that install a daemon on its machine. Nothing is stored.',
    args: {
      id: t.arg({ type: 'UUID', required: true, description: 'Id of the daemon.' }),
      purpose: t.arg({ type: purposeEnum, required: true, description: 'What the command is to do.' }),
    },
    resolve: async (_root, { id, purpose }, context) => {
      await requireVisible(context.db, 'Daemon', id, { select: { id: true } });
      return installCommands(await context.agentInstallation(), purpose);
    },
  }),
);

interface Reachability {
  readonly reachable: boolean;
  readonly error: string | null;
  readonly health: boolean | null;
}

const reachabilityRef = builder.objectRef<Reachability>('DaemonReachability').implement({
  description: 'Result of a test whether the service reaches the URL of a daemon.',
  fields: (t) => ({
    reachable: t.exposeBoolean('reachable', { description: 'Whether a server answers HTTP at the URL.' }),
    error: t.exposeString('error', { nullable: true, description: 'Why the URL is not reachable; null if it is.' }),
    health: t.exposeBoolean('health', {
      nullable: true,
      description:
        'Whether `/api/health` below the URL answers with a status of success; null if it was not asked for.',
    }),
  }),
});

/** Maximum size of the answer of a health check, in bytes. */
const healthBytes = 16 * 1024;

async function testReachability(outbound: Outbound, url: string, checksHealth: boolean): Promise<Reachability> {
  try {
    const base = url.replace(/\/+$/, '');
    const answer = await outbound.request({ method: 'GET', url: `${base}/api/health`, maximumBytes: healthBytes });
    return { reachable: true, error: null, health: checksHealth ? answer.status >= 200 && answer.status <= 299 : null };
  } catch (error) {
    if (!(error instanceof OutboundFailure)) throw error;
    return { reachable: false, error: error.message, health: checksHealth ? false : null };
  }
}

builder.mutationField('testDaemonReachability', (t) =>
  t.field({
    type: reachabilityRef,
    description:
      'Tests whether the service reaches a URL, before a daemon is provisioned with it. An address that the server does not connect to: `outbound_address_refused`.',
    authScopes: { action: 'testDaemonReachability' },
    // A test costs two tokens of the rate limit, so that one GraphQL document cannot test many URLs.
    complexity: { field: 2 * pointsPerToken },
    args: {
      url: t.arg.string({ ...urlBounds, required: true, description: daemonFieldHelp.url }),
      checkHealth: t.arg.boolean({ description: 'Whether to judge the answer of `/api/health`; false by default.' }),
    },
    resolve: (_root, { url, checkHealth }, { outbound }) => {
      outbound.assertAllowed('url', url);
      return testReachability(outbound, url, checkHealth ?? false);
    },
  }),
);
