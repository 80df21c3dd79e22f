// Creates test organizations in which every caller may see some rows of every kind and may not see others.
import { randomUUID } from 'node:crypto';
import { modelNames } from '../../src/data/model/model-fields';
import { demandOf, isAction } from '../../src/auth/permissions';
import type { Client, Reply } from '../support/client';
import {
  addImportPlan,
  addMailRule,
  fillOrganization,
  type Populated,
  type PopulatedOrganization,
} from '../support/populate';
import { createWorld, type Caller, type DaemonCaller, type World } from '../support/world';
import { rowsFingerprint, watchRows, type WatchedRows } from './fingerprint';

type IdsByModel = Readonly<Partial<Record<string, readonly string[]>>>;

export interface WalledCaller<C extends Client = Client> {
  readonly name: string;
  readonly caller: C;
  readonly networkIds: readonly string[];
  /** Ids of rows that the caller may see, by model. */
  readonly home: IdsByModel;
  /** Ids of rows that the caller may not see, by model. */
  readonly beyond: IdsByModel;
  /** Texts that must never occur in a response to this caller: ids, secrets and addresses. */
  readonly forbidden: readonly string[];
  /**
   * Forbidden texts that audit events may nevertheless contain, because an Admin's audit log contains the names of all
   * keys.
   */
  readonly audited: readonly string[];
}
export interface WalledWorld {
  readonly world: World;
  readonly narrowKey: WalledCaller<Caller>;
  readonly viewer: WalledCaller<Caller>;
  readonly member: WalledCaller<Caller>;
  readonly stranger: WalledCaller<Caller>;
  /** A caller for operations that daemons may call. */
  readonly daemon: WalledCaller;
  readonly callers: readonly WalledCaller<Caller>[];
  /** The checksums of all rows of the two organizations. */
  readonly rows: WatchedRows;
  close(): Promise<void>;
}

const join = (...parts: readonly IdsByModel[]): IdsByModel =>
  Object.fromEntries(modelNames.map((model) => [model, parts.flatMap((ids) => ids[model] ?? [])]));

