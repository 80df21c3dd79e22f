// Creates organizations with a past: rows were deleted and created again with the same ids in other networks and
// organizations, rows were moved, and some rows outlived the rows on which they depended.
import { randomBytes } from 'node:crypto';
import { runAs } from '../../src/data/acting';
import { delegateOf } from '../../src/data/model/delegate';
import { naturalOrder } from '../../src/graphql/lists/order-fields';
import { columnsOf } from '../../src/data/model/model-fields';
import type { Prisma, PrismaClient } from '../../src/generated/prisma/client';
import type { Client } from '../support/client';
import { databaseInstant } from '../support/instants';
import { fillOrganization, type Ids, type Populated, type PopulatedOrganization } from '../support/populate';
import { createWorld, type World } from '../support/world';

type ModelName = Prisma.ModelName;

export interface LivedCaller {
  readonly name: string;
  readonly caller: Client;
  /** Texts of networks and organizations that the caller may not see. No response may contain them, at any instant. */
  readonly forbidden: readonly string[];
  /**
   * Forbidden texts that audit events may nevertheless contain, because an Admin's audit log contains the names of all
   * keys.
   */
  readonly audited: readonly string[];
}
export interface Instant {
  readonly name: string;
  /** Undefined for a read of the present. */
  readonly at?: Date;
}
export interface LivedWorld {
  readonly world: World;
  /** A Member of the first network, a key for the second network, the Owner, and the Owner of another organization. */
  readonly apart: readonly LivedCaller[];
  /** A key for the first network, and a key for no network. */
  readonly others: readonly LivedCaller[];
  readonly daemons: readonly LivedCaller[];
  readonly anonymous: LivedCaller;
  /** Instants before, between and after the changes, while some of the changes were made, and now. */
  readonly instants: readonly Instant[];
  /** Ids of existing and deleted rows, by model. */
  readonly ids: Readonly<Record<string, readonly string[]>>;
  close(): Promise<void>;
}

/** Models whose rows are deleted, in this order. The database deletes dependent rows of other models by cascade. */
const wipedModelNames: readonly ModelName[] = [
  ...(['Check', 'Webhook', 'MailRule'] as const),
  ...([
    'Plan',
    'SavedView',
    'Share',
    'Topology',
    'Snapshot',
    'DiscoverySession',
    'Daemon',
    'Host',
    'Subnet',
    'Vlan',
    'Group',
    'FhrpGroup',
  ] as const),
  ...(['TagAssignment', 'Discovery', 'DaemonApiKey', 'UserApiKey', 'Invite', 'Credential', 'Tag'] as const),
  ...(['Mail', 'IdempotentAnswer', 'Registration', 'User'] as const),
];
const links = [
  'interface_vlans',
  'subnet_vlans',
  'tag_assignments',
  'group_members',
  'interface_neighbors',
  'bindings',
];
const parts = ['interfaces', 'ports', 'ip_addresses', 'services'];

/**
 * Deletes rows in a transaction. While it is open, another transaction changes rows that depend on them, so that in
 * the history the dependent rows exist longer than the deleted rows. Returns the time of the deletion.
 */
async function wipe(
  { prisma, ...world }: World,
  createdIds: readonly Ids[],
  outliving: readonly string[],
): Promise<Date> {
  const idsOf = (model: ModelName) => createdIds.flatMap((ids) => ids[model] ?? []);
  const networkIds = [world.networkId, world.otherNetworkId, world.strangerNetworkId];
  return prisma.$transaction(async (tx) => {
    const first = { where: { id: idsOf('Host')[0]! }, data: { sysContact: null }, select: { validFrom: true } };
    const { validFrom } = await tx.host.update(first);
    while (Date.now() <= validFrom.getTime() + 1) await new Promise(setImmediate);
    for (const table of outliving)
      await prisma.$executeRawUnsafe(
        `UPDATE ${table} SET created_at = created_at - interval '1 hour' WHERE network_id = ANY($1::uuid[])`,
        networkIds,
      );
    for (const model of wipedModelNames)
      await delegateOf(tx, model).deleteMany({ where: { id: { in: idsOf(model) } } });
    return validFrom;
  });
}

