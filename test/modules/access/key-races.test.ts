// Concurrent rotations and deletions of one key: the last committed token is valid, all other tokens are not.
import { hashToken } from '../../../src/auth/tokens';
import { createClient, type Reply } from '../../support/client';
import { queueForRow } from '../../support/row-queue';
import { createWorld, type World } from '../../support/world';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const kinds = {
  'user key': { path: '/auth/keys', table: 'user_api_keys' },
  'daemon key': { path: '/auth/daemon', table: 'daemon_api_keys' },
} as const;
type Kind = keyof typeof kinds;
const each = Object.keys(kinds) as Kind[];

const create = async (kind: Kind): Promise<{ id: string; token: string }> => {
  const place = kind === 'daemon key' ? { network_id: world.networkId } : {};
  const { body } = await world.member.rest.post(kinds[kind].path, { name: 'raced', tags: [], ...place });
  return { id: body.data.api_key.id, token: body.data.key };
};
const rotate = (kind: Kind, id: string) => world.member.rest.post(`${kinds[kind].path}/${id}/rotate`);
const remove = (kind: Kind, id: string) => world.member.rest.delete(`${kinds[kind].path}/${id}`);

/** For each token, whether the service knows the token: whether a key with the token's hash is stored. */
async function readKnownTokens(kind: Kind, tokens: readonly string[]): Promise<boolean[]> {
  const hashes = tokens.map(hashToken);
  const where = { keyHash: { in: hashes } };
  const { prisma } = world;
  const rows =
    kind === 'user key' ? await prisma.userApiKey.findMany({ where }) : await prisma.daemonApiKey.findMany({ where });
  const storedKeyHashes = new Set(rows.map(({ keyHash }) => keyHash));
  return hashes.map((hash) => storedKeyHashes.has(hash));
}

test.each(each)('of two concurrent rotations of a %s, the token of the second one works', async (kind) => {
  const { id, token } = await create(kind);
  const again = () => rotate(kind, id);
  const answers = await queueForRow(kinds[kind].table, id, [again, again]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const tokens = answers.map(({ body }) => body.data as string);

  expect(await readKnownTokens(kind, [token, ...tokens])).toEqual([false, false, true]);
  if (kind === 'daemon key') return;
  const statuses = await Promise.all(
    tokens.map(async (key) => (await createClient(world.url, { key }).rest.get('/networks')).status),
  );
  expect(statuses).toEqual([401, 200]);
});

test.each(each)('of ten concurrent rotations of a %s exactly one token works', async (kind) => {
  const { id, token } = await create(kind);
  const answers = await Promise.all(Array.from({ length: 10 }, () => rotate(kind, id)));
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  const alive = await readKnownTokens(kind, [token, ...answers.map(({ body }) => body.data as string)]);
  expect(alive.filter(Boolean)).toHaveLength(1);
});

test.each(each)('a %s that is rotated and deleted at the same time is refused, in either order', async (kind) => {
  for (const acts of [
    [rotate, remove],
    [remove, rotate],
  ]) {
    const { id, token } = await create(kind);
    const requests = acts.map((act) => () => act(kind, id));
    const replies = await queueForRow(kinds[kind].table, id, requests);
    const [rotatedReply, removedReply] = (acts[0] === rotate ? replies : replies.reverse()) as [Reply, Reply];
    expect(removedReply.status).toBe(200);
    // The rotation returns 404 if the deletion came before it, or before the rotation reads the key for its response.
    if (acts[0] === remove || rotatedReply.status !== 200)
      expect([rotatedReply.status, rotatedReply.body.code]).toEqual([404, 'entity_not_found']);
    const answeredTokens = rotatedReply.status === 200 ? [rotatedReply.body.data as string] : [];
    expect(await readKnownTokens(kind, [token, ...answeredTokens])).not.toContain(true);
  }
});