export async function createWalledWorld(settings: NodeJS.ProcessEnv = {}): Promise<WalledWorld> {
  const world = await createWorld({ QUERY_COST_MAXIMUM: '100000000', ...settings });
  const { prisma } = world;
  const ownOrganization = await fillOrganization(prisma, world.organizationId);
  const north = await ownOrganization.fillNetwork(world.networkId);
  const south = await ownOrganization.fillNetwork(world.otherNetworkId);
  const foreignOrganization = await fillOrganization(prisma, world.stranger.organizationId);
  const elsewhere = await foreignOrganization.fillNetwork(world.strangerNetworkId);
  /** Returns the ids of the caller's API keys, after adding a tag and an audit event for each of them. */
  const ownKeysOf = async ({ userId, organizationId }: Caller, { ids }: Populated) => {
    const keys = (await prisma.userApiKey.findMany({ where: { userId } })).map(({ id }) => id);
    const tagId = ids.Tag![0]!;
    await prisma.tagAssignment.createMany({
      data: keys.map((userApiKeyId) => ({ userApiKeyId, userId, organizationId, tagId })),
      skipDuplicates: true,
    });
    await prisma.auditEvent.createMany({
      data: keys.map((userApiKeyId) => ({ organizationId, actorType: 'UserApiKey' as const, userId, userApiKeyId })),
    });
    return keys;
  };

  const narrowViewer = await world.addUser('Viewer', [world.networkId]);
  const narrowMember = await world.addUser('Member', [world.networkId]);
  for (const owner of [narrowViewer, narrowMember])
    await world.addKey(owner, { permissions: 'Viewer', networkIds: [world.networkId] });
  const usersOf = async (organizationId: string) =>
    (await prisma.user.findMany({ where: { organizationId } })).map(({ id }) => id);
  const us: IdsByModel = { Organization: [world.organizationId], User: await usersOf(world.organizationId) };
  const foreignIds: IdsByModel = {
    Organization: [world.stranger.organizationId],
    User: await usersOf(world.stranger.organizationId),
  };

  const addWall = async <C extends Caller | DaemonCaller>(
    name: string,
    caller: C,
    networkIds: readonly string[],
    home: readonly [IdsByModel, Populated, ...Populated[]],
    beyond: readonly [IdsByModel, ...Populated[]],
  ): Promise<WalledCaller<C>> => {
    const [homeIds, ...homeRows] = home;
    const [beyondIds, ...beyondRows] = beyond;
    const idsBeyond = join(beyondIds, ...beyondRows.map(({ ids }) => ids));
    const wordsOf = (ids: IdsByModel, rows: readonly Populated[]) => [
      ...Object.values(ids).flatMap((someIds) => someIds ?? []),
      ...rows.flatMap(({ secret, marks }) => [secret, ...marks]),
    ];
    const forbidden = wordsOf(idsBeyond, beyondRows);
    const people = homeRows.flatMap((rows) => ('person' in rows ? [(rows as PopulatedOrganization).person] : []));
    const auditedWords = people.flatMap((person) => wordsOf(person.ids, [person]));
    const ownKeys =
      'userId' in caller
        ? {
            UserApiKey: await ownKeysOf(caller, homeRows[0]!),
            ...(await addImportPlan(prisma, caller, networkIds[0]!)),
            ...(await addMailRule(prisma, caller)),
          }
        : { Daemon: [caller.daemonId] };
    return {
      name,
      caller,
      networkIds,
      home: join(homeIds, ...homeRows.map(({ ids }) => ids), ownKeys),
      beyond: idsBeyond,
      forbidden,
      audited: auditedWords,
    };
  };
  const inside = [world.networkId];
  const insiders = [us, ownOrganization, north] as const;
  const elsewhereRows = [
    south,
    ownOrganization.person,
    foreignOrganization,
    foreignOrganization.person,
    elsewhere,
  ] as const;
  const outsiders = [foreignIds, ...elsewhereRows] as const;
  const narrowKey = await addWall('a key narrowed to one network', world.narrowKey, inside, insiders, outsiders);
  const viewer = await addWall('a Viewer of one network', narrowViewer, inside, insiders, outsiders);
  const member = await addWall('a Member of one network', narrowMember, inside, insiders, outsiders);
  const stranger = await addWall(
    'the Owner of another organization',
    world.stranger,
    [world.strangerNetworkId],
    [foreignIds, foreignOrganization, elsewhere],
    [us, ownOrganization, ownOrganization.person, foreignOrganization.person, north, south],
  );
  const registeredDaemon = await world.addDaemon();
  // A daemon may see nothing of its organization except users, because any user may be the maintainer of the daemon.
  const rest: IdsByModel = { ...join(us, ownOrganization.ids), User: [] };
  const daemon = await addWall(
    'a daemon of one network',
    registeredDaemon,
    inside,
    [{}, north],
    [join(rest, foreignIds), ...elsewhereRows],
  );
  const organizationIds = [world.organizationId, world.stranger.organizationId];
  return {
    world,
    narrowKey,
    viewer,
    member,
    stranger,
    daemon,
    callers: [narrowKey, viewer, stranger],
    rows: watchRows(() => rowsFingerprint(prisma, organizationIds)),
    close: world.close,
  };
}

/** The callers that may call an operation: users, daemons, or both. */
export function listCallers({ narrowKey, member, stranger, daemon }: WalledWorld, field: string): WalledCaller[] {
  const demand = isAction(field) ? demandOf(field) : undefined;
  return [
    ...(demand?.daemonOnly ? [] : [narrowKey, member, stranger]),
    ...(demand && demand.daemon !== 'none' ? [daemon] : []),
  ];
}

/** The content of a response without the requested id. A caller cannot tell responses with equal content apart. */
export function replyText(reply: Reply, id: string): string {
  // Headers that differ between equal requests. `set-cookie` occurs when a request renews a session that was last
  // renewed more than a minute ago.
  const changing = ['date', 'x-request-id', 'set-cookie'];
  const headers = [...reply.headers.entries()].filter(([name]) => !changing.includes(name));
  return JSON.stringify([reply.status, headers, reply.body])
    .replaceAll(id, '<id>')
    .replaceAll(id.toUpperCase(), '<id>');
}

export const absentId = (): string => randomUUID();

/**
 * The SQL statements of the request, without the statements that store uses of keys and sessions in the background.
 */
export const recordStatements = async (world: World, work: () => Promise<unknown>): Promise<string[]> =>
  (await world.queries.during(work)).filter((sql) => !/UPDATE .*(user_api_keys|daemon_api_keys|sessions)/.test(sql));
