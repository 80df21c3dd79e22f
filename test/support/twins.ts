// Twin worlds: two databases with the same rows and a server on each, so that one write can be done twice and compared.
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { migrate } from '../../src/platform/postgres/migrate';
import { clientOf, type Client as HttpClient, type Credential } from './client';
import { fillOrganization, type PopulatedOrganization } from './populate';
import { createWorld, serve, type DaemonCaller, type RunningServer, type World } from './world';

type IdsByModel = Readonly<Record<string, readonly string[]>>;
export type CallerName =
  'owner' | 'admin' | 'member' | 'viewer' | 'key' | 'narrowKey' | 'stranger' | 'daemon' | 'anonymous';

export interface Twin {
  readonly server: RunningServer;
  readonly callers: Readonly<Record<CallerName, HttpClient>>;
}
/** What both worlds hold: the same ids on either side. */
export interface TwinWorlds {
  readonly first: Twin;
  readonly second: Twin;
  readonly organizationId: string;
  readonly networkId: string;
  readonly otherNetworkId: string;
  readonly userIds: Readonly<Record<'owner' | 'viewer' | 'leaving', string>>;
  readonly daemonId: string;
  /** The host that it runs on. */
  readonly daemonHostId: string;
  /** Rows of the callers' organization and its first network, by model. */
  readonly ids: IdsByModel;
  /** Rows of another organization. */
  readonly foreignIds: IdsByModel;
  close(): Promise<void>;
}

const serverUrl = () => process.env.TEST_DATABASE_URL!;
const addressOf = (name: string) => Object.assign(new URL(serverUrl()), { pathname: `/${name}` }).href;

async function statement(sql: string, url = serverUrl()): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Fills one world, copies its database and serves both copies. `settings` as for `serve`. */
export async function createTwins(settings: NodeJS.ProcessEnv = {}): Promise<TwinWorlds> {
  // Named as the test runner names its own, which drops what killed runs leave behind.
  const names = ['first', 'second'].map(
    (twin) => `netloom_test_${process.pid}_${randomBytes(3).toString('hex')}_${twin}`,
  );
  const [firstName, secondName] = names as [string, string];
  await statement(`CREATE DATABASE ${firstName}`);
  await migrate(addressOf(firstName));
  const world = await createWorld({ DATABASE_URL: addressOf(firstName) });
  const filled = await fillTwin(world);
  const daemon = await world.addDaemon();
  const credentials = credentialsOf(world, daemon);
  await world.stop();
  await statement(`CREATE DATABASE ${secondName} TEMPLATE ${firstName}`);
  // Its tables are in another schema, which is to make no difference either.
  await statement('ALTER SCHEMA public RENAME TO elsewhere', addressOf(secondName));
  await statement(`ALTER DATABASE ${secondName} SET search_path = elsewhere`);
  const servers = await Promise.all(names.map((name) => serve({ ...settings, DATABASE_URL: addressOf(name) })));
  const [first, second] = servers.map((server) => ({ server, callers: callersOf(credentials, server.url) })) as [
    Twin,
    Twin,
  ];
  return {
    first,
    second,
    ...filled,
    daemonId: daemon.daemonId,
    daemonHostId: daemon.hostId!,
    close: async () => {
      await Promise.all(servers.map((server) => server.stop()));
      for (const name of names) await statement(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

async function fillTwin(world: World) {
  const { prisma, organizationId, networkId, otherNetworkId, stranger } = world;
  const ours = await fillOrganization(prisma, organizationId);
  const north = await ours.fillNetwork(networkId);
  await ours.fillNetwork(otherNetworkId);
  const theirs = await fillOrganization(prisma, stranger.organizationId);
  const elsewhere = await theirs.fillNetwork(world.strangerNetworkId);
  const keys = await prisma.userApiKey.findMany({ where: { userId: world.owner.userId }, orderBy: { id: 'asc' } });
  const idsOf = (organization: PopulatedOrganization, network: { ids: object }, more: IdsByModel): IdsByModel => ({
    ...organization.person.ids,
    ...organization.ids,
    ...(network.ids as IdsByModel),
    // Tags of the organization come first: the network's own are another list.
    Tag: organization.ids.Tag!,
    ...more,
  });
  return {
    organizationId,
    networkId,
    otherNetworkId,
    userIds: {
      owner: world.owner.userId,
      viewer: world.viewer.userId,
      leaving: (await world.addUser('Viewer')).userId,
    },
    ids: idsOf(ours, north, { Organization: [organizationId], UserApiKey: keys.map(({ id }) => id) }),
    foreignIds: idsOf(theirs, elsewhere, { Organization: [stranger.organizationId] }),
  };
}

type Credentials = Readonly<Record<CallerName, Credential>>;
const credentialsOf = (world: World, daemon: DaemonCaller): Credentials => ({
  owner: world.owner.credential,
  admin: world.admin.credential,
  member: world.member.credential,
  viewer: world.viewer.credential,
  key: world.key.credential,
  narrowKey: world.narrowKey.credential,
  stranger: world.stranger.credential,
  daemon: daemon.credential,
  anonymous: {},
});
const callersOf = (credentials: Credentials, url: string): Twin['callers'] =>
  Object.fromEntries(
    Object.entries(credentials).map(([name, credential]) => [name, clientOf(url, credential)]),
  ) as Twin['callers'];
