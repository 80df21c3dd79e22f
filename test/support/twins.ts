// Two worlds with equal rows: two databases, each with a server. Suites make the same write in both worlds and compare
// the results.
import { createClient, type Client as HttpClient, type Credential } from './client';
import { createMigratedDatabase, createOwnDatabase, type OwnDatabase } from './own-database';
import { fillOrganization, type PopulatedOrganization } from './populate';
import { createWorld, planningOnce, serve, type DaemonCaller, type RunningServer, type World } from './world';

type IdsByModel = Readonly<Record<string, readonly string[]>>;
export type CallerName =
  'owner' | 'admin' | 'member' | 'viewer' | 'key' | 'narrowKey' | 'stranger' | 'daemon' | 'anonymous';

export interface Twin {
  readonly server: RunningServer;
  readonly callers: Readonly<Record<CallerName, HttpClient>>;
}
/** Two worlds with equal rows. The ids below are equal in both worlds. */
export interface TwinWorlds {
  readonly first: Twin;
  readonly second: Twin;
  readonly organizationId: string;
  readonly networkId: string;
  readonly otherNetworkId: string;
  readonly userIds: Readonly<Record<'owner' | 'viewer' | 'leaving', string>>;
  readonly daemonId: string;
  /** The host on which the daemon runs. */
  readonly daemonHostId: string;
  /** Ids of rows of the callers' organization and its first network, by model. */
  readonly ids: IdsByModel;
  /** Ids of rows of another organization. */
  readonly foreignIds: IdsByModel;
  close(): Promise<void>;
}

/**
 * Fills one world, copies its database and starts a server on each copy. `settings` are environment variables of both
 * servers.
 */
export async function createTwins(settings: NodeJS.ProcessEnv = {}): Promise<TwinWorlds> {
  const original = await createMigratedDatabase();
  const world = await createWorld({ DATABASE_URL: original.url });
  const filledTwin = await fillTwin(world);
  const daemon = await world.addDaemon();
  const credentials = credentialsOf(world, daemon);
  await world.stop();
  const copy = await createOwnDatabase({ template: original });
  // In the second database, the tables are in another schema than `public`. This must not change any result.
  await copy.query('ALTER SCHEMA public RENAME TO elsewhere');
  await copy.query(`ALTER DATABASE ${copy.name} SET search_path = elsewhere`);
  const databases = [original, copy];
  const twinOn = async ({ url }: OwnDatabase): Promise<Twin> => {
    const server = await serve({ ...settings, DATABASE_URL: planningOnce(url) });
    return { server, callers: callersOf(credentials, server.url) };
  };
  const [first, second] = await Promise.all([twinOn(original), twinOn(copy)]);
  return {
    first,
    second,
    ...filledTwin,
    daemonId: daemon.daemonId,
    daemonHostId: daemon.hostId!,
    close: async () => {
      await Promise.all([first, second].map(({ server }) => server.stop()));
      for (const database of databases) await database.drop();
    },
  };
}

async function fillTwin(world: World) {
  const { prisma, organizationId, networkId, otherNetworkId, stranger } = world;
  const ownOrganization = await fillOrganization(prisma, organizationId);
  const north = await ownOrganization.fillNetwork(networkId);
  await ownOrganization.fillNetwork(otherNetworkId);
  const strangersOrganization = await fillOrganization(prisma, stranger.organizationId);
  const elsewhere = await strangersOrganization.fillNetwork(world.strangerNetworkId);
  const { auditEventId } = await prisma.vlan.findUniqueOrThrow({ where: { id: north.ids.Vlan![0]! } });
  const keys = await prisma.userApiKey.findMany({ where: { userId: world.owner.userId }, orderBy: { id: 'asc' } });
  const idsOf = (organization: PopulatedOrganization, network: { ids: object }, more: IdsByModel): IdsByModel => ({
    ...organization.person.ids,
    ...organization.ids,
    ...(network.ids as IdsByModel),
    // The tags of the organization replace the tags that were created with the network.
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
    ids: idsOf(ownOrganization, north, {
      ...{ Organization: [organizationId], UserApiKey: keys.map(({ id }) => id) },
      // The first audit event must be about rows that the caller may see.
      AuditEvent: [auditEventId!, ...(ownOrganization.ids.AuditEvent ?? [])],
    }),
    foreignIds: idsOf(strangersOrganization, elsewhere, { Organization: [stranger.organizationId] }),
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
    Object.entries(credentials).map(([name, credential]) => [name, createClient(url, credential)]),
  ) as Twin['callers'];