interface Mover {
  readonly model: ModelName;
  readonly id: string;
}
/** Adds one row of each kind that can move to another network, with a tag where possible. */
async function addMovers(prisma: PrismaClient, home: Place): Promise<Mover[]> {
  const { organizationId, networkId, tagId } = home;
  const name = `${home.rows.secret} mover`;
  const [hostId, daemonId] = [home.rows.ids.Host![0], home.rows.ids.Daemon![0]];
  const here = { networkId, name };
  const run = { discoveryType: 'Unified', runType: 'AdHoc' };
  const rows: [model: ModelName, row: object, tagged?: string][] = [
    ['DaemonApiKey', { ...here, keyHash: randomBytes(32).toString('hex'), keyPrefix: 'nlm_d_mv' }, 'daemonApiKeyId'],
    ['Discovery', { ...here, ...run, daemonId }, 'discoveryId'],
    ['Subnet', { ...here, description: name, cidr: `10.99.${home.number}.0/24`, subnetType: 'Lan' }, 'subnetId'],
    ['Group', { ...here, groupType: 'RequestPath', memberType: 'Services', color: 'Red' }, 'groupId'],
    ['Vlan', { ...here, organizationId, vlanNumber: 4000 + home.number }],
    ['Host', { ...here, hostname: name }, 'hostId'],
    ['Service', { ...here, hostId, serviceDefinition: 'nginx' }, 'serviceId'],
    ['Port', { networkId, hostId, number: 50_000 + home.number, protocol: 'Udp' }],
    ['Interface', { networkId, hostId, ifIndex: 50_000 + home.number, ifDescr: name }],
  ];
  const createdMovers: Mover[] = [];
  for (const [model, data, tagged] of rows) {
    const { id } = (await delegateOf(prisma, model).create({ data })) as { id: string };
    createdMovers.push({ model, id });
    if (tagged) await prisma.tagAssignment.create({ data: { organizationId, networkId, tagId, [tagged]: id } });
  }
  return createdMovers;
}

/** Moves a row with its tags to another network, and changes its texts to those of that network. */
async function move(prisma: PrismaClient, { model, id }: Mover, from: Place, to: Place): Promise<void> {
  const row = (await delegateOf(prisma, model).findUnique({ where: { id } }))!;
  const texts = [...columnsOf(model).values()]
    .filter(({ name, kind, isList }) => kind === 'text' && !isList && row[name] !== null && name !== naturalOrder)
    .map(({ name }) => [name, (row[name] as string).replace(from.rows.secret, to.rows.secret)] as const);
  const owner = { hostId: to.rows.ids.Host![0], daemonId: to.rows.ids.Daemon![0] };
  const owned = Object.entries(owner).filter(([name]) => columnsOf(model).has(name));
  const data = { ...Object.fromEntries([...texts, ...owned]), networkId: to.networkId };
  await delegateOf(prisma, model).update({ where: { id }, data });
}

/** A network with the rows that were created in it. */
interface Place {
  readonly number: number;
  readonly organizationId: string;
  readonly networkId: string;
  readonly tagId: string;
  readonly rows: Populated;
}

/**
 * Changes some of the rows as a daemon, as a discovery run and as the user, so that the history names each kind of
 * actor.
 */
async function touch(prisma: PrismaClient, { organizationId, rows }: Place, userId: string): Promise<void> {
  const { ids, secret } = rows;
  const [daemonId, discoveryId] = [ids.Daemon![0]!, ids.Discovery![0]!];
  const of = (model: ModelName) => ({ id: { in: [...ids[model]!] } });
  const data = { description: `${secret} touched` };
  await runAs({ actorType: 'Daemon', organizationId, daemonId }, () =>
    prisma.host.updateMany({ where: of('Host'), data }),
  );
  await runAs({ actorType: 'Discovery', organizationId, daemonId, discoveryId }, () =>
    prisma.service.updateMany({ where: of('Service'), data: { sourceReason: `${secret} touched` } }),
  );
  await runAs({ actorType: 'User', organizationId, userId }, () => prisma.vlan.updateMany({ where: of('Vlan'), data }));
}

