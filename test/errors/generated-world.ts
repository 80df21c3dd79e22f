// A populated world for generated requests, the ids that fit them, and the proof that a refused write changed no row.
import fc from 'fast-check';
import { demandOf, isAction } from '../../src/auth/permissions';
import type { Client, Reply } from '../support/client';
import { fillOrganization } from '../support/populate';
import { createWorld, type DaemonCaller, type World } from '../support/world';
import { rowsFingerprint } from '../tenancy/fingerprint';
import { modelsBehind } from '../tenancy/id-places';
import type { IdsAt } from './arbitraries';

export interface GeneratedWorld {
  readonly world: World;
  readonly daemon: DaemonCaller;
  /** Ids that fit a place of an operation about the owner; of any model where the inputs do not tell. */
  idsFor(owner: string): IdsAt;
  /** Takes back what generated requests do to everybody: they switch API access off. */
  restore(): Promise<unknown>;
  /** Sends a request that may write: when it is refused, no row has changed. */
  unchangedIfRefused(
    mayWrite: boolean,
    send: () => Promise<Reply>,
    isRefused: (reply: Reply) => boolean,
  ): Promise<void>;
}

/** By key or by session, since some operations are for people only; by a daemon where one is let in. */
export const askersOf = (generated: GeneratedWorld, field: string): fc.Arbitrary<Client> => {
  const { world, daemon } = generated;
  const demand = isAction(field) ? demandOf(field) : undefined;
  const users = [world.key, world.owner];
  return fc.constantFrom<Client>(...(demand?.daemon === 'none' || !demand ? users : [...users, daemon, daemon]));
};
/** The same requests on each run; a failure prints seed and path to repeat it. */
export const bounds = (numRuns: number): fc.Parameters<unknown> => ({
  seed: 20261121,
  numRuns,
  interruptAfterTimeLimit: 15_000,
});

export async function createGeneratedWorld(): Promise<GeneratedWorld> {
  const world = await createWorld();
  const { prisma, organizationId } = world;
  const ours = await fillOrganization(prisma, organizationId);
  const theirs = await fillOrganization(prisma, world.stranger.organizationId);
  const scopes = [ours, await ours.fillNetwork(world.networkId), await ours.fillNetwork(world.otherNetworkId)];
  const foreign = [theirs, await theirs.fillNetwork(world.strangerNetworkId)];
  // Keys of the owner's that may die, unlike the one that asks.
  const askingKeys = await prisma.userApiKey.findMany({ where: { userId: world.owner.userId } });
  for (let spare = 0; spare < 5; spare += 1) await world.addKey(world.owner);
  const spareKeys = await prisma.userApiKey.findMany({
    where: { userId: world.owner.userId, id: { notIn: askingKeys.map(({ id }) => id) } },
  });
  const idsByModel: Record<string, string[]> = {
    UserApiKey: spareKeys.map(({ id }) => id),
    Organization: [organizationId],
  };
  // Mostly rows within reach, a few beyond.
  for (const { ids } of [...scopes, ...scopes, ...foreign])
    for (const [model, some] of Object.entries(ids)) (idsByModel[model] ??= []).push(...some!);

  const daemon = await world.addDaemon();
  // Mostly itself.
  idsByModel.Daemon!.push(...Array<string>(idsByModel.Daemon!.length * 2).fill(daemon.daemonId));

  const rows = () => rowsFingerprint(prisma, [organizationId, world.stranger.organizationId]);
  // What a refused write has left, which is what the next one finds.
  let found: string | undefined;
  return {
    world,
    daemon,
    idsFor: (owner) => (path) => {
      const isTold = !path.some((name) => /filter|options/i.test(name));
      const models = isTold ? modelsBehind(owner, path).map(({ model }) => model) : Object.keys(idsByModel);
      return models.flatMap((model) => idsByModel[model] ?? []);
    },
    restore: () => {
      found = undefined;
      return prisma.organization.updateMany({ where: { id: organizationId }, data: { apiAccessEnabled: true } });
    },
    unchangedIfRefused: async (mayWrite, send, isRefused) => {
      if (!mayWrite) return void isRefused(await send());
      const before = found ?? (await rows());
      found = undefined;
      const reply = await send();
      if (!isRefused(reply)) return;
      found = await rows();
      if (found !== before) throw new Error(`half-written: ${reply.story}`);
    },
  };
}
