// Creates populated organizations for generated requests, finds ids that fit such requests, and checks that a refused
// write changes no row.
import fc from 'fast-check';
import { demandOf, isAction } from '../../src/auth/permissions';
import type { Client, Reply } from '../support/client';
import { createMigratedDatabase, type OwnDatabase } from '../support/own-database';
import { addImportPlan, addMailRule, fillOrganization } from '../support/populate';
import { createWorld, type Caller, type DaemonCaller, type World } from '../support/world';
import { rowsFingerprint } from '../tenancy/fingerprint';
import { findModels } from '../tenancy/id-places';
import type { IdsAt } from './arbitraries';

export interface GeneratedWorld {
  readonly world: World;
  readonly daemon: DaemonCaller;
  /**
   * Returns the ids for the inputs of an operation about the model `owner`. Inputs of filters and options get ids of
   * all models.
   */
  idsFor(owner: string): IdsAt;
  /** Switches API access of the organization on again, if a generated request has switched it off. */
  restore(): Promise<void>;
  /** Sends a request that may write. If the service refuses it, expects that no row has changed. */
  unchangedIfRefused(
    mayWrite: boolean,
    send: () => Promise<Reply>,
    isRefused: (reply: Reply) => boolean,
  ): Promise<void>;
  close(): Promise<void>;
}

/**
 * Generates the caller of an operation: a key, a session (some operations refuse keys), or a daemon if daemons may call
 * the operation.
 */
export const askersOf = (generated: GeneratedWorld, field: string): fc.Arbitrary<Client> => {
  const { world, daemon } = generated;
  const demand = isAction(field) ? demandOf(field) : undefined;
  const users = [world.key, world.owner];
  return fc.constantFrom<Client>(...(demand?.daemon === 'none' || !demand ? users : [...users, daemon, daemon]));
};
/**
 * fast-check parameters with a fixed seed, so that every test run sends the same requests. A failure prints the seed
 * and path that repeat the failing request.
 */
export const bounds = (numRuns: number): fc.Parameters<unknown> => ({
  seed: 20261121,
  numRuns,
  interruptAfterTimeLimit: 15_000,
});

/**
 * Makes the database count statements that write, including rolled-back statements. While the count is unchanged, no
 * row has changed.
 */
async function countWrites({ query }: OwnDatabase): Promise<void> {
  await query(`
    CREATE SEQUENCE writes_seen;
    CREATE FUNCTION see_write() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM nextval('writes_seen'); RETURN NULL; END $$;
    DO $$ DECLARE of regclass; BEGIN
      FOR of IN SELECT oid FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema::regnamespace LOOP
        EXECUTE format('CREATE TRIGGER see_writes AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON %s
          FOR EACH STATEMENT EXECUTE FUNCTION see_write()', of);
      END LOOP;
    END $$`);
}

export async function createGeneratedWorld(): Promise<GeneratedWorld> {
  // The generated organizations have a separate database, so that writes of other test files are not counted.
  const database = await createMigratedDatabase();
  await countWrites(database);
  const world = await createWorld({ DATABASE_URL: database.url });
  const { prisma, organizationId } = world;
  const ours = await fillOrganization(prisma, organizationId);
  const theirs = await fillOrganization(prisma, world.stranger.organizationId);
  /** Rows of a user that nobody else sees. */
  const ownOf = async (caller: Caller, networkId: string) => ({
    ids: { ...(await addImportPlan(prisma, caller, networkId)), ...(await addMailRule(prisma, caller)) },
  });
  const scopes = [
    ...[ours, await ours.fillNetwork(world.networkId), await ours.fillNetwork(world.otherNetworkId)],
    await ownOf(world.owner, world.networkId),
  ];
  const foreign = [
    ...[theirs, await theirs.fillNetwork(world.strangerNetworkId)],
    await ownOf(world.stranger, world.strangerNetworkId),
  ];
  // Spare keys of the Owner, which requests may delete or rotate. The keys that authenticate requests must stay valid.
  const askingKeys = await prisma.userApiKey.findMany({ where: { userId: world.owner.userId } });
  for (let spare = 0; spare < 5; spare += 1) await world.addKey(world.owner);
  const spareKeys = await prisma.userApiKey.findMany({
    where: { userId: world.owner.userId, id: { notIn: askingKeys.map(({ id }) => id) } },
  });
  const idsByModel: Record<string, string[]> = {
    UserApiKey: spareKeys.map(({ id }) => id),
    Organization: [organizationId],
  };
  // Mostly ids of rows that the caller may see, and a few of other rows.
  for (const { ids } of [...scopes, ...scopes, ...foreign])
    for (const [model, some] of Object.entries(ids)) (idsByModel[model] ??= []).push(...some!);

  const daemon = await world.addDaemon();
  // Most daemon ids are the id of the sending daemon.
  idsByModel.Daemon!.push(...Array<string>(idsByModel.Daemon!.length * 2).fill(daemon.daemonId));

  const writesSeen = async () => {
    const [{ count }] = await prisma.$queryRaw<[{ count: bigint }]>`SELECT last_value AS count FROM writes_seen`;
    return count;
  };
  const look = async () => {
    const count = await writesSeen();
    return { count, rows: await rowsFingerprint(prisma, [organizationId, world.stranger.organizationId]) };
  };
  // The rows after the last refused write, which are also the rows before the next write.
  let found: Awaited<ReturnType<typeof look>> | undefined;
  return {
    world,
    daemon,
    idsFor: (owner) => (path) => {
      const isTold = !path.some((name) => /filter|options/i.test(name));
      const models = isTold ? findModels(owner, path).map(({ model }) => model) : Object.keys(idsByModel);
      return models.flatMap((model) => idsByModel[model] ?? []);
    },
    restore: async () => {
      // The organization is missing once generated requests have deleted it.
      const organization = await prisma.organization.findUnique({ where: { id: organizationId } });
      if (organization?.apiAccessEnabled !== false) return;
      found = undefined;
      await prisma.organization.update({ where: { id: organizationId }, data: { apiAccessEnabled: true } });
    },
    unchangedIfRefused: async (mayWrite, send, isRefused) => {
      if (!mayWrite) return void isRefused(await send());
      const before = found ?? (await look());
      found = undefined;
      const reply = await send();
      if (!isRefused(reply)) return;
      found = (await writesSeen()) === before.count ? before : await look();
      if (found.rows !== before.rows) throw new Error(`half-written: ${reply.story}`);
    },
    close: async () => {
      await world.close();
      await database.drop();
    },
  };
}