export async function createLivedWorld(): Promise<LivedWorld> {
  const world = await createWorld({ QUERY_COST_MAXIMUM: '100000000', LOG_LEVEL: 'silent' });
  const { prisma, organizationId, stranger } = world;
  const networks = [world.networkId, world.otherNetworkId, world.strangerNetworkId];
  const instants: Instant[] = [];
  const now = async (name: string) => void instants.push({ name, at: await databaseInstant(prisma) });

  const lives: { organizations: PopulatedOrganization[]; places: Place[] }[] = [];
  /** Creates new rows in all networks, with ids that rows of another network or organization had before. */
  const live = async () => {
    const last = lives.at(-1);
    const organizations: PopulatedOrganization[] = [];
    for (const [index, id] of [organizationId, stranger.organizationId].entries())
      organizations.push(await fillOrganization(prisma, id, last?.organizations[1 - index]));
    const places: Place[] = [];
    for (const [index, networkId] of networks.entries()) {
      const ownOrganization = organizations[index < 2 ? 0 : 1]!;
      const rows = await ownOrganization.fillNetwork(networkId, last?.places[(index + 1) % networks.length]!.rows.made);
      const owner = index < 2 ? organizationId : stranger.organizationId;
      places.push({ number: index, organizationId: owner, networkId, tagId: ownOrganization.ids.Tag![0]!, rows });
    }
    for (const [index, place] of places.entries())
      await touch(prisma, place, organizations[index < 2 ? 0 : 1]!.personId);
    lives.push({ organizations, places });
    return places;
  };
  const end = async (name: string, outliving: readonly string[]) => {
    const { organizations, places } = lives.at(-1)!;
    const createdRows = [
      ...places.map(({ rows }) => rows),
      ...organizations,
      ...organizations.map(({ person }) => person),
    ];
    instants.push({
      name: `while ${name} ends`,
      at: await wipe(
        world,
        createdRows.map((one) => one.made),
        outliving,
      ),
    });
  };

  await now('before anything');
  await live();
  await now('the first life');
  await end('the first life', [...links, ...parts]);
  const [north, south] = (await live()) as [Place, Place, Place];
  const [northern, southern] = [await addMovers(prisma, north), await addMovers(prisma, south)];
  await now('the second life');
  for (const one of northern) await move(prisma, one, north, south);
  for (const one of southern) await move(prisma, one, south, north);
  await now('after the moves');
  await end('the second life', links);
  await live();
  instants.push({ name: 'now' });

  const wordsOf = (scopes: readonly Populated[]) => scopes.flatMap(({ secret, marks }) => [secret, ...marks]);
  const ofNetworks = (isMeant: (index: number) => boolean) =>
    wordsOf(lives.flatMap(({ places }) => places.filter(({ number }) => isMeant(number)).map(({ rows }) => rows)));
  const ofOrganizations = (isMeant: (index: number) => boolean) =>
    wordsOf(lives.flatMap(({ organizations }) => organizations.filter((_one, index) => isMeant(index))));
  const persons = (isMeant: (index: number) => boolean) =>
    wordsOf(
      lives.flatMap(({ organizations }) => organizations.filter((_one, i) => isMeant(i)).map(({ person }) => person)),
    );
  const lived = (name: string, caller: Client, organization: number, reached: readonly number[]): LivedCaller => ({
    name,
    caller,
    forbidden: [
      ...ofNetworks((index) => !reached.includes(index)),
      ...ofOrganizations((index) => index !== organization),
      ...persons(() => true),
    ],
    audited: persons((index) => index === organization),
  });
  const keyOf = (...reached: number[]) =>
    world.addKey(world.owner, { networkIds: reached.map((index) => networks[index]!) });
  const daemonOf = async (index: number) => {
    const caller = await world.addDaemon({ networkId: networks[index]! });
    // The third argument is the organization whose texts the caller may see: none (-1), because a daemon may not see
    // texts even of its own organization, such as names of tags.
    return { ...lived(`a daemon of network ${index}`, caller, -1, [index]), audited: [] };
  };
  const ids: Record<string, string[]> = {};
  for (const scope of lives.flatMap(({ organizations, places }) => [
    ...places.map(({ rows }) => rows),
    ...organizations.flatMap((one) => [one, one.person]),
  ]))
    for (const [model, list] of Object.entries(scope.ids)) (ids[model] ??= []).push(...list);
  for (const { model, id } of [...northern, ...southern]) ids[model]!.push(id);
  return {
    world,
    apart: [
      lived('a Member of the first network', await world.addUser('Member', [world.networkId]), 0, [0]),
      lived('a key for the second network', await keyOf(1), 0, [1]),
      lived('the Owner of another organization', stranger, 1, [2]),
      lived('the Owner', world.owner, 0, [0, 1]),
    ],
    others: [
      lived('a key for the first network', await keyOf(0), 0, [0]),
      lived('a key for no network', await keyOf(), 0, []),
    ],
    daemons: [await daemonOf(0)],
    anonymous: { ...lived('nobody', world.anonymous, -1, []), audited: [] },
    instants,
    ids: Object.fromEntries(Object.entries(ids).map(([model, list]) => [model, [...new Set(list)]])),
    close: world.close,
  };
}
